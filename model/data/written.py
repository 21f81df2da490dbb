"""Questions that people wrote one by one (`written`): facts in many wordings, short texts, sums with places for numbers, what cannot be known."""

import functools, glob, os, re
from core import *
from short_texts import asked
import boreal, common, facts, geo, named, plain, talk, unknown

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'written')
LANGS = ('en', 'cs')
ALSO = ' / '


def lines(name):
    with open(os.path.join(HERE, name), encoding='utf-8') as f:
        return [x.rstrip('\n') for x in f if not x.startswith('#')]


def blocks(name):
    """Paragraphs of `key: value` lines; a key may come again."""
    for part in '\n'.join(lines(name)).split('\n\n'):
        pairs = [x.split(': ', 1) for x in part.splitlines() if ': ' in x]
        if pairs:
            yield pairs


# ---------- facts: English questions | Czech questions | English answer | Czech answer | bare English | bare Czech ----------
def table(*names):
    paths = [path for name in names for path in sorted(glob.glob(os.path.join(HERE, name)))]
    return [[c.strip() for c in x.split('|')] for path in paths for x in lines(path) if x.strip()]


# Questions that have an answer elsewhere keep it.
ANSWERED = {
    (i, norm(q))
    for rows_ in (facts.QA, geo.CZFACTS, boreal.FAQ, talk.TALK, talk.REPAIR, named.NAMED, plain.PLAIN, common.COMMON)
    for row in rows_
    for i in (0, 1)
    for q in row[i].split(ALSO)
}


def new(row):
    """The row with those of its questions that nothing has answered so far."""
    out = list(row)
    for i in (0, 1):
        keys = {q: (i, norm(q)) for q in row[i].split(ALSO) if q}
        out[i] = ALSO.join(q for q, key in keys.items() if key not in ANSWERED)
        ANSWERED.update(keys.values())
    return out


WORLD = [new(x) for x in table('world/*.txt')]
NUMBERS = [new(x) for x in table('numbers.txt', 'mirror.txt')]
WORDS = [new(x) for x in table('words.txt')]
ALL = WORLD + NUMBERS + WORDS


def fact(rows_):
    """A generator over a table; a line without questions in a language is not asked in it."""
    by = {l: [x for x in rows_ if x[i] and x[i + 2]] for i, l in enumerate(LANGS)}

    def ask(r, ql, al):
        x = r.choice(by[ql])
        i = LANGS.index(al if x[2 + LANGS.index(al)] else ql)
        return Item(ql, r.choice(x[LANGS.index(ql)].split(ALSO)), x[2 + i], short=x[4 + i] or None)

    return ask


domain('written_world', 110)(fact(WORLD))
domain('written_numbers', 70)(fact(NUMBERS))
domain('written_words', 60)(fact(WORDS))


# ---------- Boreal: more wordings of the facts about it ----------
BOREAL = [(boreal.BY_ID[x[0]], x[1], x[2]) for x in table('boreal.txt')]


@domain('written_boreal', 70)
def written_boreal(r, ql, al):
    x = r.choice(BOREAL)
    return Item(ql, r.choice(x[1 + LANGS.index(ql)].split(ALSO)), x[0][al])


# ---------- texts with questions ----------
def text_blocks():
    for pairs in blocks('texts.txt'):
        keys = dict(pairs)
        slots = [x.split('=') for x in keys.get('slots', '').split('; ') if '=' in x]
        yield keys['lang'], keys['text'], [v.split(' => ') for k, v in pairs if k == 'q'], {k.strip(): v.split(',') for k, v in slots}


TEXTS = {l: [x for x in text_blocks() if x[0] == l] for l in LANGS}
NUMBER = re.compile(r'(?<![\d.,:])\d{1,3}(?![\d.,:%]|st|nd|rd|th)(?!\. )')


def other_numbers(r, text, question, answer):
    """The same text with other numbers, where the answer only repeats them."""
    mine = lambda s: set(re.findall(r'\d+', s))
    plain = set(NUMBER.findall(text))
    if not plain or not mine(answer) <= plain or not mine(question) <= plain or mine(text) != plain:
        return text, question, answer
    new = {}
    for n in sorted(plain):
        # As many digits, and of the same Czech form: one, two to four, more.
        low_, high = ((int(n),) * 2 if int(n) < 2 else (2, 4) if int(n) < 5 else (5, 9) if int(n) < 10 else (10, 99) if int(n) < 100 else (100, 999))
        new[n] = str(r.randint(low_, high))
    if len(set(new.values())) < len(new):
        return text, question, answer
    put = lambda s: re.sub(r'\d+', lambda m: new[m[0]], s)
    return put(text), put(question), put(answer)


@domain('written_text', 80)
def written_text(r, l):
    _, text, qa, slots = r.choice(TEXTS[l])
    question, answer = r.choice(qa)
    values = {k: r.choice(v).strip() for k, v in slots.items()}
    fill = lambda s: re.sub(r'\{(\w+)\}', lambda m: values[m[1]], s)
    text, question, answer = fill(text), fill(question), fill(answer)
    if not slots and r.random() < 0.4:
        text, question, answer = other_numbers(r, text, question, answer)
    return Item(l, asked(r, l, text, question), answer)


# ---------- sums: places in braces are filled with values and what is computed from them ----------
compiled = functools.lru_cache(None)(lambda expression: compile(expression, 'sums.txt', 'eval'))


class Sum:
    def __init__(self, pairs):
        keys = dict(pairs)
        self.ranges = {k.strip(): self.values(v.strip()) for k, v in (x.split('=') for x in keys['vars'].split(';') if x.strip())}
        self.where = keys.get('where', 'True')
        self.questions = {l: keys[l].split(ALSO) for l in LANGS if keys.get(l)}
        self.answers = {l: keys[f'answer_{l}'] for l in LANGS if keys.get(f'answer_{l}')}
        self.bare = {'en': keys.get('bare'), 'cs': keys.get('bare_cs', keys.get('bare'))}

    @staticmethod
    def values(text):
        m = re.fullmatch(r'(-?\d+)\.\.(-?\d+)', text)
        if m:
            return list(range(int(m[1]), int(m[2]) + 1))
        return [int(x) if re.fullmatch(r'-?\d+', x.strip()) else x.strip() for x in text.split(',')]

    def drawn(self, r):
        while True:
            v = {k: r.choice(x) for k, x in self.ranges.items()}
            if eval(compiled(self.where), {}, v):
                return v


def fill(text, values):
    return re.sub(r'\{([^{}]+)\}', lambda m: str(eval(compiled(m[1]), {}, values)), text)


SUMS = [Sum(pairs) for pairs in blocks('sums.txt')]


@domain('written_sums', 100)
def written_sums(r, ql, al):
    x = r.choice(SUMS)
    v = x.drawn(r)
    return Item(ql, fill(r.choice(x.questions[ql]), v), fill(x.answers[al], v), short=fill(x.bare[al], v) if x.bare[al] else None)


# ---------- what cannot be known, or is not there ----------
UNKNOWN = [new(x) for x in table('unknown.txt') + [[*x[1:], x[0]] for x in table('boreal_unknown.txt')]]
UNASKED = {l: [x for x in UNKNOWN if x[i]] for i, l in enumerate(LANGS)}
NO_SUCH = {'en': ['There is no such thing.', 'That does not exist.'], 'cs': ['Nic takového neexistuje.', 'To neexistuje.']}


@domain('written_unknown', 110)
def written_unknown(r, ql, al):
    x = r.choice(UNASKED[ql])
    q = r.choice(x[LANGS.index(ql)].split(ALSO))
    if x[2] == 'impossible' and r.random() < 0.6:
        return Item(ql, q, r.choice(NO_SUCH[al]))
    return unknown.mk(r, ql, q, al=al)
