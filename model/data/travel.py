"""Countries as travellers ask for them: by their people, by an adjective, in a situation, by what lies in them."""

from core import *
import geo

# country | its people | one adjective | Czech: its people | adjective (masculine) | with a preposition (in) | into
PEOPLES = rows("""
Czechia|Czechs / the Czechs|Czech|Češi|český|v Česku|do Česka
Slovakia|Slovaks / the Slovaks|Slovak|Slováci|slovenský|na Slovensku|na Slovensko
Poland|Poles / Polish people|Polish|Poláci|polský|v Polsku|do Polska
Germany|Germans / the Germans|German|Němci|německý|v Německu|do Německa
Austria|Austrians / the Austrians|Austrian|Rakušané|rakouský|v Rakousku|do Rakouska
Hungary|Hungarians|Hungarian|Maďaři|maďarský|v Maďarsku|do Maďarska
France|the French / French people|French|Francouzi|francouzský|ve Francii|do Francie
Spain|Spaniards / the Spanish|Spanish|Španělé|španělský|ve Španělsku|do Španělska
Portugal|the Portuguese / Portuguese people|Portuguese|Portugalci|portugalský|v Portugalsku|do Portugalska
Italy|Italians|Italian|Italové|italský|v Itálii|do Itálie
Greece|Greeks|Greek|Řekové|řecký|v Řecku|do Řecka
Croatia|Croats|Croatian|Chorvati|chorvatský|v Chorvatsku|do Chorvatska
Slovenia|Slovenes|Slovenian|Slovinci|slovinský|ve Slovinsku|do Slovinska
Romania|Romanians|Romanian|Rumuni|rumunský|v Rumunsku|do Rumunska
Bulgaria|Bulgarians|Bulgarian|Bulhaři|bulharský|v Bulharsku|do Bulharska
Ukraine|Ukrainians|Ukrainian|Ukrajinci|ukrajinský|na Ukrajině|na Ukrajinu
Russia|Russians|Russian|Rusové|ruský|v Rusku|do Ruska
Sweden|Swedes|Swedish|Švédové|švédský|ve Švédsku|do Švédska
Norway|Norwegians|Norwegian|Norové|norský|v Norsku|do Norska
Denmark|Danes|Danish|Dánové|dánský|v Dánsku|do Dánska
Finland|Finns|Finnish|Finové|finský|ve Finsku|do Finska
Iceland|Icelanders|Icelandic|Islanďané|islandský|na Islandu|na Island
Ireland|the Irish / Irish people|Irish|Irové|irský|v Irsku|do Irska
the United Kingdom|the British / Britons|British|Britové|britský|ve Velké Británii|do Velké Británie
the Netherlands|the Dutch / Dutch people|Dutch|Nizozemci|nizozemský|v Nizozemsku|do Nizozemska
Belgium|Belgians|Belgian|Belgičané|belgický|v Belgii|do Belgie
Switzerland|the Swiss / Swiss people|Swiss|Švýcaři|švýcarský|ve Švýcarsku|do Švýcarska
Turkey|Turks|Turkish|Turci|turecký|v Turecku|do Turecka
Serbia|Serbs|Serbian|Srbové|srbský|v Srbsku|do Srbska
Albania|Albanians|Albanian|Albánci|albánský|v Albánii|do Albánie
Estonia|Estonians|Estonian|Estonci|estonský|v Estonsku|do Estonska
Latvia|Latvians|Latvian|Lotyši|lotyšský|v Lotyšsku|do Lotyšska
Lithuania|Lithuanians|Lithuanian|Litevci|litevský|v Litvě|do Litvy
Egypt|Egyptians|Egyptian|Egypťané|egyptský|v Egyptě|do Egypta
Morocco|Moroccans|Moroccan|Maročané|marocký|v Maroku|do Maroka
Kenya|Kenyans|Kenyan|Keňané|keňský|v Keni|do Keni
Nigeria|Nigerians|Nigerian|Nigerijci|nigerijský|v Nigérii|do Nigérie
Ethiopia|Ethiopians|Ethiopian|Etiopané|etiopský|v Etiopii|do Etiopie
Israel|Israelis|Israeli|Izraelci|izraelský|v Izraeli|do Izraele
Iran|Iranians|Iranian|Íránci|íránský|v Íránu|do Íránu
Iraq|Iraqis|Iraqi|Iráčané|irácký|v Iráku|do Iráku
India|Indians|Indian|Indové|indický|v Indii|do Indie
China|the Chinese / Chinese people|Chinese|Číňané|čínský|v Číně|do Číny
Japan|the Japanese / Japanese people|Japanese|Japonci|japonský|v Japonsku|do Japonska
South Korea|South Koreans|South Korean|Jihokorejci|jihokorejský|v Jižní Koreji|do Jižní Koreje
Vietnam|the Vietnamese / Vietnamese people|Vietnamese|Vietnamci|vietnamský|ve Vietnamu|do Vietnamu
Thailand|Thais|Thai|Thajci|thajský|v Thajsku|do Thajska
Mongolia|Mongolians|Mongolian|Mongolové|mongolský|v Mongolsku|do Mongolska
Australia|Australians|Australian|Australané|australský|v Austrálii|do Austrálie
New Zealand|New Zealanders|New Zealand|Novozélanďané|novozélandský|na Novém Zélandu|na Nový Zéland
Canada|Canadians|Canadian|Kanaďané|kanadský|v Kanadě|do Kanady
Mexico|Mexicans|Mexican|Mexičané|mexický|v Mexiku|do Mexika
Cuba|Cubans|Cuban|Kubánci|kubánský|na Kubě|na Kubu
Brazil|Brazilians|Brazilian|Brazilci|brazilský|v Brazílii|do Brazílie
Argentina|Argentinians|Argentinian|Argentinci|argentinský|v Argentině|do Argentiny
Chile|Chileans|Chilean|Chilané|chilský|v Chile|do Chile
Peru|Peruvians|Peruvian|Peruánci|peruánský|v Peru|do Peru
Colombia|Colombians|Colombian|Kolumbijci|kolumbijský|v Kolumbii|do Kolumbie
the United States|Americans|American|Američané|americký|ve Spojených státech|do Spojených států
""")
PEOPLES = [p for p in PEOPLES if p[0] in geo.BY]
ASK = {
    'en': {
        'cap': """Which city do {p} call their capital?
What is the capital of the {p1}?
{p} have which capital?
What is the {a} capital?
{a} capital?
the {a} capital city
The {a} capital is which city?
I'd like to visit the {a} capital. Which city is it?
What's the {a} capital called?
I am travelling to the capital of {c}. Where am I going?
Where would I find the {a} parliament? I mean the capital.
If I live in the capital of {c}, in which city do I live?
My flight goes to the {a} capital. To which city?
{c}'s capital city is called what?
In {c} the capital is?
{c}: capital?
{c}, capital
Say the capital of {c}.
Which capital belongs to {c}?
Pair the country with its capital: {c}
The president of {c} works in which capital?
I have to fill in the capital of {c}.
For geography class: {c} and its capital?""",
        'cur': """What do {p} pay with?
Which money do {p} use?
What do I pay with in {c}?
Which money will I need in {c}?
I'm going to {c}, what money do I need?
What money is used in {c}?
Which currency should I take to {c}?
How do people pay in {c}, in which currency?
The {a} currency is called what?
What is the {a} currency?
What is {a} money called?
With what currency do I pay for lunch in {c}?
In {c} prices are in which currency?
What coins and notes do they have in {c}?
Name the money of {c}.
Which currency would be in my wallet in {c}?
{c} money?
{c}, currency?
In which currency do {p} earn?
If I work in {c}, in what currency am I paid?
What will I pay with when I visit {c}?
I need to exchange money for {c}. Into which currency?""",
        'lang': """Which language do {p} speak?
What do {p} speak?
What language would I hear in {c}?
In {c} people speak what?
In {c} they mostly speak which language?
Which language should I learn for {c}?
I am moving to {c}. Which language will I need?
What is the mother tongue of {p}?
What tongue is spoken in {c}?
{c}, language?
Which language is used in {c}?
How do {p} talk, in which language?
In what language are books in {c} written?
The official language in {c} is what?
What language do children in {c} learn first?
Language of {p}?
What do they speak over there in {c}?
I don't understand anyone in {c}. What are they speaking?""",
        'cont': """On what continent will you find {c}?
On which continent do {p} live?
Where in the world is {c}?
{c} belongs to which continent?
Which continent must I fly to for {c}?
Which part of the world is {c} in?
On what continent can I find {c}?
{c} is part of which continent?
What continent do I look at to find {c} on a map?
Continent of {c}?
{c}, continent?
If I am in {c}, on which continent am I?
Into which continent would you sort {c}?""",
        'nei': """Which countries are next to {c}?
Who are the neighbours of {p}?
Which countries share a border with {c}?
With which countries does {c} have a border?
What lies around {c}?
I drive out of {c}. Which countries can I reach first?
Neighbouring countries of {c}?
{c} is surrounded by which countries?
What countries touch {c}?
Name the countries around {c}.""",
    },
    'cs': {
        'cap': """Jaké hlavní město mají {p}?
Které je {f} hlavní město?
{F} hlavní město?
Do kterého města pojedu, když chci do hlavního města {g}?
V jakém městě je {j} parlament? Myslím hlavní město.
Letím do hlavního města {g}. Kam to je?
Hlavní město {g} je které?
Které město je hlavní {i}?
Co je {i} hlavní město?
Chci {o}, do hlavního města. Jak se jmenuje?
Jak zní název hlavního města {g}?
Jaké město patří k zemi {c} jako hlavní?
{c} - hlavní město?
{c}: hlavní město
{c} má jaké hlavní město?
{c}, hlavní město?
Doplň: hlavní město {g} je ...
Zeměpis: hlavní město {g}?
Kdo bydlí v hlavním městě {g}, ve kterém městě bydlí?
Nejdůležitější město {g}, tedy hlavní?
Metropole {g}?
Jak se jmenuje metropole {g}?
{p} mají hlavní město kde?
Potřebuji doplnit hlavní město {g}.""",
        'cur': """Čím platí {p}?
Jaké peníze používají {p}?
Čím se platí {i}?
Čím zaplatím {i}?
Čím tam budu platit, když pojedu {o}?
Jaké peníze potřebuji {i}?
Jedu {o}, jaké si mám vzít peníze?
Jakou měnu si vyměnit na cestu {o}?
Jaká měna platí {i}?
Jakou měnou se platí {i}?
V jaké měně jsou ceny {i}?
Za co nakoupím {i}, v jaké měně?
Jak se jmenují peníze {i}?
{c}, měna?
{c} a peníze?
V čem dostávají plat {p}?
Co mají za peníze {i}?
Jakou měnu mají {p}?
Jaké bankovky mají {i}?
Když pracuji {i}, v jaké měně dostanu výplatu?""",
        'lang': """Jakým jazykem mluví {p}?
Jak mluví {p}?
Jakou řeč používají {p}?
Jakou řeč uslyším {i}?
Jaký jazyk se mám naučit, když jedu {o}?
Jaký jazyk budu potřebovat {i}?
Stěhuji se {o}. Jaký jazyk budu potřebovat?
Co je mateřský jazyk, který mají {p}?
{c}, jazyk?
V jakém jazyce se píše {i}?
Jak se domluvím {i}, jakým jazykem?
Jakým jazykem se učí děti {i}?
Jaký úřední jazyk mají {p}?
Jak se povídá {i}? Myslím jazyk.
Kterým jazykem se hovoří {i}?
Co se {i} používá za jazyk?""",
        'cont': """Na kterém kontinentu žijí {p}?
Na jakém světadílu najdu zemi {c}?
Kde na světě leží {c}?
{c} patří ke kterému světadílu?
Ke kterému kontinentu patří {c}?
Na který kontinent letím, když letím {o}?
V jaké části světa je {c}?
{c}, kontinent?
{c} je součástí kterého kontinentu?
Když jsem {i}, na kterém jsem kontinentu?
Do kterého světadílu zařadíš {g2}?
Který světadíl to je, kde je {c}?""",
        'nei': """Jaké sousedy mají {p}?
Které země jsou kolem {g}?
S jakými státy má {c} hranici?
Se kterými státy má společnou hranici {c}?
Které státy obklopují zemi {c}?
Kdo sousedí s tím, čemu se říká {c}?
Kam se dostanu, když přejedu hranice {g}?
Sousední země {g}?
Vyjmenuj země kolem {g}.
Které země jsou vedle {g}?""",
    },
}
ASK = {lang: {kind: text.splitlines() for kind, text in table.items()} for lang, table in ASK.items()}


def forms(adjective):
    """Neuter and feminine of a Czech adjective."""
    return (adjective[:-1] + 'é', adjective[:-1] + 'á') if adjective.endswith('ý') else (adjective, adjective)


SPOT = {
    'en': ['', '', ' in a shop', ' at the market', ' in a restaurant', ' for lunch', ' for a taxi', ' at the hotel', ' for a beer', ' for a ticket', ' when I travel', ' on holiday'],
    'cs': ['', '', ' v obchodě', ' na trhu', ' v restauraci', ' za oběd', ' za taxi', ' v hotelu', ' za pivo', ' za jízdenku', ' na dovolené', ' na cestách'],
}


def composed(r, l, kind):
    """A question put together from small parts, so that no wording comes often."""
    spot = r.choice(SPOT[l])
    if l == 'en':
        if kind == 'cur':
            who = r.choice(['do I', 'would I', 'will I', 'can I', 'should I', 'do you', 'do people', 'does one', 'do tourists', 'must I'])
            return r.choice([f'What {who} pay with{spot} in {{c}}?', f'With what {who} pay{spot} in {{c}}?', f'Which currency {who} use{spot} in {{c}}?', f'What money {who} need{spot} in {{c}}?', f'Which money {who} pay with{spot} in {{c}}?'])
        who = r.choice(['do people', 'would people', 'will people', 'do they', 'does one', 'do the locals', 'do children', 'do waiters'])
        return r.choice([f'What language {who} speak in {{c}}?', f'Which language {who} use in {{c}}?', f'In what language {who} talk in {{c}}?', f'What {who} mostly speak in {{c}}?'])
    if kind == 'cur':
        verb = r.choice(['budu platit', 'se platí', 'zaplatím', 'můžu platit', 'mám platit', 'bych platil', 'musím platit', 'platí turisté', 'platí lidé', 'se dá platit'])
        return r.choice([f'Čím {verb}{spot} {{i}}?', f'Jakou měnou {verb}{spot} {{i}}?', f'Jakými penězi {verb}{spot} {{i}}?', f'{{I}} čím {verb}{spot}?', f'V jaké měně {verb}{spot} {{i}}?'])
    verb = r.choice(['se mluví', 'mluví lidé', 'budu mluvit', 'se hovoří', 'mluví děti', 'se domluvím', 'mluví místní'])
    return r.choice([f'Jakým jazykem {verb} {{i}}?', f'Kterým jazykem {verb} {{i}}?', f'{{I}} jakým jazykem {verb}?', f'Jakou řečí {verb} {{i}}?'])


@domain('travel', 10)
def travel(r, ql, al):
    name, people, adj, pcs, acs, inside, into = r.choice(PEOPLES)
    c = geo.BY[name]
    kind = r.choice(geo.kinds(c) + ['lang'] * bool(c['lang']))
    it = geo.fact(r, c, kind, ql, al)
    f, j = forms(acs)
    q = composed(r, ql, kind) if kind in ('cur', 'lang') and r.random() < 0.3 else r.choice(ASK[ql][kind])
    p = r.choice(people.split(' / '))
    p1 = p[4:] if p.startswith('the ') else p
    it.q = cap(
        q.format(
            p=p if ql == 'en' else pcs, p1=p1, a=adj, c=name if ql == 'en' else c['cs'], g=c['gen'], f=f, F=cap(f), j=j,
            i=inside, I=cap(inside), o=into, g2='zemi ' + c['cs'],
        )
    )
    return it


# What lies in which country; English in the middle of a sentence | Czech | country
PLACES = rows("""
the Louvre|Louvre|France
the Leaning Tower of Pisa|šikmá věž v Pise|Italy
the Acropolis|Akropole|Greece
Prague Castle|Pražský hrad|Czechia
the Brandenburg Gate|Braniborská brána|Germany
the Taj Mahal|Tádž Mahal|India
Tower Bridge|Tower Bridge|the United Kingdom
the White House|Bílý dům|the United States
Mount Fuji|hora Fudži|Japan
the Kremlin|Kreml|Russia
Machu Picchu|Machu Picchu|Peru
the Sydney Opera House|opera v Sydney|Australia
Niagara Falls|Niagarské vodopády|Canada
the Sagrada Família|Sagrada Família|Spain
the Little Mermaid|Malá mořská víla|Denmark
Milan|Milán|Italy
Munich|Mnichov|Germany
Hamburg|Hamburk|Germany
Barcelona|Barcelona|Spain
Marseille|Marseille|France
Lyon|Lyon|France
Krakow|Krakov|Poland
Gdańsk|Gdaňsk|Poland
Salzburg|Salcburk|Austria
Graz|Štýrský Hradec|Austria
Zurich|Curych|Switzerland
Geneva|Ženeva|Switzerland
Istanbul|Istanbul|Turkey
Saint Petersburg|Petrohrad|Russia
New York|New York|the United States
Chicago|Chicago|the United States
Los Angeles|Los Angeles|the United States
Toronto|Toronto|Canada
Sydney|Sydney|Australia
Rio de Janeiro|Rio de Janeiro|Brazil
Naples|Neapol|Italy
Venice|Benátky|Italy
Florence|Florencie|Italy
Manchester|Manchester|the United Kingdom
Liverpool|Liverpool|the United Kingdom
Brno|Brno|Czechia
Ostrava|Ostrava|Czechia
Plzeň|Plzeň|Czechia
Košice|Košice|Slovakia
Osaka|Ósaka|Japan
Shanghai|Šanghaj|China
Mumbai|Bombaj|India
""")
PLACES = [p for p in PLACES if p[2] in geo.BY]
PLURAL = {'Niagara Falls'}
PLACE_ASK = {
    'en': {
        'where': ['Where is {}?', 'In which country is {}?', 'Which country is {} in?', 'Where can I see {}?', 'Where would I find {}?', '{} is in which country?', 'To which country must I travel to see {}?', 'In what country does {} stand?', 'Which country is home to {}?', '{}, which country?'],
        'cap': ['What is the capital of the country where {} is?', 'The country with {} has which capital?', '{} is in a country. What is its capital?', 'Name the capital of the country in which {} lies.'],
        'cur': ['What currency is used in the country where {} is?', 'What do people pay with near {}?', 'Which money do I need to visit {}?', 'With what do I pay at {}?'],
        'lang': ['Which language do people speak near {}?', 'What language is spoken in the country where {} is?', 'Which language will I hear at {}?'],
    },
    'cs': {
        'where': ['Kde je {}?', 'V jaké zemi je {}?', 'Ve které zemi stojí {}?', 'Kde uvidím, co je {}?', 'Kde najdu místo {}?', '{} je v které zemi?', 'Do které země musím jet, abych viděl místo {}?', '{}, která země?', 'V jakém státě leží {}?'],
        'cap': ['Jaké je hlavní město země, kde je {}?', 'Země, kde je {}, má jaké hlavní město?', '{} leží v nějaké zemi. Jaké je její hlavní město?'],
        'cur': ['Čím se platí v zemi, kde je {}?', 'Jakou měnu má země, kde je {}?', 'Čím zaplatím tam, kde je {}?'],
        'lang': ['Jakým jazykem se mluví tam, kde je {}?', 'Jaký jazyk má země, kde je {}?'],
    },
}


@domain('places', 4)
def places(r, ql, al):
    """Sights and cities; the second step (capital, money, language) says the country first."""
    en, cs, name = r.choice(PLACES)
    c = geo.BY[name]
    kinds = ['where', 'where', 'cap'] + ['cur'] * bool(c['cur']) + ['lang'] * bool(c['lang'])
    kind = r.choice(kinds)
    q = cap(r.choice(PLACE_ASK[ql][kind]).format(en if ql == 'en' else cs))
    inside = next((p[5] for p in PEOPLES if p[0] == name), 'v zemi ' + c['cs'])
    are = 'are' if en in PLURAL else 'is'
    je = 'jsou' if cs in ('Niagarské vodopády', 'Benátky', 'Košice') else 'je'
    where = f'{cap(en)} {are} in {c["en"]}.' if al == 'en' else f'{cap(cs)} {je} {inside}.'
    if kind == 'where':
        return Item(ql, q, where, short=geo.strip_the(c['en']) if al == 'en' else c['cs'])
    second = geo.fact(r, c, kind, ql, al)
    return Item(ql, q, where + ' ' + second.a, short=second.short)
