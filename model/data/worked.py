"""Sums as people put them: a way and a time, x wanted, parts of a whole, legs and wheels together; what a given sentence says; words spelled wrong."""

from core import *
import maths, talk


# ---------- sums ----------
MOVERS = {'en': 'train car bus cyclist boat plane horse runner'.split(), 'cs': 'vlak autobus cyklista člun kůň běžec kamion motorkář'.split()}


def distance(r, l):
    v, t = r.choice([4, 5, 6, 10, 12, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100]), r.randint(2, 6)
    x = r.choice(MOVERS[l])
    if r.random() < 0.65:
        s = f'{v} × {t} = {v * t}'
        if l == 'en':
            q = r.choice([f'A {x} goes {v} km in one hour. How far in {t} hours?', f'A {x} travels {v} kilometres an hour. How many kilometres in {t} hours?', f'At {v} km per hour, how far do I get in {t} hours?', f'A {x} makes {v} km/h. What distance is that after {t} hours?', f'The {x} does {v} km every hour. How far is it after {t} hours?'])
            return Item(l, q, f'{s}, so {v * t} kilometres.', short=f'{v * t} km')
        h = 'hodiny' if t < 5 else 'hodin'
        q = r.choice([f'{cap(x)} ujede za hodinu {v} km. Kolik ujede za {t} {h}?', f'{cap(x)} jede {v} km za hodinu. Jak daleko je za {t} {h}?', f'Při rychlosti {v} km/h, kolik kilometrů je to za {t} {h}?', f'Kolik kilometrů urazí {x} za {t} {h}, když má rychlost {v} km/h?'])
        return Item(l, q, f'{s}, tedy {v * t} kilometrů.', short=f'{v * t} km')
    d = v * t
    if l == 'en':
        q = r.choice([f'How long does a {x} need for {d} km at {v} km an hour?', f'The way is {d} km and the {x} goes {v} km/h. How many hours?', f'{d} kilometres at {v} km per hour take how long?'])
        return Item(l, q, f'{d} ÷ {v} = {t}, so {t} hours.', short=f'{t} h')
    q = r.choice([f'Za jak dlouho ujede {x} {d} km, když jede {v} km/h?', f'Cesta má {d} km a {x} jede {v} km za hodinu. Kolik je to hodin?', f'Jak dlouho trvá {d} kilometrů při {v} km/h?'])
    return Item(l, q, f'{d} ÷ {v} = {t}, tedy {t} {"hodiny" if t < 5 else "hodin"}.', short=f'{t} h')


def equation(r, l):
    a, b, n = r.randint(2, 20), r.randint(1, 20), r.choice('xxxyan')
    m = r.random()
    if m < 0.35:
        e, w, v = f'{n} + {b} = {a + b}', f'{a + b} - {b} = {a}', a
    elif m < 0.6:
        e, w, v = f'{n} - {b} = {a}', f'{a} + {b} = {a + b}', a + b
    elif m < 0.9:
        k = r.randint(2, 9)
        a = r.randint(2, 12)
        e, w, v = r.choice([f'{k}{n} = {k * a}', f'{k} * {n} = {k * a}', f'{k} × {n} = {k * a}']), f'{k * a} ÷ {k} = {a}', a
    else:
        k = r.randint(2, 6)
        a = r.randint(2, 9)
        e, w, v = f'{n} / {k} = {a}', f'{a} × {k} = {a * k}', a * k
    if l == 'en':
        q = r.choice([f'Solve {e}', f'Solve {e}.', f'{e}, {n}?', f'What is {n} if {e}?', f'Find {n}: {e}', f'{e}. What is {n}?', f'If {e}, then {n} is?', f'Solve the equation {e}.', f'Which {n} fits {e}?'])
    else:
        q = r.choice([f'Vyřeš {e}', f'Vyřeš {e}.', f'{e}, {n}?', f'Kolik je {n}, když {e}?', f'Najdi {n}: {e}', f'{e}. Kolik je {n}?', f'Vyřeš rovnici {e}.', f'Spočítej {n}: {e}', f'Jaké {n} splní {e}?'])
    return Item(l, q, f'{w}, {"so" if l == "en" else "tedy"} {n} = {v}.', short=str(v), noise=False)


def decimals(r, l):
    """Which of two numbers below ten is larger, with a point in English and a comma in Czech."""
    a, b = (r.randint(0, 9) + r.choice([r.randint(1, 9) / 10, r.randint(1, 99) / 100]) for _ in 'ab')
    if r.random() < 0.5:
        b = int(a) + r.choice([r.randint(1, 9) / 10, r.randint(1, 99) / 100])
    a, b = round(a, 2), round(b, 2)
    if a == b:
        return decimals(r, l)
    t = lambda v: f'{v:g}' if l == 'en' else f'{v:g}'.replace('.', ',')
    up = r.random() < 0.65
    w = max(a, b) if up else min(a, b)
    o = min(a, b) if up else max(a, b)
    if l == 'en':
        k = 'larger' if up else 'smaller'
        q = r.choice([f'Which is {k}: {t(a)} or {t(b)}?', f'Which is {k}, {t(a)} or {t(b)}?', f'What is {"more" if up else "less"}, {t(a)} or {t(b)}?', f'{t(a)} or {t(b)}, which number is {k}?', f'Is {t(a)} or {t(b)} {k}?'])
        return Item(l, q, f'{t(w)} is {k} than {t(o)}.', short=t(w))
    k = 'větší' if up else 'menší'
    q = r.choice([f'Co je {k}: {t(a)}, nebo {t(b)}?', f'Které číslo je {k}, {t(a)} nebo {t(b)}?', f'Co je {"víc" if up else "míň"}, {t(a)}, nebo {t(b)}?', f'Je {k} {t(a)}, nebo {t(b)}?'])
    return Item(l, q, f'{t(w)} je {k} než {t(o)}.', short=t(w))


# the share | English | Czech
SHARES = [(2, 'a half', 'polovina'), (3, 'a third', 'třetina'), (4, 'a quarter', 'čtvrtina'), (5, 'a fifth', 'pětina'), (6, 'a sixth', 'šestina'), (8, 'an eighth', 'osmina'), (10, 'a tenth', 'desetina')]


def fractions(r, l):
    x, y = r.sample(SHARES, 2)
    digits = r.random() < 0.4
    up = r.random() < 0.65
    w, o = sorted((x, y), key=lambda s: s[0]) if up else sorted((x, y), key=lambda s: -s[0])
    t = lambda s: f'1/{s[0]}' if digits else s[1 if l == 'en' else 2]
    if l == 'en':
        k = 'larger' if up else 'smaller'
        q = r.choice([f'Which is {k}, {t(x)} or {t(y)}?', f'What is {"more" if up else "less"}: {t(x)} or {t(y)}?', f'Which fraction is {k}: {t(x)} or {t(y)}?', f'Is {t(x)} or {t(y)} {"more" if up else "less"}?'])
        return Item(l, q, cap(f'{t(w)} is {k} than {t(o)}.'), short=t(w))
    k = 'větší' if up else 'menší'
    q = r.choice([f'Co je {k}, {t(x)}, nebo {t(y)}?', f'Který zlomek je {k}, {t(x)} nebo {t(y)}?', f'Co je {"víc" if up else "míň"}: {t(x)}, nebo {t(y)}?'])
    return Item(l, q, cap(f'{t(w)} je {k} než {t(o)}.'), short=t(w))


# English one | many | how many | Czech: one | of 2 to 4
LEGGED = rows("""
cat|cats|4|kočka|kočky
dog|dogs|4|pes|psi
cow|cows|4|kráva|krávy
horse|horses|4|kůň|koně
bird|birds|2|pták|ptáci
hen|hens|2|slepice|slepice
duck|ducks|2|kachna|kachny
spider|spiders|8|pavouk|pavouci
ant|ants|6|mravenec|mravenci
bee|bees|6|včela|včely
man|men|2|muž|muži
snake|snakes|0|had|hadi
""")
WHEELED = rows("""
car|cars|4|auto|auta
bicycle|bicycles|2|kolo|kola
tricycle|tricycles|3|tříkolka|tříkolky
motorcycle|motorcycles|2|motorka|motorky
""")


def together(r, l):
    wheels = r.random() < 0.35
    x, y = r.sample(WHEELED if wheels else LEGGED, 2)
    p = ('wheels', 'kol', 'kola') if wheels else ('legs', 'nohou', 'nohy')
    a, b = int(x[2]), int(y[2])
    if r.random() < 0.5:  # two kinds, one of each
        v = a + b
        if l == 'en':
            art = lambda w: ('an ' if w[0] in 'aeiou' else 'a ') + w
            q = r.choice([f'{cap(art(x[0]))} and {art(y[0])}: how many {p[0]} in total?', f'How many {p[0]} do {art(x[0])} and {art(y[0])} have together?', f'{cap(art(x[0]))} and {art(y[0])} have how many {p[0]} together?', f'Count the {p[0]} of {art(x[0])} and {art(y[0])}.'])
            return Item(l, q, f'{cap(art(x[0]))} has {a}, {art(y[0])} has {b}: {a} + {b} = {v}.', short=str(v))
        q = r.choice([f'{cap(x[3])} a {y[3]}: kolik {p[1]} mají dohromady?', f'Kolik {p[1]} má dohromady {x[3]} a {y[3]}?', f'{cap(x[3])} a {y[3]} mají celkem kolik {p[1]}?'])
        return Item(l, q, f'{cap(x[3])} má {a}, {y[3]} má {b}: {a} + {b} = {v}.', short=str(v))
    n = r.randint(2, 4) if l == 'cs' else r.randint(2, 9)
    v = n * a
    w = r.choice([str(n), maths.ONES[n]])
    if l == 'en':
        q = r.choice([f'How many {p[0]} are there on {w} {x[1]}?', f'How many {p[0]} do {w} {x[1]} have?', f'{cap(w)} {x[1]}, how many {p[0]} altogether?', f'I see {w} {x[1]}. How many {p[0]} do I see?', f'{cap(w)} {x[1]} have how many {p[0]}?'])
        return Item(l, q, f'One {x[0]} has {a} {p[0]}, so {n} × {a} = {v}.', short=str(v))
    q = r.choice([f'Kolik {p[1]} mají {n} {x[4]}?', f'{n} {x[4]}, kolik je to {p[1]}?', f'Vidím {n} {x[4]}. Kolik {p[1]} vidím?', f'Kolik {p[1]} mají celkem {n} {x[4]}?'])
    return Item(l, q, f'{cap(x[3])} má {a} {p[2] if 1 < a < 5 else p[1]}, takže {n} × {a} = {v}.', short=str(v))


@domain('worked', 10)
def worked(r, l):
    return r.choices([distance, equation, decimals, fractions, together], [3, 4, 2, 2, 3])[0](r, l)


# ---------- what a sentence says ----------
COLOURS = [('red', 'červené'), ('blue', 'modré'), ('green', 'zelené'), ('yellow', 'žluté'), ('black', 'černé'), ('white', 'bílé'), ('grey', 'šedé'), ('brown', 'hnědé')]
THINGS = [('car', 'auto'), ('bicycle', 'kolo'), ('window', 'okno'), ('chair', 'křeslo'), ('ball', 'pero'), ('shirt', 'tričko'), ('apple', 'jablko'), ('hat', 'sako')]
WHERE = [('in the garden', 'na zahradě'), ('at the station', 'na nádraží'), ('in the kitchen', 'v kuchyni'), ('at school', 've škole'), ('in the park', 'v parku'), ('by the river', 'u řeky'), ('in a shop', 'v obchodě'), ('on the roof', 'na střeše')]
WHEN = [('on Monday', 'v pondělí'), ('yesterday', 'dnes'), ('in the morning', 'ráno'), ('at noon', 'v poledne'), ('on Friday', 'v pátek'), ('last week', 'o víkendu'), ('in May', 'v květnu'), ('at night', 'v noci')]


def sentence(r, l):
    i = 0 if l == 'en' else 1
    n, c, t, w, d = talk.anyname(r), r.choice(COLOURS)[i], r.choice(THINGS)[i], r.choice(WHERE)[i], r.choice(WHEN)[i]
    if l == 'en':
        s = r.choice([f'{n} found a {c} {t} {w} {d}.', f'{cap(d)} {n} saw a {c} {t} {w}.', f'{n} left the {c} {t} {w} {d}.'])
        ask = r.choice([('What is the colour', c), ('Which colour is named', c), ('What colour is mentioned', c), ('Who is in it', n), ('Who is it about', n), ('Which thing is named', t), ('Where did it happen', w), ('When did it happen', d), ('Which name is in it', n)])
        q = r.choice(['{q} in the sentence: {s}', '{q}? {s}', 'Sentence: {s} {q}?', '{q} in this sentence? {s}', 'Read: {s} {q}?', '"{s}" {q}?']).format(q=ask[0], s=s)
    else:
        s = r.choice([f'{n} má {w} {c} {t} a {d} tam jde.', f'{cap(d)} má {n} {w} {c} {t}.', f'{n} nese {d} {c} {t} a čeká {w}.'])
        ask = r.choice([('Jaká barva je', c), ('Která barva se uvádí', c), ('O kom se píše', n), ('Jaké jméno je', n), ('Která věc je', t), ('Jaké místo je', w), ('Který čas je', d)])
        q = r.choice(['{q} ve větě: {s}', '{q} v této větě? {s}', 'Věta: {s} {q} v ní?', 'Přečti: {s} {q} v tom?', '„{s}“ {q} v této větě?']).format(q=ask[0], s=s)
    return Item(l, q, cap(ask[1]) if ask[1] != ask[1].lower() else ask[1], short=ask[1], noise=False)


MISSPELLED = {
    'en': 'recieve=receive beleive=believe freind=friend becuase=because tommorow=tomorrow wich=which adress=address definately=definitely seperate=separate occured=occurred untill=until neccessary=necessary wierd=weird begining=beginning calender=calendar goverment=government libary=library suprise=surprise accomodate=accommodate writting=writing runing=running peice=piece thier=their enviroment=environment febuary=February wensday=Wednesday',
    'cs': 'mislím=myslím dnez=dnes zkouzka=zkouška vyra=víra zýtra=zítra hesky=hezky prozba=prosba přícnost=přísnost vjec=věc mňesto=město jabklo=jablko včéra=včera dopys=dopis rodyna=rodina bidlet=bydlet jasyk=jazyk obět=oběd kniška=knížka',
}
MISSPELLED = {l: [p.split('=') for p in t.split()] for l, t in MISSPELLED.items()}


def spelling(r, l):
    bad, good = r.choice(MISSPELLED[l])
    m = r.random()
    if m < 0.7:
        q = r.choice([f'Fix the spelling: {bad}', f'Correct the spelling of {bad}.', f'How is "{bad}" spelled correctly?', f'Spell this right: {bad}', f'Correct: {bad}', f'What is the right spelling of {bad}?']) if l == 'en' else r.choice([f'Oprav pravopis: {bad}', f'Oprav slovo {bad}.', f'Jak se správně píše „{bad}“?', f'Napiš správně: {bad}', f'Oprav: {bad}', f'Jaký je správný pravopis slova {bad}?'])
        return Item(l, q, good, short=good, noise=False)
    w = bad if r.random() < 0.5 else good
    q = r.choice([f'Is "{w}" spelled correctly?', f'Is the spelling "{w}" correct?']) if l == 'en' else r.choice([f'Je „{w}“ napsané správně?', f'Píše se to „{w}“?'])
    a = (f'Yes, "{good}" is right.' if w == good else f'No, it is spelled "{good}".') if l == 'en' else (f'Ano, „{good}“ je správně.' if w == good else f'Ne, správně je „{good}“.')
    return Item(l, q, a, noise=False)


@domain('sentence', 5)
def sentence_(r, l):
    return sentence(r, l) if r.random() < 0.7 else spelling(r, l)
