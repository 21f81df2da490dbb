"""Sums and words in steps that are small enough: products by parts, percentages by tens and ones, letters counted one by one."""

from core import *
import maths, textwork, vocab

# ---------- products and percentages ----------
TIMES = {
    'en': ['What is {x} × {y}?', '{x} * {y}', '{x} x {y} = ?', 'How much is {x} times {y}?', 'Multiply {x} by {y}.', '{x} times {y}', 'Compute {x} × {y}.', 'What do you get when you multiply {x} and {y}?', 'What is the product of {x} and {y}?', 'Calculate {x}*{y}', 'What does {x} times {y} make?', '{x} multiplied by {y}?'],
    'cs': ['Kolik je {x} × {y}?', '{x} * {y}', '{x} x {y} = ?', 'Kolik je {x} krát {y}?', 'Vynásob {x} a {y}.', '{x} krát {y}', 'Spočítej {x} × {y}.', 'Jaký je součin {x} a {y}?', 'Kolik dostanu, když vynásobím {x} a {y}?', 'Vypočítej {x}*{y}', 'Vynásob {x} číslem {y}.', '{x}krát {y} je kolik?'],
}


def product(r, l):
    """Two digits times two, or three times one: by tens and ones, then the sum."""
    if r.random() < 0.7:
        x, y = r.randint(11, 99), r.randint(11, 99)
        if y % 10 == 0:
            return Item(l, r.choice(TIMES[l]).format(x=x, y=y), f'{x} × {y} = {x * y}', short=str(x * y))
        t, o = y - y % 10, y % 10
        steps = f'{x} × {t} = {x * t}, {x} × {o} = {x * o}, {x * t} + {x * o} = {x * y}'
    else:
        x, y = r.randint(101, 999), r.randint(2, 9)
        h, rest = x - x % 100, x % 100
        if rest == 0:
            return Item(l, r.choice(TIMES[l]).format(x=x, y=y), f'{x} × {y} = {x * y}', short=str(x * y))
        steps = f'{h} × {y} = {h * y}, {rest} × {y} = {rest * y}, {h * y} + {rest * y} = {x * y}'
        if r.random() < 0.3:
            return Item(l, r.choice(TIMES[l]).format(x=y, y=x), steps + f'. {y} × {x} = {x * y}', short=str(x * y))
    return Item(l, r.choice(TIMES[l]).format(x=x, y=y), steps + f'. {x} × {y} = {x * y}', short=str(x * y))


PERCENT = {
    'en': ['What is {p}% of {n}?', '{p}% of {n}', 'How much is {p} percent of {n}?', '{p} % of {n}?', 'Calculate {p}% of {n}.', '{p} percent of {n}?', 'What does {p}% of {n} make?', 'Of {n}, {p}% is how much?', 'How much is {p}% out of {n}?', 'Give me {p}% of {n}.'],
    'cs': ['Kolik je {p} % z {n}?', '{p} % z {n}', 'Kolik je {p} procent z {n}?', '{p}% z {n}?', 'Spočítej {p} % z {n}.', '{p} procent z {n}', 'Kolik dělá {p} % z {n}?', 'Z {n} je {p} % kolik?', 'Kolik je {p}% z čísla {n}?', 'Vypočítej {p} procent z {n}.'],
}
OFF = {
    'en': ['A coat costs {n} crowns and is {p}% off. What is the discount?', 'There is a discount of {p}% on {n} crowns. How much do I save?', 'I tip {p}% on a bill of {n}. How much is the tip?', '{p}% of the {n} people are children. How many children?'],
    'cs': ['Kabát stojí {n} korun a je na něj sleva {p} %. Kolik ušetřím?', 'Sleva je {p} % z {n} korun. Kolik to je?', 'Dám spropitné {p} % z účtu {n} korun. Kolik to je?', '{p} % z {n} lidí jsou děti. Kolik je dětí?'],
}


def share(n, p, l):
    v = n * p / 100
    s = f'{v:.2f}'.rstrip('0').rstrip('.')
    return s if l == 'en' else s.replace('.', ',')


def percent(r, l):
    """By one percent or ten, so that an answer that is not whole comes out too."""
    n = r.choice([r.randint(1, 40) * 10, r.randint(1, 20) * 100, r.randint(11, 300), r.randint(2, 60) * 5])
    p = r.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 15, 20, 25, 30, 35, 40, 45, 60, 70, 75, 80, 90])
    if n % 100 == 0 or (p in (1, 5, 10, 20, 25) and n * p % 100 == 0):
        n += 5 if r.random() < 0.5 else r.randint(1, 9)
    of = (lambda k: f'{k}% of {n} is {share(n, k, l)}') if l == 'en' else (lambda k: f'{k} % z {n} je {share(n, k, l)}')
    if p in (10, 1, 25):
        a = of(p) + '.'
    elif p == 75:
        a = f'{of(25)}, {of(75)}.'
    elif p % 10 == 0:
        a = f'{of(10)}, {of(p)}.'
    elif p > 10 and p % 10 == 5:
        a = f'{of(10)}, {of(5)}, {of(p)}.' if p == 15 else f'{of(p - 5)}, {of(5)}, {of(p)}.'
    elif p == 5:
        a = f'{of(10)}, {of(5)}.'
    else:
        a = f'{of(1)}, {of(p)}.'
    q = r.choice(OFF[l] if r.random() < 0.15 and n * p % 100 == 0 else PERCENT[l]).format(p=p, n=n)
    return Item(l, q, a, short=share(n, p, l))


SUM = {'en': ['What is {x} + {y}?', '{x} + {y}', '{x}+{y}=', 'Add {x} and {y}.', 'How much is {x} plus {y}?', 'The sum of {x} and {y}?', '{x} plus {y}', 'Compute {x} + {y}.', 'What do {x} and {y} make together?'], 'cs': ['Kolik je {x} + {y}?', '{x} + {y}', '{x}+{y}=', 'Sečti {x} a {y}.', 'Kolik je {x} plus {y}?', 'Jaký je součet {x} a {y}?', '{x} plus {y}', 'Spočítej {x} + {y}.', 'Kolik dá dohromady {x} a {y}?']}
DIFFERENCE = {'en': ['What is {x} - {y}?', '{x} - {y}', '{x}-{y}=', 'Subtract {y} from {x}.', 'How much is {x} minus {y}?', 'The difference of {x} and {y}?', '{x} minus {y}', 'Take {y} away from {x}.', 'What remains of {x} without {y}?'], 'cs': ['Kolik je {x} - {y}?', '{x} - {y}', '{x}-{y}=', 'Odečti {y} od {x}.', 'Kolik je {x} mínus {y}?', 'Jaký je rozdíl {x} a {y}?', '{x} minus {y}', 'Uber od {x} číslo {y}.', 'Kolik zbude z {x}, když uberu {y}?']}


def long_sum(r, l):
    """Four digits, and three."""
    x, y = r.randint(1000, 9999), r.choice([r.randint(1000, 9999), r.randint(100, 999), r.randint(1000, 4999)])
    if r.random() < 0.3:
        x, y = r.randint(100, 999), r.randint(100, 999)
    if r.random() < 0.3:
        x, y = x // 10 * 10, y // 10 * 10
    if r.random() < 0.5:
        return Item(l, r.choice(SUM[l]).format(x=x, y=y), f'{x} + {y} = {x + y}', short=str(x + y))
    x, y = max(x, y), min(x, y)
    return Item(l, r.choice(DIFFERENCE[l]).format(x=x, y=y), f'{x} - {y} = {x - y}', short=str(x - y))


FIT = {'en': ['How many times does {b} go into {a}?', 'How often does {b} fit into {a}?', 'How many times is {b} in {a}?', '{b} goes into {a} how many times?'], 'cs': ['Kolikrát se vejde {b} do {a}?', 'Kolikrát je {b} v {a}?', 'Kolikrát se {b} vejde do čísla {a}?', '{b} se do {a} vejde kolikrát?']}
REST = {'en': ['What is {c} divided by {b}, with the remainder?', 'What is the remainder of {c} divided by {b}?', 'What remains when I divide {c} by {b}?', 'Remainder of {c} / {b}?'], 'cs': ['Kolik je {c} děleno {b} a jaký je zbytek?', 'Jaký je zbytek po dělení {c} číslem {b}?', 'Co zbude, když vydělím {c} číslem {b}?', 'Zbytek po dělení {c} : {b}?']}
PARTS = {(2, 3): ('two thirds', 'dvě třetiny'), (3, 4): ('three quarters', 'tři čtvrtiny'), (2, 5): ('two fifths', 'dvě pětiny'), (3, 5): ('three fifths', 'tři pětiny'), (4, 5): ('four fifths', 'čtyři pětiny')}


def dividing(r, l):
    k = r.choice(['fit', 'fit', 'rest', 'parts', 'parts', 'average', 'parity', 'parity', 'minutes'])
    b, v = r.randint(2, 12), r.randint(2, 12)
    a = b * v
    E = l == 'en'
    if k == 'fit':
        return Item(l, r.choice(FIT[l]).format(a=a, b=b), f'{a} ÷ {b} = {v}, ' + (f'so {v} times.' if E else f'tedy {v}krát.'), short=str(v))
    if k == 'rest':
        rest = r.randrange(b)
        c = a + rest
        return Item(l, r.choice(REST[l]).format(c=c, b=b), f'{b} × {v} = {a}, {c} - {a} = {rest}. ' + (f'The remainder is {rest}.' if E else f'Zbytek je {rest}.'), short=str(rest))
    if k == 'parts':
        (u, d), w = r.choice(list(PARTS.items()))
        n = d * r.randint(2, 20)
        x = r.choice([f'{u}/{d}', w[0 if E else 1]])
        q = r.choice([f'{cap(x)} of {n}', f'What is {x} of {n}?', f'How much is {x} of {n}?'] if E else [f'{cap(x)} z {n}', f'Kolik jsou {x} z {n}?' if '/' not in x else f'Kolik je {x} z {n}?', f'Spočítej {x} z {n}.'])
        return Item(l, q, f'{n} ÷ {d} = {n // d}, {u} × {n // d} = {u * n // d}', short=str(u * n // d))
    if k == 'average':
        x, y = r.randint(1, 40), r.randint(1, 40)
        y += (x + y) % 2
        q = r.choice([f'What is the average of {x} and {y}?', f'Average of {x} and {y}?', f'The mean of {x} and {y}?'] if E else [f'Jaký je průměr čísel {x} a {y}?', f'Průměr {x} a {y}?', f'Spočítej průměr {x} a {y}.'])
        return Item(l, q, f'{x} + {y} = {x + y}, {x + y} ÷ 2 = {(x + y) // 2}', short=str((x + y) // 2))
    if k == 'minutes':
        n = r.randint(2, 9)
        big, small, per, bc, sc = r.choice([('hours', 'minutes', 60, 'hodin', 'minut'), ('minutes', 'seconds', 60, 'minut', 'sekund'), ('days', 'hours', 24, 'dní', 'hodin'), ('weeks', 'days', 7, 'týdnů', 'dní'), ('years', 'months', 12, 'let', 'měsíců')])
        c = n * per
        q = r.choice([f'{c} {small} are how many {big}?', f'How many {big} are {c} {small}?', f'Convert {c} {small} to {big}.', f'{c} {small} in {big}?'] if E else [f'{c} {sc} je kolik {bc}?', f'Kolik {bc} je {c} {sc}?', f'{c} {sc} jsou kolik {bc}?', f'Převeď {c} {sc} na {"hodiny" if bc == "hodin" else "minuty" if bc == "minut" else "dny" if bc == "dní" else "týdny" if bc == "týdnů" else "roky"}.'])
        return Item(l, q, f'{c} ÷ {per} = {n}, ' + (f'so {n} {big}.' if E else f'tedy {n}.'), short=str(n))
    n = r.randint(1, 200)
    odd, ask_odd = n % 2 == 1, r.random() < 0.5
    q = r.choice([f'Is {n} {"odd" if ask_odd else "even"}?', f'Is {n} an {"odd" if ask_odd else "even"} number?', f'Is the number {n} {"odd" if ask_odd else "even"}?', f'Is {n} odd or even?'] if E else [f'Je {n} {"liché" if ask_odd else "sudé"}?', f'Je {n} {"liché" if ask_odd else "sudé"} číslo?', f'Je číslo {n} {"liché" if ask_odd else "sudé"}?', f'Je {n} sudé, nebo liché?'])
    word = ('odd' if odd else 'even') if E else ('liché' if odd else 'sudé')
    if 'or even' in q or 'nebo liché' in q:
        return Item(l, q, f'{n} is {word}.' if E else f'{n} je {word}.', short=word)
    yes = odd == ask_odd
    a = f'{n} is {word}, so {"yes" if yes else "no"}.' if E else f'{n} je {word}, takže {"ano" if yes else "ne"}.'
    return Item(l, q, a, short=('Yes' if yes else 'No') if E else ('Ano' if yes else 'Ne'))


@domain('steps', 20)
def steps(r, l):
    it = r.choices([product, percent, long_sum, dividing], [6, 6, 4, 5])[0](r, l)
    return it


# ---------- one letter after the other ----------
ENDINGS = {'en': 'tion ness ing ment able ity ous ist ful ship ence graph logy'.split(), 'cs': 'ost ová telka nice ství ování ický ně ující tko ánek árna itel'.split()}
NTH = {'en': 'first second third fourth fifth sixth'.split(), 'cs': 'první druhé třetí čtvrté páté šesté'.split()}
WORDS = {'en': [w for w in textwork.ENW if len(w) > 3], 'cs': [w for w in textwork.CSW if len(w) > 3]}


def word(r, l):
    """A word of the dictionary, or a long one that is copied letter by letter all the more."""
    w = r.choice(WORDS[l])
    m = r.random()
    if m < 0.2:
        return w + r.choice(ENDINGS[l])
    if m < 0.35:
        return w + r.choice(WORDS[l])
    return w


def spelled(w):
    return '-'.join(w)


def letter_by_letter(r, l):
    w, E = word(r, l), l == 'en'
    s = r.choice([f'"{w}"', w] if E else [f'„{w}“', w])
    k = r.choice(['spell', 'spell', 'turn', 'turn', 'nth', 'nth', 'count', 'count', 'many', 'many', 'thrice'])
    if k == 'spell':
        q = r.choice([f'Spell {s}.', f'Spell the word {s}.', f'How do you spell {s}?', f'Can you spell {s}?', f'Write {s} letter by letter.', f'Spell {s} with hyphens.', f'{cap(w)}: how is it spelled?'] if E else [f'Hláskuj {s}.', f'Vyhláskuj slovo {s}.', f'Jak se hláskuje {s}?', f'Napiš slovo {s} po písmenech.', f'Rozlož slovo {s} na písmena.', f'Písmeno po písmenu: {s}', f'Přehláskuj mi slovo {s}.'])
        return Item(l, q, spelled(w), short=spelled(w), noise=False)
    if k == 'turn':
        q = r.choice([f'Write {s} backwards.', f'Reverse the word {s}.', f'Spell {s} backwards.', f'What is {s} backwards?', f'{cap(w)} backwards?', f'Turn the word {s} around.', f'Reverse {s}'] if E else [f'Napiš slovo {s} pozpátku.', f'Otoč slovo {s}.', f'Jak je {s} pozpátku?', f'{cap(w)} pozpátku?', f'Obrať slovo {s}.', f'Napiš {s} odzadu.', f'Přečti {s} odzadu.'])
        return Item(l, q, f'{spelled(w)} → {spelled(w[::-1])}: {w[::-1]}', short=w[::-1], noise=False)
    if k == 'nth':
        i = r.randrange(1, min(6, len(w)))
        q = r.choice([f'What is the {NTH["en"][i]} letter of {s}?', f'Which letter is the {NTH["en"][i]} in {s}?', f'{cap(NTH["en"][i])} letter of {s}?', f'Tell me letter number {i + 1} of {s}.'] if E else [f'Jaké je {NTH["cs"][i]} písmeno slova {s}?', f'Které písmeno je {NTH["cs"][i]} ve slově {s}?', f'{cap(NTH["cs"][i])} písmeno slova {s}?', f'Řekni mi {i + 1}. písmeno slova {s}.'])
        a = ' '.join(f'{c} ({n})' for n, c in enumerate(w[: i + 1], 1))
        return Item(l, q, a + (f'. It is "{w[i]}".' if E else f'. Je to „{w[i]}“.'), short=w[i], noise=False)
    if k == 'thrice':
        n, t = r.choice([(2, ('twice', 'dvakrát')), (3, ('three times', 'třikrát')), (4, ('four times', 'čtyřikrát')), (5, ('five times', 'pětkrát'))])
        q = r.choice([f'Write the word {s} {t[0]}.', f'Say {s} {t[0]}.', f'Repeat {s} {t[0]}.', f'{cap(t[0])} {s}, please.'] if E else [f'Napiš slovo {s} {t[1]}.', f'Řekni {s} {t[1]}.', f'Zopakuj {s} {t[1]}.', f'{cap(t[1])} {s}, prosím.'])
        a = ' '.join([w] * n)
        return Item(l, q, a, short=a, noise=False)
    if k == 'count':
        q = r.choice([f'How many letters does {s} have?', f'How many letters are in {s}?', f'Count the letters in {s}.', f'{cap(w)} has how many letters?', f'How long is the word {s}, in letters?'] if E else [f'Kolik písmen má slovo {s}?', f'Kolik písmen je ve slově {s}?', f'Spočítej písmena ve slově {s}.', f'{cap(w)} má kolik písmen?', f'Jak dlouhé je slovo {s}, kolik písmen?'])
        n = len(w)
        many = 'písmena' if n < 5 else 'písmen'
        a = f'The word "{w}" ({spelled(w)}) has {n} letters.' if E else f'Slovo „{w}“ ({spelled(w)}) má {n} {many}.'
        return Item(l, q, a, short=str(n), noise=False)
    c = r.choice(w) if r.random() < 0.8 else r.choice('aeioukrst')
    n = w.count(c)
    q = r.choice([f'How many times is {c} in {s}?', f'How many "{c}" are in {s}?', f'How many {c}\'s are in the word {s}?', f'Count the letter {c} in {s}.', f'How often does the letter {c} occur in {s}?'] if E else [f'Kolikrát je {c} ve slově {s}?', f'Kolik písmen {c} je ve slově {s}?', f'Kolikrát se písmeno {c} vyskytuje ve slově {s}?', f'Spočítej písmeno {c} ve slově {s}.'])
    marked = '-'.join(f'{x}({w[: i + 1].count(c)})' if x == c else x for i, x in enumerate(w))
    a = f'{marked}: the letter {c} is there {n}×.' if E else f'{marked}: písmeno {c} je tam {n}×.'
    return Item(l, q, a, short=str(n), noise=False)


ABC = {'en': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'cs': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'}


def alphabet(r, l):
    """The letter before or after; none after Z and none before A."""
    E, i, after = l == 'en', r.randrange(26), r.random() < 0.65
    if r.random() < 0.12:
        i, after = (25, True) if r.random() < 0.7 else (0, False)
    x = ABC[l][i] if r.random() < 0.7 else ABC[l][i].lower()
    q = r.choice([f'Which letter comes {"after" if after else "before"} {x}?', f'What letter {"follows" if after else "precedes"} {x}?', f'What comes {"after" if after else "before"} {x} in the alphabet?', f'The letter {"after" if after else "before"} {x}?', f'Which letter stands right {"behind" if after else "before"} {x}?'] if E else [f'Které písmeno je {"po" if after else "před"} {x}?', f'Jaké písmeno {"následuje po" if after else "předchází"} {x}?', f'Které písmeno je v abecedě {"po" if after else "před"} {x}?', f'Co je v abecedě {"za" if after else "před"} {x}?', f'Písmeno {"za" if after else "před"} {x}?'])
    if (i == 25 and after) or (i == 0 and not after):
        return Item(l, q, (f'There is no letter {"after Z: it is the last" if after else "before A: it is the first"} one.') if E else ('Po Z už žádné písmeno není: je poslední.' if after else 'Před A žádné písmeno není: je první.'), noise=False)
    y = ABC[l][i + (1 if after else -1)]
    if l == 'cs' and ('H' in (y, x.upper()) or 'I' in (y, x.upper())):  # Ch stands between them
        return alphabet(r, l)
    return Item(l, q, f'{y} comes {"after" if after else "before"} {x.upper()}.' if E else f'{"Po" if after else "Před"} {x.upper()} je {y}.', short=y, noise=False)


COUNT = {'en': ['Count down from {a} to {b}.', 'Write the numbers from {a} down to {b}.', 'Count backwards from {a} to {b}.', 'Numbers from {a} to {b}, backwards.', 'Write the numbers from {a} to {b}.', 'List the numbers {a} to {b}.'], 'cs': ['Napiš čísla od {a} do {b}.', 'Počítej pozpátku od {a} do {b}.', 'Odpočítej od {a} do {b}.', 'Vyjmenuj čísla od {a} do {b}.', 'Spočítej od {a} do {b}.', 'Čísla od {a} do {b}?']}


def counting(r, l):
    n, b = r.randint(3, 12), r.choice([0, 1, 1, 1, r.randint(2, 20)])
    down = r.random() < 0.6
    a, z = (b + n, b) if down else (b, b + n)
    q = r.choice([x for x in COUNT[l] if down or not ('down' in x or 'back' in x or 'pozp' in x or 'Odp' in x)]).format(a=a, b=z)
    line = ', '.join(map(str, range(a, z - 1, -1) if down else range(a, z + 1)))
    return Item(l, q, line, short=line, noise=False)


@domain('spelled', 12)
def spelled_(r, l):
    return r.choices([letter_by_letter, alphabet, counting], [8, 2, 2])[0](r, l)
