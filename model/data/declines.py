"""What a small model must decline though every word is familiar: work to be written, words of Boreal in another sense, crossed categories, a known question with one word changed."""

import re
from core import *
import vocab, unknown, geo, facts, maths, talk

# Work that is too large: verb and genre, then what it is about.
WORK = {
    'en': """Give me a {} plan
Write a {} plan
Make me a {} schedule
Create a {} programme for me
Put together a {} routine
Draft a letter about {}
Write a cover letter for a job in {}
Write a CV for someone in {}
Compose a speech about {}
Write a report on {}
Prepare a presentation about {}
Write a blog post on {}
Write a review of {}
Write a long story about {}
Write lyrics about {}
Write a screenplay about {}
Write ten tips for {}
Give me advice about {}
Give me five ideas for {}
Suggest something for {}
Plan a week of {} for me
What is a good routine for {}?
How do I start with {}?
How can I get better at {}?
Teach me {}
Explain the basics of {}
Explain {} to a beginner
How does {} work in detail?
Summarise the history of {}
What are the pros and cons of {}?
Compare two kinds of {}
What is the best book about {}?
Which is the best app for {}?
Recommend me a course on {}
How expensive is {}?
What is new in {}?
Who is the best in {}?
Who invented {}?
Is {} dangerous?
Is {} healthy?
Why is {} so popular?
What do experts say about {}?
Write a business plan for {}
Write an advert for {}
Write instructions for {}
Make a table about {}
Give me statistics about {}
Design a logo for {}
Solve my problem with {}
I need help with {}
Let's talk about {}
What do you think of {}?
Tell me everything about {}
Tell me a secret of {}
Do you like {}?
Tips for {}?
Rules of {}?
Tell me the rules of {}
How long does it take to learn {}?
How many people do {}?""",
    'cs': """Napiš plán: {}
Sestav mi plán, téma {}
Udělej mi rozvrh na {a}
Vytvoř mi program na {a}
Připrav mi lekci o {l}
Napiš dopis o {l}
Napiš motivační dopis, obor {}
Napiš životopis pro obor {}
Napiš proslov o {l}
Napiš referát o {l}
Připrav prezentaci o {l}
Napiš článek o {l}
Napiš recenzi na {a}
Napiš dlouhý příběh o {l}
Napiš text písně o {l}
Napiš scénář o {l}
Napiš deset tipů na {a}
Poraď mi s tématem {}
Dej mi pět nápadů na {a}
Navrhni něco na {a}
Naplánuj mi týden: {}
Jak začít, když mě zajímá {}?
Jak se zlepšit v oboru {}?
Nauč mě {a}
Vysvětli základy: {}
Vysvětli začátečníkovi, co obnáší {}
Jak přesně funguje {}?
Shrň dějiny: {}
Jaké výhody a nevýhody má {}?
Jaká je nejlepší kniha o {l}?
Jaká je nejlepší aplikace na {a}?
Doporuč mi kurz: {}
Kolik stojí {}?
Co je nového v oboru {}?
Kdo je nejlepší v oboru {}?
Kdo vymyslel {a}?
Je {} nebezpečná věc?
Je {} zdravá věc?
Proč je {} tak oblíbená věc?
Co říkají odborníci na {a}?
Napiš podnikatelský plán: {}
Napiš reklamu na {a}
Napiš návod na {a}
Udělej tabulku: {}
Dej mi statistiky o {l}
Vyřeš můj problém, jde o {a}
Potřebuji pomoc, jde o {a}
Pojďme si povídat o {l}
Co si myslíš o {l}?
Řekni mi všechno o {l}
Máš rád {a}?
Jaká jsou pravidla: {}?
Převyprávěj mi, o čem je {}
Za jak dlouho se naučím {a}?
Kolik lidí dělá {a}?""",
}
WORK = {l: t.splitlines() for l, t in WORK.items()}
# English | Czech nominative | accusative | locative
FIELDS = rows("""
fitness|fitness|fitness|fitness
yoga|jóga|jógu|józe
running|běh|běh|běhu
swimming|plavání|plavání|plavání
cycling|cyklistika|cyklistiku|cyklistice
football training|fotbalový trénink|fotbalový trénink|fotbalovém tréninku
weight loss|hubnutí|hubnutí|hubnutí
strength training|posilování|posilování|posilování
healthy eating|zdravá strava|zdravou stravu|zdravé stravě
cooking|vaření|vaření|vaření
baking|pečení|pečení|pečení
gardening|zahradničení|zahradničení|zahradničení
fishing|rybaření|rybaření|rybaření
hunting|lov|lov|lovu
knitting|pletení|pletení|pletení
painting|malování|malování|malování
photography|fotografování|fotografování|fotografování
playing the guitar|hra na kytaru|hru na kytaru|hře na kytaru
playing the piano|hra na klavír|hru na klavír|hře na klavír
singing|zpěv|zpěv|zpěvu
dancing|tanec|tanec|tanci
chess|šachy|šachy|šachách
poker|poker|poker|pokeru
accounting|účetnictví|účetnictví|účetnictví
marketing|marketing|marketing|marketingu
sales|prodej|prodej|prodeji
law|právo|právo|právu
medicine|medicína|medicínu|medicíně
nursing|ošetřovatelství|ošetřovatelství|ošetřovatelství
teaching|učitelství|učitelství|učitelství
architecture|architektura|architekturu|architektuře
engineering|strojírenství|strojírenství|strojírenství
carpentry|truhlářství|truhlářství|truhlářství
plumbing|instalatérství|instalatérství|instalatérství
banking|bankovnictví|bankovnictví|bankovnictví
insurance|pojištění|pojištění|pojištění
taxes|daně|daně|daních
mortgages|hypotéky|hypotéky|hypotékách
investing|investování|investování|investování
cryptocurrencies|kryptoměny|kryptoměny|kryptoměnách
the stock market|burza|burzu|burze
real estate|reality|reality|realitách
politics|politika|politiku|politice
elections|volby|volby|volbách
philosophy|filozofie|filozofii|filozofii
psychology|psychologie|psychologii|psychologii
sociology|sociologie|sociologii|sociologii
astronomy|astronomie|astronomii|astronomii
genetics|genetika|genetiku|genetice
vaccination|očkování|očkování|očkování
immunity|imunita|imunitu|imunitě
diabetes|cukrovka|cukrovku|cukrovce
headaches|bolest hlavy|bolest hlavy|bolesti hlavy
sleep problems|nespavost|nespavost|nespavosti
pregnancy|těhotenství|těhotenství|těhotenství
raising children|výchova dětí|výchovu dětí|výchově dětí
dog training|výcvik psů|výcvik psů|výcviku psů
wedding planning|plánování svatby|plánování svatby|plánování svatby
a birthday party|narozeninová oslava|narozeninovou oslavu|narozeninové oslavě
moving house|stěhování|stěhování|stěhování
a trip to the mountains|výlet do hor|výlet do hor|výletu do hor
a holiday by the sea|dovolená u moře|dovolenou u moře|dovolené u moře
climate change|změna klimatu|změnu klimatu|změně klimatu
renewable energy|obnovitelná energie|obnovitelnou energii|obnovitelné energii
nuclear power|jaderná energie|jadernou energii|jaderné energii
robotics|robotika|robotiku|robotice
machine learning|strojové učení|strojové učení|strojovém učení
cyber security|kybernetická bezpečnost|kybernetickou bezpečnost|kybernetické bezpečnosti
web design|webdesign|webdesign|webdesignu
video games|videohry|videohry|videohrách
fashion|móda|módu|módě
make-up|líčení|líčení|líčení
interior design|bytový design|bytový design|bytovém designu
beekeeping|včelařství|včelařství|včelařství
farming|zemědělství|zemědělství|zemědělství
wine making|výroba vína|výrobu vína|výrobě vína
brewing|vaření piva|vaření piva|vaření piva
car repair|oprava auta|opravu auta|opravě auta
bicycle repair|oprava kola|opravu kola|opravě kola
house cleaning|úklid domu|úklid domu|úklidu domu
time management|plánování času|plánování času|plánování času
public speaking|veřejné vystupování|veřejné vystupování|veřejném vystupování
job interviews|pracovní pohovor|pracovní pohovor|pracovním pohovoru
learning German|němčina|němčinu|němčině
learning Chinese|čínština|čínštinu|čínštině
poetry|poezie|poezii|poezii
opera|opera|operu|opeře
jazz|jazz|jazz|jazzu
the Middle Ages|středověk|středověk|středověku
ancient Rome|starověký Řím|starověký Řím|starověkém Římě
the First World War|první světová válka|první světovou válku|první světové válce
the Roman army|římská armáda|římskou armádu|římské armádě
the Renaissance|renesance|renesanci|renesanci
Buddhism|buddhismus|buddhismus|buddhismu
Christianity|křesťanství|křesťanství|křesťanství
mythology|mytologie|mytologii|mytologii
magic tricks|kouzelnické triky|kouzelnické triky|kouzelnických tricích
space travel|lety do vesmíru|lety do vesmíru|letech do vesmíru
aliens|mimozemšťané|mimozemšťany|mimozemšťanech
dreams|sny|sny|snech
love|láska|lásku|lásce
friendship|přátelství|přátelství|přátelství
loneliness|osamělost|osamělost|osamělosti
stress|stres|stres|stresu
""")


def work(r, ql, al):
    en, nom, acc, loc = r.choice(FIELDS)
    f = r.choice(WORK[ql])
    q = f.format(en) if ql == 'en' else f.format(nom, a=acc, l=loc)
    if q[-1] not in '?.' and r.random() < 0.5:
        q += '.'
    return unknown.mk(r, ql, q, en if ql == 'en' else nom, al)


# Boreal's own words in another sense.
SENSES = {
    'en': """What is the best plan for the weekend?
How do I plan a garden?
My training plan is too hard
Which phone plan is the cheapest?
What is a floor plan?
Who made the Marshall Plan?
Which plan did Napoleon have?
How do I cancel my phone plan?
Where is the key to my car?
I lost my house key, what now?
What key is this song in?
How many keys are on a keyboard?
Who cuts keys in Brno?
How do I copy a house key?
What is the key of C major?
How does a car engine work?
How do I repair a diesel engine?
What oil does my engine need?
How loud is a jet engine?
Who built the first steam engine?
How do I get a bank account?
Which bank has the best account?
Who hacked my Instagram account?
How do I delete my Facebook account?
What is a savings account?
How do I raise my credit score?
What is a good credit card?
How many credits do I need for my degree?
Who gets the credit for the discovery?
What is the price of gold?
What is the price of a house in Prague?
Why are eggs so expensive?
What does a new car cost?
What is the price of petrol?
How do I model for a magazine?
Who is the best model in Paris?
How do I build a model railway?
Which model of iPhone is the newest?
What is a role model?
How do I become a fashion model?
Where is the biggest port in Europe?
Which port do ships to Greece use?
How old is port wine?
What does a USB port do?
What is the speed limit on the motorway?
What is the legal limit for alcohol?
What is a limit in calculus?
What is the limit of sin x over x?
Where does this stream come from?
Can I fish in this stream?
Which streaming service has the best films?
How do I stream my game on Twitch?
What tools do I need to build a shed?
Which tool cuts glass?
How do I sharpen a tool?
Where can I rent tools?
Is this receipt valid for tax?
How long should I keep receipts?
I lost my receipt from the shop
How do I back up my iPhone?
What is backup power?
Who sings backup vocals?
How do I restore an old chair?
How do I restore a painting?
What is my Wi-Fi password?
I forgot my Gmail password
What is the password of my neighbour?
How do I hack a password?
What token do I need for the carousel?
Who wrote the Lord of the Rings token?
How do I buy crypto tokens?
How do I balance on one leg?
What is work-life balance?
How do I balance my tyres?
How do I send a letter by mail?
When does the mail come?
Where is the nearest post office?
Who operates the metro?
What does a crane operator earn?
What voucher should I give my mother?
Do you have a voucher for a pizza?
How do I set a table?
What is a tennis set?
How high is the temperature on Venus?
What temperature should the oven have?
My child has a temperature
What is the context of this poem?
What is a frost warning?
How do glaciers form?
Where is the largest glacier in Europe?
When was the glacier discovered?
What is the star Polaris made of?
How do I defrost a fridge?
What server should I play on?
What does a server in a restaurant earn?
How do I audit a company?
What does an auditor do?
Who is my doctor?
When does the doctor have time?
Which doctor should I see for my knee?
How do I make an invitation for a wedding?
What is the error in my tax return?
Why does my washing machine show error 18?
What does error E21 on my dishwasher mean?
My printer shows an error
What is the request of the unions?
What are the settings of my camera?
What settings should I use for night photos?
What is message in a bottle about?
What is a hold in wrestling?
How do I hold a baby?
What is the usage of the comma?
What is the licence fee for TV?
How do I get a driving licence?
What is the licence plate of my car?""".splitlines(),
    'cs': """Jaký je nejlepší plán na víkend?
Napiš mi plán cesty do Říma
Můj tréninkový plán je moc těžký
Jaký tarif na mobil je nejlevnější?
Který operátor má nejlepší tarif?
Co je územní plán?
Kdo vymyslel Marshallův plán?
Kde mám klíče od auta?
Ztratil jsem klíč od bytu, co teď?
Kolik stojí výroba klíče?
Jak vyměním zámek a klíč?
Co je houslový klíč?
Jak funguje motor auta?
Jak opravím dieselový motor?
Jaký motor má Škoda Octavia?
Jaký olej patří do motoru?
Kdo sestrojil první parní stroj?
Jak si založím bankovní účet?
Která banka má nejlepší účet?
Kdo mi ukradl účet na Instagramu?
Jak smažu účet na Facebooku?
Co je spořicí účet?
Kolik vydělává účetní?
Hledám práci jako účetní
Co dělá hlavní účetní ve firmě?
Jak získám půjčku a úvěr?
Jaká je nejlepší kreditní karta?
Kolik kreditů potřebuji na vysoké škole?
Jaká je cena zlata?
Kolik stojí byt v Praze?
Proč jsou vejce tak drahá?
Kolik stojí nové auto?
Kolik stojí benzin?
Jak se stanu modelkou?
Jak postavím model letadla?
Který model iPhonu je nejnovější?
Kde je největší přístav v Evropě?
Jaký je rychlostní limit na dálnici?
Jaký je limit alkoholu za volantem?
Co je limita funkce?
Kde pramení tento potok?
Jaké nástroje potřebuji na stavbu kůlny?
Který nástroj řeže sklo?
Jaké hudební nástroje jsou nejdražší?
Jak naladím nástroj?
Jak dlouho mám schovávat účtenky?
Ztratil jsem účtenku z obchodu
Jak zálohuji iPhone?
Kolik je záloha na láhev?
Jak zaplatím zálohu na elektřinu?
Jak obnovím starou židli?
Jaké mám heslo na Wi-Fi?
Zapomněl jsem heslo do Gmailu
Jaké heslo má můj soused?
Jak koupím kryptoměnový token?
Jak udržím rovnováhu na jedné noze?
Jaký zůstatek má státní rozpočet?
Jak pošlu dopis poštou?
Kdy přijde pošta?
Kde je nejbližší pošta?
Kdo provozuje metro?
Kolik bere jeřábník?
Jaký poukaz mám dát mamince?
Máš poukaz na pizzu?
Jak se prostírá stůl?
Jaká teplota je na Venuši?
Na jakou teplotu mám péct kachnu?
Mé dítě má teplotu
Jak vzniká ledovec?
Kde je největší ledovec v Evropě?
Jak rozmrazím lednici?
Jak se dělá audit ve firmě?
Co dělá auditor?
Kdo je můj lékař?
Kdy má lékař čas?
Ke kterému lékaři mám jít s kolenem?
Jak napsat pozvánku na svatbu?
Jakou mám chybu v daňovém přiznání?
Proč pračka hlásí chybu 18?
Co znamená chyba E21 na myčce?
Tiskárna hlásí chybu
Co požadují odbory?
Jak nastavím budík?
Jaké nastavení fotoaparátu zvolit v noci?
O čem je Vzkaz v láhvi?
Jak se drží miminko?
Kolik se platí za televizi?
Jak získám řidičský průkaz?
Jakou značku má moje auto?
Jak se bránit imunitou proti chřipce?
Jak se léčí angína?
Jaký cvik je dobrý na záda?
Jaká je spotřeba mého auta?
Kolik spotřebuje lednička elektřiny?
Jaké je vyúčtování za plyn?
Kdy přijde vyúčtování elektřiny?
Kdy začíná provoz tramvají?
Kdo řídí provoz na letišti?
Co znamená stav nouze?
Jaká je odpověď na všechno?
Kolik zpráv poslal můj bratr?
Co bylo dnes ve zprávách?
Jakou zprávu mi nechal šéf?""".splitlines(),
}

NOT_DAY = {
    'en': ['Which day comes after {x}?', 'What day is before {x}?', 'Which month comes after {x}?', 'What month is before {x}?', 'How many days does {x} have?', 'In which season is {x}?', 'What is after {x} in the week?'],
    'cs': ['Který den je po dni {x}?', 'Jaký den přijde před dnem {x}?', 'Který měsíc je po měsíci {x}?', 'Jaký měsíc je před měsícem {x}?', 'Kolik dní má {x}?', 'V jakém ročním období je {x}?'],
}


def invented_day(r, l):
    if l == 'en':
        m = r.random()
        base = unknown.pseudo(r) if m < 0.4 else cap(r.choice(vocab.NOUNS)[0])
        return base.rstrip('s') + r.choice(['day', 'day', 'uary', 'ember', 'tober'])
    base = unknown.pseudo(r) if r.random() < 0.4 else r.choice(vocab.NOUNS)[1]
    return base.lower() + r.choice(['ek', 'en', 'ník', 'den', 'oba', 'ec'])


def no_such(r, l, al, kind, x):
    a = {
        ('en', 'day'): [f'There is no day called {x}.', f'I know no day called {x}.'],
        ('en', 'month'): [f'There is no month called {x}.', f'I know no month called {x}.'],
        ('en', 'element'): [f'I know no element called {x}.', f'There is no element called {x} that I know.'],
        ('cs', 'day'): [f'Den jménem {x} neznám.', f'Takový den neexistuje: {x}.'],
        ('cs', 'month'): [f'Měsíc jménem {x} neznám.', f'Takový měsíc neexistuje: {x}.'],
        ('cs', 'element'): [f'Prvek jménem {x} neznám.', f'Prvek {x} neznám.'],
    }[al, kind]
    return r.choice(a)


def crossed(r, ql, al):
    """A day that is no day, a month after a weekday, an element that is none."""
    k = r.choice(['day', 'day', 'mixed', 'mixed', 'element', 'element', 'synonym'])
    E = ql == 'en'
    if k == 'synonym':
        import textwork

        x = r.choice(vocab.ENK if E else vocab.CSK)
        if any(x in row for row in textwork.SYNONYMS):
            return work(r, ql, al)
        q = r.choice([f'Give me a synonym for {x}.', f'What is a synonym of {x}?', f'Synonym for {x}?', f'Another word for {x}?'] if E else [f'Jaké je synonymum slova {x}?', f'Synonymum ke slovu {x}?', f'Jiné slovo pro {x}?'])
        return Item(ql, q, f'I know no synonym of "{x}".' if al == 'en' else f'Synonymum slova „{x}“ neznám.', noise=False)
    if k == 'element':
        x = r.choice(vocab.NOUNS)[0 if E else 1] if r.random() < 0.45 else (unknown.pseudo(r).lower() + r.choice(['ium', 'on', 'ine', '']) if E else unknown.pseudo(r).lower() + r.choice(['ium', 'ík', 'it', 'on']))
        if r.random() < 0.3:
            x = r.choice(facts.ELEMENTS)[1 if E else 2].lower()[: r.randint(3, 5)] + r.choice(['onium', 'anium', 'itium', 'ogen', 'orium'] if E else ['onium', 'anium', 'itium', 'ogen', 'orik'])
        if norm(x) in ELEMENT_NAMES:
            x += 'ium'
        q = r.choice(
            ['What is the chemical symbol of {x}?', 'What is the symbol for {x}?', 'Which symbol does the element {x} have?', 'Chemical symbol of {x}?', 'How is {x} written in the periodic table?', 'What number does {x} have in the periodic table?', 'Is {x} an element, and what is its symbol?', 'symbol of the element {x}']
            if E
            else ['Jaká je chemická značka: {x}?', 'Jakou značku má prvek {x}?', 'Chemická značka prvku {x}?', 'Jak se v tabulce prvků značí {x}?', 'Jaké číslo má prvek {x}?', 'Která značka patří prvku {x}?', 'Značka prvku {x}']
        ).format(x=x)
        return Item(ql, q, no_such(r, ql, al, 'element', x))
    if k == 'mixed':
        if r.random() < 0.5:  # a month is asked for, a day is named
            i = r.randrange(7)
            if E:
                d = maths.DAYS[i][0]
                q = r.choice([f'Which month comes after {d}?', f'What month is before {d}?', f'What month follows {d}?', f'Which month is next after {d}?'])
            else:
                d = maths.DAYS[i][1]
                q = r.choice([f'Který měsíc je po {maths.DLOC[i]}?', f'Jaký měsíc následuje po {maths.DLOC[i]}?', f'Který měsíc je před {maths.DINS[i]}?', f'Jaký měsíc přichází po {maths.DLOC[i]}?'])
            d2 = maths.DAYS[i][0 if al == 'en' else 1]
            return Item(ql, q, f'There is no such month: {d2} is a day of the week.' if al == 'en' else f'Takový měsíc neexistuje: {d2} je den v týdnu.')
        m = r.choice(maths.MONTHS)
        q = r.choice([f'Which day comes after {m[0]}?', f'What day of the week is before {m[0]}?', f'Which weekday follows {m[0]}?']) if E else r.choice([f'Který den v týdnu je po {m[5]}?', f'Jaký den následuje po {m[5]}?', f'Který den je před {m[6]}?'])
        return Item(ql, q, f'There is no such day: {m[0]} is a month.' if al == 'en' else f'Takový den neexistuje: {m[1]} je měsíc.')
    x = invented_day(r, ql)
    q = r.choice(NOT_DAY[ql]).format(x=x)
    kind = 'month' if 'month' in q or 'měsíc' in q or 'season' in q or 'období' in q or 'How many days' in q or 'Kolik dní' in q else 'day'
    return Item(ql, q, no_such(r, ql, al, kind, x))


ELEMENT_NAMES = {norm(x) for row in facts.ELEMENTS for x in row}
# Domains whose questions have one right answer that hangs on every content word.
CHANGED = ['country', 'general', 'faq', 'czech_geo', 'calendar', 'units']
STOPPED = set('what which where when whose does have there their about would could should please tell know many much the and for with from that this your into one name jaký jaká jaké který která které kolik kdo kde kdy proč jsou bylo byla byly nebo jako mají mám dělá řekni prosím'.split())


def changed(r, ql, al):
    """A known question in which one telling word became another: no longer known."""
    name = r.choice(CHANGED)
    f = DOMAINS[name][1]
    it = f(r, ql, ql)
    ws = it.q.split(' ')
    at = [i for i, w in enumerate(ws) if len(w.strip('?.,„“"')) >= 4 and w.strip('?.,„“"').lower() not in STOPPED and w.strip('?.,').isalpha()]
    if not at:
        return work(r, ql, al)
    for i in r.sample(at, min(len(at), r.choice([1, 1, 2]))):
        w = r.choice(vocab.NOUNS if r.random() < 0.6 else vocab.ADJ if r.random() < 0.5 else vocab.VERB)[0 if ql == 'en' else 1]
        tail = ws[i][len(ws[i].rstrip('?.,')) :]
        ws[i] = (cap(w) if ws[i][0].isupper() and i == 0 else w) + tail
    q = ' '.join(ws)
    if norm(q) in known():
        return work(r, ql, al)
    return unknown.mk(r, ql, q, None, al)


def known():
    import open_questions

    return open_questions.known()


@domain('declines', 18)
def declines(r, ql, al):
    k = r.random()
    if k < 0.48:
        return work(r, ql, al)
    if k < 0.74:
        return unknown.mk(r, ql, r.choice(SENSES[ql]), None, al)
    if k < 0.9:
        return crossed(r, ql, al)
    return changed(r, ql, al)
