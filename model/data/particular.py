"""Tasks around one particular number, name or text, and beside each what cannot be: days and months that are not there, people in the wrong century, lists, loops, halves, causes."""

from core import *
import unknown

DAYS = {
    'en': 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(),
    'cs': 'pondělí úterý středa čtvrtek pátek sobota neděle'.split(),
}
DAYS_INS = 'pondělím úterým středou čtvrtkem pátkem sobotou nedělí'.split()
MONTHS = {
    'en': 'January February March April May June July August September October November December'.split(),
    'cs': 'leden únor březen duben květen červen červenec srpen září říjen listopad prosinec'.split(),
}
MONTHS_INS = 'lednem únorem březnem dubnem květnem červnem červencem srpnem zářím říjnem listopadem prosincem'.split()
LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def between(r, l, _):
    """Which day or month lies between two; none, where they follow each other."""
    kind = r.choice(['day', 'month'])
    names, ins = (DAYS[l], DAYS_INS) if kind == 'day' else (MONTHS[l], MONTHS_INS)
    n, gap = len(names), r.choice([1, 1, 2])
    i = r.randrange(n)
    j = (i + gap) % n
    a, b = names[i], names[j]
    if l == 'en':
        q = r.choice([
            f'Which {kind} is between {a} and {b}?', f'What {kind} comes between {a} and {b}?', f'Name the {kind} between {a} and {b}.',
            f'which {kind} lies between {a} and {b}', f'Is there a {kind} between {a} and {b}?', f'What is the {kind} after {a} and before {b}?',
        ])
        if gap == 1:
            return Item(l, q, f'There is no {kind} between {a} and {b}: {b} comes right after {a}.', short='none')
        return Item(l, q, f'Between {a} and {b} is {names[(i + 1) % n]}.', short=names[(i + 1) % n])
    thing = 'den' if kind == 'day' else 'měsíc'
    x, y = ins[i], ins[j]
    q = r.choice([
        f'Který {thing} je mezi {x} a {y}?', f'Jaký {thing} je mezi {x} a {y}?', f'Řekni {thing} mezi {x} a {y}.',
        f'co je za {thing} mezi {x} a {y}', f'Je nějaký {thing} mezi {x} a {y}?', f'Mezi {x} a {y} je který {thing}?',
    ])
    if gap == 1:
        return Item(l, q, f'Mezi {x} a {y} žádný {thing} není.', short='žádný')
    return Item(l, q, f'Mezi {x} a {y} je {names[(i + 1) % n]}.', short=names[(i + 1) % n])


def month(r, l, _):
    """Days of a month, and of one that is not there: two halves of real ones, or a real one with a letter more."""
    names = MONTHS[l]
    if r.random() < 0.35:
        i = r.randrange(12)
        m, a = names[i], f'{names[i]} has {LENGTHS[i]} days.' if l == 'en' else f'{cap(names[i])} má {LENGTHS[i]} dní.'
        if i == 1:
            a = 'February has 28 days, 29 in a leap year.' if l == 'en' else 'Únor má 28 dní, v přestupném roce 29.'
        short = str(LENGTHS[i])
    else:
        x, y = r.sample(names, 2)
        m = r.choice([
            lambda: x[: r.randint(2, max(2, len(x) - 2))] + low(y)[-r.randint(3, max(3, len(y) - 2)) :],
            lambda: r.choice('BDFGKLPSTVZ') + low(x)[r.randint(0, 1) :],
            lambda: unknown.pseudo(r),
        ])()
        m = cap(m) if l == 'en' else low(m)
        if m in names:
            return month(r, l, _)
        a = r.choice([f'There is no month called {m}.', f'There is no such month as {m}.']) if l == 'en' else r.choice([f'Měsíc jménem {m} neexistuje.', f'Žádný měsíc {m} neexistuje.'])
        short = None
    q = (
        r.choice(['How many days are in {}?', 'How many days does {} have?', 'How many days are in the month of {}?', 'how long is {}', 'How many days has the month {}?', 'The month of {} has how many days?', 'What is the number of days in {}?', 'Which month comes after {}?', 'When is {}?'][: 7 if short else 9])
        if l == 'en'
        else r.choice(['Kolik dní má {}?', 'Kolik dní má měsíc {}?', 'Kolik dnů je v měsíci {}?', 'jak dlouhý je měsíc {}', 'Měsíc {} má kolik dní?', 'Který měsíc je po měsíci {}?', 'Kdy je {}?'][: 5 if short else 7])
    ).format(m)
    return Item(l, q, a, short=short)


PEOPLE = rows("""
Charles IV|Karel IV. / Napoleon|Napoleon / Julius Caesar|Julius Caesar / Mozart|Mozart / Beethoven|Beethoven / Shakespeare|Shakespeare / Columbus|Kolumbus / Leonardo da Vinci|Leonardo da Vinci / Isaac Newton|Isaac Newton / Jan Hus|Jan Hus / Jan Žižka|Jan Žižka / Saint Wenceslas|svatý Václav / Aristotle|Aristoteles / Božena Němcová|Božena Němcová / Antonín Dvořák|Antonín Dvořák / Queen Victoria|královna Viktorie / Galileo|Galileo / Cleopatra|Kleopatra / Comenius|Komenský / Alexander the Great|Alexandr Veliký
""".replace(' / ', '\n'))
WOMEN = {'Božena Němcová', 'královna Viktorie', 'Kleopatra'}
# English (past, base) | Czech masculine, feminine, negated: what could not be in their time
DEEDS = rows("""
land on the Moon|přistál na Měsíci|přistála na Měsíci
write his first e-mail|napsal první e-mail|napsala první e-mail
buy a phone|si koupil telefon|si koupila telefon
drive a car|řídil auto|řídila auto
fly to America|letěl do Ameriky|letěla do Ameriky
win the Olympic hockey tournament|vyhrál hokej na olympiádě|vyhrála hokej na olympiádě
invent the internet|vynalezl internet|vynalezla internet
open a shop in New York|otevřel obchod v New Yorku|otevřela obchod v New Yorku
appear on television|vystoupil v televizi|vystoupila v televizi
walk on Mars|chodil po Marsu|chodila po Marsu
play computer games|hrál počítačové hry|hrála počítačové hry
get the driving licence|dostal řidičský průkaz|dostala řidičský průkaz
""")


def wrong_time(r, l, _):
    p, d = r.choice(PEOPLE), r.choice(DEEDS)
    if l == 'en':
        verb = d[0].replace('his ', 'the ')
        q = r.choice([f'When did {p[0]} {verb}?', f'In which year did {p[0]} {verb}?', f'Why did {p[0]} {verb}?', f'How did {p[0]} {verb}?', f'Where did {p[0]} {verb}?', f'Did {p[0]} {verb}?'])
        return Item(l, q, f'{p[0]} did not {verb}; there is no such event.', short='No')
    did = d[2] if p[1] in WOMEN else d[1]
    not_did = 'si ne' + did[3:] if did.startswith('si ') else 'ne' + did
    q = r.choice([f'Kdy {did} {p[1]}?', f'Kdy {p[1]} {did}?', f'Ve kterém roce {did} {p[1]}?', f'Proč {p[1]} {did}?', f'Kde {did} {p[1]}?', f'{cap(did)} {p[1]}?'])
    return Item(l, q, f'{cap(p[1])} {not_did}, taková událost neexistuje.', short='Ne')


def zero(r, l, _):
    n = r.choice([1, 2, 5, 7, 8, 10, 12, 20, 42, 50, 100, 144, 1000])
    if l == 'en':
        q = r.choice(['What is {} divided by zero?', 'what do you get if you divide {} by 0', 'Divide {} by zero.', '{} / 0', '{} ÷ 0 = ?', 'How many times does zero fit into {}?', 'Share {} apples among zero children. How many does each get?', 'What happens when {} is divided by 0?', 'Tell me the quotient of {} and 0.', 'compute {}/0']).format(n)
        return Item(l, q, f'{n} cannot be divided by zero: there is no such result.', short='undefined')
    q = r.choice(['Kolik je {} děleno nulou?', 'co dostanu, když vydělím {} nulou', 'Vyděl {} nulou.', '{} : 0', '{} / 0 = ?', 'Kolikrát se vejde nula do {}?', 'Co se stane, když se {} dělí nulou?', 'Jaký je podíl čísel {} a 0?', 'spočítej {}/0', '{} lomeno 0']).format(n)
    return Item(l, q, f'{n} nelze dělit nulou, výsledek neexistuje.', short='nelze')


SHARE = {
    'en': ['There are {t} {x} and every {g} gets {d} of them. How many {gs} is that?', '{t} {x} go into {gs} of {d}. How many {gs} do I need?', 'How many {gs} of {d} can I make from {t} {x}?', 'I have {t} {x} and put {d} into each {g}. How many {gs} are there?', 'A class of {t} {x} splits into {gs} of {d}. How many {gs}?', 'We need a {g} for every {d} {x}. We have {t} {x}. How many {gs}?'],
    'cs': ['Máme {t} {x} a do {g} jich dáme {d}. Kolik {gs} to bude?', 'Kolik {gs} po {d} udělám z {t} {x}?', '{t} {x} rozdělíme po {d}. Kolik {gs} vznikne?', 'Je tu {t} {x}, v každé skupině {d}. Kolik je skupin?', 'Když z {t} {x} dám vždy {d} do {g}, kolik {gs} potřebuji?'],
}
GROUPS = {
    'en': [('kids', 'team', 'teams'), ('pupils', 'group', 'groups'), ('eggs', 'box', 'boxes'), ('books', 'shelf', 'shelves'), ('players', 'team', 'teams'), ('apples', 'bag', 'bags'), ('cookies', 'plate', 'plates'), ('people', 'table', 'tables'), ('bottles', 'crate', 'crates'), ('pencils', 'pack', 'packs')],
    'cs': [('dětí', 'týmu', 'týmů'), ('žáků', 'skupiny', 'skupin'), ('vajec', 'krabice', 'krabic'), ('knih', 'police', 'polic'), ('jablek', 'tašky', 'tašek'), ('lidí', 'auta', 'aut'), ('lahví', 'bedny', 'beden'), ('tužek', 'balíčku', 'balíčků')],
}
EACH = {
    'en': ['I paid {t} crowns for {n} {x}. How much was one?', '{n} {x} cost {t} crowns. What does one cost?', 'For {n} {x} I gave {t} CZK. What is the price of one?', '{t} crowns for {n} {x}: how much each?', '{n} friends share {t} crowns equally. How much does each get?', 'If {n} {x} are {t} euros, how much is a single one?'],
    'cs': ['Za {n} {x} jsem dal {t} korun. Kolik stál jeden kus?', '{n} {x} stojí {t} korun. Kolik stojí jeden?', 'Zaplatil jsem {t} Kč za {n} {x}. Kolik to bylo za kus?', 'Za {n} {x} jsme dali {t} korun. Kolik stálo jedno?', '{n} kamarádů si rozdělí {t} korun. Kolik dostane každý?', '{t} korun za {n} {x}, kolik je to za jeden?'],
}
SOLD = {'en': 'ice creams|tickets|coffees|pens|rolls|mugs|lemons|notebooks|cakes|balls|stamps'.split('|'), 'cs': 'zmrzlin|lístků|káv|rohlíků|hrnků|sešitů|koláčů|míčů|známek|citronů|jízdenek'.split('|')}


def share(r, l, _):
    d, n = r.randint(2, 12), r.randint(2, 12)
    if r.random() < 0.5:
        x, g, gs = r.choice(GROUPS[l])
        q, t = r.choice(SHARE[l]).format(t=d * n, d=d, x=x, g=g, gs=gs), d * n
        a = f'{t} ÷ {d} = {n}. The answer is {n}.' if l == 'en' else f'{t} ÷ {d} = {n}. Je to {n}.'
    else:
        n = r.randint(5, 12) if l == 'cs' else n
        price = r.choice([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 100])
        t = price * n
        q = r.choice(EACH[l]).format(t=t, n=n, x=r.choice(SOLD[l]))
        a = f'{t} ÷ {n} = {price}. The answer is {price}.' if l == 'en' else f'{t} ÷ {n} = {price}. Je to {price}.'
        n = price
    return Item(l, q, a, short=str(n))


WHOLE = {'en': 'one two three four five six seven eight nine ten'.split(), 'cs': 'jedna dva tři čtyři pět šest sedm osm devět deset'.split()}
PARTS = {'en': [('hours', 'minutes', 60), ('minutes', 'seconds', 60), ('kilograms', 'grams', 1000), ('metres', 'centimetres', 100), ('kilometres', 'metres', 1000), ('litres', 'millilitres', 1000), ('years', 'months', 12), ('days', 'hours', 24)],
    'cs': [('hodiny', 'minut', 60), ('minuty', 'sekund', 60), ('kilogramu', 'gramů', 1000), ('metru', 'centimetrů', 100), ('kilometru', 'metrů', 1000), ('litru', 'mililitrů', 1000), ('roku', 'měsíců', 12), ('dne', 'hodin', 24)]}


def halves(r, l, _):
    u, v, f = r.choice(PARTS[l])
    i = r.randint(0, 9)
    whole, total = i + 1, (i + 1) * f + f // 2
    if r.random() < 0.25:
        total = f // 2
        one = u[:-1]
        w = f'half {"an" if one[0] == "h" else "a"} {one}' if l == 'en' else f'půl {u}'
    elif l == 'en':
        w = r.choice([f'{WHOLE[l][i]} and a half {u}' if i else f'one and a half {u}', f'{whole}.5 {u}', f'{whole} and a half {u}'])
    else:
        w = r.choice([f'{WHOLE[l][i]} a půl {u}', f'{whole},5 {u}', f'{whole} a půl {u}'])
    if l == 'en':
        q = r.choice([f'How many {v} is {w}?', f'How many {v} are in {w}?', f'{w} in {v}', f'Convert {w} to {v}.', f'{cap(w)} is how many {v}?', f'how many {v} make {w}'])
        return Item(l, q, f'{cap(w)} is {total} {v}.', short=str(total))
    q = r.choice([f'Kolik {v} je {w}?', f'{w}, kolik je to {v}?', f'Kolik {v} má {w}?', f'{cap(w)} je kolik {v}?', f'kolik je to {v}, když mám {w}'])
    return Item(l, q, f'{cap(w)} je {total} {v}.', short=str(total))


COUNTS = rows("""
days in a week|dnů v týdnu|7
months in a year|měsíců v roce|12
hours in a day|hodin ve dne|24
minutes in an hour|minut v hodině|60
legs of a spider|nohou pavouka|8
legs of a dog|nohou psa|4
wheels of a car|kol auta|4
fingers on one hand|prstů na jedné ruce|5
planets in the solar system|planet sluneční soustavy|8
continents|světadílů|7
sides of a triangle|stran trojúhelníku|3
corners of a square|rohů čtverce|4
seasons|ročních období|4
letters in the word dog|písmen slova pes|3
legs of an insect|nohou hmyzu|6
eyes of a human|očí člověka|2
""")


def count_sum(r, l, _):
    c, n = r.choice(COUNTS), r.randint(2, 20)
    k = int(c[2])
    op = r.choice('+-×') if k > n else r.choice('+×')
    v = {'+': k + n, '-': k - n, '×': k * n}[op]
    if l == 'en':
        q = r.choice({
            '+': ["what's {n} more than the number of {c}", 'Add {n} to the number of {c}.', 'What is {n} plus the number of {c}?', 'Take the number of {c} and add {n}.'],
            '-': ['What is {n} less than the number of {c}?', 'Subtract {n} from the number of {c}.', 'Take the number of {c} minus {n}.'],
            '×': ['What is {n} times the number of {c}?', 'Multiply the number of {c} by {n}.'],
        }[op]).format(n=n, c=c[0])
        return Item(l, q, f'The number of {c[0]} is {k}. {k} {op} {n} = {v}.', short=str(v))
    q = r.choice({
        '+': ['Přičti {n} k počtu {c}.', 'Kolik je počet {c} plus {n}?', 'O {n} víc než počet {c} je kolik?', 'Vezmi počet {c} a přidej {n}.'],
        '-': ['Odečti {n} od počtu {c}.', 'Kolik je počet {c} minus {n}?', 'O {n} méně než počet {c} je kolik?'],
        '×': ['Vynásob počet {c} číslem {n}.', 'Kolik je {n}krát počet {c}?'],
    }[op]).format(n=n, c=c[1])
    return Item(l, q, f'Počet {c[1]} je {k}. {k} {op} {n} = {v}.', short=str(v))


CAPITALS = rows('Italy|Itálie|Rome|Řím\nFrance|Francie|Paris|Paříž\nGermany|Německa|Berlin|Berlín\nSpain|Španělska|Madrid|Madrid\nAustria|Rakouska|Vienna|Vídeň\nPoland|Polska|Warsaw|Varšava\nJapan|Japonska|Tokyo|Tokio\nNorway|Norska|Oslo|Oslo\nEgypt|Egypta|Cairo|Káhira\nGreece|Řecka|Athens|Athény\nPortugal|Portugalska|Lisbon|Lisabon\nCzechia|Česka|Prague|Praha\nRussia|Ruska|Moscow|Moskva\nIreland|Irska|Dublin|Dublin\nPeru|Peru|Lima|Lima\nSweden|Švédska|Stockholm|Stockholm\nCuba|Kuby|Havana|Havana')


def capital_letters(r, l, _):
    c = r.choice(CAPITALS)
    name = c[2] if l == 'en' else c[3]
    m = r.random()
    if l == 'en':
        if m < 0.5:
            q, a = r.choice(['How many letters are in the name of the capital of {}?', 'How many letters has the capital of {}?', "Count the letters of {}'s capital.", 'the capital of {}, how many letters is that']), f'The capital of {c[0]} is {name}, which has {len(name)} letters.'
            short = str(len(name))
        elif m < 0.75:
            q, a, short = r.choice(["With which letter does the capital of {} begin?", "What is the first letter of the capital of {}?"]), f'The capital of {c[0]} is {name}, which begins with {name[0]}.', name[0]
        else:
            q, a, short = "What is the last letter of the capital of {}?", f'The capital of {c[0]} is {name}, which ends with {name[-1]}.', name[-1]
        return Item(l, q.format(c[0]), a, short=short)
    if m < 0.5:
        q, a = r.choice(['Kolik písmen má název hlavního města {}?', 'Kolik písmen má hlavní město {}?', 'Spočítej písmena ve jménu hlavního města {}.']), f'Hlavní město {c[1]} je {name}, to má {len(name)} {"písmena" if len(name) < 5 else "písmen"}.'
        short = str(len(name))
    elif m < 0.75:
        q, a, short = r.choice(['Jakým písmenem začíná hlavní město {}?', 'Jaké je první písmeno hlavního města {}?']), f'Hlavní město {c[1]} je {name}, začíná na {name[0]}.', name[0]
    else:
        q, a, short = 'Jaké je poslední písmeno hlavního města {}?', f'Hlavní město {c[1]} je {name}, končí na {name[-1]}.', name[-1]
    return Item(l, q.format(c[1]), a, short=short)


WORDS = {
    'en': 'milk eggs butter bread cheese apples rice salt pen book chair table lamp dog cat horse bear zebra lion fox goose duck snake tree rose river stone cloud rain snow train bus car boat red blue green black white Anna Peter Tom Eva Jack Lucy Prague Paris Rome Oslo Berlin window door key coat shoe hat spoon fork knife plate juice water tea coffee honey'.split(),
    'cs': 'mléko vejce máslo chleba sýr jablko rýže sůl pero kniha židle stůl lampa pes kočka kůň medvěd zebra antilopa lev liška husa kachna had strom růže řeka kámen mrak déšť sníh vlak autobus auto loď červená modrá zelená Anna Petr Tomáš Eva Jakub Lucie Praha Brno Ostrava Plzeň okno dveře klíč kabát bota lžíce vidlička nůž talíř džus voda čaj káva med opice tygr velbloud žirafa slon myš'.split(),
}
ORDER = 'aábcčdďeéěfghiíjklmnňoóprřsštťuúůvyýzž'


def alphabet(w):
    s = w.lower().replace('ch', 'h~')
    return [ORDER.find(strip_dia(c) if c in 'áďéěíňóťúůý' else c) if c != '~' else 99 for c in s]


def lists(r, l, _):
    ws = r.sample(WORDS[l], r.randint(3, 5))
    t = ', '.join(ws)
    E = l == 'en'
    m = r.randrange(6)
    if m == 0:
        q = r.choice(['Turn this list into bullet points: {}', 'Make bullet points of: {}', 'Write as a bulleted list: {}', '{} as bullet points', 'Put {} into a list with dashes.']) if E else r.choice(['Udělej z toho odrážky: {}', 'Napiš jako seznam s odrážkami: {}', 'Převeď na odrážky: {}', 'Rozepiš do bodů: {}'])
        a = '\n'.join('- ' + w for w in ws)
    elif m == 1:
        q = r.choice(['Number these: {}', 'Make a numbered list: {}', 'Write {} as a numbered list.']) if E else r.choice(['Očísluj: {}', 'Udělej číslovaný seznam: {}', 'Napiš jako číslovaný seznam: {}'])
        a = '\n'.join(f'{i}. {w}' for i, w in enumerate(ws, 1))
    elif m in (2, 3):
        q = r.choice(['Sort alphabetically: {}', 'Put in alphabetical order: {}', 'Order these words by the alphabet: {}', 'alphabetical order of {}', 'Sort these from A to Z: {}']) if E else r.choice(['Seřaď podle abecedy: {}', 'Seřaď abecedně: {}', 'Dej do abecedního pořadí: {}', 'Uspořádej podle abecedy slova {}', 'Abecedně: {}'])
        a = ', '.join(sorted(ws, key=(lambda w: w.lower()) if E else alphabet))
    elif m == 4:
        q = r.choice(['Reverse the order: {}', 'Write this list backwards: {}', 'Turn the list round: {}']) if E else r.choice(['Obrať pořadí: {}', 'Napiš seznam pozpátku: {}', 'Otoč pořadí slov: {}'])
        a = ', '.join(ws[::-1])
    else:
        i = r.randrange(len(ws))
        nth = (['first', 'second', 'third', 'fourth', 'fifth'], ['první', 'druhá', 'třetí', 'čtvrtá', 'pátá'])[not E]
        last = i == len(ws) - 1 and r.random() < 0.5
        q = (f'What is the {"last" if last else nth[i]} item of this list: {{}}' if E else f'Která položka je {"poslední" if last else nth[i]}: {{}}')
        a = ws[i]
    return Item(l, q.format(t), a, short=a if m > 1 else None)


GREET = {'en': ['Hello', 'Hi', 'Good morning', 'Hello, world!', 'Welcome', 'Bye', 'OK', 'Done', 'Thank you', 'Test', 'Yes', 'Ready'], 'cs': ['ahoj', 'Ahoj', 'dobrý den', 'Hotovo', 'čau', 'Ahoj světe', 'díky', 'test', 'Vítejte', 'konec']}
# What a function does: English | Czech (která ...) | its name | Python expression
FUNCTIONS = rows("""
doubles a number / returns twice a number|vrátí dvojnásobek čísla / zdvojnásobí číslo|double|x * 2
triples a number / returns three times a number|vrátí trojnásobek čísla / ztrojnásobí číslo|triple|x * 3
halves a number / returns half of a number|vrátí polovinu čísla|half|x / 2
squares a number / returns the square of a number|vrátí druhou mocninu čísla / umocní číslo na druhou|square|x * x
cubes a number / returns the third power of a number|vrátí třetí mocninu čísla|cube|x ** 3
adds one to a number / increments a number|přičte jedničku / zvětší číslo o jedna|increment|x + 1
subtracts one from a number|odečte jedničku / zmenší číslo o jedna|decrement|x - 1
negates a number / returns the opposite of a number|vrátí opačné číslo|negate|-x
says whether a number is even / checks for an even number|zjistí, zda je číslo sudé / ověří sudé číslo|is_even|x % 2 == 0
says whether a number is odd / checks for an odd number|zjistí, zda je číslo liché|is_odd|x % 2 == 1
says whether a number is positive|zjistí, zda je číslo kladné|is_positive|x > 0
returns the absolute value / gives the absolute value of a number|vrátí absolutní hodnotu|absolute|abs(x)
returns the length of a text|vrátí délku textu|length|len(x)
reverses a text / turns a string round|obrátí text / otočí řetězec|reverse|x[::-1]
turns a text into capitals|převede text na velká písmena|upper|x.upper()
returns the last character of a text|vrátí poslední znak textu|last|x[-1]
returns the first character of a text|vrátí první znak textu|first|x[0]
""")
FUNCTIONS2 = rows("""
adds two numbers / returns the sum of two numbers|sečte dvě čísla / vrátí součet dvou čísel|add|a + b
subtracts two numbers / returns the difference of two numbers|odečte dvě čísla / vrátí rozdíl dvou čísel|subtract|a - b
multiplies two numbers / returns the product of two numbers|vynásobí dvě čísla / vrátí součin dvou čísel|multiply|a * b
divides two numbers|vydělí dvě čísla / vrátí podíl dvou čísel|divide|a / b
returns the larger of two numbers|vrátí větší ze dvou čísel|larger|max(a, b)
returns the average of two numbers|vrátí průměr dvou čísel|average|(a + b) / 2
""")


def code(r, l, _):
    E = l == 'en'
    m = r.randrange(4)
    if m == 0:
        t = r.choice(GREET[l])
        js = r.random() < 0.3
        q = r.choice(['How do I print {t} in {p}?', 'In {p}, how do I write {t} to the screen?', 'Show {t} with {p}.', 'one line of {p} that prints "{t}"', '{p} code that prints {t}', 'Print the text {t} in {p}.']) if E else r.choice(['Jak v {c} vypíšu {t}?', 'jak v {c} vypíšu na obrazovku {t}', 'Vypiš {t} v {c}.', 'Napiš v {c} řádek, který vypíše „{t}“.', 'Kód v {c}, co vypíše {t}', 'Jak se v {c} zobrazí text {t}?'])
        q = q.format(t=t, p='JavaScript' if js else 'Python', c='JavaScriptu' if js else 'Pythonu')
        a = f"```javascript\nconsole.log('{t}');\n```" if js else f'```python\nprint("{t}")\n```'
        return Item(l, q, a)
    if m == 1:
        a, b = r.choice([(0, r.randint(2, 20)), (1, r.randint(3, 20)), (r.randint(2, 9), r.randint(10, 30))])
        q = r.choice(['Write a Python loop from {a} to {b}.', 'How do I loop from {a} to {b} in Python?', 'python for loop that goes from {a} to {b}', 'Print the numbers {a} to {b} in Python.', 'How do I count from {a} to {b} with Python?', 'Python code to print all numbers between {a} and {b}, both included']) if E else r.choice(['Jak v Pythonu napíšu cyklus od {a} do {b}?', 'Napiš v Pythonu cyklus od {a} do {b}.', 'Vypiš v Pythonu čísla od {a} do {b}.', 'python cyklus for od {a} do {b}', 'Jak v Pythonu projdu čísla {a} až {b}?', 'Kód v Pythonu, který vypíše čísla {a} až {b}'])
        start = f'{a}, ' if a else ''
        return Item(l, q.format(a=a, b=b), f'```python\nfor i in range({start}{b + 1}):\n    print(i)\n```')
    x = r.choice(FUNCTIONS + FUNCTIONS2)
    args = 'a, b' if x in FUNCTIONS2 else 'x'
    q = r.choice(['Write a Python function that {}.', 'A function in Python that {}', 'python function which {}', 'I need a Python function that {}.', 'Give me a function in Python that {}.', 'How do I write a Python function that {}?']) if E else r.choice(['Napiš funkci v Pythonu, která {}.', 'Napiš v Pythonu funkci, která {}.', 'Funkce v Pythonu, která {}', 'Potřebuji funkci v Pythonu, která {}.', 'pythonovská funkce, co {}', 'Jak v Pythonu napíšu funkci, která {}?'])
    return Item(l, q.format(r.choice(x[0 if E else 1].split(' / '))), f'```python\ndef {x[2]}({args}):\n    return {x[3]}\n```')


NAMES = {'en': ['Karel', 'Peter', 'Anna', 'Tom', 'Lucy', 'Jane', 'Paul', 'Eva', 'Martin', 'Alice', 'Helen'], 'cs': ['Karel', 'Petr', 'Tomáš', 'Martin', 'Jakub', 'Pavel', 'Jan', 'David', 'Ondřej']}
BY = {'en': ['by train', 'by bus', 'by car', 'by bike', 'by plane', 'on foot', 'by boat'], 'cs': ['vlakem', 'autobusem', 'autem', 'letadlem', 'lodí', 'tramvají', 'kolem']}
TO = {'en': ['Pilsen', 'London', 'Brno', 'the sea', 'Vienna', 'the office', 'his uncle', 'the mountains', 'school'], 'cs': ['do Plzně', 'do Brna', 'do práce', 'na hory', 'do školy', 'k babičce', 'do Vídně', 'k moři', 'na výlet', 'do Londýna']}
WHEN = {'en': ['On Tuesday', 'Yesterday', 'In June', 'At eight', 'Last week', 'On Friday', 'In the morning', 'In 1999'], 'cs': ['V úterý', 'Včera', 'V červnu', 'V osm hodin', 'Minulý týden', 'V pátek', 'Ráno', 'V roce 1999']}
WITH = {'en': ['a friend', 'his dog', 'Mary', 'two bags', 'his sister'], 'cs': ['s kamarádem', 'se psem', 's Marií', 'se dvěma kufry', 'se sestrou']}


def sentence(r, l, _):
    n, b, t, w = (r.choice(x[l]) for x in (NAMES, BY, TO, WHEN))
    c = r.choice(WITH[l]) if r.random() < 0.5 else None
    if l == 'en':
        s = f'{w} {n} went {b} to {t}' + (f' with {c}' if c else '') + '.'
        asks = {'Who went?': n, f'Who went to {t}?': n, f'Where did {n} go?': cap(f'to {t}'), f'How did {n} go?': cap(b), f'How did {n} travel?': cap(b), f'When did {n} go?': w, f'When did {n} travel?': w}
        if c:
            asks[f'Who or what did {n} go with?'] = cap(f'with {c}')
    else:
        s = f'{w} jel {n} {b} {t}' + (f' {c}' if c else '') + '.'
        asks = {'Kdo jel?': n, f'Kdo jel {t}?': n, f'Kam jel {n}?': cap(t), f'Čím jel {n}?': cap(b), f'Jak {n} cestoval?': cap(b), f'Kdy jel {n}?': w, f'Kdy {n} cestoval?': w}
        if c:
            asks[f'S kým nebo s čím jel {n}?'] = cap(c)
    q, a = r.choice(list(asks.items()))
    form = r.choice(['Read the sentence: "{s}" {q}', '"{s}" {q}', '{s} {q}', 'Here is a sentence: {s} {q}', '{q} Text: {s}', 'Text: {s}\n{q}'] if l == 'en' else ['Přečti si větu: "{s}" {q}', '„{s}“ {q}', '{s} {q}', 'Tady je věta: {s} {q}', '{q} Text: {s}', 'Text: {s}\n{q}'])
    return Item(l, form.format(s=s, q=q), a + '.' if not a.endswith('.') else a, short=a)


# What comes of what, and why: English questions | Czech questions | English answer | Czech answer
CAUSES = rows("""
What does water turn into when it freezes? / what do you get when water freezes / Frozen water is called what? / What is made when water freezes?|Co vznikne z vody, když zmrzne? Řekni to. / Na co se změní voda v mrazu? / Čím se stane zmrzlá voda? / Jak se říká zmrzlé vodě?|Water that freezes becomes ice.|Když voda zmrzne, vznikne led.
What does ice become when it melts? / what is left when ice melts / What do you get from melted ice?|Co vznikne, když led roztaje? / Na co se změní led v teple? / co je z ledu, když roztaje|Ice that melts becomes water.|Když led roztaje, vznikne voda.
What does boiling water turn into? / What rises from boiling water? / what comes out of a kettle when it boils|Co vznikne z vroucí vody? / Co stoupá z hrnce s vařící vodou? / na co se mění voda, když se vaří|Boiling water turns into steam.|Z vroucí vody vzniká pára.
Why are leaves green? / What makes leaves green? / why do plants have a green colour / Where do leaves get their green from?|Proč jsou listy zelené? / Čím to, že jsou listy zelené? / co barví listy na zeleno|Leaves are green because of chlorophyll.|Listy jsou zelené díky chlorofylu.
Why is the sky blue? / What makes the sky blue? / why does the sky look blue|Proč je obloha modrá? / Čím to je, že je nebe modré? / co dělá oblohu modrou|The air scatters blue light the most, so the sky is blue.|Vzduch nejvíce rozptyluje modré světlo, proto je obloha modrá.
Why is the sea salty? / What makes sea water salty? / where does the salt in the sea come from|Proč je moře slané? / Čím je mořská voda slaná? / odkud je v moři sůl|Rivers carry salts from rocks into the sea.|Řeky přinášejí do moře soli z hornin.
Why do we have day and night? / What causes day and night? / why does it get dark in the evening|Proč se střídá den a noc? / Čím vzniká den a noc? / proč je večer tma|The Earth turns on its axis, so there is day and night.|Země se otáčí kolem své osy, proto se střídá den a noc.
Why do we have seasons? / What causes the seasons? / why is it colder in winter|Proč se střídají roční období? / Čím vznikají roční období? / proč je v zimě chladněji|The Earth's axis is tilted, so there are seasons.|Zemská osa je nakloněná, proto se střídají roční období.
Why does iron rust? / What makes iron rusty? / what happens to iron left in the rain|Proč železo rezaví? / Co způsobuje rez? / co se stane se železem na dešti|Iron rusts in water and oxygen.|Železo rezaví působením vody a kyslíku.
Why do things fall down? / What pulls things to the ground? / why does an apple fall from the tree|Proč věci padají dolů? / Co táhne věci k zemi? / proč jablko spadne ze stromu|Things fall because of gravity.|Věci padají kvůli gravitaci.
Why does wood float? / why doesn't wood sink / What keeps wood on the water?|Proč dřevo plave? / proč se dřevo nepotopí / Díky čemu dřevo plave na vodě?|Wood floats because it is lighter than water.|Dřevo plave, protože je lehčí než voda.
What do bees make? / what is made by bees / Which sweet thing do bees produce?|Co vyrábějí včely? / co dělají včely sladkého / Co máme od včel?|Bees make honey.|Včely vyrábějí med.
What hatches from an egg of a hen? / what comes out of a hen's egg / What animal is born from a hen's egg?|Co se vylíhne z vejce slepice? / co vyleze ze slepičího vejce / Jaké mládě se líhne ze slepičího vejce?|A chick hatches from a hen's egg.|Ze slepičího vejce se vylíhne kuře.
What does a caterpillar become? / what does a caterpillar turn into / Into which insect does a caterpillar change?|Co se stane z housenky? / v co se promění housenka / Kým je housenka, když vyroste?|A caterpillar becomes a butterfly.|Z housenky se stane motýl.
What does a tadpole become? / what do tadpoles grow into / Which animal grows from a tadpole?|Co vyroste z pulce? / v co se mění pulec / Které zvíře vznikne z pulce?|A tadpole becomes a frog.|Z pulce vyroste žába.
What is bread made of? / what do you bake bread from / Which ingredient is bread mainly made from?|Z čeho je chleba? / z čeho se peče chleba / Z čeho se dělá chléb?|Bread is made of flour.|Chléb se dělá z mouky.
What is cheese made from? / what do you make cheese of / From which drink is cheese made?|Z čeho se dělá sýr? / z čeho je sýr / Z jakého nápoje se vyrábí sýr?|Cheese is made from milk.|Sýr se dělá z mléka.
What is paper made of? / what do they make paper from / From what is paper produced?|Z čeho se vyrábí papír? / z čeho je papír / Z čeho se dělá papír?|Paper is made of wood.|Papír se vyrábí ze dřeva.
What is wine made from? / which fruit gives wine / From what do people make wine?|Z čeho se dělá víno? / z jakého ovoce je víno / Z čeho se vyrábí víno?|Wine is made from grapes.|Víno se dělá z hroznů.
What is glass made from? / what do they melt to make glass|Z čeho se vyrábí sklo? / z čeho je sklo / Co se taví na sklo?|Glass is made from sand.|Sklo se vyrábí z písku.
What do plants need to grow? / what does a flower need to live|Co potřebují rostliny k růstu? / co potřebuje květina k životu|Plants need light, water and air.|Rostliny potřebují světlo, vodu a vzduch.
What do people breathe in? / which gas do we need to breathe / What gas keeps us alive?|Co lidé vdechují? / který plyn potřebujeme k dýchání / Jaký plyn potřebujeme k životu?|We need oxygen to breathe.|K dýchání potřebujeme kyslík.
What makes the tides? / what causes high and low tide / Why does the sea rise and fall?|Co způsobuje příliv a odliv? / čím vzniká příliv / Proč moře stoupá a klesá?|The Moon's gravity makes the tides.|Příliv a odliv způsobuje gravitace Měsíce.
Where does rain come from? / what do clouds bring / What falls from clouds?|Odkud se bere déšť? / co padá z mraků / Z čeho prší?|Rain falls from clouds.|Déšť padá z mraků.
What melts in the sun? / what happens to snow in the sun / What does the sun do to snow?|Co se stane se sněhem na slunci? / co udělá slunce se sněhem|Snow melts in the sun.|Sníh na slunci taje.
Why do we sleep? / what is sleep good for / Why does the body need sleep?|Proč spíme? / k čemu je spánek / Proč tělo potřebuje spánek?|In sleep the body and the brain rest.|Ve spánku si tělo a mozek odpočinou.
""")


def causes(r, l, al):
    x = r.choice(CAUSES)
    return Item(l, r.choice(x[0 if l == 'en' else 1].split(' / ')), x[2 if al == 'en' else 3])


# Things and what they are like: English plural | Czech plural | English | Czech (in the plural's form) ; then what they are not
LIKE = rows("""
bananas|banány|yellow|žluté|blue|modré
tomatoes|rajčata|red|červená|black|černá
lemons|citrony|sour|kyselé|sweet|sladké
elephants|sloni|big|velcí|tiny|maličcí
mice|myši|small|malé|huge|obrovské
strawberries|jahody|red|červené|blue|modré
cucumbers|okurky|green|zelené|red|červené
carrots|mrkve|orange|oranžové|purple|fialové
oranges|pomeranče|orange|oranžové|black|černé
crows|vrány|black|černé|pink|růžové
swans|labutě|white|bílé|green|zelené
stones|kameny|hard|tvrdé|soft|měkké
pillows|polštáře|soft|měkké|hard|tvrdé
knives|nože|sharp|ostré|blunt like a ball|kulaté
snails|šneci|slow|pomalí|fast|rychlí
cheetahs|gepardi|fast|rychlí|slow|pomalí
feathers|peříčka|light|lehká|heavy|těžká
cherries|třešně|red|červené|blue|modré
flames|plameny|hot|horké|cold|studené
icicles|rampouchy|cold|studené|hot|horké
balls|míče|round|kulaté|square|hranaté
wheels|kola|round|kulatá|square|hranatá
deserts|pouště|dry|suché|wet|mokré
giraffes|žirafy|tall|vysoké|short|nízké
frogs|žáby|green|zelené|furry|chlupaté
""")


def like(r, l, al):
    x = r.choice(LIKE)
    E, yes = l == 'en', r.random() < 0.5
    thing, is_, not_ = (x[0], x[2], x[4]) if E else (x[1], x[3], x[5])
    said = is_ if yes else not_
    q = r.choice(['Are {} {}?', 'are {} usually {}', 'Would you say that {} are {}?', 'Is it true that {} are {}?', 'Are most {} {}?']) if E else r.choice(['Jsou {} {}?', 'jsou {} obvykle {}', 'Je pravda, že {} jsou {}?', 'Bývají {} {}?', 'Platí, že {} jsou {}?'])
    T, I = (x[0], x[2]) if al == 'en' else (x[1], x[3])
    yes_no = YES_NO[al][not yes]
    return Item(l, q.format(thing, said), f'{yes_no}, {T} {"are" if al == "en" else "jsou"} {I}.', short=yes_no)


BYES = {
    'en': "I have to go now, take care / well, I'm off / see you around / gotta run, bye / that's all for today / I'll be going then / talk to you later / I must leave now / until next time / good night then / time for bed, bye / have to get back to work, bye",
    'cs': 'Tak já už půjdu, měj se hezky / no nic, musím běžet / tak zase někdy / jdu spát, dobrou / to je pro dnešek všechno / už musím končit / ozvu se později / tak se měj / já mizím, čau / loučím se / půjdu zase pracovat, ahoj / tak zatím',
}
BYE = {'en': ['Goodbye! Have a nice day.', 'Bye! Come back any time.'], 'cs': ['Na shledanou! Mějte se hezky.', 'Ahoj! Přijďte zas.']}


def bye(r, l, al):
    return Item(l, r.choice(BYES[l].split(' / ')), r.choice(BYE[al]))


def number_word(r, l, _):
    n = r.choice([r.randint(0, 20), r.randint(21, 99), r.randint(21, 99), r.randint(100, 999)])
    w = words_of(n, l)
    if r.random() < 0.35:
        q = r.choice(['Write {} as a number.', 'Which number is {}?', '{} in digits', 'Write the number {} with digits.']) if l == 'en' else r.choice(['Napiš číslicemi {}.', 'Které číslo je {}?', '{} číslicemi', 'Jak se číslicemi píše {}?'])
        return Item(l, q.format(w), f'{n}', short=str(n))
    q = r.choice(['Write {} in words.', 'How do you spell the number {}?', '{} in words', 'How is {} written as a word?', 'Spell out {}.', 'Write the number {} as words.']) if l == 'en' else r.choice(['Napiš {} slovy.', 'Jak se slovy píše {}?', '{} slovy', 'Jak se píše číslo {} slovem?', 'jak napíšu slovem číslo {}', 'Vypiš číslo {} slovy.', 'Jak se česky řekne číslo {}?'])
    return Item(l, q.format(n), w, short=w)


EN_SMALL = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split()
EN_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split()
CS_SMALL = 'nula jedna dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct'.split()
CS_TENS = 'dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát'.split()
CS_HUNDREDS = ['sto', 'dvě stě', 'tři sta', 'čtyři sta', 'pět set', 'šest set', 'sedm set', 'osm set', 'devět set']


def words_of(n, l):
    small, tens = (EN_SMALL, EN_TENS) if l == 'en' else (CS_SMALL, CS_TENS)
    if n < 20:
        return small[n]
    if n < 100:
        return tens[n // 10 - 2] + (('-' if l == 'en' else ' ') + small[n % 10] if n % 10 else '')
    head = small[n // 100] + ' hundred' if l == 'en' else CS_HUNDREDS[n // 100 - 1]
    return head + ((' and ' if l == 'en' else ' ') + words_of(n % 100, l) if n % 100 else '')


COST = {
    'en': 'a one-bedroom flat|a used Škoda|a haircut|a ticket to the zoo|a litre of petrol|a room for students|a new kitchen|a dog from a shelter|a taxi to the airport|a dentist|a kilo of tomatoes|a wedding|a driving course|gold'.split('|'),
    'cs': 'nájem bytu 2+kk|byt 3+1|ojetá Škodovka|stříhání|lístek do zoo|litr benzinu|pokoj pro studenta|nová kuchyň|pes z útulku|taxi na letiště|zubař|kilo rajčat|svatba|autoškola|garáž|chata'.split('|'),
}
WHERE = {'en': ['in Prague', 'in Brno', 'in London', 'near me', 'nowadays', 'in Vienna', 'here', 'this year', 'in a village'], 'cs': ['v Praze', 'v Brně', 'v Plzni', 'v Liberci', 'v Hradci', 'teď', 'letos', 'u nás', 'na vesnici', 've Zlíně', 'v Jihlavě']}


def cost(r, l, al):
    x, w = r.choice(COST[l]), r.choice(WHERE[l])
    q = r.choice(['How much is {} {}?', 'What does {} cost {}?', 'price of {} {}', 'How expensive is {} {}?', 'What do people pay for {} {}?']) if l == 'en' else r.choice(['Kolik stojí {} {}?', 'Jaká je cena: {} {}?', 'za kolik je {} {}', 'Jak drahý je {} {}?', 'Kolik se platí za {} {}?'][:3])
    return unknown.mk(r, l, q.format(x, w), None, al)


def nowhere(r, l, al):
    """Familiar questions about places that are not there."""
    x = unknown.pseudo(r)
    x = cap(x)
    q = r.choice(['Which river flows through the city of {}?', 'Which river runs through {}?', 'What country is {} in?', 'What is the capital of {}?', 'How many people live in {}?', 'What language do they speak in {}?', 'Who is the mayor of {}?', 'What currency is used in {}?', 'Which mountain is the highest in {}?', 'What sea is {} at?']) if l == 'en' else r.choice(['Která řeka teče městem {}?', 'Která řeka protéká městem {}?', 'Ve kterém státě leží {}?', 'Jaké je hlavní město země {}?', 'Kolik lidí žije ve městě {}?', 'Jakým jazykem se mluví v zemi {}?', 'Jaká měna platí v zemi {}?', 'Která hora je nejvyšší v zemi {}?', 'U kterého moře leží {}?'])
    return Item(l, q.format(x), f'I do not know any place called {x}.' if al == 'en' else f'Žádné místo jménem {x} neznám.')


@domain('particular', 16)
def particular(r, ql, al):
    return r.choices([causes, like, bye, cost, nowhere], [4, 3, 1, 3, 3])[0](r, ql, al)


@domain('particular_odd', 14)
def particular_odd(r, l):
    return r.choices([month, wrong_time, between, zero], [3, 3, 3, 1])[0](r, l, l)


@domain('particular_text', 32)
def particular_text(r, l):
    f = r.choices([share, halves, count_sum, capital_letters, lists, code, sentence, number_word], [4, 3, 3, 2, 4, 5, 4, 2])[0]
    return f(r, l, l)
