"""Small things that were found missing in use: borders, more and times, shares, comparatives, rows of numbers, parts of words, foreign words without their language."""

from core import *
import geo, tasks, traps, travel, vocab

BORDERED = [c for c in geo.NEIGH if c in geo.BY]


def with_country(cs):
    """Czech: with this country, in the instrumental, where its name is a regular one."""
    if not cs.endswith(('sko', 'cko')) or ' ' in cs:
        return f'se zemí {cs}'
    return ('se ' if cs[0] in 'SZŠŽ' else 's ') + cs[:-1] + 'em'


def border(r, ql, al):
    a = r.choice(BORDERED)
    near = [n for n in geo.NEIGH[a] if n in geo.BY]
    far = [n for n in BORDERED if n != a and n not in geo.NEIGH[a]]
    yes = r.random() < 0.55 and bool(near)
    b = r.choice(near if yes else far)
    x, y = geo.BY[a], geo.BY[b]
    if ql == 'en':
        q = r.choice([f'Does {a} border {b}?', f'Is {a} next to {b}?', f'Do {a} and {b} share a border?', f'Are {a} and {b} neighbours?', f'Does {a} have a border with {b}?', f'Is {b} a neighbour of {a}?', f'Can I drive from {a} straight into {b}?', f'{cap(a)} and {b}: neighbours?'])
    else:
        q = r.choice([f'Sousedí {x["cs"]} {with_country(y["cs"])}?', f'Sousedí spolu {x["cs"]} a {y["cs"]}?', f'Jsou {x["cs"]} a {y["cs"]} sousední země?', f'Má {x["cs"]} hranici {with_country(y["cs"])}?', f'Hraničí {x["cs"]} {with_country(y["cs"])}?', f'Je {y["cs"]} soused {x["gen"]}?', f'{x["cs"]} a {y["cs"]}: sousedé?'])
    if al == 'en':
        t = f'Yes, {a} borders {b}.' if yes else f'No, {a} does not border {b}.'
    else:
        t = f'Ano, {x["cs"]} sousedí {with_country(y["cs"])}.' if yes else f'Ne, {x["cs"]} nesousedí {with_country(y["cs"])}.'
    return Item(ql, q, t, short=YES_NO[al][0 if yes else 1])


SPOKEN = {'en': 'anglicky', 'de': 'německy', 'fr': 'francouzsky', 'es': 'španělsky', 'it': 'italsky', 'pl': 'polsky', 'ru': 'rusky', 'cs': 'česky', 'pt': 'portugalsky', 'ar': 'arabsky'}
# Here a second language is also at home, so that a no would be wrong.
MANY_LANGUAGES = {'Canada', 'Switzerland', 'Belgium', 'Ireland', 'Israel', 'Ukraine', 'Morocco', 'Peru', 'Slovakia'}


def spoken(r, ql, al):
    """Whether the people of a country speak a language."""
    name, people, _, pcs, _, inside, _ = r.choice([p for p in travel.PEOPLES if geo.BY[p[0]]['lang'] in SPOKEN and p[0] not in MANY_LANGUAGES])
    c = geo.BY[name]
    right, other = c['lang'], r.choice(list(SPOKEN))
    o = right if r.random() < 0.5 else other
    p = r.choice(people.split(' / '))
    lang = geo.LANG[o]
    if ql == 'en':
        q = r.choice([f'Do {p} speak {lang[0]}?', f'Do people in {name} speak {lang[0]}?', f'Is {lang[0]} the language of {name}?', f'{cap(p)} speak {lang[0]}, right?'])
    else:
        q = r.choice([f'Mluví {pcs} {SPOKEN[o]}?', f'Mluví se {inside} {SPOKEN[o]}?', f'{pcs} mluví {SPOKEN[o]}, že?', f'Domluvím se {inside} {SPOKEN[o]}?'])
    yes = o == right
    main = geo.LANG[right]
    a = f'The main language of {name} is {main[0]}, so {"yes" if yes else "no"}.' if al == 'en' else f'Hlavní jazyk {c["gen"]} je {main[1]}, takže {"ano" if yes else "ne"}.'
    return Item(ql, q, a, short=YES_NO[al][0 if yes else 1])


# ---------- numbers ----------
def more_less(r, l):
    a, b = r.randint(1, 30), r.randint(10, 99)
    more = r.random() < 0.6 or a > b
    v = b + a if more else b - a
    if l == 'en':
        w = 'more' if more else 'less'
        q = r.choice([f'What is {a} {w} than {b}?', f'{a} {w} than {b}?', f'Which number is {a} {w} than {b}?', f'What number is {"larger" if more else "smaller"} than {b} by {a}?', f'{b} and {a} {w}, what is it?'])
    else:
        w = 'víc' if more else 'míň'
        q = r.choice([f'Kolik je o {a} {w} než {b}?', f'O {a} {"více" if more else "méně"} než {b}?', f'Které číslo je o {a} {"větší" if more else "menší"} než {b}?', f'Zvětši {b} o {a}.' if more else f'Zmenši {b} o {a}.', f'Číslo o {a} {"větší" if more else "menší"} než {b}?'])
    return Item(l, q, f'{b} {"+" if more else "-"} {a} = {v}', short=str(v))


TIMES = {2: ('double / twice', 'dvojnásobek'), 3: ('triple / three times', 'trojnásobek'), 4: ('four times', 'čtyřnásobek'), 5: ('five times', 'pětinásobek'), 10: ('ten times', 'desetinásobek')}
PARTS = {2: ('half', 'polovina', 'polovinu', 'půlka'), 3: ('a third', 'třetina', 'třetinu', 'třetina'), 4: ('a quarter', 'čtvrtina', 'čtvrtinu', 'čtvrtka'), 5: ('a fifth', 'pětina', 'pětinu', 'pětina'), 10: ('a tenth', 'desetina', 'desetinu', 'desetina')}


def times(r, l):
    if r.random() < 0.6:
        n = r.choice(list(TIMES))
        x = r.randint(2, 60 if n < 5 else 20)
        en, cs = TIMES[n]
        w = r.choice(en.split(' / '))
        q = r.choice([f'{w} {x}', f'What is {w} {x}?', f'{cap(w)} the number {x}.' if w in ('double', 'triple') else f'How much is {w} {x}?', f'I want {w} {x}. How much is it?']) if l == 'en' else r.choice([f'{cs} {x}', f'{cap(cs)} čísla {x}?', f'Kolik je {cs} {x}?', f'Spočítej {cs} čísla {x}.', f'Jaký je {cs} {x}?'])
        return Item(l, q, f'{n} × {x} = {n * x}', short=str(n * x))
    n = r.choice(list(PARTS))
    v = r.randint(2, 40)
    x = n * v
    en, cs, acc, other = PARTS[n]
    q = r.choice([f'{en} of {x}', f'What is {en} of {x}?', f'How much is {en} of {x}?', f'Tell me {en} of {x}.', f'{cap(en)} of {x} is what?']) if l == 'en' else r.choice([f'{cs} z {x}', f'Kolik je {cs} z {x}?', f'Urči {acc} z {x}.', f'Spočítej {acc} čísla {x}.', f'{cap(other)} z {x}?'])
    return Item(l, q, f'{x} ÷ {n} = {v}', short=str(v))


def percent(r, l):
    p = r.choice([10, 10, 10, 20, 25, 50, 50, 5, 100, 1])
    step = 100 // p if 100 % p == 0 else 20
    x = step * r.randint(1, 40 if step <= 10 else 10)
    v = p * x // 100
    if l == 'en':
        q = r.choice([f'What is {p}% of {x}?', f'{p} percent of {x}?', f'How much is {p} % of {x}?', f'{p}% of {x} crowns is how much?', f'Work out {p}% of {x}.'])
        return Item(l, q, f'{p}% of {x} is {v}.', short=str(v))
    q = r.choice([f'Kolik je {p} % z {x}?', f'{p} procent z {x}?', f'Kolik je {p}% z {x}?', f'Spočítej {p} % z čísla {x}.', f'{p} % ze {x} korun je kolik?' if str(x)[0] in '47' else f'{p} % z {x} korun je kolik?'])
    return Item(l, q, f'{p} % z {x} je {v}.', short=str(v))


def row(r, l):
    """Even, odd, multiples, backwards."""
    k = r.choice(['even', 'odd', 'multiple', 'back'])
    n = r.randint(6, 20)
    if k == 'even':
        v = range(2, n + 1, 2)
        q = [f'List the even numbers up to {n}.', f'even numbers to {n}', f'Which numbers up to {n} are even?', f'Write all even numbers from 1 to {n}.'] if l == 'en' else [f'Vypiš sudá čísla do {n}.', f'sudá čísla od 1 do {n}', f'Která čísla do {n} jsou sudá?', f'Napiš všechna sudá čísla do {n}.']
    elif k == 'odd':
        v = range(1, n + 1, 2)
        q = [f'List the odd numbers up to {n}.', f'odd numbers to {n}', f'Which numbers up to {n} are odd?', f'Write all odd numbers from 1 to {n}.'] if l == 'en' else [f'Vypiš lichá čísla do {n}.', f'lichá čísla od 1 do {n}', f'Která čísla do {n} jsou lichá?', f'Napiš všechna lichá čísla do {n}.']
    elif k == 'multiple':
        m, c = r.randint(2, 9), r.randint(3, 6)
        v = range(m, m * c + 1, m)
        q = [f'The first {c} multiples of {m}?', f'List {c} multiples of {m}.', f'Count by {m}, {c} numbers.'] if l == 'en' else [f'Prvních {c} násobků čísla {m}?' if c > 4 else f'První {c} násobky čísla {m}?', f'Vypiš násobky čísla {m}, celkem {c}.', f'Napiš řadu násobků {m}, má jich být {c}.']
    else:
        n = r.randint(4, 12)
        v = range(n, 0, -1)
        q = [f'Count down from {n}.', f'Count backwards from {n} to 1.', f'Numbers from {n} down to 1'] if l == 'en' else [f'Odpočítej od {n}.', f'Počítej pozpátku od {n} do 1.', f'Čísla od {n} dolů do 1']
    a = ', '.join(map(str, v))
    return Item(l, r.choice(q), a, short=a)


def metres(r, l):
    """Centimetres as metres, where the result is not whole."""
    x = r.choice([50, 120, 150, 180, 210, 250, 320, 350, 175, 225, 90, 75, 460, 505])
    v = f'{x / 100:g}'
    if l == 'en':
        q = r.choice([f'{x} cm in metres?', f'How many metres are {x} centimetres?', f'Convert {x} cm to m', f'{x} centimetres to metres'])
        return Item(l, q, f'{x} centimetres are {v} metres.', short=f'{v} m')
    v = v.replace('.', ',')
    q = r.choice([f'{x} cm na metry?', f'Kolik metrů je {x} centimetrů?', f'Převeď {x} cm na m', f'{x} centimetrů v metrech'])
    return Item(l, q, f'{x} centimetrů je {v} metru.' if ',' in v else f'{x} centimetrů jsou {v} metry.', short=f'{v} m')


# ---------- words ----------
COMPARE_EN = rows("""
good|better|best
bad|worse|worst
big|bigger|biggest
small|smaller|smallest
fast|faster|fastest
slow|slower|slowest
tall|taller|tallest
long|longer|longest
happy|happier|happiest
easy|easier|easiest
hot|hotter|hottest
cold|colder|coldest
old|older|oldest
young|younger|youngest
cheap|cheaper|cheapest
strong|stronger|strongest
far|farther|farthest
""")
COMPARE_CS = rows("""
dobrý|lepší|nejlepší
špatný|horší|nejhorší
velký|větší|největší
malý|menší|nejmenší
rychlý|rychlejší|nejrychlejší
pomalý|pomalejší|nejpomalejší
vysoký|vyšší|nejvyšší
dlouhý|delší|nejdelší
krátký|kratší|nejkratší
starý|starší|nejstarší
mladý|mladší|nejmladší
nový|novější|nejnovější
silný|silnější|nejsilnější
levný|levnější|nejlevnější
drahý|dražší|nejdražší
krásný|krásnější|nejkrásnější
hezký|hezčí|nejhezčí
teplý|teplejší|nejteplejší
těžký|těžší|nejtěžší
lehký|lehčí|nejlehčí
""")
PAST_CS = 'jíst jedl,pít pil,jít šel,být byl,mít měl,psát psal,číst četl,dělat dělal,spát spal,vidět viděl,vědět věděl,chtít chtěl,moci mohl,nést nesl,vést vedl,brát bral,dát dal,říct řekl,koupit koupil,hrát hrál,zpívat zpíval,běžet běžel,stát stál,sedět seděl,prosit prosil,vzít vzal,jet jel,péct pekl,pomoci pomohl,najít našel'.split(',')


def grammar(r, l):
    if l == 'cs' and r.random() < 0.35:
        verb, past = r.choice(PAST_CS).split()
        q = r.choice([f'Minulý čas slovesa {verb}?', f'Jaký je minulý čas od {verb}?', f'Napiš {verb} v minulém čase.', f'On včera ... ({verb})', f'Jak zní {verb} v minulém čase?'])
        return Item(l, q, f'Minulý čas slovesa „{verb}“ je „{past}“.', short=past)
    base, comp, best = r.choice(COMPARE_EN if l == 'en' else COMPARE_CS)
    top = r.random() < 0.45
    v = best if top else comp
    if l == 'en':
        kind = 'superlative' if top else 'comparative'
        q = r.choice([f'What is the {kind} of "{base}"?', f'{kind} of {base}', f'Give me the {kind} of {base}.', f'{base}, {comp}, ...?' if top else f'{base}, ..., {best}: what is missing?'])
        return Item(l, q, f'The {kind} of "{base}" is "{v}".', short=v)
    n = '3.' if top else '2.'
    q = r.choice([f'{n} stupeň od slova {base}?', f'{"Třetí" if top else "Druhý"} stupeň přídavného jména {base}?', f'Vystupňuj {base}: {"třetí" if top else "druhý"} stupeň.', f'{base}, {comp}, ...?' if top else f'{base}, ..., {best}: co chybí?'])
    return Item(l, q, f'{n} stupeň slova „{base}“ je „{v}“.', short=v)


def letters(r, l):
    w = r.choice([x for x in tasks.POOL[l] if 4 <= len(x) <= 8])
    n = r.choice([1, 2, 2, 3, 3])
    first = r.random() < 0.6
    v = w[:n] if first else w[-n:]
    if l == 'en':
        which = {1: 'letter', 2: 'two letters', 3: 'three letters'}[n]
        q = r.choice([f'{"First" if first else "Last"} {which} of {w}?', f'What {"is" if n == 1 else "are"} the {"first" if first else "last"} {which} of "{w}"?', f'Give me the {"first" if first else "last"} {which} of the word {w}.', f'The word {w} {"begins" if first else "ends"} with which {which}?'])
    else:
        which = {1: ('první písmeno', 'poslední písmeno'), 2: ('první dvě písmena', 'poslední dvě písmena'), 3: ('první tři písmena', 'poslední tři písmena')}[n][0 if first else 1]
        q = r.choice([f'{cap(which)} slova {w}?', f'Jaké je {which} slova „{w}“?' if n == 1 else f'Jaká jsou {which} slova „{w}“?', f'Napiš {which} slova {w}.', f'{cap(which)} ve slově {w}?'])
    return Item(l, q, f'{"-".join(w)}: {v}', short=v, noise=False)


def capitals(r, l):
    w = r.choice(tasks.POOL[l] + ['ahoj', 'dobrý den', 'děkuji'] if l == 'cs' else tasks.POOL[l] + ['hello', 'good day', 'thanks'])
    q = r.choice([f'uppercase: {w}', f'Uppercase "{w}"', f'Put {w} into capitals.', f'{w} in big letters', f'Make "{w}" upper case.'] if l == 'en' else [f'velkými písmeny: {w}', f'Slovo „{w}“ velkými písmeny', f'Převeď na velká písmena: {w}', f'{w} velkými písmeny', f'Přepiš {w} velkými písmeny.'])
    return Item(l, q, w.upper(), short=w.upper(), noise=False)


def foreign(r, l):
    """A word of a third language, without a word about which: it is in neither dictionary."""
    known = {norm(w) for w in tasks.POOL['en'] + tasks.POOL['cs']} | {norm(p[0]) for p in vocab.PAIRS} | {norm(p[1]) for p in vocab.PAIRS}
    words = [w for ws in traps.FOREIGN.values() for w in ws if norm(w) not in known]
    w = r.choice(words)
    if l == 'en':
        to = r.choice(['Czech', 'English'])
        q = r.choice([f'Translate "{w}" into {to}', f'translate {w} to {to}', f'What is {w} in {to}?', f'{w} in {to}?', f'How do you say "{w}" in {to}?'])
        return Item(l, q, f'I do not know the word "{w}"; I translate only between English and Czech.', noise=False)
    to = r.choice([('češtiny', 'česky'), ('angličtiny', 'anglicky')])
    q = r.choice([f'Přelož „{w}“ do {to[0]}', f'Přelož slovo {w} do {to[0]}', f'Co je {w} {to[1]}?', f'{w} {to[1]}?', f'Jak se řekne {w} {to[1]}?'])
    return Item(l, q, f'Slovo „{w}“ neznám; překládám jen mezi češtinou a angličtinou.', noise=False)


# Facts asked for here and there: English questions | Czech questions | English | Czech
BITS = rows("""
Which metal is liquid? / What metal is liquid at room temperature? / Name a liquid metal.|Který kov je kapalný? / Jaký kov je při pokojové teplotě tekutý? / Jmenuj tekutý kov.|Mercury is a liquid metal.|Tekutý kov je rtuť.
Is glass transparent? / Can you see through glass? / Does light go through glass?|Je sklo průhledné? / Je přes sklo vidět? / Prochází sklem světlo?|Yes, glass is transparent.|Ano, sklo je průhledné.
What do bees collect? / What do bees take from flowers? / What does a bee look for in a flower?|Co sbírají včely? / Co si berou včely z květů? / Co hledá včela v květu?|Bees collect nectar and pollen from flowers.|Včely sbírají z květů nektar a pyl.
What is in the middle of the solar system? / What stands in the centre of the solar system? / What do the planets go around? / Around what do planets move?|Co je uprostřed sluneční soustavy? / Co je středem sluneční soustavy? / Kolem čeho obíhají planety? / Kolem čeho se pohybují planety?|The Sun is in the middle of the solar system.|Uprostřed sluneční soustavy je Slunce.
Do mammals lay eggs? / Does a dog lay eggs? / Does a cow lay eggs? / Do cats lay eggs? / Does a mouse lay eggs?|Snáší savci vejce? / Snáší pes vejce? / Snáší kráva vejce? / Snáší kočka vejce? / Snáší myš vejce?|No, mammals bear live young.|Ne, savci rodí živá mláďata.
Do birds lay eggs? / Does a hen lay eggs? / Does a duck lay eggs? / Does an eagle lay eggs?|Snáší ptáci vejce? / Snáší slepice vejce? / Snáší kachna vejce? / Snáší orel vejce?|Yes, birds lay eggs.|Ano, ptáci snášejí vejce.
What do plants need to grow? / What does a plant live on? / What must I give a plant?|Co potřebují rostliny k růstu? / Z čeho žije rostlina? / Co musím dát rostlině?|Plants need light, water and air.|Rostliny potřebují světlo, vodu a vzduch.
What gas do plants use? / What do plants breathe in to make sugar? / Which gas do leaves take from the air? / What do green plants take from the air?|Jaký plyn používají rostliny? / Který plyn berou listy ze vzduchu? / Co berou zelené rostliny ze vzduchu?|Plants take carbon dioxide from the air.|Rostliny berou ze vzduchu oxid uhličitý.
Which gas do people need to breathe? / What gas do we breathe in to live? / What in the air keeps us alive?|Jaký plyn potřebují lidé k dýchání? / Který plyn dýcháme, abychom žili? / Co nás ve vzduchu drží při životě?|People need oxygen to breathe.|Lidé potřebují k dýchání kyslík.
""")


def bit(r, ql, al):
    x = r.choice(BITS)
    return Item(ql, r.choice(x[0 if ql == 'en' else 1].split(' / ')), x[2 if al == 'en' else 3])


@domain('small', 9)
def small(r, ql, al):
    return r.choices([border, spoken, bit], [4, 2, 3])[0](r, ql, al)


@domain('small_numbers', 8)
def small_numbers(r, l):
    return r.choices([more_less, times, percent, row, metres], [3, 3, 3, 2, 1])[0](r, l)


@domain('small_words', 8)
def small_words(r, l):
    return r.choices([grammar, letters, capitals, foreign], [3, 2, 1, 3])[0](r, l)
