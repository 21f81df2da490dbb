"""Everyday things: what they are like, what they can do, which of two is bigger, faster, heavier; answered with yes or no, or one of two words."""

import re
from core import *

# One scale a line: the question's words for both ends, then what lies at each end (things in English | the same in Czech).
SCALES = [
    (
        'hot',
        'cold',
        'horký',
        'studený',
        'fire=oheň, lava=láva, boiling water=vroucí voda, a hot stove=rozpálený sporák, steam=pára, the Sun=Slunce, a desert at noon=poušť v poledne, a burning candle=hořící svíčka, fresh soup=čerstvá polévka, an oven=trouba, freshly made tea=čerstvě uvařený čaj, an iron in use=zapnutá žehlička',
        'ice=led, snow=sníh, a freezer=mrazák, ice cream=zmrzlina, the North Pole=severní pól, Antarctica=Antarktida, a snowman=sněhulák, frost=mráz, an icicle=rampouch, a fridge=lednička, a glacier=ledovec',
    ),
    (
        'wet',
        'dry',
        'mokrý',
        'suchý',
        'water=voda, rain=déšť, the sea=moře, a river=řeka, a swimming pool=bazén, a puddle=kaluž, dew=rosa',
        'sand in a desert=písek na poušti, dust=prach, a desert=poušť, hay=seno, flour=mouka, paper=papír, ash=popel',
    ),
    (
        'hard',
        'soft',
        'tvrdý',
        'měkký',
        'a stone=kámen, iron=železo, a diamond=diamant, glass=sklo, a brick=cihla, steel=ocel, a nut shell=skořápka ořechu, wood=dřevo, concrete=beton, a bone=kost',
        'a pillow=polštář, wool=vlna, cotton=bavlna, a feather=pírko, butter on a warm day=máslo v teple, a blanket=deka, a sponge=houba, moss=mech, a kitten=kotě, dough=těsto',
    ),
    (
        'heavy',
        'light',
        'těžký',
        'lehký',
        'an elephant=slon, a car=auto, a truck=nákladní auto, a piano=klavír, a ship=loď, a rock=skála, a tank=tank, a house=dům, a whale=velryba, a train=vlak',
        'a feather=pírko, a leaf=list, a balloon=balonek, a sheet of paper=list papíru, a snowflake=sněhová vločka, a hair=vlas, a butterfly=motýl, an ant=mravenec, a soap bubble=bublina',
    ),
    (
        'big',
        'small',
        'velký',
        'malý',
        'an elephant=slon, a whale=velryba, a mountain=hora, the Sun=Slunce, a ship=loď, a castle=hrad, an ocean=oceán, a dinosaur=dinosaurus, a skyscraper=mrakodrap, a stadium=stadion, a plane=letadlo',
        'an ant=mravenec, a mouse=myš, a flea=blecha, a grain of sand=zrnko písku, a coin=mince, a bee=včela, a pea=hrášek, a ladybird=beruška, an atom=atom, a button=knoflík, a seed=semínko, a mosquito=komár',
    ),
    (
        'fast',
        'slow',
        'rychlý',
        'pomalý',
        'a cheetah=gepard, a rocket=raketa, a plane=letadlo, a racing car=závodní auto, light=světlo, a falcon=sokol, lightning=blesk, a racehorse=závodní kůň, a high-speed train=rychlovlak',
        'a snail=šnek, a tortoise=želva, a sloth=lenochod, a glacier=ledovec, a worm=žížala, a slug=slimák',
    ),
    (
        'sweet',
        'sour',
        'sladký',
        'kyselý',
        'sugar=cukr, honey=med, chocolate=čokoláda, candy=bonbon, cake=dort, jam=marmeláda, syrup=sirup, a ripe banana=zralý banán, caramel=karamel',
        'a lemon=citron, vinegar=ocet, a lime=limetka, rhubarb=rebarbora, lemon juice=citronová šťáva, sauerkraut=kysané zelí',
    ),
    (
        'sharp',
        'blunt',
        'ostrý',
        'tupý',
        'a knife=nůž, a needle=jehla, a razor=břitva, a thorn=trn, scissors=nůžky, a saw=pila, a sword=meč, broken glass=střep skla',
        'a spoon=lžíce, a ball=míč, a pillow=polštář, an egg=vejce, an eraser=guma',
    ),
    (
        'loud',
        'quiet',
        'hlasitý',
        'tichý',
        'thunder=hrom, a rock concert=rockový koncert, a siren=siréna, an explosion=výbuch, a jet plane=tryskové letadlo, a drum=buben, a chainsaw=motorová pila, a lion roaring=řev lva',
        'a whisper=šepot, a library=knihovna, falling snow=padající sníh, a sleeping cat=spící kočka, a butterfly=motýl',
    ),
    (
        'dark',
        'light',
        'tmavý',
        'světlý',
        'night=noc, a cave=jeskyně, coal=uhlí, a cellar=sklep, the bottom of the sea=mořské dno',
        'day=den, the Sun=Slunce, a lamp that is on=rozsvícená lampa, snow=sníh, noon=poledne',
    ),
    (
        'expensive',
        'cheap',
        'drahý',
        'levný',
        'a diamond=diamant, gold=zlato, a house=dům, a yacht=jachta, a new car=nové auto, a castle=hrad, a space rocket=vesmírná raketa',
        'a pencil=tužka, a roll=rohlík, a match=sirka, a paper clip=kancelářská sponka, tap water=voda z kohoutku',
    ),
]
FEMININE = {'poušť', 'kost', 'noc', 'loď', 'ocel', 'řeč'}
NEUTER = {'slunce', 'moře', 'vejce', 'poledne', 'kotě'}


def gender(phrase):
    """m, f, n or p (plural) of a Czech phrase, by the ending of its noun: the first word that is no adjective."""
    ws = phrase.lower().split()
    while len(ws) > 1 and ws[0][-1] in 'ýáéí':
        ws = ws[1:]
    w = ws[0]
    if w in ('nůžky', 'housle', 'hodiny', 'brýle'):
        return 'p'
    if w in FEMININE:
        return 'f'
    if w in NEUTER or w[-1] in 'oí':
        return 'n'
    return 'f' if w[-1] in 'aeě' else 'm'


def agree(adjective, phrase):
    """A Czech adjective in -ý with the ending that the noun asks for."""
    return adjective[:-1] + {'m': 'ý', 'f': 'á', 'n': 'é', 'p': 'é'}[gender(phrase)]


def _scale(r, E):
    hi, lo, chi, clo, top, bottom = r.choice(SCALES)
    up = r.random() < 0.5
    en, cs = r.choice((top if up else bottom).split(', ')).split('=')
    return (hi, lo, chi, clo, up, en, cs)


def like(r, ql, al):
    """Is ice hot or cold? Is a feather heavy?"""
    hi, lo, chi, clo, up, en, cs = _scale(r, ql == 'en')
    yes_word, no_word = (hi, lo) if up else (lo, hi)
    cyes, cno = (chi, clo) if up else (clo, chi)
    chi, clo, cyes, cno = (agree(x, cs) for x in (chi, clo, cyes, cno))
    cbe = 'jsou' if gender(cs) == 'p' else 'je'
    plural = en in ('scissors',)
    be = 'are' if plural else 'is'
    m = r.random()
    if m < 0.4:
        a, b = (hi, lo) if r.random() < 0.5 else (lo, hi)
        ca, cb = (chi, clo) if r.random() < 0.5 else (clo, chi)
        q = (
            r.choice(
                [
                    f'Is {en} {a} or {b}?',
                    f'{cap(en)}: {a} or {b}?',
                    f'Would you say {en} {be} {a} or {b}?',
                    f'Is {en} rather {a} or {b}?',
                    f'{a} or {b}: {en}?',
                    f'What is {en}, {a} or {b}?',
                ]
            )
            if ql == 'en'
            else r.choice(
                [
                    f'Je {cs} {ca}, nebo {cb}?',
                    f'{cap(cs)}: {ca}, nebo {cb}?',
                    f'Je {cs} spíš {ca}, nebo {cb}?',
                    f'{cap(cs)} je {ca} nebo {cb}?',
                ]
            )
        )
        if plural and ql == 'en':
            q = q.replace(f'Is {en}', f'Are {en}').replace(f'is {en}', f'are {en}')
        return Item(
            ql,
            q,
            f'{cap(en)} {be} {yes_word}.' if al == 'en' else f'{cap(cs)} {cbe} {cyes}.',
            short=yes_word if al == 'en' else cyes,
        )
    asked_hi = r.random() < 0.5
    w, cw = (hi, chi) if asked_hi else (lo, clo)
    true = asked_hi == up
    q = (
        r.choice(
            [
                f'Is {en} {w}?',
                f'Is it true that {en} {be} {w}?',
                f'Would you call {en} {w}?',
                f'{cap(en)} {be} {w}, right?',
                f'{cap(en)} {be} {w}, true or false?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Je {cs} {cw}?',
                f'Je to pravda: {cs} je {cw}?',
                f'{cap(cs)} je {cw}, že?',
                f'{cap(cs)} je {cw}, ano nebo ne?',
            ]
        )
    )
    if plural and ql == 'en':
        q = q.replace(f'Is {en}', f'Are {en}')
    if al == 'en':
        a = f'Yes, {en} {be} {yes_word}.' if true else f'No, {en} {be} {yes_word}, not {no_word}.'
    else:
        a = f'Ano, {cs} {cbe} {cyes}.' if true else f'Ne, {cs} {cbe} {cyes}, ne {cno}.'
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


# From small to big, slow to fast, light to heavy, young to old: any two of a line can be compared.
ORDERS = [
    (
        'bigger',
        'smaller',
        'větší',
        'menší',
        'an ant=mravenec, a bee=včela, a mouse=myš, a rat=krysa, a hedgehog=ježek, a cat=kočka, a fox=liška, a sheep=ovce, a lion=lev, a horse=kůň, a rhino=nosorožec, an elephant=slon, a blue whale=plejtvák obrovský',
    ),
    (
        'bigger',
        'smaller',
        'větší',
        'menší',
        'a grain of sand=zrnko písku, a pea=hrášek, a cherry=třešeň, an apple=jablko, a melon=meloun, a football=fotbalový míč, a bucket=kbelík, a bathtub=vana, a car=auto, a bus=autobus, a house=dům, a church=kostel, a mountain=hora, the Moon=Měsíc, the Earth=Země, the Sun=Slunce',
    ),
    (
        'bigger',
        'smaller',
        'větší',
        'menší',
        'a village=vesnice, a town=město, a country=stát, a continent=světadíl, a planet=planeta, a galaxy=galaxie',
    ),
    (
        'faster',
        'slower',
        'rychlejší',
        'pomalejší',
        'a snail=šnek, a tortoise=želva, a person walking=chodec, a runner=běžec, a bicycle=kolo, a horse=kůň, a car=auto, a plane=letadlo, a rocket=raketa, light=světlo',
    ),
    (
        'heavier',
        'lighter',
        'těžší',
        'lehčí',
        'a feather=pírko, an egg=vejce, a book=kniha, a cat=kočka, a chair=židle, a person=člověk, a piano=klavír, a car=auto, an elephant=slon, a train=vlak',
    ),
    (
        'longer',
        'shorter',
        'delší',
        'kratší',
        'a second=sekunda, a minute=minuta, an hour=hodina, a day=den, a week=týden, a month=měsíc, a year=rok, a decade=desetiletí, a century=století',
    ),
    (
        'longer',
        'shorter',
        'delší',
        'kratší',
        'a millimetre=milimetr, a centimetre=centimetr, a metre=metr, a kilometre=kilometr',
    ),
    ('heavier', 'lighter', 'těžší', 'lehčí', 'a gram=gram, a kilogram=kilogram, a tonne=tuna'),
    (
        'hotter',
        'colder',
        'teplejší',
        'studenější',
        'ice=led, cold water=studená voda, warm milk=teplé mléko, boiling water=vroucí voda, fire=oheň, the Sun=Slunce',
    ),
    (
        'taller',
        'shorter',
        'vyšší',
        'nižší',
        'a blade of grass=stéblo trávy, a chair=židle, a man=muž, a giraffe=žirafa, a house=dům, a church tower=kostelní věž, a skyscraper=mrakodrap, a mountain=hora',
    ),
    (
        'older',
        'younger',
        'starší',
        'mladší',
        'a baby=miminko, a schoolboy=školák, a student=student, a father=otec, a grandfather=dědeček',
    ),
    ('harder', 'softer', 'tvrdší', 'měkčí', 'wool=vlna, butter=máslo, wood=dřevo, stone=kámen, a diamond=diamant'),
    (
        'more expensive',
        'cheaper',
        'dražší',
        'levnější',
        'a roll=rohlík, a book=kniha, a bicycle=kolo, a car=auto, a house=dům',
    ),
    (
        'louder',
        'quieter',
        'hlasitější',
        'tišší',
        'a whisper=šepot, normal speech=běžná řeč, a shout=křik, thunder=hrom',
    ),
]


def compare(r, ql, al):
    """Which is bigger, an ant or a horse?"""
    more, less, cmore, cless, line = r.choice(ORDERS)
    things = [x.split('=') for x in line.split(', ')]
    i, j = sorted(r.sample(range(len(things)), 2))
    small, big = things[i], things[j]
    a, b = (small, big) if r.random() < 0.5 else (big, small)
    up = r.random() < 0.65
    w, cw = (more, cmore) if up else (less, cless)
    right, other = (big, small) if up else (small, big)
    if r.random() < 0.6:
        q = (
            r.choice(
                [
                    f'Which is {w}, {a[0]} or {b[0]}?',
                    f'What is {w}: {a[0]} or {b[0]}?',
                    f'Which one is {w}, {a[0]} or {b[0]}?',
                    f'{a[0]} or {b[0]}: which is {w}?',
                    f'Of {a[0]} and {b[0]}, which is {w}?',
                    f'Compare {a[0]} and {b[0]}: which is {w}?',
                ]
            )
            if ql == 'en'
            else r.choice(
                [
                    f'Co je {cw}, {a[1]}, nebo {b[1]}?',
                    f'Co je {cw}: {a[1]} nebo {b[1]}?',
                    f'{cap(a[1])}, nebo {b[1]}: co je {cw}?',
                    f'Porovnej: {a[1]} a {b[1]}. Co je {cw}?',
                ]
            )
        )
        return Item(
            ql,
            cap(q),
            f'{cap(right[0])} is {w} than {other[0]}.' if al == 'en' else f'{cap(right[1])} je {cw} než {other[1]}.',
            short=right[0] if al == 'en' else right[1],
        )
    true = a is right
    q = (
        r.choice(
            [
                f'Is {a[0]} {w} than {b[0]}?',
                f'Is it true that {a[0]} is {w} than {b[0]}?',
                f'{cap(a[0])} is {w} than {b[0]}, right?',
                f'Can {a[0]} be called {w} than {b[0]}?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Je {a[1]} {cw} než {b[1]}?',
                f'Je pravda, že {a[1]} je {cw} než {b[1]}?',
                f'{cap(a[1])} je {cw} než {b[1]}, že?',
            ]
        )
    )
    if al == 'en':
        ans = f'{cap(right[0])} is {w} than {other[0]}, so {"yes" if true else "no"}.'
    else:
        ans = f'{cap(right[1])} je {cw} než {other[1]}, takže {"ano" if true else "ne"}.'
    return Item(ql, q, ans, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


MANY = rows("""
elephants|mice|sloni|myši|bigger|větší
whales|cats|velryby|kočky|bigger|větší
horses|dogs|koně|psi|bigger|větší
houses|cars|domy|auta|bigger|větší
planes|cars|letadla|auta|faster|rychlejší
cheetahs|turtles|gepardi|želvy|faster|rychlejší
cars|bicycles|auta|kola|faster|rychlejší
stones|feathers|kameny|pírka|heavier|těžší
elephants|people|sloni|lidé|heavier|těžší
giraffes|people|žirafy|lidé|taller|vyšší
trees|flowers|stromy|květiny|taller|vyšší
lions|rabbits|lvi|králíci|stronger|silnější
men|boys|muži|chlapci|older|starší
diamonds|pencils|diamanty|tužky|more expensive|dražší
""")


def many(r, ql, al):
    """Are elephants bigger than mice?"""
    a, b, ca, cb, w, cw = r.choice(MANY)
    true = r.random() < 0.5
    x, y, cx, cy = (a, b, ca, cb) if true else (b, a, cb, ca)
    if r.random() < 0.3:
        return Item(
            ql,
            r.choice(
                [f'Which are {w}, {x} or {y}?', f'What is {w}: {x} or {y}?']
                if ql == 'en'
                else [f'Co je {cw}, {cx}, nebo {cy}?', f'Kdo je {cw}, {cx}, nebo {cy}?']
            ),
            f'{cap(a)} are {w} than {b}.' if al == 'en' else f'{cap(ca)} jsou {cw} než {cb}.',
            short=a if al == 'en' else ca,
        )
    return Item(
        ql,
        r.choice(
            [f'Are {x} {w} than {y}?', f'Is it true that {x} are {w} than {y}?']
            if ql == 'en'
            else [f'Jsou {cx} {cw} než {cy}?', f'Je pravda, že {cx} jsou {cw} než {cy}?']
        ),
        f'{cap(a)} are {w} than {b}, so {"yes" if true else "no"}.'
        if al == 'en'
        else f'{cap(ca)} jsou {cw} než {cb}, takže {"ano" if true else "ne"}.',
        short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'),
    )


GROUPS = rows("""
animals|zvířata|dogs=psi, cats=kočky, lions=lvi, horses=koně, snakes=hadi, rabbits=králíci
flowers|květiny|roses=růže, tulips=tulipány, lilies=lilie, daisies=sedmikrásky
fruits|ovoce|apples=jablka, bananas=banány, pears=hrušky, cherries=třešně, plums=švestky
vegetables|zelenina|carrots=mrkve, onions=cibule, potatoes=brambory, cucumbers=okurky
insects|hmyz|bees=včely, ants=mravenci, flies=mouchy, butterflies=motýli
birds|ptáci|owls=sovy, eagles=orli, ducks=kachny, swans=labutě, penguins=tučňáci
trees|stromy|oaks=duby, birches=břízy, pines=borovice
vehicles|vozidla|cars=auta, buses=autobusy, trams=tramvaje
tools|nářadí|hammers=kladiva, saws=pily, axes=sekery
clothes|oblečení|shirts=košile, coats=kabáty, socks=ponožky
""")


def groups(r, ql, al):
    """Are roses flowers?"""
    k, ck, line = r.choice(GROUPS)
    e, c = r.choice(line.split(', ')).split('=')
    true = r.random() < 0.5
    k2, ck2 = (
        (k, ck)
        if true
        else r.choice([(x[0], x[1]) for x in GROUPS if x[0] != k and not {x[0], k} <= {'animals', 'birds', 'insects'}])
    )
    return Item(
        ql,
        r.choice(
            [f'Are {e} {k2}?', f'Is it true that {e} are {k2}?', f'{cap(e)} are {k2}, right?']
            if ql == 'en'
            else [f'Jsou {c} {ck2}?', f'Je pravda, že {c} jsou {ck2}?', f'{cap(c)} jsou {ck2}, že?']
        ),
        f'{cap(e)} are {k}, so {"yes" if true else "no"}.'
        if al == 'en'
        else f'{cap(c)} jsou {ck}, takže {"ano" if true else "ne"}.',
        short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'),
    )


# What animals and things can do: (English verb, Czech verb, who can, who cannot), plurals in both languages.
CAN = [
    (
        'fly',
        'létat',
        'birds=ptáci, bees=včely, butterflies=motýli, bats=netopýři, planes=letadla, eagles=orli, flies=mouchy, helicopters=vrtulníky, owls=sovy, ducks=kachny, pigeons=holubi, mosquitoes=komáři',
        'dogs=psi, fish=ryby, horses=koně, penguins=tučňáci, elephants=sloni, cars=auta, cats=kočky, snakes=hadi, ostriches=pštrosi, trees=stromy, people without machines=lidé bez strojů, stones=kameny, cows=krávy, pigs=prasata',
    ),
    (
        'swim',
        'plavat',
        'fish=ryby, ducks=kachny, dolphins=delfíni, whales=velryby, frogs=žáby, penguins=tučňáci, sharks=žraloci, dogs=psi, swans=labutě',
        'stones=kameny, trees=stromy, cars=auta, houses=domy, chairs=židle',
    ),
    (
        'talk like people',
        'mluvit jako lidé',
        'people=lidé',
        'dogs=psi, trees=stromy, stones=kameny, fish=ryby, cars=auta, tables=stoly',
    ),
    (
        'breathe under water',
        'dýchat pod vodou',
        'fish=ryby, sharks=žraloci',
        'people=lidé, dogs=psi, cats=kočky, whales=velryby, birds=ptáci, horses=koně',
    ),
    ('bark', 'štěkat', 'dogs=psi', 'cats=kočky, cows=krávy, birds=ptáci, fish=ryby, horses=koně'),
    (
        'lay eggs',
        'klást vejce',
        'hens=slepice, birds=ptáci, ducks=kachny, crocodiles=krokodýli, frogs=žáby, turtles=želvy',
        'dogs=psi, cats=kočky, cows=krávy, horses=koně, people=lidé, rabbits=králíci',
    ),
    (
        'give milk',
        'dávat mléko',
        'cows=krávy, goats=kozy, sheep=ovce',
        'hens=slepice, fish=ryby, ducks=kachny, snakes=hadi, trees=stromy',
    ),
    (
        'climb trees',
        'lézt na stromy',
        'cats=kočky, monkeys=opice, squirrels=veverky',
        'cows=krávy, horses=koně, elephants=sloni, fish=ryby, pigs=prasata',
    ),
    ('see in the dark well', 'dobře vidět ve tmě', 'cats=kočky, owls=sovy', 'people=lidé, hens=slepice'),
    (
        'burn',
        'hořet',
        'paper=papír, wood=dřevo, petrol=benzín, candles=svíčky',
        'water=voda, stones=kameny, sand=písek, ice=led',
    ),
    (
        'float on water',
        'plavat na vodě',
        'wood=dřevo, ice=led, boats=lodě, corks=korky, balls=míče',
        'stones=kameny, iron nails=železné hřebíky, coins=mince, keys=klíče, bricks=cihly',
    ),
    (
        'live in the sea',
        'žít v moři',
        'sharks=žraloci, whales=velryby, dolphins=delfíni, octopuses=chobotnice, crabs=krabi',
        'dogs=psi, horses=koně, lions=lvi, hens=slepice, cows=krávy',
    ),
    (
        'grow',
        'růst',
        'trees=stromy, children=děti, flowers=květiny, puppies=štěňata, plants=rostliny',
        'stones=kameny, tables=stoly, cars=auta, coins=mince',
    ),
]


def can(r, ql, al):
    en, cs, yes, no = r.choice(CAN)
    true = r.random() < 0.5
    e, c = r.choice((yes if true else no).split(', ')).split('=')
    q = (
        r.choice(
            [
                f'Can {e} {en}?',
                f'Are {e} able to {en}?',
                f'Do {e} {en}?' if not en.startswith(('see', 'breathe', 'talk')) else f'Can {e} {en}?',
                f'Is it true that {e} can {en}?',
                f'{cap(e)} can {en}, right?',
                f'Is it possible for {e} to {en}?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Umí {c} {cs}?',
                f'Můžou {c} {cs}?',
                f'Mohou {c} {cs}?',
                f'Dokážou {c} {cs}?',
                f'Je pravda, že {c} umí {cs}?',
                f'{cap(c)} umí {cs}, že?',
            ]
        )
    )
    if al == 'en':
        a = f'Yes, {e} can {en}.' if true else f'No, {e} cannot {en}.'
    else:
        a = f'Ano, {c} umí {cs}.' if true else f'Ne, {c} neumí {cs}.'
    one = c in ('papír', 'dřevo', 'benzín', 'voda', 'písek', 'led')
    if ql == 'cs' and one:
        q = r.choice([f'Může {c} {cs}?', f'Je pravda, že {c} může {cs}?', f'{cap(c)} může {cs}, že?'])
    if al == 'cs' and one:
        a = f'Ano, {c} může {cs}.' if true else f'Ne, {c} nemůže {cs}.'
    elif al == 'cs' and cs in ('hořet', 'růst', 'plavat na vodě'):
        a = f'Ano, {c} mohou {cs}.' if true else f'Ne, {c} nemohou {cs}.'
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


# kind | Czech kind (nominative) | members
KINDS = [
    r_
    for r_ in rows("""
an animal|zvíře|a dog=pes, a cat=kočka, a lion=lev, a horse=kůň, a fox=liška, a snake=had, an eagle=orel, a shark=žralok, a cow=kráva, a rabbit=králík, a frog=žába
a fruit|ovoce|an apple=jablko, a pear=hruška, a banana=banán, a cherry=třešeň, a plum=švestka, an orange=pomeranč, a strawberry=jahoda, a peach=broskev, a lemon=citron, a grape=hrozen
a vegetable|zelenina|a carrot=mrkev, an onion=cibule, a cabbage=zelí, a cucumber=okurka, a potato=brambora, spinach=špenát, garlic=česnek, broccoli=brokolice, a radish=ředkvička
a bird|pták|an owl=sova, an eagle=orel, a hen=slepice, a duck=kachna, a stork=čáp, a penguin=tučňák, a sparrow=vrabec, a swan=labuť, a parrot=papoušek
a fish|ryba|a shark=žralok, a carp=kapr, a trout=pstruh, a pike=štika, a salmon=losos, a herring=sleď
an insect|hmyz|a bee=včela, an ant=mravenec, a fly=moucha, a mosquito=komár, a butterfly=motýl, a ladybird=beruška, a wasp=vosa
a mammal|savec|a dog=pes, a whale=velryba, a bat=netopýr, a dolphin=delfín, a horse=kůň, a mouse=myš, an elephant=slon, a bear=medvěd
a tree|strom|an oak=dub, a birch=bříza, a spruce=smrk, a pine=borovice, a willow=vrba, a beech=buk, a maple=javor
a flower|květina|a rose=růže, a tulip=tulipán, a daisy=sedmikráska, a lily=lilie, a violet=fialka, a sunflower=slunečnice
a colour|barva|red=červená, blue=modrá, green=zelená, yellow=žlutá, black=černá, pink=růžová
a metal|kov|iron=železo, gold=zlato, silver=stříbro, copper=měď, tin=cín, lead=olovo
a musical instrument|hudební nástroj|a piano=klavír, a violin=housle, a guitar=kytara, a flute=flétna, a drum=buben, a trumpet=trubka
a tool|nářadí|a hammer=kladivo, a saw=pila, a screwdriver=šroubovák, an axe=sekera, pliers=kleště
a vehicle|vozidlo|a car=auto, a bus=autobus, a bicycle=kolo, a train=vlak, a tram=tramvaj, a truck=nákladní auto
a piece of furniture|nábytek|a table=stůl, a chair=židle, a bed=postel, a wardrobe=skříň, a sofa=pohovka
a drink|nápoj|water=voda, milk=mléko, tea=čaj, coffee=káva, beer=pivo, lemonade=limonáda
clothing|oblečení|a coat=kabát, a shirt=košile, trousers=kalhoty, a skirt=sukně, a sweater=svetr, socks=ponožky
a sport|sport|football=fotbal, hockey=hokej, tennis=tenis, swimming=plavání, skiing=lyžování
a day|den|Monday=pondělí, Friday=pátek, Sunday=neděle, Wednesday=středa
a month|měsíc|May=květen, July=červenec, October=říjen, January=leden
a planet|planeta|Mars=Mars, Venus=Venuše, Saturn=Saturn, Jupiter=Jupiter, Neptune=Neptun
a river|řeka|the Vltava=Vltava, the Danube=Dunaj, the Nile=Nil, the Elbe=Labe
a programming language|programovací jazyk|Python=Python, JavaScript=JavaScript, Rust=Rust, Java=Java
food|jídlo|bread=chléb, cheese=sýr, soup=polévka, rice=rýže, a dumpling=knedlík
""")
]
APART = {
    'an animal': {'a bird', 'a fish', 'an insect', 'a mammal'},
    'a bird': {'an animal'},
    'a fish': {'an animal'},
    'an insect': {'an animal'},
    'a mammal': {'an animal'},
    'food': {'a fruit', 'a vegetable', 'a drink'},
    'a fruit': {'food', 'a colour'},
    'a vegetable': {'food'},
    'a drink': {'food'},
    'a planet': {'a day'},
}


def kind(r, ql, al):
    """Is a rose a flower? What kind of thing is a carrot?"""
    k, ck, members = r.choice(KINDS)
    e, c = r.choice(members.split(', ')).split('=')
    m = r.random()
    if m < 0.25:
        q = (
            r.choice(
                [
                    f'What kind of thing is {e}?',
                    f'Is {e} {k} or {r.choice(KINDS)[0]}?',
                    f'{cap(e)} belongs to which group?',
                    f'What category does {e} fall into?',
                ]
            )
            if ql == 'en'
            else r.choice([f'Co je {c} za druh věci?', f'Do jaké skupiny patří {c}?', f'Kam patří {c}?'])
        )
        return Item(ql, q, f'{cap(e)} is {k}.' if al == 'en' else f'{cap(c)} je {ck}.', short=k if al == 'en' else ck)
    true = r.random() < 0.5
    k2, ck2 = k, ck
    while not true and (
        k2 == k
        or k2 in APART.get(k, ())
        or e in dict(x.split('=') for x in next(z[2] for z in KINDS if z[0] == k2).split(', '))
    ):
        k2, ck2, _ = r.choice(KINDS)
    q = (
        r.choice(
            [
                f'Is {e} {k2}?',
                f'Is it true that {e} is {k2}?',
                f'{cap(e)} is {k2}, right?',
                f'Does {e} count as {k2}?',
                f'Would you say {e} is {k2}?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Je {c} {ck2}?',
                f'Je pravda, že {c} je {ck2}?',
                f'{cap(c)} je {ck2}, že?',
                f'Patří {c} mezi pojmy jako {ck2}?',
            ]
        )
    )
    if al == 'en':
        a = f'Yes, {e} is {k}.' if true else f'No, {e} is {k}.'
    else:
        a = f'Ano, {c} je {ck}.' if true else f'Ne, {c} je {ck}.'
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


# thing | use in English | Czech thing | use in Czech | where it is (en) | where (cs)
USES = rows("""
a knife|cutting|nůž|krájení|in the kitchen|v kuchyni
a spoon|eating soup|lžíce|jedení polévky|in the kitchen|v kuchyni
scissors|cutting paper|nůžky|stříhání|in a drawer|v zásuvce
a hammer|hitting nails|kladivo|zatloukání hřebíků|in the workshop|v dílně
a key|opening locks|klíč|odemykání|in your pocket|v kapse
an umbrella|keeping off the rain|deštník|ochranu před deštěm|in the hall|v předsíni
a pen|writing|pero|psaní|on the desk|na stole
a pencil|writing and drawing|tužka|psaní a kreslení|on the desk|na stole
a bed|sleeping|postel|spaní|in the bedroom|v ložnici
a chair|sitting|židle|sezení|at the table|u stolu
a lamp|giving light|lampa|svícení|on the table|na stole
a fridge|keeping food cold|lednička|chlazení jídla|in the kitchen|v kuchyni
an oven|baking|trouba|pečení|in the kitchen|v kuchyni
a broom|sweeping|koště|zametání|in the cupboard|v komoře
soap|washing|mýdlo|mytí|in the bathroom|v koupelně
a toothbrush|cleaning teeth|kartáček na zuby|čištění zubů|in the bathroom|v koupelně
a towel|drying|ručník|utírání|in the bathroom|v koupelně
glasses|seeing better|brýle|lepší vidění|on the nose|na nose
a clock|telling the time|hodiny|měření času|on the wall|na zdi
a thermometer|measuring temperature|teploměr|měření teploty|on the window|za oknem
a ruler|measuring length|pravítko|měření délky|in the school bag|ve školní tašce
scales|weighing|váha|vážení|in the kitchen|v kuchyni
a telephone|talking to people far away|telefon|volání na dálku|in your pocket|v kapse
a camera|taking pictures|fotoaparát|fotografování|in a bag|v tašce
a book|reading|kniha|čtení|in the library|v knihovně
a bicycle|riding|kolo|ježdění|in the garage|v garáži
a saw|cutting wood|pila|řezání dřeva|in the workshop|v dílně
a needle|sewing|jehla|šití|in the sewing box|v krabičce na šití
a map|finding the way|mapa|hledání cesty|in the car|v autě
a bucket|carrying water|kbelík|nošení vody|in the garden|na zahradě
money|paying|peníze|placení|in the wallet|v peněžence
a candle|giving light|svíčka|svícení|on the table|na stole
a washing machine|washing clothes|pračka|praní|in the bathroom|v koupelně
a microscope|seeing very small things|mikroskop|pozorování malých věcí|in the laboratory|v laboratoři
a telescope|looking at the stars|dalekohled|pozorování hvězd|in the observatory|na hvězdárně
""")


def use(r, ql, al):
    e, u, c, cu, w, cw = r.choice(USES)
    be = 'are' if e in ('scissors', 'glasses', 'scales') else 'is'
    if r.random() < 0.65:
        q = (
            r.choice(
                [
                    f'What {be} {e} for?',
                    f'What {be} {e} used for?',
                    f'What do you do with {e}?',
                    f'What do people use {e} for?',
                    f'Why do we need {e}?',
                    f'What can I do with {e}?',
                ]
            )
            if ql == 'en'
            else r.choice(
                [
                    f'K čemu je {c}?',
                    f'K čemu slouží {c}?',
                    f'Na co je {c}?',
                    f'K čemu se používá {c}?',
                    f'Na co se používá {c}?',
                ]
            )
        )
        return Item(
            ql,
            q,
            f'{cap(e)} {be} used for {u}.' if al == 'en' else f'{cap(c)}: na {cu}.',
            short=u if al == 'en' else cu,
        )
    q = (
        r.choice(
            [
                f'What is used for {u}?',
                f'What do we use for {u}?',
                f'Which thing is for {u}?',
                f'What do I need for {u}?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [f'Co se používá na {cu}?', f'Co slouží na {cu}?', f'Která věc je na {cu}?', f'Co potřebuji na {cu}?']
        )
    )
    names = [x for x in USES if x[1] == u]
    x = names[0]
    return Item(
        ql,
        q,
        f'For {u} you use {x[0]}.' if al == 'en' else f'Na {x[3]} se používá {x[2]}.',
        short=x[0] if al == 'en' else x[2],
    )


# legs of animals and wheels of things: number questions with many subjects
COUNTS = rows("""
legs|nohou|dog=pes:4, cat=kočka:4, horse=kůň:4, cow=kráva:4, pig=prase:4, lion=lev:4, elephant=slon:4, mouse=myš:4, rabbit=králík:4, sheep=ovce:4, goat=koza:4, bear=medvěd:4, frog=žába:4, hen=slepice:2, duck=kachna:2, bird=pták:2, owl=sova:2, eagle=orel:2, ostrich=pštros:2, person=člověk:2, spider=pavouk:8, octopus=chobotnice:8, ant=mravenec:6, bee=včela:6, fly=moucha:6, beetle=brouk:6, butterfly=motýl:6, ladybird=beruška:6, snake=had:0, fish=ryba:0, worm=žížala:0, table=stůl:4, chair=židle:4
wheels|kol|car=auto:4, bicycle=jízdní kolo:2, motorcycle=motorka:2, tricycle=tříkolka:3, unicycle=jednokolka:1, wheelbarrow=trakař:1, bus=autobus:4
sides|stran|triangle=trojúhelník:3, square=čtverec:4, rectangle=obdélník:4, pentagon=pětiúhelník:5, hexagon=šestiúhelník:6, octagon=osmiúhelník:8
wings|křídel|bird=pták:2, bee=včela:4, butterfly=motýl:4, fly=moucha:2, bat=netopýr:2, dog=pes:0, cat=kočka:0, fish=ryba:0
eyes|očí|dog=pes:2, cat=kočka:2, person=člověk:2, fish=ryba:2, bird=pták:2, horse=kůň:2
strings|strun|guitar=kytara:6, violin=housle:4, cello=violoncello:4
""")
EN_NUM = 'no one two three four five six seven eight nine ten'.split()


def count(r, ql, al):
    w, cw, line = r.choice(COUNTS[:1] * 3 + COUNTS)
    e, rest = r.choice(line.split(', ')).split('=')
    c, k = rest.split(':')
    k = int(k)
    art = 'an' if e[0] in 'aeiou' and e != 'unicycle' else 'a'
    q = (
        r.choice(
            [
                f'How many {w} does {art} {e} have?',
                f'How many {w} has {art} {e} got?',
                f'How many {w} are there on {art} {e}?',
                f'Number of {w} of {art} {e}?',
                f'How many {w} do {e}s have?'
                if e not in ('person', 'butterfly', 'fly', 'fish', 'mouse', 'sheep', 'ladybird', 'ostrich', 'bus')
                else f'How many {w} does {art} {e} have?',
                f'{cap(art)} {e} has how many {w}?',
            ]
        )
        if ql == 'en'
        else r.choice([f'Kolik {cw} má {c}?', f'Kolik má {c} {cw}?', f'{cap(c)} má kolik {cw}?', f'Počet {cw}: {c}?'])
    )
    one = w[:-1] if w != 'legs' else 'leg'
    if al == 'en':
        a = f'{cap(art)} {e} has {EN_NUM[k]} {one if k == 1 else w}.'
    else:
        forms = {
            'legs': ('nohu', 'nohy', 'nohou'),
            'wheels': ('kolo', 'kola', 'kol'),
            'sides': ('stranu', 'strany', 'stran'),
            'wings': ('křídlo', 'křídla', 'křídel'),
            'eyes': ('oko', 'oči', 'očí'),
            'strings': ('strunu', 'struny', 'strun'),
        }[w]
        num = {
            0: 'žádných',
            1: 'jedno' if forms[0][-1] == 'o' else 'jednu',
            2: 'dvě',
            3: 'tři',
            4: 'čtyři',
            5: 'pět',
            6: 'šest',
            8: 'osm',
        }[k]
        a = f'{cap(c)} {"mají" if c == "housle" else "má" if k else "nemá"} {num} {forms[0] if k == 1 else forms[1] if k in (2, 3, 4) else forms[2]}.'
        if k == 0:
            a = f'{cap(c)} nemá žádná křídla.' if w == 'wings' else f'{cap(c)} nemá nohy.'
    return Item(ql, q, a, short=str(k))


# thing | colour | Czech thing | Czech colour (in the thing's gender)
COLOURED = rows("""
milk|white|mléko|bílé
snow|white|sníh|bílý
grass|green|tráva|zelená
the sky|blue|obloha|modrá
blood|red|krev|červená
a banana|yellow|banán|žlutý
a lemon|yellow|citron|žlutý
a carrot|orange|mrkev|oranžová
an orange|orange|pomeranč|oranžový
a tomato|red|rajče|červené
a strawberry|red|jahoda|červená
a cucumber|green|okurka|zelená
a frog|green|žába|zelená
coal|black|uhlí|černé
chocolate|brown|čokoláda|hnědá
coffee|brown|káva|hnědá
an elephant|grey|slon|šedý
a mouse|grey|myš|šedá
a polar bear|white|lední medvěd|bílý
a swan|white|labuť|bílá
a raven|black|havran|černý
a pig|pink|prase|růžové
a bear|brown|medvěd|hnědý
gold|yellow|zlato|žluté
silver|grey|stříbro|šedé
paper|white|papír|bílý
salt|white|sůl|bílá
sugar|white|cukr|bílý
a cherry|red|třešeň|červená
a violet|purple|fialka|fialová
spinach|green|špenát|zelený
a fire engine|red|hasičské auto|červené
honey|yellow|med|žlutý
the sea|blue|moře|modré
a leaf in summer|green|list v létě|zelený
a leaf in autumn|yellow|list na podzim|žlutý
""")
COLOUR_WORDS = {
    'white': 'bíl',
    'green': 'zelen',
    'blue': 'modr',
    'red': 'červen',
    'yellow': 'žlut',
    'orange': 'oranžov',
    'black': 'čern',
    'brown': 'hněd',
    'grey': 'šed',
    'pink': 'růžov',
    'purple': 'fialov',
}


def coloured(r, ql, al):
    """What colour is milk? Is the grass blue?"""
    e, k, c, ck = r.choice(COLOURED)
    m = r.random()
    if m < 0.4:
        q = (
            r.choice(
                [
                    f'What colour is {e}?',
                    f'What color is {e}?',
                    f'Which colour does {e} have?',
                    f'What is the colour of {e}?',
                    f'The colour of {e}?',
                ]
            )
            if ql == 'en'
            else r.choice([f'Jakou barvu má {c}?', f'Jaké barvy je {c}?', f'Barva: {c}?', f'{cap(c)} má jakou barvu?'])
        )
        return Item(ql, q, f'{cap(e)} is {k}.' if al == 'en' else f'{cap(c)} je {ck}.', short=k if al == 'en' else ck)
    k2 = k if r.random() < 0.5 else r.choice([x for x in COLOUR_WORDS if x != k])
    true = k2 == k
    ck2 = COLOUR_WORDS[k2] + ck[-1]
    bare = re.sub('^(a|an) ', 'the ', e) if r.random() < 0.2 else e
    bare = 'the ' + bare if r.random() < 0.15 and not bare.startswith(('a ', 'an ', 'the ')) else bare
    q = (
        r.choice(
            [
                f'Is {bare} {k2}?',
                f'Is it true that {bare} is {k2}?',
                f'{cap(bare)} is {k2}, right?',
                f'Would you say {bare} is {k2}?',
            ]
        )
        if ql == 'en'
        else r.choice([f'Je {c} {ck2}?', f'Je pravda, že {c} je {ck2}?', f'{cap(c)} je {ck2}, že?'])
    )
    if al == 'en':
        a = f'{cap(e)} is {k}, so {"yes" if true else "no"}.'
    else:
        a = f'{cap(c)} je {ck}, takže {"ano" if true else "ne"}.'
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


# part | Czech part (accusative) | who has it | who does not
HAVE = [
    x
    for x in rows("""
legs|nohy|a dog=pes, a cat=kočka, a horse=kůň, a bird=pták, a spider=pavouk, an ant=mravenec, a table=stůl, a chair=židle|a fish=ryba, a snake=had, a worm=žížala, a car=auto, a tree=strom, a stone=kámen
wings|křídla|a bird=pták, a bee=včela, a butterfly=motýl, a plane=letadlo, a bat=netopýr, a fly=moucha|a dog=pes, a cat=kočka, a fish=ryba, a snake=had, a car=auto, a cow=kráva, an elephant=slon
wheels|kola|a car=auto, a bus=autobus, a bicycle=jízdní kolo, a train=vlak, a tram=tramvaj|a horse=kůň, a boat=loďka, a house=dům, a dog=pes, a table=stůl
feathers|peří|a bird=pták, a hen=slepice, a duck=kachna, an owl=sova|a dog=pes, a fish=ryba, a cat=kočka, a horse=kůň
fur|srst|a dog=pes, a cat=kočka, a bear=medvěd, a rabbit=králík|a fish=ryba, a snake=had, a frog=žába, a car=auto
a trunk|chobot|an elephant=slon|a dog=pes, a horse=kůň, a giraffe=žirafa
a tail|ocas|a dog=pes, a cat=kočka, a horse=kůň, a mouse=myš, a cow=kráva|a chair=židle, a car=auto, a tree=strom
leaves|listy|a tree=strom, a plant=rostlina|a stone=kámen, a dog=pes, a table=stůl
an engine|motor|a car=auto, a plane=letadlo, a bus=autobus, a motorcycle=motorka|a bicycle=jízdní kolo, a horse=kůň, a chair=židle
pages|stránky|a book=kniha, a notebook=sešit, a newspaper=noviny|a stone=kámen, a spoon=lžíce, a car=auto
strings|struny|a guitar=kytara, a violin=housle|a drum=buben, a flute=flétna
a long neck|dlouhý krk|a giraffe=žirafa, a swan=labuť|a pig=prase, a mouse=myš
""")
]


def have(r, ql, al):
    p, cp, yes, no = r.choice(HAVE)
    true = r.random() < 0.5
    e, c = r.choice((yes if true else no).split(', ')).split('=')
    q = (
        r.choice(
            [f'Does {e} have {p}?', f'Has {e} got {p}?', f'Is it true that {e} has {p}?', f'{cap(e)} has {p}, right?']
        )
        if ql == 'en'
        else r.choice([f'Má {c} {cp}?', f'Je pravda, že {c} má {cp}?', f'{cap(c)} má {cp}, že?'])
    )
    if al == 'en':
        a = f'Yes, {e} has {p}.' if true else f'No, {e} has no {re.sub("^(a|an) ", "", p)}.'
    else:
        a = f'Ano, {c} má {cp}.' if true else f'Ne, {c} nemá {cp}.'
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


# one of a kind | Czech | what it can do | Czech | what it cannot do | Czech
ONE = rows("""
a bird|pták|fly|létat|bark|štěkat
a dog|pes|bark|štěkat|fly|létat
a fish|ryba|swim|plavat|fly|létat
an elephant|slon|swim|plavat|fly|létat
a cat|kočka|climb trees|lézt na stromy|fly|létat
a cow|kráva|give milk|dávat mléko|lay eggs|klást vejce
a hen|slepice|lay eggs|klást vejce|give milk|dávat mléko
a horse|kůň|run|běhat|fly|létat
a penguin|tučňák|swim|plavat|fly|létat
a snake|had|crawl|plazit se|fly|létat
a baby|miminko|cry|plakat|drive a car|řídit auto
a person|člověk|talk|mluvit|breathe under water|dýchat pod vodou
a bee|včela|fly|létat|talk|mluvit
a plane|letadlo|fly|létat|think|myslet
a stone|kámen|sink in water|klesnout ve vodě|talk|mluvit
a tree|strom|grow|růst|walk|chodit
a car|auto|drive on a road|jezdit po silnici|fly|létat
a frog|žába|jump|skákat|fly|létat
a pig|prase|eat|jíst|fly|létat
a monkey|opice|climb trees|lézt na stromy|breathe under water|dýchat pod vodou
an owl|sova|fly|létat|bark|štěkat
a duck|kachna|swim|plavat|bark|štěkat
a table|stůl|stand|stát|walk|chodit
a fly|moucha|fly|létat|bark|štěkat
a snail|šnek|crawl|plazit se|run fast|rychle běhat
""")


def one_can(r, ql, al):
    e, c, can_, ccan, cannot, ccannot = r.choice(ONE)
    true = r.random() < 0.5
    v, cv = (can_, ccan) if true else (cannot, ccannot)
    q = (
        r.choice(
            [
                f'Can {e} {v}?',
                f'Is {e} able to {v}?',
                f'Is it true that {e} can {v}?',
                f'Could {e} {v}?',
                f'{cap(e)} can {v}, right?',
            ]
        )
        if ql == 'en'
        else r.choice([f'Umí {c} {cv}?', f'Může {c} {cv}?', f'Dokáže {c} {cv}?', f'Je pravda, že {c} umí {cv}?'])
    )
    if al == 'en':
        a = f'Yes, {e} can {v}.' if true else f'No, {e} cannot {v}.'
    else:
        a = f'Ano, {c} umí {cv}.' if true else f'Ne, {c} neumí {cv}.'
    return Item(ql, q, a, short=('Yes' if true else 'No') if al == 'en' else ('Ano' if true else 'Ne'))


# to do | with what
WITH = rows("""
cut paper|scissors|stříhám papír|nůžky
cut bread|a knife|krájím chleba|nůž
write|a pen|píšu|pero
dig a hole|a shovel|kopu díru|lopata
open a lock|a key|odemykám zámek|klíč
eat soup|a spoon|jím polévku|lžíce
hit a nail|a hammer|zatloukám hřebík|kladivo
sweep the floor|a broom|zametám podlahu|koště
clean my teeth|a toothbrush|čistím zuby|kartáček na zuby
dry my hands|a towel|utírám ruce|ručník
wash my hands|soap|myju ruce|mýdlo
sew a button|a needle|přišívám knoflík|jehla
measure temperature|a thermometer|měřím teplotu|teploměr
saw wood|a saw|řežu dřevo|pila
take a photo|a camera|fotím|fotoaparát
look at the stars|a telescope|pozoruji hvězdy|dalekohled
keep dry in the rain|an umbrella|chráním se před deštěm|deštník
comb my hair|a comb|češu si vlasy|hřeben
call a friend|a telephone|volám kamarádovi|telefon
turn a screw|a screwdriver|šroubuji|šroubovák
""")


def with_what(r, ql, al):
    d, w, cd, cw = r.choice(WITH)
    q = (
        r.choice(
            [
                f'What do I {d} with?',
                f'What do you use to {d}?',
                f'Which tool do I need to {d}?',
                f'What is the thing you use to {d}?',
                f"What's the thing people use to {d}?",
                f'What do people {d} with?'.replace(' my ', ' their '),
                f'I want to {d}. What do I need?',
            ]
        )
        if ql == 'en'
        else r.choice(
            [
                f'Čím {cd}?',
                f'Co použiju, když {cd}?',
                f'Jakou věc potřebuji, když {cd}?',
                f'Jak se jmenuje věc, kterou {cd}?',
            ]
        )
    )
    return Item(ql, q, f'You use {w}.' if al == 'en' else f'Použijete: {cw}.', short=w if al == 'en' else cw)


@domain('everyday', 18)
def everyday(r, ql, al):
    return r.choice(
        [
            like,
            like,
            compare,
            compare,
            can,
            can,
            one_can,
            one_can,
            kind,
            kind,
            many,
            groups,
            coloured,
            coloured,
            have,
            use,
            with_what,
            count,
        ]
    )(r, ql, al)
