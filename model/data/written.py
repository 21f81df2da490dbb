"""Questions that people wrote one by one (`written`): facts in many wordings, short texts, sums with places for numbers, what cannot be known."""

import collections, functools, re
from core import *
from short_texts import MEN, WOMEN, asked
import boreal, coin, common, facts, geo, named, plain, talk, unknown, wordings

LANGS = ('en', 'cs')
ALSO = ' / '


def lines(path):
    with open(path, encoding='utf-8') as f:
        return [x.rstrip('\n') for x in f if not x.startswith('#')]


def blocks(*names):
    """Paragraphs of `key: value` lines; a key may come again."""
    for part in '\n'.join('\n'.join([*lines(path), '']) for path in files(*names)).split('\n\n'):
        pairs = [x.split(': ', 1) for x in part.splitlines() if ': ' in x]
        if pairs:
            yield pairs


# ---------- facts: English questions | Czech questions | English answer | Czech answer | bare English | bare Czech ----------
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
NUMBERS = [new(x) for x in table('numbers*.txt', 'mirror*.txt')]
WORDS = [new(x) for x in table('words*.txt')]
ALL = WORLD + NUMBERS + WORDS

# A plain sentence of some length; one that begins with yes or no answers something.
IS_PLAIN = re.compile(r'(?!Yes|No\b|Ano|Ne\b)[^\W\d_][^.!?:"„]{18,80}\.')
for _i, _l in enumerate(LANGS):
    wordings.STATED[_l] = sorted({x[2 + _i] for x in WORLD if IS_PLAIN.fullmatch(x[2 + _i])})

# Whom and what these questions are about is not declined any more.
KNOWN = frozenset(ANSWERED)
TOLD = ' | '.join(norm(cell) for row in ALL for cell in row[:2])
unknown.PEOPLE[:] = [name for name in unknown.PEOPLE if norm(name) not in TOLD]
unknown.TOPICS[:] = [x for x in unknown.TOPICS if not any(f' {norm(name)} ' in TOLD for name in x[:2])]


def is_known(l, question):
    return (LANGS.index(l), norm(question)) in KNOWN


def fact(rows_):
    """A generator over a table; a line without questions in a language is not asked in it."""
    by = {l: [x for x in rows_ if x[i] and x[i + 2]] for i, l in enumerate(LANGS)}

    def ask(r, ql, al):
        x = r.choice(by[ql])
        i = LANGS.index(al if x[2 + LANGS.index(al)] else ql)
        return Item(ql, r.choice(x[LANGS.index(ql)].split(ALSO)), x[2 + i], short=x[4 + i] or None)

    return ask


domain('written_world', 240)(fact(WORLD))
domain('written_numbers', 90)(fact(NUMBERS))
domain('written_words', 130)(fact(WORDS))


# ---------- Boreal: more wordings of the facts about it ----------
BOREAL = [(boreal.BY_ID[x[0]], x[1], x[2]) for x in table('boreal.txt', 'boreal_[0-9].txt')]


@domain('written_boreal', 100)
def written_boreal(r, ql, al):
    x = r.choice(BOREAL)
    return Item(ql, r.choice(x[1 + LANGS.index(ql)].split(ALSO)), x[0][al])


# ---------- texts with questions ----------
def text_blocks():
    for pairs in blocks('texts*.txt'):
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


def other_names(r, l, *texts):
    """The same texts with other first names; a Czech name that is declined in them stays."""
    found = set(re.findall(r'[^\W\d_]+', ' '.join(texts)))
    new = {}
    for names in (WOMEN[l], MEN[l]):
        for name in sorted(found.intersection(names)):
            begun = name.rstrip('aeiouyáé')
            if l == 'en' or not any(w != name and w.startswith(begun[: max(3, len(begun) - 2)]) for w in found):
                new[name] = r.choice([x for x in names if x not in found and x not in new.values()])
    return [re.sub(r'[^\W\d_]+', lambda m: new.get(m[0], m[0]), text) for text in texts]


# Words of the texts by their first letters, with how many texts have them: one in many is part of how one speaks.
begins = lambda word: norm(word)[:4]
words_of = lambda text: re.findall(r'[^\W\d_]{4,}', text)
TEXTS_WITH = {l: collections.Counter(b for x in TEXTS[l] for b in {begins(w) for w in words_of(' '.join([x[1], *(q for q, _ in x[2])]))}) for l in LANGS}
TEXTS_MAX = 40


def other_words(r, l, text, question, answer):
    """The same texts with words that do not exist in place of some: only who reads can answer. Endings stay."""
    rest = {begins(w) for w in words_of(question + ' ' + answer)}
    rare = [w for w in words_of(text) if begins(w) in rest and TEXTS_WITH[l][begins(w)] <= TEXTS_MAX]
    if not rare:
        return text, question, answer
    new = {}
    for word in r.sample(rare, r.randint(1, min(3, len(rare)))):
        if begins(word) not in new:
            new[begins(word)] = coin.stem(r, l)
    put = lambda m: coin.joined(new[begins(m[0])], m[0]) if begins(m[0]) in new else m[0]
    return [re.sub(r'[^\W\d_]{4,}', put, x) for x in (text, question, answer)]


# The answer that the text has none.
LACKS = re.compile(r'does not say|není')


def beside_another(r, l, text, question, answer):
    """The text with another one before or behind it that has none of the question's words."""
    other = r.choice(TEXTS[l])
    asked_for = {begins(w) for w in words_of(question)} & {begins(w) for w in words_of(text)}
    if not asked_for or other[3] or len(text) + len(other[1]) > 400 or asked_for & {begins(w) for w in words_of(other[1])}:
        return text, question, answer
    return ' '.join(r.sample([text, other[1]], 2)), question, answer


@domain('written_text', 230)
def written_text(r, l):
    _, text, qa, slots = r.choice(TEXTS[l])
    question, answer = r.choice(qa)
    values = {k: r.choice(v).strip() for k, v in slots.items()}
    fill = lambda s: re.sub(r'\{(\w+)\}', lambda m: values[m[1]], s)
    parts = [fill(text), fill(question), fill(answer)]
    if not slots and r.random() < 0.4:
        parts = other_numbers(r, *parts)
    if r.random() < 0.5:
        parts = other_names(r, l, *parts)
    if r.random() < 0.35:
        parts = other_words(r, l, *parts)
    if r.random() < 0.25 and not LACKS.search(parts[2]):
        parts = beside_another(r, l, *parts)
    text, question, answer = parts
    return Item(l, asked(r, l, text, question), answer)


# ---------- dialogs: a question in some wordings => its answer || one that leans on what was said => ... ----------
# `@error-402` is what the fact of that name says.
DIALOGS = {l: [[turn.split(' => ') for turn in x[4:].split(' || ')] for path in files('dialogs*.txt') for x in lines(path) if x.startswith(f'{l}: ')] for l in LANGS}


@domain('written_dialogs', 60)
def written_dialogs(r, l):
    turns = r.choice(DIALOGS[l])
    msgs = []
    for questions, answer in turns[: r.randint(min(2, len(turns)), len(turns))]:
        msgs += [['u', noisy(r, r.choice(questions.split(ALSO)), l)], ['a', boreal.BY_ID[answer[1:]][l] if answer.startswith('@') else answer]]
    return Item(l, '', '', msgs=msgs)


# ---------- sentences to translate: English | Czech ----------
SENTENCES = table('sentences*.txt')
# Most answers say the same in both languages.
ENGLISH = re.compile(r'\b(?:is|are|was|has|have|the|a|an|in|with|of)\b', re.I)
ALSO_SENTENCES = [x[2:4] for x in WORLD if IS_PLAIN.fullmatch(x[2]) and IS_PLAIN.fullmatch(x[3]) and ENGLISH.search(x[2])]
# How one asks for a sentence in the other language; without quotation marks and with them.
ASKED_FOR = {
    ('en', 'cs'): ['Translate into Czech: {s}', 'Translate to Czech: {q}', 'How do you say {q} in Czech?', '{q} in Czech', 'What is {q} in Czech?', 'Say in Czech: {s}', 'Czech for {q}?', 'Please put this into Czech: {s}', 'translate "{s}" to czech', '{s} (in Czech please)', "What's the Czech for {q}?", 'How would a Czech say {q}?'],
    ('en', 'en'): ['Translate into English: {s}', 'Translate to English: {q}', 'What does {q} mean?', '{q} in English', 'What is {q} in English?', 'Say in English: {s}', 'What does the Czech sentence {q} mean in English?', 'Please put this into English: {s}', 'translate "{s}" to english', "What's the English for {q}?", 'Somebody told me {q}. What does it mean?'],
    ('cs', 'cs'): ['Přelož do češtiny: {s}', 'Přelož do češtiny větu {q}.', 'Co znamená {q}?', '{q} česky', 'Jak se česky řekne {q}?', 'Řekni česky: {s}', 'Co znamená anglická věta {q}?', 'přelož {s}', 'Jak bys přeložil {q}?', 'Přeložte prosím do češtiny: {s}'],
    ('cs', 'en'): ['Přelož do angličtiny: {s}', 'Přelož do angličtiny větu {q}.', 'Jak se anglicky řekne {q}?', '{q} anglicky', 'Řekni anglicky: {s}', 'Jak řeknu anglicky {q}?', 'Jak je anglicky {q}?', 'anglicky: {s}', 'Přeložte prosím do angličtiny: {s}', 'Potřebuju anglicky napsat: {s}'],
}


@domain('written_sentences', 60)
def written_sentences(r, l):
    pair = r.choice(SENTENCES if r.random() < 0.65 else ALSO_SENTENCES)
    to = r.randrange(2)
    source, target = pair[1 - to], pair[to]
    if r.random() < 0.3:
        source = source.rstrip('.')
    if r.random() < 0.15:
        source = low(source)
    quoted = f'"{source}"' if l == 'en' or r.random() < 0.3 else f'„{source}“'
    return Item(l, r.choice(ASKED_FOR[l, LANGS[to]]).format(s=source, q=quoted), target, short=target)


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


SUMS = [Sum(pairs) for pairs in blocks('sums*.txt')]


@domain('written_sums', 230)
def written_sums(r, ql, al):
    x = r.choice(SUMS)
    v = x.drawn(r)
    return Item(ql, fill(r.choice(x.questions[ql]), v), fill(x.answers[al], v), short=fill(x.bare[al], v) if x.bare[al] else None)


# ---------- what cannot be known, or is not there ----------
UNKNOWN = [new(x) for x in table('unknown*.txt') + [[*x[1:], x[0]] for x in table('boreal_unknown*.txt')]]
UNASKED = {l: [x for x in UNKNOWN if x[i]] for i, l in enumerate(LANGS)}
NO_SUCH = {'en': ['There is no such thing.', 'That does not exist.'], 'cs': ['Nic takového neexistuje.', 'To neexistuje.']}


@domain('written_unknown', 150)
def written_unknown(r, ql, al):
    x = r.choice(UNASKED[ql])
    q = r.choice(x[LANGS.index(ql)].split(ALSO))
    if x[2] == 'impossible' and r.random() < 0.6:
        return Item(ql, q, r.choice(NO_SUCH[al]))
    return unknown.mk(r, ql, q, al=al)


# ---------- wordings that are held back from a training, to ask them at its end ----------
WORDINGS_MIN = 4
TEXTS_PART = 0.2
OTHER_BELOW = 0.34


def hold_back(r, part):
    """Takes one wording of some facts, and some texts, out of what is drawn: language, question, answer, bare answer."""
    out = []
    for row in ALL:
        for i, l in enumerate(LANGS):
            questions = row[i].split(ALSO)
            if len(questions) >= WORDINGS_MIN and row[2 + i] and r.random() < part:
                out.append((l, questions.pop(r.randrange(len(questions))), row[2 + i], row[4 + i]))
                row[i] = ALSO.join(questions)
    for l in LANGS:
        for x in [x for x in TEXTS[l] if not x[3] and r.random() < part * TEXTS_PART]:
            TEXTS[l].remove(x)
            out += [(l, f'{x[1]} {question}', answer, None) for question, answer in x[2]]
    return out


def took_up(answer, said):
    """How much of an answer was said: the part of its words, by their beginnings."""
    of = lambda text: {w[:5] for w in norm(text).split()}
    return len(of(answer) & of(said)) / max(1, len(of(answer) | of(said)))


def judged(held, said):
    """How many were answered rightly, and how many with something else; what is near to right is not counted."""
    outcomes = collections.Counter()
    for (_, _, answer, bare), text in zip(held, said):
        if norm(text) == norm(answer) or (bare and f' {norm(bare)} ' in f' {norm(text)} '):
            outcomes['right'] += 1
        elif took_up(answer, text) < OTHER_BELOW:
            outcomes['other'] += 1
    return outcomes
