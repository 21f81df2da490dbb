"""The same wording about something known and about something invented, side by side: what the answer hangs on is the name alone."""

from core import *
import declines, definitions, facts, geo, traps, unknown, vocab

KNOWN = 0.6


def word(r, lang):
    """A word that no dictionary has."""
    if r.random() < 0.5:
        s = ''.join(r.choice(traps.SYLLABLES) for _ in range(r.randint(2, 3)))
    else:
        s = unknown.pseudo(r).lower()
    end = 'ish ing ly ful ness er ment y able ous ed tion'.split() if lang == 'en' else 'ec ka ost ivý ník ek ice ovat ný ák ba ina'.split()
    w = s + r.choice(['', *end])
    return word(r, lang) if w in WORDS else w


WORDS = {w for row in vocab.NOUNS + vocab.ADJ + vocab.VERB for w in row[:2]} | {w for d in definitions.DEFS for c in d[:2] for w in c.split('/')}
MEANING = {
    'en': ['What does the word {w} mean?', 'What does "{w}" mean?', 'What is the meaning of {w}?', 'Define {w}.', 'Explain the word {w}.', 'What is meant by the word "{w}"?', 'I heard the word {w}. What does it mean?', 'Somebody said "{w}". What is that?', 'Do you know the word {w}?', 'Meaning of "{w}"?', 'In simple words, what does {w} mean?', 'Give me a definition of the word {w}.', 'What would {w} be?', '{w}: what does it mean?'],
    'cs': ['Co znamená slovo {w}?', 'Co znamená „{w}“?', 'Jaký význam má slovo {w}?', 'Definuj slovo {w}.', 'Vysvětli slovo {w}.', 'Co se myslí slovem „{w}“?', 'Slyšel jsem slovo {w}. Co to znamená?', 'Někdo řekl „{w}“. Co to je?', 'Znáš slovo {w}?', 'Význam slova „{w}“?', 'Jednoduše, co znamená {w}?', 'Dej mi definici slova {w}.', '{w}: co to znamená?'],
}
NO_WORD = {
    'en': ['I do not know the word "{w}".', 'I know no word "{w}".', 'The word "{w}" is not among those I know.'],
    'cs': ['Slovo „{w}“ neznám.', 'Slovo „{w}“ nepatří k těm, která znám.', 'Takové slovo neznám: „{w}“.'],
}


def meaning(r, ql, al):
    q = r.choice(MEANING[ql])
    if r.random() < KNOWN:
        d = r.choice(definitions.DEFS)
        w = r.choice(d[0 if ql == 'en' else 1].split('/'))
        return Item(ql, cap(q.format(w=w)), d[2 if al == 'en' else 3])
    w = word(r, ql)
    return Item(ql, cap(q.format(w=w)), r.choice(NO_WORD[al]).format(w=w), noise=False)


SYMBOL = {
    'en': ['What is the chemical symbol of {x}?', 'What is the symbol for {x}?', "What's the symbol for {x}?", 'Which symbol does the element {x} have?', 'Chemical symbol of {x}?', 'How is {x} written in the periodic table?', 'symbol of the element {x}', 'What is the symbol of the element {x}?', 'Give me the symbol of {x}.', 'Which one or two letters stand for {x}?', 'In the periodic table, {x} is which symbol?', 'Chemistry: {x}?', 'I need the chemical sign for {x}.'],
    'cs': ['Jaká je chemická značka: {x}?', 'Jakou značku má prvek {x}?', 'Chemická značka prvku {x}?', 'Jak se v tabulce prvků značí {x}?', 'Která značka patří prvku {x}?', 'Značka prvku {x}', 'Jakou má prvek {x} značku?', 'Řekni mi značku prvku {x}.', 'Která písmena má v tabulce prvek {x}?', 'V tabulce prvků má {x} jakou značku?', 'Potřebuji chemickou značku prvku {x}.'],
}


def symbol(r, ql, al):
    q = r.choice(SYMBOL[ql])
    if r.random() < 0.7:
        s, e, c = r.choice(facts.ELEMENTS[:36] if r.random() < 0.5 else facts.ELEMENTS)
        a = f'The chemical symbol for {e.lower()} is {s}.' if al == 'en' else f'Chemická značka prvku {c} je {s}.'
        return Item(ql, cap(q.format(x=e.lower() if ql == 'en' else c)), a, short=s)
    x = word(r, ql)
    if norm(x) in declines.ELEMENT_NAMES:
        x += 'ium'
    return Item(ql, cap(q.format(x=x)), declines.no_such(r, ql, al, 'element', x))


BOOK = {
    'en': ['Who wrote the book {t}?', 'Who wrote {t}?', 'Who is the author of the book {t}?', 'The book {t}, who wrote it?', 'I have {t} here. Who is the author?', 'Author of {t}?', 'Which writer wrote the book {t}?', 'Whose novel is {t}?', 'Name the author of {t}.', '{t} was written by whom?', 'Who is {t} by?', 'My friend reads {t}. Who wrote that?', 'Tell me the author of the book called {t}.'],
    'cs': ['Kdo napsal knihu {t}?', 'Kdo je autorem knihy {t}?', 'Kniha {t}, kdo ji napsal?', 'Mám tu knihu {t}. Kdo je autor?', 'Autor knihy {t}?', 'Který spisovatel napsal knihu {t}?', 'Čí kniha je {t}?', 'Jmenuj autora díla {t}.', 'Kdo napsal dílo s názvem {t}?', 'Kamarád čte knihu {t}. Kdo ji napsal?', 'Řekni mi autora knihy, která se jmenuje {t}.', 'Od koho je kniha {t}?'],
}
BOOKS = [w for w in facts.WORKS if w[3] == 'w']
# Czech adjectives by gender: each goes with the nouns of its row.
TITLE_CS = [
    ('Modrý Starý Cizí Bílý Noční Ztracený Poslední Tichý Zelený Kamenný Podivný Smutný Veselý Vysoký Dávný', 'vítr dům host kopec most soused večer pramen návrat pes dopis slib maják'),
    ('Modrá Stará Cizí Bílá Noční Ztracená Poslední Tichá Zelená Kamenná Podivná Smutná Veselá Vysoká Dávná', 'voda cesta zahrada hora zima planina pošta řeka tráva loď hvězda ulice studna'),
    ('Modré Staré Cizí Bílé Noční Ztracené Poslední Tiché Zelené Kamenné Podivné Smutné Veselé Vysoké Dávné', 'ticho město okno jaro světlo moře pole slovo ráno léto schody stíny časy'),
]


def title(r, lang):
    m = r.random()
    if m < 0.25:
        return cap(word(r, lang))
    if lang == 'cs':
        adjectives, nouns = (x.split() for x in r.choice(TITLE_CS))
        a, n = r.choice(adjectives), r.choice(nouns)
        return f'{a} {n}' if m < 0.75 else f'{a} {n} a {r.choice(nouns)}'
    n = lambda: cap(r.choice(vocab.NOUNS)[0])
    a = r.choice(unknown.ADJ + 'Blue Old Green Tall Strange Merry Sleeping Northern Seventh Wooden Grey Narrow'.split())
    return r.choice([f'The {a} {n()}', f'{a} {n()}', f'The {n()} and the {n()}', f'A {n()} for {r.choice(unknown.FIRST)}', f'{n()} Without {n()}', f'The {n()} of {cap(word(r, lang))}'])


def book(r, ql, al):
    q = r.choice(BOOK[ql])
    mark = r.random() < 0.35
    quote = lambda t: (f'"{t}"' if ql == 'en' else f'„{t}“') if mark else t
    if r.random() < KNOWN:
        e, who, c, _ = r.choice(BOOKS)
        wc = facts.CSNAME.get(who, who)
        a = f'{cap(e)} was written by {who}.' if al == 'en' else f'{cap(facts.ACC.get(c, c))} napsal{"a" if who in facts.FEM else ""} {wc}.'
        return Item(ql, cap(q.format(t=quote(e if ql == 'en' else c))), a, short=who if al == 'en' else wc)
    t = title(r, ql)
    it = unknown.mk(r, ql, q.format(t=quote(t)), t, al)
    it.noise = r.random() < 0.5
    return it


PLACE = {
    'en': [('cap', 'I am flying to the capital of {}. Which city is that?'), ('cap', 'What city is the capital of {}?'), ('cap', 'In {}, which city is the capital?'), ('cap', 'Is there a capital of {}, and what is it called?'), ('cur', 'I am going to {}. What money do I need?'), ('cur', 'How do people pay in {}?'), ('cur', 'Which money is used in {}?'), ('lang', 'What do the people of {} speak?'), ('lang', 'I am moving to {}. Which language should I learn?'), ('cont', 'Where in the world is {}?'), ('cont', 'Which continent does {} belong to?')],
    'cs': [('cap', 'Letím do hlavního města {g}. Které to je?'), ('cap', 'Které město je hlavním městem {g}?'), ('cap', 'Jak se hlavní město {g} jmenuje?'), ('cur', 'Jaké peníze platí na území {g}?'), ('cur', 'Kterou měnu má stát {c}?'), ('lang', 'Jaký jazyk má stát {c}?'), ('lang', 'Kterým jazykem mluví obyvatelé {g}?'), ('cont', 'Kde na světě leží {c}?'), ('cont', 'Ke kterému světadílu patří {c}?')],
}


def place(r, ql, al):
    """A country in a traveller's words; an invented one is said to be unknown."""
    kind, q = r.choice(PLACE[ql])
    if r.random() < KNOWN:
        c = geo.pick(r)
        while not c.get(kind, True):  # not every country has its money or language in the table
            c = geo.pick(r)
        it = geo.fact(r, c, kind, ql, al)
        it.q = cap(q.format(c['en'], c=c['cs'], g=c['gen']))
        return it
    stem = cap(''.join(r.choice(traps.SYLLABLES) for _ in range(r.randint(1, 3))))
    if ql == 'en':
        nom = gen = stem + r.choice(['ia', 'land', 'stan', 'ania', 'ora', 'istan', 'mark'])
    else:
        nom, gen = r.choice([(stem + 'ie', stem + 'ie'), (stem + 'sko', stem + 'ska'), (stem + 'stán', stem + 'stánu'), (stem + 'ánie', stem + 'ánie')])
    a = r.choice([f'I do not know a country called {nom}.', f'I know no country called {nom}.']) if al == 'en' else r.choice([f'Zemi jménem {nom} neznám.', f'Stát jménem {nom} neznám.'])
    return Item(ql, q.format(nom, c=nom, g=gen), a, noise=False)


PERSON = {
    'en': ['Who is {}?', 'Who was {}?', 'Who exactly was {}?', 'Tell me about {}.', 'What do you know about {}?', 'Do you know {}?', 'What is {} famous for?', 'Have you heard of {}?', 'What did {} do?', 'Why is {} known?', 'Somebody mentioned {}. Who is that?', '{}, who is that?', 'I read about {}. Who was it?'],
    'cs': ['Kdo je {}?', 'Kdo to byl, {}?', 'Kdo přesně byl {}?', 'Co víš o osobě {}?', 'Znáš jméno {}?', 'Čím je známé jméno {}?', 'Čím se proslavil člověk jménem {}?', 'Slyšel jsi jméno {}?', 'Někdo mluvil o osobě {}. Kdo to je?', '{}, kdo to je?', 'Proč je známé jméno {}?'],
}
PEOPLE = [(x[0].split(' / ')[0][8:-1], x[2], x[3]) for x in facts.QA if x[0].startswith('Who was ') and ' the ' not in x[0].split(' / ')[0]]
PEOPLE_CS = {'Shakespeare': 'William Shakespeare', 'Napoleon': 'Napoleon', 'Christopher Columbus': 'Kryštof Kolumbus', 'Marie Curie': 'Marie Curie', 'Charles Darwin': 'Charles Darwin'}


def person(r, ql, al):
    q = r.choice(PERSON[ql])
    if r.random() < KNOWN:
        n, en, cs = r.choice(PEOPLE)
        return Item(ql, q.format(n if ql == 'en' else PEOPLE_CS.get(n, n)), en if al == 'en' else cs)
    m = r.random()
    n = traps.name(r) if m < 0.4 else f'{r.choice(unknown.FIRST)} {r.choice(unknown.LAST)}' if m < 0.8 else f'{r.choice(unknown.FIRST)} {cap(word(r, ql))}'
    it = unknown.mk(r, ql, q.format(n), n, al)
    it.noise = r.random() < 0.5
    return it


@domain('contrast', 16)
def contrast(r, ql, al):
    return r.choices([meaning, symbol, book, place, person], [5, 3, 4, 3, 4])[0](r, ql, al)
