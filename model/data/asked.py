"""What people ask in a way of their own: a topic and a bare name, a quoted text and a question, a claim that is wrong, prices, organs by what they do, young animals."""

from core import *
import geo, maths, talk, travel

# Where the government sits elsewhere than in the capital, or the question would be a trap.
SEAT_ELSEWHERE = {'the Netherlands', 'Chile', 'Israel', 'Switzerland'}
COUNTRIES = [p for p in travel.PEOPLES if p[0] not in SEAT_ELSEWHERE]
CAPITALS = {
    'en': """I am learning the capitals of the world. What about {c}?
We practise capitals: {c}?
Capitals. {c}?
Next capital: {c}
Let's do capitals. I say {c}, you say?
My homework is capitals. Help me with {c}.
On a list of capitals, what stands beside {c}?
Which city do I write beside {c} in a table of capitals?
In which city does the government of {c} meet?
Where does the government of {c} sit?
Where is the parliament of {c}?
In what city do I find the parliament of {c}?
Which city is {c} governed from?
From which city is {c} ruled?
In which capital do {p} have their government?
The embassy in {c} is surely in the capital. Which city is that?
I have to label {c} on the map with its capital. What do I write?
A postcard from the capital of {c}: which city is on it?
I land in the capital of {c}. Where am I?
{c} on the left, its capital on the right. What is on the right?
Complete the pair: {c} and ...? (capital)
If France goes with Paris, {c} goes with what?
Paris is to France as what is to {c}?
Quiz about capitals! {c}!
Tell me where the ministers of {c} work, which city.""",
    'cs': """Učím se hlavní města. Co {c}?
Trénujeme hlavní města: {c}?
Hlavní města. {c}?
Další hlavní město: {c}
Zkoušej mě z hlavních měst. {c}?
Mám za úkol hlavní města. Pomoz mi, {c}.
Co stojí v seznamu hlavních měst vedle názvu {c}?
Jaké město napíšu do tabulky hlavních měst ke státu {c}?
V jakém městě sídlí vláda {g}?
Kde má sídlo vláda {g}?
Kde zasedá vláda {g}?
Kde je parlament {g}?
Ve kterém městě najdu parlament {g}?
Odkud se řídí {c}, z kterého města?
V jakém hlavním městě mají vládu {p}?
Velvyslanectví je v hlavním městě. Jaké město to je {i}?
Mám na mapě u státu {c} napsat hlavní město. Co napíšu?
Pohled z hlavního města {g}: které město na něm je?
Přistál jsem v hlavním městě {g}. Kde jsem?
Vlevo {c}, vpravo hlavní město. Co je vpravo?
Doplň dvojici: {c} a ...? (hlavní město)
K Francii patří Paříž. Co patří ke státu {c}?
Kvíz o hlavních městech! {c}!
Kde pracují ministři {g}, ve kterém městě?""",
}
CAPITALS = {lang: text.splitlines() for lang, text in CAPITALS.items()}


def capital(r, ql, al):
    name, people, _, pcs, _, inside, _ = r.choice(COUNTRIES)
    c = geo.BY[name]
    it = geo.fact(r, c, 'cap', ql, al)
    p = r.choice(people.split(' / '))
    q = r.choice(CAPITALS[ql])
    it.q = cap(q.format(c=name if ql == 'en' else c['cs'], p=p if ql == 'en' else pcs, g=c['gen'], i=inside))
    return it


# ---------- a text in quotation marks and a question about it ----------
JOBS = {'en': 'teacher doctor driver cook painter nurse farmer baker lawyer gardener pilot singer'.split(), 'cs': 'učitel lékař řidič kuchař malíř hasič pekař zahradník pilot zpěvák truhlář'.split()}
TOWNS = rows("""
Brno|Brně
Prague/Praha|Praze
Pilsen/Plzeň|Plzni
Ostrava|Ostravě
Liberec|Liberci
Vienna/Vídeň|Vídni
London/Londýn|Londýně
Berlin/Berlín|Berlíně
Olomouc|Olomouci
Paris/Paříž|Paříži
Zlín|Zlíně
Oslo|Oslu
""")
PETS = rows("""
a dog|psa
a cat|kočku
a parrot|papouška
a horse|koně
a rabbit|králíka
two fish|dvě rybičky
""")
QUOTED = {
    'en': ['From the text "{t}": {q}', 'In the sentence "{t}", {l}', 'The text says "{t}". {q}', 'Read this: "{t}" {q}', '"{t}" {q}', 'Using only "{t}", {l}', 'Given the sentence "{t}", {l}', '{q} The text: "{t}"', 'According to "{t}", {l}', 'Look at "{t}" and tell me: {l}', 'Text: {t} Question: {q}'],
    'cs': ['Z textu „{t}“: {q}', 'Ve větě „{t}“, {l}', 'V textu stojí „{t}“. {q}', 'Přečti si: „{t}“ {q}', '„{t}“ {q}', 'Podle věty „{t}“, {l}', 'Je dána věta „{t}“. {q}', '{q} Text: „{t}“', 'Podívej se na „{t}“ a řekni: {l}', 'Text: {t} Otázka: {q}', 'Najdi v textu „{t}“: {l}'],
}


def quoted(r, lang):
    E = lang == 'en'
    n, age, town, job, pet = talk.anyname(r), r.randint(5, 90), r.choice(TOWNS), r.choice(JOBS[lang]), r.choice(PETS)
    where = town[0].split('/')[0] if E else town[1]
    if E:
        parts = {
            'live': (f'lives in {where}', [f'Where does {n} live?', f'In which city does {n} live?', f"What is {n}'s city?", f'Where is {n} at home?'], where),
            'age': (f'is {age} years old', [f'How old is {n}?', f'What is the age of {n}?', f'What age is {n}?'], f'{age}'),
            'job': (f'works as a {job}', [f'What is the job of {n}?', f'What does {n} do?', f'What does {n} work as?', f'What profession is named?'], job),
            'pet': (f'has {pet[0]}', [f'What pet does {n} have?', f'What animal does {n} have?', f'What does {n} have?'], pet[0]),
        }
    else:
        parts = {
            'live': (f'bydlí v {where}' if not where.startswith(('V', 'Z')) else f'bydlí ve {where}', [f'Kde bydlí {n}?', f'Ve kterém městě bydlí {n}?', f'Kde má {n} domov?', f'V jakém městě žije {n}?'], where),
            'age': (f'má {age} let', [f'Kolik let má {n}?', f'Jak starý člověk je {n}?', f'Jaký věk má {n}?'], f'{age}'),
            'job': (f'pracuje jako {job}', [f'Jaké povolání má {n}?', f'Co dělá {n}?', f'Jako co pracuje {n}?'], job),
            'pet': (f'má {pet[1]}', [f'Jaké zvíře má {n}?', f'Co má {n}?', f'Jakého mazlíčka má {n}?'], pet[1]),
        }
    kinds = r.sample(sorted(parts), r.choice([2, 2, 3]))
    if {'age', 'pet'} <= set(kinds) and not E:
        kinds.remove('pet')
    said = [parts[k][0] for k in kinds]
    t = n + ' ' + (', '.join(said[:-1]) + (' and ' if E else ' a ') + said[-1] if len(said) > 1 else said[0]) + '.'
    k = r.choice(kinds)
    q = r.choice(parts[k][1])
    text = r.choice(QUOTED[lang])
    bare = t.rstrip('.') if r.random() < 0.6 else t
    full = text.format(t=bare if '“' in text or '"' in text else t, q=q, l=low(q))
    answer = parts[k][2]
    say = {
        'en': {'live': f'{n} lives in {answer}.', 'age': f'{n} is {answer} years old.', 'job': f'{n} works as a {answer}.', 'pet': f'{n} has {answer}.'},
        'cs': {'live': cap(f'{n} {parts["live"][0]}.'), 'age': f'{n} má {answer} let.', 'job': f'{n} pracuje jako {answer}.', 'pet': f'{n} má {answer}.'},
    }[lang][k]
    return Item(lang, full, say, short=answer, noise=False)


# ---------- how things taste ----------
TASTES = rows("""
sugar|sweet|cukr|sladký|m
honey|sweet|med|sladký|m
chocolate|sweet|čokoláda|sladká|f
candy|sweet|bonbon|sladký|m
cake|sweet|dort|sladký|m
salt|salty|sůl|slaná|f
sea water|salty|mořská voda|slaná|f
ham|salty|šunka|slaná|f
lemon juice|sour|citronová šťáva|kyselá|f
a lemon|sour|citron|kyselý|m
vinegar|sour|ocet|kyselý|m
coffee without sugar|bitter|káva bez cukru|hořká|f
grapefruit|bitter|grep|hořký|m
beer|bitter|pivo|hořké|n
ice cream|sweet|zmrzlina|sladká|f
jam|sweet|marmeláda|sladká|f
""")
TASTE_CS = {'sweet': 'sladký sladká sladké', 'salty': 'slaný slaná slané', 'sour': 'kyselý kyselá kyselé', 'bitter': 'hořký hořká hořké'}


def taste(r, ql, al):
    en, t, cs, tcs, g = r.choice(TASTES)
    o = r.choice([t, *TASTE_CS])
    form = lambda x: TASTE_CS[x].split()['mfn'.index(g)]
    kind = r.random()
    if kind < 0.6:
        q = (
            r.choice([f'Is {en} {o}?', f'Does {en} taste {o}?', f'Would you say {en} is {o}?', f'{cap(en)} is {o}, right?', f'{cap(en)} tastes {o}, true?'])
            if ql == 'en'
            else r.choice([f'Je {cs} {form(o)}?', f'{cap(cs)} je {form(o)}, že?', f'Řekl bys, že {cs} je {form(o)}?'])
        )
        yes = o == t
        a = (('Yes, ' if yes else 'No, ') + f'{en} is {t}.') if al == 'en' else (('Ano, ' if yes else 'Ne, ') + f'{cs} je {form(t)}.')
        return Item(ql, q, a, short=('Yes' if yes else 'No') if al == 'en' else ('Ano' if yes else 'Ne'))
    q = (
        r.choice([f'What does {en} taste like?', f'How does {en} taste?', f'Is {en} sweet, sour, salty or bitter?', f'The taste of {en}?'])
        if ql == 'en'
        else r.choice([f'Jak chutná {cs}?', f'Jakou chuť má {cs}?', f'Je {cs} {form("sweet")}, nebo {form("salty")}?' if t in ('sweet', 'salty') else f'Jakou má {cs} chuť?'])
    )
    return Item(ql, q, f'{cap(en)} is {t}.' if al == 'en' else f'{cap(cs)} je {form(t)}.', short=t if al == 'en' else form(t))


# ---------- what comes first ----------
def order(r, ql, al):
    months = r.random() < 0.5
    names = maths.MONTHS if months else maths.DAYS
    n = len(names)
    i = r.randrange(n - 1)
    j = r.randrange(n - 1)
    if i == j:
        j = i + 1
    before = r.random() < 0.5
    x, y = names[i], names[j]
    yes = (i < j) == before
    early, late = (x, y) if i < j else (y, x)
    E = ql == 'en'
    span = ('year' if months else 'week') if E else ('roce' if months else 'týdnu')
    q = (
        r.choice([f'Does {x[0]} come {"before" if before else "after"} {y[0]}?', f'Is {x[0]} {"before" if before else "after"} {y[0]} in the {span}?', f'Is {x[0]} {"earlier" if before else "later"} than {y[0]}?'])
        if E
        else r.choice([f'Je {x[1]} {"dřív" if before else "později"} než {y[1]}?', f'Přijde {x[1]} {"dřív" if before else "později"} než {y[1]}?', f'Je v {span} {x[1]} {"dříve" if before else "později"} než {y[1]}?'])
    )
    if al == 'en':
        a = ('Yes, ' if yes else 'No, ') + f'{early[0]} comes before {late[0]}.'
    else:
        a = ('Ano, ' if yes else 'Ne, ') + f'{early[1]} je dříve než {late[1]}.'
    return Item(ql, q, a, short=('Yes' if yes else 'No') if al == 'en' else ('Ano' if yes else 'Ne'))


# ---------- prices ----------
# one | some (2 to 4) | many (5 and more), in Czech
GOODS = rows("""
roll / rolls|rohlík|rohlíky|rohlíků
apple / apples|jablko|jablka|jablek
egg / eggs|vejce|vejce|vajec
ticket / tickets|lístek|lístky|lístků
pencil / pencils|tužka|tužky|tužek
stamp / stamps|známka|známky|známek
cake / cakes|koláč|koláče|koláčů
book / books|kniha|knihy|knih
bottle / bottles|láhev|láhve|lahví
ice cream / ice creams|zmrzlina|zmrzliny|zmrzlin
""")


def price(r, l):
    a, b = r.randint(2, 9), r.randint(2, 12)
    en, one, some, many = r.choice(GOODS)
    s, p = en.split(' / ')
    n = some if a < 5 else many
    v = a * b
    if l == 'en':
        q = r.choice([f'I buy {a} {p} at {b} crowns each. What do I pay?', f'{a} {p}, {b} crowns each. How much altogether?', f'One {s} is {b} crowns. I take {a}. What is the price?', f'How much do I pay for {a} {p} at {b} crowns apiece?', f'{cap(s)}s cost {b} crowns each and I want {a} of them. How much money do I need?', f'The shop asks {b} crowns per {s}. I need {a}. Total?'])
        return Item(l, q, f'{a} × {b} = {v}. The answer is {v}.', short=str(v))
    czk = 'koruny' if b < 5 else 'korun'
    q = r.choice([f'Koupím {a} {n} po {b} korunách. Kolik zaplatím?', f'{a} {n} po {b} korunách, kolik to je celkem?', f'{cap(one)} stojí {b} {czk}. Vezmu si {a}. Kolik to stojí?', f'Kolik dám za {a} {n}, když {one} stojí {b} {czk}?', f'Jeden kus stojí {b} {czk} a chci {a}. Kolik potřebuji peněz?', f'Beru {a} {n}, kus je za {b} {czk}. Kolik je to dohromady?'])
    return Item(l, q, f'{a} × {b} = {v}. Je to {v}.', short=str(v))


# ---------- parts of the body by what they do ----------
# English: what it does | the part | Czech: what it does | the part
BODY = rows("""
pumps the blood / moves blood around the body / keeps the blood flowing / beats in our chest / sends blood everywhere|the heart|pumpuje krev / žene krev po těle / rozhání krev / bije v hrudi / pohání krev|srdce
thinks / controls the body / remembers things / is inside our skull|the brain|myslí / řídí tělo / si pamatuje / je uvnitř lebky|mozek
takes in air / lets us breathe / takes oxygen from the air|the lungs|nabírá vzduch / nám umožňuje dýchat / bere ze vzduchu kyslík|plíce
digests food / breaks our food down / gets the food after we swallow|the stomach|tráví jídlo / rozkládá potravu / dostane jídlo, když ho spolkneme|žaludek
lets us see / sees light and colours|the eye|nám umožňuje vidět / vidí světlo a barvy|oko
lets us hear / catches sounds|the ear|nám umožňuje slyšet / zachytí zvuky|ucho
lets us smell / smells flowers for us|the nose|nám umožňuje čichat / cítí vůně|nos
holds the body up / is made of bones|the skeleton|drží tělo / je z kostí|kostra
covers the whole body / protects us on the outside|the skin|pokrývá celé tělo / nás chrání zvenku|kůže
""")


def body(r, ql, al):
    den, en, dcs, cs = r.choice(BODY)
    i = r.randrange(len(den.split(' / ')))
    does = den.split(' / ')[i]
    j = r.randrange(len(dcs.split(' / ')))
    dela = dcs.split(' / ')[j]
    q = (
        r.choice([f'What {does}?', f'Which organ {does}?', f'Which part of the body {does}?', f'What part of us {does}?', f'Name what {does}.', f'What do we have that {does}?', f'Inside a person, what {does}?'])
        if ql == 'en'
        else r.choice([f'Co {dela}?', f'Který orgán {dela}?', f'Která část těla {dela}?', f'Jak se jmenuje to, co {dela}?', f'Co v těle {dela}?', f'Co má člověk, co {dela}?'])
    )
    plural = en == 'the lungs'
    do = does if not plural else {'takes in air': 'take in air', 'lets us breathe': 'let us breathe', 'takes oxygen from the air': 'take oxygen from the air'}[does]
    first = den.split(' / ')[0]
    if ql != 'en':
        do = {'takes in air': 'take in air'}.get(first, first)
    return Item(ql, q, f'{cap(en)} {do}.' if al == 'en' else f'Je to {cs}.' if not plural else f'Jsou to {cs}.', short=en.split(' ')[-1] if al == 'en' else cs)


# ---------- young animals ----------
YOUNG = rows("""
cow|calf|krávy|tele
dog|puppy|psa|štěně
cat|kitten|kočky|kotě
horse|foal|koně|hříbě
sheep|lamb|ovce|jehně
pig|piglet|prasete|sele
goat|kid|kozy|kůzle
hen|chick|slepice|kuře
duck|duckling|kachny|kachně
goose|gosling|husy|house
lion|cub|lva|lvíče
bear|cub|medvěda|medvídě
frog|tadpole|žáby|pulec
deer|fawn|srny|kolouch
""")


def young(r, ql, al):
    en, yen, cs, ycs = r.choice(YOUNG)
    q = (
        r.choice([f'What is a young {en} called?', f'What do you call a baby {en}?', f'What is the baby of a {en}?', f'The young of a {en} is called what?', f'A small {en} has which name?', f'What do we call the young of a {en}?', f'Name of a baby {en}?', f'What is a baby {en} called?', f'What is the young one of a {en} called?', f'A baby {en} is a what?'])
        if ql == 'en'
        else r.choice([f'Jak se říká mláděti {cs}?', f'Jak se jmenuje mládě {cs}?', f'Co je mládě {cs}?', f'Mládě {cs} je co?', f'Jak říkáme mláděti {cs}?', f'Mládě {cs}?', f'Jak se nazývá mládě {cs}?'])
    )
    return Item(ql, q, f'A young {en} is called a {yen}.' if al == 'en' else f'Mládě {cs} je {ycs}.', short=yen if al == 'en' else ycs)


@domain('asked', 14)
def asked(r, ql, al):
    return r.choices([capital, taste, order, body, young], [4, 2, 2, 3, 2])[0](r, ql, al)


@domain('quoted', 5)
def quoted_text(r, lang):
    return quoted(r, lang)


@domain('prices', 3)
def prices(r, lang):
    return price(r, lang)
