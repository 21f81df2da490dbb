"""Sums told as small stories: who has what, what is bought, shared, lost or saved, and what must be known besides (a week has seven days)."""

import re
from core import *
import maths

HE = {'en': 'Tom Peter Jack Adam Ben Paul Mark Leo Sam John Martin David George Oliver'.split(), 'cs': 'Petr Tomáš Karel Honza Pavel Martin Filip Adam Jakub Ondra David Lukáš Marek Vojta'.split()}
SHE = {'en': 'Anna Eva Mary Lucy Emma Jane Kate Sophie Helen Sarah Alice Laura Nina Ella'.split(), 'cs': 'Anna Eva Jana Lucie Petra Klára Marie Tereza Lenka Zuzana Alena Hana Barbora Eliška'.split()}
# Countable things: English one, many; Czech of five and more.
THINGS = rows("""
apple|apples|jablek
pear|pears|hrušek
book|books|knih
ball|balls|míčů
egg|eggs|vajec
card|cards|karet
pencil|pencils|tužek
stamp|stamps|známek
sweet|sweets|bonbonů
cookie|cookies|sušenek
flower|flowers|květin
toy|toys|hraček
marble|marbles|kuliček
nut|nuts|ořechů
photo|photos|fotek
sticker|stickers|nálepek
candle|candles|svíček
button|buttons|knoflíků
shell|shells|mušlí
roll|rolls|rohlíků
plum|plums|švestek
notebook|notebooks|sešitů
""")
# What is bought: English one, many; Czech one in the nominative, accusative, of five and more.
GOODS = rows("""
ticket|tickets|lístek|lístek|lístků
roll|rolls|rohlík|rohlík|rohlíků
pen|pens|propiska|propisku|propisek
book|books|kniha|knihu|knih
coffee|coffees|káva|kávu|káv
ice cream|ice creams|zmrzlina|zmrzlinu|zmrzlin
cake|cakes|koláč|koláč|koláčů
postcard|postcards|pohlednice|pohlednici|pohlednic
bottle|bottles|láhev|láhev|lahví
notebook|notebooks|sešit|sešit|sešitů
chocolate|chocolates|čokoláda|čokoládu|čokolád
tea|teas|čaj|čaj|čajů
shirt|shirts|tričko|tričko|triček
ball|balls|míč|míč|míčů
magazine|magazines|časopis|časopis|časopisů
""")
PLACES = {
    'en': 'bus|train|tram|plane|boat|class|hall|room|cinema|garden|car park|restaurant|shop|library|park'.split('|'),
    'cs': 'autobuse|vlaku|tramvaji|letadle|třídě|sále|pokoji|kině|zahradě|restauraci|obchodě|knihovně|parku'.split('|'),
}
ADD = {
    'en': """{n} has {a} {t} and {g} has {b}. How many {t} do they have together?
{g} has {a} {t}. {n} gives her {b} more. How many does she have now?
There are {a} boys and {b} girls in a class. How many children are there?
A class has {a} girls and {b} boys. How many pupils is that?
In one basket there are {a} {t}, in another {b}. How many {t} in both?
{n} read {a} pages yesterday and {b} today. How many pages has he read?
{a} people were on the bus and {b} got on. How many people are on it now?
I paid {a} crowns for lunch and {b} for coffee. How much did I pay?
A farmer has {a} cows and {b} sheep. How many animals does he have?
{g} picked {a} {t} in the morning and {b} in the evening. How many in total?
On Monday I ran {a} kilometres and on Tuesday {b}. How far did I run?
{n} is {a} years old. How old will he be in {b} years?
{g} is {a}. Her brother is {b} years older. How old is he?
A book costs {a} crowns and a pen {b} crowns. What do they cost together?
{a} birds sit on a tree and {b} more come. How many birds are there?
The first team scored {a} points, the second {b}. How many points were scored in all?
I have {a} red and {b} blue {t}. How many {t} do I have?
{n} saved {a} crowns and got {b} from his grandmother. How much has he now?
The film lasts {a} minutes and the break {b} minutes. How long is that altogether?
There were {a} cars in the car park and {b} more arrived. How many cars are there?
A tree was {a} metres high and grew by {b} metres. How high is it now?
{g} had {a} {t} and found {b}. How many {t} has she got?
{n} has {a} {t}, {g} has {b} more than him. How many does {g} have?
Together with {b} new ones, how many {t} do I have if I had {a}?
A box weighs {a} kg and another one {b} kg. How much do they weigh together?""".splitlines(),
    'cs': """{n} má {a} {t} a {g} má {b}. Kolik {t} mají dohromady?
{g} má {a} {t}. {n} jí dá dalších {b}. Kolik jich má teď?
Ve třídě je {a} chlapců a {b} dívek. Kolik je tam dětí?
Do třídy chodí {a} holek a {b} kluků. Kolik je to žáků?
V jednom košíku je {a} {t}, v druhém {b}. Kolik {t} je v obou?
{n} včera přečetl {a} stran a dnes {b}. Kolik stran přečetl?
V autobuse jelo {a} lidí a {b} přistoupilo. Kolik jich teď jede?
Za oběd jsem zaplatil {a} korun a za kávu {b}. Kolik jsem utratil?
Na farmě je {a} krav a {b} ovcí. Kolik zvířat tam mají?
{g} natrhala ráno {a} {t} a večer {b}. Kolik celkem?
V pondělí jsem uběhl {a} kilometrů a v úterý {b}. Kolik je to dohromady?
{n} má {a} let. Kolik mu bude za {b} let?
{g} má {a} let. Její bratr je o {b} let starší. Kolik let je bratrovi?
Kniha stojí {a} korun a sešit {b} korun. Kolik stojí obojí?
Na stromě sedí {a} ptáků a {b} přiletí. Kolik jich tam je?
První tým dal {a} bodů, druhý {b}. Kolik bodů padlo celkem?
Mám {a} červených a {b} modrých {t}. Kolik mám {t}?
{n} našetřil {a} korun a od babičky dostal {b}. Kolik má teď?
Film trvá {a} minut a přestávka {b} minut. Jak dlouho to trvá celkem?
Na parkovišti stálo {a} aut a {b} přijelo. Kolik je tam aut?
Strom měřil {a} metrů a vyrostl o {b} metrů. Kolik měří teď?
{g} měla {a} {t} a našla {b}. Kolik {t} má?
{n} má {a} {t}, {g} jich má o {b} víc. Kolik jich má {g}?
Jedna krabice váží {a} kg a druhá {b} kg. Kolik váží obě?
Ve třídě je {a} kluků a {b} holek, kolik je to dětí dohromady?""".splitlines(),
}
SUB = {
    'en': """{n} had {a} {t} and gave {b} to {g}. How many are left?
{g} had {a} {t} and lost {b}. How many does she have?
There were {a} people on the bus and {b} got off. How many stayed?
I had {a} crowns and spent {b}. What is left?
I have {a} crowns and buy a cake for {b}. How much do I have left?
A coat costs {a} crowns and is {b} crowns cheaper now. What is its price?
A jacket cost {a} and is reduced by {b}. What does it cost now?
The shop takes {b} crowns off a price of {a}. What do I pay?
{n} is {a} years old and his sister is {b} years younger. How old is she?
{g} is {a}. {n} is {b} years younger than her. How old is {n}?
A book has {a} pages and I have read {b}. How many pages remain?
Of {a} {t} {b} were broken. How many were not?
Out of {a} pupils {b} are ill today. How many are at school?
The bus had {a} passengers, {b} left at the stop. How many are still on it?
{n} has {a} {t} and {g} has {b}. How many more does {n} have?
I want to save {a} crowns and have {b}. How much is missing?
A rope is {a} metres long and I cut off {b} metres. How long is the rest?
{a} birds were in the tree, {b} flew away. How many are there?
There were {a} {t} in the box. {n} took {b}. How many are in it now?
{g} baked {a} cakes and sold {b}. How many has she left?
The trip is {a} km long and we have gone {b} km. How far is it still?
I pay with a note of {a} crowns for something that costs {b}. How much do I get back?
{a} guests were invited and {b} did not come. How many came?
In a game {n} had {a} points and lost {b}. How many points has he?
A tank has {a} litres of water and {b} litres run out. How much water is left?
{n} ate {b} of his {a} {t}. How many are left?""".splitlines(),
    'cs': """{n} měl {a} {t} a {b} dal kamarádce. Kolik mu zbylo?
{g} měla {a} {t} a {b} ztratila. Kolik jich má?
V autobuse jelo {a} lidí a {b} vystoupilo. Kolik jich zůstalo?
Měl jsem {a} korun a {b} jsem utratil. Kolik mi zbylo?
Mám {a} korun a koupím si koláč za {b}. Kolik mi zbude?
Mám {a} korun a koupím si zmrzlinu za {b} korun. Kolik mi zůstane?
Kabát stojí {a} korun a je o {b} korun levnější. Kolik stojí teď?
Tričko za {a} korun zlevnili o {b} korun. Jaká je nová cena?
{n} má {a} let a jeho sestra je o {b} let mladší. Kolik jí je?
{g} má {a} let. {n} je o {b} let mladší. Kolik let má {n}?
Kniha má {a} stran a přečetl jsem {b}. Kolik stran zbývá?
Z {a} {t} bylo {b} rozbitých. Kolik bylo celých?
Z {a} žáků dnes {b} chybí. Kolik jich je ve škole?
Vlakem jelo {a} lidí, {b} jich na nádraží vystoupilo. Kolik jede dál?
{n} má {a} {t} a {g} má {b}. O kolik víc má {n}?
Chci našetřit {a} korun a mám {b}. Kolik mi chybí?
Provaz měří {a} metrů a {b} metrů uříznu. Kolik zbude?
Na stromě bylo {a} ptáků, {b} odletělo. Kolik jich tam je?
V krabici bylo {a} {t}. {n} jich {b} vzal. Kolik jich tam je teď?
{g} upekla {a} koláčů a {b} prodala. Kolik jí zbylo?
Cesta má {a} km a ušli jsme {b} km. Kolik ještě zbývá?
Platím bankovkou za {a} korun něco, co stojí {b}. Kolik dostanu zpátky?
Pozvali jsme {a} hostů a {b} nepřišlo. Kolik jich přišlo?
{n} měl ve hře {a} bodů a {b} ztratil. Kolik má bodů?
V sudu je {a} litrů vody a {b} litrů vyteče. Kolik vody zbude?
{n} snědl {b} ze svých {a} {t}. Kolik mu zbylo?
Nákup stojí {b} korun a platím {a} korunami. Kolik mi vrátí?
Maminka má {a} let a dcera je o {b} let mladší. Kolik je dceři?""".splitlines(),
}
MUL = {
    'en': """One {s} costs {b} crowns. How much do {a} {p} cost?
I buy {a} {p} for {b} crowns each. What do I pay?
A {s} is {b} crowns. What is the price of {a} {p}?
There are {a} boxes with {b} {t} each. How many {t} are there?
A bag holds {b} {t}. How many {t} are in {a} bags?
{a} children have {b} {t} each. How many {t} is that?
A garden has {a} rows with {b} trees in each row. How many trees are there?
I read {b} pages a day. How many pages do I read in {a} days?
{n} earns {b} euros an hour. How much does he earn in {a} hours?
One ride takes {b} minutes. How long do {a} rides take?
A lesson has {b} minutes. How many minutes are {a} lessons?
{g} runs {b} kilometres every day. How far does she run in {a} days?
A car uses {b} litres for one trip. How many litres for {a} trips?
Every shelf has {b} books and there are {a} shelves. How many books?
A machine makes {b} {t} in an hour. How many in {a} hours?
{a} tables with {b} chairs each: how many chairs?
{n} drinks {b} glasses of water a day. How many in {a} days?
One packet has {b} {t}. I bought {a} packets. How many {t} do I have?
The hall has {a} rows of {b} seats. How many seats is that?
{g} is {b} years old and her mother is {a} times as old. How old is the mother?
A team has {b} players. How many players are in {a} teams?
{n} has {b} {t} and {g} has {a} times as many. How many does {g} have?""".splitlines(),
    'cs': """Jeden {s} stojí {b} korun. Kolik stojí {a} {p}?
{a} {p} po {b} korunách, kolik zaplatím?
Koupím {a} {p}, každý kus za {b} korun. Kolik to stojí?
V každé krabici je {b} {t} a krabic je {a}. Kolik je {t} celkem?
V sáčku je {b} {t}. Kolik {t} je v {a} sáčcích?
Každé dítě má {b} {t} a dětí je {a}. Kolik {t} to je?
Na zahradě je {a} řad a v každé {b} stromů. Kolik je tam stromů?
Denně přečtu {b} stran. Kolik stran přečtu za {a} dní?
{n} vydělá za hodinu {b} eur. Kolik vydělá za {a} hodin?
Jedna jízda trvá {b} minut. Jak dlouho trvá {a} jízd?
Hodina ve škole má {b} minut. Kolik minut je {a} hodin?
{g} uběhne každý den {b} kilometrů. Kolik uběhne za {a} dní?
Auto spotřebuje na jednu cestu {b} litrů. Kolik litrů je to na {a} cest?
Na každé polici je {b} knih a polic je {a}. Kolik je to knih?
Stroj vyrobí za hodinu {b} {t}. Kolik jich vyrobí za {a} hodin?
{a} stolů po {b} židlích: kolik je to židlí?
{n} vypije denně {b} sklenic vody. Kolik jich vypije za {a} dní?
V balíčku je {b} {t}. Koupil jsem {a} balíčků. Kolik mám {t}?
V sále je {a} řad po {b} sedadlech. Kolik je tam sedadel?
{g} má {b} let a dědeček je {a}krát starší. Kolik je dědečkovi?
V týmu je {b} hráčů. Kolik hráčů je v {a} týmech?
{n} má {b} {t} a {g} jich má {a}krát víc. Kolik jich má {g}?
Autobus uveze {b} lidí. Kolik lidí uveze {a} autobusů?""".splitlines(),
}
DIV = {
    'en': """{n} shares {c} {t} equally among {a} friends. How many does each get?
{c} {t} are divided between {a} children. How many has each child?
There are {c} pupils in {a} equal rows. How many are in one row?
{c} pupils sit in {a} rows, the same number in each. How many in a row?
{c} {t} fit into {a} boxes. How many are in a box?
{a} people share a bill of {c} crowns. How much does each pay?
{a} friends split {c} euros. How much for each?
{a} {p} cost {c} crowns. What does one {s} cost?
I have {c} crowns. How many {p} for {a} crowns each can I buy?
{n} puts {c} {t} into bags of {a}. How many bags does he need?
A rope of {c} metres is cut into {a} equal parts. How long is each?
{g} reads {a} pages a day. In how many days does she read {c} pages?
{c} children make groups of {a}. How many groups are there?
A book has {c} pages. How many a day must I read to finish in {a} days?
{n} earned {c} euros in {a} days. How much a day?
{c} seats are in {a} rows. How many seats has a row?
The teacher gives {c} {t} to {a} children, the same to all. How many each?
{c} eggs go into boxes of {a}. How many boxes is that?
{n} cycles {c} km in {a} hours. How many km in one hour?""".splitlines(),
    'cs': """{n} rozdělí {c} {t} spravedlivě mezi {a} kamarádů. Kolik dostane každý?
{c} {t} se rozdělí {a} dětem. Kolik má každé?
Ve třídě je {c} žáků v {a} stejných řadách. Kolik jich je v jedné řadě?
{c} žáků sedí v {a} řadách, v každé stejně. Kolik jich je v řadě?
{c} {t} se vejde do {a} krabic. Kolik jich je v krabici?
{a} lidí se složí na účet {c} korun. Kolik dá každý?
{a} kamarádů si rozdělí {c} eur. Kolik připadne na jednoho?
{a} {p} stojí {c} korun. Kolik stojí jeden kus?
Mám {c} korun. Kolik {p} po {a} korunách si koupím?
{n} dává {c} {t} do sáčků po {a}. Kolik sáčků potřebuje?
Provaz dlouhý {c} metrů rozřežu na {a} stejných dílů. Jak dlouhý je jeden?
{g} čte {a} stran denně. Za kolik dní přečte {c} stran?
{c} dětí se rozdělí do skupin po {a}. Kolik je skupin?
Kniha má {c} stran. Kolik jich musím číst denně, abych ji dočetl za {a} dní?
{n} vydělal {c} eur za {a} dní. Kolik je to za den?
V sále je {c} sedadel v {a} řadách. Kolik sedadel má řada?
Paní učitelka rozdá {c} {t} mezi {a} dětí, všem stejně. Kolik dostane jedno?
{c} vajec se balí po {a}. Kolik je to balení?
{n} ujede na kole {c} km za {a} hodin. Kolik km je to za hodinu?
Babička rozdělila {c} korun mezi {a} vnoučat. Kolik dostalo každé?""".splitlines(),
}
HALF = {
    'en': [('There are {c} {t} and half of them are bad. How many are good?', 2), ('{n} ate half of his {c} {t}. How many are left?', 2), ('Half of the {c} pupils went home. How many stayed?', 2), ('A quarter of {c} {t} is red. How many are red?', 4), ('A third of the {c} people are children. How many children is that?', 3), ('{g} spends half of her {c} crowns. How much has she left?', 2), ('Half of {c} {t} are green. How many are green?', 2), ('The price of {c} crowns is cut by half. What is it now?', 2)],
    'cs': [('V košíku je {c} {t} a polovina je špatná. Kolik je dobrých?', 2), ('{n} snědl polovinu ze svých {c} {t}. Kolik mu zbylo?', 2), ('Polovina z {c} žáků šla domů. Kolik jich zůstalo?', 2), ('Čtvrtina z {c} {t} je červená. Kolik je červených?', 4), ('Třetina z {c} lidí jsou děti. Kolik je tam dětí?', 3), ('{g} utratí půlku z {c} korun. Kolik jí zbude?', 2), ('Polovina z {c} {t} je zelená. Kolik je zelených?', 2), ('Cenu {c} korun snížili na polovinu. Jaká je teď?', 2)],
}
# What must be known: English | Czech | how many | the fact in English | in Czech
IMPLIED = rows("""
There are {a} cars in the street. How many wheels do they have together?|Na ulici stojí {a} aut. Kolik mají dohromady kol?|4|A car has 4 wheels|Auto má 4 kola
{a} cars are in the car park. How many wheels is that?|Na parkovišti je {a} aut. Kolik je to kol?|4|A car has 4 wheels|Auto má 4 kola
I see {a} bicycles. How many wheels do I see?|Vidím {a} jízdních kol. Kolik mají koleček?|2|A bicycle has 2 wheels|Kolo má 2 kolečka
{n} has {a} dogs. How many legs do they have?|{n} má {a} psů. Kolik mají nohou?|4|A dog has 4 legs|Pes má 4 nohy
A farmer has {a} cows. How many legs is that altogether?|Na farmě je {a} krav. Kolik nohou mají celkem?|4|A cow has 4 legs|Kráva má 4 nohy
{a} hens are in the yard. How many legs do they have?|Na dvoře je {a} slepic. Kolik mají nohou?|2|A hen has 2 legs|Slepice má 2 nohy
{a} children raise both hands. How many hands are up?|{a} dětí zvedlo obě ruce. Kolik rukou je nahoře?|2|A child has 2 hands|Dítě má 2 ruce
I read {a} pages a day. How many pages is that in a week?|Denně přečtu {a} stran. Kolik je to za týden?|7|A week has 7 days|Týden má 7 dní
{n} runs {a} kilometres a day. How far does he run in a week?|{n} uběhne denně {a} kilometrů. Kolik uběhne za týden?|7|A week has 7 days|Týden má 7 dní
{g} drinks {a} glasses of water every day. How many in one week?|{g} vypije denně {a} sklenic vody. Kolik za týden?|7|A week has 7 days|Týden má 7 dní
The holiday lasts {a} weeks. How many days is that?|Prázdniny trvají {a} týdnů. Kolik je to dní?|7|A week has 7 days|Týden má 7 dní
The rent is {a} euros a month. How much is it in a year?|Nájem je {a} eur měsíčně. Kolik je to za rok?|12|A year has 12 months|Rok má 12 měsíců
{n} saves {a} crowns every month. How much does he save in a year?|{n} ušetří každý měsíc {a} korun. Kolik ušetří za rok?|12|A year has 12 months|Rok má 12 měsíců
I buy {a} dozen eggs. How many eggs is that?|Koupím {a} tuctů vajec. Kolik je to vajec?|12|A dozen is 12|Tucet je 12
A pair of shoes is two shoes. How many shoes are {a} pairs?|Kolik bot je {a} párů?|2|A pair is 2|Pár jsou 2
{a} spiders sit on the wall. How many legs do they have?|Na zdi sedí {a} pavouků. Kolik mají nohou?|8|A spider has 8 legs|Pavouk má 8 nohou
{a} people each have ten fingers. How many fingers is that?|{a} lidí má po deseti prstech. Kolik je to prstů?|10|A person has 10 fingers|Člověk má 10 prstů
""")
TWO = {
    'en': [('I buy {a} {p} for {b} crowns each and pay with {d} crowns. How much do I get back?', 'back'), ('{n} had {c} {t}, got {a} more and gave away {b}. How many has he now?', 'chain'), ('There were {c} people on the bus. {a} got on and {b} got off. How many are there now?', 'chain'), ('{g} has {a} bags with {b} {t} and {d} more {t}. How many in total?', 'plus')],
    'cs': [('Koupím {a} {p} po {b} korunách a platím {d} korunami. Kolik mi vrátí?', 'back'), ('{n} měl {c} {t}, dostal {a} a rozdal {b}. Kolik jich má teď?', 'chain'), ('V autobuse jelo {c} lidí. {a} jich nastoupilo a {b} vystoupilo. Kolik jich jede?', 'chain'), ('{g} má {a} sáčků po {b} {t} a k tomu {d} {t}. Kolik má celkem?', 'plus')],
}


# A Czech number below five wants another form of a noun, so it stands only where a verb follows.
NOUN_AFTER = re.compile(r'\{b\} (?:\{t\}|\w+(?:ů|í|ek|un|et|an|ut|dů|ic|lů|ou)\b|let\b|km\b|kg\b)')
# Two to four of a thing, in Czech.
FEW = rows("""
Maminka rozdělila {c} {t} mezi {a} děti. Kolik dostalo každé?|div
{c} {t} se dělí mezi {a} kamarády. Kolik má každý?|div
{a} kamarádi si rozdělí {c} eur. Kolik má každý?|div
{c} žáků sedí ve {a} řadách. Kolik jich je v jedné?|div
Dám {c} {t} do {a} krabic. Kolik jich je v jedné?|div
{a} lístky stojí {c} korun. Kolik stojí jeden?|div
Máme {c} {t} na {a} talíře stejně. Kolik jich je na jednom?|div
{a} krabice po {b} {t}. Kolik {t} to je?|mul
Jeden lístek stojí {b} korun. Kolik stojí {a}?|mul
Jeden rohlík je za {b} korun. Kolik dám za {a} rohlíky?|mul
Koupím {a} sešity po {b} korunách. Kolik zaplatím?|mul
{a} děti mají každé {b} {t}. Kolik mají dohromady?|mul
Denně přečtu {b} stran. Kolik stran přečtu za {a} dny?|mul
Za hodinu vydělám {b} korun. Kolik vydělám za {a} hodiny?|mul
V každé ze {a} váz je {b} {t}. Kolik je to celkem?|mul
Auto jede {b} km za hodinu. Kolik ujede za {a} hodiny?|mul
""")


def few(r):
    q, kind = r.choice(FEW)
    a, b = r.randint(2, 4), r.choice([r.randint(5, 12), r.randint(5, 30), r.randint(2, 12) * 10])
    shown = r.choice([a, a, a, {2: 'dvě' if 'krab' in q or 'děti' in q or 'hodiny' in q or 'řad' in q or 'váz' in q else 'dva', 3: 'tři', 4: 'čtyři'}[a]])
    if 've {a}' in q or 'ze {a}' in q or 'do {a}' in q:
        shown = a
    q = cap(filled(r, 'cs', q, a=shown, b=b, c=a * b))
    return told('cs', q, f'{a} × {b}', a * b) if kind == 'mul' else told('cs', q, f'{a * b} ÷ {a}', b)


def amount(r, low=5, high=40):
    """Mostly small numbers, sometimes prices."""
    m = r.random()
    if m < 0.6:
        return r.randint(low, high)
    return r.randint(low, 99) if m < 0.85 else r.randint(2, 90) * 10


def second(r, l, q):
    return r.randint(2, 9) if r.random() < 0.4 and not (l == 'cs' and NOUN_AFTER.search(q)) else amount(r)


def in_words(r, l, q):
    """One small number of the story as a word."""
    found = [m for m in re.finditer(r'(?<![\d.])\d+(?![\d.])', q) if (5 if l == 'cs' else 2) <= int(m[0]) <= 20]
    if not found:
        return q
    m = r.choice(found)
    w = maths.words(int(m[0]), l)
    return q[: m.start()] + (cap(w) if m.start() == 0 else w) + q[m.end() :]


def told(l, q, sum_, v, before=''):
    a = f'{before}{sum_} = {v}. ' + (f'The answer is {v}.' if l == 'en' else f'Je to {v}.')
    return Item(l, q, a, short=str(v), noise=False)


def filled(r, l, q, **numbers):
    t, g = r.choice(THINGS), r.choice(GOODS)
    words = {'t': t[1] if l == 'en' else t[2], 's': g[0] if l == 'en' else g[2], 'p': g[1] if l == 'en' else g[4]}
    if l == 'cs' and q.startswith('Jeden {s}'):
        q = {'a': 'Jedna', 'e': 'Jedna', 'v': 'Jedna', 'o': 'Jedno'}.get(words['s'][-1], 'Jeden') + q[5:]
    return q.format(n=r.choice(HE[l]), g=r.choice(SHE[l]), **words, **numbers)


def one_step(r, l):
    kind = r.choices(['add', 'sub', 'mul', 'div', 'half'], [5, 6, 5, 5, 2])[0]
    if kind == 'add':
        q = r.choice(ADD[l])
        a, b = amount(r), second(r, l, q)
        return told(l, filled(r, l, q, a=a, b=b), f'{a} + {b}', a + b)
    if kind == 'sub':
        q = r.choice(SUB[l])
        a, b = amount(r, 7), second(r, l, q)
        a, b = (max(a, b), min(a, b)) if a != b else (a + 5, b)
        return told(l, filled(r, l, q, a=a, b=b), f'{a} - {b}', a - b)
    if kind == 'mul':
        if l == 'cs' and r.random() < 0.35:
            return few(r)
        a, b = r.randint(5 if l == 'cs' else 2, 9), r.choice([r.randint(2, 12), r.randint(5, 30), r.randint(2, 12) * 10, r.choice([15, 25, 35, 45])])
        b = max(b, 5) if l == 'cs' else b
        q = r.choice(MUL[l])
        return told(l, filled(r, l, q, a=a, b=b), f'{a} × {b}', a * b)
    if kind == 'div':
        if l == 'cs' and r.random() < 0.35:
            return few(r)
        a, v = r.randint(2, 10), r.randint(2, 15)
        a = max(a, 5) if l == 'cs' else a
        return told(l, filled(r, l, r.choice(DIV[l]), a=a, c=a * v), f'{a * v} ÷ {a}', v)
    q, n = r.choice(HALF[l])
    v = r.randint(3, 25)
    return told(l, filled(r, l, q, c=n * v), f'{n * v} ÷ {n}', v)


def implied(r, l):
    row = r.choice(IMPLIED)
    a, k = r.randint(5, 12) if r.random() < 0.8 else r.choice([15, 20, 25, 30]), int(row[2])
    if l == 'en' and r.random() < 0.4:
        a = r.randint(2, 4)
    q = filled(r, l, row[0 if l == 'en' else 1], a=a)
    return told(l, q, f'{a} × {k}', a * k, row[3 if l == 'en' else 4] + ': ')


def two_steps(r, l):
    q, kind = r.choice(TWO[l])
    a, b = r.randint(5, 9), r.randint(5, 12)
    if kind == 'back':
        d = r.choice([x for x in (50, 100, 200, 500) if x > a * b])
        return told(l, filled(r, l, q, a=a, b=b, d=d), f'{a} × {b} = {a * b}, {d} - {a * b}', d - a * b)
    if kind == 'plus':
        d = r.randint(5, 20)
        return told(l, filled(r, l, q, a=a, b=b, d=d), f'{a} × {b} = {a * b}, {a * b} + {d}', a * b + d)
    c = r.randint(13, 40)
    return told(l, filled(r, l, q, a=a, b=b, c=c), f'{c} + {a} = {c + a}, {c + a} - {b}', c + a - b)


@domain('stories', 22)
def stories(r, l):
    it = r.choices([one_step, implied, two_steps], [14, 3, 2])[0](r, l)
    if r.random() < 0.08:
        it.q = in_words(r, l, it.q)
    it.q = strip_dia(it.q) if l == 'cs' and r.random() < 0.1 else it.q.lower() if r.random() < 0.08 else it.q
    return it
