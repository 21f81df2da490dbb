"""Planets, elements, animals, opposites, plurals, rhymes, colours, people and works, sports, simple science."""

from core import *

ELEMENTS = [
    l.split()
    for l in """H Hydrogen vodík
He Helium helium
Li Lithium lithium
Be Beryllium beryllium
B Boron bor
C Carbon uhlík
N Nitrogen dusík
O Oxygen kyslík
F Fluorine fluor
Ne Neon neon
Na Sodium sodík
Mg Magnesium hořčík
Al Aluminium hliník
Si Silicon křemík
P Phosphorus fosfor
S Sulfur síra
Cl Chlorine chlor
Ar Argon argon
K Potassium draslík
Ca Calcium vápník
Sc Scandium skandium
Ti Titanium titan
V Vanadium vanad
Cr Chromium chrom
Mn Manganese mangan
Fe Iron železo
Co Cobalt kobalt
Ni Nickel nikl
Cu Copper měď
Zn Zinc zinek
Ga Gallium gallium
Ge Germanium germanium
As Arsenic arsen
Se Selenium selen
Br Bromine brom
Kr Krypton krypton
Rb Rubidium rubidium
Sr Strontium stroncium
Y Yttrium yttrium
Zr Zirconium zirkonium
Nb Niobium niob
Mo Molybdenum molybden
Tc Technetium technecium
Ru Ruthenium ruthenium
Rh Rhodium rhodium
Pd Palladium palladium
Ag Silver stříbro
Cd Cadmium kadmium
In Indium indium
Sn Tin cín
Sb Antimony antimon
Te Tellurium tellur
I Iodine jod
Xe Xenon xenon
Cs Caesium cesium
Ba Barium baryum
La Lanthanum lanthan
Ce Cerium cer
Pr Praseodymium praseodym
Nd Neodymium neodym
Pm Promethium promethium
Sm Samarium samarium
Eu Europium europium
Gd Gadolinium gadolinium
Tb Terbium terbium
Dy Dysprosium dysprosium
Ho Holmium holmium
Er Erbium erbium
Tm Thulium thulium
Yb Ytterbium ytterbium
Lu Lutetium lutecium
Hf Hafnium hafnium
Ta Tantalum tantal
W Tungsten wolfram
Re Rhenium rhenium
Os Osmium osmium
Ir Iridium iridium
Pt Platinum platina
Au Gold zlato
Hg Mercury rtuť
Tl Thallium thallium
Pb Lead olovo
Bi Bismuth bismut
Po Polonium polonium
At Astatine astat
Rn Radon radon
Fr Francium francium
Ra Radium radium
Ac Actinium aktinium
Th Thorium thorium
Pa Protactinium protaktinium
U Uranium uran""".splitlines()
]


@domain('elements', 8)
def elements(r, ql, al):
    n = (
        r.randrange(len(ELEMENTS))
        if r.random() < 0.4
        else r.choice(
            [
                1,
                2,
                3,
                6,
                7,
                8,
                9,
                10,
                11,
                12,
                13,
                14,
                15,
                16,
                17,
                18,
                19,
                20,
                26,
                28,
                29,
                30,
                35,
                47,
                50,
                53,
                79,
                80,
                82,
                92,
                78,
                74,
            ]
        )
        - 1
    )
    s, e, c = ELEMENTS[n]
    e = e.lower()
    E, A = ql == 'en', al == 'en'
    k = r.choice(['sym', 'sym', 'name', 'num', 'bynum'])
    if k == 'sym':
        q = (
            r.choice(
                [
                    f'What is the chemical symbol for {e}?',
                    f'What is the symbol of {e}?',
                    f'Symbol for {e}?',
                    f'chemical symbol {e}',
                    f'How is {e} written in the periodic table?',
                    f'How do chemists write {e}?',
                    f'How is {e} abbreviated in chemistry?',
                    f'Which letters mean {e}?',
                    f"What's the chemical symbol of {e}?",
                    f'{cap(e)}: chemical symbol?',
                    f'The chemical sign of {e}?',
                    f'Which symbol does {e} have?',
                    f'By which letters do chemists know {e}?',
                    f'What do I write for {e} in a formula?',
                ]
            )
            if E
            else r.choice(
                [
                    f'Jaká je chemická značka prvku {c}?',
                    f'Jakou značku má {c}?',
                    f'Chemická značka: {c}?',
                    f'Jak se chemicky značí {c}?',
                    f'Jak chemici píšou {c}?',
                    f'Jakou zkratku má v chemii {c}?',
                    f'Značka prvku {c}?',
                    f'Která písmena znamenají {c}?',
                    f'{cap(c)}: chemická značka?',
                    f'Co napíšu do vzorce za {c}?',
                    f'Jak se píše {c} v tabulce prvků?',
                ]
            )
        )
        return Item(
            ql, q, f'The chemical symbol for {e} is {s}.' if A else f'Chemická značka prvku {c} je {s}.', short=s
        )
    if k == 'name':
        q = (
            r.choice(
                [
                    f'Which element has the symbol {s}?',
                    f'What element is {s}?',
                    f'What does {s} stand for in chemistry?',
                    f'{s} is which element?',
                    f'What element does the symbol {s} mean?',
                    f'The symbol {s} belongs to which element?',
                    f'{s} is the symbol for what?',
                    f'Chemical element {s}?',
                    f'{s} is the symbol of which element?',
                    f'Which substance has the symbol {s}?',
                    f'What is {s} in the periodic table?',
                    f'A formula says {s}. Which element is that?',
                    f'Element {s}, what is it?',
                    f'In chemistry {s} means?',
                ]
            )
            if E
            else r.choice(
                [
                    f'Který prvek má značku {s}?',
                    f'Jaký prvek je {s}?',
                    f'Co v chemii znamená značka {s}?',
                    f'{s} je značka kterého prvku?',
                    f'Kterému prvku patří značka {s}?',
                    f'Chemický prvek {s}?',
                    f'Která látka má značku {s}?'.replace('Která', 'Jaká'),
                    f'Co je {s} v tabulce prvků?',
                    f'Ve vzorci je {s}. Který prvek to je?',
                    f'Prvek {s}, co to je?',
                    f'V chemii {s} znamená co?',
                ]
            )
        )
        return Item(ql, q, f'{s} is {e}.' if A else f'{s} je {c}.', short=e if A else c, noise=False)
    if k == 'num':
        q = (
            r.choice(
                [f'What is the atomic number of {e}?', f'Atomic number of {e}?', f'How many protons does {e} have?']
            )
            if E
            else r.choice(
                [f'Jaké je protonové číslo prvku {c}?', f'Jaké atomové číslo má {c}?', f'Kolik protonů má {c}?']
            )
        )
        return Item(
            ql,
            q,
            f'The atomic number of {e} is {n + 1}.' if A else f'Protonové číslo prvku {c} je {n + 1}.',
            short=str(n + 1),
        )
    q = (
        r.choice([f'Which element has the atomic number {n + 1}?', f'What element is number {n + 1}?'])
        if E
        else r.choice([f'Který prvek má protonové číslo {n + 1}?', f'Jaký prvek má atomové číslo {n + 1}?'])
    )
    return Item(
        ql,
        q,
        f'The element with the atomic number {n + 1} is {e} ({s}).' if A else f'Protonové číslo {n + 1} má {c} ({s}).',
        short=e if A else c,
    )


PLANETS = [
    'Mercury|Merkur',
    'Venus|Venuše',
    'Earth|Země',
    'Mars|Mars',
    'Jupiter|Jupiter',
    'Saturn|Saturn',
    'Uranus|Uran',
    'Neptune|Neptun',
]
OPP = rows("""
hot|cold|horký|studený
big|small|velký|malý
tall|short|vysoký|nízký
long|short|dlouhý|krátký
fast|slow|rychlý|pomalý
good|bad|dobrý|špatný
happy|sad|veselý|smutný
old|young|starý|mladý
new|old|nový|starý
rich|poor|bohatý|chudý
light|dark|světlý|tmavý
heavy|light|těžký|lehký
full|empty|plný|prázdný
open|closed|otevřený|zavřený
wet|dry|mokrý|suchý
clean|dirty|čistý|špinavý
hard|soft|tvrdý|měkký
easy|difficult|snadný|těžký
early|late|brzy|pozdě
up|down|nahoru|dolů
left|right|vlevo|vpravo
inside|outside|uvnitř|venku
first|last|první|poslední
day|night|den|noc
yes|no|ano|ne
true|false|pravda|lež
love|hate|láska|nenávist
win|lose|vyhrát|prohrát
buy|sell|koupit|prodat
give|take|dát|vzít
strong|weak|silný|slabý
loud|quiet|hlasitý|tichý
near|far|blízko|daleko
cheap|expensive|levný|drahý
thick|thin|tlustý|tenký
wide|narrow|široký|úzký
deep|shallow|hluboký|mělký
black|white|černý|bílý
alive|dead|živý|mrtvý
push|pull|tlačit|táhnout
beautiful|ugly|krásný|ošklivý
clever|stupid|chytrý|hloupý
brave|cowardly|statečný|zbabělý
sharp|blunt|ostrý|tupý
sweet|bitter|sladký|hořký
north|south|sever|jih
east|west|východ|západ
war|peace|válka|mír
begin|end|začít|skončit
always|never|vždy|nikdy
before|after|před|po
high|low|vysoko|nízko
warm|cool|teplý|chladný
healthy|ill|zdravý|nemocný
same|different|stejný|jiný
safe|dangerous|bezpečný|nebezpečný
polite|rude|zdvořilý|hrubý
friend|enemy|přítel|nepřítel
entrance|exit|vchod|východ
question|answer|otázka|odpověď
summer|winter|léto|zima
laugh|cry|smát se|plakat
remember|forget|pamatovat si|zapomenout
""")
PLUR = rows("""
cat|cats
dog|dogs
child|children
mouse|mice
foot|feet
tooth|teeth
man|men
woman|women
person|people
goose|geese
ox|oxen
sheep|sheep
fish|fish
deer|deer
knife|knives
wife|wives
life|lives
leaf|leaves
wolf|wolves
shelf|shelves
half|halves
city|cities
baby|babies
lady|ladies
country|countries
story|stories
box|boxes
bus|buses
glass|glasses
dish|dishes
watch|watches
church|churches
potato|potatoes
tomato|tomatoes
hero|heroes
photo|photos
piano|pianos
key|keys
boy|boys
day|days
book|books
car|cars
house|houses
tree|trees
apple|apples
bird|birds
cactus|cacti
crisis|crises
datum|data
""")
PLUR_CS = rows("""
kočka|kočky
pes|psi
dítě|děti
člověk|lidé
oko|oči
ucho|uši
ruka|ruce
noha|nohy
strom|stromy
dům|domy
město|města
auto|auta
kniha|knihy
stůl|stoly
židle|židle
okno|okna
muž|muži
žena|ženy
kůň|koně
pták|ptáci
ryba|ryby
květina|květiny
přítel|přátelé
den|dny
týden|týdny
rok|roky
kuře|kuřata
hrad|hrady
slovo|slova
moře|moře
učitel|učitelé
doktor|doktoři
""")
ANIMALS = rows("""
dog|puppy|barks|woof|pes|štěně|štěká|haf
cat|kitten|meows|meow|kočka|kotě|mňouká|mňau
cow|calf|moos|moo|kráva|tele|bučí|bú
horse|foal|neighs|neigh|kůň|hříbě|ržá|íhaha
sheep|lamb|bleats|baa|ovce|jehně|bečí|béé
goat|kid|bleats|meh|koza|kůzle|mečí|méé
pig|piglet|oinks|oink|prase|sele|kvičí|chro
hen|chick|clucks|cluck|slepice|kuře|kdáká|kokodák
duck|duckling|quacks|quack|kachna|kachně|kváká|kvák
goose|gosling|honks|honk|husa|house|kejhá|ga ga
frog|tadpole|croaks|ribbit|žába|pulec|kváká|kvák
lion|cub|roars|roar|lev|lvíče|řve|řev
bear|cub|growls|growl|medvěd|medvídě|bručí|brum
wolf|pup|howls|awoo|vlk|vlče|vyje|aúú
deer|fawn|bellows|bellow|jelen|kolouch|troubí|troubení
swan|cygnet|hisses|hiss|labuť|labutě|syčí|syčení
elephant|calf|trumpets|trumpet|slon|slůně|troubí|troubení
kangaroo|joey|grunts|grunt|klokan|klokaně|chrochtá|chrochtání
bee|larva|buzzes|buzz|včela|larva|bzučí|bz
owl|owlet|hoots|hoot|sova|sovička|houká|hú
""")
RHYMES = rows("""
cat|hat, bat, mat, rat
day|way, play, say, may
night|light, right, sight, bright
tree|free, sea, bee, me
house|mouse, blouse
star|car, far, bar
cake|lake, make, snake
ring|king, sing, spring
moon|soon, spoon, June
book|look, cook, hook
dog|fog, frog, log
ball|fall, tall, wall
rain|train, brain, plain
love|dove, glove, above
snow|go, low, know
heart|part, start, art
blue|two, shoe, you
bed|red, head, said
time|rhyme, lime, climb
sky|fly, high, why
""")
RHYMES_CS = rows("""
kočka|očka, tečka
les|pes, ves, dnes
den|sen, ten, len
růže|kůže, může
dům|Řím? ne, raději: um
hora|bora, nora, kůra
voda|móda, škoda
myš|výš, skrýš
máma|sláma, tráma
kolo|bolo, čolo
láska|páska, maska
sníh|smích, hřích
hlava|tráva, sláva
med|led, jed, před
nos|kos, los, bos
""")
RHYMES_CS = [
    x for x in RHYMES_CS if '?' not in x[1] and 'tráma' not in x[1] and 'bolo' not in x[1] and 'bora' not in x[1]
]
COLORS = rows("""
the sky on a clear day|blue|obloha za jasného dne|modrá
grass|green|tráva|zelená
snow|white|sníh|bílý
a ripe banana|yellow|zralý banán|žlutý
blood|red|krev|červená
coal|black|uhlí|černé
a carrot|orange|mrkev|oranžová
chocolate|brown|čokoláda|hnědá
the sun as children draw it|yellow|slunce na obrázku|žluté
a lemon|yellow|citron|žlutý
milk|white|mléko|bílé
a strawberry|red|jahoda|červená
an elephant|grey|slon|šedý
a frog|green|žába|zelená
a tomato|red|rajče|červené
a cucumber|green|okurka|zelená
""")
MIX = rows("""
blue and yellow|green|modrá a žlutá|zelená
red and yellow|orange|červená a žlutá|oranžová
red and blue|purple|červená a modrá|fialová
black and white|grey|černá a bílá|šedá
red and white|pink|červená a bílá|růžová
""")
# work|author|Czech work|kind: w=wrote c=composed p=painted i=invented d=discovered b=book
WORKS = rows("""
Romeo and Juliet|William Shakespeare|Romeo a Julie|w
Hamlet|William Shakespeare|Hamlet|w
Macbeth|William Shakespeare|Macbeth|w
Othello|William Shakespeare|Othello|w
Pride and Prejudice|Jane Austen|Pýcha a předsudek|w
1984|George Orwell|1984|w
Animal Farm|George Orwell|Farma zvířat|w
Harry Potter|J. K. Rowling|Harry Potter|w
The Lord of the Rings|J. R. R. Tolkien|Pán prstenů|w
The Hobbit|J. R. R. Tolkien|Hobit|w
Oliver Twist|Charles Dickens|Oliver Twist|w
A Christmas Carol|Charles Dickens|Vánoční koleda|w
Robinson Crusoe|Daniel Defoe|Robinson Crusoe|w
Gulliver's Travels|Jonathan Swift|Gulliverovy cesty|w
Alice in Wonderland|Lewis Carroll|Alenka v říši divů|w
Frankenstein|Mary Shelley|Frankenstein|w
Dracula|Bram Stoker|Drákula|w
Sherlock Holmes|Arthur Conan Doyle|Sherlock Holmes|w
Treasure Island|Robert Louis Stevenson|Ostrov pokladů|w
The Little Prince|Antoine de Saint-Exupéry|Malý princ|w
Don Quixote|Miguel de Cervantes|Don Quijote|w
War and Peace|Leo Tolstoy|Vojna a mír|w
Anna Karenina|Leo Tolstoy|Anna Karenina|w
Crime and Punishment|Fyodor Dostoevsky|Zločin a trest|w
Les Misérables|Victor Hugo|Bídníci|w
The Three Musketeers|Alexandre Dumas|Tři mušketýři|w
Around the World in Eighty Days|Jules Verne|Cesta kolem světa za osmdesát dní|w
Faust|Johann Wolfgang von Goethe|Faust|w
The Divine Comedy|Dante Alighieri|Božská komedie|w
The Odyssey|Homer|Odyssea|w
The Iliad|Homer|Ílias|w
Moby-Dick|Herman Melville|Bílá velryba|w
The Adventures of Tom Sawyer|Mark Twain|Dobrodružství Toma Sawyera|w
The Old Man and the Sea|Ernest Hemingway|Stařec a moře|w
The Great Gatsby|F. Scott Fitzgerald|Velký Gatsby|w
The Metamorphosis|Franz Kafka|Proměna|w
The Trial|Franz Kafka|Proces|w
The Castle|Franz Kafka|Zámek|w
The Good Soldier Švejk|Jaroslav Hašek|Osudy dobrého vojáka Švejka|w
R.U.R.|Karel Čapek|R.U.R.|w
War with the Newts|Karel Čapek|Válka s mloky|w
The Grandmother|Božena Němcová|Babička|w
May|Karel Hynek Mácha|Máj|w
The Unbearable Lightness of Being|Milan Kundera|Nesnesitelná lehkost bytí|w
The Joke|Milan Kundera|Žert|w
Closely Watched Trains|Bohumil Hrabal|Ostře sledované vlaky|w
Kytice|Karel Jaromír Erben|Kytice|w
The Jungle Book|Rudyard Kipling|Kniha džunglí|w
Pippi Longstocking|Astrid Lindgren|Pipi Dlouhá punčocha|w
Winnie-the-Pooh|A. A. Milne|Medvídek Pú|w
The Bartered Bride|Bedřich Smetana|Prodaná nevěsta|c
My Country|Bedřich Smetana|Má vlast|c
Rusalka|Antonín Dvořák|Rusalka|c
the New World Symphony|Antonín Dvořák|Novosvětská symfonie|c
Jenůfa|Leoš Janáček|Její pastorkyňa|c
The Magic Flute|Wolfgang Amadeus Mozart|Kouzelná flétna|c
Don Giovanni|Wolfgang Amadeus Mozart|Don Giovanni|c
Für Elise|Ludwig van Beethoven|Pro Elišku|c
the Moonlight Sonata|Ludwig van Beethoven|Měsíční sonáta|c
the Ode to Joy|Ludwig van Beethoven|Óda na radost|c
The Four Seasons|Antonio Vivaldi|Čtvero ročních dob|c
Swan Lake|Pyotr Ilyich Tchaikovsky|Labutí jezero|c
The Nutcracker|Pyotr Ilyich Tchaikovsky|Louskáček|c
Carmen|Georges Bizet|Carmen|c
Aida|Giuseppe Verdi|Aida|c
La Traviata|Giuseppe Verdi|La Traviata|c
Boléro|Maurice Ravel|Bolero|c
the Mona Lisa|Leonardo da Vinci|Mona Lisa|p
The Last Supper|Leonardo da Vinci|Poslední večeře|p
The Starry Night|Vincent van Gogh|Hvězdná noc|p
Sunflowers|Vincent van Gogh|Slunečnice|p
Guernica|Pablo Picasso|Guernica|p
The Scream|Edvard Munch|Výkřik|p
The Kiss|Gustav Klimt|Polibek|p
The Night Watch|Rembrandt|Noční hlídka|p
Girl with a Pearl Earring|Johannes Vermeer|Dívka s perlou|p
The Slav Epic|Alphonse Mucha|Slovanská epopej|p
The Birth of Venus|Sandro Botticelli|Zrození Venuše|p
Water Lilies|Claude Monet|Lekníny|p
the telephone|Alexander Graham Bell|telefon|i
the light bulb|Thomas Edison|žárovku|i
the phonograph|Thomas Edison|fonograf|i
dynamite|Alfred Nobel|dynamit|i
the printing press|Johannes Gutenberg|knihtisk|i
the World Wide Web|Tim Berners-Lee|World Wide Web|i
the steam engine with a separate condenser|James Watt|parní stroj s kondenzátorem|i
contact lenses (soft)|Otto Wichterle|měkké kontaktní čočky|i
the ship propeller|Josef Ressel|lodní šroub|i
the lightning rod|Benjamin Franklin|hromosvod|i
the diesel engine|Rudolf Diesel|dieselový motor|i
Linux|Linus Torvalds|Linux|i
Python|Guido van Rossum|Python|i
JavaScript|Brendan Eich|JavaScript|i
penicillin|Alexander Fleming|penicilin|d
gravity|Isaac Newton|gravitaci|d
radium|Marie Curie|radium|d
the theory of relativity|Albert Einstein|teorii relativity|d
the theory of evolution|Charles Darwin|evoluční teorii|d
the laws of heredity|Gregor Mendel|zákony dědičnosti|d
X-rays|Wilhelm Röntgen|rentgenové záření|d
America in 1492|Christopher Columbus|Ameriku v roce 1492|d
blood groups|Karl Landsteiner|krevní skupiny|d
""")
CSNAME = {
    'Christopher Columbus': 'Kryštof Kolumbus',
    'Homer': 'Homér',
    'Leo Tolstoy': 'Lev Nikolajevič Tolstoj',
    'Fyodor Dostoevsky': 'Fjodor Michajlovič Dostojevskij',
    'Pyotr Ilyich Tchaikovsky': 'Petr Iljič Čajkovskij',
    'Mary Shelley': 'Mary Shelleyová',
    'Jane Austen': 'Jane Austenová',
    'J. K. Rowling': 'J. K. Rowlingová',
    'Astrid Lindgren': 'Astrid Lindgrenová',
    'Alphonse Mucha': 'Alfons Mucha',
    'Marie Curie': 'Marie Curie-Skłodowská',
    'Vincent van Gogh': 'Vincent van Gogh',
}
FEM = {'Jane Austen', 'J. K. Rowling', 'Mary Shelley', 'Božena Němcová', 'Astrid Lindgren', 'Marie Curie'}
VERB = {
    'w': ('wrote', 'napsal', 'written'),
    'c': ('composed', 'složil', 'composed'),
    'p': ('painted', 'namaloval', 'painted'),
    'i': ('invented', 'vynalezl', 'invented'),
    'd': ('discovered', 'objevil', 'discovered'),
}

# Czech titles in the accusative, where it differs.
ACC = {
    'Prodaná nevěsta': 'Prodanou nevěstu',
    'Rusalka': 'Rusalku',
    'Babička': 'Babičku',
    'Kytice': 'Kytici',
    'Farma zvířat': 'Farmu zvířat',
    'Pýcha a předsudek': 'Pýchu a předsudek',
    'Bílá velryba': 'Bílou velrybu',
    'Proměna': 'Proměnu',
    'Vojna a mír': 'Vojnu a mír',
    'Válka s mloky': 'Válku s mloky',
    'Kouzelná flétna': 'Kouzelnou flétnu',
    'Novosvětská symfonie': 'Novosvětskou symfonii',
    'Má vlast': 'Mou vlast',
    'Mona Lisa': 'Monu Lisu',
    'Hvězdná noc': 'Hvězdnou noc',
    'Guernica': 'Guernicu',
    'Noční hlídka': 'Noční hlídku',
    'Odyssea': 'Odysseu',
    'Drákula': 'Drákulu',
    'Božská komedie': 'Božskou komedii',
    'Vánoční koleda': 'Vánoční koledu',
    'Malý princ': 'Malého prince',
    'Pán prstenů': 'Pána prstenů',
    'Hobit': 'Hobita',
    'Harry Potter': 'Harryho Pottera',
    'Bídníci': 'Bídníky',
    'Tři mušketýři': 'Tři mušketýry',
    'Robinson Crusoe': 'Robinsona Crusoe',
    'Osudy dobrého vojáka Švejka': 'Osudy dobrého vojáka Švejka',
    'Slovanská epopej': 'Slovanskou epopej',
    'Měsíční sonáta': 'Měsíční sonátu',
    'Óda na radost': 'Ódu na radost',
    'Kniha džunglí': 'Knihu džunglí',
    'Dívka s perlou': 'Dívku s perlou',
    'Nesnesitelná lehkost bytí': 'Nesnesitelnou lehkost bytí',
    'Poslední večeře': 'Poslední večeři',
    'Alenka v říši divů': 'Alenku v říši divů',
    'Anna Karenina': 'Annu Kareninu',
    'Medvídek Pú': 'Medvídka Pú',
    'Louskáček': 'Louskáčka',
    'Frankenstein': 'Frankensteina',
    'Hamlet': 'Hamleta',
    'Oliver Twist': 'Olivera Twista',
    'Stařec a moře': 'Starce a moře',
    'Velký Gatsby': 'Velkého Gatsbyho',
}


@domain('works', 11)
def works(r, ql, al):
    e, who, c, k = r.choice(WORKS)
    v, vc, vp = VERB[k]
    E, A = ql == 'en', al == 'en'
    wc = CSNAME.get(who, who)
    f = who in FEM
    if e in ('Linux', 'Python', 'JavaScript'):
        v, vc, vp = 'created', 'vytvořil', 'created'
    if e.startswith('the theory'):
        v, vc = 'formulated', 'formuloval'
    quote = k in 'wcp' and r.random() < 0.3
    qe, qc = (f'"{e}"' if quote else e), (f'„{c}“' if quote else c)
    ac = ACC.get(c, c)
    if E:
        q = r.choice(
            [
                f'Who {v} {qe}?',
                f'Who {v} {qe}?',
                f'By whom was {qe} {vp}?' if v == VERB[k][0] else f'Who {v} {qe}?',
                {
                    'w': f'Who is the author of {qe}?',
                    'c': f'Who is the composer of {qe}?',
                    'p': f'Who is the painter of {qe}?',
                    'i': f'Who is the inventor of {qe}?' if v == 'invented' else f'Who is the creator of {e}?',
                    'd': f'Do you know who {v} {e}?',
                }[k],
                f'Tell me who {v} {qe}.',
                f'{cap(qe)} was {vp} by whom?' if v == VERB[k][0] else f'Who {v} {e}?',
                {
                    'w': f'Who is the writer of {qe}?',
                    'c': f'Whose work is {qe}?',
                    'p': f'Whose painting is {qe}?',
                    'i': f'Who came up with {e}?',
                    'd': f'Who came up with {e}?',
                }[k],
                {
                    'w': f'{e}, who is the author?',
                    'c': f'{e}, composer?',
                    'p': f'{e}, painter?',
                    'i': f'{e}, inventor?',
                    'd': f'who {v} {e}',
                }[k],
                f'Which {dict(w="writer", c="composer", p="painter", i="inventor", d="person")[k]} {v} {qe}?',
                {'w': f'{cap(qe)} is by whom?', 'c': f'{cap(qe)} is by whom?', 'p': f'{cap(qe)} is by whom?', 'i': f'Whom do we thank for {e}?', 'd': f'Whom do we thank for {e}?'}[k],
                {'w': f'Who gave the world {qe}?', 'c': f'Who gave the world {qe}?', 'p': f'Who gave the world {qe}?', 'i': f'Who gave the world {e}?', 'd': f'Who first {v} {e}?'}[k],
                {'w': f'Whose book is {qe}?', 'c': f'Whose music is {qe}?', 'p': f'Whose picture is {qe}?', 'i': f'Whose invention is {e}?', 'd': f'Who is behind {e}?'}[k],
                {'w': f'From whose pen is {qe}?', 'c': f'Which composer is behind {qe}?', 'p': f'Which artist is behind {qe}?', 'i': f'Which inventor is behind {e}?', 'd': f'Which person is behind {e}?'}[k],
                {'w': f'{cap(qe)}: author?', 'c': f'{cap(qe)}: composer?', 'p': f'{cap(qe)}: painter?', 'i': f'{cap(e)}: inventor?', 'd': f'{cap(e)}: who was it?'}[k],
                {'w': f'I am reading {qe}. Who wrote it?', 'c': f'I am listening to {qe}. Who composed it?', 'p': f'I am looking at {qe}. Who painted it?', 'i': f'Who thought of {e} first?', 'd': f'Who thought of {e} first?'}[k],
            ]
        )
    else:
        q = r.choice(
            [
                f'Kdo {vc} {ac}?',
                f'Kdo {vc} {ac}?',
                {
                    'w': f'Kdo je autorem díla {qc}?',
                    'c': f'Kdo je skladatelem díla {qc}?',
                    'p': f'Kdo je autorem obrazu {qc}?',
                    'i': f'Víš, kdo {vc} {c}?',
                    'd': f'Víš, kdo {vc} {c}?',
                }[k],
                f'Řekni mi, kdo {vc} {ac}.',
                {
                    'w': f'Kdo je autorem knihy {qc}?',
                    'c': f'Kdo je autorem skladby {qc}?',
                    'p': f'Kdo maloval obraz {qc}?',
                    'i': f'Kdo přišel na {c}?',
                    'd': f'Kdo přišel na {c}?',
                }[k],
                {
                    'w': f'Čí je kniha {qc}?',
                    'c': f'Čí je skladba {qc}?',
                    'p': f'Čí je {qc}?',
                    'i': f'Čí vynález je {c}?',
                    'd': f'kdo {vc} {c}',
                }[k],
                f'Který {dict(w="spisovatel", c="skladatel", p="malíř", i="vynálezce", d="člověk")[k]} {vc} {ac}?',
                {'w': f'Od kterého spisovatele je {qc}?', 'c': f'Od kterého skladatele je {qc}?', 'p': f'Od kterého malíře je {qc}?', 'i': f'Komu vděčíme za {c}?', 'd': f'Komu vděčíme za {c}?'}[k],
                {'w': f'Čí dílo: {qc}?', 'c': f'Čí dílo: {qc}?', 'p': f'Čí dílo: {qc}?', 'i': f'Kdo dal světu {c}?', 'd': f'Kdo stojí za {c}?'}[k],
                {'w': f'Od koho pochází {qc}?', 'c': f'Od koho pochází {qc}?', 'p': f'Od koho pochází {qc}?', 'i': f'Kdo vymyslel {c}?', 'd': f'Kdo vymyslel {c}?'}[k],
                {'w': f'Čí pero má na svědomí dílo {qc}?', 'c': f'Kdo je pod skladbou {qc} podepsán?', 'p': f'Kdo je pod obrazem {qc} podepsán?', 'i': f'{cap(c)}: vynálezce?', 'd': f'{cap(c)}: kdo to byl?'}[k],
                {'w': f'Čtu {ac}. Kdo to napsal?', 'c': f'Poslouchám {ac}. Kdo to složil?', 'p': f'Dívám se na {ac}. Kdo to namaloval?', 'i': f'kdo první {vc} {c}', 'd': f'kdo první {vc} {c}'}[k],
                {'w': f'Kdo je autorem románu {qc}?'.replace('románu', r.choice(['příběhu', 'titulu', 'knížky'])), 'c': f'Kdo je autorem hudby {qc}?', 'p': f'Kdo je malířem obrazu {qc}?', 'i': f'Čí nápad je {c}?', 'd': f'Čí nápad je {c}?'}[k],
                f'{c}: kdo to {vc}?',
                {
                    'w': f'{c}, autor?',
                    'c': f'{c}, skladatel?',
                    'p': f'{c}, malíř?',
                    'i': f'kdo {vc} {c}',
                    'd': f'kdo {vc} {c}',
                }[k],
            ]
        )
    vca = vc + ('a' if f else '')
    if vc == 'vynalezl' and f:
        vca = 'vynalezla'
    a = (
        f'{cap(e)} was {vp} by {who}.'
        if A
        and k in 'wcpi'
        and r.random() < 0.7
        and v != 'formulated'
        and not e.startswith(('Sunflowers', 'contact', 'Water'))
        else f'{who} {v} {e}.'
    )
    if not A:
        a = f'{cap(ac)} {vca} {wc}.'
    return Item(
        ql,
        cap(q),
        a,
        short=who if A else wc,
        think=(
            f'The work is {e}; the {dict(w="author", c="composer", p="painter", i="inventor", d="discoverer")[k]} is {who}.'
            if A
            else f'Jde o {ac}; {vca} to {wc}.'
        ),
    )


QA = rows("""
How many planets are there in the solar system? / How many planets go around the Sun? / How many planets does the solar system have? / How many planets orbit our Sun? / What is the number of planets in our solar system? / Count of planets in the solar system? / Our solar system has how many planets? / How many planets do we know in our solar system? / number of planets|Kolik planet má sluneční soustava? / Kolik planet krouží kolem Slunce? / Kolik má Slunce planet? / Kolik je planet ve sluneční soustavě? / Kolik planet obsahuje sluneční soustava? / Jaký je počet planet? / Naše sluneční soustava má kolik planet? / Kolik planet máme? / Z kolika planet se skládá sluneční soustava? / počet planet ve sluneční soustavě|There are eight planets in the solar system.|Sluneční soustava má osm planet.|8|8
Name the planets. / What are the planets of the solar system? / List the planets in order. / Which planets are there? / Can you list all planets? / What planets exist in our solar system? / Write down the planets from the Sun. / Give me the names of the planets.|Vyjmenuj planety. / Jaké jsou planety sluneční soustavy? / Napiš planety v pořadí od Slunce. / Které planety existují? / Vypiš všechny planety. / Jak se jmenují planety? / Řekni mi názvy planet. / Uveď planety sluneční soustavy.|Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus and Neptune.|Merkur, Venuše, Země, Mars, Jupiter, Saturn, Uran a Neptun.||
What is the largest planet? / Which planet is the biggest? / What is the biggest planet in the solar system? / Which of the planets is the largest? / The biggest planet is? / What is the name of the largest planet? / largest planet / Which planet has the greatest size? / Name the biggest planet.|Jaká je největší planeta? / Která planeta je největší? / Která z planet je největší? / Jak se jmenuje největší planeta? / Největší planeta je? / největší planeta sluneční soustavy / Řekni největší planetu.|The largest planet is Jupiter.|Největší planeta je Jupiter.|Jupiter|Jupiter
What is the smallest planet? / Which planet is the smallest? / Which of the planets is the smallest? / Name the smallest planet. / smallest planet / What is the tiniest planet?|Jaká je nejmenší planeta? / Která planeta je nejmenší? / Která z planet je nejmenší? / Jak se jmenuje nejmenší planeta? / nejmenší planeta sluneční soustavy|The smallest planet is Mercury.|Nejmenší planeta je Merkur.|Mercury|Merkur
Which planet is closest to the Sun? / What planet is nearest to the sun? / What is the first planet from the Sun? / Which planet is nearest the Sun? / Name the planet that is closest to the Sun. / Nearest planet to the Sun?|Která planeta je nejblíže Slunci? / Jaká planeta je nejblíž Slunci? / Jaká je první planeta od Slunce? / Která planeta má ke Slunci nejblíž? / Nejbližší planeta ke Slunci? / Co je nejblíž Slunci?|Mercury is the planet closest to the Sun.|Nejblíže Slunci je Merkur.|Mercury|Merkur
Which planet has rings? / What planet is famous for its rings? / Which planet is known for rings? / What is the planet with rings called? / Name a planet with rings. / Which planet has big rings around it?|Která planeta má prstence? / Která planeta je známá svými prstenci? / Která planeta má kolem sebe prstence? / Jak se jmenuje planeta s prstenci? / Planeta s prstenci?|Saturn is famous for its rings.|Svými prstenci je známý Saturn.|Saturn|Saturn
Which planet is called the red planet? / What is the red planet? / Which planet is red? / What planet do we call the red planet? / The red planet is which one? / Name the red planet.|Která planeta je rudá planeta? / Které planetě se říká rudá planeta? / Která planeta je červená? / Jak se jmenuje rudá planeta? / Co je rudá planeta?|Mars is called the red planet.|Rudá planeta je Mars.|Mars|Mars
What planet do we live on? / Which planet is our home? / What is the name of our planet? / On which planet do people live? / Which planet are we on?|Na jaké planetě žijeme? / Jak se jmenuje naše planeta? / Na které planetě žijí lidé? / Jak se nazývá planeta, na které žijeme? / Naše planeta je?|We live on the planet Earth.|Žijeme na planetě Zemi.|Earth|Země
What is the Sun? / Is the Sun a star? / What kind of object is the Sun? / Is the Sun a star or a planet? / What exactly is the Sun? / Explain what the Sun is.|Co je Slunce? / Je Slunce hvězda? / Jaké těleso je Slunce? / Je Slunce hvězda nebo planeta? / Co to je Slunce? / Vysvětli, co je Slunce.|The Sun is a star, a huge ball of hot gas that gives us light and warmth.|Slunce je hvězda, obrovská koule žhavého plynu, která nám dává světlo a teplo.|a star|hvězda
What is the Moon? / What is the moon for Earth? / What kind of object is the Moon? / What exactly is the Moon? / Explain what the Moon is.|Co je Měsíc? / Co je to Měsíc? / Jaké těleso je Měsíc? / Co přesně je Měsíc? / Vysvětli, co je Měsíc.|The Moon is the natural satellite of Earth. It goes around Earth in about 27 days.|Měsíc je přirozená družice Země. Oběhne ji asi za 27 dní.|a satellite of Earth|družice Země
Why is the sky blue? / Why does the sky look blue? / Explain why the sky is blue. / What makes the sky blue? / What is the reason that the sky is blue? / Why do we see a blue sky? / sky blue why / Where does the blue of the sky come from?|Proč je nebe modré? / Proč je obloha modrá? / Vysvětli, proč je obloha modrá. / Čím je způsobena modrá obloha? / Proč vidíme modré nebe? / Proč má nebe modrou barvu? / Kde se bere modrá barva oblohy? / Z jakého důvodu je obloha modrá?|The sky is blue because air scatters the blue part of sunlight more than the red part.|Obloha je modrá, protože vzduch rozptyluje modrou část slunečního světla více než červenou.||
Why is the sea salty? / Why is sea water salty? / What makes the sea salty? / How did the sea become salty? / Why is there salt in the sea? / Where does the salt in the sea come from?|Proč je moře slané? / Proč je mořská voda slaná? / Čím to, že je moře slané? / Proč je v moři sůl? / Kde se bere sůl v moři? / Z jakého důvodu je moře slané?|The sea is salty because rivers carry dissolved minerals from rocks into it, and the water evaporates while the salt stays.|Moře je slané, protože řeky do něj přinášejí rozpuštěné minerály z hornin; voda se vypařuje, ale sůl zůstává.||
Why do leaves fall in autumn? / Why do trees lose their leaves? / Why do trees drop their leaves? / What is the reason leaves fall? / Why are there no leaves in winter?|Proč na podzim padá listí? / Proč stromům opadává listí? / Proč stromy shazují listí? / Proč listí padá? / Proč nemají stromy v zimě listí?|Trees drop their leaves in autumn to save water and energy in winter.|Stromy na podzim shazují listí, aby v zimě šetřily vodou a energií.||
Why do we have day and night? / Why does night follow day? / Why is it dark at night?|Čím vzniká den a noc? / Proč se střídá den a noc? / Proč je v noci tma?|Because the Earth turns around its axis: the side that faces the Sun has day.|Protože se Země otáčí kolem své osy: strana přivrácená ke Slunci má den.||
Why do we have seasons? / What causes the seasons? / How do the seasons come about? / Why is there summer and winter? / What is the reason for seasons?|Proč máme roční období? / Jak vznikají roční období? / Čím jsou způsobena roční období? / Proč je léto a zima? / Proč se střídají roční období?|We have seasons because the axis of Earth is tilted while it goes around the Sun.|Roční období vznikají proto, že osa Země je při oběhu kolem Slunce nakloněná.||
Why does ice float? / Why does ice float on water? / What makes ice float? / Why doesn't ice sink? / Why does an ice cube swim on water?|Proč led plave? / Proč led plave na vodě? / Čím to, že led plave? / Proč se led nepotopí? / Proč kostka ledu plave?|Ice floats because it is less dense than water.|Led plave, protože má menší hustotu než voda.||
What is a rainbow? / How does a rainbow form? / What causes a rainbow? / Why do we see a rainbow? / Explain what a rainbow is. / How is a rainbow made?|Co je duha? / Jak vzniká duha? / Co způsobuje duhu? / Proč vidíme duhu? / Vysvětli, co je duha. / Čím vzniká duha?|A rainbow forms when sunlight is split into colours in drops of rain.|Duha vzniká, když se sluneční světlo v kapkách deště rozloží na barvy.||
What is photosynthesis? / Explain photosynthesis. / What does photosynthesis mean? / How do plants make sugar? / Tell me what photosynthesis is. / Define photosynthesis.|Co je fotosyntéza? / Vysvětli fotosyntézu. / Co znamená fotosyntéza? / Jak rostliny vyrábějí cukr? / Řekni mi, co je fotosyntéza. / Definuj fotosyntézu.|Photosynthesis is how plants use light to make sugar from water and carbon dioxide. They give off oxygen.|Fotosyntéza je děj, při kterém rostliny pomocí světla vyrábějí cukr z vody a oxidu uhličitého. Uvolňují přitom kyslík.||
What is gravity? / Explain gravity. / What does gravity mean? / Why do things fall down? / What keeps us on the ground? / Define gravity.|Co je gravitace? / Vysvětli gravitaci. / Co znamená gravitace? / Proč věci padají dolů? / Co nás drží na zemi? / Definuj gravitaci.|Gravity is the force by which bodies with mass attract each other. It keeps us on the ground.|Gravitace je síla, kterou se přitahují hmotná tělesa. Drží nás na zemi.||
What is an atom? / Explain what an atom is. / What does the word atom mean? / Define atom. / What are atoms?|Co je atom? / Vysvětli, co je atom. / Co znamená slovo atom? / Definuj atom. / Co jsou atomy?|An atom is the smallest part of a chemical element. It has a nucleus and electrons.|Atom je nejmenší část chemického prvku. Má jádro a elektrony.||
What is DNA? / What does DNA do? / What does the abbreviation DNA mean? / What is DNA for? / Explain DNA. / Where is hereditary information kept?|Co je DNA? / K čemu je DNA? / Co znamená zkratka DNA? / Vysvětli DNA. / Kde je uložena dědičná informace?|DNA is the molecule in cells that carries hereditary information.|DNA je molekula v buňkách, která nese dědičnou informaci.||
What is electricity? / Explain electricity. / What does electricity mean? / Define electricity. / What is electric current made of?|Co je elektřina? / Vysvětli elektřinu. / Co znamená elektřina? / Definuj elektřinu. / Co je to elektřina?|Electricity is the flow or presence of electric charge, usually carried by electrons.|Elektřina je pohyb nebo přítomnost elektrického náboje, obvykle elektronů.||
What is a computer? / Explain what a computer is. / What does a computer do? / Define computer. / What are computers?|Co je počítač? / Vysvětli, co je počítač. / Co dělá počítač? / Definuj počítač. / Co jsou počítače?|A computer is a machine that processes data by following programs.|Počítač je stroj, který zpracovává data podle programů.||
What is the internet? / Explain the internet. / What does the word internet mean? / Define the internet. / How would you describe the internet?|Co je internet? / Vysvětli internet. / Co znamená slovo internet? / Definuj internet. / Co je to internet?|The internet is a worldwide network of connected computers.|Internet je celosvětová síť propojených počítačů.||
What is an API? / Explain what an API is. / What does API mean? / What are APIs for? / Define API.|Co je API? / Vysvětli, co je API. / Co znamená API? / K čemu je API? / Definuj API. / Co znamená zkratka API?|An API is an interface by which one program asks another for something.|API je rozhraní, přes které jeden program o něco žádá jiný.||
What is JSON? / Explain JSON. / What does JSON look like? / What is JSON used for? / Define JSON. / What format is JSON?|Co je JSON? / Vysvětli JSON. / K čemu je JSON? / Definuj JSON. / Jaký formát je JSON? / Co znamená JSON?|JSON is a text format for data, made of objects, lists, strings, numbers, true, false and null.|JSON je textový formát pro data: objekty, seznamy, řetězce, čísla, true, false a null.||
What is a token? / What are tokens in language models? / What does token mean? / What does a token mean for a model? / Define token. / How long is a token?|Co je token? / Co jsou tokeny u jazykových modelů? / Co znamená token? / Co je to token u modelu? / Definuj token.|A token is a piece of text, a word or part of one, that a language model reads or writes.|Token je kousek textu, slovo nebo jeho část, který jazykový model čte nebo píše.||
What is a language model? / What is an LLM? / What does LLM mean? / How would you explain a language model? / Define language model. / What are large language models?|Co je jazykový model? / Co je LLM? / Co znamená LLM? / Definuj jazykový model. / Co jsou velké jazykové modely? / Vysvětli, co je jazykový model.|A language model is a program that has learned from text to predict how a text goes on.|Jazykový model je program, který se z textů naučil předpovídat, jak text pokračuje.||
What is GGUF? / What is a GGUF file? / What does GGUF mean? / What is the file format GGUF? / What are GGUF files for?|Co je GGUF? / Co je soubor GGUF? / Co znamená GGUF? / Jaký formát je GGUF? / K čemu jsou soubory GGUF?|GGUF is a file format for language models, used by llama.cpp. Boreal can run such files.|GGUF je formát souborů s jazykovými modely, používá ho llama.cpp. Boreal takové soubory umí spustit.||
What is HTTP? / What does HTTP mean? / What does HTTP stand for? / Explain HTTP. / What is HTTP used for?|Co je HTTP? / Co znamená HTTP? / Vysvětli HTTP. / K čemu je HTTP? / Co znamená zkratka HTTP?|HTTP is the protocol by which browsers and programs talk to web servers.|HTTP je protokol, kterým prohlížeče a programy mluví s webovými servery.||
What is Python? / What is the Python language? / Tell me what Python is. / Is Python a programming language? / What is Python used for?|Co je Python? / Co je jazyk Python? / Řekni mi, co je Python. / Je Python programovací jazyk? / K čemu je Python?|Python is a popular programming language that is easy to read.|Python je oblíbený programovací jazyk, který se snadno čte.||
What is JavaScript? / What is JavaScript used for? / Tell me what JavaScript is. / Is JavaScript a programming language? / What is JS?|Co je JavaScript? / K čemu je JavaScript? / Řekni mi, co je JavaScript. / Je JavaScript programovací jazyk? / Co je JS?|JavaScript is the programming language of web pages; it also runs on servers.|JavaScript je programovací jazyk webových stránek; běží i na serverech.||
What is SQL? / What is SQL for? / What does SQL mean? / Explain SQL. / What can you do with SQL?|Co je SQL? / K čemu je SQL? / Co znamená SQL? / Vysvětli SQL. / Co se dělá v SQL?|SQL is a language for asking and changing databases.|SQL je jazyk pro dotazy a změny v databázích.||
What is Linux? / Explain Linux. / What kind of system is Linux? / Is Linux an operating system? / Tell me what Linux is.|Co je Linux? / Vysvětli Linux. / Jaký systém je Linux? / Je Linux operační systém? / Řekni mi, co je Linux.|Linux is a free operating system kernel, used on servers, phones and computers.|Linux je svobodné jádro operačního systému pro servery, telefony a počítače.||
At what temperature does water boil? / What is the boiling point of water? / When does water boil? / How hot is boiling water? / How many degrees does water have when it boils? / Water boils at how many degrees? / boiling point water / What temperature is needed to boil water?|Při kolika stupních vře voda? / Jaký je bod varu vody? / Kdy začne voda vřít? / Jak horká je vroucí voda? / Kolik stupňů má vroucí voda? / Voda vře při kolika stupních? / Při jaké teplotě vře voda? / Jaká je teplota varu vody?|Water boils at 100 °C at sea level.|Voda vře při 100 °C.|100 °C|100 °C
What is the boiling point of water in Fahrenheit? / At how many degrees Fahrenheit does water boil?|Kolik stupňů Fahrenheita má vroucí voda? / Při kolika stupních Fahrenheita vře voda?|Water boils at 212 °F, which is 100 °C.|Voda vře při 212 °F, to je 100 °C.|212 °F|212 °F
At what temperature does water freeze? / What is the freezing point of water? / When does water freeze? / How cold must it be for water to freeze? / Water freezes at how many degrees? / When does water turn into ice? / At which temperature does water become ice? / freezing point water|Při kolika stupních mrzne voda? / Jaký je bod mrazu vody? / Kdy voda zmrzne? / Při jaké teplotě mrzne voda? / Kdy se voda změní v led? / Voda mrzne při kolika stupních? / Jaká je teplota mrznutí vody?|Water freezes at 0 °C.|Voda mrzne při 0 °C.|0 °C|0 °C
What is H2O? / What is the chemical formula of water? / What is the formula of water? / How do chemists write water? / Which substance is H2O? / What does H2O mean? / What is water made of chemically?|Co je H2O? / Jaký je chemický vzorec vody? / Jak se chemicky zapíše voda? / Jaká látka je H2O? / Co znamená H2O? / Z čeho se chemicky skládá voda? / Vzorec vody?|Water is H2O: two atoms of hydrogen and one of oxygen.|Voda je H2O: dva atomy vodíku a jeden kyslíku.|H2O|H2O
What is CO2? / What does CO2 stand for? / Which gas is CO2? / What does the formula CO2 mean? / What is carbon dioxide's formula?|Co je CO2? / Co znamená CO2? / Jaký plyn je CO2? / Co znamená vzorec CO2? / Jaký vzorec má oxid uhličitý?|CO2 is carbon dioxide.|CO2 je oxid uhličitý.|carbon dioxide|oxid uhličitý
What is NaCl? / What is table salt chemically? / What does NaCl mean? / What is the formula of table salt? / Which substance is NaCl?|Co je NaCl? / Co je kuchyňská sůl chemicky? / Co znamená NaCl? / Jaký je vzorec kuchyňské soli? / Která látka je NaCl?|NaCl is sodium chloride, table salt.|NaCl je chlorid sodný, kuchyňská sůl.|sodium chloride|chlorid sodný
What is the speed of light? / How fast is light? / How quickly does light travel? / How fast does light move? / Light travels at what speed? / speed of light|Jaká je rychlost světla? / Jak rychlé je světlo? / Jak rychle letí světlo? / Jakou rychlostí se šíří světlo? / Kolik je rychlost světla? / rychlost světla|The speed of light is about 300,000 kilometres per second.|Rychlost světla je asi 300 000 kilometrů za sekundu.|300,000 km/s|300 000 km/s
What is pi? / What is the value of pi? / How much is pi? / Tell me the number pi. / What number is pi? / What does pi equal?|Kolik je pí? / Co je číslo pí? / Jakou hodnotu má pí? / Řekni mi číslo pí. / Čemu se rovná pí? / Kolik má číslo pí?|Pi is about 3.14159, the ratio of a circle's circumference to its diameter.|Číslo pí je asi 3,14159, poměr obvodu kruhu k jeho průměru.|3.14159|3,14159
How many legs does a spider have? / How many legs has a spider got?|Kolik nohou má pavouk? / Kolik má pavouk nohou?|A spider has eight legs.|Pavouk má osm nohou.|8|8
How many legs does an insect have? / How many legs does an ant have?|Kolik nohou má hmyz? / Kolik nohou má mravenec?|An insect has six legs.|Hmyz má šest nohou.|6|6
How many legs does a dog have? / How many legs does a cat have?|Kolik nohou má pes? / Kolik nohou má kočka?|It has four legs.|Má čtyři nohy.|4|4
How many fingers does a person have? / How many fingers do we have on both hands? / How many fingers do people have? / How many fingers do I have on two hands? / How many fingers are on both hands together?|Kolik prstů má člověk na rukou? / Kolik máme prstů na obou rukou? / Kolik prstů mám na obou rukou? / Kolik prstů mají lidé na rukou? / Kolik je prstů na dvou rukou?|A person has ten fingers on both hands.|Člověk má na rukou deset prstů.|10|10
How many eyes does a person have? / How many eyes do people have?|Kolik očí má člověk? / Kolik má člověk očí?|A person has two eyes.|Člověk má dvě oči.|2|2
How many bones does an adult have? / How many bones are in the human body? / How many bones do people have? / What number of bones does a grown-up have? / Number of bones in a human? / How many bones are there in a person?|Kolik kostí má dospělý člověk? / Kolik kostí je v lidském těle? / Kolik kostí má člověk? / Kolik kostí mají lidé? / Jaký je počet kostí v lidském těle? / Z kolika kostí je člověk?|An adult has 206 bones.|Dospělý člověk má 206 kostí.|206|206
How many teeth does an adult have? / How many teeth do adults have? / How many teeth does a grown-up have? / How many teeth are in a full set? / Number of teeth of an adult?|Kolik zubů má dospělý člověk? / Kolik má dospělý zubů? / Kolik zubů má člověk? / Kolik zubů mají dospělí? / Jaký je počet zubů dospělého?|An adult has 32 teeth with the wisdom teeth.|Dospělý člověk má i se zuby moudrosti 32 zubů.|32|32
What does the heart do? / What is the heart for? / What is the job of the heart? / Why do we need a heart? / What is the function of the heart? / What pumps the blood?|Co dělá srdce? / K čemu je srdce? / Jakou funkci má srdce? / Proč potřebujeme srdce? / Co pumpuje krev? / Jaký je úkol srdce?|The heart pumps blood through the body.|Srdce pumpuje krev do celého těla.||
What do the lungs do? / What are lungs for? / What is the job of the lungs? / Why do we need lungs? / What is the function of the lungs? / What do we breathe with?|Co dělají plíce? / K čemu jsou plíce? / Jakou funkci mají plíce? / Proč potřebujeme plíce? / Jaký je úkol plic?|The lungs take oxygen from the air into the blood.|Plíce přenášejí kyslík ze vzduchu do krve.||
What does the brain do? / What is the brain for? / What is the job of the brain? / Why do we need a brain? / What do we think with? / What is the function of the brain?|Co dělá mozek? / K čemu je mozek? / Jakou funkci má mozek? / Proč potřebujeme mozek? / Jaký je úkol mozku?|The brain controls the body, thinks and remembers.|Mozek řídí tělo, myslí a pamatuje si.||
What do we see with? / What do we use to see? / Which organ do we see with? / What are eyes for? / With what do people see?|Čím vidíme? / Čím se dívame? / Kterým orgánem vidíme? / K čemu jsou oči? / Co nám slouží k vidění?|We see with our eyes.|Vidíme očima.|eyes|oči
What do we hear with? / What do we use to hear? / Which organ do we hear with? / What are ears for? / With what do people hear?|Čím slyšíme? / Čím posloucháme? / Kterým orgánem slyšíme? / K čemu jsou uši? / Co nám slouží ke slyšení?|We hear with our ears.|Slyšíme ušima.|ears|uši
What do we smell with? / What do we use to smell? / Which organ do we smell with? / What is the nose for? / With what do people smell?|Čím čicháme? / Čím cítíme vůně? / Kterým orgánem čicháme? / K čemu je nos? / Co nám slouží k čichání?|We smell with our nose.|Čicháme nosem.|nose|nos
What are the five senses? / Name the five senses. / Which senses do people have? / How many senses do we have? / List the senses.|Jakých je pět smyslů? / Vyjmenuj pět smyslů. / Jaké smysly má člověk? / Kolik máme smyslů? / Vyjmenuj smysly.|The five senses are sight, hearing, smell, taste and touch.|Pět smyslů je zrak, sluch, čich, chuť a hmat.||
What do cows eat? / What does a cow eat? / What is the food of cows? / What do you feed a cow? / Cows feed on what? / What food does a cow need?|Co jí kráva? / Co žerou krávy? / Čím se živí kráva? / Čím se krmí krávy? / Co žere kráva? / Jakou potravu má kráva?|Cows eat grass and hay.|Krávy žerou trávu a seno.||
What do pandas eat? / What does a panda eat? / What is the food of pandas? / Pandas feed on what? / What food does a panda like?|Co jí panda? / Co žerou pandy? / Čím se živí panda? / Co žere panda? / Jakou potravu má panda?|Pandas eat mostly bamboo.|Pandy žerou hlavně bambus.|bamboo|bambus
What do bees make? / What do bees produce? / Which food do bees make? / What do we get from bees? / Bees are known for making what? / What sweet thing comes from bees?|Co vyrábějí včely? / Co dělají včely? / Co nám dávají včely? / Co je od včel? / Co sladkého dělají včely?|Bees make honey.|Včely vyrábějí med.|honey|med
Where does milk come from? / What animal gives us milk? / From which animal is milk? / Who gives milk? / Which animal produces milk?|Odkud je mléko? / Které zvíře dává mléko? / Kdo dává mléko? / Od kterého zvířete je mléko? / Odkud se bere mléko?|Milk comes mostly from cows.|Mléko je většinou od krav.|cows|krávy
What is bread made of? / What do you need for bread? / How is bread made? / What are the ingredients of bread? / What is in bread?|Z čeho je chléb? / Co je potřeba na chleba? / Z čeho se dělá chleba? / Co je v chlebu? / Jaké suroviny jsou na chléb? / Z čeho se peče chleba?|Bread is made of flour, water, salt and yeast.|Chléb je z mouky, vody, soli a droždí.||
What is cheese made of? / Where does cheese come from? / What do you make cheese from? / What is in cheese? / Cheese is made from what?|Z čeho je sýr? / Z čeho se dělá sýr? / Co je v sýru? / Z čeho se vyrábí sýr? / Sýr je z čeho?|Cheese is made of milk.|Sýr se dělá z mléka.|milk|mléko
What is wine made of? / What fruit is wine made of? / What do you make wine from? / Wine comes from which fruit? / Wine is made from what?|Z čeho je víno? / Z čeho se dělá víno? / Z jakého ovoce je víno? / Z čeho se vyrábí víno? / Víno je z čeho?|Wine is made of grapes.|Víno se dělá z hroznů.|grapes|hrozny
What is beer made of? / What do you need to brew beer? / What do you make beer from? / What is in beer? / Which ingredients does beer have?|Z čeho je pivo? / Z čeho se vaří pivo? / Co je v pivu? / Jaké suroviny jsou na pivo? / Z čeho se vyrábí pivo?|Beer is made of water, malt, hops and yeast.|Pivo se vaří z vody, sladu, chmele a kvasnic.||
What is chocolate made of? / What is chocolate made from? / What do you make chocolate from? / What beans is chocolate made of? / Chocolate comes from what?|Z čeho je čokoláda? / Z čeho se dělá čokoláda? / Z čeho se vyrábí čokoláda? / Z jakých bobů je čokoláda? / Čokoláda je z čeho?|Chocolate is made of cocoa beans.|Čokoláda se dělá z kakaových bobů.|cocoa beans|kakaové boby
Is a tomato a fruit? / Is a tomato a fruit or a vegetable? / Does a tomato count as fruit or vegetable? / Tomato: fruit or vegetable?|Je rajče ovoce? / Je rajče ovoce nebo zelenina? / Rajče: ovoce, nebo zelenina? / Patří rajče mezi ovoce? / Je rajče zelenina?|Botanically a tomato is a fruit; in the kitchen it counts as a vegetable.|Botanicky je rajče plod, v kuchyni se bere jako zelenina.||
Is a whale a fish? / Are whales fish? / Does a whale count as a fish? / What kind of animal is a whale? / Is a whale a mammal or a fish?|Je velryba ryba? / Jsou velryby ryby? / Patří velryba mezi ryby? / Jaké zvíře je velryba? / Je velryba savec nebo ryba?|No, a whale is a mammal.|Ne, velryba je savec.|no|ne
Is a bat a bird? / Are bats birds? / Does a bat count as a bird? / What kind of animal is a bat? / Is a bat a mammal or a bird?|Je netopýr pták? / Jsou netopýři ptáci? / Patří netopýr mezi ptáky? / Jaké zvíře je netopýr? / Je netopýr savec nebo pták?|No, a bat is a mammal that can fly.|Ne, netopýr je savec, který umí létat.|no|ne
Can penguins fly? / Do penguins fly? / Are penguins able to fly? / Do penguins know how to fly? / Is it true that penguins can fly?|Umí tučňáci létat? / Létají tučňáci? / Dokážou tučňáci létat? / Umí tučňák létat? / Je pravda, že tučňáci létají?|No, penguins cannot fly, but they swim very well.|Ne, tučňáci neumějí létat, ale výborně plavou.|no|ne
Is the Earth round? / What shape is the Earth? / What form does the Earth have? / Is the Earth flat? / Is our planet round or flat?|Je Země kulatá? / Jaký tvar má Země? / Je Země placatá? / Jaký tvar má naše planeta? / Je Země kulatá nebo plochá?|The Earth is round, slightly flattened at the poles.|Země je kulatá, u pólů mírně zploštělá.||
When did World War II begin? / When did the Second World War start? / What year did the Second World War start? / When did WW2 begin? / When was the start of World War II? / World War 2 started when? / In which year did WWII break out?|Kdy začala druhá světová válka? / Ve kterém roce začala druhá světová válka? / V kterém roce vypukla druhá světová válka? / Kdy vypukla 2. světová válka? / Začátek druhé světové války? / Kdy začala 2. světová válka?|World War II began on 1 September 1939.|Druhá světová válka začala 1. září 1939.|1939|1939
When did World War II end? / When did the Second World War end? / What year did the Second World War end? / When did WW2 end? / When was the end of World War II? / World War 2 ended when? / When was WWII over?|Kdy skončila druhá světová válka? / Ve kterém roce skončila druhá světová válka? / Kdy byl konec druhé světové války? / Konec 2. světové války? / Kdy skončila 2. světová válka? / Který rok skončila druhá světová válka?|World War II ended in 1945.|Druhá světová válka skončila v roce 1945.|1945|1945
When did World War I begin? / When did the First World War start? / What year did the First World War start? / When did WW1 begin? / World War 1 started when? / When did WWI break out?|Kdy začala první světová válka? / Ve kterém roce začala první světová válka? / V kterém roce vypukla první světová válka? / Kdy začala 1. světová válka? / Začátek první světové války?|World War I began in 1914.|První světová válka začala v roce 1914.|1914|1914
When did World War I end? / When did the First World War end? / What year did the First World War end? / When did WW1 end? / World War 1 ended when? / When was WWI over?|Kdy skončila první světová válka? / Ve kterém roce skončila první světová válka? / Kdy byl konec první světové války? / Kdy skončila 1. světová válka? / Konec 1. světové války?|World War I ended in 1918.|První světová válka skončila v roce 1918.|1918|1918
Who was the first man on the Moon? / Who walked on the Moon first? / Who first set foot on the Moon? / Which astronaut was first on the Moon? / Who was the first person to walk on the Moon? / Name the first man on the moon.|Kdo byl první na Měsíci? / Kdo jako první vstoupil na Měsíc? / Kdo první vstoupil na Měsíc? / Který astronaut byl první na Měsíci? / Kdo se první prošel po Měsíci? / Jak se jmenoval první člověk na Měsíci?|Neil Armstrong was the first man on the Moon, in 1969.|První na Měsíci byl Neil Armstrong v roce 1969.|Neil Armstrong|Neil Armstrong
Who was the first man in space? / Who was the first human in space? / Who flew into space first? / Which man was first in space? / Name the first cosmonaut. / Who was the first person in space?|Kdo byl první člověk ve vesmíru? / Kdo letěl první do vesmíru? / Kdo byl první ve vesmíru? / Kdo letěl jako první do kosmu? / Jak se jmenoval první kosmonaut? / Který člověk byl první ve vesmíru?|Yuri Gagarin was the first man in space, in 1961.|První člověk ve vesmíru byl Jurij Gagarin v roce 1961.|Yuri Gagarin|Jurij Gagarin
Who was the first president of the United States? / Who was the first US president? / Which man was the first American president? / Name the first president of the USA. / Who was America's first president?|Kdo byl první prezident Spojených států? / Kdo byl prvním prezidentem USA? / Jak se jmenoval první americký prezident? / Kdo byl první americký prezident? / První prezident USA?|George Washington was the first president of the United States.|První prezident Spojených států byl George Washington.|George Washington|George Washington
Who was Albert Einstein? / Tell me who Albert Einstein was. / What did Albert Einstein do? / Who is Einstein? / What is Einstein known for? / Who was Einstein?|Kdo byl Albert Einstein? / Čím byl Albert Einstein? / Kdo byl Einstein? / Čím je známý Albert Einstein? / Co dělal Einstein?|Albert Einstein was a physicist who formulated the theory of relativity.|Albert Einstein byl fyzik, který formuloval teorii relativity.||
Who was Mozart? / Who was Wolfgang Amadeus Mozart? / What did Mozart do? / Who is Mozart? / What is Mozart known for?|Kdo byl Mozart? / Kdo byl Wolfgang Amadeus Mozart? / Čím je známý Mozart? / Co dělal Mozart? / Kdo to byl Mozart?|Wolfgang Amadeus Mozart was an Austrian composer of the 18th century.|Wolfgang Amadeus Mozart byl rakouský skladatel 18. století.||
Who was Shakespeare? / Who was William Shakespeare? / What did Shakespeare do? / Who is Shakespeare? / What is Shakespeare known for?|Kdo byl Shakespeare? / Kdo byl William Shakespeare? / Čím je známý Shakespeare? / Co dělal Shakespeare? / Kdo to byl Shakespeare?|William Shakespeare was an English playwright and poet.|William Shakespeare byl anglický dramatik a básník.||
Who was Napoleon? / Who was Napoleon Bonaparte? / What did Napoleon do? / Who is Napoleon? / What is Napoleon known for?|Kdo byl Napoleon? / Kdo byl Napoleon Bonaparte? / Čím je známý Napoleon? / Kdo to byl Napoleon? / Co dělal Napoleon?|Napoleon Bonaparte was a French general and emperor.|Napoleon Bonaparte byl francouzský vojevůdce a císař.||
Who was Leonardo da Vinci? / What was Leonardo da Vinci? / What did Leonardo da Vinci do? / Who is Leonardo? / What is Leonardo da Vinci known for?|Kdo byl Leonardo da Vinci? / Čím byl Leonardo da Vinci? / Čím je známý Leonardo da Vinci? / Kdo to byl Leonardo da Vinci? / Co dělal Leonardo da Vinci?|Leonardo da Vinci was an Italian painter, inventor and scholar of the Renaissance.|Leonardo da Vinci byl italský renesanční malíř, vynálezce a učenec.||
Who was Bedřich Smetana? / Who was Smetana? / What did Smetana do? / What is Bedřich Smetana known for? / Tell me who Smetana was.|Kdo byl Bedřich Smetana? / Kdo byl Smetana? / Čím je známý Bedřich Smetana? / Co složil Smetana? / Kdo to byl Smetana?|Bedřich Smetana was a Czech composer; he wrote My Country.|Bedřich Smetana byl český skladatel, složil Mou vlast.||
Who was Karel Čapek? / Who was Čapek? / What did Karel Čapek write? / What is Karel Čapek known for? / Tell me who Čapek was.|Kdo byl Karel Čapek? / Kdo byl Čapek? / Čím je známý Karel Čapek? / Co napsal Karel Čapek? / Kdo to byl Čapek?|Karel Čapek was a Czech writer. In his play R.U.R. the word robot appeared.|Karel Čapek byl český spisovatel. V jeho hře R.U.R. se objevilo slovo robot.||
Where does the word robot come from? / Who made up the word robot? / Who invented the word robot? / What is the origin of the word robot? / The word robot comes from where?|Odkud je slovo robot? / Kdo vymyslel slovo robot? / Kdo vynalezl slovo robot? / Jaký je původ slova robot? / Kde se vzalo slovo robot?|The word robot comes from the play R.U.R. by Karel Čapek; his brother Josef thought of it.|Slovo robot pochází ze hry R.U.R. Karla Čapka; vymyslel ho jeho bratr Josef.||
How many players are in a football team? / How many players does a soccer team have on the field? / How many people play in a football team? / How many footballers are on the field for one team? / How many players does football need on each side?|Kolik hráčů má fotbalový tým? / Kolik hráčů je ve fotbale na hřišti v jednom týmu? / Kolik lidí hraje ve fotbalovém týmu? / Kolik fotbalistů je na hřišti v týmu? / S kolika hráči se hraje fotbal?|A football team has 11 players on the field.|Fotbalový tým má na hřišti 11 hráčů.|11|11
How many players are in an ice hockey team? / How many hockey players are on the ice? / How many people play in a hockey team? / How many hockey players does a team have on the ice?|Kolik hráčů má hokejový tým na ledě? / Kolik hokejistů jednoho týmu je na ledě? / Kolik lidí hraje v hokejovém týmu? / Kolik hokejistů je na ledě? / S kolika hráči se hraje hokej?|An ice hockey team has 6 players on the ice, with the goalkeeper.|Hokejový tým má na ledě 6 hráčů včetně brankáře.|6|6
How many players are in a basketball team? / How many basketball players are on the court? / How many people play in a basketball team? / How many players does a basketball team have?|Kolik hráčů má basketbalový tým? / Kolik basketbalistů je na hřišti? / Kolik lidí hraje v basketbalovém týmu? / S kolika hráči se hraje basketbal?|A basketball team has 5 players on the court.|Basketbalový tým má na hřišti 5 hráčů.|5|5
How often are the Olympic Games? / How often do the Olympics take place? / After how many years do the Olympics come again? / When do the Olympic Games repeat? / How many years are between the Olympic Games?|Jak často jsou olympijské hry? / Po kolika letech jsou olympijské hry? / Kolik let je mezi olympiádami? / Jak často je olympiáda? / Za kolik let je další olympiáda?|The Olympic Games take place every four years.|Olympijské hry se konají každé čtyři roky.|every four years|každé čtyři roky
How many rings are in the Olympic symbol? / How many Olympic rings are there? / How many circles does the Olympic flag have? / Number of Olympic rings? / The Olympic logo has how many rings?|Kolik je olympijských kruhů? / Kolik kruhů má olympijský symbol? / Kolik kruhů je na olympijské vlajce? / Počet olympijských kruhů? / Kolik kruhů má olympiáda ve znaku?|There are five Olympic rings.|Olympijských kruhů je pět.|5|5
What colour is a mix of all light? / What colours does a rainbow have? / Which colours are in a rainbow? / Name the colours of the rainbow. / What are the rainbow colours?|Jaké barvy má duha? / Vyjmenuj barvy duhy. / Které barvy jsou v duze? / Z jakých barev je duha? / Barvy duhy?|A rainbow has red, orange, yellow, green, blue, indigo and violet.|Duha má červenou, oranžovou, žlutou, zelenou, modrou, indigovou a fialovou.||
What are the primary colours? / Name the primary colours. / Which colours are primary? / What colours can all others be mixed from?|Jaké jsou základní barvy? / Vyjmenuj základní barvy. / Které barvy jsou základní? / Z jakých barev se míchají ostatní?|The primary colours of paint are red, yellow and blue.|Základní malířské barvy jsou červená, žlutá a modrá.||
How many letters are in the English alphabet? / How many letters does the alphabet have? / What is the number of letters in the alphabet? / The alphabet has how many letters?|Kolik písmen má anglická abeceda? / Kolik písmen je v abecedě? / Kolik má abeceda písmen? / Jaký je počet písmen v abecedě?|The English alphabet has 26 letters.|Anglická abeceda má 26 písmen, česká 42 včetně písmen s diakritikou a ch.|26|26
What are the vowels? / Which letters are vowels? / Name the vowels. / What letters are called vowels?|Jaké jsou samohlásky? / Která písmena jsou samohlásky? / Vyjmenuj samohlásky. / Kterým písmenům se říká samohlásky?|The vowels are a, e, i, o and u, sometimes y.|Samohlásky jsou a, e, i, o, u, y a jejich dlouhé podoby.||
How many sides does a triangle have? / How many corners does a triangle have?|Kolik stran má trojúhelník? / Kolik vrcholů má trojúhelník?|A triangle has three sides and three corners.|Trojúhelník má tři strany a tři vrcholy.|3|3
How many sides does a square have? / How many sides has a square?|Kolik stran má čtverec? / Kolik vrcholů má čtverec?|A square has four equal sides.|Čtverec má čtyři stejné strany.|4|4
How many sides does a hexagon have? / How many corners does a hexagon have?|Kolik stran má šestiúhelník? / Kolik vrcholů má šestiúhelník?|A hexagon has six sides.|Šestiúhelník má šest stran.|6|6
How many degrees are in a circle? / How many degrees does a full circle have? / A full turn has how many degrees? / How many degrees make a circle? / What is a full circle in degrees?|Kolik stupňů má kruh? / Kolik stupňů má plný úhel? / Kolik stupňů má kružnice? / Celý kruh má kolik stupňů? / Kolik stupňů je plná otáčka?|A full circle has 360 degrees.|Plný úhel má 360 stupňů.|360|360
How many colours are on a traffic light? / What does a red traffic light mean? / What should I do at a red traffic light? / What does red mean on the traffic lights?|Co znamená červená na semaforu? / Co znamená červené světlo? / Co mám dělat na červenou? / Co znamená, když svítí červená?|A red light means stop.|Červená znamená stůj.|stop|stůj
What is Easter? / What do people do at Easter in Czechia? / What happens at Easter? / When people paint eggs, what feast is it?|Co jsou Velikonoce? / Co se dělá o Velikonocích? / Jak se slaví Velikonoce? / Co se slaví na Velikonoce?|Easter is a spring feast. Czechs paint eggs and boys go round with a pomlázka.|Velikonoce jsou jarní svátky. V Česku se malují vajíčka a chodí se s pomlázkou.||
What is the meaning of life? / What's the meaning of life? / Why are we here? / What is life about?|Jaký je smysl života? / Co je smyslem života? / Proč tu jsme? / K čemu je život?|Some say 42. I am too small a model to know, but kindness is a good start.|Někdo říká 42. Na takovou otázku jsem příliš malý model, ale laskavost je dobrý začátek.||
What came first, the chicken or the egg? / Chicken or egg, what was first? / Which was earlier, the egg or the chicken? / Was the egg first or the chicken?|Co bylo dřív, slepice, nebo vejce? / Bylo dřív vejce nebo slepice? / Co vzniklo první, vejce nebo slepice? / Bylo první vejce?|The egg: animals laid eggs long before there were chickens.|Vejce: zvířata kladla vejce dávno předtím, než byly slepice.||
What is heavier, a kilogram of iron or a kilogram of feathers? / Which is heavier: a kilo of feathers or a kilo of iron? / Is a kilo of iron heavier than a kilo of feathers? / What weighs more, a kilogram of feathers or of iron?|Co je těžší, kilo železa, nebo kilo peří? / Je těžší kilogram peří nebo železa? / Váží víc kilo železa než kilo peří? / Co váží víc, kilo peří nebo kilo železa?|They weigh the same: one kilogram.|Váží stejně: jeden kilogram.||
How many countries are in the European Union? / How many members does the EU have? / How many states make up the EU? / How many countries belong to the EU? / Number of EU countries?|Kolik zemí je v Evropské unii? / Kolik má EU členů? / Kolik států tvoří EU? / Kolik zemí patří do Evropské unie? / Počet států EU?|The European Union has 27 member states.|Evropská unie má 27 členských států.|27|27
When is the Czech national day? / What is celebrated on 28 October? / Which day is the Czech national holiday? / Why is 28 October a holiday?|Kdy je český státní svátek? / Co se slaví 28. října? / Který den je český státní svátek? / Proč je 28. říjen svátek?|28 October is the day on which Czechoslovakia was founded in 1918.|28. října se slaví vznik Československa v roce 1918.||
How far is the Moon? / How far away is the Moon from Earth? / What is the distance to the Moon? / How many kilometres is it to the Moon? / Distance from Earth to the Moon?|Jak daleko je Měsíc? / Jak daleko je Měsíc od Země? / Jaká je vzdálenost na Měsíc? / Kolik kilometrů je na Měsíc? / Vzdálenost Země a Měsíce?|The Moon is about 384,000 kilometres from Earth.|Měsíc je od Země asi 384 000 kilometrů.|384,000 km|384 000 km
How far is the Sun? / How far away is the Sun from Earth? / What is the distance to the Sun? / How many kilometres is it to the Sun? / Distance from Earth to the Sun?|Jak daleko je Slunce? / Jak daleko je Slunce od Země? / Jaká je vzdálenost ke Slunci? / Kolik kilometrů je ke Slunci? / Vzdálenost Země a Slunce?|The Sun is about 150 million kilometres from Earth.|Slunce je od Země asi 150 milionů kilometrů.|150 million km|150 milionů km
How old is the Earth? / What is the age of the Earth? / How many years does the Earth exist? / When did the Earth form? / age of the Earth|Jak stará je Země? / Kolik let má Země? / Jak dlouho existuje Země? / Kdy vznikla Země? / stáří Země|The Earth is about 4.5 billion years old.|Země je stará asi 4,5 miliardy let.||
What is the hottest planet? / Which planet is the hottest? / Which planet has the highest temperature? / Name the hottest planet. / On which planet is it hottest?|Jaká je nejteplejší planeta? / Která planeta je nejžhavější? / Na které planetě je nejtepleji? / Která planeta má nejvyšší teplotu? / Jak se jmenuje nejteplejší planeta?|The hottest planet is Venus.|Nejteplejší planeta je Venuše.|Venus|Venuše
What is the tallest building in the world? / Which building is the tallest? / Name the tallest building. / What is the highest building on Earth? / Which skyscraper is the tallest?|Jaká je nejvyšší budova světa? / Která budova je nejvyšší? / Jak se jmenuje nejvyšší budova? / Který mrakodrap je nejvyšší? / Nejvyšší stavba světa?|The tallest building in the world is the Burj Khalifa in Dubai, 828 metres.|Nejvyšší budova světa je Burdž Chalífa v Dubaji, 828 metrů.|Burj Khalifa|Burdž Chalífa
What is the largest mammal? / Which mammal is the largest? / Name the largest mammal. / What is the biggest of all mammals?|Jaký je největší savec? / Který savec je největší? / Jak se jmenuje největší savec? / Kdo je největší savec?|The largest mammal is the blue whale.|Největší savec je plejtvák obrovský.|blue whale|plejtvák obrovský
What is the largest land animal? / Which land animal is the biggest? / Name the largest animal on land. / What is the biggest animal on land?|Jaké je největší suchozemské zvíře? / Které zvíře na souši je největší? / Jak se jmenuje největší zvíře na souši? / Co je největší na souši?|The largest land animal is the African elephant.|Největší suchozemské zvíře je slon africký.|elephant|slon
What is the smallest prime number? / Which prime is the smallest? / Name the smallest prime. / What is the first prime number?|Jaké je nejmenší prvočíslo? / Které prvočíslo je nejmenší? / Jak je velké nejmenší prvočíslo? / Které je první prvočíslo?|The smallest prime number is 2.|Nejmenší prvočíslo je 2.|2|2
How many hearts does an octopus have? / How many hearts has an octopus? / An octopus has how many hearts? / Number of hearts of an octopus?|Kolik srdcí má chobotnice? / Kolik má chobotnice srdcí? / Chobotnice má kolik srdcí? / Počet srdcí chobotnice?|An octopus has three hearts.|Chobotnice má tři srdce.|3|3
What does WWW stand for? / What is WWW?|Co znamená WWW? / Co je WWW?|WWW stands for World Wide Web.|WWW znamená World Wide Web, celosvětová síť stránek.||
What is HTML? / What does HTML stand for? / Explain HTML. / What is HTML used for?|Co je HTML? / Co znamená HTML? / Vysvětli HTML. / K čemu je HTML?|HTML (HyperText Markup Language) is the language in which web pages are written.|HTML (HyperText Markup Language) je jazyk, ve kterém se píší webové stránky.||
What is CSS? / What is CSS for? / Explain CSS. / What does CSS stand for?|Co je CSS? / K čemu je CSS? / Vysvětli CSS. / Co znamená CSS?|CSS is the language that says what web pages look like.|CSS je jazyk, který určuje vzhled webových stránek.||
What is a CPU? / What does CPU stand for? / Explain what a CPU is. / What does the processor do?|Co je CPU? / Co znamená CPU? / Vysvětli, co je CPU. / Co dělá procesor? / Co je procesor?|The CPU is the processor, the part of a computer that carries out programs.|CPU je procesor, část počítače, která vykonává programy.||
What is RAM? / What does RAM stand for? / Explain what RAM is. / What is the working memory of a computer called?|Co je RAM? / Co znamená RAM? / Vysvětli, co je RAM. / K čemu je RAM? / Jak se říká operační paměti?|RAM is the working memory of a computer.|RAM je operační paměť počítače.||
What is a GPU? / What does GPU stand for? / Explain what a GPU is. / What is a graphics card processor?|Co je GPU? / Co znamená GPU? / Vysvětli, co je GPU. / K čemu je GPU?|A GPU is a graphics processor; language models run fast on it.|GPU je grafický procesor; jazykové modely na něm běží rychle.||
What is a URL? / What does URL mean?|Co je URL? / Co znamená URL?|A URL is the address of a page or file on the internet.|URL je adresa stránky nebo souboru na internetu.||
What is USB? / What does USB stand for?|Co je USB? / Co znamená USB?|USB (Universal Serial Bus) is a plug and standard for connecting devices.|USB (Universal Serial Bus) je konektor a standard pro připojení zařízení.||
What is a PDF? / What is PDF?|Co je PDF? / Co je soubor PDF?|PDF is a file format for documents that look the same everywhere.|PDF je formát dokumentů, které vypadají všude stejně.||
What is Git? / What is Git for? / Explain Git. / Why do programmers use Git?|Co je Git? / K čemu je Git? / Vysvětli Git. / Proč programátoři používají Git?|Git is a tool that keeps the versions of files, mostly source code.|Git je nástroj, který uchovává verze souborů, hlavně zdrojového kódu.||
What is Docker? / What is Docker for? / Explain Docker. / Why do people use Docker?|Co je Docker? / K čemu je Docker? / Vysvětli Docker. / Proč se používá Docker?|Docker runs programs in containers, with everything they need.|Docker spouští programy v kontejnerech se vším, co potřebují.||
What is Node.js? / What is Node?|Co je Node.js? / K čemu je Node.js?|Node.js runs JavaScript outside the browser. Boreal needs version 20 or newer.|Node.js spouští JavaScript mimo prohlížeč. Boreal potřebuje verzi 20 nebo novější.||
What is TypeScript? / What is TypeScript for?|Co je TypeScript? / K čemu je TypeScript?|TypeScript is JavaScript with types.|TypeScript je JavaScript s typy.||
What is OpenAI? / Who is OpenAI?|Co je OpenAI? / Kdo je OpenAI?|OpenAI is a company that makes language models. Boreal speaks the same API, but is independent.|OpenAI je firma, která vyrábí jazykové modely. Boreal mluví stejným rozhraním, ale je nezávislý.||
What is ChatGPT? / Do you know ChatGPT?|Co je ChatGPT? / Znáš ChatGPT?|ChatGPT is a chat service of the company OpenAI. I am another, much smaller model.|ChatGPT je chatovací služba firmy OpenAI. Já jsem jiný, mnohem menší model.||
What is llama.cpp? / What is Ollama?|Co je llama.cpp? / Co je Ollama?|It is a program that runs language models on your own computer. Boreal can stand in front of it as an engine.|Je to program, který spouští jazykové modely na vašem počítači. Boreal ho umí použít jako engine.||
What is Hugging Face? / What is the Hugging Face hub?|Co je Hugging Face? / K čemu je Hugging Face?|Hugging Face is a site with many language models. Boreal can fetch GGUF files from it.|Hugging Face je web s mnoha jazykovými modely. Boreal z něj umí stáhnout soubory GGUF.||
What is the EU? / What is the European Union? / Explain the European Union. / What does EU mean?|Co je EU? / Co je Evropská unie? / Vysvětli, co je Evropská unie. / Co znamená EU?|The European Union is a union of 27 European states.|Evropská unie je společenství 27 evropských států.||
What is NATO? / What does NATO stand for? / Explain NATO. / What is the North Atlantic alliance?|Co je NATO? / Co znamená NATO? / Vysvětli NATO. / Co je Severoatlantická aliance?|NATO is a defence alliance of states in Europe and North America.|NATO je obranný spolek států Evropy a Severní Ameriky.||
What does USA stand for? / What is the USA?|Co znamená USA? / Co jsou USA?|USA stands for the United States of America.|USA jsou Spojené státy americké.||
Who composed the music of the Czech anthem? / Who wrote the Czech anthem? / Whose music is the Czech anthem? / Who made the Czech national anthem?|Kdo složil českou hymnu? / Kdo napsal hudbu české hymny? / Čí je hudba české hymny? / Kdo je autorem české hymny? / Kdo napsal českou hymnu?|František Škroup composed the music of the Czech anthem; the words are by Josef Kajetán Tyl.|Hudbu české hymny složil František Škroup, slova napsal Josef Kajetán Tyl.||
What is svíčková? / What do Czechs eat?|Co je svíčková? / Co je typické české jídlo?|Svíčková is beef in cream sauce with dumplings, a typical Czech meal.|Svíčková je hovězí maso na smetaně s knedlíky, typické české jídlo.||
What currency does the European Union use? / What is the currency of the EU? / With what do people pay in the EU? / Which money does the European Union have?|Jaká je měna Evropské unie? / Čím se platí v EU? / Jakou měnu má EU? / Jaké peníze má Evropská unie?|Most countries of the European Union use the euro.|Většina zemí Evropské unie používá euro.|euro|euro
How many people live in the world? / What is the population of the world? / How many people are there? / How many humans live on Earth? / world population|Kolik lidí žije na světě? / Kolik lidí je na Zemi? / Kolik je na světě lidí? / Kolik lidí žije na Zemi? / Počet obyvatel světa?|About 8 billion people live in the world.|Na světě žije asi 8 miliard lidí.|8 billion|8 miliard
How many letters does your name have? / How do you spell Boreal?|Jak se píše Boreal? / Hláskuj Boreal.|B-o-r-e-a-l.|B-o-r-e-a-l.||
What does Boreal mean? / Why is it called Boreal?|Co znamená slovo Boreal? / Proč se to jmenuje Boreal?|Boreal means northern, as in aurora borealis, the northern lights.|Boreal znamená severní, jako v názvu aurora borealis, polární záře.||
What do plants need to grow? / What does a plant need? / What do flowers need to live?|Co potřebují rostliny k růstu? / Co potřebuje rostlina? / Co potřebují květiny k životu?|Plants need light, water, air and soil.|Rostliny potřebují světlo, vodu, vzduch a půdu.||
Which gas do we breathe? / What do people need to breathe? / Which gas do people need from the air?|Jaký plyn dýcháme? / Který plyn potřebujeme k dýchání? / Co dýcháme?|We need oxygen from the air.|Potřebujeme kyslík ze vzduchu.|oxygen|kyslík
What is air made of? / Which gas is most of the air? / What is in the air?|Z čeho je vzduch? / Kterého plynu je ve vzduchu nejvíc? / Co je ve vzduchu?|Air is mostly nitrogen (78 %) and oxygen (21 %).|Vzduch je hlavně dusík (78 %) a kyslík (21 %).|nitrogen and oxygen|dusík a kyslík
What do cats drink? / What do cats eat? / What should I feed a cat?|Co pije kočka? / Co jí kočka? / Čím krmit kočku?|Cats eat meat and drink water.|Kočky jedí maso a pijí vodu.||
What do dogs eat? / What does a dog eat? / What food do dogs eat?|Co jí pes? / Co žerou psi? / Čím se živí pes?|Dogs eat mostly meat and dog food.|Psi žerou hlavně maso a psí krmivo.||
What do rabbits eat? / What does a rabbit eat? / Rabbits feed on what?|Co jí králík? / Co žerou králíci? / Čím se živí králík?|Rabbits eat grass, hay and vegetables.|Králíci žerou trávu, seno a zeleninu.||
What do lions eat? / What does a lion eat? / Are lions meat eaters?|Co jí lev? / Co žerou lvi? / Čím se živí lev?|Lions eat meat.|Lvi žerou maso.|meat|maso
What do horses eat? / What does a horse eat? / Horses feed on what?|Co jí kůň? / Co žerou koně? / Čím se živí kůň?|Horses eat grass, hay and oats.|Koně žerou trávu, seno a oves.||
What do birds eat? / What does a bird eat? / What food do birds like?|Co jedí ptáci? / Co zobou ptáci? / Čím se živí ptáci?|Many birds eat seeds and insects.|Mnozí ptáci jedí semena a hmyz.||
Where do fish live? / What do fish live in? / Where does a fish live?|Kde žijí ryby? / V čem žijí ryby? / Kde žije ryba?|Fish live in water.|Ryby žijí ve vodě.|in water|ve vodě
Where do polar bears live? / Where does a polar bear live? / In which part of the world do polar bears live?|Kde žijí lední medvědi? / Kde žije lední medvěd? / Ve které části světa žijí lední medvědi?|Polar bears live in the Arctic.|Lední medvědi žijí v Arktidě.|the Arctic|Arktida
Where do penguins live? / Where does a penguin live? / Which part of the world do penguins come from?|Kde žijí tučňáci? / Kde žije tučňák? / Odkud pocházejí tučňáci?|Penguins live in the south of the world, many of them in Antarctica.|Tučňáci žijí na jihu světa, mnozí v Antarktidě.|Antarctica|Antarktida
Where do kangaroos live? / Where does a kangaroo live? / From which country are kangaroos?|Kde žijí klokani? / Kde žije klokan? / Ze které země jsou klokani?|Kangaroos live in Australia.|Klokani žijí v Austrálii.|Australia|Austrálie
Where do camels live? / Where does a camel live?|Kde žijí velbloudi? / Kde žije velbloud?|Camels live in deserts.|Velbloudi žijí na pouštích.|deserts|pouště
What is the king of animals? / Which animal is called the king of beasts? / Who is the king of the animals?|Kdo je král zvířat? / Které zvíře je král zvířat? / Jakému zvířeti se říká král zvířat?|The lion is called the king of animals.|Králem zvířat se nazývá lev.|lion|lev
What is the slowest animal? / Which animal is very slow? / Name a slow animal.|Jaké zvíře je nejpomalejší? / Které zvíře je velmi pomalé? / Jmenuj pomalé zvíře.|The sloth is one of the slowest animals.|Jedním z nejpomalejších zvířat je lenochod.|sloth|lenochod
Which bird cannot fly? / Name a bird that cannot fly. / Is there a bird that doesn't fly?|Který pták neumí létat? / Jmenuj ptáka, který neumí létat. / Existuje pták, který nelétá?|The ostrich and the penguin cannot fly.|Létat neumí pštros a tučňák.|ostrich|pštros
What is the largest bird? / Which bird is the biggest? / Name the largest bird.|Jaký je největší pták? / Který pták je největší? / Jmenuj největšího ptáka.|The largest bird is the ostrich.|Největší pták je pštros.|ostrich|pštros
What comes from a caterpillar? / What does a caterpillar turn into? / What does a caterpillar become?|Co je z housenky? / V co se promění housenka? / Co vznikne z housenky?|A caterpillar turns into a butterfly.|Z housenky se stane motýl.|butterfly|motýl
What is the largest organ of the body? / Which organ of the body is the largest? / What is the biggest human organ?|Jaký je největší orgán těla? / Který orgán je největší? / Co je největší lidský orgán?|The largest organ of the body is the skin.|Největší orgán těla je kůže.|skin|kůže
What is normal body temperature? / How warm is the human body? / What temperature does a healthy person have?|Jaká je normální teplota těla? / Kolik stupňů má zdravý člověk? / Jakou teplotu má lidské tělo?|Normal body temperature is about 37 °C.|Normální teplota těla je asi 37 °C.|37 °C|37 °C
How long is a pregnancy? / How many months is a baby in the womb? / How long are women pregnant?|Jak dlouho trvá těhotenství? / Kolik měsíců trvá těhotenství? / Jak dlouho je žena těhotná?|A pregnancy lasts about nine months.|Těhotenství trvá asi devět měsíců.|nine months|devět měsíců
What colour is blood? / Which colour does blood have?|Jakou barvu má krev? / Jaké barvy je krev?|Blood is red.|Krev je červená.|red|červená
How many hours should a person sleep? / How long should adults sleep? / How much sleep do people need?|Kolik hodin má člověk spát? / Jak dlouho mají dospělí spát? / Kolik spánku člověk potřebuje?|Adults should sleep seven to nine hours a day.|Dospělí mají spát sedm až devět hodin denně.||
What is the emergency number in Europe? / Which number do I call in an emergency? / What is the number for help?|Jaké je číslo tísňového volání? / Na jaké číslo volat v nouzi? / Jaké číslo má tísňová linka?|The emergency number in Europe is 112.|Číslo tísňového volání v Evropě je 112.|112|112
What is the phone number of the ambulance in Czechia? / Which number has the Czech ambulance?|Jaké číslo má záchranka? / Na jaké číslo se volá záchranka?|The ambulance in Czechia has the number 155; 112 works too.|Záchranka má číslo 155; funguje i 112.|155|155
What is the phone number of the Czech police? / Which number has the Czech police?|Jaké číslo má policie? / Na jaké číslo se volá policie?|The Czech police have the number 158; 112 works too.|Policie má číslo 158; funguje i 112.|158|158
What is the phone number of Czech firefighters? / Which number have the Czech firefighters?|Jaké číslo mají hasiči? / Na jaké číslo se volají hasiči?|Firefighters in Czechia have the number 150; 112 works too.|Hasiči mají číslo 150; funguje i 112.|150|150
What is the capital of the world? / Is there a capital of the world?|Jaké je hlavní město světa? / Existuje hlavní město světa?|The world has no capital; only countries have one.|Svět nemá hlavní město, mají ho jen státy.||
Which way does the Sun rise? / Where does the Sun rise? / In which direction does the Sun come up?|Kde vychází Slunce? / Na které straně vychází Slunce? / Odkud vychází Slunce?|The Sun rises in the east.|Slunce vychází na východě.|east|východ
Where does the Sun set? / In which direction does the Sun go down? / Where does the sun go down?|Kde zapadá Slunce? / Na které straně zapadá Slunce? / Kam zapadá Slunce?|The Sun sets in the west.|Slunce zapadá na západě.|west|západ
What are the four directions? / Name the points of the compass. / Which directions does a compass show?|Jaké jsou čtyři světové strany? / Vyjmenuj světové strany. / Které jsou světové strany?|The four directions are north, south, east and west.|Světové strany jsou sever, jih, východ a západ.||
How long does the Earth take to go around the Sun? / How long is a year on Earth? / How many days does the Earth need for one orbit?|Za jak dlouho oběhne Země Slunce? / Jak dlouho trvá oběh Země? / Za kolik dní oběhne Země kolem Slunce?|The Earth goes around the Sun in about 365 days, one year.|Země oběhne Slunce asi za 365 dní, za jeden rok.|365 days|365 dní
How long does the Earth take to turn once? / How long is a day? / How many hours does the Earth need for one turn?|Za jak dlouho se Země otočí? / Jak dlouho trvá den? / Za kolik hodin se Země otočí kolem osy?|The Earth turns once in 24 hours, one day.|Země se otočí jednou za 24 hodin, za jeden den.|24 hours|24 hodin
What does the Earth go around? / What does our planet orbit? / Around what does the Earth move?|Kolem čeho obíhá Země? / Kolem čeho krouží naše planeta?|The Earth goes around the Sun.|Země obíhá kolem Slunce.|the Sun|Slunce
What does the Moon go around? / What does the Moon orbit? / Around what does the Moon move?|Kolem čeho obíhá Měsíc? / Kolem čeho krouží Měsíc?|The Moon goes around the Earth.|Měsíc obíhá kolem Země.|the Earth|Země
What is the closest star? / Which star is closest to us? / Name the star nearest to Earth.|Jaká je nejbližší hvězda? / Která hvězda je nám nejblíž? / Jak se jmenuje nejbližší hvězda?|The closest star is the Sun.|Nejbližší hvězda je Slunce.|the Sun|Slunce
What is the name of our galaxy? / In which galaxy do we live? / What galaxy are we in?|Jak se jmenuje naše galaxie? / Ve které galaxii žijeme? / V jaké galaxii je Země?|Our galaxy is the Milky Way.|Naše galaxie je Mléčná dráha.|the Milky Way|Mléčná dráha
How many moons does the Earth have? / Number of moons of the Earth? / The Earth has how many moons?|Kolik měsíců má Země? / Kolik má Země měsíců? / Země má kolik měsíců?|The Earth has one moon.|Země má jeden měsíc.|1|1
What is steam? / What does water become when it boils? / What is water vapour?|Co je pára? / Co vznikne, když se voda vaří? / Co je vodní pára?|Steam is water as a gas.|Pára je voda v plynném stavu.||
What are the states of water? / Which three states does water have? / In which forms does water exist?|Jaká jsou skupenství vody? / Jaká tři skupenství má voda? / V jakých podobách je voda?|Water can be solid (ice), liquid, or a gas (steam).|Voda může být pevná (led), kapalná, nebo plynná (pára).||
What happens when ice gets warm? / What does ice do in the sun? / What does ice turn into when it melts?|Co se stane s ledem v teple? / Co udělá led na slunci? / V co se led změní, když taje?|Ice melts and turns into water.|Led roztaje a změní se ve vodu.|water|voda
What is snow made of? / What is snow? / Out of what is snow?|Z čeho je sníh? / Co tvoří sníh?|Snow is made of frozen water.|Sníh je ze zmrzlé vody.|frozen water|zmrzlá voda
What is paper made of? / From what do we make paper? / Where does paper come from?|Z čeho je papír? / Z čeho se vyrábí papír? / Z čeho se dělá papír?|Paper is made of wood.|Papír se vyrábí ze dřeva.|wood|dřevo
What is glass made of? / From what do we make glass? / Glass is made from what?|Z čeho je sklo? / Z čeho se vyrábí sklo? / Z čeho se dělá sklo?|Glass is made of sand.|Sklo se vyrábí z písku.|sand|písek
What is butter made of? / From what do we make butter? / Butter comes from what?|Z čeho je máslo? / Z čeho se vyrábí máslo? / Z čeho se dělá máslo?|Butter is made of cream from milk.|Máslo se vyrábí ze smetany z mléka.|cream|smetana
What is flour made of? / From what do we make flour?|Z čeho je mouka? / Z čeho se vyrábí mouka? / Z čeho se mele mouka?|Flour is made of ground grain, mostly wheat.|Mouka se mele z obilí, hlavně z pšenice.|grain|obilí
What is wool made of? / Where does wool come from? / Which animal gives wool?|Odkud je vlna? / Z čeho je vlna? / Které zvíře dává vlnu?|Wool comes from sheep.|Vlna je z ovcí.|sheep|ovce
Where do eggs come from? / Which animal lays the eggs we eat? / Who lays eggs?|Odkud jsou vejce? / Kdo snáší vejce? / Které zvíře snáší vejce?|The eggs we eat are mostly laid by hens.|Vejce, která jíme, snášejí hlavně slepice.|hens|slepice
What do you need to make tea? / How do you make tea? / How is tea made?|Jak se dělá čaj? / Co je potřeba na čaj? / Jak uvařím čaj?|Pour hot water over tea leaves and wait a few minutes.|Čajové lístky zalijte horkou vodou a pár minut počkejte.||
How do you boil an egg? / How long do I boil an egg? / How long should an egg be boiled?|Jak uvařím vejce? / Jak dlouho se vaří vejce? / Jak dlouho vařit vejce?|Boil it in water for about 10 minutes for a hard egg, 5 for a soft one.|Vařte ho ve vodě: natvrdo asi 10 minut, naměkko 5.||
What do people wear in winter? / What should I wear when it is cold? / What clothes are for winter?|Co se nosí v zimě? / Co si obléct, když je zima? / Jaké oblečení je na zimu?|In winter people wear a coat, a hat, gloves and a scarf.|V zimě se nosí kabát, čepice, rukavice a šála.||
What do I need when it rains? / What do you take when it is raining? / What protects from rain?|Co potřebuji, když prší? / Co si vzít, když prší? / Co chrání před deštěm?|When it rains, take an umbrella.|Když prší, vezměte si deštník.|an umbrella|deštník
In which season does it snow? / When does snow fall? / Which season is the coldest?|Ve kterém ročním období sněží? / Kdy padá sníh? / Které roční období je nejstudenější?|It snows in winter, the coldest season.|Sněží v zimě, v nejstudenějším ročním období.|winter|zima
Which season is the warmest? / When is it hot? / Which season is the hottest?|Které roční období je nejteplejší? / Kdy je nejtepleji? / Ve kterém ročním období je horko?|Summer is the warmest season.|Nejteplejší roční období je léto.|summer|léto
When do flowers begin to bloom? / In which season do plants start to grow? / Which season comes after winter?|Kdy začínají kvést květiny? / Ve kterém ročním období začínají růst rostliny? / Které roční období je po zimě?|In spring, which comes after winter.|Na jaře, které je po zimě.|spring|jaro
Which season comes after spring? / What comes after spring?|Které roční období je po jaru? / Co je po jaru?|After spring comes summer.|Po jaru je léto.|summer|léto
Which season comes after summer? / What comes after summer?|Které roční období je po létě? / Co je po létě?|After summer comes autumn.|Po létě je podzim.|autumn|podzim
Which season comes after autumn? / What comes after autumn?|Které roční období je po podzimu? / Co je po podzimu?|After autumn comes winter.|Po podzimu je zima.|winter|zima
What does a doctor do? / What is the job of a doctor? / Who treats ill people?|Co dělá lékař? / Jakou práci má doktor? / Kdo léčí nemocné?|A doctor treats ill people.|Lékař léčí nemocné.||
What does a teacher do? / What is the job of a teacher? / Who teaches children at school?|Co dělá učitel? / Jakou práci má učitel? / Kdo učí děti ve škole?|A teacher teaches children at school.|Učitel učí děti ve škole.||
What does a baker do? / Who bakes bread? / What is the job of a baker?|Co dělá pekař? / Kdo peče chleba? / Jakou práci má pekař?|A baker bakes bread and rolls.|Pekař peče chléb a rohlíky.||
What does a cook do? / Who cooks in a restaurant? / What is the job of a cook?|Co dělá kuchař? / Kdo vaří v restauraci? / Jakou práci má kuchař?|A cook prepares food.|Kuchař vaří jídlo.||
What does a firefighter do? / Who puts out fires? / What is the job of a firefighter?|Co dělá hasič? / Kdo hasí požáry? / Jakou práci má hasič?|A firefighter puts out fires and saves people.|Hasič hasí požáry a zachraňuje lidi.||
What does a programmer do? / Who writes programs? / What is the job of a programmer?|Co dělá programátor? / Kdo píše programy? / Jakou práci má programátor?|A programmer writes programs for computers.|Programátor píše programy pro počítače.||
What does a farmer do? / Who grows our food? / What is the job of a farmer?|Co dělá zemědělec? / Kdo pěstuje obilí? / Jakou práci má farmář?|A farmer grows plants and keeps animals.|Zemědělec pěstuje rostliny a chová zvířata.||
What does a painter do? / What is the job of a painter? / Who paints pictures?|Co dělá malíř? / Kdo maluje obrazy? / Jakou práci má malíř?|A painter paints pictures.|Malíř maluje obrazy.||
Where do you buy bread? / Where can I buy bread? / In which shop is bread sold?|Kde se kupuje chleba? / Kde koupím chleba? / Ve kterém obchodě je chleba?|You buy bread at a bakery or in a food shop.|Chléb koupíte v pekárně nebo v potravinách.||
Where do you buy medicine? / Where can I get medicine? / Which shop sells medicine?|Kde se kupují léky? / Kde koupím léky? / Kde dostanu léky?|You buy medicine at a pharmacy.|Léky koupíte v lékárně.|a pharmacy|lékárna
Where do you borrow books? / Where can I borrow a book? / What is a library for?|Kde se půjčují knihy? / Kde si půjčím knihu? / K čemu je knihovna?|You borrow books in a library.|Knihy se půjčují v knihovně.|a library|knihovna
Where do you sleep? / Where do people sleep? / In what do people sleep at night?|Kde lidé spí? / V čem lidé v noci spí? / Na čem se spí?|People sleep in a bed.|Lidé spí v posteli.|in a bed|v posteli
How many minutes is a football match? / How long is a football game? / How long does a football match take?|Kolik minut trvá fotbalový zápas? / Jak dlouho se hraje fotbal? / Jak dlouhý je fotbalový zápas?|A football match takes 90 minutes.|Fotbalový zápas trvá 90 minut.|90 minutes|90 minut
How many squares does a chessboard have? / How many fields are on a chessboard? / Number of squares in chess?|Kolik polí má šachovnice? / Kolik je polí na šachovnici? / Počet polí šachovnice?|A chessboard has 64 squares.|Šachovnice má 64 polí.|64|64
How many cards are in a deck? / How many playing cards are there?|Kolik karet je v balíčku? / Kolik je hracích karet?|A standard deck has 52 cards.|Běžný balíček má 52 karet.|52|52
How many sides does a dice have? / How many faces does a dice have? / A dice has how many sides?|Kolik stran má hrací kostka? / Kolik stěn má kostka? / Hrací kostka má kolik stran?|A dice has six sides.|Hrací kostka má šest stran.|6|6
How many zeros does a million have? / How many zeros are in a million?|Kolik nul má milion? / Kolik nul je v milionu?|A million has six zeros: 1,000,000.|Milion má šest nul: 1 000 000.|6|6
How many zeros does a thousand have? / How many zeros are in a thousand?|Kolik nul má tisíc? / Kolik nul je v tisíci?|A thousand has three zeros: 1,000.|Tisíc má tři nuly: 1000.|3|3
How many months have 31 days? / Which months have 31 days?|Kolik měsíců má 31 dní? / Které měsíce mají 31 dní?|Seven months have 31 days: January, March, May, July, August, October and December.|31 dní má sedm měsíců: leden, březen, květen, červenec, srpen, říjen a prosinec.|7|7
How high is Mount Everest? / How tall is Mount Everest? / What is the height of Mount Everest?|Jak vysoký je Mount Everest? / Kolik metrů má Mount Everest? / Jaká je výška Mount Everestu?|Mount Everest is 8,849 metres high.|Mount Everest je vysoký 8849 metrů.|8,849 m|8849 m
How high is Sněžka? / How tall is Sněžka?|Jak vysoká je Sněžka? / Kolik metrů má Sněžka?|Sněžka is 1,603 metres high.|Sněžka je vysoká 1603 metrů.|1,603 m|1603 m
Where does honey come from? / Who makes honey? / Which animal makes honey?|Odkud je med? / Kdo vyrábí med? / Které zvíře dělá med?|Honey is made by bees.|Med vyrábějí včely.|bees|včely
How many is a dozen? / What is a dozen?|Kolik je tucet? / Co je tucet?|A dozen is twelve.|Tucet je dvanáct.|12|12
What is the largest number? / Is there a largest number? / Which number is the biggest of all?|Jaké je největší číslo? / Existuje největší číslo? / Které číslo je úplně největší?|There is no largest number; you can always add one.|Největší číslo neexistuje, vždy lze přičíst jedničku.||
Is zero an even number? / Is 0 even or odd? / Is zero even?|Je nula sudá? / Je 0 sudé číslo? / Je nula sudé nebo liché číslo?|Zero is even.|Nula je sudé číslo.|even|sudé
Is 1 a prime number? / Is one prime?|Je 1 prvočíslo? / Je jednička prvočíslo?|No, 1 is not a prime number.|Ne, 1 není prvočíslo.|no|ne
What is Pythagoras' theorem? / What does the Pythagorean theorem say?|Co je Pythagorova věta? / Jak zní Pythagorova věta?|In a right triangle a² + b² = c², where c is the longest side.|V pravoúhlém trojúhelníku platí a² + b² = c², kde c je nejdelší strana.|a² + b² = c²|a² + b² = c²
What is the area of a rectangle? / How do I compute the area of a rectangle?|Jak se počítá obsah obdélníku? / Jaký je vzorec pro obsah obdélníku?|The area of a rectangle is its length times its width.|Obsah obdélníku je délka krát šířka.||
What is the area of a square? / How do I compute the area of a square?|Jak se počítá obsah čtverce? / Jaký je vzorec pro obsah čtverce?|The area of a square is its side times itself.|Obsah čtverce je strana krát strana.||
Who was Antonín Dvořák? / What is Dvořák known for? / Who was Dvořák?|Kdo byl Antonín Dvořák? / Čím je známý Dvořák? / Kdo byl Dvořák?|Antonín Dvořák was a Czech composer; he wrote Rusalka and the New World Symphony.|Antonín Dvořák byl český skladatel, složil Rusalku a Novosvětskou symfonii.||
Who was Božena Němcová? / What did Božena Němcová write? / What is Božena Němcová known for?|Kdo byla Božena Němcová? / Co napsala Božena Němcová? / Čím je známá Božena Němcová?|Božena Němcová was a Czech writer, the author of The Grandmother.|Božena Němcová byla česká spisovatelka, autorka Babičky.||
Who was Jaroslav Hašek? / What did Jaroslav Hašek write?|Kdo byl Jaroslav Hašek? / Co napsal Jaroslav Hašek?|Jaroslav Hašek was a Czech writer, the author of The Good Soldier Švejk.|Jaroslav Hašek byl český spisovatel, autor Švejka.||
Who was Franz Kafka? / What did Franz Kafka write? / What is Kafka known for?|Kdo byl Franz Kafka? / Co napsal Franz Kafka? / Čím je známý Kafka?|Franz Kafka was a writer from Prague who wrote in German; he wrote The Trial and The Metamorphosis.|Franz Kafka byl pražský německy píšící spisovatel, napsal Proces a Proměnu.||
Who was Ludwig van Beethoven? / Who was Beethoven? / What is Beethoven known for?|Kdo byl Ludwig van Beethoven? / Kdo byl Beethoven? / Čím je známý Beethoven?|Ludwig van Beethoven was a German composer.|Ludwig van Beethoven byl německý skladatel.||
Who was Isaac Newton? / Who was Newton? / What is Newton known for?|Kdo byl Isaac Newton? / Kdo byl Newton? / Čím je známý Newton?|Isaac Newton was an English physicist who described gravity.|Isaac Newton byl anglický fyzik, který popsal gravitaci.||
Who was Charles Darwin? / Who was Darwin? / What is Darwin known for?|Kdo byl Charles Darwin? / Kdo byl Darwin? / Čím je známý Darwin?|Charles Darwin was an English naturalist who formulated the theory of evolution.|Charles Darwin byl anglický přírodovědec, který formuloval evoluční teorii.||
Who was Marie Curie? / What is Marie Curie known for? / What did Marie Curie discover?|Kdo byla Marie Curie? / Čím je známá Marie Curie-Skłodowská? / Co objevila Marie Curie?|Marie Curie was a scientist who discovered radium and polonium.|Marie Curie-Skłodowská byla vědkyně, která objevila radium a polonium.||
Who was Christopher Columbus? / Who was Columbus? / What is Columbus known for?|Kdo byl Kryštof Kolumbus? / Kdo byl Kolumbus? / Čím je známý Kolumbus?|Christopher Columbus was a sailor who reached America in 1492.|Kryštof Kolumbus byl mořeplavec, který v roce 1492 doplul do Ameriky.||
When did Columbus discover America? / In which year was America discovered?|Kdy Kolumbus objevil Ameriku? / Ve kterém roce byla objevena Amerika?|Columbus reached America in 1492.|Kolumbus doplul do Ameriky v roce 1492.|1492|1492
When did people first land on the Moon? / In which year was the Moon landing?|Kdy lidé poprvé přistáli na Měsíci? / Ve kterém roce bylo přistání na Měsíci?|People first landed on the Moon in 1969.|Lidé poprvé přistáli na Měsíci v roce 1969.|1969|1969
When did the Berlin Wall fall? / In which year did the Berlin Wall come down?|Kdy padla Berlínská zeď? / Ve kterém roce padla Berlínská zeď?|The Berlin Wall fell in 1989.|Berlínská zeď padla v roce 1989.|1989|1989
What do you say when someone sneezes? / What do I say when somebody sneezes?|Co se říká, když někdo kýchne? / Co říct, když někdo kýchne?|In English you say: Bless you!|Říká se: Na zdraví! Nebo: Pozdrav pánbůh!||
What do you say before a meal? / What do Czechs say before eating?|Co se říká před jídlem? / Co říct před jídlem?|Czechs say "Dobrou chuť", which means enjoy your meal.|Říká se: Dobrou chuť!||
What is a bit? / What is a byte?|Co je bit? / Co je bajt?|A bit is a 0 or a 1; a byte is eight bits.|Bit je 0 nebo 1; bajt je osm bitů.||
What is open source? / What does open source mean?|Co je open source? / Co znamená open source?|Open source means that everybody may read, change and share the program's code.|Open source znamená, že kód programu smí každý číst, měnit a šířit.||
What is a bug in a program? / What is a software bug?|Co je chyba v programu? / Co je bug?|A bug is a mistake in a program.|Bug je chyba v programu.||
What is a prompt? / What does prompt mean?|Co je prompt? / Co znamená prompt?|A prompt is the text that you give to a language model.|Prompt je text, který zadáte jazykovému modelu.||
What is streaming of an answer? / What are server-sent events?|Co jsou server-sent events? / Co je SSE?|Server-sent events are a way for a server to send an answer piece by piece over HTTP.|Server-sent events je způsob, jak server posílá odpověď po částech přes HTTP.||
What is curl? / What is curl for?|Co je curl? / K čemu je curl?|curl is a command that sends HTTP requests from the terminal.|curl je příkaz, který posílá požadavky HTTP z terminálu.||
What is PostgreSQL? / What is Postgres?|Co je PostgreSQL? / Co je Postgres?|PostgreSQL is a free database server. Boreal can keep its data in it.|PostgreSQL je svobodný databázový server. Boreal v něm může mít svá data.||
What is SQLite? / What is SQLite for?|Co je SQLite? / K čemu je SQLite?|SQLite is a small database in one file. Boreal uses it unless you set databaseUrl.|SQLite je malá databáze v jednom souboru. Boreal ji používá, dokud nenastavíte databaseUrl.||
""")


@domain('general', 20)
def general(r, ql, al):
    x = r.choice(QA)
    q = r.choice(x[0 if ql == 'en' else 1].split(' / '))
    a = x[2 if al == 'en' else 3]
    return Item(
        ql,
        q,
        a,
        short=x[4 if al == 'en' else 5] or None,
        think=(
            f'I recall: {low(a) if not a.split()[0].isupper() and a.split()[0] in ("The", "A", "An", "There", "It") else a}'
            if al == 'en'
            else f'Vybavuji si: {a}'
        ),
    )


@domain('words', 6)
def words_(r, ql, al):
    E = ql == 'en'
    k = r.choice(['opp', 'opp', 'plur', 'young', 'sound', 'rhyme', 'color', 'mix', 'planet', 'planet'])
    if k == 'opp':
        a, b, c, d = r.choice(OPP)
        if r.random() < 0.4 and (a, b) not in (
            ('tall', 'short'),
            ('long', 'short'),
            ('new', 'old'),
            ('heavy', 'light'),
        ):
            a, b, c, d = b, a, d, c
        if E:
            return Item(
                'en',
                r.choice(
                    [
                        f'What is the opposite of {a}?',
                        f'Opposite of "{a}"?',
                        f"What's the opposite of {a}?",
                        f'Give me the opposite of {a}.',
                        f'{a} opposite',
                        f'Name an antonym of {a}.',
                        f'What is the antonym of {a}?',
                    ]
                ),
                f'The opposite of "{a}" is "{b}".',
                short=b,
            )
        return Item(
            'cs',
            r.choice(
                [
                    f'Jaký je opak slova {c}?',
                    f'Co je opak slova „{c}“?',
                    f'Opak slova {c}?',
                    f'Napiš opak slova {c}.',
                    f'Řekni mi antonymum ke slovu {c}.',
                    f'Opak: {c}?',
                ]
            ),
            f'Opak slova „{c}“ je „{d}“.',
            short=d,
        )
    if k == 'plur':
        if E:
            a, b = r.choice(PLUR)
            return Item(
                'en',
                r.choice(
                    [
                        f'What is the plural of {a}?',
                        f'Plural of "{a}"?',
                        f'How do you write {a} in plural?',
                        f"What's the plural of {a}?",
                        f'one {a}, two ...?',
                        f'Turn {a} into the plural.',
                        f'Make it plural: {a}',
                        f'{a} in the plural?',
                        f'More than one {a} are called what?',
                        f'If there are many, {a} becomes what?',
                    ]
                ),
                f'The plural of "{a}" is "{b}".',
                short=b,
            )
        a, b = r.choice(PLUR_CS)
        return Item(
            'cs',
            r.choice(
                [
                    f'Jaké je množné číslo slova {a}?',
                    f'Množné číslo od slova {a}?',
                    f'Jak se řekne {a} v množném čísle?',
                    f'Změň na množné číslo: {a}',
                    f'Dej do množného čísla: {a}',
                    f'{a} v množném čísle?',
                    f'Převeď slovo {a} do množného čísla.',
                ]
            ),
            f'Množné číslo slova „{a}“ je „{b}“.',
            short=b,
        )
    x = r.choice(ANIMALS)
    if k == 'young':
        if E:
            return Item(
                'en',
                r.choice(
                    [
                        f'What is a baby {x[0]} called?',
                        f'What do you call a young {x[0]}?',
                        f'Name for a baby {x[0]}?',
                        f'What is the young of a {x[0]}?',
                    ]
                ),
                f'A baby {x[0]} is called a {x[1]}.',
                short=x[1],
            )
        return Item(
            'cs',
            r.choice(
                [
                    f'Jak se jmenuje mládě, zvíře: {x[4]}?',
                    f'Jaké mládě má {x[4]}?',
                    f'Co je mládě zvířete {x[4]}?',
                    f'{cap(x[4])} má jaké mládě?',
                ]
            ),
            f'{cap(x[4])} má mládě, které se jmenuje {x[5]}.',
            short=x[5],
        )
    if k == 'sound':
        if E:
            return Item(
                'en',
                r.choice(
                    [
                        f'What sound does a {x[0]} make?',
                        f'What does a {x[0]} say?',
                        f'How does a {x[0]} sound?',
                        f'What noise does a {x[0]} make?',
                    ]
                ),
                f'A {x[0]} {x[2]}: {x[3]}!',
                short=x[3],
            )
        return Item(
            'cs',
            r.choice([f'Jaký zvuk dělá {x[4]}?', f'Co dělá {x[4]}?', f'Jak dělá {x[4]}?', f'Jak se ozývá {x[4]}?']),
            f'{cap(x[4])} {x[6]}: {x[7]}!',
            short=x[7],
        )
    if k == 'rhyme':
        a, b = r.choice(RHYMES if E else RHYMES_CS)
        if E:
            return Item(
                'en',
                r.choice(
                    [
                        f'What rhymes with {a}?',
                        f'Give me a word that rhymes with {a}.',
                        f'Words that rhyme with {a}?',
                        f'Find a rhyme for {a}.',
                    ]
                ),
                f'"{cap(a)}" rhymes with: {b}.',
                short=b.split(',')[0],
            )
        return Item(
            'cs',
            r.choice([f'Co se rýmuje se slovem {a}?', f'Najdi rým ke slovu {a}.', f'Rým na slovo {a}?']),
            f'Se slovem „{a}“ se rýmuje: {b}.',
            short=b.split(',')[0],
        )
    if k == 'color':
        a, b, c, d = r.choice(COLORS)
        if E:
            return Item(
                'en',
                r.choice([f'What colour is {a}?', f'What color is {a}?', f'Which colour does {a} have?']),
                f'{cap(a)} is {b}.',
                short=b,
            )
        return Item(
            'cs',
            r.choice([f'Jakou barvu má {c}?', f'Jaké barvy je {c}?']),
            f'{cap(c)} je {d}.',
            short=d,
        )
    if k == 'mix':
        a, b, c, d = r.choice(MIX)
        if E:
            return Item(
                'en',
                r.choice(
                    [
                        f'What colour do you get when you mix {a}?',
                        f'Mix {a}, what colour is it?',
                        f'What is {a} mixed together?',
                    ]
                ),
                f'When you mix {a}, you get {b}.',
                short=b,
            )
        return Item(
            'cs',
            r.choice([f'Jaká barva vznikne smícháním: {c}?', f'Co vznikne, když se smíchá {c}?']),
            f'Když se smíchá {c}, vznikne {d}.',
            short=d,
        )
    i = r.randrange(8)
    n = PLANETS[i].split('|')
    if r.random() < 0.5:
        o, oc = (
            'first second third fourth fifth sixth seventh eighth'.split()[i],
            'první druhá třetí čtvrtá pátá šestá sedmá osmá'.split()[i],
        )
        if E:
            return Item(
                'en',
                r.choice(
                    [
                        f'Which planet is the {o} from the Sun?',
                        f'What is the {o} planet from the Sun?',
                        f'Which planet is number {i + 1} from the Sun?',
                        f'Name the {o} planet.',
                    ]
                ),
                f'The {o} planet from the Sun is {n[0]}.',
                short=n[0],
            )
        return Item(
            'cs',
            r.choice(
                [
                    f'Která planeta je {oc} od Slunce?',
                    f'Jaká je {oc} planeta od Slunce?',
                    f'{cap(oc)} planeta od Slunce?',
                    f'Jak se jmenuje {oc} planeta od Slunce?',
                ]
            ),
            f'{cap(oc)} planeta od Slunce je {n[1]}.',
            short=n[1],
        )
    if E:
        return Item(
            'en',
            r.choice(
                [
                    f'Is {n[0]} a planet?',
                    f'What is {n[0]}?',
                    f'Which planet from the Sun is {n[0]}?',
                    f'What number is {n[0]} from the Sun?',
                ]
            ),
            f'{n[0]} is planet number {i + 1} from the Sun.',
        )
    return Item(
        'cs',
        r.choice([f'Je {n[1]} planeta?', f'Kolikátá planeta od Slunce je {n[1]}?', f'Co je {n[1]}?']),
        f'{n[1]} je {i + 1}. planeta od Slunce.',
    )
