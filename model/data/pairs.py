"""Short texts in which two or three people or things each have, do or are something of one kind, and the question asks for one of them: who, what, or whether it is so."""

from core import *
from short_texts import ABSENT, CITY_EN, DAYS, FILL, MEN, WOMEN, Someone, asked, people

# what is said of one ({p} the name, {v} the value, {a} the Czech ending of a woman) ; shorter for the second one, or nothing ; values ; who ; what ; is it so
# In Czech the question for a person asks in the masculine, as people do.
ABOUT = {
    'en': """{p} has a {v} car;{p} has a {v} one;red,blue,green,white,black,silver,yellow;Who has the {v} car?/Who owns a {v} car?/Whose car is {v}?;What colour is {p}'s car?/What kind of car does {p} have?/Which car does {p} have?;Does {p} have a {v} car?/Is {p}'s car {v}?
{p} has a {v};;dog,cat,parrot,rabbit,horse,hamster,turtle,snake,canary,goat;Who has the {v}?/Who has a {v}?/Whose pet is the {v}?;What pet does {p} have?/Which animal belongs to {p}?/What does {p} have?;Does {p} have a {v}?
{p} likes {v};;tea,coffee,milk,lemonade,apples,pears,cheese,soup,chocolate,fish,pizza,pancakes;Who likes {v}?/Which of them likes {v}?;What does {p} like?/What is it that {p} likes?;Does {p} like {v}?
{p} drinks {v};;tea,coffee,water,milk,cocoa,beer,juice,wine;Who drinks {v}?/Who is the {v} drinker?;What does {p} drink?/What is in {p}'s cup?;Does {p} drink {v}?
{p} works as a {v};{p} is a {v};teacher,nurse,doctor,cook,driver,baker,painter,farmer,lawyer,plumber,waiter,pilot;Who is the {v}?/Who works as a {v}?/Which of them is a {v}?;What does {p} do?/What is {p}'s job?/What does {p} do for a living?;Is {p} a {v}?
{p} lives in {v};;Prague,Brno,Vienna,London,Berlin,Paris,Rome,Madrid,Oslo,Dublin,Boston,Porto,York,Leeds;Who lives in {v}?/Which of them lives in {v}?;Where does {p} live?/In which city does {p} live?/What city is {p} from?;Does {p} live in {v}?
{p} lives on the {v} floor;{p} on the {v};first,second,third,fourth,fifth,top;Who lives on the {v} floor?;On which floor does {p} live?/What floor is {p} on?;Does {p} live on the {v} floor?
{p} is {v} years old;{p} is {v};5,7,8,9,11,12,14,18,23,30,41,56,67,72;Who is {v}?/Who is {v} years old?;How old is {p}?/What is {p}'s age?;Is {p} {v} years old?/Is {p} {v}?
{p} ordered {v};;soup,fish,a salad,pizza,rice,pancakes,an omelette,a burger,pasta,ice cream;Who ordered {v}?/Who gets {v}?;What did {p} order?/What will the waiter bring to {p}?;Did {p} order {v}?
{p} plays {v};;tennis,football,chess,the piano,the guitar,the violin,hockey,volleyball,the drums,golf;Who plays {v}?/Which of them plays {v}?;What does {p} play?;Does {p} play {v}?
{p} goes to work {v};;by bus,by train,by car,on foot,by bike,by tram;Who goes {v}?/Who goes to work {v}?;How does {p} go to work?/How does {p} get to work?;Does {p} go to work {v}?
{p} was born in {v};;January,February,March,April,May,June,July,August,September,October,November,December;Who was born in {v}?/Whose birthday is in {v}?;When was {p} born?/In which month was {p} born?;Was {p} born in {v}?
{p} speaks {v};;English,Czech,German,French,Spanish,Polish,Italian,Japanese,Russian;Who speaks {v}?/Which of them speaks {v}?;What language does {p} speak?/Which language does {p} speak?;Does {p} speak {v}?
{p} bought {v};;a book,a lamp,shoes,a bike,bread,flowers,a phone,a coat,eggs,a chair;Who bought {v}?;What did {p} buy?/What did {p} get in the shop?;Did {p} buy {v}?
{p} is wearing a {v} coat;{p} a {v} one;red,blue,green,white,black,brown,grey;Who is wearing the {v} coat?/Who has the {v} coat on?;What colour is {p}'s coat?/Which coat is {p} wearing?;Is {p} wearing a {v} coat?
{p} sits in room {v};{p} in room {v};3,7,12,14,21,105,208,311;Who sits in room {v}?/Who is in room {v}?;Which room is {p} in?/Where does {p} sit?/In which room do I find {p}?;Does {p} sit in room {v}?
{p} has the phone number {v};the number of {p} is {v};555123,602111,777450,608999,731200,724365;Whose number is {v}?/Who has the number {v}?;What is {p}'s phone number?/What number do I call for {p}?;Is {p}'s number {v}?
{p} comes on {v};{p} on {v};Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday;Who comes on {v}?;When does {p} come?/On which day does {p} come?;Does {p} come on {v}?
{p} is allergic to {v};{p} to {v};nuts,milk,cats,dust,pollen,eggs;Who is allergic to {v}?/Who must not eat or touch {v}?;What is {p} allergic to?;Is {p} allergic to {v}?
{p} wants to be a {v};;doctor,singer,pilot,teacher,vet,farmer,dancer,writer;Who wants to be a {v}?;What does {p} want to be?/What would {p} like to become?;Does {p} want to be a {v}?
{p} forgot {v};;the keys,an umbrella,the tickets,a phone,the passport,the wallet,lunch;Who forgot {v}?;What did {p} forget?/What did {p} leave at home?;Did {p} forget {v}?
{p} paid {v};;in cash,by card,with a voucher,by bank transfer;Who paid {v}?;How did {p} pay?/In which way did {p} pay?;Did {p} pay {v}?
{p} finished {v};;first,second,third,fourth,last;Who finished {v}?/Who came {v}?;What place did {p} take?/How did {p} finish?;Did {p} finish {v}?
{p} gets up at {v};{p} at {v};5,6,7,8,9;Who gets up at {v}?;When does {p} get up?/What time does {p} get up?;Does {p} get up at {v}?
{p} is reading {v};;a novel,a newspaper,a comic,a cookbook,a letter,an e-mail;Who is reading {v}?;What is {p} reading?;Is {p} reading {v}?
{p} sleeps in the {v} room;{p} in the {v} one;big,small,blue,green,upper,back;Who sleeps in the {v} room?;Which room does {p} sleep in?/Where does {p} sleep?;Does {p} sleep in the {v} room?""",
    'cs': """{p} má {v} auto;{p} {v};červené,modré,zelené,bílé,černé,stříbrné,žluté;Kdo má {v} auto?/Čí auto je {v}?;Jaké auto má {p}?/Jakou barvu má auto, které má {p}?;Má {p} {v} auto?
{p} má {v};;psa,kočku,papouška,králíka,koně,křečka,želvu,hada,kozu,morče;Kdo má {v}?/Kdo z nich má {v}?;Jaké zvíře má {p}?/Koho má {p} doma?/Co má {p} za zvíře?;Má {p} {v}?
{p} má rád{a} {v};{p} {v};čaj,kávu,mléko,limonádu,jablka,hrušky,sýr,polévku,čokoládu,rybu,pizzu,palačinky;Kdo má rád {v}?;Co má {p} rád{a}?/Co má rád{a} {p}?;Má {p} rád{a} {v}?
{p} pije {v};{p} {v};čaj,kávu,vodu,mléko,kakao,pivo,džus,víno;Kdo pije {v}?/Kdo z nich pije {v}?;Co pije {p}?/Co {p} pije?;Pije {p} {v}?
{p} pracuje {v};{p} {v};ve škole,v nemocnici,v bance,v pekárně,na poště,v hotelu,v knihovně,na letišti,v továrně,v lékárně;Kdo pracuje {v}?/Kdo z nich pracuje {v}?;Kde pracuje {p}?/Kde {p} pracuje?;Pracuje {p} {v}?
{p} bydlí {v};{p} {v};v Praze,v Brně,v Ostravě,v Plzni,ve Zlíně,v Táboře,v Opavě,ve Vídni,v Londýně,v Písku,v Chebu,v Kolíně;Kdo bydlí {v}?/Kdo z nich bydlí {v}?;Kde bydlí {p}?/Ve kterém městě bydlí {p}?/Kde {p} bydlí?;Bydlí {p} {v}?
{p} bydlí {v};{p} {v};v prvním patře,ve druhém patře,ve třetím patře,v pátém patře,v přízemí;Kdo bydlí {v}?;Ve kterém patře bydlí {p}?/Kde bydlí {p}?;Bydlí {p} {v}?
{p} má {v} let;{p} {v};5,7,8,9,11,12,14,18,23,30,41,56,67,72;Kdo má {v} let?/Komu je {v} let?;Kolik let má {p}?;Má {p} {v} let?
{p} si objednal{a} {v};{p} {v};polévku,rybu,salát,pizzu,rýži,palačinky,omeletu,řízek,těstoviny,zmrzlinu;Kdo si objednal {v}?/Kdo dostane {v}?;Co si objednal{a} {p}?/Co si {p} objednal{a}?;Objednal{a} si {p} {v}?
{p} hraje {v};{p} {v};tenis,fotbal,šachy,na klavír,na kytaru,na housle,hokej,volejbal,na bubny,golf;Kdo hraje {v}?/Kdo z nich hraje {v}?;Co hraje {p}?/Co {p} hraje?;Hraje {p} {v}?
{p} jezdí do práce {v};{p} {v};autobusem,vlakem,autem,na kole,tramvají,metrem;Kdo jezdí {v}?/Kdo jezdí do práce {v}?;Jak jezdí {p} do práce?/Jak se {p} dostane do práce?;Jezdí {p} do práce {v}?
{p} se narodil{a} {v};{p} {v};v lednu,v únoru,v březnu,v dubnu,v květnu,v červnu,v červenci,v srpnu,v září,v říjnu,v listopadu,v prosinci;Kdo se narodil {v}?/Kdo má narozeniny {v}?;Kdy se narodil{a} {p}?/Ve kterém měsíci se {p} narodil{a}?;Narodil{a} se {p} {v}?
{p} mluví {v};{p} {v};anglicky,česky,německy,francouzsky,španělsky,polsky,italsky,japonsky,rusky;Kdo mluví {v}?/Kdo z nich umí {v}?;Jak mluví {p}?/Jakým jazykem mluví {p}?;Mluví {p} {v}?
{p} koupil{a} {v};{p} {v};knihu,lampu,boty,kolo,chleba,květiny,telefon,kabát,vejce,židli;Kdo koupil {v}?;Co koupil{a} {p}?/Co {p} koupil{a}?;Koupil{a} {p} {v}?
{p} má na sobě {v} kabát;{p} {v};červený,modrý,zelený,bílý,černý,hnědý,šedý;Kdo má {v} kabát?/Kdo má na sobě {v} kabát?;Jaký kabát má {p}?/Jakou barvu má kabát, který má {p}?;Má {p} {v} kabát?
{p} sedí {v};{p} {v};v místnosti 3,v místnosti 7,v místnosti 12,v místnosti 21,v místnosti 105,v místnosti 208;Kdo sedí {v}?;Ve které místnosti sedí {p}?/Kde sedí {p}?/Kde najdu osobu jménem {p}?;Sedí {p} {v}?
{p} má telefon {v};{p} {v};555123,602111,777450,608999,731200,724365;Kdo má telefon {v}?/Čí číslo je {v}?;Jaké telefonní číslo má {p}?/Na jaké číslo volám, když chci mluvit s osobou {p}?;Má {p} telefon {v}?
{p} přijde {v};{p} {v};v pondělí,v úterý,ve středu,ve čtvrtek,v pátek,v sobotu,v neděli;Kdo přijde {v}?;Kdy přijde {p}?/Který den přijde {p}?;Přijde {p} {v}?
{p} má alergii na {v};{p} na {v};ořechy,mléko,kočky,prach,pyl,vejce;Kdo má alergii na {v}?/Komu vadí {v}?;Na co má {p} alergii?/Na co má alergii {p}?;Má {p} alergii na {v}?
{p} by se chtěl{a} naučit {v};{p} {v};plavat,vařit,lyžovat,tančit,malovat,zpívat,anglicky;Kdo by se chtěl naučit {v}?;Co by se chtěl{a} naučit {p}?/Co se {p} chce naučit?;Chce se {p} naučit {v}?
{p} zapomněl{a} {v};{p} {v};klíče,deštník,jízdenky,telefon,pas,peněženku,svačinu;Kdo zapomněl {v}?;Co zapomněl{a} {p}?/Co {p} zapomněl{a}?;Zapomněl{a} {p} {v}?
{p} zaplatil{a} {v};{p} {v};v hotovosti,kartou,poukázkou,převodem;Kdo zaplatil {v}?/Kdo platil {v}?;Jak zaplatil{a} {p}?/Jak {p} platil{a}?;Zaplatil{a} {p} {v}?
{p} doběhl{a} {v};{p} {v};na prvním místě,na druhém místě,na třetím místě,na čtvrtém místě,na posledním místě;Kdo doběhl {v}?/Kdo skončil {v}?;Na kterém místě doběhl{a} {p}?/Jak {p} doběhl{a}?;Doběhl{a} {p} {v}?
{p} vstává {v};{p} {v};v pět,v šest,v sedm,v osm,v devět;Kdo vstává {v}?;V kolik vstává {p}?/Kdy {p} vstává?;Vstává {p} {v}?
{p} čte {v};{p} {v};román,noviny,komiks,kuchařku,dopis,e-mail;Kdo čte {v}?;Co čte {p}?/Co {p} čte?;Čte {p} {v}?
{p} spí {v};{p} {v};ve velkém pokoji,v malém pokoji,v modrém pokoji,v podkroví,v obýváku,ve stanu;Kdo spí {v}?;Kde spí {p}?/Ve kterém pokoji spí {p}?;Spí {p} {v}?""",
}
ROWS = {l: [[c.split('/') if i > 2 else c.split(',') if i == 2 else c for i, c in enumerate(line.split(';'))] for line in text.splitlines()] for l, text in ABOUT.items()}
JOIN = {'en': ['. ', '. ', ', and ', ', but ', ' and ', ', while '], 'cs': ['. ', '. ', ' a ', ', ale ', ', kdežto ', ', zato ']}
YES_NO = {'en': ('Yes, {}.', 'No, {}.'), 'cs': ('Ano, {}.', 'Ne, {}.')}


def each_has(r, l):
    full, second, values, who, what, whether = r.choice(ROWS[l])
    n = r.choice([2, 2, 2, 3, 3])
    folk = people(r, l, n)
    given = r.sample(values, n)
    say = lambda form, p, v: form.format(p=p.name, v=v, a=p.a)
    parts = [say(full, folk[0], given[0])] + [say(second if second and (l == 'cs' or r.random() < 0.5) else full, p, v) for p, v in zip(folk[1:], given[1:])]
    shortened = [second and x == say(second, p, v) for x, p, v in zip(parts, folk, given)]
    if n == 2:
        text = parts[0] + (r.choice(JOIN[l][2:]) if shortened[1] else r.choice(JOIN[l])) + parts[1]
    elif any(shortened):
        text = f'{parts[0]}, {parts[1]} {"and" if l == "en" else "a"} {parts[2]}'
    else:
        text = '. '.join(parts) if r.random() < 0.6 else f'{parts[0]}, {parts[1]} {"and" if l == "en" else "a"} {parts[2]}'
    i = r.randrange(n)
    sentence = say(full, folk[i], given[i])
    m = r.random()
    if m < 0.4:
        return text + '.', r.choice(who).format(v=given[i]), sentence + '.'
    if m < 0.75:
        return text + '.', say(r.choice(what), folk[i], given[i]), sentence + '.'
    j = r.randrange(n)
    return text + '.', say(r.choice(whether), folk[i], given[j]), YES_NO[l][i != j].format(sentence)


# ---------- things: where they are, what they cost, when they are ----------
WHERE = {
    'en': ('the keys,the scissors,' + ','.join(f'the {x}' for x in 'wallet phone cat letter ball umbrella milk map hammer lamp drum spoon apple hat book clock rope candle mirror basket bottle guitar pillow carpet helmet kite lemon pencil ring robot shell spider sock teapot towel vase violin whistle'.split()), 'on the table,in the drawer,under the bed,in the kitchen,in the car,on the shelf,behind the door,in the blue box,in the garden,on the chair,in the cellar,next to the stove,under the stairs,on the roof,in the school bag,behind the sofa,in the left pocket'),
    'cs': ('klíče,nůžky,peněženka,telefon,kočka,dopis,míč,deštník,mléko,mapa,kladivo,lampa,buben,lžíce,jablko,čepice,kniha,budík,lano,svíčka,zrcadlo,košík,láhev,kytara,polštář,koberec,přilba,drak,citron,tužka,prsten,robot,mušle,pavouk,ponožka,konvice,ručník,váza,housenka,píšťalka', 'na stole,v šuplíku,pod postelí,v kuchyni,v autě,na polici,za dveřmi,v modré krabici,na zahradě,na židli,ve sklepě,vedle sporáku,pod schody,na střeše,v aktovce,za pohovkou,v levé kapse'),
}
PLURAL = {'the keys', 'the scissors', 'klíče', 'nůžky'}


def places(r, l):
    n = r.choice([2, 2, 3])
    things, spots = (r.sample(x.split(','), n) for x in WHERE[l])
    be = lambda x: ('are' if x in PLURAL else 'is') if l == 'en' else ('jsou' if x in PLURAL else 'je')
    parts = [f'{x} {be(x)} {y}' for x, y in zip(things, spots)]
    text = cap(parts[0]) + ''.join(f'{", " if k < n - 2 else " and " if l == "en" else " a "}{p}' for k, p in enumerate(parts[1:])) + '.'
    i = r.randrange(n)
    if r.random() < 0.6:
        q = r.choice([f'Where {be(things[i])} {things[i]}?', f'Where do I find {things[i]}?', f'where did I put {things[i]}'] if l == 'en' else [f'Kde {be(things[i])} {things[i]}?', f'Kde mám hledat: {things[i]}?'])
    else:
        q = f'What is {spots[i]}?' if l == 'en' else f'Co je {spots[i]}?'
    return text, q, cap(parts[i]) + '.'


GOODS = {
    'en': 'tea,coffee,soup,bread,the small pizza,the large pizza,a ticket for children,a ticket for adults,the red bag,the black bag,the bus,the train',
    'cs': 'čaj,káva,polévka,chleba,malá pizza,velká pizza,dětská vstupenka,lístek pro dospělé,červená taška,černá taška,autobus,vlak',
}


def costs(r, l):
    x, y = r.sample(GOODS[l].split(','), 2)
    a, b = r.sample(range(15, 300, 5), 2)
    cheap, dear = (x, y) if a < b else (y, x)
    if l == 'en':
        text = r.choice([f'{cap(x)} costs {a} crowns and {y} costs {b} crowns.', f'{cap(x)} is {a} crowns, {y} is {b} crowns.', f'Price list: {x} {a} CZK, {y} {b} CZK.'])
        return (text, *r.choice([(f'How much is {x}?', f'{cap(x)} costs {a} crowns.'), (f'What does {y} cost?', f'{cap(y)} costs {b} crowns.'), ('Which is cheaper?', f'{cap(cheap)} is cheaper.'), ('What is more expensive?', f'{cap(dear)} is more expensive.'), (f'What can I get for {a} crowns?', f'{cap(x)} costs {a} crowns.')]))
    text = r.choice([f'{cap(x)} stojí {a} korun a {y} {b} korun.', f'{cap(x)} stojí {a} Kč, {y} stojí {b} Kč.', f'Ceník: {x} {a} Kč, {y} {b} Kč.'])
    return (text, *r.choice([(f'Kolik stojí {x}?', f'{cap(x)} stojí {a} korun.'), (f'Co stojí {y}?', f'{cap(y)} stojí {b} korun.'), ('Co je levnější?', f'Levnější je {cheap}.'), ('Co je dražší?', f'Dražší je {dear}.'), (f'Co stojí {a} korun?', f'{cap(x)} stojí {a} korun.')]))


EVENT = {'en': 'meeting,concert,lesson,party,match,trip,exam,training'.split(','), 'cs': [x.split('=') for x in 'schůzka=byla=a,koncert=byl=,hodina=byla=a,oslava=byla=a,zápas=byl=,výlet=byl=,zkouška=byla=a,trénink=byl='.split(',')]}
WEEK = DAYS[:7]
CLOCK = {'en': ['at 8', 'at 9:30', 'at 10', 'at 14:00', 'at 3 pm', 'at noon', 'at 18:30'], 'cs': ['v 8 hodin', 'v 9:30', 'v 10 hodin', 've 14:00', 've tři odpoledne', 'v poledne', 'v 18:30']}


def shifted(r, l):
    """What was planned, and what it was changed to."""
    x, y = r.sample(CLOCK[l], 2) if r.random() < 0.4 else [d[l == 'cs'] for d in r.sample(WEEK, 2)]
    if l == 'en':
        e = r.choice(EVENT[l])
        text = r.choice([f'The {e} was planned {x}, but now it will be {y}.', f'The {e} will not be {x} but {y}.', f'The {e} was to be {x}. It had to be moved and will be {y}.', f'Please note: the {e} is {y}, not {x}.'])
        return (text, *r.choice([(f'When is the {e}?', f'It is {y}.'), (f'When will the {e} be?', f'It will be {y}.'), (f'Is the {e} {x}?', f'No, it is {y}.'), (f'Is the {e} {y}?', f'Yes, it is {y}.'), (f'new time of the {e}?', f'It is {y}.')]))
    e, was, a = r.choice(EVENT[l])
    text = r.choice([f'{cap(e)} měl{a} být {x}, ale bude {y}.', f'{cap(e)} nebude {x}, ale {y}.', f'{cap(e)} {was} v plánu {x}. Přesunula se a bude {y}.' if a else f'{cap(e)} {was} v plánu {x}. Přesunul se a bude {y}.', f'Pozor, {e} je {y}, ne {x}.'])
    return (text, *r.choice([(f'Kdy je {e}?', f'Je {y}.'), (f'Kdy bude {e}?', f'Bude {y}.'), (f'Je {e} {x}?', f'Ne, je {y}.'), (f'Bude {e} {y}?', f'Ano, bude {y}.'), (f'na kdy se {e} přesunul{a}?', f'Bude {y}.')]))


# more ; less ; Czech woman's form
MORE = {
    'en': ['older;younger', 'taller;shorter', 'faster;slower', 'stronger;weaker', 'richer;poorer'],
    'cs': ['starší;mladší', 'vyšší;menší', 'rychlejší;pomalejší', 'silnější;slabší', 'bohatší;chudší'],
}


def compared(r, l):
    p, q = (x.name for x in people(r, l, 2))
    more, less = r.choice(MORE[l]).split(';')
    if l == 'en':
        text = r.choice([f'{p} is {more} than {q}.', f'{q} is {less} than {p}.'])
        return (text, *r.choice([(f'Who is {more}?', f'{p} is {more}.'), (f'Who is {less}?', f'{q} is {less}.'), (f'Is {q} {more} than {p}?', f'No, {p} is {more}.'), (f'Which of them is {more}, {p} or {q}?', f'{p} is {more}.')]))
    text = r.choice([f'{p} je {more} než {q}.', f'{q} je {less} než {p}.'])
    return (text, *r.choice([(f'Kdo je {more}?', f'{cap(more)} je {p}.'), (f'Kdo je {less}?', f'{cap(less)} je {q}.'), (f'Je {q} {more} než {p}?', f'Ne, {more} je {p}.'), (f'Kdo z nich je {more}, {p}, nebo {q}?', f'{cap(more)} je {p}.')]))


def in_order(r, l):
    folk = people(r, l, 3)
    a, b, c = (x.name for x in folk)
    if l == 'en':
        text = r.choice([f'{a} came first, then {b}, and {c} came last.', f'First came {a}, {b} was second and {c} was third.', f'{b} arrived after {a}, and {c} came after {b}.'])
        return (text, *r.choice([('Who came first?', f'{a} came first.'), ('Who came last?', f'{c} came last.'), ('Who was second?', f'{b} was second.'), (f'Who came right after {a}?', f'{b} came after {a}.'), (f'Did {c} come before {a}?', f'No, {a} came first.')]))
    f = folk
    text = f'Jako první přišel{f[0].a} {a}, potom {b} a nakonec {c}.' if r.random() < 0.5 else f'Nejdřív dorazil{f[0].a} {a}, druh{"á" if f[1].woman else "ý"} byl{f[1].a} {b} a poslední {c}.'
    return (text, *r.choice([('Kdo přišel první?', f'První přišel{f[0].a} {a}.'), ('Kdo přišel poslední?', f'Poslední přišel{f[2].a} {c}.'), ('Kdo byl druhý?', f'Druh{"á" if f[1].woman else "ý"} byl{f[1].a} {b}.'), (f'Přišel{f[2].a} {c} jako první?', f'Ne, první přišel{f[0].a} {a}.')]))


GIFT = {'en': 'a book,a scarf,a watch,flowers,a cake,a puzzle,a ring,a toy car'.split(','), 'cs': 'knihu,šálu,hodinky,květiny,dort,puzzle,prsten,autíčko'.split(',')}


def gave(r, l):
    p, q = people(r, l, 2)
    g = r.choice(GIFT[l])
    if l == 'en':
        text = r.choice([f'{p.name} gave {q.name} {g}.', f'{q.name} got {g} from {p.name}.', f'{p.name} gave {g} to {q.name}.'])
        return (text, *r.choice([(f'Who gave {q.name} {g}?', f'{p.name} did.'), (f'Who got {g}?', f'{q.name} got {g}.'), (f'What did {q.name} get?', f'{q.name} got {g}.'), (f'From whom did {q.name} get {g}?', f'From {p.name}.'), (f'Did {q.name} give {p.name} {g}?', f'No, {p.name} gave {g} to {q.name}.')]))
    text = f'{q.name} dostal{q.a} {g}. Dárek koupil{p.a} {p.name}.'
    return (text, *r.choice([('Kdo dárek koupil?', f'Koupil{p.a} ho {p.name}.'), (f'Kdo dostal {g}?', f'{q.name} dostal{q.a} {g}.'), (f'Co dostal{q.a} {q.name}?', f'{q.name} dostal{q.a} {g}.'), (f'Co {q.name} dostal{q.a}?', f'{q.name} dostal{q.a} {g}.')]))


KIN = [('sister', 1), ('mother', 1), ('aunt', 1), ('wife', 1), ('brother', 0), ('father', 0), ('uncle', 0), ('husband', 0), ('neighbour', 2), ('boss', 2), ('teacher', 2)]


def related(r, l):
    if l == 'cs':  # a name would have to be declined
        return each_has(r, l)
    kin, kind = r.choice(KIN)
    p, q = people(r, l, 2)
    while kind < 2 and q.woman != (kind == 1):
        p, q = people(r, l, 2)
    extra = r.choice([' lives in Brno', ' likes music', ' has a shop', ' is on holiday', ' drives a van'])
    text = r.choice([f"{q.name} is {p.name}'s {kin}. {cap(q.he)}{extra}.", f'{p.name} has a {kin} called {q.name}, who{extra}.', f"{p.name}'s {kin} {q.name}{extra}."])
    return (text, *r.choice([(f'Who is {q.name}?', f"{q.name} is {p.name}'s {kin}."), (f"What is the name of {p.name}'s {kin}?", f"{q.name} is {p.name}'s {kin}."), (f"What is {p.name}'s {kin} called?", f"{p.name}'s {kin} is called {q.name}."), (f'Who{extra}?', f'{q.name}{extra}.')]))


GROUP = {'en': [('class', 'girls', 'boys'), ('club', 'women', 'men'), ('garage', 'cars', 'bikes'), ('garden', 'apple trees', 'pear trees'), ('box', 'pens', 'pencils'), ('farm', 'cows', 'sheep')], 'cs': [('Ve třídě', 'dívek', 'chlapců'), ('V klubu', 'žen', 'mužů'), ('V garáži', 'aut', 'kol'), ('Na zahradě', 'jabloní', 'hrušní'), ('V krabici', 'per', 'tužek'), ('Na farmě', 'krav', 'ovcí')]}


def counted(r, l):
    g, x, y = r.choice(GROUP[l])
    a, b = r.sample(range(5, 30), 2)
    if l == 'en':
        where = 'on the farm' if g == 'farm' else f'in the {g}'
        text = f'{cap(where)} there are {a} {x} and {b} {y}.'
        more = x if a > b else y
        return (text, *r.choice([(f'How many {x} are {where}?', f'There are {a} {x}.'), (f'How many {y} are there?', f'There are {b} {y}.'), (f'Are there more {x} or {y}?', f'There are more {more}.'), (f'How many {x} and {y} are there together?', f'{a} + {b} = {a + b}.')]))
    text = f'{g} je {a} {x} a {b} {y}.'
    more = x if a > b else y
    return (text, *r.choice([(f'Kolik {x} je {low(g)}?', f'{g} je {a} {x}.'), (f'Kolik je tam {y}?', f'Je tam {b} {y}.'), (f'Koho nebo čeho je víc, {x}, nebo {y}?', f'Víc je {more}.'), (f'Kolik je to dohromady, {x} i {y}?', f'{a} + {b} = {a + b}.')]))


# ---------- deeds: who did what, wanted what and got what, from where to where, how often ----------
# past ; base form ; what ; in Czech past (a woman adds a) ; what, accusative
DEEDS = {
    'en': rows("""
cooked|cook|soup, rice, dinner, noodles, jam
baked|bake|bread, a cake, a pie, biscuits, rolls
broke|break|a window, a cup, a vase, the lamp, a plate
found|find|a coin, a key, a glove, a mushroom, a ring
lost|lose|a cap, the keys, a ticket, an earring, a shoe
planted|plant|a rose, an oak, tomatoes, tulips, a lime tree
repaired|repair|the roof, a bike, the tap, a radio, the fence
painted|paint|a boat, the door, a portrait, the wall, eggs
sold|sell|a cow, the car, honey, two goats, an old clock
washed|wash|the dishes, the dog, the windows, shirts, the floor
borrowed|borrow|a ladder, a book, a tent, skis, an umbrella
carried|carry|a box, water, firewood, a bag, the piano
wrote|write|a letter, a poem, a list, an e-mail, a song
caught|catch|a fish, a mouse, a cold, a butterfly, the bus
fed|feed|the hens, the fish, the baby, the rabbits, a swan
"""),
    'cs': rows("""
uvařil|polévku, rýži, večeři, nudle, marmeládu
upekl|chleba, dort, koláč, sušenky, rohlíky
rozbil|okno, hrnek, vázu, lampu, talíř
našel|minci, klíč, rukavici, houbu, prsten
ztratil|čepici, klíče, jízdenku, náušnici, botu
zasadil|růži, dub, rajčata, tulipány, lípu
opravil|střechu, kolo, kohoutek, rádio, plot
namaloval|loď, dveře, portrét, zeď, vajíčka
prodal|krávu, auto, med, dvě kozy, staré hodiny
umyl|nádobí, psa, okna, košile, podlahu
přinesl|krabici, vodu, dříví, tašku, klavír
napsal|dopis, báseň, seznam, e-mail, píseň
chytil|rybu, myš, rýmu, motýla, autobus
nakrmil|slepice, rybičky, miminko, králíky, labuť
"""),
}
FAMILY = {'en': [('Grandma', 1), ('Grandpa', 0), ('Mum', 1), ('Dad', 0), ('my aunt', 1), ('the neighbour', 0), ('the teacher', 1), ('the cook', 0)], 'cs': [('babička', 1), ('děda', 0), ('máma', 1), ('táta', 0), ('teta', 1), ('soused', 0), ('učitelka', 1), ('kuchař', 0)]}


def doers(r, l, n):
    if r.random() < 0.4:
        return [Someone(name, woman) for name, woman in r.sample(FAMILY[l], n)]
    return people(r, l, n)


def past(x, woman):
    """A Czech verb in the past, for a man or a woman."""
    return ('našla' if x == 'našel' else x + 'a') if woman else x


def did(r, l):
    folk = doers(r, l, n := r.choice([1, 2, 2, 2, 3]))
    deeds = r.sample(DEEDS[l], n) if r.random() < 0.7 or n == 1 else [r.choice(DEEDS[l])] * n
    whats = [r.choice(d[-1].split(', ')) for d in deeds]
    if len({*whats}) < n:
        return did(r, l)
    say = lambda p, d, w: f'{p.name} {d[0] if l == "en" else past(d[0], p.woman)} {w}'
    parts = [say(p, d, w) for p, d, w in zip(folk, deeds, whats)]
    text = cap(parts[0] if n == 1 else r.choice(JOIN[l]).join(parts) if n == 2 else f'{parts[0]}, {parts[1]} {"and" if l == "en" else "a"} {parts[2]}') + '.'
    text = re.sub(r'(?<=\. )[^\W\d_]', lambda m: m[0].upper(), text)
    i = r.randrange(n)
    p, d, w = folk[i], deeds[i], whats[i]
    other = [q for q in folk if q is not p]
    if l == 'en':
        qa = [(f'Who {d[0]} {w}?', f'{cap(p.name)} did.'), (f'What did {p.name} {d[1]}?', f'{cap(w)}.'), (f'What did {p.name} do?', f'{cap(parts[i])}.'), (f'Did {p.name} {d[1]} {w}?', f'Yes, {p.name} did.')]
        qa += [(f'Did {q.name} {d[1]} {w}?', f'No, {p.name} did.') for q in other]
    else:
        qa = [(f'Kdo {d[0]} {w}?', f'{cap(p.name)}.'), (f'Co {past(d[0], p.woman)} {p.name}?', f'{cap(w)}.'), (f'Co {p.name} {past(d[0], p.woman)}?', f'{cap(w)}.'), (f'{cap(past(d[0], p.woman))} {p.name} {w}?', f'Ano, {p.name}.')]
        qa += [(f'{cap(past(d[0], q.woman))} {q.name} {w}?', f'Ne, {p.name}.') for q in other]
    return (text, *r.choice(qa))


WANTED = {'en': 'a dog,a cat,a bike,a guitar,pizza,soup,a red scarf,a book,a trip to the sea,new shoes,a puppy,skis'.split(','), 'cs': 'psa,kočku,kolo,kytaru,pizzu,polévku,červenou šálu,knihu,výlet k moři,nové boty,štěně,lyže'.split(',')}


def wanted(r, l):
    p = people(r, l, 1)[0]
    x, y = r.sample(WANTED[l], 2)
    if l == 'en':
        text = r.choice([f'{p.name} wanted {x}, but got {y}.', f'{p.name} asked for {x}. {cap(p.he)} got {y} instead.', f'Instead of {x}, {p.name} got {y}.', f'{p.name} did not get {x} but {y}.'])
        return (text, *r.choice([(f'What did {p.name} get?', f'{cap(y)}.'), (f'What did {p.name} want?', f'{cap(x)}.') if 'want' in text else (f'What did {p.name} get instead?', f'{cap(y)}.'), (f'Did {p.name} get {x}?', f'No, {p.he} got {y}.'), (f'Did {p.name} get {y}?', f'Yes, {p.he} did.')]))
    text = r.choice([f'{p.name} chtěl{p.a} {x}, ale dostal{p.a} {y}.', f'{p.name} si přál{p.a} {x}. Místo toho dostal{p.a} {y}.', f'{p.name} nedostal{p.a} {x}, ale {y}.'])
    return (text, *r.choice([(f'Co {p.name} dostal{p.a}?', f'{cap(y)}.'), (f'Co dostal{p.a} {p.name}?', f'{cap(y)}.'), (f'Co {p.name} chtěl{p.a}?', f'{cap(x)}.') if 'chtěl' in text else (f'Co {p.name} nakonec dostal{p.a}?', f'{cap(y)}.'), (f'Dostal{p.a} {p.name} {x}?', f'Ne, dostal{p.a} {y}.'), (f'Dostal{p.a} {p.name} {y}?', f'Ano, dostal{p.a}.')]))


def went(r, l):
    p = people(r, l, 1)[0]
    if l == 'en':
        a, b = r.sample(CITY_EN, 2)
        text = r.choice([f'{p.name} went from {a} to {b}.', f'{p.name} left {a} at noon and came to {b} in the evening.', f'{p.name} took a train from {a} to {b}.', f'{p.name} moved from {a} to {b}.'])
        return (text, *r.choice([(f'Where did {p.name} go?', f'To {b}.'), (f'Where did {p.name} start?', f'In {a}.'), ('In which city did the trip begin?', f'In {a}.'), ('In which city did the trip end?', f'In {b}.'), (f'Where did {p.name} come from?', f'From {a}.'), (f'Is {p.name} in {a} now?', f'No, in {b}.')]))
    a, b = r.sample(FROM_TO, 2)
    text = r.choice([f'{p.name} jel{p.a} {a[1]} {b[2]}.', f'{p.name} se přestěhoval{p.a} {a[1]} {b[2]}.', f'{p.name} vyjel{p.a} v poledne {a[1]} a večer dorazil{p.a} {b[2]}.'])
    verb = lambda jel, moved: f'{p.name} {jel}' if 'přestěhoval' not in text else f'se {p.name} {moved}'
    begun, came = verb('vyjel' if 'vyjel' in text else 'jel', 'přestěhoval'), verb('dorazil' if 'vyjel' in text else 'jel', 'přestěhoval')
    return (text, *r.choice([(f'Odkud {begun}{p.a}?', f'{cap(a[1])}.'), (f'Kam {came}{p.a}?', f'{cap(b[2])}.'), ('Kde cesta začala?', f'{cap(a[0])}.'), ('Kde cesta skončila?', f'{cap(b[0])}.')]))


# in it | from it | to it
FROM_TO = rows("""
v Praze|z Prahy|do Prahy
v Brně|z Brna|do Brna
v Ostravě|z Ostravy|do Ostravy
v Plzni|z Plzně|do Plzně
v Olomouci|z Olomouce|do Olomouce
v Táboře|z Tábora|do Tábora
v Kolíně|z Kolína|do Kolína
v Opavě|z Opavy|do Opavy
ve Vídni|z Vídně|do Vídně
v Berlíně|z Berlína|do Berlína
v Londýně|z Londýna|do Londýna
ve Lhotě|ze Lhoty|do Lhoty
""")
CHORES = {
    'en': ('feed the fish,water the plants,walk the dog,clean the filter,air the room,take out the bins,change the sheets,check the oil', 'once a day,twice a day,three times a week,every Monday,once a month,every two hours,on Saturdays,once a year'),
    'cs': ('krmte rybičky,zalévejte květiny,venčete psa,čistěte filtr,větrejte pokoj,vynášejte koš,převlékejte postele,kontrolujte olej', 'jednou denně,dvakrát denně,třikrát týdně,každé pondělí,jednou měsíčně,každé dvě hodiny,v sobotu,jednou za rok'),
}
CHORE_ASKED = {'krmte rybičky': 'krmit rybičky', 'zalévejte květiny': 'zalévat květiny', 'venčete psa': 'venčit psa', 'čistěte filtr': 'čistit filtr', 'větrejte pokoj': 'větrat pokoj', 'vynášejte koš': 'vynášet koš', 'převlékejte postele': 'převlékat postele', 'kontrolujte olej': 'kontrolovat olej'}


def chores(r, l):
    (a, b), (x, y) = (r.sample(c.split(','), 2) for c in CHORES[l])
    if l == 'en':
        text = r.choice([f'Please {a} {x} and {b} {y}.', f'{cap(a)} {x}. {cap(b)} {y}.', f'Note for you: {a} {x}, {b} {y}.'])
        d, w = r.choice([(a, x), (b, y)])
        return (text, *r.choice([(f'How often should I {d}?', f'{cap(w)}.'), (f'When should I {d}?', f'{cap(w)}.'), (f'What should I do {w}?', f'{cap(d)}.')]))
    text = r.choice([f'Prosím, {a} {x} a {b} {y}.', f'{cap(a)} {x}. {cap(b)} {y}.', f'Vzkaz: {a} {x}, {b} {y}.'])
    d, w = r.choice([(a, x), (b, y)])
    return (text, *r.choice([(f'Jak často mám {CHORE_ASKED[d]}?', f'{cap(w)}.'), (f'Co mám dělat {w}?', f'{cap(CHORE_ASKED[d])}.')]))


MOST = {'older': 'oldest', 'taller': 'tallest', 'faster': 'fastest', 'stronger': 'strongest', 'richer': 'richest', 'younger': 'youngest', 'shorter': 'shortest', 'slower': 'slowest', 'weaker': 'weakest', 'poorer': 'poorest'}


def chain(r, l):
    """Three in a row: who is the most, the least, in the middle."""
    a, b, c = (x.name for x in people(r, l, 3))
    more, less = r.choice(MORE[l]).split(';')
    if r.random() < 0.5:
        more, less = less, more
    if l == 'en':
        text = r.choice([f'{a} is {more} than {b}. {b} is {more} than {c}.', f'{a} is {more} than {b}, and {b} is {more} than {c}.', f'{c} is {less} than {b}, and {b} is {less} than {a}.'])
        return (text, *r.choice([(f'Who is the {MOST[more]}?', f'{a} is the {MOST[more]}.'), (f'Who is the {MOST[less]}?', f'{c} is the {MOST[less]}.'), (f'Who is {more}, {a} or {c}?', f'{a} is {more}.'), ('Who is in the middle?', f'{b} is in the middle.')]))
    text = r.choice([f'{a} je {more} než {b}. {b} je {more} než {c}.', f'{a} je {more} než {b} a {b} je {more} než {c}.', f'{c} je {less} než {b} a {b} je {less} než {a}.'])
    return (text, *r.choice([(f'Kdo je z nich nej{more}?', f'Nej{more} je {a}.'), (f'Kdo je nej{less}?', f'Nej{less} je {c}.'), (f'Kdo je {more}, {a}, nebo {c}?', f'{cap(more)} je {a}.'), ('Kdo je uprostřed?', f'Uprostřed je {b}.')]))


SCENES = [each_has, places, costs, shifted, compared, in_order, gave, related, counted, did, wanted, went, chores, chain]
OFTEN = [9, 2, 2, 2, 1.5, 1.5, 1.5, 1, 1.5, 6, 2, 2, 2, 2]
MISSING = {'en': ['What is the weather like?', 'How much did it cost in euros?', 'What is the name of the dog?', 'Who is the mayor?', 'What is the address?'], 'cs': ['Jaké je počasí?', 'Jak se jmenuje pes?', 'Kdo je starosta?', 'Jaká je adresa?', 'Jaké heslo platí?']}


@domain('pairs', 110)
def pairs(r, l):
    text, question, answer = r.choices(SCENES, OFTEN)[0](r, l)
    if r.random() < 0.05:
        question, answer = r.choice(MISSING[l]), ABSENT[l]
    if r.random() < 0.15:
        text = f'{text} {r.choice(FILL[l])}' if r.random() < 0.5 else f'{r.choice(FILL[l])} {text}'
    if r.random() < 0.12:
        question = low(question).rstrip('?') if not question.split()[0][1:2].isupper() and question.split()[0] not in WOMEN[l] + MEN[l] else question
    return Item(l, asked(r, l, text, question), answer)
