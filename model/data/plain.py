"""Plain yes-or-no questions about the world, things that there are not (a thirty-second day, a ninth weekday, a corner of a circle), and tasks over one word in many wordings."""

from core import *
import geo, maths, talk, travel, vocab

# English questions | Czech questions | English answer | Czech answer | bare English | bare Czech ; alternatives by " / "
PLAIN = rows("""
Are there fish in the sea? / Do fish live in the sea? / Does the sea have fish? / Can I find fish in the sea?|Jsou v moři ryby? / Žijí v moři ryby? / Má moře ryby? / Najdu v moři ryby?|Yes, many fish live in the sea.|Ano, v moři žije mnoho ryb.|Yes|Ano
Do trees have leaves? / Has a tree got leaves? / Do leaves grow on trees?|Mají stromy listy? / Má strom listy? / Rostou na stromech listy?|Yes, trees have leaves or needles.|Ano, stromy mají listy nebo jehličí.|Yes|Ano
Do apples grow on trees? / Does an apple grow on a tree? / Where do apples grow?|Roste jablko na stromě? / Rostou jablka na stromech? / Kde rostou jablka?|Apples grow on trees.|Jablka rostou na stromech.|Yes|Ano
Do potatoes grow on trees? / Where do potatoes grow? / Does a potato grow in the ground?|Rostou brambory na stromech? / Kde rostou brambory? / Roste brambora v zemi?|Potatoes grow in the ground.|Brambory rostou v zemi.||
Can babies drive a car? / Can a child drive a car? / May a child drive? / Can a baby drive?|Může dítě řídit auto? / Umí miminko řídit auto? / Smí dítě řídit?|No, only adults with a licence drive a car.|Ne, auto řídí jen dospělí s průkazem.|No|Ne
Is a car alive? / Is a stone alive? / Is a table a living thing? / Does a stone live?|Je auto živé? / Je kámen živý? / Žije kámen? / Je stůl živá věc?|No, it is a thing, not a living being.|Ne, je to věc, ne živý tvor.|No|Ne
Is a tree alive? / Is a flower alive? / Are plants living things? / Does a tree live?|Je strom živý? / Je květina živá? / Žijí rostliny?|Yes, plants are living things.|Ano, rostliny jsou živé.|Yes|Ano
Is it cold in summer? / Is summer cold? / Does it snow in summer here? / Is it winter in summer?|Je v létě zima? / Je zima v létě? / Je léto studené? / Sněží u nás v létě?|No, summer is warm.|Ne, v létě je teplo.|No|Ne
Is it warm in winter? / Is winter hot? / Is it hot in January here?|Je v zimě teplo? / Je zima teplá? / Je u nás v lednu horko?|No, winter is cold.|Ne, v zimě je chladno.|No|Ne
Would you say water is wet? / Water is wet, right?|Voda je mokrá, že? / Řekl bys, že voda je mokrá?|Yes, water is wet.|Ano, voda je mokrá.|Yes|Ano
Is sand wet? / Is the desert wet? / Is it wet in the desert? / Does it rain much in the desert?|Je poušť mokrá? / Je v poušti mokro? / Prší v poušti hodně?|No, a desert is dry.|Ne, poušť je suchá.|No|Ne
Is Saturday a working day? / Is Sunday a working day? / Do most people work on Sunday? / Do children go to school on Saturday?|Je sobota pracovní den? / Je neděle pracovní den? / Chodí děti v sobotu do školy?|No, Saturday and Sunday are the weekend.|Ne, sobota a neděle jsou víkend.|No|Ne
Is Monday a working day? / Do people work on Monday? / Is Wednesday part of the weekend?|Je pondělí pracovní den? / Pracuje se v pondělí? / Patří středa k víkendu?|Monday to Friday are working days.|Pondělí až pátek jsou pracovní dny.||
What comes first, breakfast or lunch? / What comes first, lunch or breakfast? / Which meal is earlier, breakfast or dinner? / Is breakfast before lunch?|Co je dřív, snídaně, nebo oběd? / Co je dřív, oběd, nebo snídaně? / Které jídlo je dřív, snídaně nebo večeře? / Je snídaně před obědem?|Breakfast comes first, in the morning.|Nejdřív je snídaně, ráno.|breakfast|snídaně
What comes first, morning or evening? / Is the morning before the evening? / Which is earlier, morning or noon?|Co je dřív, ráno, nebo večer? / Je ráno před večerem? / Co je dřív, ráno, nebo poledne?|The morning comes first.|Nejdřív je ráno.|morning|ráno
Which ocean is between Europe and America? / Which ocean lies between Europe and America? / Which ocean do I cross from London to New York? / What water did Columbus cross?|Který oceán je mezi Evropou a Amerikou? / Jaký oceán leží mezi Evropou a Amerikou? / Přes který oceán letím z Londýna do New Yorku?|The Atlantic Ocean lies between Europe and America.|Mezi Evropou a Amerikou leží Atlantský oceán.|the Atlantic|Atlantský oceán
Does the Sun shine at night? / Can I see the Sun at night? / Is the Sun in the sky at midnight?|Svítí v noci Slunce? / Uvidím v noci Slunce? / Je o půlnoci na nebi Slunce?|No, at night the Sun is on the other side of the Earth.|Ne, v noci je Slunce na druhé straně Země.|No|Ne
Can you see stars during the day? / Do stars shine at night? / When do we see stars?|Kdy vidíme hvězdy? / Jsou hvězdy vidět ve dne? / Svítí hvězdy v noci?|We see stars at night.|Hvězdy vidíme v noci.||
Can a stone swim? / Does a stone float on water? / Does a stone sink? / What happens to a stone in water?|Plave kámen na vodě? / Potopí se kámen? / Umí kámen plavat? / Co se stane s kamenem ve vodě?|A stone sinks in water.|Kámen se ve vodě potopí.||
Does wood float? / Does wood sink in water? / Can a piece of wood swim on water?|Plave dřevo na vodě? / Potopí se dřevo?|Wood floats on water.|Dřevo na vodě plave.||
Is milk black? / What colour is milk, black or white? / Is milk white?|Je mléko černé? / Je mléko bílé, nebo černé? / Je mléko bílé?|Milk is white.|Mléko je bílé.||
Does a cow give milk? / Does a hen give milk? / Who gives milk, a cow or a hen?|Dává kráva mléko? / Dává slepice mléko? / Kdo dává mléko, kráva, nebo slepice?|A cow gives milk.|Mléko dává kráva.|a cow|kráva
Does a horse have wings? / Can a horse fly? / Has a horse got wings?|Má kůň křídla? / Umí kůň létat?|No, a horse has no wings.|Ne, kůň nemá křídla.|No|Ne
Are people animals or plants? / Is a human a mammal? / Are humans mammals?|Je člověk savec? / Patří člověk mezi savce?|Yes, a human is a mammal.|Ano, člověk je savec.|Yes|Ano
Is a spider an insect? / Are spiders insects? / Does a spider count as an insect?|Je pavouk hmyz? / Patří pavouci mezi hmyz?|No, a spider has eight legs and is not an insect.|Ne, pavouk má osm nohou a není to hmyz.|No|Ne
Is a dolphin a fish? / Are dolphins fish? / Does a dolphin count as a fish?|Je delfín ryba? / Patří delfíni mezi ryby?|No, a dolphin is a mammal.|Ne, delfín je savec.|No|Ne
Is a penguin a bird? / Are penguins birds? / Is a penguin a fish?|Je tučňák pták? / Jsou tučňáci ptáci? / Je tučňák ryba?|A penguin is a bird.|Tučňák je pták.||
Is a frog a fish? / What is a frog, a fish or an amphibian?|Je žába ryba? / Je žába obojživelník?|A frog is an amphibian.|Žába je obojživelník.||
Is gold a metal? / Is iron a metal? / Is silver a metal? / Is copper a metal?|Je zlato kov? / Je železo kov? / Je stříbro kov? / Je měď kov?|Yes, it is a metal.|Ano, je to kov.|Yes|Ano
Is wood a metal? / Is glass a metal? / Is plastic a metal? / Is paper a metal?|Je dřevo kov? / Je sklo kov? / Je plast kov? / Je papír kov?|No, it is not a metal.|Ne, není to kov.|No|Ne
Is oxygen a gas? / Is oxygen a metal? / Is oxygen solid?|Je kyslík plyn? / Je kyslík kov? / Je kyslík pevný?|Oxygen is a gas.|Kyslík je plyn.||
Does ice melt in the sun? / Does snow melt when it is warm? / What happens to snow in spring?|Taje led na slunci? / Taje sníh, když je teplo? / Co se stane se sněhem na jaře?|Yes, snow and ice melt when it is warm.|Ano, sníh a led v teple tají.|Yes|Ano
Is Europe a country? / Is Europe a state? / Is Europe a continent?|Je Evropa stát? / Je Evropa země? / Je Evropa světadíl?|Europe is a continent.|Evropa je světadíl.||
Is Africa a country? / Is Africa a state? / Is Africa a continent?|Je Afrika stát? / Je Afrika světadíl?|Africa is a continent with many countries.|Afrika je světadíl s mnoha státy.||
Is London a country? / Is Paris a country? / Is Berlin a country? / Is Vienna a country?|Je Londýn stát? / Je Paříž stát? / Je Berlín stát? / Je Vídeň stát?|No, it is a city.|Ne, je to město.|No|Ne
Does Czechia have a sea? / Is Czechia by the sea? / Does the Czech Republic have a coast? / Can I swim in the sea in Czechia?|Má Česko moře? / Leží Česko u moře? / Má Česká republika pobřeží?|No, Czechia has no sea.|Ne, Česko moře nemá.|No|Ne
Is Moravia a country? / What is the capital of Moravia? / What is the capital of Bohemia?|Je Morava stát? / Jaké je hlavní město Moravy? / Jaké je hlavní město Čech?|It is a part of Czechia; the capital of Czechia is Prague.|Je to část Česka; hlavní město Česka je Praha.||
How many corners does a circle have? / Does a circle have corners? / How many sides does a circle have? / Count the corners of a circle.|Kolik rohů má kruh? / Má kruh rohy? / Kolik stran má kruh? / Kolik vrcholů má kruh?|A circle has no corners and no sides.|Kruh nemá rohy ani strany.|none|žádné
What shape has a ball? / What shape is a ball? / Is a ball round?|Jaký tvar má míč? / Je míč kulatý?|A ball is round.|Míč je kulatý.|round|kulatý
How many days does a weekend have? / How many days are in a weekend?|Kolik dní má víkend? / Kolik dní je víkend?|A weekend has two days.|Víkend má dva dny.|2|2
How many years is a century? / How many years has a century? / A century has how many years?|Kolik let má století? / Století má kolik let?|A century has 100 years.|Století má 100 let.|100|100
How many years is a decade? / How many years has a decade?|Kolik let má desetiletí? / Desetiletí je kolik let?|A decade has ten years.|Desetiletí má deset let.|10|10
How much is a dozen and a half? / One and a half dozen is how many?|Kolik je jeden a půl tuctu? / Tucet a půl je kolik?|12 + 6 = 18|12 + 6 = 18|18|18
How many hours are in a day and a half? / A day and a half has how many hours?|Kolik hodin je den a půl? / Kolik je hodin za den a půl? / Den a půl má kolik hodin?|24 + 12 = 36, so 36 hours.|24 + 12 = 36, tedy 36 hodin.|36|36
How many minutes are in an hour and a half? / An hour and a half has how many minutes? / One and a half hours in minutes?|Kolik minut je hodina a půl? / Hodina a půl má kolik minut?|60 + 30 = 90, so 90 minutes.|60 + 30 = 90, tedy 90 minut.|90|90
How many months are in a year and a half? / A year and a half in months?|Kolik měsíců je rok a půl? / Rok a půl má kolik měsíců?|12 + 6 = 18, so 18 months.|12 + 6 = 18, tedy 18 měsíců.|18|18
""")


def alt(s):
    return s.split(' / ')


def plain(r, ql, al):
    x = r.choice(PLAIN)
    return Item(ql, r.choice(alt(x[0 if ql == 'en' else 1])), x[2 if al == 'en' else 3], short=x[4 if al == 'en' else 5] or None)


# ---------- what there is not, beside what there is in the same wording ----------
COUNT_CS = dict(enumerate('první druhý třetí čtvrtý pátý šestý sedmý'.split(), 1)) | {8: 'osmý', 9: 'devátý', 10: 'desátý', 12: 'dvanáctý', 13: 'třináctý', 14: 'čtrnáctý', 15: 'patnáctý', 20: 'dvacátý'}
COUNT_EN = dict(enumerate('first second third fourth fifth sixth seventh'.split(), 1)) | {8: 'eighth', 9: 'ninth', 10: 'tenth', 12: 'twelfth', 13: 'thirteenth', 14: 'fourteenth', 15: 'fifteenth', 20: 'twentieth'}


def there_is_not(r, ql, al):
    k = r.choice(['days', 'days', 'weekday', 'month', 'date', 'hour'])
    E, A = ql == 'en', al == 'en'
    if k == 'days':
        n = r.choice([32, 33, 34, 35, 36, 40, 45, 50, 60, 100, 30, 30, 30, 28, 28])
        q = r.choice([f'Which month has {n} days?', f'What month has {n} days?', f'Is there a month with {n} days?', f'Name a month with {n} days.']) if E else r.choice([f'Který měsíc má {n} dní?', f'Jaký měsíc má {n} dní?', f'Je nějaký měsíc, který má {n} dní?', f'Jmenuj měsíc, který má {n} dní.'])
        if n == 30:
            return Item(ql, q, 'April, June, September and November have 30 days.' if A else '30 dní má duben, červen, září a listopad.')
        if n == 28:
            return Item(ql, q, 'February has 28 days, in a leap year 29.' if A else 'Únor má 28 dní, v přestupném roce 29.')
        return Item(ql, q, f'There is no month with {n} days; the longest have 31.' if A else f'Měsíc, který má {n} dní, neexistuje; nejdelší mají 31.')
    if k == 'weekday':
        n = r.choice([8, 9, 10, 12, 13, *range(1, 8)])
        q = r.choice([f'What is the {COUNT_EN[n]} day of the week?', f'Which is the {COUNT_EN[n]} day of the week?', f'Name the {COUNT_EN[n]} day of a week.']) if E else r.choice([f'Jaký je {COUNT_CS[n]} den týdne?', f'Který je {COUNT_CS[n]} den v týdnu?', f'Jak se jmenuje {COUNT_CS[n]} den týdne?'])
        if n < 8:
            d = maths.DAYS[n - 1]
            return Item(ql, q, f'The {COUNT_EN[n]} day of the week is {d[0]}.' if A else f'{cap(COUNT_CS[n])} den týdne je {d[1]}.', short=d[0 if A else 1])
        return Item(ql, q, 'There is no such day: a week has only seven days.' if A else 'Takový den neexistuje: týden má jen sedm dní.')
    if k == 'month':
        n = r.choice([13, 14, 15, 20, *range(1, 8)])
        q = r.choice([f'What is the {COUNT_EN[n]} month of the year?', f'Which is the {COUNT_EN[n]} month?', f'Name month number {n}.', f'What is month {n} called?']) if E else r.choice([f'Jaký je {COUNT_CS[n]} měsíc roku?', f'Který je {COUNT_CS[n]} měsíc?', f'Jak se jmenuje měsíc číslo {n}?', f'{cap(COUNT_CS[n])} měsíc je který?'])
        if n < 8:
            m = maths.MONTHS[n - 1]
            return Item(ql, q, f'The {COUNT_EN[n]} month is {m[0]}.' if A else f'{cap(COUNT_CS[n])} měsíc je {m[1]}.', short=m[0 if A else 1])
        return Item(ql, q, 'There is no such month: a year has only twelve months.' if A else 'Takový měsíc neexistuje: rok má jen dvanáct měsíců.')
    if k == 'date':
        m = r.choice([x for x in maths.MONTHS if x[2] != '31'])
        n = 31 if m[2] == '30' else r.choice([30, 31])
        gen = {'únor': 'února', 'duben': 'dubna', 'červen': 'června', 'září': 'září', 'listopad': 'listopadu'}[m[1]]
        most = '29' if m[1] == 'únor' else '30'
        q = r.choice([f'What day is {n} {m[0]}?', f'Is there a {n} {m[0]}?', f'What happens on {n} {m[0]}?']) if E else r.choice([f'Jaký den je {n}. {gen}?', f'Existuje {n}. {gen}?', f'Co je {n}. {gen}?'])
        return Item(ql, q, f'There is no such day: {m[0]} has at most {most} days.' if A else f'Takový den neexistuje: {m[1]} má nejvýš {most} dní.')
    n = r.choice([25, 26, 27, 30])
    q = r.choice([f'What comes at {n} o\'clock?', f'Is there {n} o\'clock in a day?', f'What is the {n}th hour of the day?']) if E else r.choice([f'Co je v {n} hodin?', f'Má den {n} hodin?', f'Je někdy {n} hodin?'])
    return Item(ql, q, 'A day has only 24 hours.' if A else 'Den má jen 24 hodin.')


@domain('plain', 12)
def plain_(r, ql, al):
    return plain(r, ql, al) if r.random() < 0.7 else there_is_not(r, ql, al)


# ---------- one word, many wordings ----------
LETTERS = {
    'en': [('first', 'First letter of the word {w}'), ('first', 'What letter does {w} start with?'), ('first', 'The word {w} begins with which letter?'), ('last', 'Last letter of the word {w}'), ('last', 'Last letter of {w}?'), ('last', 'What letter does {w} end with?'), ('last', 'The word {w} ends with which letter?'), ('last', 'Which letter is at the end of {w}?'), ('first', 'Which letter is at the start of {w}?'), ('first', 'First letter in "{w}"?'), ('last', 'Final letter of "{w}"?')],
    'cs': [('first', 'První písmeno slova {w}'), ('first', 'Jakým písmenem začíná {w}?'), ('first', 'Slovo {w} začíná na které písmeno?'), ('last', 'Poslední písmeno slova {w}'), ('last', 'Jakým písmenem končí {w}?'), ('last', 'Slovo {w} končí na které písmeno?'), ('last', 'Které písmeno je na konci slova {w}?'), ('first', 'Které písmeno je na začátku slova {w}?'), ('first', 'První písmeno v „{w}“?'), ('last', 'Poslední písmeno v „{w}“?')],
}
SAY_YEAR = {'en': ['What year comes after {}?', 'Which year follows {}?', 'The year after {}?', 'What comes after the year {}?'], 'cs': ['Jaký rok přijde po roce {}?', 'Který rok následuje po {}?', 'Rok po roce {}?', 'Co je po roce {}?']}
YEAR_BEFORE = {'en': ['What year was before {}?', 'Which year came before {}?', 'The year before {}?'], 'cs': ['Jaký rok byl před rokem {}?', 'Který rok předcházel roku {}?', 'Rok před rokem {}?']}


def letter(r, l):
    i = 0 if l == 'en' else 1
    w = r.choice(vocab.NOUNS)[i] if r.random() < 0.8 else talk.anyname(r)
    if ' ' in w:
        return letter(r, l)
    at, q = r.choice(LETTERS[l])
    x = (w[0] if at == 'first' else w[-1]).lower()
    a = f'The {at} letter of "{w}" is "{x}".' if l == 'en' else f'{"První" if at == "first" else "Poslední"} písmeno slova „{w}“ je „{x}“.'
    return Item(l, q.format(w=w), a, short=x, noise=False)


def year(r, l):
    y = r.choice([1899, 1989, 1999, 2009, 2019, 2023, 2024, r.randint(1000, 2060), r.randint(1900, 2030)])
    after = r.random() < 0.6
    v = y + 1 if after else y - 1
    q = r.choice((SAY_YEAR if after else YEAR_BEFORE)[l]).format(y)
    a = (f'After {y} comes {v}.' if after else f'Before {y} was {v}.') if l == 'en' else (f'Po roce {y} přijde rok {v}.' if after else f'Před rokem {y} byl rok {v}.')
    return Item(l, q, a, short=str(v))


# English | Czech, of five and more
COUNTED = rows("""
apples|jablek
books|knih
coins|mincí
sweets|bonbonů
pencils|tužek
stamps|známek
""")


def who_more(r, l):
    """Two people and what they have: who has more, how many more, how many together."""
    a, b = r.sample(range(5, 30), 2)
    x, y = r.sample(['Anna', 'Tom', 'Peter', 'Eva', 'Jana', 'Lucy', 'Adam', 'Karel'] if l == 'en' else ['Anna', 'Tomáš', 'Petr', 'Eva', 'Jana', 'Lucie', 'Adam', 'Karel'], 2)
    en, cs = r.choice(COUNTED)
    most, least = (x, y) if a > b else (y, x)
    big, small = max(a, b), min(a, b)
    k = r.choice(['who', 'who', 'diff', 'sum', 'less'])
    if l == 'en':
        head = r.choice([f'{x} has {a} {en}, {y} has {b}.', f'{x} has {a} {en} and {y} has {b} {en}.'])
        q = {'who': r.choice(['Who has more?', 'Who has the most?', f'Who of them has more {en}?']), 'less': r.choice(['Who has fewer?', 'Who has less?']), 'diff': r.choice([f'How many more does {most} have?', 'What is the difference?', f'By how many does {most} have more?']), 'sum': r.choice(['How many together?', 'How many do they have in total?', 'How many is that altogether?'])}[k]
        ans = {'who': f'{big} is more than {small}, so {most}.', 'less': f'{small} is less than {big}, so {least}.', 'diff': f'{big} - {small} = {big - small}. The answer is {big - small}.', 'sum': f'{a} + {b} = {a + b}. The answer is {a + b}.'}[k]
    else:
        head = r.choice([f'{x} má {a} {cs}, {y} má {b}.', f'{x} má {a} {cs} a {y} má {b} {cs}.'])
        q = {'who': r.choice(['Kdo má víc?', 'Kdo má nejvíc?', f'Kdo z nich má víc {cs}?']), 'less': r.choice(['Kdo má míň?', 'Kdo má méně?']), 'diff': r.choice([f'O kolik má {most} víc?', 'Jaký je rozdíl?', f'O kolik víc má {most}?']), 'sum': r.choice(['Kolik mají dohromady?', 'Kolik je to celkem?', 'Kolik mají oba?'])}[k]
        ans = {'who': f'{big} je víc než {small}, takže {most}.', 'less': f'{small} je míň než {big}, takže {least}.', 'diff': f'{big} - {small} = {big - small}. Je to {big - small}.', 'sum': f'{a} + {b} = {a + b}. Je to {a + b}.'}[k]
    short = {'who': most, 'less': least, 'diff': str(big - small), 'sum': str(a + b)}[k]
    return Item(l, f'{head} {q}', ans, short=short, noise=False)


HALF_CS = 'jedné druhé třetí čtvrté páté šesté sedmé osmé deváté desáté jedenácté dvanácté'.split()


def clock(r, l):
    """A time in words, in digits: Czech halves count to the next hour."""
    h = r.randint(1, 12)
    if l == 'en':
        k, m = r.choice([('half past', 30), ('quarter past', 15), ('quarter to', 45), ("o'clock", 0)])
        shown = h if k != 'quarter to' else (h - 1 or 12)
        w = f'{maths.ONES[h]} o\'clock' if m == 0 else f'{k} {maths.ONES[h]}'
        t = f'{shown}:{m:02d}'
        q = r.choice([f'What time is {w} in digits?', f'Write {w} in digits.', f'How do I write {w} as a time?', f'{cap(w)} in numbers?', f'{cap(w)} is what on a digital clock?'])
        return Item(l, q, f'{cap(w)} is {t}.', short=t)
    m = r.choice([30, 30, 0])
    w = f'půl {HALF_CS[h - 1]}' if m == 30 else f'{h} {"hodina" if h == 1 else "hodiny" if h < 5 else "hodin"}'
    t = f'{(h - 1 or 12) if m == 30 else h}:{m:02d}'
    q = r.choice([f'Kolik je {w} v číslicích?', f'Napiš {w} číslicemi.', f'Jak zapíšu čas {w}?', f'{cap(w)} na digitálních hodinách?'])
    return Item(l, q, f'{cap(w)} je {t}.', short=t)


@domain('oneword', 6)
def oneword(r, l):
    return r.choices([letter, year, who_more, clock], [4, 2, 4, 2])[0](r, l)


# ---------- a city, a name, a joke ----------
PETS = {'en': ('Micka Lucky Bella Max Coco Felix Rex Sunny Molly Oscar'.split(), ['cat', 'dog', 'puppy', 'kitten', 'rabbit', 'horse', 'parrot']), 'cs': ('Micka Mourek Bella Max Punťa Rek Azor Líza Bobík Felix'.split(), ['kočku', 'psa', 'štěně', 'kotě', 'králíka', 'koně', 'papouška'])}


def give(r, l):
    if r.random() < 0.4:
        x, kind = r.choice(PETS[l][0]), r.choice(PETS[l][1])
        q = r.choice([f'Give me a name for a {kind}', f'Suggest a name for my {kind}.', f'What shall I call my {kind}?', f'A good name for a {kind}?', f'I have a new {kind}. Which name?']) if l == 'en' else r.choice([f'Dej mi jméno pro {kind}', f'Navrhni jméno pro {kind}.', f'Jaké jméno dát pro {kind}?', f'Hezké jméno pro {kind}?', f'Mám doma {kind}. Jaké jméno vybrat?'])
        return Item(l, q, f'How about {x}?' if l == 'en' else f'Co třeba {x}?', short=x)
    name, _, _, _, _, inside, _ = r.choice(travel.PEOPLES)
    cities = [p for p in travel.PLACES if p[2] == name and p[0][0].isupper() and p[0].split()[0] not in ('Mount', 'Tower', 'Machu', 'Niagara', 'Prague')]
    c = geo.BY[name]
    x = (c['cap_en'], c['cap_cs']) if not cities or r.random() < 0.6 else r.choice(cities)[:2]
    q = r.choice([f'Name a city in {name}', f'Name one city of {name}.', f'Tell me a city in {name}.', f'Which city lies in {name}?', f'Give me a town in {name}.', f'A city in {name}?']) if l == 'en' else r.choice([f'Jmenuj město {inside}', f'Řekni mi nějaké město {inside}.', f'Které město leží {inside}?', f'Uveď jedno město {inside}.', f'Nějaké město {inside}?'])
    return Item(l, q, f'{x[0]} is a city in {name}.' if l == 'en' else f'{x[1]} je město {inside}.', short=x[0 if l == 'en' else 1])


@domain('give', 3)
def give_(r, l):
    return give(r, l)
