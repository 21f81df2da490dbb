"""What free trials found missing: money and language by city, unions and rivers, planets compared, one of a few."""

from core import *
import geo, travel



def judged(ql, q, al, text, yes):
    """A fact and then the verdict: a model that must say yes or no before the fact guesses."""
    end = f', so {"yes" if yes else "no"}.' if al == 'en' else f', takže {"ano" if yes else "ne"}.'
    return Item(ql, q, text + end, short=YES_NO[al][0 if yes else 1])


# ---------- by city ----------
NAMED_COUNTRIES = [geo.BY[p[0]] for p in travel.PEOPLES]
# Money as people name it: code | English | Czech, in the instrumental
COINS = rows("""
EUR|euros|eury
CZK|crowns|korunami
USD|dollars|dolary
GBP|pounds|librami
PLN|zlotys|zlotými
JPY|yen|jeny
CHF|francs|franky
HUF|forints|forinty
RUB|roubles|rubly
""")
CITY_MONEY = {
    'en': ['What money should I bring to {t}?', 'What money do I need in {t}?', 'What do people pay with in {t}?', 'I am going to {t}. Which currency do they use?', 'Which currency do I need in {t}?', 'How do I pay in {t}, with what money?', 'In {t}, what money do shops take?', 'A coffee in {t}: in which currency do I pay?', 'What cash should I take to {t}?', 'My holiday is in {t}. What money shall I change?'],
    'cs': ['Jaké peníze si vzít do města {t}?', 'Čím se platí ve městě {t}?', 'Jedu do města {t}. Jaká je tam měna?', 'Jakou měnu potřebuji ve městě {t}?', 'Káva ve městě {t}: v jaké měně platím?', 'Na jaké peníze mám vyměnit koruny, když jedu do města {t}?', '{t}: čím se tam platí?', 'Jaké peníze berou obchody ve městě {t}?'],
}
CITY_LANGUAGE = {
    'en': ['What language will I hear in {t}?', 'Which language do people speak in {t}?', 'I fly to {t}. What do they speak there?', 'In {t}, what language is on the signs?', 'What do the people of {t} speak?', 'Which language helps me in {t}?'],
    'cs': ['Jaký jazyk uslyším ve městě {t}?', 'Jak se mluví ve městě {t}?', 'Letím do města {t}. Jak se tam mluví?', 'V jakém jazyce jsou nápisy ve městě {t}?', 'Který jazyk se mi hodí ve městě {t}?'],
}


def city(r, ql, al):
    c = r.choice(NAMED_COUNTRIES)
    t, E = c['cap_en' if ql == 'en' else 'cap_cs'], ql == 'en'
    here = f'{c["cap_en"]} is the capital of {c["en"]}.' if al == 'en' else f'{c["cap_cs"]} je hlavní město {c["gen"]}.'
    m = r.random()
    if m < 0.3 and c['lang']:
        lang = geo.LANG[c['lang']]
        return Item(ql, r.choice(CITY_LANGUAGE[ql]).format(t=t), here + (f' Its main language is {lang[0]}.' if al == 'en' else f' Hlavní jazyk je {lang[1]}.'), short=lang[0 if al == 'en' else 1])
    if not c['cur']:
        return city(r, ql, al)
    money = geo.CUR[c['cur']]
    if m < 0.65:
        return Item(ql, r.choice(CITY_MONEY[ql]).format(t=t), here + (f' Its currency is {money[0]}.' if al == 'en' else f' Měna je {money[1]}.'), short=money[0 if al == 'en' else 1])
    code, en, cs = r.choice([x for x in COINS if x[0] == c['cur']] or COINS) if r.random() < 0.5 else r.choice(COINS)
    if code in ('CZK', 'CHF', 'USD', 'GBP') and code != c['cur'] and any(w in money[0] for w in (en[:-1], 'krone', 'krona')):
        code, en, cs = COINS[0]
    q = r.choice([f'Do they use {en} in {t}?', f'Can I pay with {en} in {t}?', f'Do people in {t} pay with {en}?', f'Are {en} used in {t}?', f'Is it {en} that I need in {t}?']) if E else r.choice([f'Platí se ve městě {t} {cs}?', f'Můžu ve městě {t} platit {cs}?', f'{t}: platí se tam {cs}?', f'Zaplatím ve městě {t} {cs}?'])
    return judged(ql, q, al, f'The currency of {c["en"]} is {money[0]}' if al == 'en' else f'Měna {c["gen"]} je {money[1]}', code == c['cur'])


EU = set('Austria,Belgium,Bulgaria,Croatia,Cyprus,Czechia,Denmark,Estonia,Finland,France,Germany,Greece,Hungary,Ireland,Italy,Latvia,Lithuania,Luxembourg,Malta,the Netherlands,Poland,Portugal,Romania,Slovakia,Slovenia,Spain,Sweden'.split(','))
NOT_EU = 'Norway,Switzerland,the United Kingdom,Iceland,Ukraine,Russia,Turkey,Serbia,Albania,Belarus,Moldova,the United States,Canada,China,Japan,India,Brazil,Australia,Egypt,Mexico'.split(',')


def union(r, ql, al):
    yes = r.random() < 0.5
    n = r.choice(sorted(EU) if yes else NOT_EU)
    c = geo.BY[n]
    q = r.choice([f'Is {n} in the European Union?', f'Does {n} belong to the European Union?', f'Is {n} a member of the EU?', f'Is {n} in the EU?', f'{cap(n)} is an EU country, right?', f'Does the EU include {n}?', f'Has {n} joined the EU?']) if ql == 'en' else r.choice([f'Je {c["cs"]} v Evropské unii?', f'Patří {c["cs"]} do Evropské unie?', f'Je {c["cs"]} členem EU?', f'Je {c["cs"]} v EU?', f'{c["cs"]} je v EU, že?', f'Je {c["cs"]} členský stát EU?'])
    if al == 'en':
        return Item(ql, q, f'Yes, {n} is a member of the European Union.' if yes else f'No, {n} is not a member of the European Union.', short=YES_NO[al][0 if yes else 1])
    return Item(ql, q, f'Ano, {c["cs"]} patří do Evropské unie.' if yes else f'Ne, {c["cs"]} do Evropské unie nepatří.', short=YES_NO[al][0 if yes else 1])


CITIES = [p for p in travel.PLACES if p[0][0].isupper() and not p[0].startswith(('Mount', 'Tower', 'Machu', 'Niagara', 'Prague C'))]


def same_country(r, ql, al):
    pairs = [(c['cap_en'], c['cap_cs'], c['en']) for c in NAMED_COUNTRIES] + [tuple(p) for p in CITIES]
    a = r.choice(pairs)
    near = [p for p in pairs if p[2] == a[2] and p[0] != a[0]]
    b = r.choice(near) if near and r.random() < 0.6 else r.choice([p for p in pairs if p[0] != a[0]])
    x, y = geo.BY[a[2]], geo.BY[b[2]]
    q = r.choice([f'Are {a[0]} and {b[0]} in the same country?', f'Do {a[0]} and {b[0]} lie in one country?', f'{a[0]} and {b[0]}: the same country?', f'Is {a[0]} in the same country as {b[0]}?']) if ql == 'en' else r.choice([f'Jsou {a[1]} a {b[1]} ve stejné zemi?', f'Leží {a[1]} a {b[1]} v jedné zemi?', f'{a[1]} a {b[1]}: je to stejný stát?'])
    text = f'{a[0]} is in {x["en"]} and {b[0]} is in {y["en"]}' if al == 'en' else f'{a[1]} patří do země {x["cs"]} a {b[1]} do země {y["cs"]}'
    return judged(ql, q, al, text, x is y)


def river(r, ql, al):
    cs, rcs, en, ren = r.choice(geo.RIVERS)
    if ' ' in ren and ren.count(' and ') == 0:
        return river(r, ql, al)
    plural = ' and ' in ren
    other = r.choice(geo.RIVERS)
    m = r.random()
    the = lambda name: ' and '.join('the ' + x for x in name.split(' and '))
    if m < 0.6:
        q = r.choice([f'What is the main river of {en}?', f'What river is in {en}?', f'Which river does {en} lie on?', f'On which river is {en}?', f'What river flows through {en}?', f'{en} lies on which river?', f'Name the river in {en}.', f'Which river runs through {en}?']) if ql == 'en' else r.choice([f'Jaká řeka teče městem {cs}?', f'Na které řece leží {cs}?', f'Která řeka protéká městem {cs}?', f'Hlavní řeka města {cs}?', f'{cs} leží na jaké řece?', f'Jak se jmenuje řeka ve městě {cs}?'])
        a = f'{cap(the(ren))} flow{"" if plural else "s"} through {en}.' if al == 'en' else f'{cs} leží na řece {rcs}.' if not plural else f'{cs} leží na řekách {rcs}.'
        return Item(ql, q, a, short=ren if al == 'en' else rcs)
    if plural or ' and ' in other[3]:
        return river(r, ql, al)
    yes = r.random() < 0.5
    o = ren if yes else other[3]
    oc = rcs if yes else other[1]
    q = r.choice([f'Is the {o} in {en}?', f'Does the {o} flow through {en}?', f'Does {en} lie on the {o}?', f'The {o} flows through {en}, right?']) if ql == 'en' else r.choice([f'Teče {oc} městem {cs}?', f'Leží {cs} na řece {oc}?', f'Je {oc} ve městě {cs}?', f'Protéká {oc} městem {cs}?'])
    return judged(ql, q, al, f'The river of {en} is the {ren}' if al == 'en' else f'{cs} leží na řece {rcs}', o == ren)


# ---------- planets ----------
# From the Sun outwards: English, Czech, place in the order of size.
PLANETS = [('Mercury', 'Merkur', 1), ('Venus', 'Venuše', 3), ('Earth', 'Země', 4), ('Mars', 'Mars', 2), ('Jupiter', 'Jupiter', 8), ('Saturn', 'Saturn', 7), ('Uranus', 'Uran', 6), ('Neptune', 'Neptun', 5)]
ORDINAL = {'en': 'first second third fourth fifth sixth seventh eighth'.split(), 'cs': 'první druhá třetí čtvrtá pátá šestá sedmá osmá'.split()}


def planets(r, ql, al):
    i, j = r.sample(range(8), 2)
    x, y = PLANETS[i], PLANETS[j]
    m = r.random()
    if m < 0.2:
        q = r.choice([f'Which planet is the {ORDINAL["en"][i]} from the Sun?', f'What is the {ORDINAL["en"][i]} planet?', f'Name the {ORDINAL["en"][i]} planet from the Sun.']) if ql == 'en' else r.choice([f'Která planeta je {ORDINAL["cs"][i]} od Slunce?', f'Jaká je {ORDINAL["cs"][i]} planeta od Slunce?', f'Jmenuj {ORDINAL["cs"][i].replace("á", "ou") if i not in (0, 2) else ORDINAL["cs"][i]} planetu od Slunce.'])
        a = f'{x[0]} is the {ORDINAL["en"][i]} planet from the Sun.' if al == 'en' else f'{cap(ORDINAL["cs"][i])} planeta od Slunce je {x[1]}.'
        return Item(ql, q, a, short=x[0 if al == 'en' else 1])
    size = m < 0.6
    small, big = (x, y) if x[2] < y[2] else (y, x)
    close, far = (x, y) if i < j else (y, x)
    fact = (
        (f'{big[0]} is larger than {small[0]}' if al == 'en' else f'{big[1]} je větší než {small[1]}')
        if size
        else (f'{close[0]} is closer to the Sun than {far[0]}' if al == 'en' else f'{close[1]} je blíž Slunci než {far[1]}')
    )
    if r.random() < 0.5:
        if size:
            up = r.random() < 0.6
            q = r.choice([f'Which is {"larger" if up else "smaller"}, {x[0]} or {y[0]}?', f'Is {x[0]} or {y[0]} the {"bigger" if up else "smaller"} planet?', f'What is {"bigger" if up else "smaller"}: {x[0]} or {y[0]}?']) if ql == 'en' else r.choice([f'Co je {"větší" if up else "menší"}, {x[1]}, nebo {y[1]}?', f'Která planeta je {"větší" if up else "menší"}, {x[1]} nebo {y[1]}?'])
            w = big if up else small
            if not up:
                fact = f'{small[0]} is smaller than {big[0]}' if al == 'en' else f'{small[1]} je menší než {big[1]}'
        else:
            q = r.choice([f'Which is closer to the Sun, {x[0]} or {y[0]}?', f'Which planet is nearer to the Sun: {x[0]} or {y[0]}?', f'Is {x[0]} or {y[0]} closer to the Sun?']) if ql == 'en' else r.choice([f'Co je blíž Slunci, {x[1]}, nebo {y[1]}?', f'Která planeta je blíž ke Slunci, {x[1]} nebo {y[1]}?', f'Má to ke Slunci blíž {x[1]}, nebo {y[1]}?'])
            w = close
        return Item(ql, q, fact + '.', short=w[0 if al == 'en' else 1])
    if size:
        q = r.choice([f'Is {x[0]} larger than {y[0]}?', f'Is {x[0]} bigger than {y[0]}?', f'{x[0]} is larger than {y[0]}, right?']) if ql == 'en' else r.choice([f'Je {x[1]} větší než {y[1]}?', f'{x[1]} je větší než {y[1]}, že?'])
        return judged(ql, q, al, fact, big is x)
    q = r.choice([f'Is {x[0]} closer to the Sun than {y[0]}?', f'Is {x[0]} nearer to the Sun than {y[0]}?']) if ql == 'en' else r.choice([f'Je {x[1]} blíž Slunci než {y[1]}?', f'Má to {x[1]} ke Slunci blíž než {y[1]}?'])
    return judged(ql, q, al, fact, close is x)


# ---------- one of a few ----------
KINDS = {
    'fruit|ovoce': 'apple=jablko pear=hruška plum=švestka banana=banán cherry=třešeň orange=pomeranč lemon=citron strawberry=jahoda grape=hrozen peach=broskev',
    'animal|zvíře': 'dog=pes cat=kočka cow=kráva horse=kůň pig=prase sheep=ovce lion=lev bear=medvěd mouse=myš rabbit=králík elephant=slon',
    'vegetable|zelenina': 'carrot=mrkev onion=cibule potato=brambora cabbage=zelí cucumber=okurka',
    'piece of furniture|nábytek': 'table=stůl chair=židle bed=postel cupboard=skříň sofa=pohovka',
    'tool|nářadí': 'hammer=kladivo saw=pila axe=sekera screwdriver=šroubovák pliers=kleště',
    'vehicle|vozidlo': 'car=auto bus=autobus train=vlak tram=tramvaj lorry=náklaďák motorcycle=motorka',
    'colour|barva': 'red=červená blue=modrá green=zelená yellow=žlutá black=černá white=bílá',
    'day|den': 'Monday=pondělí Tuesday=úterý Thursday=čtvrtek Friday=pátek Sunday=neděle',
    'month|měsíc': 'January=leden March=březen June=červen August=srpen October=říjen',
    'piece of clothing|oblečení': 'shirt=košile coat=kabát hat=čepice sock=ponožka skirt=sukně',
    'planet|planeta': 'Mars=Mars Venus=Venuše Jupiter=Jupiter Saturn=Saturn Neptune=Neptun',
    'bird|pták': 'owl=sova eagle=orel duck=kachna swan=labuť sparrow=vrabec parrot=papoušek',
    'number|číslo': 'seven=sedm three=tři twelve=dvanáct twenty=dvacet five=pět',
    'part of the body|část těla': 'hand=ruka leg=noha ear=ucho nose=nos eye=oko knee=koleno',
    'country|země': 'France=Francie Spain=Španělsko Poland=Polsko Japan=Japonsko Norway=Norsko',
}
KINDS = {tuple(k.split('|')): [tuple(w.split('=')) for w in v.split()] for k, v in KINDS.items()}
CLASH = {frozenset(('animal', 'bird')), frozenset(('fruit', 'vegetable')), frozenset(('fruit', 'colour'))}


def one_of(r, ql, al):
    """Which of these is a fruit; which one does not belong."""
    while True:
        a, b = r.sample(list(KINDS), 2)
        if frozenset((a[0], b[0])) not in CLASH:
            break
    E, n = 0 if ql == 'en' else 1, 0 if al == 'en' else 1
    odd = r.random() < 0.55
    many, one = (KINDS[a], KINDS[b]) if odd else (KINDS[b], KINDS[a])
    ws, x = r.sample(many, r.choice([2, 3, 3, 4] if odd else [1, 2, 2, 3])), r.choice(one)
    if odd and len(ws) < 3:
        ws = r.sample(many, 3)
    ws = ws + [x]
    r.shuffle(ws)
    line = ', '.join(w[E] for w in ws)
    kind = a[E]
    if odd:
        q = r.choice([f'Which of these does not belong: {line}?', f'Which one does not belong? {line}', f'Odd one out: {line}', f'Which word does not fit: {line}?', f'{line}: which is the odd one?', f'Find the word that does not belong: {line}.']) if ql == 'en' else r.choice([f'Co sem nepatří: {line}?', f'Které slovo sem nepatří: {line}?', f'Co nepatří mezi ostatní: {line}?', f'Najdi slovo, které nepatří k ostatním: {line}.', f'{line}: co sem nepatří?', f'Vyber, co mezi ostatní nepatří: {line}'])
        a_ = f'{cap(x[0])} does not belong: it is not a {a[0]}.' if al == 'en' else f'Nepatří sem {x[1]}.'
        a_ = a_.replace(' a animal', ' an animal')
        return Item(ql, q, a_, short=x[n], noise=False)
    art = 'an' if kind[0] in 'aeiou' else 'a'
    q = r.choice([f'Which of these is {art} {kind}: {line}?', f'Which one is {art} {kind}: {line}?', f'Pick the {kind}: {line}', f'{line}: which is {art} {kind}?', f'Which is the {kind} among {line}?']) if ql == 'en' else r.choice([f'Co z toho je {kind}: {line}?', f'Které z těchto slov je {kind}: {line}?', f'{line}: co z toho je {kind}?', f'Vyber, co je {kind}: {line}'])
    return Item(ql, q, f'{cap(x[0])} is {"an" if a[0][0] in "aeiou" else "a"} {a[0]}.' if al == 'en' else f'{cap(x[1])} je {a[1]}.', short=x[n], noise=False)


@domain('wider', 16)
def wider(r, ql, al):
    return r.choices([city, union, same_country, river, planets, one_of], [4, 2, 2, 3, 3, 4])[0](r, ql, al)
