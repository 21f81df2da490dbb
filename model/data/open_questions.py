"""Open questions made of random words, proofs and advice: too much for a small model, which says so."""

from core import *
import vocab, unknown, geo, boreal, talk, facts, definitions, named, plain


def n(r, l):
    return r.choice(vocab.NOUNS)[0 if l == 'en' else 1]


def phrase(r, l):
    """Something to ask about that nobody has listed: one to three random words, a name, a made-up word."""
    m = r.random()
    if m < 0.3:
        return n(r, l)
    if m < 0.5:
        return (r.choice(vocab.ADJ)[0] + ' ' + n(r, l)) if l == 'en' else n(r, l) + ' a ' + n(r, l)
    if m < 0.62:
        return n(r, l) + ' ' + n(r, l)
    if m < 0.72:
        return (
            r.choice(unknown.FIRST + talk.NAMES['en'] + talk.NAMES['cs'])
            + ' '
            + (r.choice(unknown.LAST) if r.random() < 0.5 else unknown.pseudo(r))
        )
    if m < 0.86:
        return unknown.pseudo(r) if r.random() < 0.5 else unknown.pseudo(r).lower()
    if m < 0.93:
        return r.choice(vocab.ENK if l == 'en' else vocab.CSK) + ' ' + unknown.pseudo(r)
    return ' '.join(r.choice(vocab.ENK if l == 'en' else vocab.CSK) for _ in range(3))


GEN = {
    'en': [
        'Tell me about {p}.',
        'Explain {p}.',
        'What do you know about {p}?',
        'Write a story about {p}.',
        'Write an article about {p}.',
        'What is {p}?',
        'Who is {P}?',
        'How does {p} work?',
        'What is the difference between {n} and {m}?',
        'Why is {n} so {a}?',
        'How do I {v} a {n}?',
        'How can I {v} my {n}?',
        'What is the best {n}?',
        'What is the {s} {n} in the world?',
        'What is the {s} {n} in {c}?',
        'Who invented the {n}?',
        'Who discovered the {n}?',
        'When was the {n} invented?',
        'Where can I buy a {n}?',
        'How much does a {n} cost?',
        'How many {n}s are there in {c}?',
        'Should I {v} the {n}?',
        'What happens if I {v} a {n}?',
        'How old is the {n}?',
        'How long does a {n} live?',
        'How heavy is a {n}?',
        'What does a {n} eat?',
        'Why do people {v}?',
        'When should I {v}?',
        'Where does the {n} come from?',
        'Which {n} is better, {p} or {m}?',
        'Recommend me a {n}.',
        'Give me advice about {p}.',
        'I want to {v} a {n}.',
        'I need a {n} for my {m}.',
        'My {n} is {a}, what should I do?',
        'My {n} does not work.',
        'Help me {v} the {n}.',
        'Write a song about {p}.',
        'Write a review of {p}.',
        'Compare {p} and {m}.',
        'What is the history of {p}?',
        'Who is the {s} {n}?',
        'Who is the king of {c}?',
        'Who is the prime minister of {c}?',
        'What is {c} famous for?',
        'What is the flag of {c}?',
        'What is the national animal of {c}?',
        'How far is {c}?',
        'What is the capital of {P}?',
        'Translate {p} to German.',
        'What does {p} mean for {m}?',
        'What is {p} in simple words?',
        'Define {p}.',
        'List the {n}s of {c}.',
        'Make a plan for {p}.',
        'What would you do with a {n}?',
        'Is {p} good or bad?',
        'Do you like {p}?',
        'Have you seen {p}?',
        'Have you read {P}?',
        'Describe a {a} {n}.',
        'Solve {x}.',
        'What is the formula for {p}?',
        'What is the meaning of {p}?',
        'Can you {v} {p}?',
    ],
    'cs': [
        'Co víš na téma {p}?',
        'Vysvětli {p}.',
        'Řekni mi něco: {p}.',
        'Napiš příběh, téma {p}.',
        'Napiš článek na téma {p}.',
        'Co je to {p}?',
        'Kdo je {P}?',
        'Jak funguje {p}?',
        'Jaký je rozdíl mezi {n} a {m}?',
        'Proč je {n} {a}?',
        'Jak mám {v} {n}?',
        'Jaká je nejlepší {n}?',
        'Jaký je nejlepší {n}?',
        'Jaké je největší {n} na světě?',
        'Kdo vynalezl {n}?',
        'Kdo objevil {n}?',
        'Kdy vznikla {n}?',
        'Kdy vznikl {n}?',
        'Kde koupím {n}?',
        'Kolik stojí {n}?',
        'Kolik váží {n}?',
        'Mám {v} {n}?',
        'Co se stane, když budu {v} {n}?',
        'Jak starý je {n}?',
        'Jak dlouho žije {n}?',
        'Co jí {n}?',
        'Proč lidé chtějí {v}?',
        'Kdy mám {v}?',
        'Odkud pochází {n}?',
        'Co je lepší, {p} nebo {m}?',
        'Doporuč mi {n}.',
        'Poraď mi s tématem {p}.',
        'Chci {v} {n}.',
        'Potřebuji {n}.',
        'Nefunguje mi {n}.',
        'Pomoz mi {v} {n}.',
        'Napiš píseň na téma {p}.',
        'Napiš recenzi: {p}.',
        'Porovnej {p} a {m}.',
        'Jaká je historie: {p}?',
        'Kdo je králem {g}?',
        'Kdo je premiérem {g}?',
        'Čím je známé {c}?',
        'Jak vypadá vlajka {g}?',
        'Jak daleko je {c}?',
        'Přelož {p} do němčiny.',
        'Co znamená {p} pro {m}?',
        'Definuj {p}.',
        'Udělej plán: {p}.',
        'Je {p} dobré, nebo špatné?',
        'Máš rád {p}?',
        'Viděl jsi {p}?',
        'Četl jsi {P}?',
        'Popiš {p}.',
        'Vyřeš {x}.',
        'Jaký je vzorec pro {p}?',
        'Jaký je význam {p}?',
        'Jak se vaří {n}?',
        'Jak se vyrábí {n}?',
        'Jak se dělá {n}?',
        'Jak se opravuje {n}?',
        'Kde najdu {n}?',
        'Kolik je v {c} {n}?',
    ],
}
SUP = [
    'biggest',
    'smallest',
    'oldest',
    'fastest',
    'most beautiful',
    'most expensive',
    'strongest',
    'longest',
    'best',
    'richest',
    'tallest',
    'most famous',
    'cheapest',
    'deepest',
]
KNOWN = None


def known():
    global KNOWN
    if KNOWN is None:
        KNOWN = set()
        for e, who, c, k in facts.WORKS:
            for v in ('invented', 'discovered', 'wrote'):
                KNOWN.add(norm(f'who {v} {e}'))
            for v in ('vynalezl', 'objevil', 'napsal'):
                KNOWN.add(norm(f'kdo {v} {c}'))
        for t in (facts.QA, geo.CZFACTS, named.NAMED, plain.PLAIN):
            for x in t:
                for s in x[0].split(' / ') + x[1].split(' / '):
                    KNOWN.add(norm(s))
        for t in (boreal.FAQ, talk.TALK, talk.REPAIR):
            for x in t:
                for s in talk.alt(x[0]) + talk.alt(x[1]):
                    KNOWN.add(norm(s))
        for d in definitions.DEFS:
            for w in d[0].split('/'):
                KNOWN.update({norm(f'what is {w}'), norm(f'what is a {w}'), norm(f'define {w}'), norm(f'explain {w}')})
            for w in d[1].split('/'):
                KNOWN.update({norm(f'co je to {w}'), norm(f'definuj {w}'), norm(f'vysvetli {w}')})
        for a, b, c, d in facts.COLORS:
            KNOWN.update({norm(f'what colour is {a}'), norm(f'jakou barvu ma {c}')})
        for x in facts.ANIMALS:
            KNOWN.add(norm(f'what does a {x[0]} eat'))
    return KNOWN


@domain('open', 13)
def open_(r, ql, al):
    for _ in range(9):
        c = geo.pick(r)
        p = phrase(r, ql)
        P = cap(p)
        q = r.choice(GEN[ql])
        v = r.choice(vocab.VERB)
        a = r.choice(vocab.ADJ)
        s = q.format(
            p=p,
            P=P,
            n=n(r, ql),
            m=n(r, ql),
            a=a[0 if ql == 'en' else 1],
            v=v[0 if ql == 'en' else 1],
            s=r.choice(SUP),
            c=c['en'] if ql == 'en' else c['cs'],
            g=c['gen'],
            x=r.choice(
                ['x^2 - 5x + 6 = 0', '2x + 3 = 9', 'x^3 = 27', 'sin x = 0.5', "the equation y' = y", '3x - 7 = 2x + 1']
            ),
        )
        if norm(s) not in known():
            break
    topic = p if '{p}' in q else P if '{P}' in q else None
    return unknown.mk(r, ql, cap(s), topic, al)


PROVE = {
    'en': [
        'the square root of {n} is irrational',
        'there is no largest number',
        'the sum of two odd numbers is even',
        'pi is irrational',
        '{n} is prime',
        'the angles of a triangle add up to 180 degrees',
        'every even number is the sum of two primes',
        '0.999... equals 1',
        'the function is continuous',
        'a^2 + b^2 = c^2',
        'P is not NP',
        'n^2 is even if n is even',
        'the derivative of x^{n} exists',
        'the set of real numbers is uncountable',
        'the Earth is round',
        'the cube root of {n} is irrational',
    ],
    'cs': [
        'odmocnina z {n} je iracionální',
        'největší číslo neexistuje',
        'součet dvou lichých čísel je sudý',
        'pí je iracionální',
        '{n} je prvočíslo',
        'úhly v trojúhelníku mají dohromady 180 stupňů',
        'každé sudé číslo je součtem dvou prvočísel',
        '0,999... je 1',
        'funkce je spojitá',
        'a^2 + b^2 = c^2',
        'odmocnina ze tří je iracionální',
        'n^2 je sudé, když je n sudé',
        'reálných čísel je nespočetně mnoho',
        'Země je kulatá',
    ],
}
ADV = {
    'en': [
        'What should I give my {w} for {o}?',
        'What should I wear to {o}?',
        'How do I tell my {w} about {o}?',
        'Is it a good idea to invite my {w} to {o}?',
        'My {w} is angry with me, what should I do?',
        'How do I plan {o}?',
        'Where should I go with my {w}?',
        'What should I say to my {w}?',
        'Why is my {w} so tired?',
        'How can I help my {w}?',
        'Can you recommend a gift for my {w}?',
        'What music fits {o}?',
        'How many people should I invite to {o}?',
        'Write a speech for {o}.',
        'How do I make my {w} happy?',
        'Who should pay for {o}?',
        'I had a fight with my {w}.',
        'Should I call my {w}?',
    ],
    'cs': [
        'Co mám dát {w} k {o}?',
        'Co si mám vzít na sebe na {p}?',
        'Jak naplánovat {p}?',
        'Jak mám udělat radost {w}?',
        'Co mám říct {w}?',
        'Jak můžu pomoci {w}?',
        'Poraď mi dárek pro {g}.',
        'Kam mám jít s {i}?',
        'Kolik lidí mám pozvat na {p}?',
        'Napiš proslov na {p}.',
        'Pohádal jsem se s {i}.',
        'Mám zavolat {w}?',
        'Jaká hudba se hodí na {p}?',
        'Jaký dárek koupit {w} k {o}?',
    ],
}
WHO = [
    'mother',
    'father',
    'wife',
    'husband',
    'boss',
    'friend',
    'daughter',
    'son',
    'grandmother',
    'teacher',
    'neighbour',
    'colleague',
    'girlfriend',
    'brother',
]
WC = [
    ('mámě', 'mámu', 'mámou'),
    ('tátovi', 'tátu', 'tátou'),
    ('manželce', 'manželku', 'manželkou'),
    ('manželovi', 'manžela', 'manželem'),
    ('šéfovi', 'šéfa', 'šéfem'),
    ('kamarádovi', 'kamaráda', 'kamarádem'),
    ('dceři', 'dceru', 'dcerou'),
    ('synovi', 'syna', 'synem'),
    ('babičce', 'babičku', 'babičkou'),
    ('učitelce', 'učitelku', 'učitelkou'),
    ('sousedovi', 'souseda', 'sousedem'),
    ('kolegovi', 'kolegu', 'kolegou'),
]
OC = [
    ('narozeninám', 'narozeniny'),
    ('Vánocům', 'Vánoce'),
    ('svatbě', 'svatbu'),
    ('svátku', 'svátek'),
    ('výročí', 'výročí'),
    ('promoci', 'promoci'),
]


@domain('advice', 4)
def advice(r, ql, al):
    E = ql == 'en'
    k = r.random()
    if k < 0.35:
        s = r.choice(PROVE[ql]).replace('{n}', str(r.randint(2, 99)))
        q = r.choice(
            [
                'Prove that {}.',
                'Show that {}',
                'Can you prove that {}?',
                'Give a proof that {}.',
                'Why is it true that {}?',
            ]
            if E
            else ['Dokaž, že {}.', 'Ukaž, že {}', 'Umíš dokázat, že {}?', 'Proč platí, že {}?', 'Podej důkaz, že {}.']
        ).format(s)
        return unknown.mk(r, ql, q, None, al)
    if k < 0.85:
        if E:
            q = r.choice(ADV['en']).format(
                w=r.choice(WHO),
                o=r.choice(
                    [
                        'her birthday',
                        'Christmas',
                        'the wedding',
                        'a party',
                        'a funeral',
                        'the first date',
                        'dinner',
                        'the graduation',
                        'the holidays',
                    ]
                ),
            )
        else:
            w = r.choice(WC)
            o = r.choice(OC)
            q = r.choice(ADV['cs']).format(w=w[0], g=w[1], i=w[2], o=o[0], p=o[1])
        return unknown.mk(r, ql, q, None, al)
    n = r.choice([1, 2, 3, 5, 10, 20, 42, 50, 100])
    v = round(n * 0.621, 1)
    return Item(
        ql,
        r.choice(
            [f'Convert {n} km to miles', f'How many miles is {n} km?', f'{n} kilometres in miles?', f'{n} km in miles']
            if E
            else [f'Kolik mil je {n} km?', f'Převeď {n} km na míle', f'{n} kilometrů v mílích?']
        ),
        f'{n} km is about {v} miles.' if al == 'en' else f'{n} km je asi {str(v).replace(".", ",")} míle.',
        short=str(v),
    )
