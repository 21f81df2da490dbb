"""Written facts from other sides: is it true (`verified`, `claimed`), which of two (`offered`), go on with the sentence (`completed`), two at once (`both_at_once`)."""

from core import *
import described, facts, geo, wordings, written

FACTS = written.WORLD + written.NUMBERS
LANGS = written.LANGS

YES = {'yes', 'no', 'ano', 'ne'}

def inside(sentence):
    """The sentence as a part of another one."""
    text = sentence.rstrip('.')
    return text if described.is_name(re.match(r"[\w.']*", text)[0]) else low(text)


# ---------- is it true ----------
TRUE = {
    'en': ['Is it true that {s}?', 'True or false: {S}.', '{S}, right?', '{S}. Is that right?', 'Somebody told me that {s}. Is it true?', 'Am I right that {s}?', 'My friend says that {s}. Is he right?', 'Is it correct that {s}?', 'Is this true? {S}.', 'They say that {s}. Yes or no?', '{S}, true?', 'I think that {s}. Is it so?', '{S}. Yes or no?', "{S}, isn't it so?"],
    'cs': ['Je pravda, že {s}?', 'Pravda, nebo lež: {S}.', '{S}, že?', '{S}. Je to tak?', 'Řekli mi, že {s}. Je to pravda?', 'Platí, že {s}?', 'Kamarád tvrdí, že {s}. Má pravdu?', 'Je správně, že {s}?', 'Je tohle pravda? {S}.', 'Prý {s}. Ano, nebo ne?', '{S}, že ano?', 'Mám pravdu, že {s}?', 'Myslím, že {s}. Je to tak?', '{S}. Ano, nebo ne?', '{S}, nebo se mýlím?'],
}
NEAR_OF = 25


def near(r, l, mine):
    """The definition of another thing, the likest of some: what is said of two that are alike is told apart by reading."""
    words = set(norm(mine[2]).split())
    others = [x for x in r.sample(described.DESCRIBED[l], NEAR_OF) if x[0] != mine[0]]
    return max(others, key=lambda x: len(words & set(norm(x[2]).split())))


@domain('verified', 45)
def verified(r, l):
    ask, (yes, no) = r.choice(TRUE[l]), YES_NO[l]
    if r.random() < 0.45:
        s = inside(r.choice(wordings.STATED[l]))
        return Item(l, ask.format(s=s, S=cap(s)), f'{yes}, {s}.', short=yes)
    mine = r.choice(described.DESCRIBED[l])
    is_true = r.random() < 0.35
    said = ' '.join([mine[0], *(mine if is_true else near(r, l, mine))[1:]])
    return Item(l, ask.format(s=said, S=cap(said)), f'{yes if is_true else no}, {" ".join(mine)}.', short=yes if is_true else no)


# ---------- which of two ----------
OR = {'en': ['{q} {a} or {b}?', '{q} Is it {a} or {b}?', '{a} or {b}: {q}', '{q} ({a} / {b})'], 'cs': ['{q} {a}, nebo {b}?', '{q} Je to {a}, nebo {b}?', '{a}, nebo {b}: {q}', '{q} ({a} / {b})']}


def with_others(i):
    """Questions that begin alike, with their answers: one may be offered for the other."""
    by = {}
    for row in FACTS:
        answer, bare = row[2 + i], row[4 + i]
        for q in row[i].split(written.ALSO) if row[i] and 0 < len(bare) < 25 and norm(bare) not in YES else []:
            if q.endswith('?') and not re.search(r'\b(or|nebo)\b', q):
                by.setdefault(' '.join(q.lower().split()[:3]), {}).setdefault(norm(bare), []).append((q, answer, bare))
    return [list(xs.values()) for xs in by.values() if len(xs) > 2]


OFFERED = {l: with_others(i) for i, l in enumerate(LANGS)}
SIZES = {l: [len(xs) for xs in OFFERED[l]] for l in LANGS}


@domain('offered', 35)
def offered(r, l):
    mine, others = r.sample(r.choices(OFFERED[l], SIZES[l])[0], 2)
    (q, answer, right), (_, _, other) = r.choice(mine), r.choice(others)
    a, b = (right, other) if r.random() < 0.5 else (other, right)
    return Item(l, cap(r.choice(OR[l]).format(q=q, a=a, b=b)), answer, short=right)


# ---------- go on with the sentence ----------
GO_ON = {
    'en': ['Complete: {} ...', 'Finish the sentence: {} …', '{} ___', 'Fill in the word: {} ...', 'Complete the sentence: {} ___.', '{} ...', 'What is missing? {} ___', 'How does it go on: {} …'],
    'cs': ['Doplň: {} ...', 'Dokonči větu: {} …', '{} ___', 'Doplň slovo: {} ...', 'Dokonči: {} ___.', '{} ...', 'Co chybí? {} ___', 'Jak to pokračuje: {} …'],
}


def cut(i):
    """Sentences that end with their bare answer, and what stands before it."""
    out = {}
    for row in FACTS:
        answer, bare = row[2 + i].rstrip('.'), row[4 + i]
        if bare and norm(bare) not in YES and answer.endswith(f' {bare}') and len(answer[: -len(bare)].split()) >= 3:
            out.setdefault(answer[: -len(bare)].strip(), set()).add((row[2 + i], bare))
    return [(begun, *ends.pop()) for begun, ends in sorted(out.items()) if len(ends) == 1]


CUT = {l: cut(i) for i, l in enumerate(LANGS)}


@domain('completed', 30)
def completed(r, l):
    begun, answer, bare = r.choice(CUT[l])
    return Item(l, r.choice(GO_ON[l]).format(begun), answer, short=bare)


# ---------- two questions at once ----------
TOGETHER = {'en': ['{} {}', '{} And {}', 'Two questions: {} {}', '{} Also: {}', 'First: {} Second: {}'], 'cs': ['{} {}', '{} A {}', 'Dvě otázky: {} {}', '{} A ještě: {}', 'Za prvé: {} Za druhé: {}']}
ASKABLE = {l: [(q, row[2 + i]) for row in FACTS for q in row[i].split(written.ALSO) if q.endswith('?') and q[:1].isupper() and len(q) < 70 and len(row[2 + i]) < 80] for i, l in enumerate(LANGS)}


@domain('both_at_once', 20)
def both_at_once(r, l):
    (q, a), (q2, a2) = r.sample(ASKABLE[l], 2)
    form = r.choice(TOGETHER[l])
    return Item(l, form.format(q, low(q2) if ' And ' in form or ' A {' in form else q2), f'{a} {a2}')


# ---------- what is said is wrong, or right: capitals, works, signs of elements ----------
MADE_WORKS = [x for x in facts.WORKS if x[3] in 'wcp']


def claims(r, l):
    """What is true, and the same with something else in its place."""
    E, m = l == 'en', r.random()
    if m < 0.4:
        c, d = r.sample(geo.C, 2)
        return [f'the capital of {c["en"]} is {x["cap_en"]}' if E else f'hlavní město {c["gen"]} je {x["cap_cs"]}' for x in (c, d)]
    if m < 0.85:
        work, who, czech, kind = r.choice(MADE_WORKS)
        other = r.choice([x[1] for x in MADE_WORKS if x[3] == kind and x[1] != who])
        name = facts.ACC.get(czech, czech)
        return [f'{x} {facts.VERB[kind][0]} {work}' if E else f'{name} {facts.VERB[kind][1]}{"a" if x in facts.FEM else ""} {facts.CSNAME.get(x, x)}' for x in (who, other)]
    e, f = r.sample(facts.ELEMENTS, 2)
    return [f'the symbol of {low(e[1])} is {x[0]}' if E else f'chemická značka prvku {e[2]} je {x[0]}' for x in (e, f)]


@domain('claimed', 30)
def claimed(r, l):
    true, false = claims(r, l)
    is_true = r.random() < 0.4
    s = true if is_true else false
    word = YES_NO[l][not is_true]
    return Item(l, r.choice(TRUE[l]).format(s=s, S=cap(s)), f'{word}, {true}.', short=word)
