"""Questions about a text of two to four sentences with several people, places and numbers in it: the right one must be picked out, and what the text does not say is said to be missing."""

from core import *
import traps

WOMEN = {
    'en': 'Ada Agnes Alice Amy Anna Barbara Beth Carol Chloe Clara Daisy Diana Dora Edith Ella Emma Eva Fiona Grace Hannah Helen Ida Irene Isla Ivy Jane Joan Julia Kate Kim Laura Lily Linda Lisa Lucy Mary Maya Megan Mia Molly Nancy Nina Nora Olga Paula Petra Priya Rachel Rita Rosa Ruth Sally Sara Sofia Stella Susan Tara Tina Vera Wendy Yuki Zoe'.split(),
    'cs': 'Adéla Alena Alžběta Andrea Aneta Barbora Blanka Božena Dana Darina Dita Dorota Eliška Ema Eva Gabriela Hana Helena Ilona Irena Iva Ivana Jana Jarmila Jitka Julie Karolína Kateřina Klára Kristýna Lada Laura Lenka Libuše Linda Lucie Magda Marcela Markéta Marta Milada Milena Monika Naďa Natálie Nela Nikola Olga Pavla Petra Radka Renata Růžena Simona Soňa Stáňa Šárka Tereza Věra Veronika Vlasta Zdena Zora Zuzana Žaneta'.split(),
}
MEN = {
    'en': 'Adam Alan Alex Andrew Anton Arthur Ben Bill Bob Boris Carl Chris Daniel David Dennis Edward Eric Felix Frank Fred Gary George Harry Henry Hugo Ian Igor Ivan Jack Jacob James Jim Joe John Karel Ken Leo Liam Luke Marek Mark Martin Max Mike Neil Nick Noah Oliver Omar Oscar Paul Pavel Peter Petr Phil Ravi Ray Robert Roger Sam Simon Steve Ted Tim Tom Victor Will'.split(),
    'cs': 'Adam Albert Aleš Alois Antonín Bedřich Bořek Břetislav Ctirad Dalibor Dan David Dominik Eduard Emil Evžen Filip František Hynek Igor Ivan Jakub Jan Jaroslav Jindřich Jiří Josef Kamil Karel Kryštof Ladislav Leoš Libor Luboš Ludvík Lukáš Marek Martin Matěj Michal Milan Miloš Miroslav Norbert Oldřich Ondřej Ota Patrik Pavel Petr Přemysl Radek Radim Richard Robert Roman Rostislav Rudolf Šimon Štěpán Tomáš Václav Viktor Vilém Vít Vladimír Vojtěch Zbyněk Zdeněk'.split(),
}
# Now and then a name that no list has: it must be copied letter by letter.
RARE = 0.12
# nominative | in it | to it
CITIES = rows("""
Praha|v Praze|do Prahy
Brno|v Brně|do Brna
Ostrava|v Ostravě|do Ostravy
Plzeň|v Plzni|do Plzně
Olomouc|v Olomouci|do Olomouce
Liberec|v Liberci|do Liberce
Zlín|ve Zlíně|do Zlína
Tábor|v Táboře|do Tábora
Kolín|v Kolíně|do Kolína
Opava|v Opavě|do Opavy
Vídeň|ve Vídni|do Vídně
Londýn|v Londýně|do Londýna
Berlín|v Berlíně|do Berlína
Písek|v Písku|do Písku
Jihlava|v Jihlavě|do Jihlavy
Cheb|v Chebu|do Chebu
""")
CITY_EN = 'Prague Brno Vienna London Berlin Paris Rome Madrid Oslo Dublin Leeds Porto Boston Geneva Turin Bath York Lisbon'.split()
# where one works: English | Czech
WORK = rows("""
in a library|v knihovně
in a hospital|v nemocnici
in a bakery|v pekárně
at a school|ve škole
in a bank|v bance
in a restaurant|v restauraci
at the post office|na poště
in a garage|v autoservisu
in a hotel|v hotelu
in a pharmacy|v lékárně
in a factory|v továrně
at the railway station|na nádraží
in a museum|v muzeu
in a shop|v obchodě
on a farm|na farmě
""")
# pets: English | Czech accusative
PETS = rows("""
a dog|psa
a cat|kočku
a parrot|papouška
a rabbit|králíka
a horse|koně
a hamster|křečka
a turtle|želvu
two cats|dvě kočky
three fish|tři rybičky
a white mouse|bílou myš
""")
# food and drink: English | Czech accusative
FOOD = rows("""
soup|polévku
fish|rybu
a salad|salát
pizza|pizzu
rice|rýži
pancakes|palačinky
tea|čaj
coffee|kávu
milk|mléko
a sandwich|chlebíček
apple juice|jablečný džus
ice cream|zmrzlinu
""")
# things bought: English one, many | Czech accusative one, 2-4, 5+
THINGS = rows("""
an apple|apples|jedno jablko|jablka|jablek
an egg|eggs|jedno vejce|vejce|vajec
a roll|rolls|jeden rohlík|rohlíky|rohlíků
a book|books|jednu knihu|knihy|knih
a ticket|tickets|jednu vstupenku|vstupenky|vstupenek
a pear|pears|jednu hrušku|hrušky|hrušek
a pencil|pencils|jednu tužku|tužky|tužek
a bottle|bottles|jednu láhev|láhve|lahví
a cup|cups|jeden hrnek|hrnky|hrnků
a lemon|lemons|jeden citron|citrony|citronů
""")
COLOURS = rows("""
red|červené|červený|červená
blue|modré|modrý|modrá
green|zelené|zelený|zelená
white|bílé|bílý|bílá
black|černé|černý|černá
yellow|žluté|žlutý|žlutá
brown|hnědé|hnědý|hnědá
grey|šedé|šedý|šedá
""")
TRAVEL = rows("""
by train|vlakem
by bus|autobusem
by car|autem
on foot|pěšky
by bike|na kole
by plane|letadlem
by tram|tramvají
""")
DAYS = rows("""
on Monday|v pondělí
on Tuesday|v úterý
on Wednesday|ve středu
on Thursday|ve čtvrtek
on Friday|v pátek
on Saturday|v sobotu
on Sunday|v neděli
tomorrow|zítra
in May|v květnu
in summer|v létě
""")
PAID = rows("""
with a card|kartou
in cash|v hotovosti
by bank transfer|převodem
with a voucher|poukázkou
""")
PLAYS = rows("""
tennis|tenis
football|fotbal
chess|šachy
the piano|na klavír
the guitar|na kytaru
the violin|na housle
hockey|hokej
volleyball|volejbal
""")
WHY = rows("""
because it was raining|protože pršelo
because he was ill|protože byl nemocný
because the train was late|protože měl vlak zpoždění
because the shop was closed|protože bylo zavřeno
because there was a lot of snow|protože napadlo hodně sněhu
because the alarm clock did not ring|protože nezazvonil budík
""")
ABSENT = {'en': 'The text does not say.', 'cs': 'To v textu není.'}
# what no scene says, asked about a person
NOT_THERE = {
    'en': ['What is the phone number of {}?', 'What colour are the eyes of {}?', 'When was {} born?', 'What is the surname of {}?', 'How tall is {}?', 'What does {} want for a birthday?'],
    'cs': ['Jaké má {} telefonní číslo?', 'Jakou barvu očí má {}?', 'Jaké má {} příjmení?', 'Jakou má {} výšku?', 'Co si {} přeje k narozeninám?', 'Jaký má {} oblíbený film?'],
}


class Someone:
    """A person of the text: the same verb endings everywhere."""

    def __init__(self, name, woman):
        self.name, self.woman = name, woman
        self.a = 'a' if woman else ''
        self.he = 'she' if woman else 'he'


def person(r, l):
    woman = r.random() < 0.5
    if r.random() >= RARE:
        return Someone(r.choice((WOMEN if woman else MEN)[l]), woman)
    name = cap(''.join(r.choice(traps.SYLLABLES[:100]) for _ in range(r.randint(2, 3))))
    return Someone(name.rstrip('aeiouy') + ('a' if woman else r.choice(['', 'o', 'k', 'n'])) if l == 'cs' else name, woman)


def people(r, l, n):
    out = []
    while len(out) < n:
        p = person(r, l)
        if p.name not in [x.name for x in out]:
            out.append(p)
    return out


def count(r, l):
    """A thing and how many of it: the words in the text, and the number."""
    x, n = r.choice(THINGS), r.randint(1, 9)
    if l == 'en':
        words = 'two three four five six seven eight nine'.split()
        return x[0] if n == 1 else f'{words[n - 2] if r.random() < 0.5 else n} {x[1]}', x[1]
    words = {'2': 'dva', '3': 'tři', '4': 'čtyři', '5': 'pět', '6': 'šest', '7': 'sedm', '8': 'osm', '9': 'devět'}
    if n == 1:
        return x[2], x[4]
    word = words[str(n)] if r.random() < 0.5 else str(n)
    if word == 'dva' and x[2].split()[0] in ('jedno', 'jednu'):
        word = 'dvě'
    return f'{word} {x[3] if n < 5 else x[4]}', x[4]


# ---------- scenes: each gives the sentence about one person, and questions with their answers ----------
def lives(r, l, p):
    if l == 'en':
        c = r.choice(CITY_EN)
        return f'{p.name} lives in {c}.', [(r.choice([f'Where does {p.name} live?', f'In which city does {p.name} live?', f'Where is the home of {p.name}?']), f'{p.name} lives in {c}.')]
    c = r.choice(CITIES)
    return f'{p.name} bydlí {c[1]}.', [(r.choice([f'Kde bydlí {p.name}?', f'Ve kterém městě bydlí {p.name}?', f'Kde {p.name} bydlí?']), f'{p.name} bydlí {c[1]}.')]


def moved(r, l, p):
    if l == 'en':
        c, d = r.sample(CITY_EN, 2)
        text = r.choice([f'{p.name} was born in {c} but now {p.he} lives in {d}.', f'{p.name} comes from {c} and lives in {d} now.', f'{p.name} grew up in {c}; today {p.he} lives in {d}.'])
        return text, [(r.choice([f'Where does {p.name} live now?', f'Where does {p.name} live?', f'Which city does {p.name} live in today?']), f'{p.name} lives in {d}.'), (f'Where does {p.name} come from?', f'{p.name} comes from {c}.')]
    c, d = r.sample(CITIES, 2)
    text = r.choice([f'{p.name} se narodil{p.a} {c[1]}, ale teď bydlí {d[1]}.', f'{p.name} vyrostl{p.a} {c[1]} a dnes žije {d[1]}.', f'{p.name} dřív bydlel{p.a} {c[1]}, teď bydlí {d[1]}.'])
    first = {'se': ('Kde se {} narodil{}?', '{} se narodil{} {}.'), 'vy': ('Kde {} vyrostl{}?', '{} vyrostl{} {}.'), 'dř': ('Kde {} bydlel{} dřív?', '{} dřív bydlel{} {}.')}[text[len(p.name) + 1 :][:2]]
    return text, [(r.choice([f'Kde teď bydlí {p.name}?', f'Kde bydlí {p.name} dnes?', f'Kde {p.name} bydlí teď?']), f'{p.name} bydlí {d[1]}.'), (first[0].format(p.name, p.a), first[1].format(p.name, p.a, c[1]))]


def works(r, l, p):
    w = r.choice(WORK)[l == 'cs']
    if l == 'en':
        return f'{p.name} works {w}.', [(r.choice([f'Where does {p.name} work?', f'What place does {p.name} work at?', f'Where is {p.name} employed?']), f'{p.name} works {w}.'), (f'Who works {w}?', f'{p.name} works {w}.')]
    return f'{p.name} pracuje {w}.', [(r.choice([f'Kde pracuje {p.name}?', f'Kde {p.name} pracuje?']), f'{p.name} pracuje {w}.'), (f'Kdo pracuje {w}?', f'Pracuje tam {p.name}.')]


def pets(r, l, p):
    x = r.choice(PETS)[l == 'cs']
    if l == 'en':
        return f'{p.name} has {x}.', [(r.choice([f'What pet does {p.name} have?', f'What does {p.name} have at home?', f'Which animal does {p.name} have?']), f'{p.name} has {x}.'), (f'Who has {x}?', f'{p.name} has {x}.')]
    return f'{p.name} má doma {x}.', [(r.choice([f'Jaké zvíře má {p.name}?', f'Co má {p.name} doma za zvíře?', f'Koho má {p.name} doma?']), f'{p.name} má {x}.'), (f'Kdo má doma {x}?', f'{p.name} má doma {x}.')]


def buys(r, l, p):
    x, xs = count(r, l)
    y, ys = count(r, l)
    while ys == xs:
        y, ys = count(r, l)
    pay = r.choice(PAID)[l == 'cs']
    if l == 'en':
        how = lambda a: a.split()[0] if a.split()[0] not in ('a', 'an') else 'one'
        text = r.choice([f'{p.name} bought {x} and {y} and paid {pay}.', f'{p.name} bought {x} and {y}. {cap(p.he)} paid {pay}.', f'In the shop {p.name} bought {x} and {y} and paid {pay}.'])
        return text, [
            (r.choice([f'How did {p.name} pay?', f'How did {p.he} pay?', f'In what way did {p.name} pay?']), f'{p.name} paid {pay}.'),
            (f'How many {xs} did {p.name} buy?', f'{p.name} bought {x}.'),
            (f'How many {ys} did {p.name} buy?', f'{p.name} bought {y}.'),
            (f'What did {p.name} buy?', f'{p.name} bought {x} and {y}.'),
        ]
    text = r.choice([f'{p.name} koupil{p.a} {x} a {y} a platil{p.a} {pay}.', f'{p.name} koupil{p.a} {x} a {y}. Zaplatil{p.a} {pay}.', f'V obchodě {p.name} koupil{p.a} {x} a {y} a zaplatil{p.a} {pay}.'])
    return text, [
        (r.choice([f'Jak {p.name} platil{p.a}?', f'Jak {p.name} zaplatil{p.a}?', f'Čím {p.name} platil{p.a}?'][: 2 if pay.startswith('v ') else 3]), f'{p.name} platil{p.a} {pay}.'),
        (f'Kolik {xs} {p.name} koupil{p.a}?', f'{p.name} koupil{p.a} {x}.'),
        (f'Kolik {ys} koupil{p.a} {p.name}?', f'{p.name} koupil{p.a} {y}.'),
        (f'Co {p.name} koupil{p.a}?', f'{p.name} koupil{p.a} {x} a {y}.'),
    ]


def travels(r, l, p):
    how, when = r.choice(TRAVEL)[l == 'cs'], r.choice(DAYS)[l == 'cs']
    if l == 'en':
        c = r.choice(CITY_EN)
        text = r.choice([f'{cap(when)} {p.name} will go to {c} {how}.', f'{p.name} will go to {c} {how} {when}.', f'{p.name} is going to {c} {how} {when}.'])
        return text, [(f'Where will {p.name} go?', f'{p.name} will go to {c}.'), (f'How will {p.name} travel?', f'{p.name} will go {how}.'), (f'When will {p.name} go to {c}?', f'{cap(when)}.')]
    c = r.choice(CITIES)
    go = 'jde' if how == 'pěšky' else 'letí' if how == 'letadlem' else 'jede'
    text = r.choice([f'{cap(when)} {go} {p.name} {c[2]} {how}.', f'{p.name} {go} {when} {c[2]} {how}.'])
    return text, [(f'Kam {go} {p.name}?', f'{p.name} {go} {c[2]}.'), (r.choice([f'Čím {go} {p.name}?', f'Jak se {p.name} dostane {c[2]}?']) if how not in ('pěšky', 'na kole') else f'Jak se {p.name} dostane {c[2]}?', f'{p.name} {go} {how}.'), (f'Kdy {go} {p.name} {c[2]}?', f'{cap(when)}.')]


def eats(r, l, p):
    f = r.choice(FOOD)[l == 'cs']
    if l == 'en':
        return f'{p.name} ordered {f}.', [(f'What did {p.name} order?', f'{p.name} ordered {f}.'), (f'Who ordered {f}?', f'{p.name} ordered {f}.')]
    return f'{p.name} si objednal{p.a} {f}.', [(r.choice([f'Co si {p.name} objednal{p.a}?', f'Co si objednal{p.a} {p.name}?']), f'{p.name} si objednal{p.a} {f}.'), (f'Kdo si objednal {f}?', f'{cap(f)} si objednal{p.a} {p.name}.')]


def plays(r, l, p):
    x = r.choice(PLAYS)[l == 'cs']
    if l == 'en':
        return f'{p.name} plays {x}.', [(f'What does {p.name} play?', f'{p.name} plays {x}.'), (f'Who plays {x}?', f'{p.name} plays {x}.')]
    return f'{p.name} hraje {x}.', [((f'Na co hraje {p.name}?' if x.startswith('na ') else f'Co hraje {p.name}?'), f'{p.name} hraje {x}.'), (f'Kdo hraje {x}?', f'{p.name} hraje {x}.')]


def age(r, l, p):
    n = r.randint(5, 90)
    if l == 'en':
        return f'{p.name} is {n} years old.', [(r.choice([f'How old is {p.name}?', f'What is the age of {p.name}?']), f'{p.name} is {n} years old.')]
    return f'{p.name} má {n} let.', [(f'Kolik let má {p.name}?', f'{p.name} má {n} let.')]


def late(r, l, p):
    w = r.choice(WHY)
    if l == 'en':
        why = w[0].replace(' he ', f' {p.he} ')
        return f'{p.name} stayed at home {why}.', [(r.choice([f'Why did {p.name} stay at home?', f'Why was {p.name} at home?']), f'{cap(why)}.'), (f'Who stayed at home?', f'{p.name} stayed at home.')]
    why = w[1].replace('byl nemocný', 'byla nemocná') if p.woman else w[1]
    return f'{p.name} zůstal{p.a} doma, {why}.', [(r.choice([f'Proč {p.name} zůstal{p.a} doma?', f'Proč zůstal{p.a} {p.name} doma?']), f'{cap(why)}.'), ('Kdo zůstal doma?', f'Doma zůstal{p.a} {p.name}.')]


SCENES = [lives, moved, works, pets, buys, travels, eats, plays, age, late]


# ---------- notices: no people ----------
def train(r, l):
    h, m, n = r.randint(5, 22), r.choice(['05', '10', '15', '20', '30', '40', '45', '50']), r.randint(1, 9)
    c = r.choice(CITIES)
    mins = r.choice([20, 25, 35, 40, 50, 90])
    if l == 'en':
        c = r.choice(CITY_EN)
        v = r.choice(['train', 'bus'])
        stand = 'platform' if v == 'train' else 'stop'
        text = f'The {v} to {c} leaves at {h}:{m} from {stand} {n}. The journey takes {mins} minutes.'
        return text, [(f'When does the {v} leave?', f'It leaves at {h}:{m}.'), (f'Which {stand} does it leave from?', f'It leaves from {stand} {n}.'), (f'Where does the {v} go?', f'It goes to {c}.'), ('How long does the journey take?', f'It takes {mins} minutes.'), ('How much is the ticket?', ABSENT[l])]
    v = r.choice(['Vlak', 'Autobus'])
    text = f'{v} {c[2]} odjíždí v {h}:{m} z nástupiště {n}. Cesta trvá {mins} minut.'
    return text, [(f'Kdy odjíždí {v.lower()}?', f'Odjíždí v {h}:{m}.'), (r.choice(['Z kterého nástupiště odjíždí?', f'Z jakého nástupiště jede {v.lower()}?']), f'Odjíždí z nástupiště {n}.'), (f'Kam {v.lower()} jede?', f'Jede {c[2]}.'), ('Jak dlouho trvá cesta?', f'Cesta trvá {mins} minut.'), ('Kolik stojí lístek?', ABSENT[l])]


OPEN = rows("""
The library|Knihovna
The shop|Obchod
The museum|Muzeum
The pool|Bazén
The office|Úřad
The bakery|Pekárna
The pharmacy|Lékárna
The castle|Zámek
""")
CLOSED = rows("""
Monday|v pondělí
Sunday|v neděli
Wednesday|ve středu
Saturday|v sobotu
""")


def hours(r, l):
    p, d = r.choice(OPEN), r.choice(CLOSED)
    a, b, price = r.randint(6, 10), r.randint(14, 22), r.choice([20, 40, 60, 80, 100, 120, 150, 200])
    if l == 'en':
        x = low(p[0])
        text = f'{p[0]} is open from {a} to {b} and closed on {d[0]}. A ticket costs {price} crowns.'
        return text, [(f'When does {x} open?', f'It opens at {a}.'), (f'When does {x} close?', f'It closes at {b}.'), (f'On which day is {x} closed?', f'It is closed on {d[0]}.'), ('How much is a ticket?', f'A ticket costs {price} crowns.'), (f'Is {x} open on {d[0]}?', f'No, it is closed on {d[0]}.'), (f'Where is {x}?', ABSENT[l])]
    x = low(p[1])
    text = f'{p[1]} má otevřeno od {a} do {b} hodin, {d[1]} má zavřeno. Vstupné je {price} korun.'
    return text, [(f'V kolik hodin {x} otevírá?', f'Otevírá v {a} hodin.'), (f'V kolik hodin {x} zavírá?', f'Zavírá v {b} hodin.'), (f'Který den má {x} zavřeno?', f'Zavřeno má {d[1]}.'), ('Kolik je vstupné?', f'Vstupné je {price} korun.'), (f'Má {x} {d[1]} otevřeno?', f'Ne, {d[1]} má zavřeno.'), (f'Kde je {x}?', ABSENT[l])]


OBJECTS = rows("""
car|Auto|n
house|Dům|m
bag|Taška|f
bicycle|Kolo|n
coat|Kabát|m
door|Branka|f
boat|Loď|f
chair|Křeslo|n
cup|Hrnek|m
hat|Čepice|f
""")


def colours(r, l):
    x, y = r.sample(OBJECTS, 2)
    c, d = r.sample(COLOURS, 2)
    if l == 'en':
        text = f'The {x[0]} is {c[0]} and the {y[0]} is {d[0]}.'
        return text, [(f'What colour is the {x[0]}?', f'The {x[0]} is {c[0]}.'), (f'What colour is the {y[0]}?', f'The {y[0]} is {d[0]}.'), (f'Which thing is {d[0]}?', f'The {y[0]} is {d[0]}.')]
    form = {'n': 1, 'm': 2, 'f': 3}
    cc, dd = c[form[x[2]]], d[form[y[2]]]
    text = f'{x[1]} je {cc} a {low(y[1])} je {dd}.'
    return text, [(f'Jakou barvu má {low(x[1])}?', f'{x[1]} je {cc}.'), (f'Jakou barvu má {low(y[1])}?', f'{y[1]} je {dd}.'), (f'Co je {dd}?', f'{y[1]} je {dd}.')]


NOTICES = [train, hours, colours]
FILL = {
    'en': ['The weather was nice.', 'It was a quiet day.', 'They have known each other for years.', 'Everybody was happy.', 'The evening was long.'],
    'cs': ['Počasí bylo hezké.', 'Byl to klidný den.', 'Znají se už dlouho.', 'Všichni byli spokojení.', 'Večer byl dlouhý.'],
}
# how text and question stand together
FORMS = {
    'en': ['{t} {q}'] * 8 + ['{t}\n{q}', '{t}\n\n{q}', 'Text: {t} Question: {q}', 'Text: {t}\nQuestion: {q}', 'Read this: {t} {q}', '{q} {t}', '{q}\n{t}', '"{t}" {q}', 'Here is a text: {t} {q}', '{t} Now tell me: {q}'],
    'cs': ['{t} {q}'] * 8 + ['{t}\n{q}', '{t}\n\n{q}', 'Text: {t} Otázka: {q}', 'Text: {t}\nOtázka: {q}', 'Přečti si tohle: {t} {q}', '{q} {t}', '{q}\n{t}', '„{t}“ {q}', 'Mám text: {t} {q}', '{t} Teď mi řekni: {q}'],
}


def asked(r, l, text, question):
    """The text with its question, as people put them together."""
    return r.choice(FORMS[l]).format(t=text, q=question)


def again(l, p, text):
    """The second sentence about one person, as people write it: without the name."""
    rest = text.removeprefix(p.name + ' ')
    if rest == text or rest.startswith(('se ', 'si ')):
        return text
    return f'{cap(p.he)} {rest}' if l == 'en' else cap(rest)


def told(r, l):
    """The text, its questions, and the people in it."""
    if r.random() < 0.25:
        text, qa = r.choice(NOTICES)(r, l)
        return text, qa, []
    n = r.choice([1, 2, 2, 2, 3])
    folk = people(r, l, n)
    same = r.random() < 0.5
    one = r.choice(SCENES)
    sentences, qa = [], []
    for p in folk:
        scenes = r.sample([s for s in SCENES if s is not lives], 2) if n == 1 else [one if same else r.choice(SCENES)]
        for i, scene in enumerate(scenes):
            text, q = scene(r, l, p)
            sentences.append(again(l, p, text) if i and r.random() < 0.6 else text)
            qa += q
    if r.random() < 0.15:
        sentences.insert(r.randint(0, len(sentences)), r.choice(FILL[l]))
    # A question with two answers ("Who plays chess?" of two who do) is not asked.
    once = [x for x in qa if sum(y[0] == x[0] for y in qa) == 1]
    return ' '.join(sentences), once or qa[:1], folk


@domain('short_texts', 60)
def short_texts(r, l):
    text, qa, folk = told(r, l)
    if folk and r.random() < 0.1:
        return Item(l, asked(r, l, text, r.choice(NOT_THERE[l]).format(r.choice(folk).name)), ABSENT[l])
    q, a = r.choice(qa)
    return Item(l, asked(r, l, text, q), a)
