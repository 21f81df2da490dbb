"""Small tasks over words and numbers in many wordings: replacing, ordering, ages, spans of time, comparisons, days, code in one line."""

import unicodedata
from core import *
import vocab, maths, talk

POOL = {'en': sorted({w for w in vocab.ENK if w.isalpha()}), 'cs': sorted({w for w in vocab.CSK if w.isalpha()})}
CSORDER = 'a á b c č d ď e é ě f g h ch i í j k l m n ň o ó p q r ř s š t ť u ú ů v w x y ý z ž'.split()


def key_cs(word):
    """By base letters first, as Czech lists are ordered, with č, ř, š, ž after c, r, s, z and ch after h."""
    out, i, w = [], 0, word.lower()
    while i < len(w):
        two = w[i : i + 2]
        c = 'ch' if two == 'ch' else w[i]
        i += len(c)
        if c not in ('č', 'ř', 'š', 'ž', 'ch'):
            c = unicodedata.normalize('NFD', c)[0]
        out.append(CSORDER.index(c) if c in CSORDER else 99)
    return out


def order(r, l):
    ws = r.sample(POOL[l], r.choice([3, 3, 3, 4, 5]))
    out = sorted(ws, key=str.lower if l == 'en' else key_cs)
    text = (' and ' if l == 'en' else ' a ').join([', '.join(ws[:-1]), ws[-1]]) if r.random() < 0.3 else ', '.join(ws)
    q = r.choice(
        {
            'en': ['Put these words into alphabetical order: {}', 'Alphabetical order: {}', 'Order by alphabet: {}', 'order the words alphabetically: {}', 'Arrange from A to Z: {}', 'Can you sort {} by alphabet?', 'Sort by the alphabet: {}', 'Sort the words {} from A to Z.', 'In alphabetical order please: {}', 'Which order do {} have in the alphabet?', 'Please alphabetise: {}', 'List these from A to Z: {}'],
            'cs': ['Uspořádej slova podle abecedy: {}', 'Podle abecedy: {}', 'Srovnej abecedně: {}', 'Seřaď abecedně slova {}', 'Dej tato slova do abecedního pořádku: {}', 'V jakém pořadí jdou v abecedě {}?', 'Abecedně seřaď: {}', 'Seřaď od A do Z: {}', 'Můžeš podle abecedy srovnat {}?', 'Slova {} seřaď podle abecedy.'],
        }[l]
    ).format(text)
    return Item(l, q, ', '.join(out))


def numbers_down(r, l):
    ns = r.sample(range(1, 100) if r.random() < 0.6 else range(10), r.choice([3, 3, 4, 5]))
    down = r.random() < 0.7
    text = ', '.join(map(str, ns)) if r.random() < 0.7 else ' '.join(map(str, ns))
    q = r.choice(
        {
            ('en', True): ['Sort in descending order: {}', 'Sort from largest to smallest: {}', 'Order these from the biggest down: {}', 'Descending: {}', 'Put {} in descending order.', 'From high to low: {}', 'Sort {} from the highest to the lowest'],
            ('en', False): ['Sort in ascending order: {}', 'Sort from smallest to largest: {}', 'Ascending: {}', 'From low to high: {}', 'Put {} in ascending order.', 'Order {} from the lowest'],
            ('cs', True): ['Seřaď sestupně: {}', 'Seřaď od největšího po nejmenší: {}', 'Sestupně: {}', 'Čísla {} seřaď od největšího.', 'Srovnej sestupně {}', 'Od nejvyššího k nejnižšímu: {}', 'Uspořádej sestupně čísla {}'],
            ('cs', False): ['Seřaď vzestupně: {}', 'Seřaď od nejmenšího po největší: {}', 'Vzestupně: {}', 'Čísla {} seřaď od nejmenšího.', 'Srovnej vzestupně {}', 'Uspořádej vzestupně čísla {}'],
        }[l, down]
    ).format(text)
    return Item(l, q, ', '.join(map(str, sorted(ns, reverse=down))))


FRAMES = {
    'en': ['The {} sleeps.', 'I see a {}.', 'My {} is old.', 'The {} is here.', 'We like the {}.', 'This {} is small.', 'There is a {} at home.', 'Where is the {}?', 'A {} and a tree.', 'The old {} looks at me.', 'The {} stands by the river.'],
    'cs': ['{} spí.', 'Tady je {}.', 'To je {}.', '{} stojí u řeky.', 'Kde je {}?', '{} a strom.', 'Můj {} je doma.', 'Vidím, že {} čeká.', 'Náš {} nic neříká.', '{} leží na stole.'],
}


def replace(r, l):
    a, b = r.sample(POOL[l], 2)
    f = r.choice(FRAMES[l])
    up = f.startswith('{}')
    before, after = f.format(cap(a) if up else a), f.format(cap(b) if up else b)
    if r.random() < 0.3:
        before, after = before.rstrip('.'), after.rstrip('.')
    x, y = (f'"{a}"', f'"{b}"') if r.random() < 0.4 and l == 'en' else (f'„{a}“', f'„{b}“') if r.random() < 0.4 else (a, b)
    q = r.choice(
        {
            'en': ['Replace {a} with {b}: {s}', 'Replace the word {a} by {b} in: {s}', 'Change {a} to {b} in this sentence: {s}', 'In the sentence "{s}" replace {a} with {b}.', 'Swap {a} for {b}: {s}', 'Put {b} instead of {a}: {s}', 'Write {b} in place of {a}: {s}', 'Substitute {b} for {a} in: {s}', 'Instead of {a} use {b}: {s}'],
            'cs': ['Nahraď {a} za {b}: {s}', 'Slovo {a} nahraď slovem {b}: {s}', 'Místo {a} napiš {b}: {s}', 'Vyměň {a} za {b} ve větě: {s}', 'Ve větě „{s}“ nahraď {a} slovem {b}.', 'Změň {a} na {b}: {s}', 'Dej {b} místo {a}: {s}', 'Zaměň slovo {a} za {b} v textu: {s}'],
        }[l]
    ).format(a=x, b=y, s=before)
    return Item(l, q, after)


def case_or_turn(r, l):
    w = r.choice(POOL[l])
    k = r.choice(['lower', 'lower', 'upper', 'turn', 'first', 'last', 'long', 'short', 'count'])
    if k in ('lower', 'upper'):
        text = ' '.join(r.sample(POOL[l], r.choice([1, 1, 2, 3])))
        given = text.upper() if k == 'lower' else text
        q = r.choice(
            {
                ('en', 'lower'): ['Write in small letters: {}', 'Make it lower case: {}', 'lowercase {}', 'Change to lower case: {}', '{} in small letters', 'No capitals please: {}', 'Turn {} into lower case.', 'Lower-case this: {}'],
                ('en', 'upper'): ['Write with capitals: {}', 'Make it upper case: {}', 'uppercase {}', 'Change to capitals: {}', '{} in capital letters', 'Turn {} into upper case.', 'All caps: {}', 'Shout this: {}'],
                ('cs', 'lower'): ['Malá písmena: {}', 'Převeď na malá písmena: {}', 'Přepiš malými písmeny {}', '{} malými písmeny', 'Zmenši písmena: {}', 'Bez velkých písmen: {}'],
                ('cs', 'upper'): ['Velká písmena: {}', 'Přepiš velkými písmeny {}', '{} velkými písmeny', 'Zvětši písmena: {}', 'Jen velká písmena: {}'],
            }[l, k]
        ).format(given)
        return Item(l, q, text.lower() if k == 'lower' else text.upper())
    if k == 'turn':
        q = r.choice(
            {
                'en': ['Spell {} backwards', 'Please turn "{}" around', 'Write {} from the end', 'What is {} read backwards?', 'Backwards: {}', 'Flip the letters of {}', 'Read "{}" from right to left', 'Reverse "{}"'],
                'cs': ['Napiš {} od konce', 'Jak se čte {} pozpátku?', 'Obrať slovo {}', 'Otoč písmena ve slově {}', 'Pozpátku: {}', 'Přečti „{}“ zprava doleva'],
            }[l]
        ).format(w)
        ls, back = list(w), list(reversed(w))
        return Item(l, q, f'{"-".join(ls)} → {"-".join(back)}: {"".join(back)}')
    ws = r.sample(POOL[l], r.choice([3, 3, 4, 5]))
    if k in ('long', 'short') and r.random() < 0.4:
        ws = (['I', r.choice(['like', 'see', 'want', 'love', 'hate', 'need']), r.choice(POOL[l]) + r.choice(['s', ''])] if l == 'en' else [r.choice(['Mám', 'Vidím', 'Chci', 'Hledám']), r.choice(POOL[l]), r.choice(['rád', 'dnes', 'tu', 'hned'])])
    if k in ('long', 'short'):
        best = (max if k == 'long' else min)(ws, key=len)
        if sum(len(x) == len(best) for x in ws) > 1:
            return order(r, l)
        text = r.choice([', '.join(ws), ' '.join(ws)])
        q = r.choice(
            {
                ('en', 'long'): ['Which word is the longest: {}?', 'Find the longest word: {}', 'Longest word in: {}', 'Which of these words is longest? {}', 'The longest word in "{}" is?', 'Which word has the most letters: {}'],
                ('en', 'short'): ['Which word is the shortest: {}?', 'Find the shortest word: {}', 'Shortest word in: {}', 'Which word has the fewest letters: {}'],
                ('cs', 'long'): ['Které slovo je nejdelší: {}?', 'Najdi nejdelší slovo: {}', 'Nejdelší slovo v: {}', 'Které ze slov je nejdelší? {}', 'Které slovo má nejvíc písmen: {}'],
                ('cs', 'short'): ['Které slovo je nejkratší: {}?', 'Najdi nejkratší slovo: {}', 'Které slovo má nejméně písmen: {}'],
            }[l, k]
        ).format(text)
        return Item(l, q, best)
    if k == 'count':
        n = len(ws)
        q = r.choice({'en': ['How many items are in this list: {}', 'Count the things: {}', 'How many words do you see? {}'], 'cs': ['Kolik položek je v seznamu: {}', 'Kolik věcí je tu: {}', 'Kolik slov tu vidíš? {}']}[l]).format(', '.join(ws))
        return Item(l, q, str(n))
    x = ws[0] if k == 'first' else ws[-1]
    q = r.choice(
        {
            ('en', 'first'): ['What comes first in this list? {}', 'Give me only the first item: {}', 'First of these: {}'],
            ('en', 'last'): ['What comes last in this list? {}', 'Give me only the last item: {}', 'Last of these: {}'],
            ('cs', 'first'): ['Co je v seznamu první? {}', 'Jen první položku: {}', 'První z těchto: {}'],
            ('cs', 'last'): ['Co je v seznamu poslední? {}', 'Jen poslední položku: {}', 'Poslední z těchto: {}'],
        }[l, k]
    ).format(', '.join(ws))
    return Item(l, q, x)


MONTHS_EN = [m[0] for m in maths.MONTHS]
MONTHS_GEN = 'ledna února března dubna května června července srpna září října listopadu prosince'.split()
CITIES = {'en': ['Brno', 'Prague', 'London', 'Oslo', 'Vienna', 'Paris', 'Berlin', 'Rome'], 'cs': ['Brně', 'Praze', 'Londýně', 'Oslu', 'Vídni', 'Paříži', 'Berlíně', 'Římě']}


def find(r, l):
    """One thing out of a short message: a date, a phone number, an address, a name, a sum, a time."""
    E = l == 'en'
    day, m, year = r.randint(1, 28), r.randrange(12), r.randint(1990, 2030)
    date = f'{day} {MONTHS_EN[m]} {year}' if E else f'{day}. {MONTHS_GEN[m]} {year}'
    d9 = [str(r.randint(600, 799)), f'{r.randint(0, 999):03}', f'{r.randint(0, 999):03}']
    phone = r.choice([' '.join(d9), ''.join(d9)])
    name, other = r.sample(talk.NAMES[l], 2)
    mail = strip_dia(name).lower() + r.choice(['', '.' + strip_dia(other).lower(), str(r.randint(1, 99))]) + '@' + strip_dia(r.choice(POOL[l])).lower() + r.choice(['.cz', '.com', '.org', '.net'])
    city = r.choice(CITIES[l])
    price = r.randint(2, 99) * 10
    hour = f'{r.randint(6, 22)}:{r.choice(["00", "15", "30", "45"])}'
    k = r.choice(['date', 'phone', 'phone', 'mail', 'mail', 'time', 'price', 'both'])
    if k == 'both':
        t = f'{name} met {other} in {city}.' if E else f'{name} a {other} se sešli v {city}.'
        q = r.choice([f'Which people are in this text? {t}', f'Who is mentioned? {t}', f'List the names: {t}', f'Names in the text: {t}'] if E else [f'Kteří lidé jsou v textu? {t}', f'O kom se píše? {t}', f'Vypiš jména: {t}', f'Jména v textu: {t}'])
        return Item(l, q, f'{name}, {other}')
    t, ask, a = {
        'date': (f'The meeting in {city} is on {date}.' if E else f'Schůzka v {city} je {date}.', ['date', 'when'] if E else ['datum', 'kdy'], date),
        'phone': (r.choice([f'Call {name} at {phone} after five.', f'{name} from {city}, phone {phone}.', f'You can reach us on {phone} every day.', f'My number is {phone}, thank you.'] if E else [f'Zavolejte na {phone} po páté.', f'{name}, {city}, telefon {phone}.', f'Jsme na čísle {phone} každý den.', f'Moje číslo je {phone}, děkuji.']), ['phone number', 'telephone number', 'number to call'] if E else ['telefonní číslo', 'telefon', 'číslo telefonu'], phone),
        'mail': (r.choice([f'Write to {mail} before Friday.', f'{name} can be reached at {mail}.', f'Send the invoice to {mail}, please.'] if E else [f'Pište na {mail} do pátku.', f'{name} má adresu {mail}.', f'Fakturu pošlete na {mail}, prosím.']), ['e-mail address', 'email', 'e-mail'] if E else ['e-mailovou adresu', 'e-mail', 'mail'], mail),
        'time': (f'The train from {city} leaves at {hour}.' if E else f'Vlak z nádraží jede v {hour}.', ['time'] if E else ['čas'], hour),
        'price': (f'The new bag costs {price} crowns.' if E else f'Nová taška stojí {price} korun.', ['price', 'amount'] if E else ['cenu', 'částku'], f'{price} crowns' if E else f'{price} korun'),
    }[k]
    w = r.choice(ask)
    if w in ('when', 'kdy'):
        q = f'When is the meeting? {t}' if E else f'Kdy je schůzka? {t}'
    else:
        q = r.choice([f'Extract the {w}: {t}', f'Find the {w} in this text: {t}', f'What {w} is in this text? {t}', f'Give me only the {w}: {t}', f'Pull out the {w}. {t}', f'Which {w} do you see? "{t}"', f'{cap(w)}? {t}'] if E else [f'Najdi {w}: {t}', f'Najdi v textu {w}: {t}', f'Vypiš {w}: {t}', f'Dej mi jen {w}: {t}', f'Vytáhni {w}. {t}', f'Vyber z textu {w}: „{t}“'])
    return Item(l, q, a)


def letters(r, l):
    """Without marks, each word with a capital, how many vowels."""
    E = l == 'en'
    ws = r.sample(POOL[l], r.choice([1, 2, 2, 3]))
    text = ' '.join(ws)
    k = r.choice(['marks', 'title', 'vowels', 'digits'] if not E else ['title', 'vowels', 'digits'])
    if k == 'marks':
        return Item(l, r.choice(['Odstraň diakritiku: {}', 'Bez diakritiky: {}', 'Napiš bez háčků a čárek: {}', 'Přepiš bez diakritiky {}']).format(text), strip_dia(text))
    if k == 'title':
        q = r.choice(['Capitalise each word: {}', 'Start every word with a capital: {}', 'Title case: {}', 'Give each word a capital letter: {}'] if E else ['Každé slovo s velkým písmenem: {}', 'Začni každé slovo velkým písmenem: {}', 'Dej každému slovu velké počáteční písmeno: {}'])
        return Item(l, q.format(text), ' '.join(cap(w) for w in ws))
    if k == 'vowels':
        w = ws[0]
        found = [c for c in w.lower() if strip_dia(c) in 'aeiou' + ('' if E else 'y')]
        q = r.choice(['How many vowels are in {}?', 'Count the vowels in "{}".', 'Number of vowels in {}?'] if E else ['Kolik samohlásek má slovo {}?', 'Spočítej samohlásky: {}', 'Kolik je samohlásek ve slově {}?']).format(w)
        n = len(found)
        return Item(l, q, (f'{"-".join(found)}: {n}.' if found else '0.'))
    n = r.randint(10, 99999)
    q = r.choice(['How many digits does {} have?', 'Number of digits in {}?'] if E else ['Kolik číslic má {}?', 'Z kolika číslic je číslo {}?']).format(n)
    return Item(l, q, f'{"-".join(str(n))}: {len(str(n))}.')


@domain('tasks', 12)
def tasks(r, l):
    return r.choices([order, numbers_down, replace, case_or_turn, find, letters], [3, 3, 3, 5, 4, 3])[0](r, l)


KIN = {
    'en': [('brother', 'his', 'her'), ('sister', 'his', 'her'), ('friend', 'his', 'her'), ('cousin', 'his', 'her'), ('mother', 'his', 'her'), ('father', 'his', 'her'), ('wife', 'his', 'his'), ('dog', 'his', 'her')],
    'cs': [('bratr', 'bratrovi'), ('sestra', 'sestře'), ('kamarád', 'kamarádovi'), ('kamarádka', 'kamarádce'), ('bratranec', 'bratranci'), ('máma', 'mámě'), ('táta', 'tátovi')],
}
BOYS = {'en': ['Tom', 'Jack', 'Peter', 'Adam', 'Ben', 'Paul', 'Mark', 'Leo'], 'cs': [('Petr', 'Petrovi'), ('Honza', 'Honzovi'), ('Adam', 'Adamovi'), ('Tomáš', 'Tomášovi'), ('Karel', 'Karlovi'), ('Filip', 'Filipovi')]}
GIRLS = {'en': ['Anna', 'Eva', 'Mary', 'Lucy', 'Emma', 'Sophie', 'Kate'], 'cs': [('Eva', 'Evě'), ('Jana', 'Janě'), ('Anna', 'Anně'), ('Lucie', 'Lucii'), ('Petra', 'Petře'), ('Klára', 'Kláře')]}


def years(n):
    return 'rok' if n == 1 else 'roky' if n < 5 else 'let'


def ages(r, l):
    a, d = r.randint(3, 60), r.randint(1, 9)
    older = r.random() < 0.55 or a <= d
    b = a + d if older else a - d
    e = f'{a} {"+" if older else "-"} {d} = {b}'
    girl = r.random() < 0.5
    if l == 'en':
        n = r.choice((GIRLS if girl else BOYS)['en'])
        k = r.choice(KIN['en'])[0]
        his = 'her' if girl else 'his'
        w = 'older' if older else 'younger'
        y = 'year' if d == 1 else 'years'
        q = r.choice(
            [f'{n} is {a} and {his} {k} is {d} {y} {w}. How old is the {k}?', f'{n} is {a} years old. The {k} is {d} {y} {w}. What age is the {k}?', f'I am {a}, my {k} is {d} {y} {w}. How old is my {k}?', f'If {n} is {a} and {his} {k} {d} {y} {w}, how old is the {k}?', f'{n} is {a}. {cap(his)} {k} is {w} by {d} {y}. How old is {his} {k}?', f'My {k} is {d} {y} {w} than me. I am {a}. How old is my {k}?', f'{n} is {a} now. How old was {n} {d} {y} ago?' if not older else f'{n} is {a} now. How old will {n} be in {d} {y}?', f'How old will I be in {d} {y}, if I am {a} now?' if older else f'I am {a}. How old was I {d} {y} ago?']
        )
        return Item(l, q, f'{e}, so {b} years.', short=str(b))
    n, nd = r.choice((GIRLS if girl else BOYS)['cs'])
    k, kd = r.choice(KIN['cs'])
    fem = k.endswith('a') and k != 'táta'
    w = ('starší' if older else 'mladší')
    jeho = 'její' if girl else 'jeho'
    q = r.choice(
        [f'{nd} je {a} let a {jeho} {k} je o {d} {years(d)} {w}. Kolik let je {kd}?', f'{nd} je {a}. {cap(k)} je o {d} {years(d)} {w}. Jak je {"stará" if fem else "starý"}?', f'Je mi {a} let, {"moje" if fem else "můj"} {k} je o {d} {years(d)} {w}. Kolik je {kd}?', f'{cap(k)} je o {d} {years(d)} {w} než já. Mně je {a}. Kolik let má {k}?', f'Když je {nd} {a} let a {k} je o {d} {years(d)} {w}, kolik let má {k}?', f'{nd} je dnes {a} let. Kolik mu bude za {d} {years(d)}?'.replace('mu', 'jí' if girl else 'mu') if older else f'{nd} je dnes {a} let. Kolik mu bylo před {d} lety?'.replace('mu', 'jí' if girl else 'mu'), f'Je mi {a}. Kolik mi bude za {d} {years(d)}?' if older else f'Je mi {a}. Kolik mi bylo před {d} lety?']
    )
    return Item(l, q, f'{e}, takže {b} let.', short=str(b))


def spans(r, l):
    a = r.randint(5, 18)
    d = r.randint(1, 5)
    b = a + d
    if r.random() < 0.3:
        q = r.choice({'en': [f'The film starts at {a} and lasts {d} hours. When does it end?', f'I begin at {a} o\'clock and work {d} hours. When am I done?', f'A trip takes {d} hours. We leave at {a}. When do we arrive?', f'It is {a} o\'clock. What time is it in {d} hours?'], 'cs': [f'Film začíná v {a} a trvá {d} hodiny. Kdy skončí?', f'Začnu v {a} hodin a pracuji {d} hodin. Kdy končím?', f'Cesta trvá {d} hodin. Vyjedeme v {a}. Kdy dorazíme?', f'Je {a} hodin. Kolik bude za {d} hodin?']}[l])
        return Item(l, q, f'{a} + {d} = {b}, so at {b} o\'clock.' if l == 'en' else f'{a} + {d} = {b}, tedy v {b} hodin.', short=str(b))
    q = r.choice(
        {
            'en': [f'The shop is open from {a} to {b}. How many hours is that?', f'A bus leaves at {a} and gets there at {b}. How long is the ride?', f'How many hours are there between {a} o\'clock and {b} o\'clock?', f'School starts at {a} and ends at {b}. How long is it?', f'I work from {a} to {b}. How many hours do I work?', f'We left at {a} and came at {b}. How many hours did it take?', f'From {a} to {b} o\'clock, how many hours?', f'The flight goes at {a} and lands at {b}. How long does it fly?'],
            'cs': [f'Obchod má otevřeno od {a} do {b}. Kolik je to hodin?', f'Autobus vyjede v {a} a přijede v {b}. Jak dlouho jede?', f'Kolik hodin je mezi {a}. a {b}. hodinou?', f'Škola začíná v {a} a končí v {b}. Jak dlouho trvá?', f'Pracuji od {a} do {b}. Kolik je to hodin?', f'Vyšli jsme v {a} a došli v {b}. Kolik hodin to trvalo?', f'Od {a} do {b} hodin je kolik hodin?', f'Letadlo letí v {a} a přistane v {b}. Jak dlouho letí?'],
        }[l]
    )
    h = ('hour' if d == 1 else 'hours') if l == 'en' else ('hodina' if d == 1 else 'hodiny' if d < 5 else 'hodin')
    return Item(l, q, f'{b} - {a} = {d}, so {d} {h}.' if l == 'en' else f'{b} - {a} = {d}, tedy {d} {h}.', short=str(d))


def compare(r, l):
    a, b = r.sample(range(0, 120), 2) if r.random() < 0.8 else r.sample(range(100, 3000), 2)
    big, small = max(a, b), min(a, b)
    k = r.choice(['yes', 'yes', 'which', 'less'])
    if k == 'which':
        q = r.choice({'en': [f'Which is bigger, {a} or {b}?', f'What is more, {a} or {b}?', f'{a} or {b}, which number is greater?', f'Which number is larger: {a}, {b}?', f'Is {a} or {b} the bigger number?', f'Compare {a} and {b}.'], 'cs': [f'Co je víc, {a}, nebo {b}?', f'Které číslo je větší, {a} nebo {b}?', f'{a} nebo {b}, co je víc?', f'Porovnej {a} a {b}.', f'Je větší {a}, nebo {b}?']}[l])
        return Item(l, q, f'{big} is bigger than {small}.' if l == 'en' else f'{big} je víc než {small}.', short=str(big))
    if k == 'less' and r.random() < 0.4:
        q = r.choice({'en': [f'Which is smaller, {a} or {b}?', f'What is less, {a} or {b}?', f'Which number is lower: {a} or {b}?'], 'cs': [f'Co je míň, {a}, nebo {b}?', f'Které číslo je menší, {a} nebo {b}?', f'{a} nebo {b}, co je méně?']}[l])
        return Item(l, q, f'{small} is smaller than {big}.' if l == 'en' else f'{small} je méně než {big}.', short=str(small))
    more = k == 'yes'
    yes = (a > b) == more
    q = r.choice(
        {
            ('en', True): [f'Is {a} bigger than {b}?', f'Is {a} more than {b}?', f'Is {a} greater than {b}?', f'Is it true that {a} is more than {b}?', f'{a} > {b}?', f'Is {a} larger than {b}?', f'Do I have more with {a} than with {b}?'],
            ('en', False): [f'Is {a} smaller than {b}?', f'Is {a} less than {b}?', f'{a} < {b}?', f'Is {a} lower than {b}?', f'Is {a} fewer than {b}?'],
            ('cs', True): [f'Je {a} větší než {b}?', f'Je {a} více než {b}?', f'Je {a} víc než {b}?', f'Je pravda, že {a} je víc než {b}?', f'{a} > {b}?'],
            ('cs', False): [f'Je {a} menší než {b}?', f'Je {a} méně než {b}?', f'Je {a} míň než {b}?', f'{a} < {b}?'],
        }[l, more]
    )
    if l == 'en':
        return Item(l, q, ('Yes' if yes else 'No') + f', {big} is bigger than {small}.', short='Yes' if yes else 'No')
    return Item(l, q, ('Ano' if yes else 'Ne') + f', {big} je víc než {small}.', short='Ano' if yes else 'Ne')


ORD = {'en': 'first second third fourth fifth sixth seventh'.split(), 'cs': 'první druhý třetí čtvrtý pátý šestý sedmý'.split()}
ORD_INS = 'prvním druhým třetím čtvrtým pátým šestým sedmým'.split()


def days(r, l):
    i = r.randrange(7)
    D = lambda k: maths.DAYS[k % 7][0 if l == 'en' else 1]
    k = r.choice(['tom', 'yes', 'ord', 'ord', 'after', 'month', 'month', 'span', 'monthord', 'few', 'today2'])
    E = l == 'en'
    if k == 'tom':
        q = r.choice([f'If tomorrow is {D(i)}, what day is it today?', f'Tomorrow will be {D(i)}. What is today?', f'Tomorrow is {D(i)}, so what day do we have today?', f'{D(i)} is tomorrow. Today is?'] if E else [f'Když je zítra {D(i)}, co je dnes?', f'Zítra bude {D(i)}. Jaký den je dnes?', f'Zítra je {D(i)}, takže dnes je?', f'Jaký den je dnes, když zítra bude {D(i)}?'])
        return Item(l, q, f'Today is {D(i - 1)}.' if E else f'Dnes je {D(i - 1)}.', short=D(i - 1))
    if k == 'yes':
        q = r.choice([f'If yesterday was {D(i)}, what day is it today?', f'Yesterday was {D(i)}. What is today?', f'Yesterday was {D(i)}, so today is?'] if E else [f'Když byl včera {D(i)}, co je dnes?', f'Včera bylo: {D(i)}. Jaký den je dnes?', f'Včera: {D(i)}. Dnes tedy je?'])
        return Item(l, q, f'Today is {D(i + 1)}.' if E else f'Dnes je {D(i + 1)}.', short=D(i + 1))
    if k == 'today2':
        n = r.randint(2, 4)
        q = r.choice([f'Today is {D(i)}. What day is it in {n} days?', f'It is {D(i)}. Which day comes {n} days later?', f'{n} days after {D(i)} is what day?'] if E else [f'Dnes je {D(i)}. Jaký den bude za {n} dny?', f'Je {D(i)}. Co bude za {n} dny?', f'Jaký den přijde {n} dny po dnešku, když je {D(i)}?'])
        return Item(l, q, f'In {n} days it is {D(i + n)}.' if E else f'Za {n} dny bude {D(i + n)}.', short=D(i + n))
    if k == 'ord':
        if r.random() < 0.5:
            q = r.choice([f'Which day of the week is {D(i)}, by number?', f'{D(i)} is which day of the week in order?', f'What number does {D(i)} have in the week?', f'Is {D(i)} the first, second or which day of the week?'] if E else [f'Kolikátý den v týdnu je {D(i)}?', f'Kolikátá je v týdnu {D(i)}?', f'{cap(D(i))} je kolikátý den týdne?', f'Pořadí v týdnu: {D(i)}?'])
            return Item(l, q, f'{D(i)} is the {ORD["en"][i]} day of the week.' if E else f'{cap(D(i))} je {ORD["cs"][i]} den v týdnu.', short=str(i + 1))
        q = r.choice([f'Which day is the {ORD["en"][i]} of the week?', f'What is the {ORD["en"][i]} day of the week called?', f'The {ORD["en"][i]} weekday?'] if E else [f'Který den je v týdnu {ORD["cs"][i]}?', f'Jak se jmenuje {ORD["cs"][i]} den týdne?', f'Který den je {ORD_INS[i]} dnem v týdnu?'])
        return Item(l, q, f'The {ORD["en"][i]} day of the week is {D(i)}.' if E else f'{cap(ORD["cs"][i])} den v týdnu je {D(i)}.', short=D(i))
    if k == 'after':
        n = r.choice([1, -1])
        q = r.choice([f'Which day comes right {"after" if n > 0 else "before"} {D(i)}?', f'What follows {D(i)}?' if n > 0 else f'What precedes {D(i)}?', f'The day {"after" if n > 0 else "before"} {D(i)} is called what?', f'{D(i)}, and then?' if n > 0 else f'And before {D(i)}, which day?'] if E else [f'Který den přijde hned {"po " + maths.DLOC[i] if n > 0 else "před " + maths.DINS[i]}?', f'Co následuje po {maths.DLOC[i]}?' if n > 0 else f'Co předchází dni {D(i)}?', f'Jaký den máme {"po " + maths.DLOC[i] if n > 0 else "před " + maths.DINS[i]}?'])
        d = D(i + n)
        return Item(l, q, (f'After {D(i)} comes {d}.' if n > 0 else f'Before {D(i)} comes {d}.') if E else (f'Po {maths.DLOC[i]} je {d}.' if n > 0 else f'Před {maths.DINS[i]} je {d}.'), short=d)
    m = r.randrange(12)
    M = lambda k: maths.MONTHS[k % 12][0 if E else 1]
    if k == 'month':
        n = r.choice([1, -1])
        name, loc, ins = M(m), maths.MONTHS[m][5], maths.MONTHS[m][6]
        q = r.choice([f'Which month comes right {"after" if n > 0 else "before"} {name}?', f'What month follows {name}?' if n > 0 else f'What month is ahead of {name}?', f'After {name}, which month do we have?' if n > 0 else f'Which month do we have before {name}?', f'{name} is over. Which month starts?' if n > 0 else f'{name} begins. Which month has just ended?', f'The month {"after" if n > 0 else "before"} {name}?'] if E else [f'Který měsíc přijde {"po " + loc if n > 0 else "před " + ins}?', f'Který měsíc následuje po {loc}?' if n > 0 else f'Který měsíc předchází měsíci {name}?', f'{cap(name)} skončil. Jaký měsíc začíná?' if n > 0 else f'Začíná {name}. Jaký měsíc právě skončil?', f'Měsíc {"po " + loc if n > 0 else "před " + ins}?'])
        x = M(m + n)
        return Item(l, q, (f'After {name} comes {x}.' if n > 0 else f'Before {name} comes {x}.') if E else (f'Po {loc} je {x}.' if n > 0 else f'Před {ins} je {x}.'), short=x)
    if k == 'monthord':
        q = r.choice([f'Which month of the year is {M(m)}, by number?', f'What number is {M(m)} among the months?', f'{M(m)} is month number what?'] if E else [f'Kolikátý měsíc v roce je {M(m)}?', f'{cap(M(m))} je kolikátý měsíc?', f'Jaké číslo má měsíc {M(m)}?'])
        return Item(l, q, f'{M(m)} is month number {m + 1}.' if E else f'{cap(M(m))} je {m + 1}. měsíc v roce.', short=str(m + 1))
    if k == 'few':
        if r.random() < 0.6:
            q = r.choice(['Which month is the shortest?', 'What is the shortest month of the year?', 'Which month has the least days?', 'Which month has only 28 days?', 'Name the month with the smallest number of days.'] if E else ['Který měsíc je nejkratší?', 'Který měsíc má nejmíň dní?', 'Který měsíc má jen 28 dní?', 'V kterém měsíci je nejméně dní?'])
            return Item(l, q, 'February is the shortest month: it has 28 or 29 days.' if E else 'Nejkratší měsíc je únor: má 28 nebo 29 dní.', short='February' if E else 'únor')
        n = maths.MONTHS[m][2]
        q = r.choice([f'{M(m)} has how many days?', f'How long is {M(m)}, in days?', f'Until which day does {M(m)} go?', f'How many days has {M(m)} got?'] if E else [f'Kolik dnů má {M(m)}?', f'{cap(M(m))} má kolik dní?', f'Jak dlouhý je {M(m)}, kolik dní?'])
        return Item(l, q, f'{M(m)} has {n} days.' if E else f'{cap(M(m))} má {n} dní.', short=n)
    w, d = r.randint(1, 5), r.randint(1, 6)
    t = 7 * w + d
    q = r.choice([f'How many days are {w} weeks and {d} days?', f'{w} weeks and {d} days make how many days?', f'How many days is it, {w} weeks plus {d} days?'] if E else [f'Kolik dní je {w} týdnů a {d} dní?', f'{w} týdny a {d} dny je dohromady kolik dní?', f'Kolik je to dní, {w} týdnů a k tomu {d} dní?'])
    return Item(l, q, f'{7 * w} + {d} = {t}, so {t} days.' if E else f'{7 * w} + {d} = {t}, tedy {t} dní.', short=str(t))


HALVES = [('metre', 'metru', 'centimetres', 'centimetrů', 100), ('kilometre', 'kilometru', 'metres', 'metrů', 1000), ('kilogram', 'kilogramu', 'grams', 'gramů', 1000), ('litre', 'litru', 'millilitres', 'mililitrů', 1000), ('hour', 'hodiny', 'minutes', 'minut', 60), ('minute', 'minuty', 'seconds', 'sekund', 60), ('day', 'dne', 'hours', 'hodin', 24), ('year', 'roku', 'months', 'měsíců', 12), ('dozen', 'tuctu', 'pieces', 'kusů', 12)]


def halves(r, l):
    a, ac, b, bc, n = r.choice(HALVES)
    if r.random() < 0.6:
        v = n // 2
        art = 'an' if a == 'hour' else 'a'
        q = r.choice([f'How many {b} is half {art} {a}?', f'Half {art} {a} is how many {b}?', f'How many {b} are in half {art} {a}?', f'Half {art} {a} in {b}?'] if l == 'en' else [f'Kolik {bc} je půl {ac}?', f'Půl {ac} je kolik {bc}?', f'Kolik {bc} má půl {ac}?', f'Půlka {ac} v jednotkách {bc}?'])
        return Item(l, q, f'Half {art} {a} is {v} {b}.' if l == 'en' else f'Půl {ac} je {v} {bc}.', short=str(v))
    n = r.randint(2, 12)
    w, wc = maths.words(n, 'en'), maths.words(n, 'cs')
    x, xc = r.choice([(n, n), (w, wc)])
    if r.random() < 0.75:
        q = r.choice([f'What is {x} squared?', f'{x} squared?', f'How much is {x} to the power of two?', f'{x} times itself?', f'The square of {x}?'] if l == 'en' else [f'Kolik je {xc} na druhou?', f'{xc} na druhou?', f'Druhá mocnina čísla {xc}?', f'Kolik je {xc} krát {xc}?'])
        return Item(l, cap(q), f'{n} × {n} = {n * n}', short=str(n * n))
    q = r.choice([f'What is the square root of {n * n}?', f'Square root of {n * n}?', f'Which number times itself is {n * n}?'] if l == 'en' else [f'Jaká je odmocnina z {n * n}?', f'Odmocnina z {n * n}?', f'Které číslo krát samo sebe je {n * n}?'])
    return Item(l, q, f'{n} × {n} = {n * n}, so {n}.' if l == 'en' else f'{n} × {n} = {n * n}, takže {n}.', short=str(n))


STORY = {
    'en': ['{n} buys {a} bags with {b} {t} in each. How many {t} is that?', 'There are {a} tables and {b} {t} on each. How many {t} altogether?', '{a} children got {b} {t} each. How many {t} were given out?', 'One box holds {b} {t}. How many {t} are in {a} boxes?', 'I read {b} pages a day. How many pages in {a} days?', 'A ticket costs {b} crowns. How much are {a} tickets?', 'One {s} costs {b} crowns. What do {a} cost?'],
    'cs': ['{n} koupí {a} sáčků a v každém je {b} {t}. Kolik {t} to je?', 'Je tu {a} stolů a na každém {b} {t}. Kolik {t} je to celkem?', '{a} dětí dostalo každé {b} {t}. Kolik {t} se rozdalo?', 'V jedné krabici je {b} {t}. Kolik {t} je v {a} krabicích?', 'Denně přečtu {b} stran. Kolik stran přečtu za {a} dní?', 'Lístek stojí {b} korun. Kolik stojí {a} lístků?'],
}
SHARE = {
    'en': ['{n} shares {c} {t} among {a} friends equally. How many does each get?', '{c} {t} go into {a} boxes. How many are in one box?', '{a} people split {c} {t}. How many for each?', 'Divide {c} {t} between {a} children. How many per child?'],
    'cs': ['{n} rozdělí {c} {t} mezi {a} kamarády. Kolik dostane každý?', '{c} {t} se dá do {a} krabic. Kolik je v jedné?', '{a} lidí si rozdělí {c} {t}. Kolik má každý?', 'Rozděl {c} {t} {a} dětem. Kolik dostane jedno?'],
}
LEFT = {
    'en': ['{n} had {c} {t} and lost {a}. How many {t} are left?', '{n} has {c} {t} and eats {a}. How many remain?', 'Of {c} {t} {a} are broken. How many are fine?', 'There are {c} people on the bus, {a} get off. How many stay?', 'Out of {c} pupils {a} are ill. How many came?', '{n} has {c} crowns and pays {a}. How much is left?', 'A book has {c} pages, I have read {a}. How many are left?'],
    'cs': ['{n} měl {c} {t} a {a} jich ztratil. Kolik mu zůstalo?', '{n} má {c} {t} a {a} sní. Kolik zbyde?', 'Z {c} {t} je {a} rozbitých. Kolik je v pořádku?', 'V autobusu jede {c} lidí, {a} vystoupí. Kolik jich zůstane?', 'Z {c} žáků {a} chybí. Kolik jich je tady?', '{n} má {c} korun a zaplatí {a}. Kolik mu zbyde?', 'Kniha má {c} stran, {a} jsem přečetl. Kolik mi zbývá?'],
}
THING = {'en': [('apple', 'apples'), ('book', 'books'), ('ball', 'balls'), ('egg', 'eggs'), ('coin', 'coins'), ('cup', 'cups'), ('card', 'cards'), ('cake', 'cakes'), ('pen', 'pens'), ('rose', 'roses'), ('nut', 'nuts'), ('marble', 'marbles')], 'cs': 'jablek knih míčů vajec mincí hrnků karet koláčů per růží ořechů kuliček bonbonů'.split()}


def story(r, l):
    k = r.choice([STORY, SHARE, LEFT, LEFT])
    a, b = r.randint(2, 9), r.randint(2, 9)
    c = a * b if k is SHARE else r.randint(12, 60)
    s, t = r.choice(THING['en']) if l == 'en' else ('', r.choice(THING['cs']))
    n = r.choice((BOYS['en'] + GIRLS['en']) if l == 'en' else [x[0] for x in BOYS['cs']])
    q = r.choice(k[l]).format(a=a, b=b, c=c, t=t, s=s, n=n)
    e, v = (f'{a} × {b}', a * b) if k is STORY else (f'{c} ÷ {a}', b) if k is SHARE else (f'{c} - {a}', c - a)
    return Item(l, q, f'{e} = {v}. The answer is {v}.' if l == 'en' else f'{e} = {v}. Je to {v}.', short=str(v))


@domain('figures', 12)
def figures(r, l):
    return r.choices([ages, spans, compare, days, halves, story], [3, 2, 3, 5, 2, 4])[0](r, l)
