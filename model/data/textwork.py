"""Small tasks over a given text: count, upper case, reverse, sort, first and last word, capitals, extract, sentiment, JSON."""

import json
import re
from core import *
import vocab, talk, facts, geo, unknown

ENW = [w for w in vocab.ENK if w.isalpha() and len(w) > 2]
CSW = [w for w in vocab.CSK if w.isalpha() and len(w) > 2]


def word(r, lang):
    if r.random() < 0.12:
        return ''.join(r.choice('abcdefghijklmnoprstuvz') for _ in range(r.randint(3, 7)))
    if r.random() < 0.25:
        return r.choice(POOL[lang])
    return r.choice(ENW if lang == 'en' else CSW)


def pool(i):
    """Every word that questions and small talk use: also those that no list of words has."""
    rows_ = facts.QA + talk.TALK + talk.REPAIR + geo.CZFACTS
    return sorted(
        {w.lower() for x in rows_ for s in (x[i], x[i + 2]) for w in re.findall(r'[^\W\d_]{3,12}', s)}
        | set(
            (
                'hello world internet banana morning window music people python boreal model token question answer'
                if i == 0
                else 'ahoj svět internet banán ráno okno hudba lidé python boreal model token otázka odpověď'
            ).split()
        )
    )


POOL = {'en': pool(0), 'cs': pool(1)}
SUBJ = {
    'en': [
        'The cat',
        'A dog',
        'My sister',
        'The old man',
        'Our teacher',
        'Tom',
        'Anna',
        'The train',
        'This book',
        'The small boy',
        'My friend Peter',
        'The sun',
        'Our team',
        'The doctor',
        'A bird',
    ],
    'cs': [
        'Kočka',
        'Malý pes',
        'Moje sestra',
        'Starý pán',
        'Náš učitel',
        'Tomáš',
        'Anna',
        'Vlak',
        'Tato kniha',
        'Malý chlapec',
        'Můj kamarád Petr',
        'Slunce',
        'Náš tým',
        'Lékař',
        'Pták',
    ],
}
PRED = {
    'en': [
        'sleeps on the sofa',
        'runs in the park',
        'likes apples',
        'went to Prague yesterday',
        'lives in a big house',
        'came home late',
        'reads a long letter',
        'is very happy today',
        'bought a new car',
        'sings every morning',
        'waits at the station',
        'plays with a ball',
        'works in the garden',
        'looks out of the window',
    ],
    'cs': [
        'spí na gauči',
        'běhá v parku',
        'má rád jablka',
        'jel včera do Prahy',
        'bydlí ve velkém domě',
        'přišel domů pozdě',
        'čte dlouhý dopis',
        'má dnes velkou radost',
        'koupil nové auto',
        'zpívá každé ráno',
        'čeká na nádraží',
        'si hraje s míčem',
        'pracuje na zahradě',
        'se dívá z okna',
    ],
}


def sent(r, lang):
    if r.random() < 0.25:
        return ' '.join(word(r, lang) for _ in range(r.randint(2, 7)))
    return r.choice(SUBJ[lang]) + ' ' + r.choice(PRED[lang]) + '.'


POS = {
    'en': [
        'I love this product!',
        'The service was excellent.',
        'What a wonderful day!',
        'The food was delicious.',
        'I am very happy with it.',
        'Great work, thank you!',
        'The film was amazing.',
        'Best purchase ever.',
        'The staff were friendly and helpful.',
        'It works perfectly.',
        'I really enjoyed the book.',
        'Fantastic experience, I will come again.',
        'Everything was great.',
        'A beautiful and quiet place.',
    ],
    'cs': [
        'Tento výrobek miluji!',
        'Služby byly vynikající.',
        'To je nádherný den!',
        'Jídlo bylo výborné.',
        'Jsem velmi spokojený.',
        'Skvělá práce, děkuji!',
        'Ten film byl úžasný.',
        'Nejlepší nákup.',
        'Personál byl milý a ochotný.',
        'Funguje to perfektně.',
        'Kniha se mi moc líbila.',
        'Skvělý zážitek, přijdu znovu.',
        'Všechno bylo skvělé.',
        'Krásné a klidné místo.',
    ],
}
NEG = {
    'en': [
        'I hate this product.',
        'The service was terrible.',
        'What an awful day.',
        'The food was cold and bad.',
        'I am very disappointed.',
        'Terrible work.',
        'The film was boring.',
        'Worst purchase ever.',
        'The staff were rude.',
        'It broke after two days.',
        'I did not like the book at all.',
        'Never again.',
        'Everything went wrong.',
        'A dirty and noisy place.',
    ],
    'cs': [
        'Tento výrobek nesnáším.',
        'Služby byly hrozné.',
        'To je příšerný den.',
        'Jídlo bylo studené a špatné.',
        'Jsem velmi zklamaný.',
        'Hrozná práce.',
        'Ten film byl nudný.',
        'Nejhorší nákup.',
        'Personál byl nepříjemný.',
        'Po dvou dnech se to rozbilo.',
        'Kniha se mi vůbec nelíbila.',
        'Už nikdy.',
        'Všechno se pokazilo.',
        'Špinavé a hlučné místo.',
    ],
}
NEU = {
    'en': [
        'The shop opens at nine.',
        'The train leaves from platform two.',
        'The meeting is on Monday.',
        'The table is made of wood.',
    ],
    'cs': ['Obchod otevírá v devět.', 'Vlak jede z druhého nástupiště.', 'Schůzka je v pondělí.', 'Stůl je ze dřeva.'],
}
THING = {
    'en': [
        'food',
        'hotel',
        'film',
        'book',
        'service',
        'room',
        'coffee',
        'staff',
        'phone',
        'trip',
        'concert',
        'weather',
        'lunch',
        'app',
        'teacher',
        'bed',
        'price',
        'view',
    ],
    'cs': [
        'jídlo',
        'ubytování',
        'představení',
        'zboží',
        'počasí',
        'pivo',
        'divadlo',
        'město',
        'auto',
        'kafe',
        'prostředí',
        'kino',
    ],
}
FEEL = {
    'en': (
        [
            'great',
            'wonderful',
            'excellent',
            'fantastic',
            'lovely',
            'perfect',
            'delicious',
            'amazing',
            'very good',
            'brilliant',
            'nice',
            'superb',
        ],
        [
            'awful',
            'terrible',
            'bad',
            'horrible',
            'disgusting',
            'boring',
            'poor',
            'very bad',
            'dreadful',
            'a disappointment',
            'disappointing',
            'useless',
        ],
    ),
    'cs': (
        ['skvělé', 'výborné', 'úžasné', 'krásné', 'vynikající', 'perfektní', 'moc dobré', 'příjemné'],
        ['hrozné', 'strašné', 'špatné', 'příšerné', 'odporné', 'nudné', 'ubohé', 'mizerné'],
    ),
}


def opinion(r, lang):
    """A kind and an unkind sentence about something."""
    t = r.choice(THING[lang])
    good, bad = r.choice(FEEL[lang][0]), r.choice(FEEL[lang][1])
    if lang == 'en':
        be = 'were' if t == 'staff' else 'was'
        f = r.choice(['The {} {} {}.', 'The {} {} {}!', 'I think the {} {} {}.', 'Honestly, the {} {} {}.'])
        return f.format(t, be, good), f.format(t, be, bad)
    f = r.choice(['{} bylo {}.', '{} bylo opravdu {}!', 'Celkově: {} bylo {}.'])
    t = cap(t) if f.startswith('{') else t
    return f.format(t, good), f.format(t, bad)


def T(r, lang, en, cs):
    return r.choice(en if lang == 'en' else cs)


@domain('text', 12)
def text(r, lang):
    E = lang == 'en'
    k = r.choice(
        [
            'letters',
            'wordsn',
            'upper',
            'upper',
            'lower',
            'rev',
            'rev',
            'sort',
            'sort',
            'first',
            'last',
            'capit',
            'mail',
            'num',
            'name',
            'senti',
            'senti',
            'repeat',
            'repeat',
            'spell',
            'firstl',
            'lastl',
            'has',
            'sum',
            'longest',
            'count_l',
            'json',
            'only',
            'replace',
            'listn',
            'cat',
        ]
    )
    w = word(r, lang)
    s = sent(r, lang)
    th = None
    sh = None
    qw = f'"{w}"' if E else f'„{w}“'
    if r.random() < 0.4:
        qw = w
    qs = f'"{s}"' if E else f'„{s}“'
    sep = r.choice([': ', ': ', ':\n'])
    qs2 = s if r.random() < 0.5 else qs
    if k == 'letters':
        q = T(
            r,
            lang,
            [
                f'How many letters are in {qw}?',
                f'How many letters does the word {qw} have?',
                f'Count the letters in {qw}.',
                f'Number of letters in {qw}?',
            ],
            [f'Kolik písmen má slovo {qw}?', f'Kolik je písmen ve slově {qw}?', f'Spočítej písmena ve slově {qw}.'],
        )
        n = len(w)
        th = '-'.join(w) + f': {n}.'
        a = (
            f'The word "{w}" ({"-".join(w)}) has {n} letters.'
            if E
            else f'Slovo „{w}“ ({"-".join(w)}) má {n} {"písmena" if n in (2, 3, 4) else "písmen"}.'
        )
        sh = str(n)
    elif k == 'spell':
        q = T(
            r,
            lang,
            [f'Spell {qw}.', f'How do you spell {qw}?', f'Spell the word {qw} letter by letter.'],
            [f'Hláskuj slovo {qw}.', f'Vyhláskuj {qw}.', f'Napiš slovo {qw} po písmenech.'],
        )
        a = '-'.join(w)
    elif k == 'rev':
        q = T(
            r,
            lang,
            [
                f'Reverse the word {qw}.',
                f'Write {qw} backwards.',
                f'Spell {qw} backwards.',
                f'What is {qw} reversed?',
                f'Reverse: {w}',
            ],
            [f'Obrať slovo {qw}.', f'Napiš {qw} pozpátku.', f'Jak je {qw} pozpátku?', f'Otoč slovo {qw}.'],
        )
        th = '-'.join(w) + ' → ' + '-'.join(w[::-1]) + '.'
        a = f'{"-".join(w)} → {"-".join(w[::-1])}: {w[::-1]}'
        sh = w[::-1]
    elif k == 'wordsn':
        n = len(s.split())
        q = T(
            r,
            lang,
            [
                f'How many words are in {qs}?',
                f'Count the words{sep}{s}',
                f'How many words does this sentence have{sep}{s}',
            ],
            [f'Kolik slov má věta {qs}?', f'Spočítej slova{sep}{s}', f'Kolik je slov ve větě{sep}{s}'],
        )
        a = (
            f'There are {n} words.'
            if E
            else f'{"Jsou tam" if n in (2, 3, 4) else "Je tam"} {n} {"slova" if n in (2, 3, 4) else "slov"}.'
        )
        sh = str(n)
        th = ', '.join(f'{i + 1} {x.rstrip(".")}' for i, x in enumerate(s.split())) + '.'
    elif k == 'upper':
        x = w if r.random() < 0.5 else s
        q = T(
            r,
            lang,
            [
                f'Write {x if x == w else qs} in capital letters.',
                f'Uppercase{sep}{x}',
                f'Convert to uppercase{sep}{x}',
                f'Make this upper case{sep}{x}',
                f'to uppercase: {x}',
            ],
            [f'Napiš velkými písmeny{sep}{x}', f'Převeď na velká písmena{sep}{x}', f'Velkými písmeny{sep}{x}'],
        )
        a = x.upper()
    elif k == 'lower':
        x = (w if r.random() < 0.5 else s).upper()
        q = T(
            r,
            lang,
            [f'Write in lower case{sep}{x}', f'Convert to lowercase{sep}{x}', f'lowercase: {x}'],
            [f'Napiš malými písmeny{sep}{x}', f'Převeď na malá písmena{sep}{x}'],
        )
        a = x.lower()
    elif k in ('sort', 'longest', 'listn'):
        n = r.randint(3, 6)
        nums = r.random() < 0.45 and k == 'sort'
        l = [r.randint(0, 99) for _ in range(n)] if nums else r.sample(ENW if E else [x for x in CSW if x.isascii()], n)
        js = r.choice([', ', ', ', ' ']).join(map(str, l))
        if k == 'longest':
            m = max(len(x) for x in l)
            while sum(len(x) == m for x in l) > 1:
                l = r.sample(ENW if E else CSW, n)
                m = max(len(x) for x in l)
            if r.random() < 0.3:
                x, y = max(l, key=len), min(l, key=len)
                p = [x, y] if r.random() < 0.5 else [y, x]
                return Item(
                    lang,
                    r.choice(
                        [f'Which word is longer, {p[0]} or {p[1]}?', f'Which word is longer: {p[0]} or {p[1]}?']
                        if E
                        else [
                            f'Které slovo je delší, {p[0]}, nebo {p[1]}?',
                            f'Které slovo je delší: {p[0]} nebo {p[1]}?',
                        ]
                    ),
                    f'The word "{x}" ({len(x)} letters) is longer than "{y}" ({len(y)}).'
                    if E
                    else f'Slovo „{x}“ ({len(x)} písmen) je delší než „{y}“ ({len(y)}).',
                    short=x,
                    noise=False,
                )
            js = ', '.join(l)
            q = T(
                r,
                lang,
                [f'Which word is the longest: {js}?', f'Find the longest word{sep}{js}'],
                [f'Které slovo je nejdelší: {js}?', f'Najdi nejdelší slovo{sep}{js}'],
            )
            a = max(l, key=len)
        elif k == 'listn':
            i = r.randrange(n)
            o = 'first second third fourth fifth sixth'.split()[i]
            oc = 'první druhé třetí čtvrté páté šesté'.split()[i]
            js = ', '.join(l)
            q = T(
                r,
                lang,
                [f'What is the {o} word in this list: {js}?', f'List: {js}. What is the {o} one?'],
                [f'Jaké je {oc} slovo v seznamu: {js}?', f'Seznam: {js}. Které slovo je {oc}?'],
            )
            a = l[i]
        else:
            desc = r.random() < 0.25 and nums
            q = T(
                r,
                lang,
                [
                    f'Sort {"from largest to smallest" if desc else "these numbers" if nums else "alphabetically"}: {js}',
                    f'Sort {"in descending order" if desc else "in ascending order" if nums else "in alphabetical order"}: {js}',
                    f'{"Order from biggest to smallest" if desc else "Put in order"}: {js}',
                ],
                [
                    f'Seřaď {"od největšího" if desc else "od nejmenšího" if nums else "podle abecedy"}: {js}',
                    f'Seřaď {"sestupně" if desc else "vzestupně" if nums else "abecedně"}: {js}',
                ],
            )
            a = ', '.join(map(str, sorted(l, reverse=desc)))
    elif k in ('first', 'last'):
        x = s.rstrip('.').split()
        q = T(
            r,
            lang,
            [
                f'What is the {k} word of {qs}?',
                f'What is the {k} word{sep}{s}',
                f'Give me the {k} word of this sentence{sep}{s}',
            ],
            [
                f'Jaké je {"první" if k == "first" else "poslední"} slovo věty {qs}?',
                f'{"První" if k == "first" else "Poslední"} slovo{sep}{s}',
                f'Napiš {"první" if k == "first" else "poslední"} slovo této věty{sep}{s}',
            ],
        )
        a = x[0] if k == 'first' else x[-1]
    elif k in ('firstl', 'lastl'):
        q = T(
            r,
            lang,
            [
                f'What is the {"first" if k == "firstl" else "last"} letter of {qw}?',
                f'Which letter does {qw} {"begin" if k == "firstl" else "end"} with?',
            ],
            [
                f'Jaké je {"první" if k == "firstl" else "poslední"} písmeno slova {qw}?',
                f'Na jaké písmeno {"začíná" if k == "firstl" else "končí"} slovo {qw}?',
            ],
        )
        a = w[0] if k == 'firstl' else w[-1]
    elif k == 'has':
        c = r.choice(w) if r.random() < 0.5 else r.choice('abcdeiklmnoprstuz')
        y = c in w
        q = T(
            r,
            lang,
            [f'Does the word {qw} contain the letter {c}?', f'Is there a {c} in {qw}?'],
            [f'Je ve slově {qw} písmeno {c}?', f'Obsahuje slovo {qw} písmeno {c}?'],
        )
        a = (
            (('Yes' if y else 'No') + f', "{w}" {"contains" if y else "does not contain"} the letter {c}.')
            if E
            else (('Ano' if y else 'Ne') + f', slovo „{w}“ písmeno {c} {"obsahuje" if y else "neobsahuje"}.')
        )
        th = '-'.join(w) + '.'
    elif k == 'count_l':
        c = r.choice(w)
        n = w.count(c)
        q = T(
            r,
            lang,
            [
                f'How many times is the letter {c} in {qw}?',
                f'How many {c} are in {qw}?',
                f"How many {c}'s are in {qw}?",
                f'How many times does {c} appear in {qw}?',
                f'Count the letter {c} in {qw}.',
                f'How many letters {c} does {qw} have?',
            ],
            [f'Kolikrát je písmeno {c} ve slově {qw}?', f'Kolik písmen {c} je ve slově {qw}?'],
        )
        marked = '-'.join(f'{x}({w[: i + 1].count(c)})' if x == c else x for i, x in enumerate(w))
        a = f'{marked}: the letter {c} is there {n}×.' if E else f'{marked}: písmeno {c} je tam {n}×.'
        sh = str(n)
        th = '-'.join(w) + f': {n}.'
    elif k == 'capit':
        x = s.lower()
        q = T(
            r,
            lang,
            [
                f'Fix the capitalisation{sep}{x}',
                f'Capitalise the first letter{sep}{x}',
                f'Write with a capital letter{sep}{x}',
            ],
            [f'Oprav velké písmeno na začátku{sep}{x}', f'Napiš s velkým písmenem na začátku{sep}{x}'],
        )
        a = cap(x)
    elif k == 'mail':
        n = r.choice(talk.NAMES['en'] + talk.NAMES['cs'])
        n2 = r.choice(
            [
                n,
                r.choice(
                    [
                        'info',
                        'office',
                        'support',
                        'hello',
                        'sales',
                        'contact',
                        'admin',
                        'shop',
                        'help',
                        'jobs',
                        'podpora',
                        'obchod',
                        'kontakt',
                    ]
                ),
                strip_dia(word(r, 'en')),
                strip_dia(unknown.pseudo(r)),
            ]
        )
        m = f'{strip_dia(n2).lower()}{r.choice(["", ".", "_", ""])}{r.choice([strip_dia(word(r, "en")), str(r.randint(1, 99)), "", ""])}@{r.choice([strip_dia(word(r, "en")) + ".com", strip_dia(unknown.pseudo(r)).lower() + r.choice([".cz", ".org", ".eu"]), "example.com", "mail.cz", "test.org", "firma.cz", "post.net", "seznam.cz"])}'
        x = T(
            r,
            lang,
            [
                f'Write to me at {m} by Friday.',
                f'contact us at {m} today',
                f'Our address is {m}. We answer within a day.',
                f'You can reach {n} at {m}',
                f'My e-mail is {m} and my name is {n}.',
                f'Contact: {n}, {m}, phone {r.randint(100000000, 999999999)}.',
                f'Please send it to {m}, thanks.',
            ],
            [
                f'Napište mi na {m} do pátku.',
                f'Můj e-mail je {m} a jmenuji se {n}.',
                f'Kontakt: {n}, {m}, telefon {r.randint(100000000, 999999999)}.',
                f'Pošlete to prosím na {m}, díky.',
            ],
        )
        q = T(
            r,
            lang,
            [
                f'Extract the e-mail address{sep}{x}',
                f'Find the e-mail in this text{sep}{x}',
                f'What is the e-mail address here? {x}',
            ],
            [f'Najdi e-mail v textu{sep}{x}', f'Vypiš e-mailovou adresu{sep}{x}', f'Jaký je tu e-mail? {x}'],
        )
        a = m
    elif k == 'num':
        n = r.randint(1, 9999)
        x = T(
            r,
            lang,
            [
                f'The invoice number is {n}.',
                f'I paid {n} crowns for it.',
                f'There were {n} people at the concert.',
                f'The code is {n}, do not lose it.',
            ],
            [
                f'Číslo faktury je {n}.',
                f'Zaplatil jsem za to {n} korun.',
                f'Na koncertě bylo {n} lidí.',
                f'Kód je {n}, neztraťte ho.',
            ],
        )
        q = T(
            r,
            lang,
            [f'Extract the number{sep}{x}', f'Which number is in the text? {x}', f'Find the number{sep}{x}'],
            [f'Najdi číslo{sep}{x}', f'Jaké číslo je v textu? {x}', f'Vypiš číslo{sep}{x}'],
        )
        a = str(n)
    elif k == 'name':
        n = r.choice(talk.NAMES[lang])
        c = r.choice(talk.CITIES[lang])
        x = T(
            r,
            lang,
            [
                f'My name is {n} and I live in {c}.',
                f'{n} works in {c}.',
                f'Yesterday {n} travelled to {c}.',
                f'Hello, this is {n} from {c}.',
            ],
            [
                f'Jmenuji se {n} a bydlím ve městě {c}.',
                f'{n} pracuje ve městě {c}.',
                f'Dobrý den, tady {n}, {c}.',
                f'Včera {n} přijel do města {c}.',
            ],
        )
        if r.random() < 0.6:
            q = T(
                r,
                lang,
                [f'Extract the name{sep}{x}', f'What is the name of the person? {x}', f'Who is mentioned here? {x}'],
                [f'Vypiš jméno{sep}{x}', f'Jaké jméno je v textu? {x}', f'O kom je řeč? {x}'],
            )
            a = n
        else:
            q = T(
                r,
                lang,
                [f'Extract the city{sep}{x}', f'Which city is mentioned? {x}'],
                [f'Vypiš město{sep}{x}', f'Jaké město je v textu? {x}'],
            )
            a = c
    elif k == 'senti':
        m = r.random()
        pos, neg = opinion(r, lang)
        x, la, lc = (
            (r.choice([r.choice(POS[lang]), pos]), 'positive', 'pozitivní')
            if m < 0.45
            else (r.choice([r.choice(NEG[lang]), neg]), 'negative', 'negativní')
            if m < 0.9
            else (r.choice(NEU[lang]), 'neutral', 'neutrální')
        )
        q = T(
            r,
            lang,
            [
                f'Is this positive or negative? {x}',
                f'Is this review positive? "{x}"',
                f'Is this review good or bad? {x}',
                f'Does the customer like it? {x}',
                f'Positive or negative: {x}',
                f'Is this text positive, negative or neutral? {x}',
                f'How does the writer feel? {x}',
                f'Rate the sentiment: "{x}"',
                f'What is the sentiment of this sentence{sep}{x}',
                f'Sentiment: {x}',
                f'Classify the sentiment{sep}{x}',
                f'Is "{x}" positive or negative?',
            ],
            [
                f'Je to pozitivní, nebo negativní? {x}',
                f'Je tato recenze kladná? „{x}“',
                f'Je recenze dobrá, nebo špatná? {x}',
                f'Líbilo se to zákazníkovi? {x}',
                f'Pozitivní, nebo negativní: {x}',
                f'Jak se pisatel cítí? {x}',
                f'Jaký je sentiment věty{sep}{x}',
                f'Urči náladu věty{sep}{x}',
                f'Je věta „{x}“ pozitivní, nebo negativní?',
            ],
        )
        a = cap(la) + '.' if E else cap(lc) + '.'
        sh = la if E else lc
    elif k in ('repeat', 'only'):
        x = w if r.random() < 0.3 else s
        if k == 'only':
            x = r.choice(
                ['OK', 'yes', 'no', 'hello', 'done', 'READY', '42', 'banana', 'pong']
                if E
                else ['OK', 'ano', 'ne', 'ahoj', 'hotovo', 'PŘIPRAVEN', '42', 'banán', 'pong']
            )
        q = T(
            r,
            lang,
            [
                f'Repeat after me: {x}',
                f'Say "{x}".',
                f'Write exactly: {x}',
                f'Repeat: {x}',
                f'Say {x}',
                f'Reply only with {x}',
                f'Answer only "{x}"',
                f'Just say {x}',
                f'Please reply with exactly: {x}',
                f'Echo: {x}',
            ],
            [
                f'Opakuj po mně: {x}',
                f'Řekni „{x}“.',
                f'Napiš přesně: {x}',
                f'Zopakuj: {x}',
                f'Řekni {x}',
                f'Odpověz pouze {x}',
                f'Odpověz jen „{x}“',
                f'Napiš jen {x}',
            ],
        )
        a = x
    elif k == 'sum':
        s2 = [r.choice(SUBJ[lang]) + ' ' + r.choice(PRED[lang]) for _ in range(2)]
        w_ = s2[0]
        q = T(
            r,
            lang,
            [
                f'Summarise in one sentence{sep}{s2[0]}. It was a normal day. {s2[0].split(" ")[0]} did it because it was fun.',
                f'Summarise{sep}{s2[0]}. {s2[1]}.',
            ],
            [f'Shrň jednou větou{sep}{s2[0]}. Byl to obyčejný den.', f'Shrň{sep}{s2[0]}. {s2[1]}.'],
        )
        a = (
            (
                f'{s2[0]}.'
                if s2[1] not in q
                else f'{s2[0]}, and {low(s2[1]) if s2[1].split()[0] in ("The", "A", "My", "Our", "This") else s2[1]}.'
            )
            if E
            else (
                f'{s2[0]}.'
                if s2[1] not in q
                else f'{s2[0]} a {low(s2[1]) if s2[1].split()[0] not in ("Tomáš", "Anna") else s2[1]}.'
            )
        )
    elif k == 'replace':
        x = s.rstrip('.').split()
        i = r.randrange(len(x))
        q = T(
            r,
            lang,
            [f'Replace "{x[i]}" with "{w}": {s}', f'In this sentence change {x[i]} to {w}: {s}'],
            [f'Nahraď „{x[i]}“ slovem „{w}“: {s}', f'Zaměň {x[i]} za {w}: {s}'],
        )
        a = s.replace(x[i], w, 1)
    elif k == 'cat':
        ws = [word(r, lang) for _ in range(r.randint(2, 4))]
        q = T(
            r,
            lang,
            [f'Join these words with a dash: {", ".join(ws)}', f'Join with -: {", ".join(ws)}'],
            [f'Spoj slova pomlčkou: {", ".join(ws)}'],
        )
        a = '-'.join(ws)
    else:
        n = r.choice(talk.NAMES[lang])
        ag = r.randint(3, 90)
        c = r.choice(talk.CITIES[lang])
        o = {'name': n, 'age': ag, 'city': c} if E else {'jméno': n, 'věk': ag, 'město': c}
        x = T(
            r,
            lang,
            [f'{n} is {ag} years old and lives in {c}.', f'{n}, {ag}, {c}'],
            [f'{n}, věk {ag}, město {c}.', f'{n}, {ag}, {c}'],
        )
        q = T(
            r,
            lang,
            [
                f'Turn this into JSON with name, age and city: {x}',
                f'Return JSON (name, age, city): {x}',
                f'Extract name, age and city as JSON: {x}',
            ],
            [f'Převeď na JSON s klíči jméno, věk a město: {x}', f'Vrať JSON (jméno, věk, město): {x}'],
        )
        a = json.dumps(o, ensure_ascii=False)
    if r.random() < 0.12 and k not in ('upper', 'lower', 'capit', 'repeat', 'only'):
        q = low(q)
    return Item(lang, q, a, short=sh or a, think=th, noise=False)


@domain('wordcount', 3)
def wordcount(r, lang):
    ws = [r.choice(vocab.ENK if lang == 'en' else vocab.CSK).split()[0] for _ in range(r.randint(2, 9))]
    s = ' '.join(ws) if r.random() < 0.6 else cap(' '.join(ws)) + '.'
    k = len(ws)
    E = lang == 'en'
    m = r.random()
    if m < 0.5:
        q = r.choice(
            [
                f'How many words are in "{s}"?',
                f'Count the words: {s}',
                f'How many words does "{s}" have?',
                f'Number of words in: {s}',
                f'How many words are there in "{s}"?',
            ]
            if E
            else [f'Kolik slov je v „{s}“?', f'Spočítej slova: {s}', f'Kolik slov má „{s}“?', f'Počet slov: {s}']
        )
        return Item(
            lang,
            q,
            ' '.join(f'{w.rstrip(".")} ({i + 1})' for i, w in enumerate(ws))
            + (
                '. That is %d words.' % k
                if E
                else f'. To {"jsou" if k in (2, 3, 4) else "je"} {k} {"slova" if k in (2, 3, 4) else "slov"}.'
            ),
            short=str(k),
            noise=False,
            think=', '.join(f'{i + 1} {w}' for i, w in enumerate(ws)) + '.',
        )
    if m < 0.75:
        l = r.sample(range(0, 100), r.randint(3, 7))
        js = r.choice([', ', ' ', '; ']).join(map(str, l))
        q = r.choice(
            [
                f'Sort the numbers {js}',
                f'Sort {js}.',
                f'Sort: {js}',
                f'Please sort these numbers: {js}',
                f'Arrange in order: {js}',
                f'sort ascending {js}',
            ]
            if E
            else [
                f'Seřaď čísla {js}',
                f'Seřaď {js}.',
                f'Seřaď: {js}',
                f'Srovnej čísla podle velikosti: {js}',
                f'Uspořádej {js}',
            ]
        )
        return Item(lang, q, ', '.join(map(str, sorted(l))), noise=False)
    w = word(r, lang)
    q = r.choice(
        [
            f'Put the word {w} in upper case',
            f'Write {w} in capitals.',
            f'{w} in capital letters',
            f'Make {w} uppercase',
            f'Capitalise every letter of {w}',
            f'Write the word {w} with capital letters',
        ]
        if E
        else [
            f'Napiš slovo {w} velkými písmeny',
            f'{w} velkými písmeny',
            f'Slovo {w} napiš velkými písmeny.',
            f'Převeď slovo {w} na velká písmena',
        ]
    )
    return Item(lang, q, w.upper(), noise=False)


SMALL = {
    'en': 'I you he she we they it is a the an in on at to of and or my no yes do go be am so not'.split(),
    'cs': 'já ty on ona my vy to je a v na u k z se si i o s do ne ano co jak'.split(),
}


@domain('count2', 4)
def count2(r, lang):
    E = lang == 'en'
    m = r.random()
    if m < 0.45:
        ws = [
            r.choice(SMALL[lang]) if r.random() < 0.4 else r.choice(vocab.ENK if E else vocab.CSK).split()[0]
            for _ in range(r.randint(2, 9))
        ]
        s = ' '.join(ws)
        s = cap(s) if r.random() < 0.5 else s
        ws = s.split()
        k = len(ws)
        if r.random() < 0.3:
            s += r.choice(['.', '!', '?'])
        q = r.choice(
            [
                f'How many words are in "{s}"?',
                f'Count the words: {s}',
                f'How many words does "{s}" have?',
                f'How many words are there in: {s}',
                f'Word count: {s}',
                f'How many words: {s}',
            ]
            if E
            else [
                f'Kolik slov je v „{s}“?',
                f'Spočítej slova: {s}',
                f'Kolik slov má „{s}“?',
                f'Počet slov: {s}',
                f'Kolik slov obsahuje „{s}“?',
            ]
        )
        return Item(
            lang,
            q,
            ' '.join(f'{w} ({i + 1})' for i, w in enumerate(ws))
            + (
                f'. That is {k} words.'
                if E
                else f'. To {"jsou" if k in (2, 3, 4) else "je"} {k} {"slova" if k in (2, 3, 4) else "slov"}.'
            ),
            short=str(k),
            noise=False,
        )
    w = word(r, lang) if r.random() < 0.8 else talk.anyname(r).lower()
    k = len(w)
    qw = r.choice([f'"{w}"', w, f"'{w}'"]) if E else r.choice([f'„{w}“', w, f'"{w}"'])
    q = r.choice(
        [
            f'How many letters are in {qw}?',
            f'How many letters does {qw} have?',
            f'How long is the word {qw}?',
            f'Letters in {qw}?',
            f'How many characters are in {qw}?',
            f'Count letters: {w}',
        ]
        if E
        else [
            f'Kolik písmen je ve slově {qw}?',
            f'Kolik písmen má {qw}?',
            f'Jak dlouhé je slovo {qw}?',
            f'Počet písmen ve slově {qw}?',
            f'Kolik znaků má slovo {qw}?',
            f'Z kolika písmen je slovo {qw}?',
        ]
    )
    return Item(
        lang,
        q,
        f'The word "{w}" ({"-".join(w)}) has {k} letters.'
        if E
        else f'Slovo „{w}“ ({"-".join(w)}) má {k} {"písmena" if k in (2, 3, 4) else "písmen"}.',
        short=str(k),
        noise=False,
        think='-'.join(w) + f': {k}.',
    )


SYNONYMS = rows("""
quick|fast|hbitý|rychlý
ask|question|doktor|lékař
shop|store|peníze|finance
picture|image|obrázek|ilustrace
woman|lady|holka|dívka
man|gentleman|dívat se|koukat
poor|needy|chudý|nuzný
pretty|beautiful|hezký|pěkný
ugly|unattractive|ošklivý|škaredý
funny|amusing|legrační|směšný
strange|odd|divný|zvláštní
loud|noisy|hlasitý|hlučný
tired|weary|unavený|znavený
near|close|blízko|nedaleko
choose|pick|vybrat|zvolit
show|display|ukázat|předvést
happy|glad|veselý|radostný
sad|unhappy|smutný|zarmoucený
big|large|velký|rozměrný
small|little|malý|drobný
fast|quick|rychlý|hbitý
smart|clever|chytrý|bystrý
begin|start|začít|zahájit
end|finish|skončit|ukončit
beautiful|pretty|krásný|hezký
angry|mad|naštvaný|rozzlobený
easy|simple|snadný|lehký
difficult|hard|těžký|obtížný
ill|sick|nemocný|churavý
rich|wealthy|bohatý|zámožný
brave|courageous|statečný|odvážný
house|home|dům|stavení
road|street|cesta|silnice
child|kid|dítě|potomek
answer|reply|odpověď|reakce
mistake|error|chyba|omyl
car|automobile|auto|vůz
doctor|physician|lékař|doktor
buy|purchase|koupit|pořídit
help|assist|pomoci|podpořit
talk|speak|mluvit|hovořit
quiet|silent|tichý|nehlučný
gift|present|dárek|dar
job|work|práce|zaměstnání
""")


@domain('small_language', 4)
def small_language(r, lang):
    """Synonyms, a sentence with a word, and corrections, which it does not do."""
    E = lang == 'en'
    k = r.random()
    if k < 0.4:
        x = r.choice(SYNONYMS)
        a, b = (x[0], x[1]) if E else (x[2], x[3])
        return Item(
            lang,
            r.choice(
                [
                    f'Give me a synonym for {a}.',
                    f'What is a synonym of {a}?',
                    f'Synonym for {a}?',
                    f'Another word for {a}?',
                    f'What is another word for {a}?',
                    f'Which word means the same as {a}?',
                ]
                if E
                else [
                    f'Řekni synonymum ke slovu {a}.',
                    f'Jaké je synonymum slova {a}?',
                    f'Synonymum ke slovu {a}?',
                    f'Jiné slovo pro {a}?',
                    f'Které slovo znamená totéž co {a}?',
                ]
            ),
            f'A synonym of "{a}" is "{b}".' if E else f'Synonymum slova „{a}“ je „{b}“.',
            short=b,
        )
    if k < 0.75:
        w = r.choice(vocab.NOUNS)[0 if E else 1]
        return Item(
            lang,
            r.choice(
                [
                    f'Write a sentence with the word {w}.',
                    f'Make a sentence with {w}.',
                    f'Use the word {w} in a sentence.',
                    f'Give me a sentence with "{w}".',
                ]
                if E
                else [
                    f'Napiš větu se slovem {w}.',
                    f'Vytvoř větu se slovem {w}.',
                    f'Použij slovo {w} ve větě.',
                    f'Dej mi větu se slovem „{w}“.',
                ]
            ),
            f'I like the word "{w}".' if E else f'Líbí se mi slovo „{w}“.',
            noise=False,
        )
    s = r.choice(
        [
            'She go to school.',
            'He have a dog.',
            'I goes home.',
            'They is happy.',
            'We was there.',
            'He dont know.',
            'I has a car.',
            'The cats is big.',
        ]
        if E
        else ['Já jsme doma.', 'Děti šel domů.', 'Viděl jsem bílí dům.', 'Psi štěkaly.', 'Bydlim v Praze.', 'Mi jdeme.']
    )
    return Item(
        lang,
        r.choice(
            [f'Correct this sentence: {s}', f'Fix the grammar: {s}', f'Is this sentence right? {s}', f'Correct: {s}']
            if E
            else [f'Oprav větu: {s}', f'Oprav pravopis: {s}', f'Je tato věta správně? {s}', f'Oprav: {s}']
        ),
        'I cannot correct sentences reliably; I am only the small built-in model.'
        if E
        else 'Věty spolehlivě opravit neumím; jsem jen malý vestavěný model.',
        noise=False,
    )
