"""Questions that look like known ones and are not: foreign words, unlisted animals and books, wrong premises, the near neighbours of drilled facts."""

from core import *
import geo, facts, unknown

FOREIGN = {
    'de': 'Hund Katze Haus Wasser Brot Baum Schule Fenster Tisch Freund Mutter Bruder Stadt Straße Blume Milch Käse Apfel Buch Vogel Fisch Pferd Schlüssel Himmel Wolke Regen Schnee Kaffee Zucker Messer Löffel Bahnhof Flughafen Geschwindigkeit Freundschaft Kindergarten Danke Bitte'.split(),
    'fr': 'chien chat maison eau pain arbre école fenêtre ami mère frère ville fleur lait fromage pomme livre oiseau poisson cheval clé nuage pluie neige merci bonjour'.split(),
    'es': 'perro gato casa agua pan árbol escuela ventana amigo madre ciudad flor leche queso manzana libro pájaro caballo nube lluvia nieve gracias hola'.split(),
    'it': 'cane gatto casa acqua pane albero scuola finestra amico madre città fiore latte formaggio mela libro uccello cavallo nuvola pioggia grazie buongiorno'.split(),
    'pl': 'pies kot dom woda chleb drzewo szkoła okno przyjaciel miasto kwiat mleko ser jabłko książka ptak koń dziękuję'.split(),
}
LANGS = {
    'de': ('German', 'německé', 'němčiny'),
    'fr': ('French', 'francouzské', 'francouzštiny'),
    'es': ('Spanish', 'španělské', 'španělštiny'),
    'it': ('Italian', 'italské', 'italštiny'),
    'pl': ('Polish', 'polské', 'polštiny'),
}


def foreign(r, ql, al):
    """A word of a third language, asked for in the words of a translation."""
    k = r.choice(list(FOREIGN))
    w = r.choice(FOREIGN[k])
    en, cs, cg = LANGS[k]
    to_cs = r.random() < 0.6
    other = 'Czech' if to_cs else 'English'
    oc = 'češtiny' if to_cs else 'angličtiny'
    if ql == 'en':
        q = r.choice(
            [
                f'Translate the {en} word "{w}" to {other}.',
                f'What does the {en} word {w} mean?',
                f'What does {w} mean in {en}?',
                f'Translate {w} from {en} to {other}.',
                f'How do you say the {en} "{w}" in {other}?',
                f'{en} {w} in {other}?',
                f'I read the {en} word "{w}". What is it in {other}?',
                f'Translate this {en} sentence into {other}: {w} {r.choice(FOREIGN[k])}',
            ]
        )
    else:
        q = r.choice(
            [
                f'Přelož {cs} slovo „{w}“ do {oc}.',
                f'Co znamená {cs} slovo {w}?',
                f'Přelož {w} z {cg} do {oc}.',
                f'Jak se řekne {cs} {w} česky?',
                f'Co je to {cs} slovo „{w}“?',
                f'Přelož z {cg}: {w}',
            ]
        )
    a = (
        r.choice(
            [
                'I can translate only between English and Czech.',
                f'I do not know {en}; I translate only between English and Czech.',
            ]
        )
        if al == 'en'
        else r.choice(
            [
                'Umím překládat jen mezi češtinou a angličtinou.',
                f'{cap(cg[:-1])}u neumím; překládám jen mezi češtinou a angličtinou.',
            ]
        )
    )
    return Item(ql, q, a)


ANIMALS = {
    'en': 'lynx otter badger walrus hyena tapir gnu lemur iguana gecko newt salamander toad raven magpie heron crane lobster shrimp jellyfish starfish scorpion tick moth cicada grasshopper cricket alpaca llama yak bison moose reindeer puma jaguar panther mongoose meerkat armadillo platypus koala wombat'.split(),
    'cs': 'rys vydra jezevec mrož hyena tapír pakůň lemur leguán gekon čolek mlok ropucha havran straka volavka jeřáb humr kreveta medúza hvězdice štír klíště můra cikáda kobylka cvrček alpaka lama jak bizon los sob puma jaguár panter mangusta surikata pásovec ptakopysk koala vombat'.split(),
}
CREATURE = {
    'en': [
        'What is a baby {} called?',
        'What does a {} eat?',
        'How long does a {} live?',
        'How fast can a {} run?',
        'What sound does a {} make?',
        'How many teeth does a {} have?',
        'How heavy is a {}?',
        'Where does a {} sleep?',
        'What is the Latin name of the {}?',
        'How many babies does a {} have?',
        'How many hearts does a {} have?',
        'Is a {} dangerous?',
    ],
    'cs': [
        'Jaké mládě má {}?',
        'Co jí {}?',
        'Jak dlouho žije {}?',
        'Jak rychle běhá {}?',
        'Jaký zvuk dělá {}?',
        'Kolik zubů má {}?',
        'Kolik váží {}?',
        'Kde spí {}?',
        'Jaké je latinské jméno zvířete {}?',
        'Kolik mláďat má {}?',
        'Kolik srdcí má {}?',
        'Je {} nebezpečný?',
    ],
}


def creature(r, ql, al):
    w = r.choice(ANIMALS[ql])
    return unknown.mk(r, ql, r.choice(CREATURE[ql]).format(w), None, al)


# Near neighbours of drilled facts: not known, though every word is.
NEAR = {
    'en': """How many moons does Jupiter have?
How many moons does Saturn have?
How many rings does Saturn have?
How long is a day on Mars?
How big is the Sun?
How hot is the Sun?
How heavy is the Earth?
How heavy is the Moon?
How deep is the ocean?
How many stars are there?
How old is the Sun?
How far is Venus?
How far is Jupiter?
Which planet is the heaviest?
Which planet has the most moons?
Who discovered Pluto?
Who discovered Uranus?
Who was the second man on the Moon?
Who was the first man on Mars?
Who was the second president of the United States?
Who was the third president of Czechoslovakia?
Who was the first president of France?
Who was the first king of England?
Who was the first emperor of China?
When did the First Crusade begin?
When did the American Civil War begin?
When did the Vietnam War end?
When did the Korean War begin?
When did the Thirty Years' War end?
When was the French Revolution?
When was the Battle of Austerlitz?
When was Prague founded?
When was Brno founded?
When was the Eiffel Tower built?
When was Charles Bridge built?
How tall is the Eiffel Tower?
How tall is Big Ben?
How long is Charles Bridge?
How long is the Great Wall?
How long is the Danube?
How long is the Thames?
How deep is Lake Baikal?
How large is Greenland?
How many islands does Greece have?
How many lakes does Finland have?
How many cities does Czechia have?
How many people live in Brno?
How many people live in Tokyo?
How many states does the USA have in the north?
How many languages are there in the world?
How many countries are in Africa?
How many countries are in Asia?
How many muscles does a person have?
How many hairs does a person have?
How many cells does the body have?
How many genes does a person have?
How much blood does a person have?
How fast does the heart beat?
How long is the intestine?
How heavy is the brain?
What does the pancreas do?
What do the kidneys do?
What is the spleen for?
What is insulin?
What is a neutron star?
What is a quark?
What is a comet made of?
What is the boiling point of alcohol?
What is the boiling point of mercury?
What is the melting point of iron?
What is the melting point of gold?
What is the density of water?
What is the speed of sound?
What is the formula of sugar?
What is the formula of sulfuric acid?
What is the square root of 2?
What is the value of e?
What is the golden ratio?
Who proved the Pythagorean theorem?
Who invented the wheel?
Who invented the radio?
Who invented the television?
Who invented the computer?
Who invented the bicycle?
Who invented the car?
Who invented the plane?
Who invented paper?
Who invented glass?
Who invented chocolate?
Who invented chess?
Who invented football?
Who discovered oxygen?
Who discovered electricity?
Who discovered the electron?
Who discovered Australia?
Who discovered the atom?
Who wrote the Bible?
Who wrote the Odyssey of Penelope?
Who wrote The Brothers Karamazov?
Who wrote Ulysses?
Who wrote Lolita?
Who wrote Brave New World?
Who wrote The Catcher in the Rye?
Who wrote One Hundred Years of Solitude?
Who composed The Barber of Seville?
Who composed the Requiem in D minor?
Who composed The Ring of the Nibelung?
Who composed Peer Gynt?
Who painted The Persistence of Memory?
Who painted American Gothic?
Who painted The Garden of Earthly Delights?
Who built the Colosseum?
Who built the Great Wall?
Who designed the Eiffel Tower?
How many players are in a rugby team?
How many players are in a volleyball team?
How long is a hockey match?
How high is a basketball hoop?
How many strings does a harp have?
How many pages does the Bible have?
How many words does English have?
How many calories does bread have?
How much sugar is in honey?
How much does an elephant weigh?
How much does a whale weigh?
How fast is a cheetah?
How tall is a giraffe?
How long does an elephant live?
How long does a tortoise live?
How high can a flea jump?
How many eggs does a hen lay?
How much milk does a cow give?
How many bees are in a hive?
What is the largest lake in Czechia?
What is the largest forest in Czechia?
What is the oldest city in Czechia?
What is the oldest university in the world?
What is the second highest mountain in the world?
What is the second largest country in the world?
What is the second largest ocean?
What is the smallest ocean?
What is the smallest mammal?
What is the largest fish?
What is the largest spider?
What is the most poisonous snake?
What is the richest country?
What is the coldest place on Earth?
What is the deepest point of the ocean?
What is the longest bridge in the world?
What is the oldest tree in the world?
What is the national flower of Czechia?
What is the highest mountain in Germany?
What is the highest mountain in Poland?
What is the longest river in Germany?
What is the largest city in Germany?
What is the largest city in Brazil?
What is the largest city in Africa?""".splitlines(),
    'cs': """Kolik měsíců má Jupiter?
Kolik měsíců má Saturn?
Jak dlouhý je den na Marsu?
Jak velké je Slunce?
Jak horké je Slunce?
Kolik váží Země?
Kolik váží Měsíc?
Jak hluboký je oceán?
Kolik je hvězd?
Jak staré je Slunce?
Jak daleko je Venuše?
Jak daleko je Jupiter?
Která planeta je nejtěžší?
Která planeta má nejvíc měsíců?
Kdo objevil Pluto?
Kdo objevil Uran?
Kdo byl druhý na Měsíci?
Kdo byl třetí prezident Česka?
Kdo byl první český král?
Kdo byl první prezident Francie?
Kdy začala první křížová výprava?
Kdy začala americká občanská válka?
Kdy skončila válka ve Vietnamu?
Kdy byla francouzská revoluce?
Kdy byla založena Praha?
Kdy bylo založeno Brno?
Kdy byla postavena Eiffelova věž?
Kdy byl postaven Karlův most?
Jak vysoká je Eiffelova věž?
Jak dlouhý je Karlův most?
Jak dlouhá je Velká čínská zeď?
Jak dlouhý je Dunaj?
Jak dlouhé je Labe?
Jak hluboký je Bajkal?
Jak velké je Grónsko?
Kolik jezer má Finsko?
Kolik měst má Česko?
Kolik lidí žije v Brně?
Kolik lidí žije v Tokiu?
Kolik je na světě jazyků?
Kolik zemí je v Africe?
Kolik zemí je v Asii?
Kolik svalů má člověk?
Kolik vlasů má člověk?
Kolik buněk má tělo?
Kolik krve má člověk?
Jak rychle bije srdce?
Jak dlouhé je střevo?
Kolik váží mozek?
K čemu je slezina?
K čemu je slinivka?
Co je inzulin?
Co je kvark?
Co je neutronová hvězda?
Jaký je bod varu alkoholu?
Jaký je bod tání železa?
Jaký je bod tání zlata?
Jaká je hustota vody?
Jaká je rychlost zvuku?
Jaký je vzorec cukru?
Jaký je vzorec amoniaku?
Jaký je vzorec kyseliny sírové?
Kolik je odmocnina ze dvou?
Co je zlatý řez?
Kdo vynalezl kolo?
Kdo vynalezl rádio?
Kdo vynalezl televizi?
Kdo vynalezl počítač?
Kdo vynalezl auto?
Kdo vynalezl papír?
Kdo vynalezl sklo?
Kdo vynalezl šachy?
Kdo vynalezl fotbal?
Kdo objevil kyslík?
Kdo objevil elektřinu?
Kdo objevil elektron?
Kdo objevil Austrálii?
Kdo napsal Bibli?
Kdo napsal Bratry Karamazovy?
Kdo napsal Odyssea?
Kdo napsal Lolitu?
Kdo napsal Romeo, Julie a tma?
Kdo napsal Spalovače mrtvol?
Kdo složil Lazebníka sevillského?
Kdo složil Čerta a Káču?
Kdo složil Hubičku?
Kdo složil Glagolskou mši?
Kdo namaloval strop Sixtinské kaple?
Kdo namaloval Persistenci paměti?
Kdo postavil Koloseum?
Kdo navrhl Eiffelovu věž?
Kolik hráčů má tým v ragby?
Kolik strun má harfa?
Kolik stran má Bible?
Kolik kalorií má chléb?
Kolik váží slon?
Kolik váží velryba?
Jak rychlý je gepard?
Jak vysoká je žirafa?
Jak dlouho žije slon?
Jak dlouho žije želva?
Kolik vajec snese slepice?
Kolik mléka dá kráva?
Kolik včel je v úlu?
Jaké je největší jezero v Česku?
Jaké je nejstarší město v Česku?
Jaká je druhá nejvyšší hora světa?
Jaký je druhý největší stát světa?
Jaký je nejmenší oceán?
Jaký je nejmenší savec?
Jaký je nejmenší pták?
Jaká je největší ryba?
Jaký je nejjedovatější had?
Která země je nejbohatší?
Kde je na Zemi největší zima?
Jaký je nejdelší most na světě?
Jaká je nejvyšší hora Německa?
Jaká je nejvyšší hora Polska?
Jaké je největší město Německa?
Jaké je největší město Brazílie?""".splitlines(),
}


def near(r, ql, al):
    return unknown.mk(r, ql, r.choice(NEAR[ql]), None, al)


# Wrong premises, put right.
PREMISE = rows("""
Who painted Hamlet?|Kdo namaloval Hamleta?|Hamlet is a play; William Shakespeare wrote it.|Hamlet je divadelní hra, napsal ji William Shakespeare.
Who wrote the Mona Lisa?|Kdo napsal Monu Lisu?|The Mona Lisa is a painting; Leonardo da Vinci painted it.|Mona Lisa je obraz, namaloval ji Leonardo da Vinci.
Who painted The Magic Flute?|Kdo namaloval Kouzelnou flétnu?|The Magic Flute is an opera; Wolfgang Amadeus Mozart composed it.|Kouzelná flétna je opera, složil ji Wolfgang Amadeus Mozart.
Who wrote The Starry Night?|Kdo napsal Hvězdnou noc?|The Starry Night is a painting; Vincent van Gogh painted it.|Hvězdná noc je obraz, namaloval ji Vincent van Gogh.
Who composed Babička?|Kdo složil Babičku?|Babička is a book; Božena Němcová wrote it.|Babička je kniha, napsala ji Božena Němcová.
Who painted Rusalka?|Kdo namaloval Rusalku?|Rusalka is an opera; Antonín Dvořák composed it.|Rusalka je opera, složil ji Antonín Dvořák.
When did World War III end?|Kdy skončila třetí světová válka?|There has been no World War III.|Třetí světová válka nebyla.
How many moons does the Sun have?|Kolik měsíců má Slunce?|The Sun is a star and has no moons; planets go around it.|Slunce je hvězda a měsíce nemá; obíhají kolem něj planety.
What is the capital of the Moon?|Jaké je hlavní město Měsíce?|The Moon is a moon, not a country; there is no such capital.|Měsíc je družice Země; takové hlavní město neexistuje.
How many wheels does a horse have?|Kolik kol má kůň?|A horse has no wheels; it has four legs.|Kůň nemá kola, má čtyři nohy.
How many legs does a car have?|Kolik nohou má auto?|A car has no legs; it has four wheels.|Auto nemá nohy, má čtyři kola.
How many wings does a dog have?|Kolik křídel má pes?|A dog has no wings.|Pes nemá žádná křídla.
Why is the sky green?|Proč je obloha zelená?|The sky is not green; by day it is blue, because air scatters blue light most.|Obloha není zelená; ve dne je modrá, protože vzduch nejvíc rozptyluje modré světlo.
Why is snow black?|Proč je sníh černý?|Snow is white, not black.|Sníh je bílý, ne černý.
Why is ice hot?|Proč je led horký?|Ice is cold, not hot.|Led je studený, ne horký.
Why is fire cold?|Proč je oheň studený?|Fire is hot, not cold.|Oheň je horký, ne studený.
Why do fish fly?|Proč ryby létají?|Fish do not fly; they swim.|Ryby nelétají, plavou.
Why do cows lay eggs?|Proč krávy snášejí vejce?|Cows do not lay eggs; hens do.|Krávy vejce nesnášejí, to dělají slepice.
Why do people have three eyes?|Proč mají lidé tři oči?|People have two eyes, not three.|Lidé mají dvě oči, ne tři.
Who is the king of Czechia?|Kdo je král Česka?|Czechia has no king; it is a republic.|Česko nemá krále, je to republika.
Who is the queen of the United States?|Kdo je královna Spojených států?|The United States have no queen; they are a republic.|Spojené státy nemají královnu, jsou republika.
What is the currency of Africa?|Jaká je měna Afriky?|Africa is a continent; its countries have their own currencies.|Afrika je světadíl; její země mají vlastní měny.
What language do people speak in Europe?|Jakým jazykem se mluví v Evropě?|In Europe people speak many languages.|V Evropě se mluví mnoha jazyky.
What is the plural of water?|Jaké je množné číslo slova láska?|Water usually has no plural.|Slovo láska má množné číslo „lásky“, používá se málo.
What is the opposite of table?|Jaký je opak slova stůl?|The word "table" has no opposite.|Slovo „stůl“ nemá opak.
What is the opposite of dog?|Jaký je opak slova pes?|The word "dog" has no opposite.|Slovo „pes“ nemá opak.
What is the opposite of blue?|Jaký je opak slova modrá?|The word "blue" has no clear opposite.|Slovo „modrá“ nemá jasný opak.
What is the opposite of apple?|Jaký je opak slova jablko?|The word "apple" has no opposite.|Slovo „jablko“ nemá opak.
Which planet is made of cheese?|Která planeta je ze sýra?|No planet is made of cheese.|Žádná planeta není ze sýra.
What is 5 divided by blue?|Kolik je 5 děleno modrou?|That is not a sum; I can divide only by numbers.|To není příklad, dělit umím jen čísly.
""")
NO_OPPOSITE = {
    'en': 'chair window spoon river bread shirt car tree key bottle paper guitar flower bridge Monday horse banana computer phone shoe'.split(),
    'cs': 'židle okno lžíce řeka chléb košile auto strom klíč láhev papír kytara květina most pondělí kůň banán počítač telefon bota'.split(),
}


def premise(r, ql, al):
    if r.random() < 0.2:
        w = r.choice(NO_OPPOSITE[ql])
        q = r.choice(
            [f'What is the opposite of {w}?', f'Opposite of {w}?']
            if ql == 'en'
            else [f'Jaký je opak slova {w}?', f'Opak slova {w}?']
        )
        return Item(ql, q, f'The word "{w}" has no opposite.' if al == 'en' else f'Slovo „{w}“ nemá opak.')
    x = r.choice(PREMISE)
    return Item(ql, x[0 if ql == 'en' else 1], x[2 if al == 'en' else 3])


PHRASES = [
    'Guten Tag',
    'Guten Abend',
    'Auf Wiedersehen',
    'Ich liebe dich',
    'Wie geht es dir?',
    'Wo ist der Bahnhof?',
    'Ich bin müde',
    'Das ist gut',
    "Je t'aime",
    'Bonne nuit',
    'Comment ça va?',
    'Je ne sais pas',
    'Où est la gare?',
    'Merci beaucoup',
    'Buenos días',
    '¿Cómo estás?',
    'Te quiero',
    'No lo sé',
    'Hasta mañana',
    'Buona notte',
    'Come stai?',
    'Ti amo',
    'Dzień dobry',
    'Jak się masz?',
    'Obrigado',
    'Bom dia',
    'Tack så mycket',
    'Hyvää päivää',
    'Kiitos',
    'Spasibo',
    'Arigato',
    'Carpe diem',
    'Cogito ergo sum',
    'Ich habe Hunger',
    'Der Hund ist groß',
    'La casa es grande',
    'Le chat dort',
]
PEOPLE = sorted({w[1] for w in facts.WORKS})


def foreign_phrase(r, ql, al):
    """A phrase of a third language whose name is not said."""
    p = r.choice(PHRASES)
    p = p.lower() if r.random() < 0.2 else p
    q = (
        r.choice(
            [
                f'Translate "{p}" to {{}}.',
                f'What does "{p}" mean?',
                f'Translate to {{}}: {p}',
                f'{p} in {{}}?',
                f'What is "{p}" in {{}}?',
            ]
        ).format(r.choice(['Czech', 'English']))
        if ql == 'en'
        else r.choice(
            [
                f'Přelož „{p}“ do {{}}.',
                f'Co znamená „{p}“?',
                f'Přelož do {{}}: {p}',
                f'Jak se {{}} řekne „{p}“?'.replace('{}', 'česky'),
            ]
        ).format(r.choice(['češtiny', 'angličtiny']))
    )
    return Item(
        ql,
        q,
        'I can translate only between English and Czech.'
        if al == 'en'
        else 'Umím překládat jen mezi češtinou a angličtinou.',
        noise=False,
    )


def attribute(r, ql, al):
    """Something unknown about somebody or something known."""
    E = ql == 'en'
    k = r.choice(['person', 'person', 'country', 'element', 'planet', 'animal', 'work'])
    if k == 'person':
        p = r.choice(PEOPLE)
        p = p if E else facts.CSNAME.get(p, p)
        f = '' if E else 'a' if r.choice([p]) and (p.endswith('ová') or p in facts.FEM or p.startswith('Marie')) else ''
        q = r.choice(
            [
                f'When was {p} born?',
                f'Where was {p} born?',
                f'When did {p} die?',
                f'How old was {p}?',
                f'Who was the wife of {p}?',
                f'How many children did {p} have?',
                f'Where did {p} live?',
                f'How tall was {p}?',
                f'What was the first work of {p}?',
                f'Where is {p} buried?',
            ]
            if E
            else [
                f'Kdy se narodil{f} {p}?',
                f'Kde se narodil{f} {p}?',
                f'Kdy zemřel{f} {p}?',
                f'Kolika let se dožil{f} {p}?',
                f'Kde žil{f} {p}?',
                f'Kolik dětí měl{f} {p}?',
                f'Kde je pohřben{f} {p}?',
                f'Jaké bylo první dílo, autor {p}?',
            ]
        )
        return unknown.mk(r, ql, q, None, al)
    if k == 'country':
        c = geo.pick(r)
        return unknown.mk(
            r,
            ql,
            r.choice(
                [
                    f'What is the largest city in {c["en"]}?',
                    f'What is the highest mountain in {c["en"]}?',
                    f'What is the longest river in {c["en"]}?',
                    f'Who is the king of {c["en"]}?',
                    f'What is the national anthem of {c["en"]}?',
                    f'What do people eat in {c["en"]}?',
                    f'What is the flag of {c["en"]}?',
                    f'When was {c["en"]} founded?',
                    f'What is the phone code of {c["en"]}?',
                ]
                if E
                else [
                    f'Jaké je největší město {c["gen"]}?',
                    f'Jaká je nejvyšší hora {c["gen"]}?',
                    f'Jaká je nejdelší řeka {c["gen"]}?',
                    f'Jaká je hymna {c["gen"]}?',
                    f'Jaká je vlajka {c["gen"]}?',
                    f'Kdy vznikl stát {c["cs"]}?',
                    f'Jakou předvolbu má {c["cs"]}?',
                ]
            )
            if c['en'] != 'Czechia'
            else r.choice(NEAR[ql]),
            None,
            al,
        )
    if k == 'element':
        s, e, c = r.choice([x for x in facts.ELEMENTS if x[0] not in ('Ra', 'Po')])
        return unknown.mk(
            r,
            ql,
            r.choice(
                [
                    f'What is the melting point of {e.lower()}?',
                    f'What is the boiling point of {e.lower()}?',
                    f'What is the density of {e.lower()}?',
                    f'Who discovered {e.lower()}?',
                    f'What is {e.lower()} used for?',
                    f'How much does {e.lower()} cost?',
                ]
                if E
                else [
                    f'Jaký je bod tání prvku {c}?',
                    f'Jaký je bod varu prvku {c}?',
                    f'Jakou hustotu má {c}?',
                    f'Kdo objevil prvek {c}?',
                    f'K čemu se používá {c}?',
                    f'Kolik stojí {c}?',
                ]
            ),
            None,
            al,
        )
    if k == 'planet':
        e, c = r.choice(facts.PLANETS).split('|')
        return unknown.mk(
            r,
            ql,
            r.choice(
                [
                    f'How heavy is {e}?',
                    f'What is the diameter of {e}?',
                    f'How long is a year on {e}?' if e != 'Earth' else 'How heavy is Earth?',
                    f'Who discovered {e}?',
                    f'What is the temperature on {e}?',
                    f'How fast does {e} turn?',
                ]
                if E
                else [
                    f'Kolik váží {c}?',
                    f'Jaký průměr má {c}?',
                    f'Kdo objevil planetu {c}?',
                    f'Jaká je teplota na planetě {c}?',
                    f'Jak rychle se otáčí {c}?',
                ]
            ),
            None,
            al,
        )
    if k == 'animal':
        x = r.choice(facts.ANIMALS)
        e, c = x[0], x[4]
        return unknown.mk(
            r,
            ql,
            r.choice(
                [
                    f'How many bones does a {e} have?',
                    f'How many teeth does a {e} have?',
                    f'How long does a {e} live?',
                    f'How much does a {e} weigh?',
                    f'How fast is a {e}?',
                    f'How long is a {e} pregnant?',
                    f'What is the Latin name of a {e}?',
                    f'How much does a {e} sleep?',
                ]
                if E
                else [
                    f'Kolik kostí má {c}?',
                    f'Kolik zubů má {c}?',
                    f'Jak dlouho žije {c}?',
                    f'Kolik váží {c}?',
                    f'Jak rychle běhá {c}?',
                    f'Jak se latinsky řekne {c}?',
                    f'Jak dlouho spí {c}?',
                ]
            ),
            None,
            al,
        )
    w = r.choice([x for x in facts.WORKS if x[3] in 'wcp'])
    e, c = w[0], w[2]
    return unknown.mk(
        r,
        ql,
        r.choice(
            [
                f'When was {e} written?' if w[3] == 'w' else f'When was {e} made?',
                f'What is {e} about?',
                f'How many pages does {e} have?' if w[3] == 'w' else f'How long is {e}?',
                f'Where is {e} kept?' if w[3] == 'p' else f'What is the first line of {e}?',
                f'Who is the main character of {e}?',
                f'How much did {e} cost?',
            ]
            if E
            else [
                f'Kdy vzniklo dílo {c}?',
                f'O čem je {c}?',
                f'Kdo je hlavní postava díla {c}?',
                f'Kolik stran má {c}?' if w[3] == 'w' else f'Kde je dílo {c}?',
            ]
        ),
        None,
        al,
    )


def fake_country(r, ql, al):
    """A country that does not exist, in the cases that Czech asks for."""
    stem = cap(''.join(r.choice(SYLLABLES) for _ in range(r.randint(1, 3))))
    nom, gen, loc = (
        r.choice(
            [
                (stem + 'ie', stem + 'ie', stem + 'ii'),
                (stem + 'sko', stem + 'ska', stem + 'sku'),
                (stem + 'ánie', stem + 'ánie', stem + 'ánii'),
                (stem + 'stán', stem + 'stánu', stem + 'stánu'),
                (stem + 'a', stem + 'y', stem + 'ě'),
                (stem + 'land', stem + 'landu', stem + 'landu'),
            ]
        )
        if ql == 'cs'
        else (stem + r.choice(['ia', 'land', 'stan', 'ania', 'onia', 'a', 'istan', 'burg']),) * 3
    )
    if ql == 'en' and r.random() < 0.2:
        nom = gen = loc = r.choice(
            [
                'Genovia',
                'Latveria',
                'Ruritania',
                'Zamunda',
                'Gondor',
                'Rohan',
                'Westeros',
                'Oz',
                'Neverland',
                'Lilliput',
                'Sokovia',
                'Panem',
                'Camelot',
                'Asgard',
                'Utopia',
                'El Dorado',
                'Krakozhia',
                'Freedonia',
            ]
        )
    if ql == 'en' and r.random() < 0.3:  # one letter away from a real one
        real = geo.strip_the(r.choice(geo.C)['en'])
        i = r.randrange(len(real))
        x = real[:i] + r.choice('bdgklmnprstvwz') + real[i + r.choice([0, 1]) :]
        nom = gen = loc = cap(x) + r.choice(['ia', 'or', 'en', ''])
        if nom in geo.BY or len(nom) < 5:
            nom = gen = loc = stem + 'ia'
    k = r.choice(['cap', 'cap', 'cap', 'cur', 'lang', 'cont'])
    if ql == 'en':
        q = r.choice({'cap': geo.CAP_Q, 'cur': geo.CUR_Q, 'lang': geo.LANG_Q, 'cont': geo.CONT_Q}[k]['en']).format(
            nom, n=nom
        )
    else:
        q = (
            r.choice({'cap': geo.CAP_Q, 'cur': geo.CUR_Q, 'lang': geo.LANG_Q, 'cont': geo.CONT_Q}[k]['cs']).format(
                gen if k != 'cont' else nom, n=nom
            )
            if r.random() < 0.7
            else r.choice(
                {'cap': geo.CAP_LOC, 'cur': geo.CUR_LOC, 'lang': geo.LANG_LOC, 'cont': geo.CAP_LOC}[k]
            ).format('v ' + loc)
        )
    if al == 'en':
        a = (
            r.choice([f'I do not know a country called {nom}.', f'I know no country called {nom}.'])
            if ql == 'en'
            else 'I do not know such a country.'
        )
    else:
        a = r.choice([f'Zemi jménem {nom} neznám.', 'Takovou zemi neznám.'])
    return Item(ql, cap(q), a)


def hard_product(r, ql, al):
    """Three digits and more times two and more: more than it can do."""
    a, b = r.choice([r.randint(101, 999), r.randint(1001, 99999)]), r.choice([r.randint(13, 99), r.randint(101, 999)])
    if a % 10 == 0 or b % 10 == 0:
        a, b = a + 1 if a % 10 == 0 else a, b + 1 if b % 10 == 0 else b
    e = f'{a} {r.choice(["*", "×", "x", "times" if ql == "en" else "krát"])} {b}'
    q = r.choice(
        ['What is {}?', 'Calculate {}', '{}', '{} = ?', 'How much is {}?']
        if ql == 'en'
        else ['Kolik je {}?', 'Vypočítej {}', '{}', '{} = ?']
    ).format(e)
    return Item(
        ql,
        q,
        r.choice(
            [
                'I can only do small sums reliably, and this one is too big for me.',
                'That calculation is too large for me; I am only the small built-in model.',
            ]
            if al == 'en'
            else [
                'Spolehlivě počítám jen s malými čísly a tohle je na mě moc.',
                'Na takový výpočet nestačím; jsem jen malý vestavěný model.',
            ]
        ),
    )


SYLLABLES = 'ab ar ba bel bi bor bra cal cha che cor da del dra du el en er fa fer fi fra ga gen go gra ha hel hu il in is ja jo ka kel kin kla ko kra la len li lo lu ma mar mel mi mo na nel ni no nu ol on or pa pel pi po pra qua ra rel ri ro ru sa sel shi si so sta su ta tel thi to tra tu ul un ur va vel vi vo wa wel wi ya yel yo za zel zi zo ček šek ová ský žan říč ďab ňuk ůz ýr áš éz'.split()


def name(r):
    """A name that no list has: two to four syllables, sometimes two words, sometimes with a number or a dash."""
    w = lambda: cap(''.join(r.choice(SYLLABLES) for _ in range(r.randint(2, 4))))
    m = r.random()
    if m < 0.1:
        return cap(
            ''.join(
                r.choice('bcdfghjklmnprstvzžščřćłñx')
                + r.choice('aeiouyáéíöüø')
                + r.choice(['', '', 'r', 'n', 'sz', 'k', 'ć', 'w', 'th'])
                for _ in range(r.randint(2, 3))
            )
        )
    if m < 0.16:
        return cap(
            ''.join(r.choice('bcdfghjklmnprstvwxz') for _ in range(r.randint(2, 3)))
            + r.choice('aeio')
            + ''.join(r.choice('bdgklmnrstvz') for _ in range(r.randint(1, 2)))
            + r.choice(['ić', 'ski', 'ov', 'ez', 'us', 'ough', 'ý', 'ek'])
        )
    if m < 0.45:
        return w()
    if m < 0.8:
        return r.choice(unknown.FIRST) + ' ' + w() if r.random() < 0.5 else w() + ' ' + w()
    if m < 0.9:
        return f'{w()} {r.randint(2, 3000)}'
    return w() + r.choice(['-', ' of ', ' de ', ' van ', ' el ']) + w()


UNLISTED = {
    'en': [
        'Who is {}?',
        'What is {}?',
        'Tell me about {}.',
        'What do you know about {}?',
        'Explain {}.',
        'When was {} born?',
        'Where is {}?',
        'Who founded {}?',
        'Do you know {}?',
        'What does {} do?',
        'Have you heard of {}?',
        'Who wrote {}?',
        'What is the price of {}?',
        'Write about {}.',
        'What happened in {}?',
        'How do I use {}?',
        'What is {} famous for?',
        'Is {} any good?',
        'What is the population of {}?',
        'How far is {}?',
    ],
    'cs': [
        'Kdo je {}?',
        'Co je {}?',
        'Co víš o tématu {}?',
        'Vysvětli {}.',
        'Kdy se narodil {}?',
        'Kde je {}?',
        'Kdo založil {}?',
        'Znáš {}?',
        'Co dělá {}?',
        'Slyšel jsi o tématu {}?',
        'Kdo napsal {}?',
        'Kolik stojí {}?',
        'Co se stalo v místě {}?',
        'Jak se používá {}?',
        'Čím je známé {}?',
        'Je {} dobré?',
        'Kolik obyvatel má {}?',
        'Jak daleko je {}?',
    ],
}


def unlisted(r, ql, al):
    w = name(r)
    return unknown.mk(r, ql, r.choice(UNLISTED[ql]).format(w), w, al)


def copying(r, ql, al):
    """Say a rare name back, so that names in refusals come out as they went in."""
    w = name(r)
    k = r.random()
    if k < 0.5:
        q = r.choice(
            [
                f'Repeat the name {w}.',
                f'Say "{w}".',
                f'Write the name {w}.',
                f'Repeat: {w}',
                f'Spell out nothing, just repeat: {w}',
            ]
            if ql == 'en'
            else [f'Zopakuj jméno {w}.', f'Řekni „{w}“.', f'Napiš jméno {w}.', f'Opakuj: {w}']
        )
        return Item(ql, q, w, noise=False)
    q = r.choice(
        [
            f'My cat is called {w}. What is its name?',
            f'The project is called {w}. What is it called?',
            f'We live in {w}. Where do we live?',
            f'My friend {w} is here. Who is here?',
        ]
        if ql == 'en'
        else [
            f'Moje kočka se jmenuje {w}. Jak se jmenuje?',
            f'Projekt se jmenuje {w}. Jak se jmenuje?',
            f'Město se jmenuje {w}. Jak se to město jmenuje?',
            f'Přišel {w}. Kdo přišel?',
        ]
    )
    a = (
        {
            'My cat': f'Your cat is called {w}.',
            'The project': f'The project is called {w}.',
            'We live': f'You live in {w}.',
            'My friend': f'Your friend {w} is here.',
        }
        if ql == 'en'
        else {
            'Moje kočka': f'Vaše kočka se jmenuje {w}.',
            'Projekt': f'Projekt se jmenuje {w}.',
            'Město': f'To město se jmenuje {w}.',
            'Přišel': f'Přišel {w}.',
        }
    )
    return Item(ql, q, next(v for k2, v in a.items() if q.startswith(k2)), short=w, noise=False)


@domain('traps', 22)
def traps(r, ql, al):
    return r.choices(
        [foreign, foreign_phrase, creature, near, premise, unlisted, copying, attribute, fake_country, hard_product],
        [3, 2, 2, 5, 2, 6, 5, 6, 5, 1],
    )[0](r, ql, al)
