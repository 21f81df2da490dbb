"""Questions in two steps: the answer to one fact is the subject of the next. The answer names the middle step."""

from core import *
import geo, facts, maths


def capital_of(r, ql, al):
    """From a capital to its country, and to that country's money, language or continent."""
    c = geo.pick(r)
    E = ql == 'en'
    name = c['cap_en'] if E else c['cap_cs']
    kinds = ['cont'] + (['cur'] if c['cur'] else []) + (['lang'] if c['lang'] else [])
    k = r.choice(kinds)
    if c['en'] in ('Turkey', 'Russia') and k == 'cont':
        k = 'cur'
    if E:
        q = {
            'cur': [
                f'What currency is used in the country whose capital is {name}?',
                f'What is the currency of the country with the capital {name}?',
                f'What do people pay with in {name}?',
                f'Which money do I need in {name}?',
                f'{name} is a capital. What money does its country use?',
            ],
            'lang': [
                f'What language is spoken in the country whose capital is {name}?',
                f'Which language do they speak in {name}?',
                f'What language would I hear in {name}?',
                f'{name}: which language do people speak there?',
            ],
            'cont': [
                f'On which continent is {name}?',
                f'On which continent is the country whose capital is {name}?',
                f'What continent is the city of {name} on?',
                f'{name} lies on which continent?',
            ],
        }[k]
    else:
        q = {
            'cur': [
                f'Jakou měnu má země, jejíž hlavní město je {name}?',
                f'Jakou měnou se platí, když přijedu do města {name}?',
                f'Hlavní město je {name}. Jaká je měna té země?',
            ],
            'lang': [
                f'Jakým jazykem se mluví v zemi, jejíž hlavní město je {name}?',
                f'Jakým jazykem se mluví ve městě {name}?',
                f'Hlavní město je {name}. Jaký jazyk má ta země?',
            ],
            'cont': [
                f'Na kterém světadílu leží {name}?',
                f'Na jakém kontinentu je město {name}?',
                f'Na kterém kontinentu je země, jejíž hlavní město je {name}?',
            ],
        }[k]
    if al == 'en':
        end = {
            'cur': lambda: f'Its currency is {geo.CUR[c["cur"]][0]}.',
            'lang': lambda: f'Its main language is {geo.LANG[c["lang"]][0]}.',
            'cont': lambda: f'It lies in {geo.CONT[c["cont"]][0]}.',
        }[k]()
        a = f'{c["cap_en"]} is the capital of {c["en"]}. {end}'
        s = {
            'cur': lambda: geo.strip_the(geo.CUR[c['cur']][0]),
            'lang': lambda: geo.LANG[c['lang']][0],
            'cont': lambda: geo.CONT[c['cont']][0],
        }[k]()
    else:
        end = {
            'cur': lambda: f'Měna je {geo.CUR[c["cur"]][1]}.',
            'lang': lambda: f'Mluví se tam jazykem: {geo.LANG[c["lang"]][1]}.',
            'cont': lambda: f'Leží v {geo.CONT[c["cont"]][1]}.',
        }[k]()
        a = f'{c["cap_cs"]} je hlavní město {c["gen"]}. {end}'
        s = {
            'cur': lambda: geo.CUR[c['cur']][1],
            'lang': lambda: geo.LANG[c['lang']][1],
            'cont': lambda: geo.CONT[c['cont']][2],
        }[k]()
    return Item(ql, r.choice(q), a, short=s, think=a)


def check(r, ql, al):
    """Is Paris the capital of Spain?"""
    c = geo.pick(r)
    d = c if r.random() < 0.5 else geo.pick(r)
    true = c is d
    if ql == 'en':
        q = r.choice(
            [
                f'Is {d["cap_en"]} the capital of {c["en"]}?',
                f'Is it true that {d["cap_en"]} is the capital of {c["en"]}?',
                f'{d["cap_en"]} is the capital of {c["en"]}, right?',
                f"The capital of {c['en']} is {d['cap_en']}, isn't it?",
            ]
        )
    else:
        q = r.choice(
            [
                f'Je {d["cap_cs"]} hlavní město {c["gen"]}?',
                f'Je pravda, že {d["cap_cs"]} je hlavní město {c["gen"]}?',
                f'Hlavní město {c["gen"]} je {d["cap_cs"]}, že?',
            ]
        )
    # The fact comes first: a small model that must say yes or no before it has said the fact guesses.
    if al == 'en':
        a = f'The capital of {c["en"]} is {c["cap_en"]}, so {"yes" if true else "no"}.'
    else:
        a = f'Hlavní město {c["gen"]} je {c["cap_cs"]}, takže {"ano" if true else "ne"}.'
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


def where(r, ql, al):
    """Is Kenya in Europe? Do people speak German in Austria? Does Poland use the euro?"""
    c = geo.pick(r)
    while c['en'] in ('Turkey', 'Russia') or not c['cur'] or not c['lang']:
        c = geo.pick(r)
    k = r.choice(['cont', 'cur', 'lang'])
    d = geo.pick(r) if r.random() < 0.6 else c
    while not d['cur'] or not d['lang']:
        d = geo.pick(r)
    true = c[k] == d[k]
    are = c['en'].endswith(('States', 'Netherlands', 'Philippines', 'Emirates', 'Maldives', 'Bahamas'))
    x = {'cont': geo.CONT[d['cont']], 'cur': geo.CUR[d['cur']], 'lang': geo.LANG[d['lang']]}[k]
    y = {'cont': geo.CONT[c['cont']], 'cur': geo.CUR[c['cur']], 'lang': geo.LANG[c['lang']]}[k]
    if ql == 'en':
        q = {
            'cont': [
                f'{"Are" if are else "Is"} {c["en"]} in {x[0]}?',
                f'Does {c["en"]} lie in {x[0]}?',
                f'{cap(c["en"])} {"are" if are else "is"} in {x[0]}, right?',
            ],
            'cur': [
                f'Does {c["en"]} use {x[0]}?',
                f'Can I pay with {x[0]} in {c["en"]}?',
                f'Is {x[0]} the currency of {c["en"]}?',
            ],
            'lang': [
                f'Do people speak {x[0]} in {c["en"]}?',
                f'Is {x[0]} spoken in {c["en"]}?',
                f'Is {x[0]} the main language of {c["en"]}?',
            ],
        }[k]
    else:
        q = {
            'cont': [f'Leží {c["cs"]} v {x[1]}?', f'Je {c["cs"]} v {x[1]}?', f'{c["cs"]} leží v {x[1]}, že?'],
            'cur': [f'Je {x[1]} měna {c["gen"]}?', f'Má {c["cs"]} měnu {x[1]}?'],
            'lang': [f'Je hlavním jazykem {c["gen"]} {x[1]}?', f'Je {x[1]} hlavní jazyk {c["gen"]}?'],
        }[k]
    y_, n_ = YES_NO[al]
    if al == 'en':
        a = {
            'cont': f'{c["en"]} {"are" if are else "is"} in {y[0]}.',
            'cur': f'the currency of {c["en"]} is {y[0]}.',
            'lang': f'the main language of {c["en"]} is {y[0]}.',
        }[k]
    else:
        a = {
            'cont': f'{c["cs"]} leží v {y[1]}.',
            'cur': f'měna {c["gen"]} je {y[1]}.',
            'lang': f'hlavním jazykem {c["gen"]} je {y[1]}.',
        }[k]
    return Item(
        ql,
        r.choice(q),
        f'{cap(a[:-1])}, {"so" if al == "en" else "takže"} {low(y_ if true else n_)}.',
        short=y_ if true else n_,
    )


LEGS = [
    ('spider', 'pavouk', 8, 'pavouci'),
    ('dog', 'pes', 4, 'psi'),
    ('ant', 'mravenec', 6, 'mravenci'),
    ('hen', 'slepice', 2, 'slepice'),
    ('horse', 'kůň', 4, 'koně'),
    ('cow', 'kráva', 4, 'krávy'),
    ('cat', 'kočka', 4, 'kočky'),
    ('bee', 'včela', 6, 'včely'),
    ('duck', 'kachna', 2, 'kachny'),
]
CSN = {2: ('dva', 'dvě'), 3: ('tři', 'tři'), 4: ('čtyři', 'čtyři'), 5: ('pět', 'pět')}


def legs(r, ql, al):
    e, c, k, cp = r.choice(LEGS)
    n = r.randint(2, 4) if ql == 'cs' or al == 'cs' else r.randint(2, 9)
    w = maths.ONES[n]
    v = n * k
    fem = cp[-1] in 'eyě' and c[-1] in 'ae'
    if ql == 'en':
        q = r.choice(
            [
                f'How many legs do {w} {e}s have?',
                f'How many legs do {n} {e}s have together?',
                f'{cap(w)} {e}s have how many legs in total?',
                f'What is the total number of legs of {w} {e}s?',
            ]
        )
    else:
        q = r.choice(
            [
                f'Kolik nohou mají {CSN[n][1 if fem else 0]} {cp}?',
                f'Kolik nohou mají dohromady {CSN[n][1 if fem else 0]} {cp}?',
                f'Kolik nohou mají {n} {cp} celkem?',
            ]
        )
    s = f'{n} × {k} = {v}'
    return Item(
        ql,
        q,
        f'One {e} has {k} legs, so {s}.'
        if al == 'en'
        else f'{cap(c)} má {k} {"nohy" if k in (2, 4) else "nohou"}, takže {s}.',
        short=str(v),
        think=s + '.',
    )


def arithmetic(r, ql, al):
    """First one step, then another, told in words."""
    a, b, c = r.randint(2, 20), r.randint(2, 20), r.randint(2, 10)
    k = r.choice(['addmul', 'subadd', 'muladd', 'double', 'half', 'money', 'age'])
    E = ql == 'en'
    if k == 'addmul':
        q = (
            [
                f'Add {a} and {b}, then multiply by {c}.',
                f'What is the sum of {a} and {b} times {c}?',
                f'Take {a} plus {b} and multiply the result by {c}.',
            ]
            if E
            else [f'Sečti {a} a {b} a výsledek vynásob {c}.', f'Vezmi {a} plus {b} a vynásob to číslem {c}.']
        )
        s1, s2 = f'{a} + {b} = {a + b}', f'{a + b} × {c} = {(a + b) * c}'
        v = (a + b) * c
    elif k == 'subadd':
        b = r.randint(1, a)
        q = (
            [f'Subtract {b} from {a} and add {c}.', f'Take {b} away from {a}, then add {c}.']
            if E
            else [f'Od {a} odečti {b} a přičti {c}.', f'Odečti {b} od {a} a k tomu přičti {c}.']
        )
        s1, s2 = f'{a} - {b} = {a - b}', f'{a - b} + {c} = {a - b + c}'
        v = a - b + c
    elif k == 'muladd':
        b = r.randint(2, 9)
        q = (
            [f'Multiply {c} by {b} and add {a}.', f'What is {c} times {b}, plus {a}?']
            if E
            else [f'Vynásob {c} a {b} a přičti {a}.', f'Kolik je {c} krát {b} a k tomu {a}?']
        )
        s1, s2 = f'{c} × {b} = {c * b}', f'{c * b} + {a} = {c * b + a}'
        v = c * b + a
    elif k == 'double':
        q = (
            [f'What is double {a} plus {b}?', f'Double {a} and add {b}.']
            if E
            else [f'Kolik je dvojnásobek {a} plus {b}?', f'Zdvojnásob {a} a přičti {b}.']
        )
        s1, s2 = f'2 × {a} = {2 * a}', f'{2 * a} + {b} = {2 * a + b}'
        v = 2 * a + b
    elif k == 'half':
        a *= 2
        q = (
            [f'What is half of {a} plus {b}?', f'Take half of {a} and add {b}.']
            if E
            else [f'Kolik je polovina z {a} plus {b}?', f'Vezmi polovinu z {a} a přičti {b}.']
        )
        s1, s2 = f'{a} ÷ 2 = {a // 2}', f'{a // 2} + {b} = {a // 2 + b}'
        v = a // 2 + b
    elif k == 'money':
        c = r.randint(2, 6)
        p = a * c
        m = p + r.randint(1, 40)
        q = (
            [
                f'I have {m} crowns and buy {c} rolls for {a} crowns each. How much money is left?',
                f'A ticket costs {a} euros. I buy {c} and pay with {m} euros. How much do I get back?',
            ]
            if E
            else [
                f'Mám {m} korun a koupím {c}krát zboží po {a} korunách. Kolik mi zbude?',
                f'Lístek stojí {a} korun. Koupím {c} a platím {m}. Kolik mi vrátí?',
            ]
        )
        s1, s2 = f'{c} × {a} = {p}', f'{m} - {p} = {m - p}'
        v = m - p
    else:
        q = (
            [
                f'Anna is {a} years old. Tom is {c} years older. How old are they together?',
                f'Peter is {a}. His sister is {c} years older. What is the sum of their ages?',
            ]
            if E
            else [f'Anně je {a} let. Tomáš je o {c} let starší. Kolik let je jim dohromady?']
        )
        s1, s2 = f'{a} + {c} = {a + c}', f'{a} + {a + c} = {2 * a + c}'
        v = 2 * a + c
    return Item(ql, r.choice(q), f'{s1}, {s2}.', short=str(v), think=f'{s1}. {"Then" if al == "en" else "Pak"} {s2}.')


def works(r, ql, al):
    """Two works of one author; who wrote a thing: right or wrong."""
    e, who, c, k = r.choice([w for w in facts.WORKS if w[3] in 'wcp'])
    wc = facts.CSNAME.get(who, who)
    verb, vc, _ = facts.VERB[k]
    other = r.choice([w for w in facts.WORKS if w[3] == k and w[1] != who])[1] if r.random() < 0.5 else who
    oc = facts.CSNAME.get(other, other)
    true = other == who
    f, fo = who in facts.FEM, other in facts.FEM
    q = (
        r.choice(
            [
                f'Did {other} {dict(w="write", c="compose", p="paint")[k]} {e}?',
                f'Was {e} {facts.VERB[k][2]} by {other}?',
                f'Is {other} the author of {e}?',
                f'{other} {verb} {e}, right?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Je autorem díla {c} {oc}?',
                f'{cap(vc)}{"a" if fo else ""} dílo {c} {oc}?',
                f'Je pravda, že dílo {c} {vc}{"a" if fo else ""} {oc}?',
            ]
        )
    )
    a = (
        f'{who} {verb} {e}, so {"yes" if true else "no"}.'
        if al == 'en'
        else f'Dílo {c} {vc}{"a" if f else ""} {wc}, takže {"ano" if true else "ne"}.'
    )
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


def others(r, ql, al):
    """What else did the author of Hamlet write?"""
    many = {}
    for w in facts.WORKS:
        if w[3] in 'wcp':
            many.setdefault((w[1], w[3]), []).append(w)
    (who, k), ws = r.choice([x for x in many.items() if len(x[1]) > 1])
    w = r.choice(ws)
    rest = [x for x in ws if x is not w]
    wc = facts.CSNAME.get(who, who)
    i = 0 if al == 'en' else 2
    verb = dict(w='write', c='compose', p='paint')[k]
    q = (
        r.choice(
            [
                f'What else did the author of {w[0]} {verb}?',
                f'Name another work by the author of {w[0]}.',
                f'The author of {w[0]} also {facts.VERB[k][0]} what?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Co dalšího vytvořil autor díla {w[2]}?',
                f'Uveď jiné dílo autora, který vytvořil dílo {w[2]}.',
                f'Jaké další dílo má autor díla {w[2]}?',
            ]
        )
    )
    l = [x[i] for x in rest[:2]]
    return Item(
        ql,
        q,
        f'{w[0]} is by {who}, who also {facts.VERB[k][0]} {" and ".join(l)}.'
        if al == 'en'
        else f'{w[2]}: {wc}. Další díla: {", ".join(l)}.',
        short=l[0],
    )


def opposite_translated(r, ql, al):
    a, b, c, d = r.choice(facts.OPP)
    if ql == 'en':
        return Item(
            'en',
            r.choice(
                [
                    f'What is the opposite of {a} in Czech?',
                    f'How do you say the opposite of "{a}" in Czech?',
                    f'Translate the opposite of {a} into Czech.',
                ]
            ),
            f'The opposite of "{a}" is "{b}", in Czech "{d}".'
            if al == 'en'
            else f'Opak slova „{a}“ je „{b}“, česky „{d}“.',
            short=d,
        )
    return Item(
        'cs',
        r.choice(
            [
                f'Jak se anglicky řekne opak slova {c}?',
                f'Přelož do angličtiny opak slova „{c}“.',
                f'Jaký je anglicky opak slova {c}?',
            ]
        ),
        f'Opak slova „{c}“ je „{d}“, anglicky „{b}“.'
        if al == 'cs'
        else f'The opposite of "{c}" is "{d}", in English "{b}".',
        short=b,
    )


PLAIN = set(
    'what which who how when where why is are do does did can name tell whats by co jak jaký jaká jaké který která které kdo kdy kde kolik proč je jsou umí víš znáš z na v ve řekni'.split()
)


def city_in(r, ql, al):
    """Is Berlin in France?"""
    c = geo.pick(r)
    d = c if r.random() < 0.5 else geo.pick(r)
    true = c is d
    if ql == 'en':
        q = r.choice(
            [
                f'Is {c["cap_en"]} in {d["en"]}?',
                f'Does {c["cap_en"]} lie in {d["en"]}?',
                f'{c["cap_en"]} is a city in {d["en"]}, right?',
                f'Is the city of {c["cap_en"]} in {d["en"]}?',
            ]
        )
    else:
        q = r.choice(
            [
                f'Je {c["cap_cs"]} město {d["gen"]}?',
                f'Patří {c["cap_cs"]} do země {d["cs"]}?',
                f'Leží {c["cap_cs"]} na území {d["gen"]}?',
            ]
        )
    a = (
        f'{c["cap_en"]} is the capital of {c["en"]}, so {"yes" if true else "no"}.'
        if al == 'en'
        else f'{c["cap_cs"]} je hlavní město {c["gen"]}, takže {"ano" if true else "ne"}.'
    )
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


def capital_continent(r, ql, al):
    """On which continent is the capital of Japan?"""
    c = geo.pick(r)
    while c['en'] in ('Turkey', 'Russia'):
        c = geo.pick(r)
    q = (
        r.choice(
            [
                f'On which continent is the capital of {c["en"]}?',
                f'On what continent does the capital of {c["en"]} lie?',
                f'The capital of {c["en"]} is on which continent?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [f'Na kterém světadílu je hlavní město {c["gen"]}?', f'Na jakém kontinentu leží hlavní město {c["gen"]}?']
        )
    )
    return Item(
        ql,
        q,
        f'The capital of {c["en"]} is {c["cap_en"]}, in {geo.CONT[c["cont"]][0]}.'
        if al == 'en'
        else f'Hlavní město {c["gen"]} je {c["cap_cs"]}, leží v {geo.CONT[c["cont"]][1]}.',
        short=geo.CONT[c['cont']][0 if al == 'en' else 2],
    )


def shopping(r, ql, al):
    """Three amounts in a story: so many, minus, plus."""
    a = r.randint(4, 30)
    b = r.randint(1, a)
    c = r.randint(1, 20)
    i = r.randrange(len(maths.THINGS['en']))
    te, tc = maths.THINGS['en'][i], maths.THINGS['cs'][i]
    n = r.choice(maths.PEOPLE[ql][1:])
    v = a - b + c
    if ql == 'en':
        q = r.choice(
            [
                f'{n} has {a} {te}, gives away {b} and buys {c} more. How many {te} are there now?',
                f'{n} has {a} {te}, loses {b} and gets {c} more. How many in total?',
                f'I have {a} {te}. I give {b} to a friend and then find {c}. How many do I have?',
                f'There are {a} {te} in a bag. I take out {b} and put in {c}. How many are in the bag?',
                f'{n} had {a} {te}, ate {b} and bought {c} more. How many does {n} have?'
                if te in ('apples', 'oranges', 'cookies', 'candies', 'bananas', 'eggs')
                else f'{n} had {a} {te}, sold {b} and bought {c} more. How many does {n} have?',
            ]
        )
    else:
        q = r.choice(
            [
                f'{n} má {a} {tc}, {b} dá pryč a {c} dostane. Kolik jich má teď?',
                f'Mám {a} {tc}, {b} ztratím a {c} koupím. Kolik jich mám?',
                f'V tašce je {a} {tc}. Vyndám {b} a přidám {c}. Kolik je jich tam?',
                f'{n} má {a} {tc}, {b} sní nebo prodá a {c} koupí. Kolik jich zbude?',
            ]
        )
    return Item(
        ql,
        q,
        f'{a} - {b} = {a - b}, {a - b} + {c} = {v}.',
        short=str(v),
        think=f'{a} - {b} = {a - b}, {a - b} + {c} = {v}.',
    )


def two_questions(r, ql, al):
    """Two plain questions in one message, answered in order."""
    fs = [geo.country, maths.arith, facts.words_, facts.general, facts.works]
    x, y = r.choice(fs)(r, ql, ql), r.choice(fs)(r, ql, ql)
    if al != ql or x.q == y.q:
        return capital_of(r, ql, al)
    join = r.choice([' And ', ' And also: ', ' Also, ', ' '] if ql == 'en' else [' A ', ' A ještě: ', ' Také: ', ' '])
    q2 = (
        y.q
        if join.endswith((': ', '. '))
        or join == ' '
        or (len(y.q) > 1 and y.q[1].isupper())
        or not y.q.split()[0].lower() in PLAIN
        else low(y.q)
    )
    q1 = x.q if x.q[-1] in '?.!' else x.q + '?'
    end = lambda s: s if s[-1] in '.!?' else s + '.'
    return Item(ql, q1 + join + q2, end(x.a) + ' ' + end(y.a), noise=False)


@domain('twostep', 16)
def twostep(r, ql, al):
    return r.choice(
        [
            capital_of,
            capital_of,
            check,
            check,
            where,
            where,
            city_in,
            city_in,
            capital_continent,
            legs,
            arithmetic,
            arithmetic,
            shopping,
            shopping,
            works,
            works,
            others,
            opposite_translated,
            two_questions,
            two_questions,
        ]
    )(r, ql, al)
