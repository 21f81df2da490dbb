"""Arithmetic with small numbers, in digits and words, word problems, comparisons, sequences, even/odd, units, time."""

import math
from core import *

ONES = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split()
TENS = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split()
CS1 = 'nula jedna dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct'.split()
CST = 'x x dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát'.split()


def words(n, lang):
    if lang == 'en':
        if n < 20:
            return ONES[n]
        if n < 100:
            return TENS[n // 10] + ('-' + ONES[n % 10] if n % 10 else '')
        return (
            (ONES[n // 100] + ' hundred' + (' and ' + words(n % 100, lang) if n % 100 else ''))
            if n < 1000
            else 'one thousand'
        )
    if n < 20:
        return CS1[n]
    if n < 100:
        return CST[n // 10] + (' ' + CS1[n % 10] if n % 10 else '')
    if n < 1000:
        h = n // 100
        hs = 'sto' if h == 1 else 'dvě stě' if h == 2 else CS1[h] + ' sta' if h < 5 else CS1[h] + ' set'
        return hs + (' ' + words(n % 100, lang) if n % 100 else '')
    return 'tisíc'


def held(a, b):
    return (a * 31 + b * 7) % 23 == 5 and a > 3 and b > 3


def pair(r, op):
    m = r.random()
    while True:
        if op == '*':
            a, b = (
                (r.randint(0, 12), r.randint(0, 12))
                if m < 0.75
                else (r.randint(10, 30), r.randint(2, 9))
                if m < 0.95
                else (r.choice([10, 100]), r.randint(2, 99))
            )
            if r.random() < 0.5:
                a, b = b, a
        elif op == '/':
            b = r.randint(1, 12)
            a = b * r.randint(1, 12)
        elif op == '-':
            a, b = (
                (r.randint(0, 20), r.randint(0, 20))
                if m < 0.5
                else (r.randint(10, 100), r.randint(1, 99))
                if m < 0.9
                else (r.randint(100, 999), r.randint(10, 500))
            )
            if b > a and r.random() < 0.8:
                a, b = b, a
        else:
            a, b = (
                (r.randint(0, 20), r.randint(0, 20))
                if m < 0.5
                else (r.randint(1, 100), r.randint(1, 100))
                if m < 0.88
                else (r.randint(100, 999), r.randint(10, 999))
            )
        if not held(a, b):
            return a, b


def val(a, op, b):
    return {'+': a + b, '-': a - b, '*': a * b, '/': a // b if b else 0}[op]


SYM = {'+': ['+'], '-': ['-', '−'], '*': ['*', '×', 'x', 'x', '·', 'X'], '/': ['/', '÷', ':']}
W = {
    'en': {'+': ['plus', 'and', 'added to'], '-': ['minus'], '*': ['times', 'multiplied by'], '/': ['divided by']},
    'cs': {'+': ['plus', 'a'], '-': ['minus'], '*': ['krát'], '/': ['děleno', 'lomeno']},
}
Q = {
    'en': [
        '{}=',
        '{}=?',
        'What is {}?',
        "What's {}?",
        'Calculate {}.',
        '{} = ?',
        '{}',
        '{} =',
        'How much is {}?',
        'Compute {}',
        'Solve {}',
        '{}?',
        'What does {} equal?',
        'Tell me {}.',
        'Work out {}.',
        'What do you get for {}?',
    ],
    'cs': [
        '{}=',
        '{}=?',
        'Kolik je {}?',
        'Vypočítej {}.',
        'Spočítej {}',
        '{} = ?',
        '{}',
        '{} =',
        'Co je {}?',
        'Kolik to je {}?',
        '{}?',
        'Kolik vyjde {}?',
        'Řekni mi, kolik je {}.',
        'Jaký je výsledek {}?',
        'Spočti mi {}',
    ],
}


def think(r, a, op, b, lang):
    v = val(a, op, b)
    if op == '+' and (a > 20 or b > 20):
        t, o = (b // 10) * 10, b % 10
        if t and o:
            s = f'{a} + {t} = {a + t}, {a + t} + {o} = {v}.'
        else:
            s = f'{a} + {b} = {v}.'
    elif op == '-' and b > 10 and a >= b:
        t, o = (b // 10) * 10, b % 10
        s = f'{a} - {t} = {a - t}, {a - t} - {o} = {v}.' if o else f'{a} - {b} = {v}.'
    elif op == '*' and a > 12 and b < 10:
        s = f'{a // 10 * 10} × {b} = {a // 10 * 10 * b}, {a % 10} × {b} = {a % 10 * b}, {a // 10 * 10 * b} + {a % 10 * b} = {v}.'
    elif op == '/':
        s = f'{v} × {b} = {a}, {"so" if lang == "en" else "takže"} {a} ÷ {b} = {v}.'
    else:
        s = f'{a} {SYM[op][0] if op != "*" else "×"} {b} = {v}.'
    return s if r.random() < 0.6 else ('Step by step: ' if lang == 'en' else 'Postupně: ') + s


def expr(r, a, op, b, lang):
    m = r.random()
    if m < 0.6:
        s = r.choice(SYM[op])
        sp = ' ' if r.random() < 0.6 else ''
        return f'{a}{sp}{s}{sp}{b}'
    o = r.choice(W[lang][op])
    if m < 0.8 or a > 199 or b > 199:
        return f'{a} {o} {b}'
    return f'{words(a, lang)} {o} {words(b, lang)}'


def fmt(r, a, op, b, lang):
    v = val(a, op, b)
    s = {'+': '+', '-': '-', '*': '×', '/': '÷'}[op]
    m = r.random()
    return f'{a} {s} {b} = {v}' if m < 0.8 else f'{a} {s} {b} = {v}.'


@domain('arith', 9)
def arith(r, ql, al):
    op = r.choice('+++--**/')
    a, b = pair(r, op)
    v = val(a, op, b)
    if r.random() < 0.1:
        q = {
            'en': {
                '+': 'What is the sum of {} and {}?',
                '-': 'What is the difference between {} and {}?',
                '*': 'What is the product of {} and {}?',
                '/': 'What is {} divided by {}?',
            },
            'cs': {
                '+': 'Jaký je součet čísel {} a {}?',
                '-': 'Jaký je rozdíl čísel {} a {}?',
                '*': 'Jaký je součin čísel {} a {}?',
                '/': 'Jaký je podíl čísel {} a {}?',
            },
        }[ql][op].format(a, b)
    elif r.random() < 0.06:
        q = {
            'en': {
                '+': f'Add {a} and {b}.',
                '-': f'Subtract {b} from {a}.',
                '*': f'Multiply {a} by {b}.',
                '/': f'Divide {a} by {b}.',
            },
            'cs': {
                '+': f'Sečti {a} a {b}.',
                '-': f'Odečti {b} od {a}.',
                '*': f'Vynásob {a} a {b}.',
                '/': f'Vyděl {a} číslem {b}.',
            },
        }[ql][op]
    else:
        q = cap(r.choice(Q[ql]).format(expr(r, a, op, b, ql)))
    return Item(
        ql,
        q,
        fmt(r, a, op, b, al),
        short=str(v),
        think=think(r, a, op, b, al),
        obj={'result': v} if al == 'en' else {'výsledek': v},
    )


THINGS = {
    'en': 'apples oranges books cats dogs pencils cookies coins balls toys cards eggs flowers stamps candies cars birds bananas stones keys'.split(),
    'cs': 'jablek hrušek knih koček psů tužek sušenek korun míčů hraček karet vajec květin známek bonbonů aut ptáků banánů kamenů klíčů'.split(),
}
PEOPLE = {
    'en': ['I', 'Anna', 'Tom', 'Peter', 'Eva', 'Jack', 'Mary', 'My friend', 'Lucy', 'Sam', 'John', 'Emma'],
    'cs': ['Anna', 'Tomáš', 'Petr', 'Eva', 'Jana', 'Marie', 'Lucie', 'Karel', 'Honza', 'Pavel', 'Martin', 'Tereza'],
}
SHORT_UNITS = [
    ('km', 'm', 1000),
    ('m', 'cm', 100),
    ('cm', 'mm', 10),
    ('m', 'mm', 1000),
    ('kg', 'g', 1000),
    ('t', 'kg', 1000),
    ('l', 'ml', 1000),
    ('h', 'min', 60),
    ('min', 's', 60),
    ('g', 'mg', 1000),
    ('l', 'dl', 10),
]
LONG = {
    'km': ('kilometres', 'kilometrů'),
    'm': ('metres', 'metrů'),
    'cm': ('centimetres', 'centimetrů'),
    'mm': ('millimetres', 'milimetrů'),
    'kg': ('kilograms', 'kilogramů'),
    'g': ('grams', 'gramů'),
    't': ('tonnes', 'tun'),
    'l': ('litres', 'litrů'),
    'ml': ('millilitres', 'mililitrů'),
    'h': ('hours', 'hodin'),
    'min': ('minutes', 'minut'),
    's': ('seconds', 'sekund'),
    'mg': ('milligrams', 'miligramů'),
    'dl': ('decilitres', 'decilitrů'),
}


@domain('units_short', 3)
def units_short(r, ql, al):
    """5 km to m, and back."""
    a, b, k = r.choice(SHORT_UNITS)
    n = r.randint(1, 20)
    if r.random() < 0.3:
        a, b, x, v, s = b, a, n * k, n, f'{n * k} ÷ {k} = {n}'
    else:
        x, v, s = n, n * k, f'{n} × {k} = {n * k}'
    E = ql == 'en'
    la, lb = LONG[a][0 if E else 1], LONG[b][0 if E else 1]
    q = r.choice(
        [
            f'Convert {x} {a} to {b}',
            f'Convert {x} {a} to {lb}.',
            f'How many {lb} are {x} {a}?',
            f'{x} {a} in {b}?',
            f'{x} {a} = ? {b}',
            f'How many {b} is {x} {a}?',
            f'Convert {x} {la} into {lb}.',
        ]
        if E
        else [
            f'Převeď {x} {a} na {b}',
            f'Kolik {lb} je {x} {a}?',
            f'{x} {a} v {b}?',
            f'{x} {a} = ? {b}',
            f'Kolik {b} je {x} {a}?',
        ]
    )
    return Item(ql, q, f'{x} {a} = {v} {b}', short=str(v), think=s + '.')


PRIMES = [n for n in range(2, 100) if all(n % i for i in range(2, n))]


NOTES = {
    'stovky': 100,
    'dvoustovky': 200,
    'pětistovky': 500,
    'tisícovky': 1000,
    'sta korun': 100,
    'padesátikoruny': 50,
    'dvaceti korun': 20,
}


@domain('change', 2)
def change(r, ql, al):
    """What is left of a banknote."""
    w, n = r.choice(list(NOTES.items()))
    b = r.randint(1, n - 1)
    v = n - b
    q = r.choice(
        [
            f'How much is left of {n} crowns if I spend {b}?',
            f'I pay {b} crowns with a {n} crown note. How much do I get back?',
            f'I have {n} euros and spend {b}. What is left?',
            f'How much change do I get from {n} when I pay {b}?',
        ]
        if ql == 'en'
        else [
            f'Kolik korun zbude z {w}, když utratím {b}?',
            f'Kolik mi vrátí z {w}, když platím {b}?',
            f'Mám {n} korun a utratím {b}. Kolik zbude?',
            f'Kolik zbude z {n} korun, když zaplatím {b}?',
        ]
    )
    return Item(ql, q, f'{n} - {b} = {v}', short=str(v), think=f'{n} - {b} = {v}.')


@domain('primes', 2)
def primes(r, ql, al):
    n = r.choice(PRIMES) if r.random() < 0.5 else r.randint(1, 99)
    yes = n in PRIMES
    d = next((i for i in range(2, n) if n % i == 0), None)
    q = r.choice(
        [f'Is {n} a prime number?', f'Is {n} prime?', f'Is the number {n} a prime?', f'{n} is prime, right?']
        if ql == 'en'
        else [f'Je {n} prvočíslo?', f'Je číslo {n} prvočíslo?', f'{n} je prvočíslo, že?']
    )
    if al == 'en':
        a = (
            f'Yes, {n} is a prime number.'
            if yes
            else 'No, 1 is not a prime number.'
            if n == 1
            else f'No: {n} = {d} × {n // d}.'
        )
    else:
        a = f'Ano, {n} je prvočíslo.' if yes else 'Ne, 1 není prvočíslo.' if n == 1 else f'Ne: {n} = {d} × {n // d}.'
    return Item(ql, q, a, short=('Yes' if yes else 'No') if al == 'en' else ('Ano' if yes else 'Ne'))


@domain('round_sums', 3)
def round_sums(r, ql, al):
    """Sums with round numbers: 1000 - 1, 300 + 40, 20 × 30."""
    m = r.random()
    big = r.choice([100, 200, 500, 1000, 1000, 300, 10000])
    if m < 0.4:
        a, op, b = big, '-', r.choice([1, 2, 5, 10, 25, 50, 99, r.randint(1, 99)])
    elif m < 0.7:
        a, op, b = big, '+', r.choice([1, 2, 5, 10, 25, 50, r.randint(1, 99), r.choice([100, 200, 1000])])
    elif m < 0.9:
        a, op, b = r.randint(1, 9) * 10, '*', r.choice([10, 100, 20, 30, 2, 3, 4, 5])
    else:
        a, op, b = r.randint(1, 99) * 10, '/', 10
    v = val(a, op, b)
    e = (
        expr(r, a, op, b, ql)
        if a < 1000
        else f'{a} {r.choice(SYM[op])} {b}'
        if r.random() < 0.7
        else f'{a} {r.choice(W[ql][op])} {b}'
    )
    return Item(ql, cap(r.choice(Q[ql]).format(e)), fmt(r, a, op, b, al), short=str(v))


@domain('wordproblem', 4)
def wordproblem(r, ql, al):
    i = r.randrange(20)
    te, tc = THINGS['en'][i], THINGS['cs'][i]
    a, b = pair(r, '+')
    a, b = 2 + a % 30, 2 + b % 30
    if b > a and r.random() < 0.7:
        a, b = b, a
    k = r.choice(['add', 'add', 'sub', 'mul', 'div'])
    p = r.choice(PEOPLE[ql])
    I = p == 'I'
    if k == 'sub' and b > a:
        a, b = b, a
    if k == 'mul':
        a, b = r.randint(2, 12), r.randint(2, 12)
    if k == 'div':
        b = r.randint(2, 10)
        a = b * r.randint(2, 10)
    op = {'add': '+', 'sub': '-', 'mul': '*', 'div': '/'}[k]
    v = val(a, op, b)
    if ql == 'en':
        have = 'have' if I else 'has'
        sub = (
            'I'
            if I
            else r.choice(['he', 'she', 'they'])
            if p == 'My friend'
            else {'A': 'she', 'E': 'she', 'M': 'she', 'L': 'she'}.get(p[0], 'he')
        )
        do = 'do I' if I else 'does ' + sub
        buy, give, eat = ('buy', 'give away', 'eat') if I else ('buys', 'gives away', 'eats')
        q = {
            'add': [
                f'{p} {have} {a} {te} and {b} more. How many {te} is that?',
                f'{p} {have} {a} {te} and {buy} {b} more. How many {te} {do} have?',
                f'{a} {te} and {b} more {te}, how many in total?',
                f'{p} {have} {a} {te} and {sub if not I else "I"} get{"" if I else "s"} {b} more. How many now?',
                f'If {low(p) if p == "My friend" else p} {have} {a} {te} and then {buy} {b} more, how many {te} are there?',
                f'There are {a} {te} in a box. I add {b}. How many are there now?',
            ],
            'sub': [
                f'{p} {have} {a} {te} and {give} {b}. How many {te} are left?',
                f'{p} {have} {a} {te}. {cap(sub)} {"lose" if I else "loses"} {b}. How many {te} {do} have now?',
                f'There were {a} {te} and {b} are gone. How many remain?',
                f'If {p if p != "My friend" else "my friend"} {have} {a} {te} and {eat if te in ("apples", "oranges", "cookies", "candies", "bananas", "eggs") else give} {b}, how many are left?',
                f'You have {a} {te} and take away {b}. How many are left?',
            ],
            'mul': [
                f'There are {a} boxes with {b} {te} each. How many {te} are there?',
                f'{p} {have} {a} bags with {b} {te} in each bag. How many {te} in total?',
                f'{a} children each have {b} {te}. How many {te} do they have together?',
            ],
            'div': [
                f'{p} shares {a} {te} equally among {b} children. How many does each child get?'
                if not I
                else f'I share {a} {te} equally among {b} children. How many does each child get?',
                f'{a} {te} are put into {b} boxes equally. How many are in each box?',
            ],
        }[k]
    else:
        q = {
            'add': [
                f'{p} má {a} {tc} a dostane ještě {b}. Kolik jich má celkem?',
                f'Mám {a} {tc} a koupím {b} dalších. Kolik jich mám?',
                f'V krabici je {a} {tc}, přidám {b}. Kolik je jich tam teď?',
                f'{p} má {a} {tc} a {b} navíc. Kolik je to dohromady?',
                f'Mám {a} {tc} a ještě {b}. Kolik je to celkem?',
            ],
            'sub': [
                f'{p} má {a} {tc} a {b} jich dá pryč. Kolik jich zbude?',
                f'Mám {a} {tc} a {b} ztratím. Kolik mi jich zbude?',
                f'Bylo tam {a} {tc}, {b} zmizelo. Kolik jich zbylo?',
                f'Z {a} {tc} ubereme {b}. Kolik zůstane?',
            ],
            'mul': [
                f'Je {a} krabic a v každé {b} {tc}. Kolik {tc} je celkem?',
                f'{p} má {a} tašek a v každé {b} {tc}. Kolik je to {tc}?',
                f'{a} dětí má každé {b} {tc}. Kolik mají dohromady {tc}?',
            ],
            'div': [
                f'{p} rozdělí {a} {tc} mezi {b} dětí. Kolik dostane každé dítě?',
                f'{a} {tc} rozdělíme rovnoměrně do {b} krabic. Kolik bude v každé?',
            ],
        }[k]
    q = r.choice(q)
    s = {'+': '+', '-': '-', '*': '×', '/': '÷'}[op]
    a_ = f'{a} {s} {b} = {v}. ' + (
        (f'That is {v} {te}.' if k != 'div' else f'Each gets {v} {te}.' if 'child' in q else f'There are {v} in each.')
        if al == 'en'
        else (f'Je to {v} {tc}.' if v >= 5 or v == 0 else f'Je to {v}.')
    )
    return Item(
        ql,
        q,
        a_,
        short=str(v),
        think=(
            f'{"Adding" if k == "add" else "Taking away" if k == "sub" else "Multiplying" if k == "mul" else "Dividing"}: '
            if al == 'en'
            else {'add': 'Sčítám: ', 'sub': 'Odečítám: ', 'mul': 'Násobím: ', 'div': 'Dělím: '}[k]
        )
        + f'{a} {s} {b} = {v}.',
    )


@domain('numbers', 4)
def numbers(r, ql, al):
    k = r.choice(
        [
            'cmp',
            'even',
            'next',
            'before',
            'word',
            'digit',
            'double',
            'half',
            'square',
            'seq',
            'list',
            'max',
            'sum3',
            'div0',
            'percent',
            'round',
        ]
    )
    a, b = r.randint(0, 100), r.randint(0, 100)
    E = ql == 'en'
    A = al == 'en'
    sh = None
    t = None
    if k == 'cmp':
        if a == b:
            b += 1
        q = (
            r.choice([f'Which is bigger, {a} or {b}?', f'Is {a} bigger than {b}?', f'What is larger: {a} or {b}?'])
            if E
            else r.choice(
                [f'Co je větší, {a} nebo {b}?', f'Které číslo je větší: {a} nebo {b}?', f'Je {a} větší než {b}?']
            )
        )
        m = max(a, b)
        yes = q.startswith(('Is ', 'Je '))
        ans = (('Yes, ' if a > b else 'No, ') if A else ('Ano, ' if a > b else 'Ne, ')) if yes else ''
        ans += f'{m} is bigger than {min(a, b)}.' if A else f'{m} je větší než {min(a, b)}.'
        sh = str(m) if not yes else None
    elif k == 'even':
        q = (
            r.choice([f'Is {a} even or odd?', f'Is {a} an even number?', f'{a}: even or odd?'])
            if E
            else r.choice([f'Je {a} sudé nebo liché?', f'Je číslo {a} sudé?', f'{a}: sudé, nebo liché?'])
        )
        ev = a % 2 == 0
        yes = 'an even' in q or q.endswith('sudé?')
        ans = (('Yes, ' if ev else 'No, ') if A else ('Ano, ' if ev else 'Ne, ')) if yes else ''
        ans += f'{a} is {"even" if ev else "odd"}.' if A else f'{a} je {"sudé" if ev else "liché"} číslo.'
    elif k in ('next', 'before'):
        q = (
            (
                r.choice([f'What number comes after {a}?', f'What comes after {a}?', f'Which number follows {a}?'])
                if k == 'next'
                else r.choice([f'What number comes before {a}?', f'Which number is before {a}?'])
            )
            if E
            else (
                r.choice([f'Jaké číslo je po {a}?', f'Které číslo následuje po {a}?'])
                if k == 'next'
                else r.choice([f'Jaké číslo je před {a}?', f'Které číslo předchází {a}?'])
            )
        )
        v = a + 1 if k == 'next' else a - 1
        ans = (
            f'{v} comes {"after" if k == "next" else "before"} {a}.'
            if A
            else f'{"Po" if k == "next" else "Před"} {a} je {v}.'
        )
        sh = str(v)
    elif k == 'word':
        a = r.randint(0, 999) if r.random() < 0.3 else a
        q = (
            r.choice([f'Write {a} in words.', f'How do you spell the number {a}?', f'{a} in words'])
            if E
            else r.choice([f'Napiš {a} slovy.', f'Jak se slovy napíše {a}?', f'{a} slovy'])
        )
        ans = words(a, al)
        sh = ans
    elif k == 'digit':
        q = (
            r.choice([f'Write {words(a, "en")} as a number.', f'{cap(words(a, "en"))} in digits?'])
            if E
            else r.choice([f'Napiš číslicemi: {words(a, "cs")}.', f'Jak se číslem napíše {words(a, "cs")}?'])
        )
        ans = str(a)
        sh = ans
    elif k in ('double', 'half', 'square'):
        a = r.randint(1, 50) if k == 'double' else 2 * r.randint(1, 50) if k == 'half' else r.randint(0, 15)
        v = {'double': 2 * a, 'half': a // 2, 'square': a * a}[k]
        q = (
            {
                'double': r.choice([f'What is double {a}?', f'What is twice {a}?', f'Double {a}.']),
                'half': r.choice([f'What is half of {a}?', f'Half of {a}?']),
                'square': r.choice([f'What is {a} squared?', f'What is the square of {a}?', f'{a}^2']),
            }[k]
            if E
            else {
                'double': r.choice(
                    [f'Kolik je dvojnásobek {a}?', f'Jaký je dvojnásobek čísla {a}?', f'Kolik je dvakrát {a}?']
                ),
                'half': r.choice([f'Kolik je polovina z {a}?', f'Polovina z {a}?']),
                'square': r.choice([f'Kolik je {a} na druhou?', f'Jaká je druhá mocnina čísla {a}?']),
            }[k]
        )
        ans = {'double': f'2 × {a} = {v}', 'half': f'{a} ÷ 2 = {v}', 'square': f'{a} × {a} = {v}'}[k]
        sh = str(v)
    elif k == 'seq':
        s, d = r.randint(0, 20), r.choice([1, 2, 2, 3, 5, 10])
        l = [s + d * i for i in range(4)]
        v = s + 4 * d
        q = (
            (
                f'What comes next: {", ".join(map(str, l))}, ...?'
                if r.random() < 0.5
                else f'Continue the sequence {", ".join(map(str, l))}.'
            )
            if E
            else r.choice(
                [f'Jaké číslo následuje: {", ".join(map(str, l))}, ...?', f'Pokračuj v řadě {", ".join(map(str, l))}.']
            )
        )
        ans = (
            f'The next number is {v}, because each step adds {d}.'
            if A
            else f'Následuje {v}, protože se pokaždé přičítá {d}.'
        )
        sh = str(v)
    elif k == 'list':
        s = r.randint(1, 20)
        n = r.randint(3, 10)
        q = (
            r.choice([f'Count from {s} to {s + n}.', f'List the numbers from {s} to {s + n}.'])
            if E
            else r.choice([f'Počítej od {s} do {s + n}.', f'Vypiš čísla od {s} do {s + n}.'])
        )
        ans = ', '.join(str(s + i) for i in range(n + 1))
    elif k == 'max':
        l = r.sample(range(1, 100), r.randint(3, 5))
        mx = r.random() < 0.5
        v = max(l) if mx else min(l)
        js = ', '.join(map(str, l))
        q = (
            r.choice(
                [
                    f'What is the {"largest" if mx else "smallest"} of {js}?',
                    f'Which number is the {"biggest" if mx else "smallest"}: {js}?',
                ]
            )
            if E
            else r.choice(
                [
                    f'Které číslo je {"největší" if mx else "nejmenší"}: {js}?',
                    f'Jaké je {"největší" if mx else "nejmenší"} číslo z {js}?',
                ]
            )
        )
        ans = f'The {"largest" if mx else "smallest"} is {v}.' if A else f'{"Největší" if mx else "Nejmenší"} je {v}.'
        sh = str(v)
    elif k == 'sum3':
        l = [r.randint(1, 20) for _ in range(3)]
        v = sum(l)
        e = ' + '.join(map(str, l))
        q = cap(r.choice(Q[ql]).format(e))
        ans = f'{e} = {v}'
        sh = str(v)
        t = f'{l[0]} + {l[1]} = {l[0] + l[1]}, {l[0] + l[1]} + {l[2]} = {v}.'
    elif k == 'div0':
        q = (
            r.choice([f'What is {a} divided by 0?', f'{a}/0', f'{a} / 0 = ?'])
            if E
            else r.choice([f'Kolik je {a} děleno 0?', f'{a}/0', f'Kolik je {a} děleno nulou?'])
        )
        ans = 'Division by zero is not defined.' if A else 'Nulou se dělit nedá.'
    elif k == 'percent':
        p = r.choice([10, 20, 25, 50, 100])
        a = r.choice([20, 40, 60, 80, 100, 200, 400, 500, 1000])
        v = a * p // 100
        q = (
            r.choice([f'What is {p}% of {a}?', f'How much is {p} percent of {a}?'])
            if E
            else r.choice([f'Kolik je {p} % z {a}?', f'Kolik je {p} procent z {a}?'])
        )
        ans = f'{p}% of {a} is {v}.' if A else f'{p} % z {a} je {v}.'
        sh = str(v)
    else:
        a = r.randint(11, 99)
        v = (a + 5) // 10 * 10
        q = (
            r.choice([f'Round {a} to the nearest ten.', f'What is {a} rounded to tens?'])
            if E
            else r.choice([f'Zaokrouhli {a} na desítky.', f'Kolik je {a} zaokrouhleno na desítky?'])
        )
        ans = f'{a} rounds to {v}.' if A else f'{a} se zaokrouhlí na {v}.'
        sh = str(v)
    return Item(ql, q, ans, short=sh, think=t)


UNITS = rows("""
minute|minutes|minuta|minutě|minut|seconds|sekund|60
hour|hours|hodina|hodině|hodin|minutes|minut|60
day|days|den|dni|dní|hours|hodin|24
week|weeks|týden|týdnu|týdnů|days|dní|7
year|years|rok|roce|let|months|měsíců|12
year|years|rok|roce|let|days|dní|365
year|years|rok|roce|let|weeks|týdnů|52
century|centuries|století|století|století|years|let|100
decade|decades|desetiletí|desetiletí|desetiletí|years|let|10
kilometre|kilometres|kilometr|kilometru|kilometrů|metres|metrů|1000
metre|metres|metr|metru|metrů|centimetres|centimetrů|100
centimetre|centimetres|centimetr|centimetru|centimetrů|millimetres|milimetrů|10
metre|metres|metr|metru|metrů|millimetres|milimetrů|1000
kilogram|kilograms|kilogram|kilogramu|kilogramů|grams|gramů|1000
tonne|tonnes|tuna|tuně|tun|kilograms|kilogramů|1000
litre|litres|litr|litru|litrů|millilitres|mililitrů|1000
litre|litres|litr|litru|litrů|decilitres|decilitrů|10
dozen|dozens|tucet|tuctu|tuctů|pieces|kusů|12
kilobyte|kilobytes|kilobajt|kilobajtu|kilobajtů|bytes|bajtů|1000
byte|bytes|bajt|bajtu|bajtů|bits|bitů|8
crown|crowns|koruna|koruně|korun|hellers|haléřů|100
euro|euros|euro|euru|eur|cents|centů|100
""")


@domain('units', 3)
def units(r, ql, al):
    e, es, c, cl, cg, ue, uc, n = r.choice(UNITS)
    n = int(n)
    if r.random() < 0.55:
        q = (
            r.choice(
                [
                    f'How many {ue} are in a {e}?',
                    f'How many {ue} are there in one {e}?',
                    f'How many {ue} does a {e} have?',
                    f'1 {e} = how many {ue}?',
                    f'{cap(e)} in {ue}?',
                ]
            )
            if ql == 'en'
            else r.choice(
                [
                    f'Kolik {uc} je v jednom {cl}?' if c[-1] not in 'aí' else f'Kolik {uc} je v {cl}?',
                    f'Kolik {uc} má {c}?',
                    f'{cap(c)} je kolik {uc}?',
                    f'1 {c} = kolik {uc}?',
                ]
            )
        )
        a = (
            f'{"An" if e[0] in "ae" or e == "hour" else "A"} {e} has {n} {ue}.'
            if al == 'en'
            else f'{cap(c)} má {n} {uc}.'
        )
        if n == 365:
            a = 'A year has 365 days, a leap year 366.' if al == 'en' else 'Rok má 365 dní, přestupný 366.'
        return Item(ql, q, a, short=str(n))
    k = r.randint(2, 10)
    if n == 365:
        n = 12
        ue, uc = 'months', 'měsíců'
    cs_k = f'{k} {cg}' if k >= 5 else None
    q = (
        r.choice(
            [
                f'How many {ue} are in {k} {es}?',
                f'Convert {k} {es} to {ue}.',
                f'{k} {es} in {ue}?',
                f'How many {ue} is {k} {es}?',
            ]
        )
        if ql == 'en' or not cs_k
        else r.choice(
            [
                f'Kolik {uc} je {k} {cg}?',
                f'{k} {cg} je kolik {uc}?',
            ]
        )
    )
    lang = 'en' if (ql == 'en' or not cs_k) else 'cs'
    v = k * n
    A = al == 'en' if cs_k else lang == 'en'
    return Item(
        lang, q, f'{k} {es} are {v} {ue}.' if A else f'{k} {cg} je {v} {uc}.', short=str(v), think=f'{k} × {n} = {v}.'
    )


DAYS = rows("""
Monday|pondělí
Tuesday|úterý
Wednesday|středa
Thursday|čtvrtek
Friday|pátek
Saturday|sobota
Sunday|neděle
""")
DACC = ['pondělí', 'úterý', 'středu', 'čtvrtek', 'pátek', 'sobotu', 'neděli']
DLOC = ['pondělí', 'úterý', 'středě', 'čtvrtku', 'pátku', 'sobotě', 'neděli']
DINS = ['pondělím', 'úterým', 'středou', 'čtvrtkem', 'pátkem', 'sobotou', 'nedělí']
MONTHS = rows("""
January|leden|31|winter|zima|lednu|lednem
February|únor|28|winter|zima|únoru|únorem
March|březen|31|spring|jaro|březnu|březnem
April|duben|30|spring|jaro|dubnu|dubnem
May|květen|31|spring|jaro|květnu|květnem
June|červen|30|summer|léto|červnu|červnem
July|červenec|31|summer|léto|červenci|červencem
August|srpen|31|summer|léto|srpnu|srpnem
September|září|30|autumn|podzim|září|zářím
October|říjen|31|autumn|podzim|říjnu|říjnem
November|listopad|30|autumn|podzim|listopadu|listopadem
December|prosinec|31|winter|zima|prosinci|prosincem
""")


@domain('calendar', 3)
def calendar(r, ql, al):
    E, A = ql == 'en', al == 'en'
    k = r.choice(
        [
            'dnext',
            'dprev',
            'today',
            'mnext',
            'mprev',
            'mdays',
            'mnum',
            'nmon',
            'season',
            'days',
            'months',
            'seasons',
            'first',
            'sm',
            'weekend',
            'ny',
        ]
    )
    i = r.randrange(7)
    j = r.randrange(12)
    sh = None
    if k in ('dnext', 'dprev'):
        n = (i + (1 if k == 'dnext' else -1)) % 7
        q = (
            r.choice(
                [
                    f'What day comes {"after" if k == "dnext" else "before"} {DAYS[i][0]}?',
                    f'Which day is {"after" if k == "dnext" else "before"} {DAYS[i][0]}?',
                    f'What is the day {"after" if k == "dnext" else "before"} {DAYS[i][0]}?',
                ]
            )
            if E
            else (
                r.choice(
                    [f'Jaký den je po {DLOC[i]}?', f'Který den následuje po {DLOC[i]}?', f'Co je za den po {DLOC[i]}?']
                )
                if k == 'dnext'
                else r.choice(
                    [
                        f'Jaký den je před {DINS[i]}?',
                        f'Který den je před {DINS[i]}?',
                    ]
                )
            )
        )
        a = (
            f'{DAYS[n][0]} comes {"after" if k == "dnext" else "before"} {DAYS[i][0]}.'
            if A
            else (f'Po {DLOC[i]} je {DAYS[n][1]}.' if k == 'dnext' else f'Před {DINS[i]} je {DAYS[n][1]}.')
        )
        sh = DAYS[n][0 if A else 1]
    elif k == 'today':
        d = r.choice([1, 1, 2, -1, 3])
        n = (i + d) % 7
        wq = {1: 'tomorrow', 2: 'the day after tomorrow', -1: 'yesterday', 3: 'in three days'}[d]
        wc = {1: 'zítra', 2: 'pozítří', -1: 'včera', 3: 'za tři dny'}[d]
        q = (
            (
                f'If today is {DAYS[i][0]}, what day {"was" if d < 0 else "is"} {wq}?'
                if r.random() < 0.6
                else f'Today is {DAYS[i][0]}. What day {"was" if d < 0 else "is"} {wq}?'
            )
            if E
            else r.choice(
                [
                    f'Dnes je {DAYS[i][1]}. Co {"bylo" if d < 0 else "bude"} {wc}?',
                    f'Když je dnes {DAYS[i][1]}, jaký den {"byl" if d < 0 else "bude"} {wc}?',
                ]
            )
        )
        a = (
            f'{cap(wq)} {"was" if d < 0 else "is"} {DAYS[n][0]}.'
            if A
            else f'{cap(wc)} {"bylo" if d < 0 and n in (0, 1) else ("byla" if n in (2, 5, 6) else "byl") if d < 0 else "bude"} {DAYS[n][1]}.'
        )
        sh = DAYS[n][0 if A else 1]
    elif k in ('mnext', 'mprev'):
        n = (j + (1 if k == 'mnext' else -1)) % 12
        q = (
            r.choice(
                [
                    f'What month comes {"after" if k == "mnext" else "before"} {MONTHS[j][0]}?',
                    f'Which month is {"after" if k == "mnext" else "before"} {MONTHS[j][0]}?',
                ]
            )
            if E
            else (
                r.choice([f'Jaký měsíc je po {MONTHS[j][5]}?', f'Který měsíc následuje po {MONTHS[j][5]}?'])
                if k == 'mnext'
                else r.choice([f'Jaký měsíc je před {MONTHS[j][6]}?', f'Který měsíc je před {MONTHS[j][6]}?'])
            )
        )
        a = (
            f'{MONTHS[n][0]} comes {"after" if k == "mnext" else "before"} {MONTHS[j][0]}.'
            if A
            else (
                f'Po {MONTHS[j][5]} je {MONTHS[n][1]}.' if k == 'mnext' else f'Před {MONTHS[j][6]} je {MONTHS[n][1]}.'
            )
        )
        sh = MONTHS[n][0 if A else 1]
    elif k == 'mdays':
        q = (
            r.choice(
                [
                    f'How many days does {MONTHS[j][0]} have?',
                    f'How many days are in {MONTHS[j][0]}?',
                    f'How long is {MONTHS[j][0]}?',
                    f'Number of days in {MONTHS[j][0]}?',
                    f'{MONTHS[j][0]} has how many days?',
                    f'How many days has {MONTHS[j][0]}?',
                ]
            )
            if E
            else r.choice(
                [
                    f'Kolik dní má {MONTHS[j][1]}?',
                    f'Kolik má {MONTHS[j][1]} dní?',
                    f'Kolik dnů má {MONTHS[j][1]}?',
                    f'Kolik má {MONTHS[j][1]} dnů?',
                    f'Kolik dní je v {MONTHS[j][5]}?',
                    f'{cap(MONTHS[j][1])} má kolik dní?',
                ]
            )
        )
        a = (
            (f'{MONTHS[j][0]} has {MONTHS[j][2]} days' + (', or 29 in a leap year.' if j == 1 else '.'))
            if A
            else (f'{cap(MONTHS[j][1])} má {MONTHS[j][2]} dní' + (', v přestupném roce 29.' if j == 1 else '.'))
        )
        sh = MONTHS[j][2]
    elif k == 'mnum':
        ORD = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split()
        OC = 'první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý'.split()
        q = (
            r.choice(
                [
                    f'What is the {ORD[j]} month of the year?',
                    f'Which month is the {ORD[j]}?',
                    f'What is month number {j + 1}?',
                ]
            )
            if E
            else r.choice(
                [f'Jaký je {OC[j]} měsíc v roce?', f'Který měsíc je {OC[j]}?', f'Jaký je {j + 1}. měsíc roku?']
            )
        )
        a = f'The {ORD[j]} month is {MONTHS[j][0]}.' if A else f'{cap(OC[j])} měsíc je {MONTHS[j][1]}.'
        sh = MONTHS[j][0 if A else 1]
    elif k == 'season':
        q = (
            r.choice(
                [
                    f'What season is {MONTHS[j][0]} in?',
                    f'In which season is {MONTHS[j][0]}?',
                    f'Which season is it in {MONTHS[j][0]}?',
                ]
            )
            if E
            else r.choice(
                [
                    f'Jaké roční období je v {MONTHS[j][5]}?' if j != 0 else 'Jaké roční období je v lednu?',
                    f'Do kterého ročního období patří {MONTHS[j][1]}?',
                ]
            )
        )
        a = (
            f'In {MONTHS[j][0]} it is {MONTHS[j][3]} (in the northern hemisphere).'
            if A
            else f'{cap(MONTHS[j][1])}: je {MONTHS[j][4]}.'
        )
        sh = MONTHS[j][3 if A else 4]
    elif k == 'nmon':
        q = (
            r.choice(['How many months are in a year?', 'How many months does a year have?'])
            if E
            else r.choice(['Kolik měsíců má rok?', 'Kolik je měsíců v roce?'])
        )
        a = 'A year has 12 months.' if A else 'Rok má 12 měsíců.'
        sh = '12'
    elif k == 'days':
        q = (
            r.choice(
                [
                    'What are the days of the week?',
                    'List the days of the week.',
                    'Name the seven days.',
                    'days of the week',
                ]
            )
            if E
            else r.choice(['Jaké jsou dny v týdnu?', 'Vyjmenuj dny v týdnu.', 'Napiš dny týdne.'])
        )
        a = ', '.join(d[0 if A else 1] for d in DAYS) + '.'
        a = cap(a)
    elif k == 'months':
        q = (
            r.choice(['What are the months of the year?', 'List the months.', 'Name all twelve months.'])
            if E
            else r.choice(['Jaké jsou měsíce v roce?', 'Vyjmenuj měsíce.', 'Napiš všechny měsíce.'])
        )
        a = cap(', '.join(d[0 if A else 1] for d in MONTHS) + '.')
    elif k == 'seasons':
        q = (
            r.choice(['What are the four seasons?', 'Name the seasons.', 'How many seasons are there?'])
            if E
            else r.choice(['Jaká jsou roční období?', 'Vyjmenuj roční období.', 'Kolik je ročních období?'])
        )
        a = (
            'There are four seasons: spring, summer, autumn and winter.'
            if A
            else 'Roční období jsou čtyři: jaro, léto, podzim a zima.'
        )
    elif k == 'first':
        q = (
            r.choice(['What is the first day of the week?', 'Which day is the first of the week?'])
            if E
            else r.choice(['Jaký je první den v týdnu?', 'Který den je v týdnu první?'])
        )
        a = 'In Europe the week begins on Monday.' if A else 'Týden začíná pondělím.'
        sh = 'Monday' if A else 'pondělí'
    elif k == 'sm':
        q = (
            r.choice(['Which month is the shortest?', 'What is the shortest month?'])
            if E
            else r.choice(['Který měsíc je nejkratší?', 'Jaký měsíc je nejkratší?'])
        )
        a = 'The shortest month is February.' if A else 'Nejkratší měsíc je únor.'
        sh = 'February' if A else 'únor'
    elif k == 'weekend':
        q = (
            r.choice(['Which days are the weekend?', 'What days make the weekend?'])
            if E
            else r.choice(['Které dny jsou víkend?', 'Co je víkend?'])
        )
        a = 'The weekend is Saturday and Sunday.' if A else 'Víkend je sobota a neděle.'
    else:
        q, a, sh = (
            r.choice(
                [
                    ('When is Christmas?', 'Christmas Day is on 25 December.', '25 December'),
                    ('When is New Year?', "New Year's Day is on 1 January.", '1 January'),
                    ('When is Halloween?', 'Halloween is on 31 October.', '31 October'),
                ]
            )
            if E
            else r.choice(
                [
                    ('Kdy jsou Vánoce?', 'Štědrý den je 24. prosince.', '24. prosince'),
                    ('Kdy je Nový rok?', 'Nový rok je 1. ledna.', '1. ledna'),
                    ('Kdy je Silvestr?', 'Silvestr je 31. prosince.', '31. prosince'),
                    ('Kdy je Mikuláš?', 'Mikuláš chodí 5. prosince večer.', '5. prosince'),
                ]
            )
        )
    return Item(ql, q, a, short=sh)


@domain('sums', 5)
def sums(r, ql, al):
    E, A = ql == 'en', al == 'en'
    k = r.choice(['sqrt', 'pow', 'fact', 'prec', 'prec', 'paren', 'neg', 'miles', 'share', 'avg', 'big'])
    if k == 'sqrt':
        n = r.randint(1, 15)
        q = r.choice(
            [f'What is the square root of {n * n}?', f'Square root of {n * n}?', f'sqrt({n * n})', f'√{n * n}']
            if E
            else [f'Kolik je odmocnina z {n * n}?', f'Odmocnina z {n * n}?', f'Druhá odmocnina z {n * n}?', f'√{n * n}']
        )
        return Item(ql, q, f'√{n * n} = {n}', short=str(n), think=f'{n} × {n} = {n * n}.')
    if k == 'pow':
        b, e = r.choice(
            [
                (2, r.randint(0, 12)),
                (3, r.randint(0, 5)),
                (10, r.randint(0, 6)),
                (5, r.randint(0, 4)),
                (4, r.randint(0, 4)),
            ]
        )
        v = b**e
        q = r.choice(
            [f'{b}^{e}', f'What is {b} to the power of {e}?', f'{b}**{e}', f'What is {b}^{e}?']
            if E
            else [f'{b}^{e}', f'Kolik je {b} na {e}?', f'{b}**{e}', f'Kolik je {b}^{e}?']
        )
        return Item(ql, q, f'{b}^{e} = {v}', short=str(v))
    if k == 'fact':
        n = r.randint(0, 7)
        v = math.factorial(n)
        q = r.choice(
            [f'What is {n} factorial?', f'{n}!', f"What's {n}!?"]
            if E
            else [f'Kolik je faktoriál čísla {n}?', f'{n}!', f'Kolik je {n}!?']
        )
        return Item(
            ql,
            q,
            f'{n}! = {v}',
            short=str(v),
            think=' × '.join(str(i) for i in range(1, n + 1)) + f' = {v}.' if n else '0! = 1.',
        )
    if k in ('prec', 'paren'):
        a, b, c = r.randint(1, 12), r.randint(1, 9), r.randint(1, 9)
        o = r.choice('+-')
        t = r.choice(['*', '×'])
        if k == 'prec':
            e = f'{a} {o} {b} {t} {c}' if r.random() < 0.6 else f'{b} {t} {c} {o} {a}'
        else:
            e = f'({a} {o} {b}) {t} {c}'
        v = eval(e.replace('×', '*'))
        if r.random() < 0.3:
            e2 = (
                e.replace('*', '×')
                .replace('×', 'times' if E else 'krát')
                .replace(' + ', ' plus ')
                .replace(' - ', ' minus ')
                if k == 'prec'
                else e
            )
        else:
            e2 = e if r.random() < 0.6 else e.replace(' ', '')
        q = r.choice(Q[ql]).format(e2)
        mid = f'{b} × {c} = {b * c}' if k == 'prec' else f'{a} {o} {b} = {a + b if o == "+" else a - b}'
        return Item(
            ql,
            cap(q),
            f'{mid}, {"so" if A else "takže"} {e.replace("*", "×")} = {v}',
            short=str(v),
            think=mid + f', {"then" if A else "pak"} {v}.',
        )
    if k == 'neg':
        a, b = r.randint(1, 20), r.randint(1, 20)
        e, v = r.choice([(f'-{a} + {b}', b - a), (f'{a} - {a + b}', -b), (f'-{a} - {b}', -a - b)])
        return Item(ql, cap(r.choice(Q[ql]).format(e)), f'{e} = {v}', short=str(v))
    if k == 'miles':
        n = r.choice([1, 2, 5, 10, 100])
        return Item(
            ql,
            r.choice(
                [f'Convert {n} miles to kilometres.', f'How many kilometres is {n} miles?']
                if E
                else [f'Kolik kilometrů je {n} mil?', f'Převeď {n} mil na kilometry.']
            ),
            f'{n} × 1.609 = {round(n * 1.609, 3):g} km.'
            if A
            else f'{n} × 1,609 = {str(round(n * 1.609, 3)).rstrip("0").rstrip(".").replace(".", ",")} km.',
        )
    if k == 'avg':
        l = [r.randint(1, 20) for _ in range(r.choice([2, 2, 3]))]
        d = len(l)
        l[-1] += (-sum(l)) % d
        v = sum(l) // d
        js = ', '.join(map(str, l))
        return Item(
            ql,
            r.choice(
                [f'What is the average of {js}?', f'Average of {js}?']
                if E
                else [f'Jaký je průměr čísel {js}?', f'Průměr {js}?']
            ),
            f'({" + ".join(map(str, l))}) ÷ {d} = {v}',
            short=str(v),
            think=f'{" + ".join(map(str, l))} = {sum(l)}, {sum(l)} ÷ {d} = {v}.',
        )
    if k == 'share':
        a, b = r.randint(5, 60), r.randint(2, 9)
        return Item(
            ql,
            r.choice(
                [f'What is {a} mod {b}?', f'What is the remainder of {a} divided by {b}?']
                if E
                else [f'Jaký je zbytek po dělení {a} číslem {b}?', f'Kolik je {a} mod {b}?']
            ),
            f'{a} = {a // b} × {b} + {a % b}, {"so the remainder is" if A else "zbytek je tedy"} {a % b}.',
            short=str(a % b),
        )
    a, b = r.randint(1, 99) * 100, r.randint(1, 99) * 100
    return Item(ql, cap(r.choice(Q[ql]).format(f'{a} + {b}')), f'{a} + {b} = {a + b}', short=str(a + b))


U = rows("""
týden|dva týdny|tři týdny|čtyři týdny|pět týdnů|dní|7|week|weeks|days
hodina|dvě hodiny|tři hodiny|čtyři hodiny|pět hodin|minut|60|hour|hours|minutes
minuta|dvě minuty|tři minuty|čtyři minuty|pět minut|sekund|60|minute|minutes|seconds
den|dva dny|tři dny|čtyři dny|pět dní|hodin|24|day|days|hours
rok|dva roky|tři roky|čtyři roky|pět let|měsíců|12|year|years|months
kilometr|dva kilometry|tři kilometry|čtyři kilometry|pět kilometrů|metrů|1000|kilometre|kilometres|metres
metr|dva metry|tři metry|čtyři metry|pět metrů|centimetrů|100|metre|metres|centimetres
kilogram|dva kilogramy|tři kilogramy|čtyři kilogramy|pět kilogramů|gramů|1000|kilogram|kilograms|grams
litr|dva litry|tři litry|čtyři litry|pět litrů|mililitrů|1000|litre|litres|millilitres
""")


@domain('units2', 3)
def units2(r, ql, al):
    x = r.choice(U)
    k = r.randint(1, 5)
    nn = int(x[6])
    v = k * nn
    cs = x[k - 1]
    E = ql == 'en'
    w = ['one', 'two', 'three', 'four', 'five'][k - 1]
    en = f'{w} {x[7] if k == 1 else x[8]}'
    csd = cs if r.random() < 0.6 else str(k) + ' ' + (cs.split()[1] if k > 1 else cs)
    if not E and k == 1:
        csd = cs
    q = (
        r.choice(
            [
                f'How many {x[9]} are in {en}?',
                f'How many {x[9]} are there in {en}?',
                f'{cap(en)} is how many {x[9]}?',
                f'How many {x[9]} make {en}?',
                f'{cap(en)} in {x[9]}',
                f'How many {x[9]} do {en} have?',
            ]
        )
        if E
        else r.choice(
            [
                f'Kolik {x[5]} {"má" if k in (1, 5) else "mají"} {csd}?',
                f'Kolik {x[5]} {"je" if k in (1, 5) else "jsou"} {csd}?',
                f'{cap(csd)} je kolik {x[5]}?',
                f'Kolik {x[5]} je {csd}?',
            ]
        )
    )
    return Item(
        ql,
        q,
        (
            f'{cap(en)} {"is" if k == 1 else "are"} {v} {x[9]}.'
            if al == 'en'
            else f'{cap(cs)} {"má" if k in (1, 5) else "mají"} {v} {x[5]}.'
        ),
        short=str(v),
        think=f'{k} × {nn} = {v}.',
    )


@domain('told', 4)
def told(r, ql, al):
    """Sums told in other ways than a formula."""
    op = r.choice('+-*/')
    a, b = pair(r, op)
    v = val(a, op, b)
    E = ql == 'en'
    q = (
        {
            '+': [
                f'What do I get if I add {a} and {b}?',
                f'If I add {b} to {a}, what is it?',
                f'{a} and {b} together make how much?',
                f'What is {a} increased by {b}?',
                f'Add {a} and {b} for me.',
                f'Could you add {a} and {b}?',
                f'{a} plus {b} equals what?',
            ],
            '-': [
                f'What do I get if I subtract {b} from {a}?',
                f'What is left when I take {b} from {a}?',
                f'{a} take away {b}',
                f'Could you calculate {a} minus {b}?',
                f'What is {a} reduced by {b}?',
                f'{a} minus {b} equals what?',
            ],
            '*': [
                f'What do I get if I multiply {a} by {b}?',
                f'{a} times {b} equals what?',
                f'How much is {a} multiplied with {b}?',
                f'Could you multiply {a} and {b}?',
            ],
            '/': [
                f'What do I get if I divide {a} by {b}?',
                f'How many times does {b} go into {a}?',
                f'{a} divided by {b} equals what?',
                f'Could you divide {a} by {b}?',
            ],
        }[op]
        if E
        else {
            '+': [
                f'Kolik dostanu, když sečtu {a} a {b}?',
                f'Když k {a} přičtu {b}, kolik to bude?',
                f'Kolik je dohromady {a} a {b}?',
                f'O kolik to bude, {a} zvětšené o {b}?',
                f'Sečti mi {a} a {b}.',
            ],
            '-': [
                f'Kolik dostanu, když od {a} odečtu {b}?',
                f'Kolik zbude, když z {a} vezmu {b}?',
                f'Když od {a} odeberu {b}, kolik zůstane?',
                f'Odečti mi {b} od {a}.',
            ],
            '*': [
                f'Kolik dostanu, když vynásobím {a} a {b}?',
                f'Vynásob mi {a} a {b}.',
                f'Kolik je {a} násobeno {b}?',
                f'Když vezmu {a} {b}krát, kolik to je?',
            ],
            '/': [
                f'Kolik dostanu, když vydělím {a} číslem {b}?',
                f'Když {a} vydělím {b}, kolik to je?',
                f'Kolikrát se {b} vejde do {a}?',
                f'Vyděl mi {a} a {b}.',
            ],
        }[op]
    )
    return Item(ql, r.choice(q), fmt(r, a, op, b, al), short=str(v), think=think(r, a, op, b, al))
