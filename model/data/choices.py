"""Yes or no, this or that: kinds, colours, counts, countries and their money; and what has no answer because it is imagined or personal."""

from core import *
import geo, unknown, vocab, facts, boreal, textwork, tasks, maths, travel

# English singular | plural | Czech singular | Czech plural | kind
BEINGS = rows("""
a cat|cats|kočka|kočky|m
a dog|dogs|pes|psi|m
a horse|horses|kůň|koně|m
a cow|cows|kráva|krávy|m
a pig|pigs|prase|prasata|m
a mouse|mice|myš|myši|m
a lion|lions|lev|lvi|m
a bear|bears|medvěd|medvědi|m
a wolf|wolves|vlk|vlci|m
a whale|whales|velryba|velryby|m
a dolphin|dolphins|delfín|delfíni|m
a bat|bats|netopýr|netopýři|m
an elephant|elephants|slon|sloni|m
a monkey|monkeys|opice|opice|m
a rabbit|rabbits|králík|králíci|m
a sheep|sheep|ovce|ovce|m
a hen|hens|slepice|slepice|b
a duck|ducks|kachna|kachny|b
a penguin|penguins|tučňák|tučňáci|b
an eagle|eagles|orel|orli|b
an owl|owls|sova|sovy|b
a sparrow|sparrows|vrabec|vrabci|b
a swan|swans|labuť|labutě|b
an ostrich|ostriches|pštros|pštrosi|b
a pigeon|pigeons|holub|holubi|b
a carp|carp|kapr|kapři|f
a shark|sharks|žralok|žraloci|f
a trout|trout|pstruh|pstruzi|f
a salmon|salmon|losos|lososi|f
a bee|bees|včela|včely|i
an ant|ants|mravenec|mravenci|i
a fly|flies|moucha|mouchy|i
a butterfly|butterflies|motýl|motýli|i
a beetle|beetles|brouk|brouci|i
a wasp|wasps|vosa|vosy|i
a snake|snakes|had|hadi|r
a lizard|lizards|ještěrka|ještěrky|r
a crocodile|crocodiles|krokodýl|krokodýli|r
a turtle|turtles|želva|želvy|r
""")
KIND = {'m': ('a mammal', 'mammals', 'savec', 'savci'), 'b': ('a bird', 'birds', 'pták', 'ptáci'), 'f': ('a fish', 'fish', 'ryba', 'ryby'), 'i': ('an insect', 'insects', 'hmyz', 'hmyz'), 'r': ('a reptile', 'reptiles', 'plaz', 'plazi')}
THINGS = rows("""
a table|tables|stůl|stoly
a car|cars|auto|auta
a stone|stones|kámen|kameny
a tree|trees|strom|stromy
a rose|roses|růže|růže
a computer|computers|počítač|počítače
a chair|chairs|židle|židle
a house|houses|dům|domy
""")


def verdict(yes, al):
    return ('Yes' if yes else 'No') if al == 'en' else ('Ano' if yes else 'Ne')


def kinds(r, ql, al):
    m = r.random()
    E, A = ql == 'en', al == 'en'
    if m < 0.2:  # animal or not
        living = r.random() < 0.5
        x = r.choice(BEINGS if living else THINGS)
        q = r.choice([f'Is {x[0]} an animal?', f'Are {x[1]} animals?', f'{cap(x[1])} are animals, right?', f'Would you call {x[0]} an animal?'] if E else [f'Je {x[2]} zvíře?', f'Jsou {x[3]} zvířata?', f'{cap(x[2])} je zvíře, že?', f'Patří {x[3]} mezi zvířata?'])
        a = f'{verdict(living, al)}, {x[0]} is {"" if living else "not "}an animal.' if A else f'{verdict(living, al)}, {x[2]} {"je" if living else "není"} zvíře.'
        return Item(ql, q, a, short=verdict(living, al))
    x = r.choice(BEINGS)
    k = KIND[x[4]]
    other = r.choice([v for c, v in KIND.items() if c != x[4]])
    a = f'{cap(x[0])} is {k[0]}.' if A else f'{cap(x[2])} je {k[2]}.'
    if m < 0.45:
        o = [k, other]
        r.shuffle(o)
        q = r.choice([f'Is {x[0]} {o[0][0]} or {o[1][0]}?', f'{cap(x[0])}: {o[0][0]} or {o[1][0]}?', f'Are {x[1]} {o[0][1]} or {o[1][1]}?', f'{cap(o[0][0])} or {o[1][0]}, what is {x[0]}?'] if E else [f'Je {x[2]} {o[0][2]}, nebo {o[1][2]}?', f'{cap(x[2])}: {o[0][2]}, nebo {o[1][2]}?', f'Jsou {x[3]} {o[0][3]}, nebo {o[1][3]}?', f'{cap(o[0][2])}, nebo {o[1][2]}: co je {x[2]}?'])
        return Item(ql, q, a, short=k[0] if A else k[2])
    yes = r.random() < 0.5
    t = k if yes else other
    q = r.choice([f'Is {x[0]} {t[0]}?', f'Are {x[1]} {t[1]}?', f'{cap(x[1])} are {t[1]}, yes or no?', f'Do {x[1]} belong to the {t[1]}?', f'Is it true that {x[1]} are {t[1]}?', f'{cap(x[0])} is {t[0]}, right?', f'Can you say that {x[0]} is {t[0]}?'] if E else [f'Je {x[2]} {t[2]}?', f'Jsou {x[3]} {t[3]}?', f'{cap(x[3])} jsou {t[3]}, ano nebo ne?', f'Patří {x[3]} mezi {dict(m="savce", b="ptáky", f="ryby", i="hmyz", r="plazy")[next(c for c, v in KIND.items() if v is t)]}?', f'Je pravda, že {x[2]} je {t[2]}?', f'{cap(x[2])} je {t[2]}, že?'])
    return Item(ql, q, f'{verdict(yes, al)}, {x[0]} is {k[0]}.' if A else f'{verdict(yes, al)}, {x[2]} je {k[2]}.', short=verdict(yes, al))


# English with its verb | Czech | Czech form of the colour: m f n p | colour
COLOURED = rows("""
a banana is|banán je|m|yellow
a lemon is|citron je|m|yellow
the Sun looks|slunce je|n|yellow
an orange is|pomeranč je|m|orange
a carrot is|mrkev je|f|orange
a tomato is|rajče je|n|red
a strawberry is|jahoda je|f|red
blood is|krev je|f|red
a cherry is|třešeň je|f|red
grass is|tráva je|f|green
a cucumber is|okurka je|f|green
a frog is|žába je|f|green
a leaf is|list je|m|green
the sky is|obloha je|f|blue
the sea looks|moře je|n|blue
a blueberry is|borůvka je|f|blue
snow is|sníh je|m|white
milk is|mléko je|n|white
salt is|sůl je|f|white
a swan is|labuť je|f|white
coal is|uhlí je|n|black
the night is|noc je|f|black
a raven is|havran je|m|black
chocolate is|čokoláda je|f|brown
an elephant is|slon je|m|grey
a pig is|prase je|n|pink
""")
COLOUR = {'yellow': 'žlut', 'orange': 'oranžov', 'red': 'červen', 'green': 'zelen', 'blue': 'modr', 'white': 'bíl', 'black': 'čern', 'brown': 'hněd', 'grey': 'šed', 'pink': 'růžov'}


def colours(r, ql, al):
    en, cs, g, c = r.choice(COLOURED)
    o = r.choice([x for x in COLOUR if x != c])
    end = {'m': 'ý', 'f': 'á', 'n': 'é'}[g]
    E, A = ql == 'en', al == 'en'
    noun, verb = en.rsplit(' ', 1)
    nc = cs[:-3]
    be = 'is'
    w = lambda k: k if E else COLOUR[k] + end
    m = r.random()
    pair = [c, o]
    r.shuffle(pair)
    if m < 0.45:
        q = r.choice([f'Is {noun} {w(pair[0])} or {w(pair[1])}?', f'{cap(noun)}: {w(pair[0])} or {w(pair[1])}?', f'Which colour is {noun}, {w(pair[0])} or {w(pair[1])}?', f'{cap(w(pair[0]))} or {w(pair[1])}, what is {noun}?'] if E else [f'Je {nc} {w(pair[0])}, nebo {w(pair[1])}?', f'{cap(nc)}: {w(pair[0])}, nebo {w(pair[1])}?', f'Jakou barvu má {nc}, je {w(pair[0])}, nebo {w(pair[1])}?'])
        a = f'{cap(noun)} {be} {c}.' if A else f'{cap(nc)} je {COLOUR[c] + end}.'
        return Item(ql, q, a, short=c if A else COLOUR[c] + end)
    yes = m < 0.72
    t = c if yes else o
    q = r.choice([f'Is {noun} {t}?', f'{cap(noun)} is {t}, right?', f'Is it true that {noun} is {t}?', f'Would you say {noun} is {t}?'] if E else [f'Je {nc} {w(t)}?', f'{cap(nc)} je {w(t)}, že?', f'Je pravda, že {nc} je {w(t)}?', f'Má {nc} barvu {COLOUR[t]}ou?'])
    a = f'{verdict(yes, al)}, {noun} is {c}.' if A else f'{verdict(yes, al)}, {nc} je {COLOUR[c] + end}.'
    return Item(ql, q, a, short=verdict(yes, al))


# English subject | verb | unit | Czech subject | Czech unit: one, two to four, more | how many
COUNTS = rows("""
a spider|legs|pavouk|noha|nohy|nohou|8
an insect|legs|hmyz|noha|nohy|nohou|6
an ant|legs|mravenec|noha|nohy|nohou|6
a bee|legs|včela|noha|nohy|nohou|6
a dog|legs|pes|noha|nohy|nohou|4
a cat|legs|kočka|noha|nohy|nohou|4
a horse|legs|kůň|noha|nohy|nohou|4
a cow|legs|kráva|noha|nohy|nohou|4
a bird|legs|pták|noha|nohy|nohou|2
a person|legs|člověk|noha|nohy|nohou|2
a person|eyes|člověk|oko|oči|očí|2
a person|ears|člověk|ucho|uši|uší|2
a hand|fingers|ruka|prst|prsty|prstů|5
a car|wheels|auto|kolo|kola|kol|4
a bicycle|wheels|bicykl|kolo|kola|kol|2
a week|days|týden|den|dny|dní|7
a year|months|rok|měsíc|měsíce|měsíců|12
a day|hours|den|hodina|hodiny|hodin|24
an hour|minutes|hodina|minuta|minuty|minut|60
a minute|seconds|minuta|sekunda|sekundy|sekund|60
a metre|centimetres|metr|centimetr|centimetry|centimetrů|100
a kilogram|grams|kilogram|gram|gramy|gramů|1000
a triangle|sides|trojúhelník|strana|strany|stran|3
a square|sides|čtverec|strana|strany|stran|4
an octopus|arms|chobotnice|rameno|ramena|ramen|8
the solar system|planets|sluneční soustava|planeta|planety|planet|8
the Earth|moons|Země|měsíc|měsíce|měsíců|1
a chess board|squares|šachovnice|pole|pole|polí|64
a football team|players|fotbalový tým|hráč|hráči|hráčů|11
""")


def form(n, one, few, many):
    return one if n == 1 else few if 2 <= n <= 4 else many


def counts(r, ql, al):
    s, u, sc, one, few, many, n = r.choice(COUNTS)
    n = int(n)
    E, A = ql == 'en', al == 'en'
    yes = r.random() < 0.45
    k = n if yes else r.choice([x for x in [n - 2, n - 1, n + 1, n + 2, n * 2, 10, 6, 8, 4] if x > 0 and x != n])
    word = r.random() < 0.5 and k <= 20
    ke = maths.words(k, 'en') if word else k
    kc = maths.words(k, 'cs') if word else k
    if word and k <= 2:
        kc = k
    q = r.choice([f'Does {s} have {ke} {u}?', f'Has {s} got {ke} {u}?', f'Is it true that {s} has {ke} {u}?', f'{cap(s)} has {ke} {u}, right?', f'{cap(s)} has {ke} {u}, yes or no?', f'Are there {ke} {u} in {s}?' if u in ('days', 'months', 'hours', 'minutes', 'seconds', 'grams', 'centimetres', 'planets', 'players') else f'Does {s} really have {ke} {u}?'] if E else [f'Má {sc} {kc} {form(k, one, few, many)}?', f'Je pravda, že {sc} má {kc} {form(k, one, few, many)}?', f'{cap(sc)} má {kc} {form(k, one, few, many)}, že?', f'{cap(sc)} má {kc} {form(k, one, few, many)}, ano nebo ne?', f'Opravdu má {sc} {kc} {form(k, one, few, many)}?'])
    u1 = u[:-1] if n == 1 else u
    a = f'{verdict(yes, al)}, {s} has {n} {u1}.' if A else f'{verdict(yes, al)}, {sc} má {n} {form(n, one, few, many)}.'
    return Item(ql, q, a, short=verdict(yes, al))


def where_or(r, ql, al):
    """A country's language, money, continent: this or that, yes or no."""
    p = r.choice(travel.PEOPLES)
    c = geo.BY[p[0]]
    k = r.choice([x for x in ('cont', 'cur', 'lang') if c.get(x)])
    E, A = ql == 'en', al == 'en'
    table = {'cont': geo.CONT, 'cur': geo.CUR, 'lang': geo.LANG}[k]
    v = table[c[k]]
    o = r.choice([x for key, x in table.items() if key != c[k]])
    name = lambda x, en: geo.strip_the(x[0]) if en else x[2 if k == 'cont' else 1]
    it = geo.fact(r, c, k, ql, al)
    pair = [name(v, E), name(o, E)]
    r.shuffle(pair)
    m = r.random()
    if m < 0.5:
        q = {
            'cont': [f'Is {c["en"]} in {pair[0]} or in {pair[1]}?', f'{cap(c["en"])}: {pair[0]} or {pair[1]}?', f'Does {c["en"]} lie in {pair[0]} or {pair[1]}?'],
            'cur': [f'Do people in {c["en"]} pay with the {pair[0]} or the {pair[1]}?', f'{cap(c["en"])}: {pair[0]} or {pair[1]}?', f'Which money does {c["en"]} have, the {pair[0]} or the {pair[1]}?'],
            'lang': [f'What do they speak in {c["en"]}, {pair[0]} or {pair[1]}?', f'Do people in {c["en"]} speak {pair[0]} or {pair[1]}?', f'{pair[0]} or {pair[1]}, what is spoken in {c["en"]}?'],
        }[k] if E else {
            'cont': [f'{c["cs"]}: {pair[0]}, nebo {pair[1]}?', f'Kam patří {c["cs"]}, {pair[0]}, nebo {pair[1]}?', f'Který světadíl má {c["cs"]}: {pair[0]}, nebo {pair[1]}?'],
            'cur': [f'Co platí {p[5]}, {pair[0]}, nebo {pair[1]}?', f'{c["cs"]}: {pair[0]}, nebo {pair[1]}?', f'Jaká je měna {p[5]}, {pair[0]}, nebo {pair[1]}?'],
            'lang': [f'Jaký jazyk je {p[5]}, {pair[0]}, nebo {pair[1]}?', f'{c["cs"]}: {pair[0]}, nebo {pair[1]}?', f'Mluví se {p[5]} jazykem {pair[0]}, nebo {pair[1]}?'],
        }[k]
        it.q = cap(r.choice(q))
        return it
    yes = m < 0.75
    t = name(v if yes else o, E)
    q = {
        'cont': [f'Is {c["en"]} in {t}?', f'Does {c["en"]} belong to {t}?', f'{cap(c["en"])} is in {t}, right?'],
        'cur': [f'Do they pay with the {t} in {c["en"]}?', f'Is the {t} the currency of {c["en"]}?', f'Can I pay with the {t} in {c["en"]}?', f'Do they use the {t} in {c["en"]}?'],
        'lang': [f'Do {r.choice(p[1].split(" / "))} speak {t}?', f'Is {t} spoken in {c["en"]}?', f'Do people speak {t} in {c["en"]}?'],
    }[k] if E else {
        'cont': [f'Patří {c["cs"]} do světadílu {t}?', f'Je {c["cs"]} na světadílu {t}?'],
        'cur': [f'Je měnou {p[5]} {t}?', f'Používá se {p[5]} {t}?', f'Mají {p[5]} jako měnu {t}?'],
        'lang': [f'Je {p[5]} jazykem {t}?', f'Mluví {p[3]} jazykem {t}?', f'Používá se {p[5]} {t}?'],
    }[k]
    return Item(ql, cap(r.choice(q)), it.a[:-1] + (f', so {"yes" if yes else "no"}.' if A else f', takže {"ano" if yes else "ne"}.'), short=verdict(yes, al))


def by_money(r, ql, al):
    """From a currency that only one country has to the country and its capital, language, continent."""
    c = r.choice([geo.BY[p[0]] for p in travel.PEOPLES if geo.BY[p[0]]['cur'] in ONCE])
    e, k = geo.CUR[c['cur']][:2]
    what = r.choice(['who', 'cap', 'lang', 'cont'])
    if what == 'lang' and not c['lang']:
        what = 'cap'
    first = f'{cap(e)} is the currency of {c["en"]}.' if al == 'en' else f'{cap(k)} je měna {c["gen"]}.'
    asked = {
        'en': {'who': ['Which country uses {}?', 'Where do people pay with {}?', 'In which country do I pay with {}?', '{} belongs to which country?'], 'cap': ['What is the capital of the country that uses {}?', 'Name the capital of the country whose currency is {}.', 'Which capital do I visit if people there pay with {}?', 'The country of {} has which capital?'], 'lang': ['What language is spoken in the country that pays with {}?', 'Which language do people speak where {} is used?'], 'cont': ['On which continent do people pay with {}?', 'The country of {} is on which continent?']},
        'cs': {'who': ['Která země má měnu {}?', 'Kde se platí měnou {}?', 'Ve které zemi je měnou {}?', '{} patří ke které zemi?'], 'cap': ['Jaké je hlavní město země, která má měnu {}?', 'Hlavní město země, kde se platí měnou {}?', 'Které hlavní město má země s měnou {}?'], 'lang': ['Jakým jazykem se mluví v zemi s měnou {}?', 'Jaký jazyk má země, která má měnu {}?'], 'cont': ['Na kterém kontinentu je země s měnou {}?']},
    }[ql][what]
    q = cap(r.choice(asked).format(r.choice([e, geo.strip_the(e), SHORT.get(c['cur'], e)]) if ql == 'en' else k))
    if ql == 'cs' and c['cur'] in PAID and r.random() < 0.5:
        q = r.choice({'who': ['Kde se platí {}?', 'Ve které zemi se platí {}?', 'Která země platí {}?'], 'cap': ['Jaké je hlavní město země, kde se platí {}?', 'V zemi se platí {}. Jaké má hlavní město?'], 'lang': ['Jak se mluví tam, kde se platí {}?'], 'cont': ['Na kterém kontinentu se platí {}?']}[what]).format(PAID[c['cur']])
    if what == 'who':
        return Item(ql, q, first, short=geo.strip_the(c['en']) if al == 'en' else c['cs'])
    it = geo.fact(r, c, what, ql, al)
    return Item(ql, q, first + ' ' + it.a, short=it.short)


MONEY = [c['cur'] for c in geo.BY.values() if c['cur']]
ONCE = {x for x in MONEY if MONEY.count(x) == 1}
# "yen" is enough where no other currency ends so.
LAST = [v[0].split()[-1] for v in geo.CUR.values()]
SHORT = {k: v[0].split()[-1] for k, v in geo.CUR.items() if LAST.count(v[0].split()[-1]) == 1}
PAID = {'JPY': 'jeny', 'HUF': 'forinty', 'PLN': 'zlotými', 'UAH': 'hřivnami', 'THB': 'bahty', 'ILS': 'šekely', 'CNY': 'jüany', 'VND': 'dongy', 'BGN': 'levy', 'ALL': 'leky', 'CZK': 'českými korunami', 'SEK': 'švédskými korunami', 'DKK': 'dánskými korunami', 'TRY': 'tureckými lirami', 'INR': 'indickými rupiemi', 'KRW': 'jihokorejskými wony'}

FICTION = {
    'en': 'Wakanda Gondor Rohan Neverland Wonderland Hogwarts Genovia Ruritania Latveria Gotham Asgard Lilliput Utopia Westeros Tatooine Zamunda Elbonia Arendelle Camelot Shangri-La Eldorado Avalon Oz Middle-earth Sokovia Panem Florin Grand_Fenwick Freedonia Sylvania'.split(),
    'cs': 'Wakanda Gondor Rohan Nekonečná_země Říše_divů Bradavice Asgard Liliput Utopie Západozemí Eldorádo Avalon Oz Středozem Kocourkov Pohádkov Absurdistán Kamelot Zamunda Arendelle Krakozie Lhotákov Nemánie'.split(),
}
NOWHERE = {
    'en': {'cap': ['What is the capital of {}?', 'Capital of {}?', '{}, capital?', 'Which city is the capital of {}?', "What's {}'s capital?"], 'cur': ['What is the currency of {}?', 'What money do they use in {}?', 'What do people pay with in {}?'], 'lang': ['Which language do they speak in {}?', 'What is the language of {}?'], 'cont': ['On which continent is {}?', 'Where is {}?'], 'nei': ['Which countries border {}?']},
    'cs': {'cap': ['Jaké je hlavní město země {}?', '{}, hlavní město?', 'Které hlavní město má {}?', 'Jaké hlavní město má země {}?'], 'cur': ['Jakou měnu má {}?', 'Čím se platí v zemi {}?'], 'lang': ['Jaký jazyk má {}?', 'Jak se mluví v zemi {}?'], 'cont': ['Na kterém kontinentu leží {}?', 'Kde leží {}?'], 'nei': ['S kým sousedí {}?']},
}
ENDS = {'en': ['ia', 'land', 'onia', 'aria', 'istan', 'ova', 'anda', 'ador', 'ium', 'avia', 'enia'], 'cs': ['ie', 'sko', 'onie', 'árie', 'istán', 'ovo', 'anda', 'ador', 'ávie', 'énie', 'ánsko']}


def nowhere(r, ql, al):
    """Countries of books and films, and names that only begin like a real one."""
    if r.random() < 0.5:
        x = r.choice(FICTION[ql]).replace('_', ' ')
    else:
        c = r.choice(list(geo.BY.values()))
        n = geo.strip_the(c['en']) if ql == 'en' else c['cs']
        x = n[: r.randint(2, 4)] + r.choice(['', 'r', 'l', 'n', 'm', 'ub', 'ak']) + r.choice(ENDS[ql])
        if any(norm(x) == norm(b['en' if ql == 'en' else 'cs']) for b in geo.BY.values()):
            x += 'nia'
    q = cap(r.choice(NOWHERE[ql][r.choice(list(NOWHERE[ql]))]).format(x))
    a = r.choice([f'I know no country called {x}.', f'I do not know a country called {x}.'] if al == 'en' else [f'Zemi jménem {x} neznám.', f'{x}? Takovou zemi neznám.'])
    return Item(ql, q, a)


MONSTERS = {'en': 'dragon unicorn centaur griffin phoenix werewolf vampire mermaid fairy troll goblin elf giant cyclops minotaur pegasus yeti zombie ghost hobbit robot alien'.split(), 'cs': 'drak jednorožec kentaur gryf fénix vlkodlak upír víla trol skřet elf obr kyklop minotaur pegas yetti zombie duch hobit mimozemšťan čert vodník'.split()}
MONSTER_ASK = {
    'en': ['How many legs does a {} have?', 'What does a {} eat?', 'How many eyes has a {} got?', 'Where do {}s live?', 'What sound does a {} make?', 'How old can a {} get?', 'What is a baby {} called?', 'Can a {} fly?', 'Is a {} a mammal?', 'What colour is a {}?', 'How many wings does a {} have?', 'How big is a {}?'],
    'cs': ['Kolik nohou má {}?', 'Co jí {}?', 'Kolik očí má {}?', 'Kde žije {}?', 'Jaký zvuk dělá {}?', 'Jak starý může být {}?', 'Jaké mládě má {}?', 'Umí {} létat?', 'Je {} savec?', 'Jakou barvu má {}?', 'Kolik křídel má {}?', 'Jak velký je {}?'],
}
MINE = {
    'en': 'birth number / phone number / address / date of birth / birthday / age / salary / boss / wife / husband / best friend / mother / PIN / bank account number / e-mail / car / dog / favourite food / favourite film / job / size of shoes / blood group / horoscope / IP address / last name / teacher / height / weight / hobby / school / next appointment / flight number'.split(' / '),
    'cs': 'rodné číslo / telefonní číslo / číslo účtu / datum narození / příjmení / bydliště / zaměstnání / oblíbené jídlo / oblíbené zvíře / číslo bot / auto / výška / váha / krevní skupina / IP adresa / škola / povolání / horoskop / PIN / plat / věk / adresa'.split(' / '),
}


def personal(r, ql, al):
    m = r.random()
    x = r.choice(MINE[ql])
    q = r.choice([f'What is my {x}?', f'Tell me my {x}.', f'Do you know my {x}?', f'my {x}?', f'Can you see my {x}?', f'What was my {x} again?'] if ql == 'en' else [f'Jaké je moje {x}?', f'Řekni mi moje {x}.', f'Znáš moje {x}?', f'Jaká je moje {x}?', f'Jaký je můj {x}?', f'moje {x}?'])
    if m < 0.3:
        q = r.choice(['How old am I?', 'Where do I live?', 'Where was I born?', 'What did I eat yesterday?', 'What am I thinking?', 'Who am I?', 'How tall am I?', 'Where did I leave my phone?', 'What did I do last summer?', 'When did I get married?', 'Who called me this morning?', 'What am I wearing?', 'Where am I now?', 'How much do I earn?', 'What did my brother say?', 'When will I die?', 'Will I be rich?', 'Does she love me?', 'Who is my neighbour?', 'What is in my pocket?'] if ql == 'en' else ['Kolik mi je let?', 'Kde bydlím?', 'Kde jsem se narodil?', 'Co jsem včera jedl?', 'Na co myslím?', 'Kdo jsem?', 'Jak jsem vysoký?', 'Kde mám telefon?', 'Co jsem dělal v létě?', 'Kdy jsem se ženil?', 'Kdo mi ráno volal?', 'Co mám na sobě?', 'Kde teď jsem?', 'Kolik vydělávám?', 'Co říkal můj bratr?', 'Kdy umřu?', 'Budu bohatý?', 'Má mě ráda?', 'Co mám v kapse?', 'Jak se jmenuje moje žena?'])
    a = r.choice(['I do not know that: you have not told me.', 'I cannot know that. I see only what you write here.', 'I do not know that; I know nothing about you.'] if al == 'en' else ['To nevím: neřekl jste mi to.', 'To nemohu vědět. Vidím jen to, co sem napíšete.', 'To nevím; nic o vás nevím.'])
    return Item(ql, q, a)


AROUND = {
    'en': ['How tall is {}?', 'How high is {}?', 'How old is {}?', 'Who built {}?', 'When was {} built?', 'How many people live in {}?', 'How many people visit {} in a year?', 'What does a ticket to {} cost?', 'When is {} open?', 'How long is {}?', 'Who was born in {}?', 'What is the weather in {}?', 'Which hotels are near {}?', 'What should I see in {}?', 'Who is the mayor of {}?', 'How do I get to {}?', 'Why is {} famous?'],
    'cs': ['Jak je vysoké místo {}?', 'Jak staré je místo {}?', 'Kdo postavil {}?', 'Kdy vzniklo místo {}?', 'Kolik lidí žije v místě {}?', 'Kolik lidí ročně navštíví {}?', 'Kolik stojí lístek na {}?', 'Kdy má otevřeno {}?', 'Kdo se narodil v místě {}?', 'Jaké je počasí v místě {}?', 'Jaké hotely jsou u {}?', 'Co mám vidět v místě {}?', 'Kdo je starostou města {}?', 'Jak se dostanu do místa {}?', 'Proč je slavné místo {}?', 'Jak vysoká je {}?', 'Jak dlouhý je {}?'],
}
ABOUT_BOREAL = {
    'en': """Which countries does Boreal ship to?
Who is the boss of Boreal?
Where is the office of Boreal?
How many people work at Boreal?
Does Boreal have a mobile app?
What is the phone number of Boreal?
How many customers does Boreal have?
When will the next version come?
Is Boreal better than ChatGPT?
What does the Boreal logo look like?
How much money does Boreal earn?
Who invested in Boreal?
Is there a student discount?
What was the first version of Boreal called?
Is Boreal on the stock market?
Does Boreal sell hardware?
Can Boreal order me a pizza?
Does Boreal have a Discord?
When was Boreal founded?
Which company uses Boreal?
Can Boreal write my thesis?
Is there a Boreal conference?
Who is your competitor?
Can Boreal drive a car?
Does Boreal run on a watch?
What is on your roadmap?
Can Boreal translate a film?
How do I invest in Boreal?
Does Boreal have a fax?
Does Boreal make coffee?""".splitlines(),
    'cs': """Do kterých zemí Boreal dodává?
Kdo je šéfem Borealu?
Kde má Boreal kancelář?
Kolik lidí v Borealu pracuje?
Má Boreal mobilní aplikaci?
Jaké telefonní číslo má Boreal?
Kolik má Boreal zákazníků?
Kdy vyjde další verze?
Je Boreal lepší než ChatGPT?
Jak vypadá logo Borealu?
Kolik Boreal vydělává?
Kdo do Borealu investoval?
Je tu sleva pro studenty?
Jak se jmenovala první verze Borealu?
Je Boreal na burze?
Prodává Boreal počítače?
Může mi Boreal objednat pizzu?
Má Boreal Discord?
Kdy byl Boreal založen?
Která firma používá Boreal?
Napíše mi Boreal diplomku?
Pořádá Boreal konferenci?
Kdo je vaše konkurence?
Umí Boreal řídit auto?
Běží Boreal na hodinkách?
Jaké máte plány do budoucna?
Umí Boreal přeložit film?
Jak můžu investovat do Borealu?
Má Boreal fax?
Vaří Boreal kávu?""".splitlines(),
}


def unanswerable(r, ql, al):
    m = r.random()
    if m < 0.2:
        q = r.choice(MONSTER_ASK[ql]).format(r.choice(MONSTERS[ql]))
    elif m < 0.55:
        p = r.choice(travel.PLACES)
        q = cap(r.choice(AROUND[ql]).format(p[0 if ql == 'en' else 1]))
    elif m < 0.75:
        q = r.choice(ABOUT_BOREAL[ql])
    else:
        return personal(r, ql, al)
    return unknown.mk(r, ql, q, None, al)


@domain('choices', 13)
def choices(r, ql, al):
    f = r.choices([kinds, colours, counts, where_or, by_money], [4, 2, 4, 3, 3])[0]
    return f(r, ql, al)


@domain('imagined', 7)
def imagined(r, ql, al):
    return nowhere(r, ql, al) if r.random() < 0.4 else unanswerable(r, ql, al)


# ---- shares, divisibility, days between ----
def shares(r, l):
    E = l == 'en'
    m = r.random()
    if m < 0.4:
        p = r.choice([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 70, 75, 80, 90])
        n = 100 * r.randint(1, 9) if r.random() < 0.8 else 1000
        one = n // 100
        q = r.choice([f'What is {p} percent of {n}?', f'{p}% of {n}?', f'How much is {p} % of {n}?', f'Take {p} percent of {n}.', f'{p} percent of {n} is how much?', f'Compute {p}% of {n}'] if E else [f'Kolik je {p} procent z {n}?', f'{p} % z {n}?', f'{p}% z {n}', f'Spočítej {p} procent z {n}.', f'{p} procent z {n} je kolik?'])
        return Item(l, q, f'1 % of {n} is {one}, and {p} × {one} = {p * one}.' if E else f'1 % z {n} je {one} a {p} × {one} = {p * one}.', short=str(p * one))
    if m < 0.7:
        d, en, cs = r.choice([(2, 'half', 'polovina'), (3, 'a third', 'třetina'), (4, 'a quarter', 'čtvrtina'), (5, 'a fifth', 'pětina'), (10, 'a tenth', 'desetina')])
        k = r.randint(2, 12)
        n = d * k
        q = r.choice([f'What is {en} of {n}?', f'{cap(en)} of {n}?', f'How much is {en} of {n}?', f'{n}, and {en} of it is?'] if E else [f'Kolik je {cs} z {n}?', f'{cap(cs)} z {n}?', f'{cap(cs)} čísla {n}?', f'Jak velká je {cs} z {n}?'])
        return Item(l, q, f'{n} ÷ {d} = {k}', short=str(k))
    if m < 0.85:
        d = r.randint(2, 10)
        n = r.randint(2, 12) * d + (0 if r.random() < 0.5 else r.randint(1, d - 1))
        yes = n % d == 0
        q = r.choice([f'Is {n} divisible by {d}?', f'Can {n} be divided by {d}?', f'Does {d} go into {n} without a rest?'] if E else [f'Je {n} dělitelné {d}?', f'Dá se {n} dělit {d} beze zbytku?', f'Dělí {d} číslo {n}?'])
        a = (f'Yes, {n} ÷ {d} = {n // d}.' if yes else f'No, {n} ÷ {d} leaves a rest of {n % d}.') if E else (f'Ano, {n} ÷ {d} = {n // d}.' if yes else f'Ne, {n} ÷ {d} dává zbytek {n % d}.')
        return Item(l, q, a, short=('Yes' if yes else 'No') if E else ('Ano' if yes else 'Ne'))
    q4 = r.choice([('a quarter of an hour', 'čtvrt hodiny', 'minutes', 'minut', 15), ('three quarters of an hour', 'tři čtvrtě hodiny', 'minutes', 'minut', 45), ('half an hour', 'půl hodiny', 'minutes', 'minut', 30), ('a quarter of a year', 'čtvrt roku', 'months', 'měsíců', 3), ('half a year', 'půl roku', 'months', 'měsíců', 6), ('a quarter of a kilogram', 'čtvrt kila', 'grams', 'gramů', 250), ('half a kilogram', 'půl kila', 'grams', 'gramů', 500), ('a quarter of a litre', 'čtvrt litru', 'millilitres', 'mililitrů', 250), ('a leap year', 'přestupný rok', 'days', 'dní', 366), ('a quarter of a metre', 'čtvrt metru', 'centimetres', 'centimetrů', 25)])
    q = r.choice([f'How many {q4[2]} is {q4[0]}?', f'{cap(q4[0])} is how many {q4[2]}?', f'How many {q4[2]} are in {q4[0]}?', f'{cap(q4[0])} in {q4[2]}?'] if E else [f'Kolik {q4[3]} je {q4[1]}?', f'{cap(q4[1])} je kolik {q4[3]}?', f'Kolik {q4[3]} má {q4[1]}?', f'Kolik je {q4[1]} v jednotkách {q4[3]}?'])
    return Item(l, q, f'{cap(q4[0])} is {q4[4]} {q4[2]}.' if E else f'{cap(q4[1])} je {q4[4]} {q4[3]}.', short=str(q4[4]))


def between(r, l):
    E = l == 'en'
    if r.random() < 0.45:
        i = r.randrange(7)
        a, b, c = (maths.DAYS[(i + k) % 7][0 if E else 1] for k in range(3))
        q = r.choice([f'Which day is between {a} and {c}?', f'What day lies between {a} and {c}?', f'Between {a} and {c} comes which day?'] if E else [f'Který den je mezi {maths.DINS[i]} a {maths.DINS[(i + 2) % 7]}?', f'Co je mezi {maths.DINS[i]} a {maths.DINS[(i + 2) % 7]}?', f'Jaký den leží mezi {maths.DINS[i]} a {maths.DINS[(i + 2) % 7]}?'])
        return Item(l, q, f'{b} is between {a} and {c}.' if E else f'Mezi {maths.DINS[i]} a {maths.DINS[(i + 2) % 7]} je {b}.', short=b)
    if r.random() < 0.45:
        i = r.randrange(12)
        x = [maths.MONTHS[(i + k) % 12] for k in range(3)]
        n = 0 if E else 1
        q = r.choice([f'Which month is between {x[0][0]} and {x[2][0]}?', f'What month lies between {x[0][0]} and {x[2][0]}?'] if E else [f'Který měsíc je mezi {x[0][6]} a {x[2][6]}?', f'Jaký měsíc leží mezi {x[0][6]} a {x[2][6]}?'])
        return Item(l, q, f'{x[1][0]} is between {x[0][0]} and {x[2][0]}.' if E else f'Mezi {x[0][6]} a {x[2][6]} je {x[1][1]}.', short=x[1][n])
    k = r.choice(['lastm', 'firstm', 'lastd', 'firstd', 'day2'])
    if k == 'day2':
        i = r.randrange(7)
        d = lambda n: maths.DAYS[n % 7][0 if E else 1]
        q = r.choice([f'What is the day after tomorrow if today is {d(i)}?', f'If today is {d(i)}, which day is the day after tomorrow?'] if E else [f'Co bude pozítří, když je dnes {d(i)}?', f'Když je dnes {d(i)}, jaký den je pozítří?', f'Pozítří bude co, když dnes je {d(i)}?'])
        return Item(l, q, f'The day after tomorrow is {d(i + 2)}.' if E else f'Pozítří bude {d(i + 2)}.', short=d(i + 2))
    q, a, s = {
        'lastm': (['Which month is the last of the year?', 'What is the last month?', 'With which month does the year end?', 'The year ends in which month?'], 'The last month of the year is December.', 'December'),
        'firstm': (['Which month is the first of the year?', 'What is the first month?', 'With which month does the year begin?', 'The year starts in which month?'], 'The first month of the year is January.', 'January'),
        'lastd': (['Which day is the last of the week?', 'With which day does the week end?', 'What is the last day of the week?'], 'The last day of the week is Sunday.', 'Sunday'),
        'firstd': (['With which day does the week start?', 'The week begins with which day?'], 'In Europe the week begins on Monday.', 'Monday'),
    }[k] if E else {
        'lastm': (['Který měsíc je v roce poslední?', 'Kterým měsícem končí rok?', 'Jaký je poslední měsíc roku?', 'Rok končí kterým měsícem?'], 'Poslední měsíc v roce je prosinec.', 'prosinec'),
        'firstm': (['Který měsíc je v roce první?', 'Kterým měsícem začíná rok?', 'Jaký je první měsíc roku?'], 'První měsíc v roce je leden.', 'leden'),
        'lastd': (['Který den je v týdnu poslední?', 'Kterým dnem končí týden?', 'Jaký je poslední den týdne?'], 'Poslední den v týdnu je neděle.', 'neděle'),
        'firstd': (['Kterým dnem začíná týden?', 'Týden začíná kterým dnem?'], 'Týden začíná pondělím.', 'pondělí'),
    }[k]
    return Item(l, r.choice(q), a, short=s)


ABC = {'en': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'cs': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'}
ORDINAL = {
    'en': 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(),
    'cs': 'první druhé třetí čtvrté páté šesté sedmé osmé deváté desáté'.split(),
}


def alphabet(r, l):
    E = l == 'en'
    m = r.random()
    if m < 0.25:
        w = r.choice(['anna', 'level', 'radar', 'madam', 'civic', 'noon', 'kajak', 'oko', 'otto', 'krk', 'mom', 'dad', 'nepochopen', 'rotor', 'tahat', 'bob', 'eve', 'pop']) if r.random() < 0.5 else r.choice(tasks.POOL[l])
        yes = w == w[::-1]
        q = r.choice([f'Is "{w}" a palindrome?', f'Is {w} a palindrome?', f'Does {w} read the same backwards?'] if E else [f'Je „{w}“ palindrom?', f'Je slovo {w} palindrom?', f'Čte se {w} pozpátku stejně?'])
        turned = '-'.join(w[::-1])
        return Item(l, q, f'Backwards it is {turned}, so {"yes" if yes else "no"}.' if E else f'Pozpátku je to {turned}, takže {"ano" if yes else "ne"}.')
    i = r.randrange(1, 25)
    L = ABC['en']
    if m < 0.5 and E:
        n = r.randrange(10)
        q = r.choice([f'What is the {ORDINAL["en"][n]} letter of the alphabet?', f'Which letter is number {n + 1} in the alphabet?', f'The {ORDINAL["en"][n]} letter?'])
        return Item(l, q, f'The {ORDINAL["en"][n]} letter of the English alphabet is {L[n]}.', short=L[n])
    x = L[i]
    if not E and x in 'CDHNRSTUYZEIAOX'.replace('X', ''):  # letters with a marked neighbour in the Czech alphabet are left out
        x = r.choice('FJKLPQVW')
        i = L.index(x)
    after = r.random() < 0.6
    if not E and x == 'V':
        after = True
    if not E and x in ('F', 'J', 'P', 'Q'):
        after = x in ('F', 'J', 'P')
    y = L[i + 1] if after else L[i - 1]
    if not E and (x, y) not in [('F', 'G'), ('J', 'K'), ('K', 'L'), ('L', 'M'), ('P', 'Q'), ('V', 'W'), ('W', 'X'), ('K', 'J'), ('L', 'K'), ('W', 'V'), ('Q', 'P')]:
        x, y, after = 'K', 'L', True
    q = r.choice([f'Which letter comes {"after" if after else "before"} {x}?', f'What letter is {"after" if after else "before"} {x} in the alphabet?', f'The letter {"after" if after else "before"} {x}?', f'In the alphabet, what comes {"after" if after else "before"} {x}?'] if E else [f'Které písmeno je {"po" if after else "před"} písmenem {x}?'.replace('po písmenem', 'po písmenu'), f'Jaké písmeno následuje po {x}?' if after else f'Jaké písmeno předchází písmenu {x}?', f'Co je v abecedě {"za" if after else "před"} {x}?'])
    return Item(l, q, f'{y} comes {"after" if after else "before"} {x}.' if E else f'{"Po" if after else "Před"} {x} je {y}.', short=y)


def divide(r, l):
    d = r.choice([2, 3, 4, 5, 6, 8, 10, 20, 25, 50])
    k = r.randint(2, 50) if d <= 6 else r.choice([2, 3, 4, 5, 6, 8, 10, 12, 20])
    n = d * k
    q = r.choice(['What is {n} divided by {d}?', '{n} / {d}', '{n} divided by {d}', 'How much is {n} : {d}?', '{n} ÷ {d} = ?', 'Divide {n} by {d}.', 'Split {n} into {d} equal parts.'] if l == 'en' else ['Kolik je {n} děleno {d}?', '{n} : {d}', '{n} / {d} =', '{n} děleno {d}', 'Vyděl {n} číslem {d}.', 'Rozděl {n} na {d} stejných dílů.']).format(n=n, d=d)
    return Item(l, q, f'{n} ÷ {d} = {k}', short=str(k))


def members(r, l):
    """Some countries of a continent."""
    E = l == 'en'
    k = r.choice([x for x in geo.CONT if x in ('EU', 'AS', 'AF', 'SA', 'NA')])
    all_ = [c for c in geo.BY.values() if c['cont'] == k]
    n = r.choice([1, 1, 2, 3, 3, 4, 5])
    some = r.sample([c for c in all_ if any(c['en'] == p[0] for p in travel.PEOPLES)] or all_, min(n, 5 if k != 'NA' else 3))
    n = len(some)
    word = maths.words(n, 'en' if E else 'cs')
    adj = {'EU': ('European', 'evropské', 'Evropě'), 'AS': ('Asian', 'asijské', 'Asii'), 'AF': ('African', 'africké', 'Africe'), 'SA': ('South American', 'jihoamerické', 'Jižní Americe'), 'NA': ('North American', 'severoamerické', 'Severní Americe')}[k]
    if n == 1:
        q = r.choice([f'Name a country in {geo.CONT[k][0]}.', f'Give me one {adj[0]} country.', f'Tell me a country in {geo.CONT[k][0]}', f'Which country is in {geo.CONT[k][0]}?'] if E else [f'Jmenuj zemi v {adj[2]}.', f'Řekni nějakou zemi v {adj[2]}.', f'Která země je v {adj[2]}?'])
    else:
        q = r.choice([f'Name {word} {adj[0]} countries.', f'Give me {n} countries in {geo.CONT[k][0]}.', f'List {word} countries of {geo.CONT[k][0]}', f'{n} {adj[0]} countries'] if E else [f'Jmenuj {word} {adj[1]} země.', f'Vyjmenuj {n} země v {adj[2]}.', f'Uveď {word} zemí v {adj[2]}.', f'{n} {adj[1]} země'])
    names = [geo.strip_the(c['en']) if E else c['cs'] for c in some]
    return Item(l, q, ', '.join(names) + '.')


TENTH = rows("""
ninth|devátá
tenth|desátá
eleventh|jedenáctá
twelfth|dvanáctá
""")
WRONG_UNIT = {
    'en': [('a day', 'weeks'), ('a week', 'months'), ('a week', 'years'), ('an hour', 'days'), ('a minute', 'hours'), ('a second', 'minutes'), ('a month', 'years'), ('a centimetre', 'metres'), ('a metre', 'kilometres'), ('a gram', 'kilograms')],
    'cs': [('den', 'týdnů'), ('týden', 'měsíců'), ('týden', 'let'), ('hodina', 'dní'), ('minuta', 'hodin'), ('sekunda', 'minut'), ('měsíc', 'roků'), ('centimetr', 'metrů'), ('metr', 'kilometrů'), ('gram', 'kilogramů')],
}


def upside_down(r, l):
    """A planet that is not there, a unit in a smaller one."""
    E = l == 'en'
    if r.random() < 0.4:
        e, c = r.choice(TENTH)
        q = r.choice([f'Which planet is the {e}?', f'What is the {e} planet from the Sun?', f'Name the {e} planet.'] if E else [f'Která planeta je {c}?', f'Jak se jmenuje {c} planeta?', f'Jaká je {c} planeta od Slunce?'])
        return Item(l, q, 'There is no such planet: there are only eight.' if E else 'Taková planeta neexistuje: planet je jen osm.')
    a, b = r.choice(WRONG_UNIT[l])
    q = r.choice([f'How many {b} does {a} have?', f'How many {b} are in {a}?', f'{cap(a)} has how many {b}?'] if E else [f'Kolik {b} má {a}?', f'{cap(a)} má kolik {b}?', f'Kolik {b} je {a}?'])
    return Item(l, q, f'There is no such count: {a} is shorter or smaller than that.' if E else f'To neumím říct: {a} je méně než jedna taková jednotka.')


@domain('shares', 8)
def shares_(r, l):
    f = r.choices([shares, between, alphabet, divide, members, upside_down], [5, 3, 2, 3, 2, 1])[0]
    return f(r, l)
