"""What common things are, and lists of them."""

from core import *
import vocab

DEFS = rows("""
dog|pes|A dog is an animal that people keep as a friend and guard.|Pes je domácí zvíře, přítel a hlídač člověka.
cat|kočka|A cat is a small animal that people keep at home; it catches mice.|Kočka je malé domácí zvíře, které chytá myši.
horse|kůň|A horse is a large animal that people ride.|Kůň je velké zvíře, na kterém lidé jezdí.
cow|kráva|A cow is a farm animal that gives milk.|Kráva je hospodářské zvíře, které dává mléko.
bird|pták|A bird is an animal with feathers and wings that lays eggs.|Pták je zvíře s peřím a křídly, které klade vejce.
fish|ryba|A fish is an animal that lives in water and breathes with gills.|Ryba je zvíře, které žije ve vodě a dýchá žábrami.
bee|včela|A bee is an insect that makes honey.|Včela je hmyz, který vyrábí med.
tree|strom|A tree is a tall plant with a trunk and branches.|Strom je vysoká rostlina s kmenem a větvemi.
flower|květina|A flower is the coloured part of a plant, or the plant itself.|Květina je kvetoucí rostlina.
house|dům|A house is a building where people live.|Dům je stavba, ve které lidé bydlí.
car|auto|A car is a vehicle with four wheels and an engine.|Auto je vozidlo se čtyřmi koly a motorem.
bicycle|kolo|A bicycle is a vehicle with two wheels that you drive with your legs.|Kolo je vozidlo na dvou kolech, které se pohání nohama.
train|vlak|A train is a row of carriages that runs on rails.|Vlak je řada vagonů, která jezdí po kolejích.
plane|letadlo|A plane is a machine with wings that flies.|Letadlo je stroj s křídly, který létá.
ship|loď|A ship is a large vehicle that sails on water.|Loď je velké plavidlo, které pluje po vodě.
book|kniha|A book is a set of written pages bound together.|Kniha je svazek popsaných stran.
school|škola|A school is a place where children learn.|Škola je místo, kde se učí děti.
hospital|nemocnice|A hospital is a place where ill people are treated.|Nemocnice je místo, kde se léčí nemocní.
doctor|lékař|A doctor is a person who treats ill people.|Lékař je člověk, který léčí nemocné.
teacher|učitel|A teacher is a person who teaches others.|Učitel je člověk, který učí ostatní.
river|řeka|A river is water that flows through the land to the sea or a lake.|Řeka je voda, která teče krajinou do moře nebo jezera.
mountain|hora|A mountain is a very high piece of land.|Hora je velmi vysoká část země.
sea|moře|A sea is a large area of salt water.|Moře je velká plocha slané vody.
island|ostrov|An island is land with water all around it.|Ostrov je země obklopená vodou.
desert|poušť|A desert is a very dry place with few plants.|Poušť je velmi suché místo s málem rostlin.
forest|les|A forest is a large area with many trees.|Les je velká plocha s mnoha stromy.
rain|déšť|Rain is water that falls from clouds in drops.|Déšť je voda, která padá z mraků v kapkách.
snow|sníh|Snow is frozen water that falls from clouds as white flakes.|Sníh je zmrzlá voda, která padá z mraků jako bílé vločky.
wind|vítr|Wind is moving air.|Vítr je pohybující se vzduch.
fire|oheň|Fire is burning that gives light and heat.|Oheň je hoření, které dává světlo a teplo.
water|voda|Water is a clear liquid, H2O, that all living things need.|Voda je čirá kapalina, H2O, kterou potřebuje vše živé.
ice|led|Ice is frozen water.|Led je zmrzlá voda.
star|hvězda|A star is a huge ball of hot gas that shines.|Hvězda je obrovská koule žhavého plynu, která svítí.
planet|planeta|A planet is a large body that goes around a star.|Planeta je velké těleso, které obíhá kolem hvězdy.
love|láska|Love is a deep feeling of liking somebody very much.|Láska je hluboký cit k někomu.
friend|přítel|A friend is a person whom you like and trust.|Přítel je člověk, kterého máme rádi a kterému věříme.
family|rodina|A family is parents, children and their relatives.|Rodina jsou rodiče, děti a jejich příbuzní.
music|hudba|Music is sounds put together so that they please or move us.|Hudba jsou zvuky uspořádané tak, aby se líbily.
money|peníze|Money is what people pay with.|Peníze jsou to, čím lidé platí.
time|čas|Time is what clocks measure: the order in which things happen.|Čas je to, co měří hodiny: pořadí, v jakém se věci dějí.
bread|chléb|Bread is food baked from flour and water.|Chléb je potravina upečená z mouky a vody.
cheese|sýr|Cheese is food made of milk.|Sýr je potravina z mléka.
apple|jablko|An apple is a round fruit that grows on trees.|Jablko je kulaté ovoce, které roste na stromech.
carrot|mrkev|A carrot is an orange vegetable.|Mrkev je oranžová zelenina.
telephone/phone|telefon|A phone is a device for talking to people who are far away.|Telefon je přístroj, kterým mluvíme s lidmi na dálku.
keyboard|klávesnice|A keyboard is a board with keys for typing.|Klávesnice je deska s klávesami na psaní.
robot|robot|A robot is a machine that does work by itself.|Robot je stroj, který sám vykonává práci.
program|program|A program is a list of instructions for a computer.|Program je seznam pokynů pro počítač.
algorithm|algoritmus|An algorithm is a list of exact steps that solves a task.|Algoritmus je přesný postup, který řeší úlohu.
recursion|rekurze|Recursion is when a function calls itself to solve a smaller part of the task.|Rekurze je, když funkce volá sama sebe na menší část úlohy.
variable|proměnná|A variable is a named place for a value in a program.|Proměnná je pojmenované místo pro hodnotu v programu.
function|funkce|A function is a named piece of a program that takes values and returns a result.|Funkce je pojmenovaná část programu, která bere hodnoty a vrací výsledek.
loop|cyklus|A loop repeats a part of a program.|Cyklus opakuje část programu.
database|databáze|A database is a place where a program keeps data in order.|Databáze je místo, kde program přehledně ukládá data.
server|server|A server is a computer or a program that answers the requests of others.|Server je počítač nebo program, který odpovídá na požadavky jiných.
browser|prohlížeč|A browser is a program that shows web pages.|Prohlížeč je program, který zobrazuje webové stránky.
e-mail/email|e-mail|An e-mail is a message sent over the internet.|E-mail je zpráva poslaná přes internet.
website|webová stránka|A website is a set of pages on the internet.|Webová stránka je dokument na internetu.
password|heslo|A password is a secret word that lets you sign in.|Heslo je tajné slovo, kterým se přihlašujete.
artificial intelligence/AI|umělá inteligence|Artificial intelligence is programs that do things for which people need thinking.|Umělá inteligence jsou programy, které dělají věci, k nimž lidé potřebují myšlení.
democracy|demokracie|Democracy is a form of government in which the people vote.|Demokracie je zřízení, ve kterém rozhodují občané ve volbách.
president|prezident|A president is the elected head of a republic.|Prezident je volená hlava republiky.
king|král|A king is a man who is the head of a kingdom.|Král je muž, který stojí v čele království.
capital|hlavní město|A capital is the city where the government of a country sits.|Hlavní město je město, kde sídlí vláda státu.
continent|světadíl|A continent is one of the large pieces of land on Earth.|Světadíl je jedna z velkých částí pevniny na Zemi.
triangle|trojúhelník|A triangle is a shape with three sides.|Trojúhelník je útvar se třemi stranami.
circle|kruh|A circle is a round shape; all its edge points are equally far from the centre.|Kruh je kulatý útvar; všechny body okraje jsou stejně daleko od středu.
square|čtverec|A square is a shape with four equal sides and right angles.|Čtverec je útvar se čtyřmi stejnými stranami a pravými úhly.
prime number|prvočíslo|A prime number can be divided only by 1 and by itself.|Prvočíslo je dělitelné jen jedničkou a samo sebou.
verb|sloveso|A verb is a word for an action, such as run or sleep.|Sloveso je slovo pro děj, například běžet nebo spát.
noun|podstatné jméno|A noun is a word for a person, a thing or an idea.|Podstatné jméno je slovo pro osobu, věc nebo pojem.
adjective|přídavné jméno|An adjective is a word that says what something is like.|Přídavné jméno je slovo, které říká, jaké něco je.
poem|báseň|A poem is a text in verses, often with rhymes.|Báseň je text ve verších, často s rýmy.
joke|vtip|A joke is a short story that makes people laugh.|Vtip je krátký příběh, který má rozesmát.
holiday|dovolená|A holiday is time when you do not have to work.|Dovolená je čas, kdy nemusíte pracovat.
football|fotbal|Football is a game of two teams that kick a ball into a goal.|Fotbal je hra dvou týmů, které kopou míč do branky.
chess|šachy|Chess is a board game of two players with 16 pieces each.|Šachy jsou desková hra dvou hráčů, každý má 16 figur.
computer/laptop|počítač/notebook|A computer is a machine that processes data by following programs.|Počítač je stroj, který zpracovává data podle programů.
internet|internet|The internet is the worldwide network of connected computers.|Internet je celosvětová síť propojených počítačů.
volcano|sopka/vulkán|A volcano is a mountain from which hot melted rock comes out.|Sopka je hora, ze které vytéká žhavá roztavená hornina.
dentist|zubař|A dentist is a doctor who treats teeth.|Zubař je lékař, který léčí zuby.
nurse|zdravotní sestra|A nurse takes care of ill people.|Zdravotní sestra pečuje o nemocné.
cook|kuchař|A cook is a person who prepares food.|Kuchař je člověk, který vaří jídlo.
baker|pekař|A baker is a person who bakes bread.|Pekař je člověk, který peče chléb.
pilot|pilot|A pilot is a person who flies a plane.|Pilot je člověk, který řídí letadlo.
farmer|farmář/zemědělec|A farmer grows plants and keeps animals.|Zemědělec pěstuje rostliny a chová zvířata.
singer|zpěvák|A singer is a person who sings.|Zpěvák je člověk, který zpívá.
actor|herec|An actor is a person who plays in films or theatre.|Herec je člověk, který hraje ve filmu nebo v divadle.
writer|spisovatel|A writer is a person who writes books.|Spisovatel je člověk, který píše knihy.
lawyer|právník|A lawyer is a person who helps others with the law.|Právník je člověk, který pomáhá druhým s právem.
hammer|kladivo|A hammer is a tool for hitting nails.|Kladivo je nástroj na zatloukání hřebíků.
knife|nůž|A knife is a tool for cutting.|Nůž je nástroj na krájení.
spoon|lžíce|A spoon is a tool for eating soup.|Lžíce je příbor na polévku.
table|stůl|A table is a piece of furniture with a flat top and legs.|Stůl je kus nábytku s deskou a nohama.
chair|židle|A chair is a piece of furniture to sit on.|Židle je kus nábytku na sezení.
bed|postel|A bed is a piece of furniture to sleep in.|Postel je kus nábytku na spaní.
window|okno|A window is an opening in a wall that lets light in.|Okno je otvor ve zdi, kterým přichází světlo.
door|dveře|A door is what you open to go into a room.|Dveře jsou to, čím se vchází do místnosti.
key|klíč|A key is a thing that opens a lock.|Klíč je věc, která otevírá zámek.
umbrella|deštník|An umbrella protects you from rain.|Deštník chrání před deštěm.
clock|hodiny|A clock is a device that shows the time.|Hodiny jsou přístroj, který ukazuje čas.
thermometer|teploměr|A thermometer is a device that measures temperature.|Teploměr je přístroj, který měří teplotu.
compass|kompas|A compass is a device that shows where north is.|Kompas je přístroj, který ukazuje sever.
map|mapa|A map is a picture of land seen from above.|Mapa je obraz krajiny shora.
dictionary|slovník|A dictionary is a book that explains or translates words.|Slovník je kniha, která vysvětluje nebo překládá slova.
library|knihovna|A library is a place where you can borrow books.|Knihovna je místo, kde si půjčíte knihy.
museum|muzeum|A museum is a place that shows old or interesting things.|Muzeum je místo, kde se vystavují staré nebo zajímavé věci.
bakery|pekárna|A bakery is a place where bread is baked and sold.|Pekárna je místo, kde se peče a prodává chléb.
pharmacy|lékárna|A pharmacy is a shop that sells medicine.|Lékárna je obchod, kde se prodávají léky.
bank|banka|A bank is a place that keeps and lends money.|Banka je podnik, který uchovává a půjčuje peníze.
bridge|most|A bridge is a way over a river or a valley.|Most je cesta přes řeku nebo údolí.
castle|hrad|A castle is a large old building with strong walls.|Hrad je velká stará stavba se silnými zdmi.
village|vesnice|A village is a small place where people live.|Vesnice je malé sídlo, kde žijí lidé.
city/town|město|A city is a large place where many people live.|Město je velké sídlo, kde žije mnoho lidí.
lake|jezero|A lake is a large area of water with land around it.|Jezero je velká vodní plocha obklopená pevninou.
ocean|oceán|An ocean is a very large sea.|Oceán je velmi velké moře.
valley|údolí|A valley is low land between hills.|Údolí je nízko položená krajina mezi kopci.
cloud|mrak|A cloud is a mass of tiny drops of water in the sky.|Mrak je shluk drobných kapek vody na obloze.
rainbow|duha|A rainbow is a coloured arch in the sky after rain.|Duha je barevný oblouk na obloze po dešti.
storm|bouřka|A storm is bad weather with strong wind, rain and often lightning.|Bouřka je špatné počasí s větrem, deštěm a blesky.
lightning|blesk|Lightning is an electric flash in the sky.|Blesk je elektrický výboj na obloze.
earthquake|zemětřesení|An earthquake is a shaking of the ground.|Zemětřesení je otřes zemské půdy.
moon|měsíc|A moon is a body that goes around a planet.|Měsíc je těleso, které obíhá kolem planety.
galaxy|galaxie|A galaxy is a huge group of stars.|Galaxie je obrovská skupina hvězd.
atom|atom|An atom is the smallest part of a chemical element.|Atom je nejmenší část chemického prvku.
molecule|molekula|A molecule is a group of atoms joined together.|Molekula je skupina spojených atomů.
metal|kov|A metal is a hard shiny material such as iron or gold.|Kov je tvrdý lesklý materiál, třeba železo nebo zlato.
gold|zlato|Gold is a yellow precious metal.|Zlato je žlutý drahý kov.
heart|srdce|The heart is the organ that pumps blood.|Srdce je orgán, který pumpuje krev.
brain|mozek|The brain is the organ with which we think.|Mozek je orgán, kterým myslíme.
blood|krev|Blood is the red liquid in the body.|Krev je červená tekutina v těle.
bone|kost|A bone is a hard part of the body.|Kost je tvrdá část těla.
mammal|savec|A mammal is an animal that feeds its young with milk.|Savec je zvíře, které krmí mláďata mlékem.
insect|hmyz|An insect is a small animal with six legs.|Hmyz jsou malá zvířata se šesti nohama.
spider|pavouk|A spider is a small animal with eight legs that spins webs.|Pavouk je malé zvíře s osmi nohama, které tká sítě.
lion|lev|A lion is a large wild cat that lives in Africa.|Lev je velká kočkovitá šelma, která žije v Africe.
elephant|slon|An elephant is a very large animal with a trunk.|Slon je velmi velké zvíře s chobotem.
whale|velryba|A whale is a very large mammal that lives in the sea.|Velryba je velmi velký savec, který žije v moři.
butterfly|motýl|A butterfly is an insect with coloured wings.|Motýl je hmyz s barevnými křídly.
bat|netopýr|A bat is a mammal that can fly.|Netopýr je savec, který umí létat.
fruit|ovoce|Fruit is the sweet part of a plant that we eat, such as apples.|Ovoce jsou sladké plody rostlin, třeba jablka.
vegetable|zelenina|A vegetable is a plant that we eat, such as a carrot.|Zelenina jsou rostliny, které jíme, třeba mrkev.
soup|polévka|Soup is a liquid meal that is eaten with a spoon.|Polévka je tekuté jídlo, které se jí lžící.
honey|med|Honey is a sweet food that bees make.|Med je sladká potravina, kterou vyrábějí včely.
milk|mléko|Milk is a white drink that cows give.|Mléko je bílý nápoj, který dávají krávy.
salt|sůl|Salt is a white substance that makes food salty.|Sůl je bílá látka, která dává jídlu slanou chuť.
sugar|cukr|Sugar is a white sweet substance.|Cukr je bílá sladká látka.
coffee|káva|Coffee is a drink made of roasted beans.|Káva je nápoj z pražených zrn.
week|týden|A week is a time of seven days.|Týden je doba sedmi dní.
year|rok|A year is a time of twelve months.|Rok je doba dvanácti měsíců.
century|století|A century is a time of a hundred years.|Století je doba sta let.
birthday|narozeniny|A birthday is the day on which a person was born.|Narozeniny jsou den, kdy se člověk narodil.
wedding|svatba|A wedding is a celebration at which two people marry.|Svatba je oslava, při které se dva lidé vezmou.
grandmother|babička|A grandmother is the mother of your father or mother.|Babička je matka vašeho otce nebo matky.
uncle|strýc|An uncle is the brother of your father or mother.|Strýc je bratr vašeho otce nebo matky.
fairy tale|pohádka|A fairy tale is a story for children with magic in it.|Pohádka je vyprávění pro děti, ve kterém jsou kouzla.
theatre|divadlo|A theatre is a place where plays are performed.|Divadlo je místo, kde se hrají hry.
camera|fotoaparát|A camera is a device that takes pictures.|Fotoaparát je přístroj, kterým se fotí.
fridge|lednička|A fridge is a device that keeps food cold.|Lednička je přístroj, který chladí jídlo.
""")
LISTS = rows("""
animals|zvířata|dog, cat, horse, cow, sheep, pig, lion, elephant, rabbit, bear|pes, kočka, kůň, kráva, ovce, prase, lev, slon, králík, medvěd
fruits|druhy ovoce|apple, pear, banana, orange, plum, cherry, strawberry, lemon|jablko, hruška, banán, pomeranč, švestka, třešeň, jahoda, citron
vegetables|druhy zeleniny|carrot, potato, onion, tomato, cucumber, cabbage, garlic, spinach|mrkev, brambora, cibule, rajče, okurka, zelí, česnek, špenát
colours|barvy|red, blue, green, yellow, white, black, brown, pink|červená, modrá, zelená, žlutá, bílá, černá, hnědá, růžová
countries|země|Czechia, Germany, France, Italy, Spain, Poland, Austria, Japan|Česko, Německo, Francie, Itálie, Španělsko, Polsko, Rakousko, Japonsko
cities|města|Prague, London, Paris, Berlin, Vienna, Rome, Madrid, Tokyo|Praha, Londýn, Paříž, Berlín, Vídeň, Řím, Madrid, Tokio
Czech cities|česká města|Prague, Brno, Ostrava, Plzeň, Olomouc, Liberec, Zlín, Pardubice|Praha, Brno, Ostrava, Plzeň, Olomouc, Liberec, Zlín, Pardubice
rivers|řeky|Vltava, Elbe, Danube, Nile, Amazon, Thames, Rhine, Oder|Vltava, Labe, Dunaj, Nil, Amazonka, Temže, Rýn, Odra
languages|jazyky|Czech, English, German, French, Spanish, Italian, Polish, Japanese|čeština, angličtina, němčina, francouzština, španělština, italština, polština, japonština
sports|sporty|football, hockey, tennis, basketball, swimming, skiing, running, volleyball|fotbal, hokej, tenis, basketbal, plavání, lyžování, běh, volejbal
musical instruments|hudební nástroje|piano, violin, guitar, flute, drum, trumpet|klavír, housle, kytara, flétna, buben, trubka
jobs|povolání|doctor, teacher, cook, driver, painter, farmer, nurse, baker|lékař, učitel, kuchař, řidič, malíř, zemědělec, hasič, pekař
planets|planety|Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune|Merkur, Venuše, Země, Mars, Jupiter, Saturn, Uran, Neptun
birds|ptáky|owl, eagle, swan, duck, goose, stork|sova, orel, labuť, kachna, husa, čáp
trees|stromy|oak, birch, pine, spruce, willow, beech|dub, bříza, borovice, smrk, vrba, buk
programming languages|programovací jazyky|Python, JavaScript, TypeScript, C, Java, Rust|Python, JavaScript, TypeScript, C, Java, Rust
Czech writers|české spisovatele|Karel Čapek, Božena Němcová, Jaroslav Hašek, Milan Kundera, Bohumil Hrabal|Karel Čapek, Božena Němcová, Jaroslav Hašek, Milan Kundera, Bohumil Hrabal
composers|skladatele|Mozart, Beethoven, Bach, Smetana, Dvořák, Vivaldi|Mozart, Beethoven, Bach, Smetana, Dvořák, Vivaldi
continents|světadíly|Africa, Antarctica, Asia, Australia, Europe, North America, South America|Afrika, Antarktida, Asie, Austrálie, Evropa, Jižní Amerika, Severní Amerika
parts of the body|části těla|head, hand, leg, eye, ear, nose, mouth, back|hlava, ruka, noha, oko, ucho, nos, ústa, záda
drinks|nápoje|water, tea, coffee, milk, juice, beer|voda, čaj, káva, mléko, džus, pivo
""")
NUM = {'en': ['two', 'three', 'four', 'five'], 'cs': ['dvě', 'tři', 'čtyři', 'pět']}


PERSONS = set('doctor teacher friend dentist nurse cook baker pilot farmer singer actor writer lawyer president king grandmother uncle'.split())


@domain('define', 10)
def define(r, ql, al):
    d = r.choice(DEFS)
    w = r.choice(d[0 if ql == 'en' else 1].split('/'))
    art = (
        ''
        if w
        in (
            'water',
            'snow',
            'rain',
            'wind',
            'fire',
            'ice',
            'love',
            'music',
            'money',
            'time',
            'bread',
            'cheese',
            'recursion',
            'artificial intelligence',
            'AI',
            'democracy',
            'football',
            'chess',
            'lightning',
            'gold',
            'blood',
            'fruit',
            'soup',
            'honey',
            'milk',
            'salt',
            'sugar',
            'coffee',
        )
        else 'the '
        if w in ('internet', 'heart', 'brain')
        else 'an '
        if w[0] in 'aeiou'
        else 'a '
    )
    q = (
        r.choice(
            [
                f'What is {art}{w}?',
                f"What's {art}{w}?",
                f'Explain what {art}{w} is.',
                f'Define {w}.',
                f'What does the word {w} mean?',
                f'Tell me what {art}{w} is.',
                f'Can you explain {w}?',
                f'{w} meaning',
                f'Do you know what {art}{w} is?',
                f'What do you understand by {art}{w}?',
                f'What is {art}{w}, in simple words?',
                f'Give me a short definition of {w}.',
                f'How would you explain {art}{w} to a child?',
                f'{cap(w)}: what is it?',
                f'Define "{w}"',
                f'What exactly is {art}{w}?',
                f'Describe {art}{w} in one sentence.',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Co je to {w}?',
                f'Co je {w}?',
                f'Vysvětli, co je {w}.',
                f'Definuj pojem {w}.',
                f'Co znamená slovo {w}?',
                f'Víš, co je {w}?',
                f'Řekni mi, co je to {w}.',
                f'Co si mám představit pod slovem {w}?',
                f'Jednoduše řečeno, co je {w}?',
                f'Dej mi krátkou definici slova {w}.',
                f'Jak bys dítěti vysvětlil, co je {w}?',
                f'{cap(w)}: co to je?',
                f'Definuj „{w}“',
                f'Co přesně je {w}?',
                f'Popiš jednou větou, co je {w}.',
                f'Vysvětli pojem {w}.',
            ]
        )
    )
    if d[0].split('/')[0] in PERSONS and r.random() < 0.5:
        q = r.choice([f'Who is {art}{w}?', f'What kind of person is {art}{w}?', f'Who do we call {art}{w}?'] if ql == 'en' else [f'Kdo je {w}?', f'Kdo je to {w}?', f'Komu se říká {w}?'])
    if ql == 'cs' and q.startswith('Co znamená slovo') and w in vocab.CS2:
        q = f'Co je to {w}?'
    return Item(
        ql,
        q,
        d[2 if al == 'en' else 3],
        think=('A simple definition will do.' if al == 'en' else 'Stačí jednoduchá definice.'),
    )


@domain('lists', 4)
def lists(r, ql, al):
    x = r.choice(LISTS)
    k = r.randint(2, 5)
    items = x[2 if al == 'en' else 3].split(', ')
    k = min(k, len(items))
    pick = r.sample(items, k)
    num = NUM[ql][k - 2] if r.random() < 0.7 else str(k)
    if ql == 'cs' and k == 5 and not x[1].startswith(('druhy', 'zem', 'části')):
        return lists(r, ql, al)
    q = (
        r.choice(
            [
                f'Name {num} {x[0]}.',
                f'List {num} {x[0]}.',
                f'Give me {num} {x[0]}.',
                f'Tell me {num} {x[0]}',
                f'Write {num} {x[0]}',
                f'Can you name {num} {x[0]}?',
                f'Make a list of {num} {x[0]}.',
                f'{num} {x[0]}',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Vyjmenuj {num} {x[1]}.',
                f'Napiš {num} {x[1]}.',
                f'Řekni mi {num} {x[1]}.',
                f'Uveď {num} {x[1]}',
                f'Dej mi {num} {x[1]}.',
            ]
        )
    )
    if ql == 'cs' and k == 5:
        q = q.replace(
            x[1],
            {
                'druhy ovoce': 'druhů ovoce',
                'druhy zeleniny': 'druhů zeleniny',
                'země': 'zemí',
                'části těla': 'částí těla',
            }.get(x[1], x[1]),
        )
    if r.random() < 0.15:
        i = r.choice(items)
        q = (
            r.choice(
                [
                    f'Is {i} one of the {x[0]}?',
                    f'Give me an example of {x[0]}.',
                    f'Name some {x[0]}.',
                    f'Examples of {x[0]}?',
                ]
            )
            if ql == 'en'
            else r.choice([f'Dej příklad: {x[1]}.', f'Vyjmenuj nějaké: {x[1]}.'])
        )
        if q.startswith('Is '):
            return Item(
                ql,
                q,
                f'Yes, {i} is among the {x[0]} I know.' if al == 'en' else f'Ano, {i} mezi ně patří.',
                short='Yes' if al == 'en' else 'Ano',
            )
    return Item(ql, q, cap(', '.join(pick)) + '.')
