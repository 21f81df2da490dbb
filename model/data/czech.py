"""Czech grammar: number words in their cases, counted nouns, declension of common nouns, short conjugations."""

from core import *
import maths

# Genitive, dative and instrumental of number words: od osmi, k osmi, vydělit osmi.
GEN = dict(
    zip(
        range(21),
        'nuly jedné dvou tří čtyř pěti šesti sedmi osmi devíti deseti jedenácti dvanácti třinácti čtrnácti patnácti šestnácti sedmnácti osmnácti devatenácti dvaceti'.split(),
    )
)
DAT = {**GEN, 0: 'nule', 1: 'jedné', 2: 'dvěma', 3: 'třem', 4: 'čtyřem'}
INS = {**GEN, 0: 'nulou', 1: 'jednou', 2: 'dvěma', 3: 'třemi', 4: 'čtyřmi'}
TENS = {
    30: 'třiceti',
    40: 'čtyřiceti',
    50: 'padesáti',
    60: 'šedesáti',
    70: 'sedmdesáti',
    80: 'osmdesáti',
    90: 'devadesáti',
    100: 'sta',
}
for _n, _w in TENS.items():
    GEN[_n] = DAT[_n] = INS[_n] = _w
DAT[100] = 'stu'
INS[100] = 'stem'
for _t in (20, 30, 40, 50, 60, 70, 80, 90):
    for _o in range(1, 10):
        for _d in (GEN, DAT, INS):
            _d[_t + _o] = _d[_t] + ' ' + ('jedna' if _o == 1 else _d[_o])
TIMES = {
    2: 'dvakrát',
    3: 'třikrát',
    4: 'čtyřikrát',
    5: 'pětkrát',
    6: 'šestkrát',
    7: 'sedmkrát',
    8: 'osmkrát',
    9: 'devětkrát',
    10: 'desetkrát',
}
ORDINAL = 'nultý první druhý třetí čtvrtý pátý šestý sedmý osmý devátý desátý jedenáctý dvanáctý třináctý čtrnáctý patnáctý šestnáctý sedmnáctý osmnáctý devatenáctý dvacátý'.split()
ORD_EN = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split()


def sums(r):
    """Sums whose numbers are declined words."""
    k = r.choice('+-*/')
    w = lambda n: maths.words(n, 'cs')
    if k == '+':
        a, b = r.randint(1, 60), r.randint(1, 20)
        v = a + b
        q = r.choice(
            [
                f'Kolik je {w(a)} plus {w(b)}?',
                f'Přičti k {DAT[a]} {w(b)}.',
                f'Když k {DAT[a]} přičtu {w(b)}, kolik to bude?',
                f'Kolik dostanu, když k {DAT[a]} přidám {w(b)}?',
                f'{cap(w(a))} a {w(b)} je kolik?',
                f'Sečti {w(a)} a {w(b)}.',
                f'Součet {GEN[a]} a {GEN[b]}?',
                f'Jaký je součet {GEN[a]} a {GEN[b]}?',
            ]
        )
        s = f'{a} + {b} = {v}'
    elif k == '-':
        a = r.randint(5, 60)
        b = r.randint(1, min(a, 20))
        v = a - b
        q = r.choice(
            [
                f'Kolik je {w(a)} minus {w(b)}?',
                f'Odečti od {GEN[a]} {w(b)}.',
                f'Kolik zbude, když od {GEN[a]} odečtu {w(b)}?',
                f'Od {GEN[a]} uber {w(b)}.',
                f'Kolik je {w(a)} bez {GEN[b]}?',
                f'O kolik je {w(a)} víc než {w(b)}?',
                f'Rozdíl {GEN[a]} a {GEN[b]}?',
            ]
        )
        s = f'{a} - {b} = {v}'
    elif k == '*':
        a, b = r.randint(2, 10), r.randint(1, 12)
        v = a * b
        q = r.choice(
            [
                f'Kolik je {TIMES[a]} {w(b)}?',
                f'{cap(TIMES[a])} {w(b)}?',
                f'Kolik je {w(a)} krát {w(b)}?',
                f'Vynásob {w(b)} {INS[a]}.',
                f'Kolik dostanu, když {w(b)} vynásobím {INS[a]}?',
                f'Součin {GEN[a]} a {GEN[b]}?',
            ]
        )
        s = f'{a} × {b} = {v}'
    else:
        b = r.randint(2, 10)
        v = r.randint(1, 9)
        a = b * v
        q = r.choice(
            [
                f'Kolik je {w(a)} děleno {INS[b]}?',
                f'Vyděl {w(a)} {INS[b]}.',
                f'Kolik dostanu, když {a} vydělím {INS[b]}?',
                f'Kolik dostanu, když {w(a)} vydělím {INS[b]}?',
                f'{a} děleno {INS[b]}?',
                f'Kolikrát se vejde {w(b)} do {GEN[a]}?' if a in GEN else f'Kolik je {a} děleno {INS[b]}?',
            ]
        )
        s = f'{a} ÷ {b} = {v}'
    return Item('cs', q, s, short=str(v), think=s + '.')


# one | two to four | five and more, gender
COUNTED = rows("""
pes|psi|psů|m
kočka|kočky|koček|f
dům|domy|domů|m
auto|auta|aut|n
jablko|jablka|jablek|n
hruška|hrušky|hrušek|f
kniha|knihy|knih|f
strom|stromy|stromů|m
město|města|měst|n
koruna|koruny|korun|f
rok|roky|let|m
den|dny|dní|m
týden|týdny|týdnů|m
měsíc|měsíce|měsíců|m
hodina|hodiny|hodin|f
minuta|minuty|minut|f
člověk|lidé|lidí|m
dítě|děti|dětí|n
žena|ženy|žen|f
muž|muži|mužů|m
pivo|piva|piv|n
káva|kávy|káv|f
okno|okna|oken|n
stůl|stoly|stolů|m
židle|židle|židlí|f
vejce|vejce|vajec|n
rohlík|rohlíky|rohlíků|m
klíč|klíče|klíčů|m
lístek|lístky|lístků|m
květina|květiny|květin|f
kůň|koně|koní|m
ryba|ryby|ryb|f
pták|ptáci|ptáků|m
slovo|slova|slov|n
písmeno|písmena|písmen|n
stránka|stránky|stránek|f
bratr|bratři|bratrů|m
sestra|sestry|sester|f
kamarád|kamarádi|kamarádů|m
banán|banány|banánů|m
pomeranč|pomeranče|pomerančů|m
mrkev|mrkve|mrkví|f
kilometr|kilometry|kilometrů|m
metr|metry|metrů|m
token|tokeny|tokenů|m
soubor|soubory|souborů|m
účet|účty|účtů|m
zpráva|zprávy|zpráv|f
""")


def number(n, gender):
    if n == 1:
        return {'m': 'jeden', 'f': 'jedna', 'n': 'jedno'}[gender]
    if n == 2:
        return 'dva' if gender == 'm' else 'dvě'
    return maths.words(n, 'cs')


def form(n, row):
    return row[0] if n == 1 else row[1] if n in (2, 3, 4) else row[2]


def counted(r):
    """Five apples: pět jablek."""
    x = r.choice(COUNTED)
    n = r.choice([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 20, 25, 100])
    w = number(n, x[3])
    if n == 25 and x[3] != 'm':
        w = 'dvacet pět'
    a = f'{w} {form(n, x)}'
    q = r.choice(
        [
            f'Jak se správně řekne {n} a slovo {x[0]}?',
            f'Napiš slovy {n} ({x[0]}).',
            f'Doplň tvar: {n} ({x[0]})',
            f'Jaký je správný tvar: {w} ({x[0]})?',
            f'{n} krát slovo {x[0]}: jak to napíšu slovy?',
            f'Jak napíšu {n} {form(n, x)} slovy?',
            f'Napiš slovy: {n} {form(n, x)}',
        ]
    )
    return Item('cs', q, cap(a) + '.', short=a)


# nominative | genitive | dative | accusative | vocative | locative | instrumental
CASES = rows("""
pes|psa|psovi|psa|pse|psovi|psem
kočka|kočky|kočce|kočku|kočko|kočce|kočkou
dům|domu|domu|dům|dome|domě|domem
auto|auta|autu|auto|auto|autě|autem
město|města|městu|město|město|městě|městem
žena|ženy|ženě|ženu|ženo|ženě|ženou
muž|muže|muži|muže|muži|muži|mužem
hrad|hradu|hradu|hrad|hrade|hradě|hradem
stroj|stroje|stroji|stroj|stroji|stroji|strojem
růže|růže|růži|růži|růže|růži|růží
píseň|písně|písni|píseň|písni|písni|písní
kost|kosti|kosti|kost|kosti|kosti|kostí
moře|moře|moři|moře|moře|moři|mořem
kuře|kuřete|kuřeti|kuře|kuře|kuřeti|kuřetem
stavení|stavení|stavení|stavení|stavení|stavení|stavením
Praha|Prahy|Praze|Prahu|Praho|Praze|Prahou
Brno|Brna|Brnu|Brno|Brno|Brně|Brnem
Petr|Petra|Petrovi|Petra|Petře|Petrovi|Petrem
Jana|Jany|Janě|Janu|Jano|Janě|Janou
Karel|Karla|Karlovi|Karla|Karle|Karlovi|Karlem
Eva|Evy|Evě|Evu|Evo|Evě|Evou
kniha|knihy|knize|knihu|kniho|knize|knihou
škola|školy|škole|školu|školo|škole|školou
strom|stromu|stromu|strom|strome|stromě|stromem
řeka|řeky|řece|řeku|řeko|řece|řekou
okno|okna|oknu|okno|okno|okně|oknem
stůl|stolu|stolu|stůl|stole|stole|stolem
učitel|učitele|učiteli|učitele|učiteli|učiteli|učitelem
bratr|bratra|bratrovi|bratra|bratře|bratrovi|bratrem
sestra|sestry|sestře|sestru|sestro|sestře|sestrou
matka|matky|matce|matku|matko|matce|matkou
otec|otce|otci|otce|otče|otci|otcem
voda|vody|vodě|vodu|vodo|vodě|vodou
les|lesa|lesu|les|lese|lese|lesem
den|dne|dni|den|dni|dni|dnem
kůň|koně|koni|koně|koni|koni|koněm
""")
ASK_CASE = ['kdo, co', 'koho, čeho', 'komu, čemu', 'koho, co', 'oslovení', 'o kom, o čem', 's kým, s čím']
CASE_WORD = ['prvním', 'druhém', 'třetím', 'čtvrtém', 'pátém', 'šestém', 'sedmém']


def declension(r):
    x = r.choice(CASES)
    if r.random() < 0.15:
        q = r.choice(
            [
                f'Skloňuj slovo {x[0]}.',
                f'Vyskloňuj slovo „{x[0]}“.',
                f'Jak se skloňuje {x[0]}?',
                f'Všechny pády slova {x[0]}?',
            ]
        )
        return Item('cs', q, ', '.join(f'{i + 1}. {w}' for i, w in enumerate(x)) + '.')
    i = r.randrange(1, 7)
    q = r.choice(
        [
            f'Jaký je {i + 1}. pád slova {x[0]}?',
            f'{i + 1}. pád slova {x[0]}?',
            f'Jak zní slovo {x[0]} v {CASE_WORD[i]} pádě?',
            f'Slovo {x[0]} ve tvaru ({ASK_CASE[i]})?',
            f'Dej slovo {x[0]} do {i + 1}. pádu.',
            f'Řekni {x[0]} v {i + 1}. pádě.',
            f'Jak je {x[0]} v {CASE_WORD[i]} pádu?',
        ]
    )
    return Item('cs', q, f'{i + 1}. pád slova „{x[0]}“ je „{x[i]}“.', short=x[i])


VERBS = rows("""
být|jsem|jsi|je|jsme|jste|jsou
mít|mám|máš|má|máme|máte|mají
jít|jdu|jdeš|jde|jdeme|jdete|jdou
dělat|dělám|děláš|dělá|děláme|děláte|dělají
psát|píšu|píšeš|píše|píšeme|píšete|píšou
číst|čtu|čteš|čte|čteme|čtete|čtou
mluvit|mluvím|mluvíš|mluví|mluvíme|mluvíte|mluví
vidět|vidím|vidíš|vidí|vidíme|vidíte|vidí
chtít|chci|chceš|chce|chceme|chcete|chtějí
moci|mohu|můžeš|může|můžeme|můžete|mohou
vědět|vím|víš|ví|víme|víte|vědí
jíst|jím|jíš|jí|jíme|jíte|jedí
spát|spím|spíš|spí|spíme|spíte|spí
pít|piju|piješ|pije|pijeme|pijete|pijí
kupovat|kupuji|kupuješ|kupuje|kupujeme|kupujete|kupují
jet|jedu|jedeš|jede|jedeme|jedete|jedou
""")
WHO = ['já', 'ty', 'on', 'my', 'vy', 'oni']


def conjugation(r):
    x = r.choice(VERBS)
    i = r.randrange(6)
    if r.random() < 0.25:
        return Item(
            'cs',
            r.choice([f'Časuj sloveso {x[0]}.', f'Vyčasuj {x[0]}.', f'Jak se časuje {x[0]}?']),
            ', '.join(f'{w} {v}' for w, v in zip(WHO, x[1:])) + '.',
        )
    return Item(
        'cs',
        r.choice(
            [
                f'Jak je sloveso {x[0]} s osobou {WHO[i]}?',
                f'Doplň tvar: {WHO[i]} ({x[0]})',
                f'{WHO[i]} + {x[0]}?',
                f'Jaký tvar má {x[0]} po slově {WHO[i]}?',
            ]
        ),
        f'{cap(WHO[i])} {x[i + 1]}.',
        short=x[i + 1],
    )


def ordinal(r):
    n = r.randint(1, 20)
    if r.random() < 0.5:
        return Item(
            'cs',
            r.choice([f'Jaká je řadová číslovka k číslu {n}?', f'Napiš {n}. slovy.', f'Řadová číslovka od {n}?']),
            cap(ORDINAL[n]) + '.',
            short=ORDINAL[n],
        )
    return Item(
        'en',
        r.choice(
            [
                f'What is the ordinal of {n}?',
                f'Write {n}th in words.' if n > 3 else f'Write the ordinal number {n} in words.',
                f'Ordinal number for {n}?',
            ]
        ),
        cap(ORD_EN[n]) + '.',
        short=ORD_EN[n],
    )


@domain('czech_grammar', 7)
def czech_grammar(r, lang):
    return r.choice([sums, sums, sums, sums, counted, counted, declension, declension, conjugation, ordinal])(r)
