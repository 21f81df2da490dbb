"""Known things from the other side: what an author made, which element a sign means, which word has this plural. Beside each stands what does not exist."""

from core import *
import contrast, facts, geo, idioms, travel, unknown

# ---------- authors and their works ----------
# Czech genitive of names that people ask for so.
OF = {
    'Karel Čapek': 'Karla Čapka', 'Božena Němcová': 'Boženy Němcové', 'Bedřich Smetana': 'Bedřicha Smetany', 'Antonín Dvořák': 'Antonína Dvořáka', 'Jaroslav Hašek': 'Jaroslava Haška',
    'Karel Hynek Mácha': 'Karla Hynka Máchy', 'Bohumil Hrabal': 'Bohumila Hrabala', 'Milan Kundera': 'Milana Kundery', 'Franz Kafka': 'Franze Kafky', 'William Shakespeare': 'Williama Shakespeara',
    'Vincent van Gogh': 'Vincenta van Gogha', 'Leonardo da Vinci': 'Leonarda da Vinci', 'Leoš Janáček': 'Leoše Janáčka', 'Karel Jaromír Erben': 'Karla Jaromíra Erbena', 'Wolfgang Amadeus Mozart': 'Wolfganga Amadea Mozarta',
    'Ludwig van Beethoven': 'Ludwiga van Beethovena', 'Pablo Picasso': 'Pabla Picassa', 'Jules Verne': 'Julese Verna', 'Charles Dickens': 'Charlese Dickense', 'George Orwell': 'George Orwella',
    'J. R. R. Tolkien': 'J. R. R. Tolkiena', 'Alphonse Mucha': 'Alfonse Muchy', 'Giuseppe Verdi': 'Giuseppa Verdiho', 'Thomas Edison': 'Thomase Edisona', 'Alexander Graham Bell': 'Alexandra Grahama Bella',
}
BY_AUTHOR = {}
for _work in facts.WORKS:
    if _work[0] not in ('Linux', 'Python', 'JavaScript') and not _work[0].startswith(('the theory', 'America')):
        BY_AUTHOR.setdefault((_work[1], _work[3]), []).append(_work)
AUTHORS = list(BY_AUTHOR.items())
NOUN = {
    'w': (['book', 'work', 'novel or play', 'title'], ['dílo', 'knihu', 'jedno dílo', 'nějaké dílo']),
    'c': (['work', 'piece of music', 'composition'], ['dílo', 'skladbu', 'jednu skladbu']),
    'p': (['painting', 'picture', 'work'], ['obraz', 'jeden obraz', 'dílo']),
    'i': (['invention', 'thing'], ['vynález', 'jednu věc']),
    'd': (['discovery'], ['objev']),
}
ASK_WORK = {
    'en': ['What did {w} {v}?', 'Which {n} did {w} {v}?', 'Name a {n} by {w}.', 'Tell me a {n} by {w}.', 'Name one {n} by {w}.', 'What is a famous {n} by {w}?', 'Which {n} is by {w}?', 'What do we have from {w}?', 'Do you know a {n} by {w}?', 'Give me a {n} of {w}.', '{w}: name a {n}.', 'What {n} do we know {w} for?', 'By {w} I should know which {n}?', 'Can you name something that {w} {p}?', 'What was {p} by {w}?', '{w} {p} what?'],
    'cs': ['Co {v} {w}?', 'Které dílo {v} {w}?', '{w}: jmenuj {n}.', 'Jaké dílo {v} {w}?', 'Řekni mi {n}, autor {w}.', 'Co známého {v} {w}?', '{w} {v} co?', 'Víš, co {v} {w}?', 'Co od autora {w} znáš?', 'Jaké je nejznámější dílo, autor {w}?', 'Uveď {n}: {w}.', '{w}, dílo?', 'Co všechno {v} {w}?'],
    'of': ['Jmenuj {n} {g}.', 'Znáš {n} {g}?', 'Řekni {n} {g}.', 'Jaké je známé dílo {g}?', 'Uveď {n} {g}.', 'Které dílo {g} znáš?', 'Název díla {g}?'],
}
PRESENT = {'w': ('write', 'wrote', 'written'), 'c': ('compose', 'composed', 'composed'), 'p': ('paint', 'painted', 'painted'), 'i': ('invent', 'invented', 'invented'), 'd': ('discover', 'discovered', 'discovered')}
CZECH_VERB = {'w': 'napsal', 'c': 'složil', 'p': 'namaloval', 'i': 'vynalezl', 'd': 'objevil'}
OPERAS = {'Bedřich Smetana': [('The Bartered Bride', 'Prodaná nevěsta')], 'Antonín Dvořák': [('Rusalka', 'Rusalka')], 'Giuseppe Verdi': [('Aida', 'Aida')], 'Wolfgang Amadeus Mozart': [('The Magic Flute', 'Kouzelná flétna')], 'Georges Bizet': [('Carmen', 'Carmen')], 'Leoš Janáček': [('Jenůfa', 'Její pastorkyňa')]}


def author(r, ql, al):
    E = ql == 'en'
    if r.random() < 0.25:  # nobody that the model knows
        k = r.choice('wcp')
        w = f'{r.choice(unknown.FIRST)} {r.choice(unknown.LAST)}' if r.random() < 0.7 else f'{r.choice(unknown.FIRST)} {cap(contrast.word(r, ql))}'
        n = r.choice(NOUN[k][0 if E else 1])
        q = r.choice(ASK_WORK[ql]).format(w=w, n=n, v=PRESENT[k][0] if E else CZECH_VERB[k], p=PRESENT[k][1])
        return unknown.mk(r, ql, cap(q.replace('was wrote', 'was written')), w, al)
    (who, k), works = r.choice(AUTHORS)
    female = who in facts.FEM
    wc = facts.CSNAME.get(who, who)
    shown = (who if E else wc) if r.random() < 0.6 else (who if E else wc).split()[-1]
    v, past, done = PRESENT[k]
    vc = CZECH_VERB[k] + ('a' if female else '')
    if k == 'c' and who in OPERAS and r.random() < 0.4:
        en, cs = OPERAS[who][0]
        q = r.choice([f'Which opera did {shown} compose?', f'Name an opera by {shown}.', f'What opera is by {shown}?', f'{shown} composed which opera?']) if E else r.choice([f'Kterou operu {vc} {shown}?', f'Jakou operu {vc} {shown}?', f'{shown} a jeho opera?', f'Jak se jmenuje opera, kterou {vc} {shown}?'])
        return Item(ql, cap(q), f'{who} composed the opera {en}.' if al == 'en' else f'{wc} {vc} operu {cs}.', short=en if al == 'en' else cs)
    if E:
        q = r.choice(ASK_WORK['en']).format(w=shown, n=r.choice(NOUN[k][0]), v=v, p=past).replace(f'was {past} by', f'was {done} by')
    elif who in OF and r.random() < 0.4:
        q = r.choice(ASK_WORK['of']).format(n=r.choice(NOUN[k][1]), g=OF[who] if r.random() < 0.7 else OF[who].split()[-1])
    else:
        q = r.choice(ASK_WORK['cs']).format(w=shown, n=r.choice(NOUN[k][1]), v=vc)
    two = works[:2]
    a = f'{who} {past} ' + ' and '.join(w[0] for w in two) + '.' if al == 'en' else f'{wc} {vc} ' + ' a '.join(facts.ACC.get(w[2], w[2]) for w in two) + '.'
    return Item(ql, cap(q), a, short=two[0][0] if al == 'en' else two[0][2])


OPEN_END = {
    'w': (['{e} was written by …', '{e} is a work by …', 'The author of {e} is …', '{e} was written by ___.', 'Fill in: {e} was written by ...', 'The author of {e} is called …?'], ['Autorem díla {c} je …', 'Dílo {c} napsal …', 'Knihu {c} napsal ___.', 'Doplň: dílo {c} napsal ...', 'Autor díla {c} se jmenuje …?']),
    'c': (['{e} was composed by …', 'The composer of {e} is …', '{e} is music by …?', 'Fill in: {e} was composed by ...'], ['Skladbu {c} složil …', 'Autorem skladby {c} je …', 'Doplň: dílo {c} složil ...']),
    'p': (['{e} was painted by …', 'The painter of {e} is …', '{e} is a painting by …?', 'Fill in: {e} was painted by ...'], ['Obraz {c} namaloval …', 'Autorem obrazu {c} je …', 'Doplň: obraz {c} namaloval ...']),
    'i': (['{e} was invented by …', 'The inventor of {e} is …', 'Fill in: {e} was invented by ...'], ['Doplň: {c} vynalezl ...', 'Vynálezce: {c} …']),
    'd': (['{e} was discovered by …', 'Fill in: {e} was discovered by ...'], ['Doplň: {c} objevil ...']),
}


SINGULAR = [w for w in facts.WORKS if w[0] not in ('Linux', 'Python', 'JavaScript') and not w[0].startswith(('the theory', 'America', 'Sunflowers', 'Water', 'contact', 'X-rays', 'blood', 'the laws'))]


def unfinished(r, ql, al):
    """A sentence about a work that stops before its author."""
    e, who, c, k = r.choice(SINGULAR)
    wc = facts.CSNAME.get(who, who)
    q = r.choice(OPEN_END[k][0 if ql == 'en' else 1]).format(e=e, c=c)
    if r.random() < 0.3:
        q = q.replace('…', '...') if '…' in q else q + '?'
    a = f'{cap(e)} was {PRESENT[k][2]} by {who}.' if al == 'en' else f'{cap(facts.ACC.get(c, c))} {CZECH_VERB[k]}{"a" if who in facts.FEM else ""} {wc}.'
    return Item(ql, cap(q), a, short=who if al == 'en' else wc)


# Who is in whose book: English | Czech (whom) | author | the fact in English | in Czech
HEROES = rows("""
the good soldier Švejk / Švejk / the soldier Švejk|dobrého vojáka Švejka / postavu Švejka / Josefa Švejka|Jaroslav Hašek created Švejk.|Švejka vymyslel Jaroslav Hašek.|Jaroslav Hašek|Jaroslav Hašek
Sherlock Holmes / the detective Sherlock Holmes|Sherlocka Holmese / detektiva Sherlocka Holmese|Arthur Conan Doyle created Sherlock Holmes.|Sherlocka Holmese vymyslel Arthur Conan Doyle.|Arthur Conan Doyle|Arthur Conan Doyle
Harry Potter / the wizard Harry Potter|Harryho Pottera / čaroděje Harryho Pottera|J. K. Rowling created Harry Potter.|Harryho Pottera vymyslela J. K. Rowlingová.|J. K. Rowling|J. K. Rowlingová
Bilbo and Frodo / the hobbits / the hobbit Bilbo|hobity / hobita Bilba / Froda|J. R. R. Tolkien created the hobbits.|Hobity vymyslel J. R. R. Tolkien.|J. R. R. Tolkien|J. R. R. Tolkien
Hamlet, prince of Denmark / the prince Hamlet|postavu Hamleta / prince Hamleta|William Shakespeare created Hamlet.|Hamleta vymyslel William Shakespeare.|William Shakespeare|William Shakespeare
Pippi Longstocking / the girl Pippi|Pipi Dlouhou punčochu / postavu Pipi|Astrid Lindgren created Pippi Longstocking.|Pipi vymyslela Astrid Lindgrenová.|Astrid Lindgren|Astrid Lindgrenová
the little mole Krtek / Krtek, the Czech mole|Krtečka / postavičku Krtka|Zdeněk Miler created the little mole.|Krtečka vymyslel Zdeněk Miler.|Zdeněk Miler|Zdeněk Miler
Spejbl and Hurvínek / the puppets Spejbl and Hurvínek|Spejbla a Hurvínka / loutky Spejbla a Hurvínka|Josef Skupa created Spejbl and Hurvínek.|Spejbla a Hurvínka vytvořil Josef Skupa.|Josef Skupa|Josef Skupa
Ferda the Ant / the ant Ferda|Ferdu Mravence / mravence Ferdu|Ondřej Sekora created Ferda the Ant.|Ferdu Mravence vymyslel Ondřej Sekora.|Ondřej Sekora|Ondřej Sekora
Rumcajs / the robber Rumcajs|Rumcajse / loupežníka Rumcajse|Václav Čtvrtek created Rumcajs.|Rumcajse vymyslel Václav Čtvrtek.|Václav Čtvrtek|Václav Čtvrtek
""")
HERO_ASK = {
    'en': ['Who created {}?', 'Who invented the character {}?', 'Who came up with {}?', 'Whose character is {}?', 'Which author created {}?', 'Who thought up {}?', 'Who is the father of {}?', 'Who wrote about {}?'],
    'cs': ['Kdo vymyslel {}?', 'Kdo vytvořil {}?', 'Který autor vymyslel {}?', 'Kdo si vymyslel {}?', 'Kdo přišel na {}?', 'Který spisovatel stvořil {}?', 'Kdo je autor, který vymyslel {}?'],
}


def hero(r, ql, al):
    x = r.choice(HEROES)
    q = r.choice(HERO_ASK[ql]).format(r.choice(x[0 if ql == 'en' else 1].split(' / ')))
    return Item(ql, q, x[2 if al == 'en' else 3], short=x[4 if al == 'en' else 5])


# ---------- signs of elements ----------
# The rarest ones are not in the table, but they are there.
SIGNS = {s for s, _, _ in facts.ELEMENTS} | set('Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og Pa Np Pu Am Cm Bk Cf Th Ac Fr At Ra Rn Po Pm Tc La Ce Pr Nd Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta Re Os Ir Tl Bi Rb Sr Y Zr Nb Mo Ru Rh Pd Cd In Sb Te Xe Cs Ba W Sc V Ga Ge As Se Kr Be B'.split())
COMMON = [x for x in facts.ELEMENTS if x[0] in 'H He Li C N O F Ne Na Mg Al Si P S Cl Ar K Ca Fe Co Ni Cu Zn Ag Sn I Pt Au Hg Pb U Ti Cr Mn Br'.split()]
SIGN_ASK = {
    'en': ['{s} is the symbol for …', '{s} is the symbol of which element?', 'Which element is {s}?', 'What does {s} stand for in chemistry?', 'In the periodic table, what is {s}?', 'Which element has the symbol {s}?', 'What element does {s} stand for?', 'Which element does the sign {s} mean?', 'The chemical symbol {s} means …', 'What is the element {s} called?', '{s} - which element is it?', 'Name the element with the symbol {s}.', 'Chemistry: what is {s}?', 'What element hides behind {s}?', 'The symbol {s} stands for what?', 'Element {s}?'],
    'cs': ['{s} je značka pro …', '{s} je značka kterého prvku?', 'Který prvek je {s}?', 'Co v chemii znamená {s}?', 'Co je v tabulce prvků {s}?', 'Jaký prvek má značku {s}?', 'Kterému prvku patří značka {s}?', 'Jaký prvek značí {s}?', 'Chemická značka {s} znamená …', 'Jak se jmenuje prvek {s}?', '{s}: který prvek to je?', 'Jmenuj prvek se značkou {s}.', 'Chemie: co je {s}?', 'Jaký prvek se skrývá pod {s}?', 'Značka {s} patří čemu?', 'Prvek {s}?'],
}
NO_SIGN = {'en': ['I know no element with the symbol {s}.', 'There is no element with the symbol {s}.'], 'cs': ['Prvek se značkou {s} neznám.', 'Prvek se značkou {s} neexistuje.']}
LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'


def sign(r, ql, al):
    q = r.choice(SIGN_ASK[ql])
    if r.random() < 0.55:
        s, e, c = r.choice(COMMON if r.random() < 0.75 else facts.ELEMENTS)
        return Item(ql, q.format(s=s), f'{s} is {e.lower()}.' if al == 'en' else f'{s} je {c}.', short=e.lower() if al == 'en' else c)
    while True:
        s = r.choice(LETTERS) + (r.choice(LETTERS.lower()) if r.random() < 0.9 else '')
        if s not in SIGNS and s not in ('D', 'T', 'E', 'A', 'X'):
            break
    return Item(ql, q.format(s=s), r.choice(NO_SIGN[al]).format(s=s), noise=False)


# ---------- what has no capital, money, language, ruler ----------
# English | Czech | of it | in or on it (Czech) | in or on it (English) | what it is | Czech
BODIES = rows("""
Saturn|Saturn|Saturnu|na Saturnu|on Saturn|a planet|planeta
Mars|Mars|Marsu|na Marsu|on Mars|a planet|planeta
Venus|Venuše|Venuše|na Venuši|on Venus|a planet|planeta
Jupiter|Jupiter|Jupiteru|na Jupiteru|on Jupiter|a planet|planeta
Neptune|Neptun|Neptunu|na Neptunu|on Neptune|a planet|planeta
Uranus|Uran|Uranu|na Uranu|on Uranus|a planet|planeta
Mercury|Merkur|Merkuru|na Merkuru|on Mercury|a planet|planeta
Pluto|Pluto|Pluta|na Plutu|on Pluto|a small body far from the Sun|malé těleso daleko od Slunce
the Moon|Měsíc|Měsíce|na Měsíci|on the Moon|not a country|družice Země
the Sun|Slunce|Slunce|na Slunci|on the Sun|a star|hvězda
the Atlantic Ocean|Atlantský oceán|Atlantského oceánu|v Atlantském oceánu|in the Atlantic Ocean|an ocean|oceán
the Pacific Ocean|Tichý oceán|Tichého oceánu|v Tichém oceánu|in the Pacific Ocean|an ocean|oceán
the Indian Ocean|Indický oceán|Indického oceánu|v Indickém oceánu|in the Indian Ocean|an ocean|oceán
the Mediterranean Sea|Středozemní moře|Středozemního moře|ve Středozemním moři|in the Mediterranean Sea|a sea|moře
the Sahara|Sahara|Sahary|na Sahaře|in the Sahara|a desert|poušť
Mount Everest|Mount Everest|Mount Everestu|na Mount Everestu|on Mount Everest|a mountain|hora
the Danube|Dunaj|Dunaje|v Dunaji|in the Danube|a river|řeka
the Vltava|Vltava|Vltavy|ve Vltavě|in the Vltava|a river|řeka
Antarctica|Antarktida|Antarktidy|v Antarktidě|in Antarctica|a continent without countries|světadíl bez států
the North Pole|severní pól|severního pólu|na severním pólu|at the North Pole|a place in the ice|místo v ledu
the Milky Way|Mléčná dráha|Mléčné dráhy|v Mléčné dráze|in the Milky Way|a galaxy|galaxie
Atlantis|Atlantida|Atlantidy|v Atlantidě|in Atlantis|a legend|jen legenda
Narnia|Narnie|Narnie|v Narnii|in Narnia|only in books|země z knih
Mordor|Mordor|Mordoru|v Mordoru|in Mordor|only in books|země z knih
Middle-earth|Středozem|Středozemě|ve Středozemi|in Middle-earth|only in books|země z knih
Hogwarts|Bradavice|Bradavic|v Bradavicích|at Hogwarts|only in books|škola z knih
Wonderland|říše divů|říše divů|v říši divů|in Wonderland|only in books|země z knih
Disneyland|Disneyland|Disneylandu|v Disneylandu|in Disneyland|an amusement park|zábavní park
heaven|nebe|nebe|v nebi|in heaven|not a country|ne stát
hell|peklo|pekla|v pekle|in hell|not a country|ne stát
""")
PEOPLED = {'the Sahara', 'Antarctica', 'Disneyland', 'the Mediterranean Sea', 'Mount Everest'}
LACK = {
    'capital': ('capital', 'takové hlavní město', ['What is the capital of {x}?', 'Which city is the capital of {x}?', 'Name the capital of {x}.', 'What is the capital city {i}?', 'capital of {x}', "I am looking for the capital of {x}."], ['Jaké je hlavní město {g}?', 'Které město je hlavním městem {g}?', 'Jak se jmenuje hlavní město {g}?', 'Jaké hlavní město je {i}?', 'hlavní město {g}', 'Hlavní město {g}?']),
    'currency': ('currency', 'taková měna', ['What is the currency of {x}?', 'Which currency do they use {i}?', 'What money do people use {i}?', 'What do you pay with {i}?', 'How do people pay {i}?', 'What is the money called {i}?'], ['Jaká je měna {g}?', 'Jakou měnou se platí {i}?', 'Čím se platí {i}?', 'Jaké peníze mají {i}?', 'Jaká měna je {i}?', 'Co je za měnu {i}?']),
    'language': ('language', 'takový jazyk', ['What language is spoken {i}?', 'Which language do they speak {i}?', 'What do people speak {i}?', 'What is the language of {x}?', 'Official language of {x}?'], ['Jakým jazykem se mluví {i}?', 'Jak se mluví {i}?', 'Kterou řečí se mluví {i}?', 'Jaký jazyk je {i}?', 'Úřední jazyk {g}?']),
    'president': ('president', 'takový prezident', ['Who is the president of {x}?', 'Who rules {i}?', 'Who governs {x}?', 'Which president does {x} have?'], ['Kdo je prezidentem {g}?', 'Kdo vládne {i}?', 'Jakého prezidenta mají {i}?', 'Kdo je prezident {g}?']),
    'king': ('king', 'takový král', ['Who is the king of {x}?', 'What is the name of the king of {x}?', 'Which king rules {i}?'], ['Kdo je králem {g}?', 'Jak se jmenuje král {g}?', 'Který král vládne {i}?']),
    'flag': ('flag', 'taková vlajka', ['What does the flag of {x} look like?', 'What colour is the flag of {x}?', 'Which flag is flown {i}?'], ['Jak vypadá vlajka {g}?', 'Jaké barvy má vlajka {g}?', 'Jaká vlajka vlaje {i}?']),
}


def lacking(r, ql, al):
    """A thing that no such place has; the same questions about countries are answered."""
    kind = r.choice(['capital', 'capital', 'currency', 'currency', 'currency', 'language', 'language', 'president', 'king', 'flag'])
    en, cs, ask_en, ask_cs = LACK[kind]
    if kind in ('capital', 'currency', 'language') and r.random() < 0.45:
        p = r.choice(travel.PEOPLES)
        c = geo.BY[p[0]]
        k = {'capital': 'cap', 'currency': 'cur', 'language': 'lang'}[kind]
        if c.get(k, True):
            it = geo.fact(r, c, k, ql, al)
            it.q = cap(r.choice(ask_en if ql == 'en' else ask_cs).format(x=c['en'], i='in ' + c['en'] if ql == 'en' else p[5], g=c['gen']))
            return it
    x, xc, g, loc, on, what, whatc = r.choice([b for b in BODIES if kind != 'language' or b[0] not in PEOPLED])
    q = cap(r.choice(ask_en).format(x=x, i=on) if ql == 'en' else r.choice(ask_cs).format(g=g, i=loc))
    a = f'{cap(x)} is {what}; there is no such {en}.' if al == 'en' else f'{cap(xc)} {"jsou" if xc == "Bradavice" else "je"} {whatc}; {cs} neexistuje.'
    a = a.replace(' je ne stát', ' není stát')
    return Item(ql, q, a)


# ---------- who is it today ----------
POSTS = {
    'en': ['president', 'prime minister', 'king', 'queen', 'chancellor', 'finance minister', 'foreign minister', 'richest person', 'football coach', 'pope', 'head of government'],
    'cs': ['prezident', 'předseda vlády', 'král', 'královna', 'kancléř', 'ministr financí', 'ministr zahraničí', 'nejbohatší člověk', 'trenér', 'premiér', 'ministr školství'],
}


def today(r, ql, al):
    c, post = geo.pick(r), r.choice(POSTS[ql])
    if ql == 'en':
        q = r.choice([f'Who is the {post} of {c["en"]}?', f'Who is the current {post} of {c["en"]}?', f'Who is {post} of {c["en"]} now?', f'Who is the {post} of {c["en"]} today?', f'What is the name of the {post} of {c["en"]}?', f'Name the present {post} of {c["en"]}.', f'Tell me who the {post} of {c["en"]} is.', f'Who will be the next {post} of {c["en"]}?', f'How old is the {post} of {c["en"]}?'])
    else:
        q = r.choice([f'Kdo je {post} {c["gen"]}?', f'Kdo je teď {post} {c["gen"]}?', f'Kdo je současný {post} {c["gen"]}?', f'Kdo je dnes {post} {c["gen"]}?', f'Jak se jmenuje {post} {c["gen"]}?', f'Kdo bude příští {post} {c["gen"]}?', f'Kolik let má {post} {c["gen"]}?', f'Kdo je momentálně {post} země {c["cs"]}?'])
    if c['en'] == 'Czechia' and post in ('king', 'král'):
        return today(r, ql, al)
    return unknown.mk(r, ql, q, None, al)


# ---------- words from the other side ----------
def plural(r, ql, al):
    one, many = r.choice(facts.PLUR)[:2]
    m = r.random()
    if m < 0.45:
        q = r.choice([f'One {one}, two …?', f'One {one}, two ...', f'One {one}, many …', f'one {one}, two ___', f'I see one {one} and two …', f'Complete: one {one}, three ...', f'There is one {one}, there are two …?', f'If one is a {one}, two are …?'])
        return Item('en', q, f'The plural of "{one}" is "{many}".' if al == 'en' else f'Množné číslo slova „{one}“ je „{many}“.', short=many, noise=False)
    q = r.choice([f'What is the singular of {many}?', f'Singular of "{many}"?', f'Many {many}, but one …?', f'"{cap(many)}" is the plural of which word?', f'What is one of the {many} called?', f'Give me the singular form of {many}.'])
    return Item('en', q, f'The singular of "{many}" is "{one}".' if al == 'en' else f'Jednotné číslo slova „{many}“ je „{one}“.', short=one, noise=False)


def plural_cs(r, al):
    one, many = r.choice(facts.PLUR_CS)[:2]
    if r.random() < 0.45:
        q = r.choice([f'Jedno slovo je {one}, více je …?', f'{cap(one)}, v množném čísle …?', f'Doplň množné číslo: {one} - ...', f'Jeden kus: {one}. Více kusů: …?', f'Převeď do množného čísla: {one}', f'Množné číslo od {one}?', f'Dej slovo {one} do množného čísla.'])
        return Item('cs', q, f'Množné číslo slova „{one}“ je „{many}“.', short=many, noise=False)
    q = r.choice([f'Jaké je jednotné číslo slova {many}?', f'Jednotné číslo od „{many}“?', f'{cap(many)}, v jednotném čísle …?', f'Převeď do jednotného čísla: {many}', f'Dej slovo {many} do jednotného čísla.'])
    return Item('cs', q, f'Jednotné číslo slova „{many}“ je „{one}“.', short=one, noise=False)


def opposite(r, l):
    x = r.choice(facts.OPP)
    a, b = (x[0], x[1]) if l == 'en' else (x[2], x[3])
    if r.random() < 0.25:
        q, text = opposed(r, l, a, b)
        return Item(l, q, text, noise=False)
    q = r.choice([f'The opposite of {a} is …', f'Not {a} but …?', f'{cap(a)} is the opposite of what?', f'{cap(a)} - opposite?', f'What is the contrary of "{a}"?', f'Which word means the opposite of "{a}"?', f'{cap(a)} and its opposite?', f'If it is not {a}, it is …'] if l == 'en' else [f'Opakem slova {a} je …', f'Opak od „{a}“?', f'Ne {a}, ale …?', f'{cap(a)} - opak?', f'Které slovo je opakem slova „{a}“?', f'Jaký je protiklad slova {a}?', f'{cap(a)} a naopak?', f'Protiklad: {a}', f'Řekni opačné slovo k „{a}“.'])
    return Item(l, q, f'The opposite of "{a}" is "{b}".' if l == 'en' else f'Opak slova „{a}“ je „{b}“.', short=b, noise=False)


def opposed(r, l, a, b):
    """Whether two words are opposites."""
    yes = r.random() < 0.5
    y = r.choice(facts.OPP)
    o = b if yes else (y[0] if l == 'en' else y[2])
    while not yes and o in (a, b):
        y = r.choice(facts.OPP)
        o = y[0] if l == 'en' else y[2]
    q = r.choice([f'Is "{o}" the opposite of "{a}"?', f'Are "{a}" and "{o}" opposites?'] if l == 'en' else [f'Je „{o}“ opak slova „{a}“?', f'Jsou slova „{a}“ a „{o}“ protiklady?'])
    return q, f'The opposite of "{a}" is "{b}", so {"yes" if yes else "no"}.' if l == 'en' else f'Opak slova „{a}“ je „{b}“, takže {"ano" if yes else "ne"}.'


def past(r):
    x = r.choice(idioms.PAST)
    now, then = x[0], x[1]
    if r.random() < 0.5:
        q = r.choice([f'Today I {now}, yesterday I …?', f'I {now} today. Yesterday I ...', f'{cap(now)}, in the past?', f'{now} in the past tense', f'Put "{now}" into the past.', f'Past of {now}?', f'What is the simple past of {now}?', f'Change to the past tense: {now}'])
        return Item('en', q, f'The past tense of "{now}" is "{then}".', short=then, noise=False)
    q = r.choice([f'"{cap(then)}" is the past tense of which verb?', f'Which verb has the past tense "{then}"?', f'What is the present of "{then}"?', f'"{then}" comes from which verb?', f'What is the base form of {then}?'])
    return Item('en', q, f'"{cap(then)}" is the past tense of "{now}".', short=now, noise=False)


@domain('sides', 30)
def sides(r, ql, al):
    return r.choices([author, unfinished, hero, sign, lacking, today], [6, 3, 2, 6, 9, 2])[0](r, ql, al)


@domain('word_sides', 7)
def word_sides(r, l):
    if l == 'en':
        return r.choices([lambda: plural(r, 'en', 'en'), lambda: opposite(r, l), lambda: past(r)], [3, 3, 2])[0]()
    return r.choices([lambda: plural_cs(r, 'cs'), lambda: opposite(r, l)], [2, 3])[0]()
