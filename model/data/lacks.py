"""What is not there, beside what is: parts that a thing has not, a wrong colour taken for granted, numbers of a shop, words that are none; and health."""

from core import *
import choices, contrast, maths, unknown

# ---------- parts ----------
# English | Czech | legs | wings | wheels | eyes ; - is not asked
PARTS = rows("""
a dog|pes|4|0|0|2
a cat|kočka|4|0|0|2
a horse|kůň|4|0|0|2
a cow|kráva|4|0|0|2
an elephant|slon|4|0|0|2
a mouse|myš|4|0|0|2
a lion|lev|4|0|0|2
a pig|prase|4|0|0|2
a rabbit|králík|4|0|0|2
a frog|žába|4|0|0|2
a sheep|ovce|4|0|0|2
a crocodile|krokodýl|4|0|0|2
a turtle|želva|4|0|0|2
a bird|pták|2|2|0|2
a hen|slepice|2|2|0|2
a duck|kachna|2|2|0|2
an owl|sova|2|2|0|2
a swan|labuť|2|2|0|2
a penguin|tučňák|2|2|0|2
an ostrich|pštros|2|2|0|2
a bee|včela|6|4|0|-
a fly|moucha|6|2|0|-
an ant|mravenec|6|0|0|-
a beetle|brouk|6|-|0|-
a butterfly|motýl|6|4|0|-
a spider|pavouk|8|0|0|-
an octopus|chobotnice|-|0|0|2
a fish|ryba|0|0|0|2
a snake|had|0|0|0|2
a worm|žížala|0|0|0|0
a snail|šnek|0|0|0|-
a person|člověk|2|0|0|2
a stone|kámen|0|0|0|0
a tree|strom|0|0|0|0
an apple|jablko|0|0|0|0
a ball|míč|0|0|0|0
a book|kniha|0|0|0|0
a house|dům|0|0|0|0
a cloud|mrak|0|0|0|0
a spoon|lžíce|0|0|0|0
a flower|květina|0|0|0|0
a car|auto|0|0|4|0
a bicycle|jízdní kolo|0|0|2|0
a motorcycle|motorka|0|0|2|0
a tricycle|tříkolka|0|0|3|0
a boat|loďka|0|0|0|0
a table|stůl|4|0|0|0
a chair|židle|4|0|0|0
a bed|postel|4|0|0|0
""")
# English one, many | Czech: of five and none, two to four
PART = [('leg', 'legs', 'nohou', 'nohy', 'žádné nohy'), ('wing', 'wings', 'křídel', 'křídla', 'žádná křídla'), ('wheel', 'wheels', 'kol', 'kola', 'žádná kola'), ('eye', 'eyes', 'očí', 'oči', 'žádné oči')]
NUMBER_CS = {2: 'dvě', 3: 'tři', 4: 'čtyři', 6: 'šest', 8: 'osm'}
ASK_PART = {
    'en': ['How many {p} does {x} have?', 'How many {p} has {x}?', '{X} has how many {p}?', 'How many {p} has {x} got?', 'Number of {p} of {x}?', 'Tell me how many {p} {x} has.', 'Count the {p} of {x}.', 'What number of {p} does {x} have?'],
    'cs': ['Kolik {p} má {x}?', 'Kolik má {x} {p}?', '{X} má kolik {p}?', 'Jaký počet {p} má {x}?', 'Řekni mi, kolik {p} má {x}.', 'Kolik {p} bys napočítal, když se řekne {x}?', 'Kolik {p} obvykle má {x}?'],
}


def part(r, ql, al):
    row = r.choice(PARTS)
    i = r.choices(range(4), [5, 3, 2, 1])[0]
    if row[2 + i] == '-':
        return part(r, ql, al)
    n, p = int(row[2 + i]), PART[i]
    x = row[0] if ql == 'en' else row[1]
    q = r.choice(ASK_PART[ql]).format(p=p[1] if ql == 'en' else p[2], x=x, X=cap(x))
    if al == 'en':
        a = f'{cap(row[0])} has no {p[1]}.' if n == 0 else f'{cap(row[0])} has {maths.words(n, "en")} {p[1]}.'
    else:
        a = f'{cap(row[1])} nemá {p[4]}.' if n == 0 else f'{cap(row[1])} má {NUMBER_CS[n]} {p[3] if n < 5 else p[2]}.'
    return Item(ql, q, a, short=str(n))


# ---------- a colour taken for granted ----------
def premise(r, ql, al):
    en, cs, g, c = r.choice(choices.COLOURED)
    o = r.choice([x for x in choices.COLOUR if x != c])
    end = {'m': 'ý', 'f': 'á', 'n': 'é'}[g]
    noun, nc = en.rsplit(' ', 1)[0], cs[:-3]
    oc = choices.COLOUR[o] + end
    q = r.choice([f'Why is {noun} {o}?', f'Since when is {noun} {o}?', f'How come {noun} is {o}?', f'What makes {noun} {o}?'] if ql == 'en' else [f'Proč je {nc} {oc}?', f'Odkdy je {nc} {oc}?', f'Jak to, že {nc} je {oc}?', f'Čím to, že je {nc} {oc}?'])
    a = f'{cap(noun)} is not {o}; it is {c}.' if al == 'en' else f'{cap(nc)} není {oc}, je {choices.COLOUR[c] + end}.'
    return Item(ql, q, a)


# ---------- what only the place itself knows ----------
SHOPS = {
    'en': 'pharmacy|town hall|post office|school|restaurant|bakery|hospital|library|police station|dentist|hairdresser|cinema|museum|zoo|hotel|garage|bank|swimming pool|kindergarten|vet|theatre|bus station|butcher|pizzeria'.split('|'),
    'cs': 'lékárna|radnice|pošta|škola|restaurace|pekárna|nemocnice|knihovna|banka|čistírna|galerie|zoo|jídelna|školka|ordinace|pizzerie|hospoda|prodejna|ubytovna|vinárna'.split('|'),
}
TOWNS = {'en': 'Brno Prague Kolín Tábor Leeds Vienna Olomouc Zlín Dresden Porto Lyon Graz Bristol Písek Liberec'.split(), 'cs': 'Brně Praze Kolíně Táboře Vídni Olomouci Zlíně Písku Liberci Plzni Jihlavě Opavě Chebu Mostě Třebíči'.split()}
SHOP_ASK = {
    'en': ['What is the phone number of the nearest {s}?', 'What is the phone number of the {s} in {t}?', 'Where is the nearest {s}?', 'What is the address of the {s} in {t}?', 'When does the {s} in {t} open?', 'Is the {s} in {t} open today?', 'Until when is the {s} open?', 'Who owns the {s} in {t}?', 'What is on the menu of the {s} today?', 'How do I call the {s} round the corner?', 'What are the opening hours of the {s} in {t}?', 'How many people work in the {s} in {t}?', 'Which {s} in {t} is the best?', 'Give me the e-mail of the {s} in {t}.', 'How much does the {s} in {t} charge?'],
    'cs': ['Jaké telefonní číslo má nejbližší {s}?', 'Jaký telefon má {s} v {t}?', 'Kde je nejbližší {s}?', 'Jakou adresu má {s} v {t}?', 'Kdy otevírá {s} v {t}?', 'Má {s} v {t} dnes otevřeno?', 'Do kolika má otevřeno {s}?', 'Komu patří {s} v {t}?', 'Co dnes nabízí {s} v {t}?', 'Jaká je otevírací doba, {s} v {t}?', 'Kolik lidí zaměstnává {s} v {t}?', 'Která {s} v {t} je nejlepší?', 'Jaký e-mail má {s} v {t}?', 'Jaké ceny má {s} v {t}?'],
}


def shop(r, ql, al):
    t = r.choice(TOWNS[ql])
    s = r.choice(SHOPS[ql])
    return unknown.mk(r, ql, r.choice(SHOP_ASK[ql]).format(s=s, t=t), None, al)


# ---------- health ----------
PAINS = {
    'en': 'my head hurts|I have chest pain|my back hurts|I have a fever|I cough a lot|my stomach hurts|I feel dizzy|my knee is swollen|I cannot sleep|I have a rash|my ear hurts|I broke my arm|my heart beats fast|my child has a fever|I feel sick'.split('|'),
    'cs': 'mě bolí hlava|mě bolí na hrudi|mě bolí záda|mám horečku|hodně kašlu|mě bolí břicho|se mi točí hlava|mám oteklé koleno|nemůžu spát|mám vyrážku|mě bolí ucho|mám zlomenou ruku|mi buší srdce|má dítě horečku|je mi špatně'.split('|'),
}
PAIN_ASK = {
    'en': ['What should I take if {x}?', 'Which medicine helps when {x}?', 'What disease do I have if {x}?', 'What do I have when {x}?', 'What should I do, {x}?', 'I think I am ill: {x}. What is it?', 'Which pills are good if {x}?', 'How many tablets should I take when {x}?', 'Is it dangerous that {x}?'],
    'cs': ['Co si mám vzít, když {x}?', 'Který lék pomáhá, když {x}?', 'Jakou mám nemoc, když {x}?', 'Co mi je, když {x}?', 'Co mám dělat, když {x}?', 'Jaké prášky jsou dobré, když {x}?', 'Kolik tablet si mám vzít, když {x}?', 'Je nebezpečné, že {x}?'],
}


def health(r, ql, al):
    q = r.choice(PAIN_ASK[ql]).format(x=r.choice(PAINS[ql]))
    return Item(ql, q, 'I cannot tell; I am only the small built-in model. Please ask a doctor, and in an emergency call 112.' if al == 'en' else 'To nevím, jsem jen malý vestavěný model. Zeptejte se lékaře a v nouzi volejte 112.')


# ---------- words that are none ----------
WORD_ASK = {
    'en': ['What is the plural of {w}?', 'What is the opposite of {w}?', 'What is the past tense of {w}?', 'Give me a synonym for {w}.', 'Translate {w} to Czech.', 'What is {w} in Czech?', 'What does {w} mean in Czech?', 'Antonym of "{w}"?', 'Plural of "{w}"?', 'What rhymes with {w}?', 'Who or what is a {w}?', 'What is a {w}?', 'How many legs does a {w} have?', 'What colour is a {w}?', 'What is a {w} used for?'],
    'cs': ['Jaké je množné číslo slova {w}?', 'Jaký je opak slova {w}?', 'Jaké je synonymum slova {w}?', 'Přelož {w} do angličtiny.', 'Jak se anglicky řekne {w}?', 'Opak slova „{w}“?', 'Množné číslo slova „{w}“?', 'Co se rýmuje se slovem {w}?', 'Co je to {w}?', 'Kolik nohou má {w}?', 'Jakou barvu má {w}?', 'K čemu slouží {w}?', 'Jaký je druhý pád slova {w}?'],
}


def no_word(r, ql, al):
    w = contrast.word(r, ql)
    return Item(ql, r.choice(WORD_ASK[ql]).format(w=w), r.choice(contrast.NO_WORD[al]).format(w=w), noise=False)


@domain('lacks', 18)
def lacks(r, ql, al):
    return r.choices([part, premise, shop, health, no_word], [7, 2, 3, 2, 4])[0](r, ql, al)
