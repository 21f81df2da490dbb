"""Countries, capitals, continents, currencies, languages, neighbours; Czech regions, cities, rivers."""

from core import *

# English|Czech|Czech genitive (empty = by rule)|capital|capital in Czech (empty = same)|continent|currency|language
COUNTRIES = rows("""
Czechia|Česko||Prague|Praha|EU|CZK|cs
Slovakia|Slovensko||Bratislava||EU|EUR|sk
Poland|Polsko||Warsaw|Varšava|EU|PLN|pl
Germany|Německo||Berlin|Berlín|EU|EUR|de
Austria|Rakousko||Vienna|Vídeň|EU|EUR|de
Hungary|Maďarsko||Budapest|Budapešť|EU|HUF|hu
France|Francie||Paris|Paříž|EU|EUR|fr
Italy|Itálie||Rome|Řím|EU|EUR|it
Spain|Španělsko||Madrid||EU|EUR|es
Portugal|Portugalsko||Lisbon|Lisabon|EU|EUR|pt
the United Kingdom|Spojené království|Spojeného království|London|Londýn|EU|GBP|en
Ireland|Irsko||Dublin||EU|EUR|en
the Netherlands|Nizozemsko||Amsterdam||EU|EUR|nl
Belgium|Belgie||Brussels|Brusel|EU|EUR|nl
Luxembourg|Lucembursko||Luxembourg|Lucemburk|EU|EUR|lb
Switzerland|Švýcarsko||Bern||EU|CHF|de
Denmark|Dánsko||Copenhagen|Kodaň|EU|DKK|da
Norway|Norsko||Oslo||EU|NOK|no
Sweden|Švédsko||Stockholm||EU|SEK|sv
Finland|Finsko||Helsinki|Helsinky|EU|EUR|fi
Iceland|Island|Islandu|Reykjavik|Reykjavík|EU|ISK|is
Estonia|Estonsko||Tallinn||EU|EUR|et
Latvia|Lotyšsko||Riga||EU|EUR|lv
Lithuania|Litva|Litvy|Vilnius||EU|EUR|lt
Belarus|Bělorusko||Minsk||EU|BYN|be
Ukraine|Ukrajina|Ukrajiny|Kyiv|Kyjev|EU|UAH|uk
Moldova|Moldavsko||Chisinau|Kišiněv|EU|MDL|ro
Romania|Rumunsko||Bucharest|Bukurešť|EU|RON|ro
Bulgaria|Bulharsko||Sofia|Sofie|EU|EUR|bg
Greece|Řecko||Athens|Atény|EU|EUR|el
Turkey|Turecko||Ankara||AS|TRY|tr
Cyprus|Kypr|Kypru|Nicosia|Nikósie|AS|EUR|el
Malta|Malta|Malty|Valletta||EU|EUR|mt
Slovenia|Slovinsko||Ljubljana|Lublaň|EU|EUR|sl
Croatia|Chorvatsko||Zagreb|Záhřeb|EU|EUR|hr
Bosnia and Herzegovina|Bosna a Hercegovina|Bosny a Hercegoviny|Sarajevo||EU|BAM|bs
Serbia|Srbsko||Belgrade|Bělehrad|EU|RSD|sr
Montenegro|Černá Hora|Černé Hory|Podgorica||EU|EUR|me
North Macedonia|Severní Makedonie||Skopje||EU|MKD|mk
Albania|Albánie||Tirana||EU|ALL|sq
Kosovo|Kosovo||Pristina|Priština|EU|EUR|sq
Russia|Rusko||Moscow|Moskva|EU|RUB|ru
Georgia|Gruzie||Tbilisi||AS|GEL|ka
Armenia|Arménie||Yerevan|Jerevan|AS|AMD|hy
Azerbaijan|Ázerbájdžán|Ázerbájdžánu|Baku||AS|AZN|az
Kazakhstan|Kazachstán|Kazachstánu|Astana||AS|KZT|kk
Uzbekistan|Uzbekistán|Uzbekistánu|Tashkent|Taškent|AS|UZS|uz
Turkmenistan|Turkmenistán|Turkmenistánu|Ashgabat|Ašchabad|AS||
Kyrgyzstan|Kyrgyzstán|Kyrgyzstánu|Bishkek|Biškek|AS||
Tajikistan|Tádžikistán|Tádžikistánu|Dushanbe|Dušanbe|AS||
Monaco|Monako||Monaco|Monako|EU|EUR|fr
Andorra|Andorra|Andorry|Andorra la Vella||EU|EUR|ca
San Marino|San Marino|San Marina|San Marino||EU|EUR|it
Liechtenstein|Lichtenštejnsko||Vaduz||EU|CHF|de
Vatican City|Vatikán|Vatikánu|Vatican City|Vatikán|EU|EUR|it
the United States|Spojené státy|Spojených států|Washington, D.C.|Washington|NA|USD|en
Canada|Kanada|Kanady|Ottawa||NA|CAD|en
Mexico|Mexiko||Mexico City|Ciudad de México|NA|MXN|es
Guatemala|Guatemala|Guatemaly|Guatemala City|Guatemala|NA||es
Honduras|Honduras|Hondurasu|Tegucigalpa||NA||es
El Salvador|Salvador|Salvadoru|San Salvador||NA|USD|es
Nicaragua|Nikaragua|Nikaraguy|Managua||NA||es
Costa Rica|Kostarika|Kostariky|San José||NA||es
Panama|Panama|Panamy|Panama City|Panama|NA||es
Cuba|Kuba|Kuby|Havana||NA|CUP|es
Jamaica|Jamajka|Jamajky|Kingston||NA||en
Haiti|Haiti|Haiti|Port-au-Prince||NA||fr
the Dominican Republic|Dominikánská republika|Dominikánské republiky|Santo Domingo||NA||es
the Bahamas|Bahamy|Baham|Nassau||NA||en
Belize|Belize|Belize|Belmopan||NA||en
Brazil|Brazílie||Brasília||SA|BRL|pt
Argentina|Argentina|Argentiny|Buenos Aires||SA|ARS|es
Chile|Chile|Chile|Santiago||SA|CLP|es
Peru|Peru|Peru|Lima||SA|PEN|es
Bolivia|Bolívie||Sucre||SA|BOB|es
Colombia|Kolumbie||Bogotá||SA|COP|es
Venezuela|Venezuela|Venezuely|Caracas||SA|VES|es
Ecuador|Ekvádor|Ekvádoru|Quito||SA|USD|es
Paraguay|Paraguay|Paraguaye|Asunción||SA||es
Uruguay|Uruguay|Uruguaye|Montevideo||SA||es
Guyana|Guyana|Guyany|Georgetown||SA||en
Suriname|Surinam|Surinamu|Paramaribo||SA||nl
China|Čína|Číny|Beijing|Peking|AS|CNY|zh
Japan|Japonsko||Tokyo|Tokio|AS|JPY|ja
South Korea|Jižní Korea|Jižní Koreje|Seoul|Soul|AS|KRW|ko
North Korea|Severní Korea|Severní Koreje|Pyongyang|Pchjongjang|AS|KPW|ko
Mongolia|Mongolsko||Ulaanbaatar|Ulánbátar|AS|MNT|mn
India|Indie||New Delhi|Nové Dillí|AS|INR|hi
Pakistan|Pákistán|Pákistánu|Islamabad|Islámábád|AS|PKR|ur
Afghanistan|Afghánistán|Afghánistánu|Kabul|Kábul|AS|AFN|ps
Bangladesh|Bangladéš|Bangladéše|Dhaka|Dháka|AS|BDT|bn
Nepal|Nepál|Nepálu|Kathmandu|Káthmándú|AS|NPR|ne
Bhutan|Bhútán|Bhútánu|Thimphu|Thimbú|AS||
Sri Lanka|Srí Lanka|Srí Lanky|Sri Jayawardenepura Kotte||AS||
the Maldives|Maledivy|Malediv|Malé||AS||
Myanmar|Myanmar|Myanmaru|Naypyidaw|Neipyijto|AS||
Thailand|Thajsko||Bangkok||AS|THB|th
Vietnam|Vietnam|Vietnamu|Hanoi|Hanoj|AS|VND|vi
Laos|Laos|Laosu|Vientiane|Vientian|AS||
Cambodia|Kambodža|Kambodži|Phnom Penh|Phnompenh|AS||
Malaysia|Malajsie||Kuala Lumpur||AS|MYR|ms
Singapore|Singapur|Singapuru|Singapore|Singapur|AS|SGD|en
Indonesia|Indonésie||Jakarta||AS|IDR|id
the Philippines|Filipíny|Filipín|Manila||AS|PHP|tl
Brunei|Brunej|Bruneje|Bandar Seri Begawan||AS||
East Timor|Východní Timor|Východního Timoru|Dili||AS||
Iran|Írán|Íránu|Tehran|Teherán|AS|IRR|fa
Iraq|Irák|Iráku|Baghdad|Bagdád|AS|IQD|ar
Syria|Sýrie||Damascus|Damašek|AS|SYP|ar
Lebanon|Libanon|Libanonu|Beirut|Bejrút|AS|LBP|ar
Jordan|Jordánsko||Amman|Ammán|AS|JOD|ar
Israel|Izrael|Izraele|Jerusalem|Jeruzalém|AS|ILS|he
Saudi Arabia|Saúdská Arábie||Riyadh|Rijád|AS|SAR|ar
Yemen|Jemen|Jemenu|Sanaa|Saná|AS||ar
Oman|Omán|Ománu|Muscat|Maskat|AS|OMR|ar
the United Arab Emirates|Spojené arabské emiráty|Spojených arabských emirátů|Abu Dhabi|Abú Zabí|AS|AED|ar
Qatar|Katar|Kataru|Doha|Dauhá|AS|QAR|ar
Bahrain|Bahrajn|Bahrajnu|Manama|Manáma|AS||ar
Kuwait|Kuvajt|Kuvajtu|Kuwait City|Kuvajt|AS|KWD|ar
Egypt|Egypt|Egypta|Cairo|Káhira|AF|EGP|ar
Libya|Libye||Tripoli|Tripolis|AF|LYD|ar
Tunisia|Tunisko||Tunis||AF|TND|ar
Algeria|Alžírsko||Algiers|Alžír|AF|DZD|ar
Morocco|Maroko||Rabat||AF|MAD|ar
Sudan|Súdán|Súdánu|Khartoum|Chartúm|AF||ar
South Sudan|Jižní Súdán|Jižního Súdánu|Juba|Džuba|AF||en
Ethiopia|Etiopie||Addis Ababa|Addis Abeba|AF|ETB|am
Eritrea|Eritrea|Eritreje|Asmara||AF||
Somalia|Somálsko||Mogadishu|Mogadišo|AF||so
Kenya|Keňa|Keni|Nairobi||AF|KES|sw
Uganda|Uganda|Ugandy|Kampala||AF||en
Tanzania|Tanzanie||Dodoma||AF||sw
Rwanda|Rwanda|Rwandy|Kigali||AF||
Burundi|Burundi|Burundi|Gitega||AF||
the Democratic Republic of the Congo|Demokratická republika Kongo|Demokratické republiky Kongo|Kinshasa||AF||fr
Cameroon|Kamerun|Kamerunu|Yaoundé||AF||fr
Nigeria|Nigérie||Abuja||AF|NGN|en
Niger|Niger|Nigeru|Niamey||AF||fr
Chad|Čad|Čadu|N'Djamena|Ndžamena|AF||fr
Mali|Mali|Mali|Bamako||AF||
Senegal|Senegal|Senegalu|Dakar||AF||fr
Ghana|Ghana|Ghany|Accra|Akkra|AF|GHS|en
Ivory Coast|Pobřeží slonoviny|Pobřeží slonoviny|Yamoussoukro||AF||fr
Togo|Togo||Lomé||AF||fr
Benin|Benin|Beninu|Porto-Novo||AF||fr
Burkina Faso|Burkina Faso|Burkiny Faso|Ouagadougou||AF||
Liberia|Libérie||Monrovia||AF||en
Sierra Leone|Sierra Leone|Sierry Leone|Freetown||AF||en
Guinea|Guinea|Guineje|Conakry||AF||fr
Gambia|Gambie||Banjul||AF||en
Mauritania|Mauritánie||Nouakchott||AF||ar
Gabon|Gabon|Gabonu|Libreville||AF||fr
Angola|Angola|Angoly|Luanda||AF||pt
Zambia|Zambie||Lusaka||AF||en
Zimbabwe|Zimbabwe|Zimbabwe|Harare||AF||en
Malawi|Malawi|Malawi|Lilongwe||AF||en
Mozambique|Mosambik|Mosambiku|Maputo||AF||pt
Botswana|Botswana|Botswany|Gaborone||AF||en
Namibia|Namibie||Windhoek||AF||en
South Africa|Jihoafrická republika|Jihoafrické republiky|Pretoria|Pretorie|AF|ZAR|
Lesotho|Lesotho|Lesotha|Maseru||AF||
Eswatini|Svazijsko||Mbabane||AF||
Madagascar|Madagaskar|Madagaskaru|Antananarivo||AF||fr
Mauritius|Mauricius|Mauricia|Port Louis||AF||
Australia|Austrálie||Canberra||OC|AUD|en
New Zealand|Nový Zéland|Nového Zélandu|Wellington||OC|NZD|en
Papua New Guinea|Papua Nová Guinea|Papuy Nové Guineje|Port Moresby||OC||
Fiji|Fidži|Fidži|Suva||OC||en
Samoa|Samoa|Samoy|Apia||OC||
""")
CONT = {
    'EU': ('Europe', 'Evropě', 'Evropa'),
    'AS': ('Asia', 'Asii', 'Asie'),
    'AF': ('Africa', 'Africe', 'Afrika'),
    'NA': ('North America', 'Severní Americe', 'Severní Amerika'),
    'SA': ('South America', 'Jižní Americe', 'Jižní Amerika'),
    'OC': ('Oceania', 'Oceánii', 'Oceánie'),
}
CUR = {
    k: (a, b)
    for k, a, b in rows("""
CZK|the Czech koruna|česká koruna
EUR|the euro|euro
PLN|the Polish zloty|polský zlotý
HUF|the Hungarian forint|maďarský forint
GBP|the pound sterling|libra šterlinků
CHF|the Swiss franc|švýcarský frank
DKK|the Danish krone|dánská koruna
NOK|the Norwegian krone|norská koruna
SEK|the Swedish krona|švédská koruna
ISK|the Icelandic króna|islandská koruna
BYN|the Belarusian ruble|běloruský rubl
UAH|the Ukrainian hryvnia|ukrajinská hřivna
MDL|the Moldovan leu|moldavský leu
RON|the Romanian leu|rumunský leu
TRY|the Turkish lira|turecká lira
BAM|the convertible mark|konvertibilní marka
RSD|the Serbian dinar|srbský dinár
MKD|the Macedonian denar|makedonský denár
ALL|the Albanian lek|albánský lek
RUB|the Russian ruble|ruský rubl
GEL|the Georgian lari|gruzínské lari
AMD|the Armenian dram|arménský dram
AZN|the Azerbaijani manat|ázerbájdžánský manat
KZT|the Kazakhstani tenge|kazašské tenge
UZS|the Uzbek sum|uzbecký sum
USD|the US dollar|americký dolar
CAD|the Canadian dollar|kanadský dolar
MXN|the Mexican peso|mexické peso
CUP|the Cuban peso|kubánské peso
BRL|the Brazilian real|brazilský real
ARS|the Argentine peso|argentinské peso
CLP|the Chilean peso|chilské peso
PEN|the Peruvian sol|peruánský sol
BOB|the boliviano|boliviano
COP|the Colombian peso|kolumbijské peso
VES|the Venezuelan bolívar|venezuelský bolívar
CNY|the Chinese yuan|čínský jüan
JPY|the Japanese yen|japonský jen
KRW|the South Korean won|jihokorejský won
KPW|the North Korean won|severokorejský won
MNT|the Mongolian tugrik|mongolský tugrik
INR|the Indian rupee|indická rupie
PKR|the Pakistani rupee|pákistánská rupie
AFN|the Afghan afghani|afghánský afghání
BDT|the Bangladeshi taka|bangladéšská taka
NPR|the Nepalese rupee|nepálská rupie
THB|the Thai baht|thajský baht
VND|the Vietnamese dong|vietnamský dong
MYR|the Malaysian ringgit|malajsijský ringgit
SGD|the Singapore dollar|singapurský dolar
IDR|the Indonesian rupiah|indonéská rupie
PHP|the Philippine peso|filipínské peso
IRR|the Iranian rial|íránský riál
IQD|the Iraqi dinar|irácký dinár
SYP|the Syrian pound|syrská libra
LBP|the Lebanese pound|libanonská libra
JOD|the Jordanian dinar|jordánský dinár
ILS|the Israeli shekel|izraelský šekel
SAR|the Saudi riyal|saúdský riál
OMR|the Omani rial|ománský riál
AED|the UAE dirham|dirham Spojených arabských emirátů
QAR|the Qatari riyal|katarský riál
KWD|the Kuwaiti dinar|kuvajtský dinár
EGP|the Egyptian pound|egyptská libra
LYD|the Libyan dinar|libyjský dinár
TND|the Tunisian dinar|tuniský dinár
DZD|the Algerian dinar|alžírský dinár
MAD|the Moroccan dirham|marocký dirham
ETB|the Ethiopian birr|etiopský birr
KES|the Kenyan shilling|keňský šilink
NGN|the Nigerian naira|nigerijská naira
GHS|the Ghanaian cedi|ghanské cedi
ZAR|the South African rand|jihoafrický rand
AUD|the Australian dollar|australský dolar
NZD|the New Zealand dollar|novozélandský dolar
""")
}
LANG = dict(
    (k, (a, b))
    for k, a, b in rows("""
cs|Czech|čeština
sk|Slovak|slovenština
pl|Polish|polština
de|German|němčina
hu|Hungarian|maďarština
fr|French|francouzština
it|Italian|italština
es|Spanish|španělština
pt|Portuguese|portugalština
en|English|angličtina
nl|Dutch|nizozemština
lb|Luxembourgish|lucemburština
da|Danish|dánština
no|Norwegian|norština
sv|Swedish|švédština
fi|Finnish|finština
is|Icelandic|islandština
et|Estonian|estonština
lv|Latvian|lotyština
lt|Lithuanian|litevština
be|Belarusian|běloruština
uk|Ukrainian|ukrajinština
ro|Romanian|rumunština
bg|Bulgarian|bulharština
el|Greek|řečtina
tr|Turkish|turečtina
mt|Maltese|maltština
sl|Slovene|slovinština
hr|Croatian|chorvatština
bs|Bosnian|bosenština
sr|Serbian|srbština
me|Montenegrin|černohorština
mk|Macedonian|makedonština
sq|Albanian|albánština
ru|Russian|ruština
ka|Georgian|gruzínština
hy|Armenian|arménština
az|Azerbaijani|ázerbájdžánština
kk|Kazakh|kazaština
uz|Uzbek|uzbečtina
ca|Catalan|katalánština
zh|Chinese|čínština
ja|Japanese|japonština
ko|Korean|korejština
mn|Mongolian|mongolština
hi|Hindi|hindština
ur|Urdu|urdština
ps|Pashto|paštština
bn|Bengali|bengálština
ne|Nepali|nepálština
th|Thai|thajština
vi|Vietnamese|vietnamština
ms|Malay|malajština
id|Indonesian|indonéština
tl|Filipino|filipínština
fa|Persian|perština
ar|Arabic|arabština
he|Hebrew|hebrejština
am|Amharic|amharština
so|Somali|somálština
sw|Swahili|svahilština
""")
)
NEIGH = dict(
    (k, [c.strip() for c in v.split(',')])
    for k, v in rows("""
Czechia|Germany,Poland,Slovakia,Austria
Slovakia|Czechia,Poland,Ukraine,Hungary,Austria
Poland|Germany,Czechia,Slovakia,Ukraine,Belarus,Lithuania,Russia
Germany|Denmark,Poland,Czechia,Austria,Switzerland,France,Luxembourg,Belgium,the Netherlands
Austria|Germany,Czechia,Slovakia,Hungary,Slovenia,Italy,Switzerland,Liechtenstein
Hungary|Austria,Slovakia,Ukraine,Romania,Serbia,Croatia,Slovenia
France|Belgium,Luxembourg,Germany,Switzerland,Italy,Monaco,Spain,Andorra
Italy|France,Switzerland,Austria,Slovenia,San Marino,Vatican City
Spain|Portugal,France,Andorra
Portugal|Spain
Switzerland|Germany,France,Italy,Austria,Liechtenstein
Belgium|France,the Netherlands,Germany,Luxembourg
the Netherlands|Germany,Belgium
Denmark|Germany
Norway|Sweden,Finland,Russia
Sweden|Norway,Finland
Finland|Sweden,Norway,Russia
the United States|Canada,Mexico
Canada|the United States
Mexico|the United States,Guatemala,Belize
Ireland|the United Kingdom
the United Kingdom|Ireland
Greece|Albania,North Macedonia,Bulgaria,Turkey
Croatia|Slovenia,Hungary,Serbia,Bosnia and Herzegovina,Montenegro
Slovenia|Italy,Austria,Hungary,Croatia
""")
)


def gen(cs, g):
    if g:
        return g
    if cs.endswith('o'):
        return cs[:-1] + 'a'
    return cs


C = []
for en, cs, g, cap_en, cap_cs, cont, cur, lang in COUNTRIES:
    C.append(dict(en=en, cs=cs, gen=gen(cs, g), cap_en=cap_en, cap_cs=cap_cs or cap_en, cont=cont, cur=cur, lang=lang))
BY = {c['en']: c for c in C}
TOP = C[:43] + [c for c in C if c['cur']]


def pick(r):
    return r.choice(TOP) if r.random() < 0.5 else r.choice(C)


ALIAS = {
    'Czechia': ['the Czech Republic', 'Czechia', 'Czech Republic'],
    'the United Kingdom': ['the UK', 'Great Britain', 'Britain', 'the United Kingdom', 'England'],
    'the United States': ['the USA', 'the US', 'America', 'the United States', 'USA', 'the United States of America'],
    'the Netherlands': ['the Netherlands', 'Holland'],
}
ALIAS_CS = {
    'Česko': ['České republiky', 'Česka', 'ČR'],
    'Spojené království': ['Velké Británie', 'Spojeného království', 'Británie', 'Anglie'],
    'Spojené státy': ['Spojených států', 'USA', 'Ameriky'],
    'Nizozemsko': ['Nizozemska', 'Holandska'],
}


def en_name(r, c):
    return r.choice(ALIAS[c['en']]) if c['en'] in ALIAS and r.random() < 0.6 else c['en']


def cs_gen(r, c):
    return r.choice(ALIAS_CS[c['cs']]) if c['cs'] in ALIAS_CS and r.random() < 0.6 else c['gen']


def strip_the(s):
    return s[4:] if s.startswith('the ') else s


CAP_Q = {
    'en': [
        'What is the capital of {}?',
        'What is the capital city of {}?',
        "What's the capital of {}?",
        'Capital of {}?',
        'Name the capital of {}.',
        'Which city is the capital of {}?',
        'Tell me the capital of {}.',
        'capital {}',
        'What city is the capital of {}?',
        'Do you know the capital of {}?',
        'I need the capital of {}.',
        "{}'s capital?",
        'The capital of {} is?',
        'Can you name the capital of {}?',
        'What is the name of the capital of {}?',
        'whats the capital of {}',
        'Give me the capital of {}',
        'Which is the capital city of {}?',
        '{} has which capital?',
        'What capital does {} have?',
        'Which capital city does {} have?',
        'Name of the capital of {}?',
    ],
    'cs': [
        'Jaké je hlavní město {}?',
        'Hlavní město {}?',
        'Které město je hlavním městem {}?',
        'Jak se jmenuje hlavní město {}?',
        'Řekni mi hlavní město {}.',
        'Co je hlavní město {}?',
        'Víš, jaké je hlavní město {}?',
        'Znáš hlavní město {}?',
        'Které je hlavní město {}?',
        'Napiš hlavní město {}.',
        'Potřebuji vědět hlavní město {}.',
        'Pověz mi, jaké je hlavní město {}.',
        'Uveď hlavní město {}.',
        'Jaké hlavní město má {n}?',
        '{n}, hlavní město?',
        'Které hlavní město má {n}?',
        'Jak se jmenuje hlavní město země {n}?',
    ],
}
REV_Q = {
    'en': [
        '{} is the capital of which country?',
        'Which country has the capital {}?',
        'What country is {} the capital of?',
        'Of which country is {} the capital?',
        '{} is the capital of what country?',
        'In which country is {}?',
        'What country is {} in?',
        'Where is {}?',
        'In what country is the city of {}?',
    ],
    'cs': [
        '{} je hlavní město které země?',
        'Hlavním městem které země je {}?',
        'Ve které zemi leží {}?',
        'V jaké zemi je {}?',
        'Kde leží {}?',
        'Které zemi patří hlavní město {}?',
        '{} je hlavní město jakého státu?',
        'Kde je {}?',
    ],
}
CONT_Q = {
    'en': [
        'On which continent is {}?',
        'What continent is {} in?',
        'Which continent is {} on?',
        'Where is {} located?',
        'Is {} in Europe, Asia or elsewhere?',
        'On what continent does {} lie?',
    ],
    'cs': [
        'Na kterém kontinentu leží {}?',
        'Na jakém kontinentu je {}?',
        'Kde leží {}?',
        'Ve které části světa je {}?',
        'Na kterém světadílu je {}?',
    ],
}
CUR_Q = {
    'en': [
        'What is the currency of {}?',
        'What currency is used in {}?',
        'Which currency does {} use?',
        'What money do they use in {}?',
        'Currency of {}?',
        'What do people pay with in {}?',
        'What is the official currency of {}?',
        "What's the money in {} called?",
        'Which money do I need in {}?',
        'What money should I take to {}?',
        'Which currency would I need in {}?',
        'What can I pay with in {}?',
        'What are they paying with in {}?',
    ],
    'cs': [
        'Jaká je měna {}?',
        'Jaká měna je oficiální měnou {}?',
        'Jakou měnu má {n}?',
        'Kterou měnu používá {n}?',
        'Měna {}?',
        'Jak se jmenuje měna {}?',
        'Čím platí obyvatelé {}?',
    ],
}
LANG_Q = {
    'en': [
        'What language is spoken in {}?',
        'What language do they speak in {}?',
        'Which language do people speak in {}?',
        'What is the official language of {}?',
        'Language of {}?',
        'What do people speak in {}?',
        'Which language would I hear in {}?',
        'What is spoken in {}?',
        'What is the main language of {}?',
    ],
    'cs': [
        'Jaký je úřední jazyk {}?',
        'Jakým jazykem mluví obyvatelé {}?',
        'Jaký jazyk používá {n}?',
        'Jazyk {}?',
        'Který jazyk je hlavním jazykem {}?',
        'Jak mluví lidé z {}?',
    ],
}
NEI_Q = {
    'en': [
        'Which countries border {}?',
        'What are the neighbours of {}?',
        'Name the neighbours of {}.',
        'Which countries does {} share a border with?',
        'What countries are next to {}?',
        'Who are the neighbors of {}?',
    ],
    'cs': [
        'S kým sousedí {n}?',
        'Jaké jsou sousední státy {}?',
        'Se kterými zeměmi sousedí {n}?',
        'Jaké má {n} sousedy?',
        'Vyjmenuj sousedy {}.',
        'Které státy sousedí se státem {n}?',
    ],
}


def join_en(l):
    return l[0] if len(l) == 1 else ', '.join(l[:-1]) + ' and ' + l[-1]


def join_cs(l):
    return l[0] if len(l) == 1 else ', '.join(l[:-1]) + ' a ' + l[-1]


LOCATIVE = {
    'Čína': 'v Číně',
    'Kanada': 'v Kanadě',
    'Egypt': 'v Egyptě',
    'Mexiko': 'v Mexiku',
    'Maroko': 'v Maroku',
    'Kuba': 'na Kubě',
    'Keňa': 'v Keni',
    'Spojené státy': 've Spojených státech',
    'Spojené království': 've Velké Británii',
    'Peru': 'v Peru',
    'Chile': 'v Chile',
    'Vietnam': 've Vietnamu',
    'Island': 'na Islandu',
    'Slovensko': 'na Slovensku',
    'Ukrajina': 'na Ukrajině',
    'Filipíny': 'na Filipínách',
    'Malta': 'na Maltě',
    'Kypr': 'na Kypru',
    'Nový Zéland': 'na Novém Zélandu',
    'Izrael': 'v Izraeli',
    'Írán': 'v Íránu',
    'Irák': 'v Iráku',
    'Pákistán': 'v Pákistánu',
    'Nepál': 'v Nepálu',
    'Maďarsko': 'v Maďarsku',
}


def locative(c):
    """In a country, in Czech; None where the rule is unsure."""
    cs = c['cs']
    if cs in LOCATIVE:
        return LOCATIVE[cs]
    v = (
        've '
        if cs.startswith(('Š', 'F', 'V', 'S')) and cs[1:2] in 'pvrtlš' or cs.startswith(('Fr', 'Fi', 'Šv', 'Šp', 'Sr'))
        else 'v '
    )
    if ' ' in cs:
        return None
    if cs.endswith(('sko', 'cko', 'ko')):
        return v + cs[:-1] + 'u'
    if cs.endswith('ie'):
        return v + cs[:-1] + 'i'
    return None


CUR_LOC = [
    'Čím se platí {}?',
    'Jaká měna se používá {}?',
    'Čím zaplatím {}?',
    'Jakou měnu mají {}?',
    'Jaké peníze potřebuji {}?',
    'Čím se {} platí?',
    'Jaké mají peníze {}?',
]
LANG_LOC = [
    'Jak se mluví {}?',
    'Jakým jazykem se mluví {}?',
    'Jaký jazyk se používá {}?',
    'Jak mluví lidé {}?',
    'Jaký jazyk uslyším {}?',
    'Kterým jazykem mluví lidé {}?',
]
CAP_LOC = ['Jaké hlavní město je {}?', 'Které město je hlavní {}?', 'Jak se jmenuje hlavní město {}?']


def fact(r, c, kind, ql, al, name=None):
    """One fact about a country: question in one language, answer in another."""
    q = r.choice({'cap': CAP_Q, 'cont': CONT_Q, 'cur': CUR_Q, 'lang': LANG_Q, 'nei': NEI_Q}[kind][ql])
    qn = name or (en_name(r, c) if ql == 'en' else (c['cs'] if kind == 'cont' else cs_gen(r, c)))
    q = cap(q.format(qn, n=c['cs']))
    if (
        ql == 'cs'
        and not name
        and kind in ('cur', 'lang', 'cap')
        and r.random() < (0.1 if kind == 'cap' else 0.5)
        and locative(c)
    ):
        q = r.choice({'cur': CUR_LOC, 'lang': LANG_LOC, 'cap': CAP_LOC}[kind]).format(locative(c))
    if ql == 'en' and not name and kind == 'cap' and r.random() < 0.1:
        q = r.choice(
            [
                f"What is {qn}'s capital?",
                f'what is {qn}s capital',
                f"{cap(qn)}'s capital city?",
                f'{qn} capital city',
                f"Name {qn}'s capital.",
            ]
        )
    if kind == 'cap':
        a = (
            (
                f'The capital of {c["en"]} is {c["cap_en"]}.'
                if r.random() < 0.93
                else f'{c["cap_en"]} is the capital of {c["en"]}.'
            )
            if al == 'en'
            else f'Hlavní město {c["gen"]} je {c["cap_cs"]}.'
        )
        s = c['cap_en'] if al == 'en' else c['cap_cs']
        t = (
            f'The user asks for the capital of {c["en"]}. I know it: {s}.'
            if al == 'en'
            else f'Uživatel se ptá na hlavní město {c["gen"]}. To vím: {s}.'
        )
    elif kind == 'cont':
        s = CONT[c['cont']][0 if al == 'en' else 2]
        if c['en'] == 'Turkey':
            a = (
                'Turkey lies mostly in Asia; a small part is in Europe.'
                if al == 'en'
                else 'Turecko leží převážně v Asii, malou částí v Evropě.'
            )
        elif c['en'] == 'Russia':
            a = 'Russia lies in Europe and Asia.' if al == 'en' else 'Rusko leží v Evropě a v Asii.'
        else:
            a = (
                f'{cap(c["en"])} {"are" if c["en"].endswith(("States", "Netherlands", "Philippines", "Emirates", "Maldives", "Bahamas")) else "is"} in {CONT[c["cont"]][0]}.'
                if al == 'en'
                else f'{c["cs"]} leží v {CONT[c["cont"]][1]}.'
            )
        t = (
            f'{cap(c["en"])} belongs to {CONT[c["cont"]][0]}.'
            if al == 'en'
            else f'{c["cs"]} patří ke světadílu {CONT[c["cont"]][2]}.'
        )
    elif kind == 'cur':
        e, k = CUR[c['cur']]
        s = strip_the(e) if al == 'en' else k
        a = f'The currency of {c["en"]} is {e}.' if al == 'en' else f'Měna {c["gen"]} je {k}.'
        t = (
            f'The question is about the money of {c["en"]}: {e}.'
            if al == 'en'
            else f'Otázka je na měnu {c["gen"]}: {k}.'
        )
    elif kind == 'lang':
        e, k = LANG[c['lang']]
        s = e if al == 'en' else k
        a = f'The main language of {c["en"]} is {e}.' if al == 'en' else f'Hlavním jazykem {c["gen"]} je {k}.'
        t = f'In {c["en"]} people speak {e}.' if al == 'en' else f'Hlavní jazyk {c["gen"]} je {k}.'
    else:
        l = NEIGH[c['en']]
        s = join_en(l) if al == 'en' else join_cs([BY[x]['cs'] for x in l])
        a = (
            f'{cap(c["en"])} borders {s}.'
            if al == 'en'
            else f'Sousední státy {c["gen"]} jsou {s}.'
            if len(l) > 1
            else f'Sousedním státem {c["gen"]} je {s}.'
        )
        t = f'I recall the neighbours of {c["en"]}: {s}.' if al == 'en' else f'Vybavím si sousedy {c["gen"]}: {s}.'
    obj = (
        {'country': strip_the(c['en']), 'capital': c['cap_en'], 'continent': CONT[c['cont']][0]}
        if al == 'en'
        else {'země': c['cs'], 'hlavní město': c['cap_cs'], 'světadíl': CONT[c['cont']][2]}
    )
    if c['cur']:
        obj['currency' if al == 'en' else 'měna'] = strip_the(CUR[c['cur']][0]) if al == 'en' else CUR[c['cur']][1]
    return Item(ql, q, a, short=s, think=t, obj=obj)


def kinds(c):
    k = ['cap'] * 3 + ['cont']
    if c['cur']:
        k += ['cur'] * 2
    if c['lang']:
        k += ['lang']
    if c['en'] in NEIGH:
        k += ['nei'] * 2
    return k


@domain('country', 9)
def country(r, ql, al):
    c = pick(r)
    if r.random() < 0.2 and c['cap_en'] not in ('Luxembourg', 'Monaco', 'San Marino', 'Singapore', 'Vatican City'):
        n = c['cap_en'] if ql == 'en' else c['cap_cs']
        q = cap(r.choice(REV_Q[ql]).format(n))
        n2 = c['cap_en'] if al == 'en' else c['cap_cs']
        return Item(
            ql,
            q,
            f'{n2} is the capital of {c["en"]}.' if al == 'en' else f'{n2} je hlavní město {c["gen"]}.',
            short=strip_the(c['en']) if al == 'en' else c['cs'],
            think=f'{n2} is a capital city; the country is {c["en"]}.'
            if al == 'en'
            else f'{n2} je hlavní město; země je {c["cs"]}.',
        )
    if r.random() < 0.08 and c['cap_en'] not in (c['en'],):
        # yes/no
        o = pick(r)
        yes = r.random() < 0.5 or o is c
        x = c if yes else o
        n = x['cap_en'] if ql == 'en' else x['cap_cs']
        q = (
            r.choice([f'Is {n} the capital of {c["en"]}?', f'Is the capital of {c["en"]} {n}?'])
            if ql == 'en'
            else r.choice([f'Je {n} hlavní město {c["gen"]}?', f'Je hlavním městem {c["gen"]} {n}?'])
        )
        if al == 'en':
            a = ('Yes, ' if yes else 'No, ') + f'the capital of {c["en"]} is {c["cap_en"]}.'
        else:
            a = ('Ano, ' if yes else 'Ne, ') + f'hlavní město {c["gen"]} je {c["cap_cs"]}.'
        return Item(ql, q, a, short=('Yes' if yes else 'No') if al == 'en' else ('Ano' if yes else 'Ne'))
    return fact(r, c, r.choice(kinds(c)), ql, al)


FU = {
    'en': {
        'cap': [
            'And the capital?',
            'And its capital?',
            'What is its capital?',
            'capital?',
            'And what is the capital there?',
        ],
        'cur': [
            'And its currency?',
            'And the currency?',
            'What currency do they use?',
            'What is its currency?',
            'And the money there?',
            'and currency?',
        ],
        'lang': [
            'And the language?',
            'What language do they speak there?',
            'And what do they speak there?',
            'What is its language?',
        ],
        'cont': ['And which continent is it on?', 'On which continent is it?', 'And the continent?', 'Where is it?'],
        'nei': ['And its neighbours?', 'Which countries does it border?', 'And who are its neighbours?'],
    },
    'cs': {
        'cap': ['A hlavní město?', 'A jaké má hlavní město?', 'Jaké je jeho hlavní město?', 'hlavní město?'],
        'cur': ['A měna?', 'A jakou má měnu?', 'A čím se tam platí?', 'Jaká je tam měna?', 'a měna tam?'],
        'lang': ['A jazyk?', 'A jak se tam mluví?', 'Jakým jazykem se tam mluví?', 'A jaký je tam jazyk?'],
        'cont': ['A na kterém je kontinentu?', 'A kontinent?', 'Kde to leží?', 'A kde leží?'],
        'nei': ['A sousedé?', 'A s kým sousedí?', 'Jaké má sousedy?'],
    },
}
WHAT = {
    'en': ['And {}?', 'What about {}?', 'And of {}?', 'and {}', 'And what about {}?'],
    'cs': ['A {}?', 'A co {n}?', 'A {}', 'a u {}?', 'A jak je to u {}?'],
}


@domain('country_follow', 5)
def country_follow(r, ql, al):
    """ "And its currency?", "And Spain?": the second question leans on the first."""
    c = pick(r)
    ks = kinds(c)
    k = r.choice(ks)
    first = fact(r, c, k, ql, al)
    msgs = [['u', noisy(r, first.q, ql)], ['a', first.a]]
    for _ in range(r.choice([1, 1, 1, 2, 2, 3])):
        if r.random() < 0.55:
            k2 = r.choice([x for x in ks if x != k] or ks)
            f = fact(r, c, k2, ql, al)
            q = r.choice(FU[ql][k2])
            k = k2
        else:
            for _ in range(9):
                d = pick(r)
                if k in kinds(d) and d is not c:
                    break
            if k not in kinds(d):
                break
            c = d
            ks = kinds(c)
            f = fact(r, c, k, ql, al)
            q = r.choice(WHAT[ql]).format(c['en'] if ql == 'en' else c['gen'], n=c['cs'])
            if ql == 'cs' and k == 'cont':
                q = f'A {c["cs"]}?'
        msgs += [['u', noisy(r, q, ql)], ['a', f.a]]
    return Item(ql, '', '', msgs=msgs)


CZ_REGIONS = rows("""
Středočeský kraj|Praha|Central Bohemian Region|Prague
Jihočeský kraj|České Budějovice|South Bohemian Region|České Budějovice
Plzeňský kraj|Plzeň|Plzeň Region|Plzeň
Karlovarský kraj|Karlovy Vary|Karlovy Vary Region|Karlovy Vary
Ústecký kraj|Ústí nad Labem|Ústí nad Labem Region|Ústí nad Labem
Liberecký kraj|Liberec|Liberec Region|Liberec
Královéhradecký kraj|Hradec Králové|Hradec Králové Region|Hradec Králové
Pardubický kraj|Pardubice|Pardubice Region|Pardubice
Kraj Vysočina|Jihlava|Vysočina Region|Jihlava
Jihomoravský kraj|Brno|South Moravian Region|Brno
Olomoucký kraj|Olomouc|Olomouc Region|Olomouc
Zlínský kraj|Zlín|Zlín Region|Zlín
Moravskoslezský kraj|Ostrava|Moravian-Silesian Region|Ostrava
""")
RIVERS = rows("""
Praha|Vltava|Prague|Vltava
Brno|Svratka a Svitava|Brno|Svratka and Svitava
Ostrava|Ostravice a Odra|Ostrava|Ostravice and Oder
Plzeň|Berounka|Plzeň|Berounka
Olomouc|Morava|Olomouc|Morava
České Budějovice|Vltava a Malše|České Budějovice|Vltava and Malše
Hradec Králové|Labe a Orlice|Hradec Králové|Elbe and Orlice
Pardubice|Labe a Chrudimka|Pardubice|Elbe and Chrudimka
Ústí nad Labem|Labe|Ústí nad Labem|Elbe
Zlín|Dřevnice|Zlín|Dřevnice
Jihlava|Jihlava|Jihlava|Jihlava
Karlovy Vary|Teplá a Ohře|Karlovy Vary|Teplá and Ohře
Londýn|Temže|London|Thames
Paříž|Seina|Paris|Seine
Vídeň|Dunaj|Vienna|Danube
Budapešť|Dunaj|Budapest|Danube
Bratislava|Dunaj|Bratislava|Danube
Řím|Tibera|Rome|Tiber
Varšava|Visla|Warsaw|Vistula
Berlín|Spréva|Berlin|Spree
Drážďany|Labe|Dresden|Elbe
Káhira|Nil|Cairo|Nile
Moskva|Moskva|Moscow|Moskva
""")


@domain('czech_geo', 4)
def czech_geo(r, ql, al):
    m = r.random()
    if m < 0.35:
        kc, mc, ke, me = r.choice(CZ_REGIONS)
        q = (
            r.choice(
                [
                    f'Jaké je krajské město – {kc}?',
                    f'Které město je sídlem kraje {kc}?',
                    f'{kc}: krajské město?',
                    f'Krajské město, {kc}?',
                ]
            )
            if ql == 'cs'
            else r.choice(
                [
                    f'What is the capital of the {ke}?',
                    f'Which city is the seat of the {ke} in Czechia?',
                    f'{ke}, main city?',
                ]
            )
        )
        return Item(
            ql,
            q,
            f'{kc} má sídlo ve městě {mc}.' if al == 'cs' else f'The seat of the {ke} is {me}.',
            short=mc if al == 'cs' else me,
        )
    if m < 0.75:
        tc, rc, te, re_ = r.choice(RIVERS)
        q = (
            r.choice(
                [
                    f'Jaká řeka protéká městem {tc}?',
                    f'Na jaké řece leží {tc}?',
                    f'Která řeka teče městem {tc}?',
                    f'Jaká řeka je ve městě {tc}?',
                    f'Na které řece je {tc}?',
                    f'{tc} leží na řece?',
                ]
            )
            if ql == 'cs'
            else r.choice(
                [
                    f'Which river flows through {te}?',
                    f'On what river is {te}?',
                    f'What river runs through {te}?',
                    f'Which river runs through the city of {te}?',
                    f'Which river is {te} on?',
                    f'{te} lies on which river?',
                ]
            )
        )
        if al == 'cs':
            a = f'Městem {tc} {"protékají" if " a " in rc else "protéká"} {rc}.'
        else:
            a = f'{"The rivers" if " and " in re_ else "The river"} {re_} {"flow" if " and " in re_ else "flows"} through {te}.'
        return Item(ql, q, a, short=rc if al == 'cs' else re_)
    qs = r.choice(CZFACTS)
    i = 0 if ql == 'en' else 1
    q = r.choice(qs[i].split(' / '))
    return Item(ql, q, qs[2] if al == 'en' else qs[3], short=qs[4] if al == 'en' else qs[5])


CZFACTS = rows("""
What is the highest mountain in Czechia? / What is the highest peak of the Czech Republic? / Highest mountain in the Czech Republic? / Which Czech mountain is the highest? / Name the highest Czech mountain. / What is the tallest mountain of Czechia?|Jaká je nejvyšší hora Česka? / Která hora je v Česku nejvyšší? / Nejvyšší hora České republiky? / Nejvyšší česká hora? / Která česká hora je nejvyšší? / Jak se jmenuje nejvyšší hora v Česku?|The highest mountain in Czechia is Sněžka, 1,603 metres.|Nejvyšší hora Česka je Sněžka, 1603 metrů.|Sněžka|Sněžka
What is the longest river in Czechia? / Longest river in the Czech Republic? / Which Czech river is the longest? / Name the longest Czech river.|Jaká je nejdelší řeka v Česku? / Která řeka je v Česku nejdelší? / Nejdelší česká řeka? / Která česká řeka je nejdelší? / Jak se jmenuje nejdelší řeka Česka?|The longest river in Czechia is the Vltava, 430 kilometres.|Nejdelší řeka v Česku je Vltava, 430 kilometrů.|Vltava|Vltava
What is the second largest city in Czechia? / Which Czech city is the second biggest? / Name the second biggest Czech city. / After Prague, which Czech city is the biggest?|Jaké je druhé největší město v Česku? / Které město je v Česku druhé největší? / Které město je druhé největší po Praze? / Jak se jmenuje druhé největší české město?|The second largest city in Czechia is Brno.|Druhé největší město v Česku je Brno.|Brno|Brno
What is the largest city in Czechia? / Which is the biggest Czech city? / Name the biggest city of Czechia. / Which city in Czechia has the most people?|Jaké je největší město v Česku? / Které české město je největší? / Největší české město? / Jak se jmenuje největší město Česka?|The largest city in Czechia is Prague.|Největší město v Česku je Praha.|Prague|Praha
How many regions does Czechia have? / How many regions are there in the Czech Republic? / Czechia is divided into how many regions? / Number of Czech regions?|Kolik krajů má Česko? / Kolik má Česká republika krajů? / Na kolik krajů se dělí Česko? / Počet krajů v Česku?|Czechia has 14 regions, including Prague.|Česko má 14 krajů včetně Prahy.|14|14
When was Czechoslovakia founded? / In what year was Czechoslovakia founded? / When did Czechoslovakia begin? / Which year did Czechoslovakia come into being?|Kdy vzniklo Československo? / Ve kterém roce vzniklo Československo? / V kterém roce bylo založeno Československo? / Kdy bylo založeno Československo? / Vznik Československa?|Czechoslovakia was founded on 28 October 1918.|Československo vzniklo 28. října 1918.|28 October 1918|28. října 1918
When was the Velvet Revolution? / In what year was the Velvet Revolution? / Which year was the Velvet Revolution? / When did communism fall in Czechoslovakia?|Kdy byla sametová revoluce? / Ve kterém roce byla sametová revoluce? / V jakém roce byla sametová revoluce? / Kdy padl komunismus v Československu?|The Velvet Revolution was in November 1989.|Sametová revoluce byla v listopadu 1989.|1989|1989
When did Czechoslovakia split? / When did Czechia become independent? / When did Czechia and Slovakia separate? / Which year did Czechoslovakia break up?|Kdy se rozdělilo Československo? / Kdy vznikla Česká republika? / Kdy se rozdělilo Česko a Slovensko? / V kterém roce se rozpadlo Československo?|Czechoslovakia split on 1 January 1993.|Československo se rozdělilo 1. ledna 1993, tehdy vznikla Česká republika.|1 January 1993|1. ledna 1993
Who was the first president of Czechoslovakia? / Who was T. G. Masaryk? / Name the first Czechoslovak president. / Who was Masaryk?|Kdo byl první prezident Československa? / Kdo byl Masaryk? / Kdo byl prvním československým prezidentem? / Jak se jmenoval první československý prezident? / Kdo to byl Masaryk?|Tomáš Garrigue Masaryk was the first president of Czechoslovakia.|Tomáš Garrigue Masaryk byl první prezident Československa.|Tomáš Garrigue Masaryk|Tomáš Garrigue Masaryk
Who was Charles IV? / What is Charles IV known for?|Kdo byl Karel IV.? / Čím je známý Karel IV.?|Charles IV was King of Bohemia and Holy Roman Emperor. He founded Charles University and had Charles Bridge built.|Karel IV. byl český král a římský císař. Založil Karlovu univerzitu a nechal postavit Karlův most.|King of Bohemia|český král
When was Charles University founded? / In which year was Charles University founded?|Kdy byla založena Karlova univerzita? / Ve kterém roce vznikla Karlova univerzita?|Charles University was founded in 1348.|Karlova univerzita byla založena v roce 1348.|1348|1348
Who was Jan Hus? / Tell me who Jan Hus was.|Kdo byl Jan Hus? / Řekni mi, kdo byl mistr Jan Hus.|Jan Hus was a Czech preacher and reformer. He was burned at the stake in 1415.|Jan Hus byl český kazatel a reformátor. Byl upálen v roce 1415.|Czech reformer|český reformátor
Who was Václav Havel? / Tell me about Václav Havel.|Kdo byl Václav Havel? / Čím byl Václav Havel?|Václav Havel was a Czech playwright, the last president of Czechoslovakia and the first president of Czechia.|Václav Havel byl dramatik, poslední prezident Československa a první prezident České republiky.|Czech president and playwright|prezident a dramatik
When did Czechia join the European Union? / When did the Czech Republic join the EU?|Kdy Česko vstoupilo do Evropské unie? / Kdy vstoupila Česká republika do EU?|Czechia joined the European Union on 1 May 2004.|Česko vstoupilo do Evropské unie 1. května 2004.|1 May 2004|1. května 2004
When did Czechia join NATO? / When did the Czech Republic join NATO?|Kdy Česko vstoupilo do NATO? / Ve kterém roce vstoupilo Česko do NATO?|Czechia joined NATO on 12 March 1999.|Česko vstoupilo do NATO 12. března 1999.|12 March 1999|12. března 1999
Who is the patron saint of Czechia? / Who was Saint Wenceslas?|Kdo je patronem české země? / Kdo byl svatý Václav?|Saint Wenceslas, a Bohemian duke, is the patron saint of Czechia. His day is 28 September.|Svatý Václav byl český kníže a je patronem české země. Jeho den je 28. září.|Saint Wenceslas|svatý Václav
What is the Czech anthem called? / What is the Czech national anthem?|Jak se jmenuje česká hymna? / Jaká je česká státní hymna?|The Czech anthem is called "Kde domov můj".|Česká hymna se jmenuje „Kde domov můj“.|Kde domov můj|Kde domov můj
What colours are on the Czech flag? / What does the Czech flag look like?|Jaké barvy má česká vlajka? / Jak vypadá česká vlajka?|The Czech flag is white and red with a blue wedge.|Česká vlajka je bílá a červená s modrým klínem.|white, red and blue|bílá, červená a modrá
What is the largest ocean? / Which ocean is the biggest? / What is the biggest ocean on Earth? / Name the largest ocean. / largest ocean on Earth|Jaký je největší oceán? / Který oceán je největší? / Jak se jmenuje největší oceán? / největší oceán na světě|The largest ocean is the Pacific Ocean.|Největší oceán je Tichý oceán.|Pacific Ocean|Tichý oceán
What is the longest river in the world? / Which river is the longest? / Which river is the longest on Earth? / Name the longest river. / longest river|Jaká je nejdelší řeka světa? / Která řeka je nejdelší na světě? / Která řeka je na světě nejdelší? / Jak se jmenuje nejdelší řeka? / nejdelší řeka|The Nile and the Amazon are the longest rivers in the world; most books name the Nile.|Nejdelšími řekami světa jsou Nil a Amazonka; nejčastěji se uvádí Nil.|Nile|Nil
What is the highest mountain in the world? / Which mountain is the tallest? / What is the tallest mountain on Earth? / Which mountain is the highest on Earth? / Name the highest mountain. / tallest mountain / What is the name of the world's tallest mountain?|Jaká je nejvyšší hora světa? / Která hora je nejvyšší na světě? / Která hora je na světě nejvyšší? / Jak se jmenuje nejvyšší hora? / nejvyšší hora světa|The highest mountain in the world is Mount Everest, 8,849 metres.|Nejvyšší hora světa je Mount Everest, 8849 metrů.|Mount Everest|Mount Everest
What is the largest country in the world? / Which country is the biggest? / Name the largest country by area. / biggest country in the world|Jaká je největší země světa? / Který stát je největší na světě? / Která země je největší? / Jak se jmenuje největší stát? / největší země světa|The largest country in the world is Russia.|Největší země světa je Rusko.|Russia|Rusko
What is the largest city in the world? / Which city is the biggest in the world? / What is the biggest city on Earth?|Jaké je největší město na světě? / Které město je největší na světě?|Tokyo is usually named as the largest city in the world.|Za největší město světa se obvykle považuje Tokio.|Tokyo|Tokio
What is the smallest country in the world? / Which country is the smallest? / Name the smallest state. / smallest country|Jaká je nejmenší země světa? / Který stát je nejmenší na světě? / Která země je nejmenší? / Jak se jmenuje nejmenší stát? / nejmenší stát světa|The smallest country in the world is Vatican City.|Nejmenší země světa je Vatikán.|Vatican City|Vatikán
What is the largest desert in the world? / Which hot desert is the largest? / Which desert is the largest? / Name the biggest desert.|Jaká je největší horká poušť světa? / Která poušť je největší? / Jak se jmenuje největší poušť?|The largest hot desert in the world is the Sahara.|Největší horká poušť světa je Sahara.|Sahara|Sahara
How many continents are there? / How many continents does Earth have? / What is the number of continents? / Name the continents. / Which continents are there?|Kolik je kontinentů? / Kolik má Země světadílů? / Jaký je počet světadílů? / Vyjmenuj světadíly. / Jaké jsou světadíly?|There are seven continents: Africa, Antarctica, Asia, Australia, Europe, North America and South America.|Světadílů je sedm: Afrika, Antarktida, Asie, Austrálie, Evropa, Jižní Amerika a Severní Amerika.|7|7
How many oceans are there? / Name the oceans. / What is the number of oceans? / Which oceans are there?|Kolik je oceánů? / Vyjmenuj oceány. / Jaký je počet oceánů? / Jaké jsou oceány?|There are five oceans: the Pacific, Atlantic, Indian, Southern and Arctic Ocean.|Oceánů je pět: Tichý, Atlantský, Indický, Jižní a Severní ledový oceán.|5|5
What is the deepest lake in the world? / Which lake is the deepest? / Name the deepest lake.|Jaké je nejhlubší jezero světa? / Které jezero je nejhlubší? / Jak se jmenuje nejhlubší jezero?|The deepest lake in the world is Lake Baikal.|Nejhlubší jezero světa je Bajkal.|Lake Baikal|Bajkal
What is the largest island in the world? / Which island is the biggest? / Which island is the largest? / Name the biggest island.|Jaký je největší ostrov světa? / Který ostrov je největší? / Jak se jmenuje největší ostrov?|The largest island in the world is Greenland.|Největší ostrov světa je Grónsko.|Greenland|Grónsko
Where is the Eiffel Tower? / In which city is the Eiffel Tower? / The Eiffel Tower stands in which city? / Which city has the Eiffel Tower?|Kde je Eiffelova věž? / Ve kterém městě stojí Eiffelova věž? / Ve kterém městě je Eiffelova věž? / V jakém městě stojí Eiffelova věž?|The Eiffel Tower is in Paris.|Eiffelova věž je v Paříži.|Paris|Paříž
Where is the Colosseum? / In which city is the Colosseum? / The Colosseum stands where?|Kde je Koloseum? / Ve kterém městě stojí Koloseum? / Ve kterém městě je Koloseum? / V jakém městě stojí Koloseum?|The Colosseum is in Rome.|Koloseum je v Římě.|Rome|Řím
Where is Big Ben? / In which city is Big Ben? / Big Ben stands where?|Kde je Big Ben? / Ve kterém městě je Big Ben? / V jakém městě stojí Big Ben?|Big Ben is in London.|Big Ben je v Londýně.|London|Londýn
Where is the Statue of Liberty? / In which city is the Statue of Liberty? / The Statue of Liberty stands where?|Kde je Socha svobody? / Ve kterém městě stojí Socha svobody? / Ve kterém městě je Socha svobody? / V jakém městě stojí Socha svobody?|The Statue of Liberty is in New York.|Socha svobody je v New Yorku.|New York|New York
Where is Charles Bridge? / In which city is Charles Bridge? / Charles Bridge stands where?|Kde je Karlův most? / Ve kterém městě stojí Karlův most? / Ve kterém městě je Karlův most? / V jakém městě stojí Karlův most?|Charles Bridge is in Prague.|Karlův most je v Praze.|Prague|Praha
Where are the pyramids of Giza? / In which country are the famous pyramids? / In which country are the pyramids? / Where can I see the pyramids?|Kde jsou pyramidy v Gíze? / Ve které zemi jsou slavné pyramidy? / Ve které zemi jsou pyramidy? / Kde uvidím pyramidy?|The pyramids of Giza are in Egypt.|Pyramidy v Gíze jsou v Egyptě.|Egypt|Egypt
Where is the Great Wall? / In which country is the Great Wall? / Where can I see the Great Wall?|Kde je Velká čínská zeď? / Ve které zemi stojí Velká zeď? / Ve které zemi je Velká čínská zeď? / Kde uvidím Velkou čínskou zeď?|The Great Wall is in China.|Velká čínská zeď je v Číně.|China|Čína
What is the largest animal? / Which animal is the biggest? / Which animal is the largest? / Name the biggest animal. / What is the biggest animal on Earth?|Jaké je největší zvíře? / Které zvíře je největší? / Jak se jmenuje největší zvíře? / Největší živočich na světě?|The largest animal is the blue whale.|Největší zvíře je plejtvák obrovský.|blue whale|plejtvák obrovský
What is the fastest land animal? / Which animal runs the fastest? / Name the fastest animal on land. / fastest animal|Jaké je nejrychlejší suchozemské zvíře? / Které zvíře běhá nejrychleji? / Jak se jmenuje nejrychlejší zvíře? / nejrychlejší zvíře na souši|The fastest land animal is the cheetah.|Nejrychlejší suchozemské zvíře je gepard.|cheetah|gepard
What is the tallest animal? / Which animal is the tallest? / Name the tallest animal. / What animal has the longest neck?|Jaké je nejvyšší zvíře? / Které zvíře je nejvyšší? / Jak se jmenuje nejvyšší zvíře?|The tallest animal is the giraffe.|Nejvyšší zvíře je žirafa.|giraffe|žirafa
""")
