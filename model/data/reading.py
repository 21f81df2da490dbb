"""Work with a given text: summaries, questions about it, what it says and what it does not say."""

from core import *
import json
import geo, unknown, talk, vocab, traps

PEOPLE = {
    'en': [
        'Anna Brook',
        'Tom Harris',
        'Maria Lopez',
        'John Weaver',
        'Eva Stone',
        'Peter Novak',
        'Lucy Field',
        'Sam Okafor',
        'Dr. Hartmann',
        'Helen Grey',
        'Oscar Lind',
        'Nina Petrova',
    ],
    'cs': [
        'Anna Horáková',
        'Tomáš Dvořák',
        'Marie Veselá',
        'Jan Kučera',
        'Eva Kamenná',
        'Petr Novák',
        'Lucie Polová',
        'Karel Sedlák',
        'doktor Hartman',
        'Helena Šedá',
        'Ondřej Lípa',
        'Nina Petrová',
    ],
}
CITY_CS = {
    'Praze': 'Praha',
    'Brně': 'Brno',
    'Ostravě': 'Ostrava',
    'Plzni': 'Plzeň',
    'Liberci': 'Liberec',
    'Olomouci': 'Olomouc',
    'Zlíně': 'Zlín',
    'Jihlavě': 'Jihlava',
    'Londýně': 'Londýn',
    'Paříži': 'Paříž',
    'Berlíně': 'Berlín',
    'Vídni': 'Vídeň',
}
CITY_EN = [
    'Prague',
    'Brno',
    'Oslo',
    'Dublin',
    'Madrid',
    'Vienna',
    'Lisbon',
    'Boston',
    'Geneva',
    'Ostrava',
    'Leeds',
    'Porto',
    'Turin',
    'Gdansk',
    'Tampere',
    'Utrecht',
]
DAY = {
    'en': [
        'on Monday',
        'on Tuesday',
        'on Wednesday',
        'on Thursday',
        'on Friday',
        'on Saturday',
        'on Sunday',
        'yesterday',
        'last week',
        'in May',
        'in October',
        'this morning',
    ],
    'cs': [
        'v pondělí',
        'v úterý',
        've středu',
        've čtvrtek',
        'v pátek',
        'v sobotu',
        'v neděli',
        'včera',
        'minulý týden',
        'v květnu',
        'v říjnu',
        'dnes ráno',
    ],
}
# what happened | the same short | why | a side remark
EVENTS = {
    'en': rows("""
opened a small bakery|opened a bakery|because the old one had closed|The first customers came at six in the morning.
won the town chess tournament|won the chess tournament|after three hours of play|Twenty players took part.
found a lost dog near the river|found a lost dog|while walking home|The dog was tired but healthy.
planted forty trees in the park|planted trees in the park|to make more shade in summer|Children from the school helped.
repaired the old bridge|repaired the bridge|because it was no longer safe|The work took two months.
gave a concert in the town hall|gave a concert|to collect money for the hospital|More than two hundred people came.
moved to a new flat|moved to a new flat|because the old one was too small|The flat has three rooms and a balcony.
started a new job in a library|started a job in a library|after finishing school|The library is open every day.
bought a red bicycle|bought a bicycle|to ride to work|It cost nine thousand crowns.
wrote a book about birds|wrote a book about birds|after many years of watching them|The book has two hundred pages.
missed the train to work|missed the train|because the alarm did not ring|The next train left an hour later.
cooked dinner for the whole family|cooked dinner for the family|because it was a birthday|Everybody liked the soup best.
saved a cat from a tree|saved a cat|when a neighbour asked for help|The cat ran home at once.
learned to swim at sixty|learned to swim|to stay healthy|The lessons were twice a week.
sold the old car|sold the car|because it broke down too often|The new owner paid in cash.
painted the fence green|painted the fence|before the guests arrived|It took the whole afternoon.
broke a leg while skiing|broke a leg|on an icy slope|The doctor said it would heal in six weeks.
opened a repair shop for phones|opened a phone repair shop|because many people asked for it|Most repairs are done within a day.
"""),
    'cs': rows("""
otevírá malou pekárnu|otevírá pekárnu|protože ta stará skončila|První zákazníci přijdou v šest ráno.
vyhrává městský turnaj v šachu|vyhrává turnaj v šachu|po třech hodinách hry|Hrálo dvacet hráčů.
našel ztraceného psa u řeky|našel ztraceného psa|cestou domů|Pes byl unavený, ale zdravý.
sází v parku čtyřicet stromů|sází v parku stromy|aby bylo v létě víc stínu|Pomáhají i děti ze školy.
opravuje starý most|opravuje most|protože už nebyl bezpečný|Práce trvají dva měsíce.
pořádá koncert na radnici|pořádá koncert|aby získal peníze pro nemocnici|Přišlo přes dvě stě lidí.
se stěhuje do nového bytu|se stěhuje do nového bytu|protože starý byl příliš malý|Byt má tři pokoje a balkon.
začíná pracovat v knihovně|začíná pracovat v knihovně|po skončení školy|Knihovna má otevřeno každý den.
kupuje červené kolo|kupuje kolo|aby mohl jezdit do práce|Stálo devět tisíc korun.
píše knihu o ptácích|píše knihu o ptácích|po mnoha letech pozorování|Kniha má dvě stě stran.
zmeškal vlak do práce|zmeškal vlak|protože nezazvonil budík|Další vlak jel o hodinu později.
vaří večeři pro celou rodinu|vaří večeři pro rodinu|protože je oslava narozenin|Všem nejvíc chutnala polévka.
zachraňuje kočku ze stromu|zachraňuje kočku|na prosbu sousedky|Kočka hned utekla domů.
se učí plavat|se učí plavat|aby zůstal zdravý|Lekce jsou dvakrát týdně.
prodává staré auto|prodává auto|protože se často kazilo|Nový majitel zaplatil hotově.
natírá plot na zeleno|natírá plot|než přijedou hosté|Trvalo to celé odpoledne.
"""),
}
SIDE = {
    'en': [
        'The weather was fine.',
        'It was a quiet day.',
        'The local paper wrote about it.',
        'Many neighbours heard the news.',
        'Nobody had expected it.',
        'The story is well known there.',
        'Coffee was served afterwards.',
        'It will be remembered for a long time.',
    ],
    'cs': [
        'Počasí bylo pěkné.',
        'Byl to klidný den.',
        'Psaly o tom místní noviny.',
        'Sousedé o tom dlouho mluvili.',
        'Nikdo to nečekal.',
        'Potom se podávala káva.',
        'Bude se na to dlouho vzpomínat.',
    ],
}


def person(r, lang):
    """Half of the names are ones that no list has, so that they must be copied."""
    if r.random() < 0.5:
        return r.choice(PEOPLE[lang])
    return r.choice(unknown.FIRST) + ' ' + (r.choice(unknown.LAST) if r.random() < 0.5 else unknown.pseudo(r))


DID = {
    'en': [
        'bought',
        'sold',
        'found',
        'lost',
        'painted',
        'repaired',
        'built',
        'opened',
        'brought',
        'drew',
        'cleaned',
        'described',
        'photographed',
        'designed',
        'moved',
        'borrowed',
        'broke',
        'showed',
        'presented',
        'introduced',
        'announced',
        'closed',
        'started',
        'won',
    ],
    'cs': [
        'koupil',
        'prodal',
        'našel',
        'ztratil',
        'opravil',
        'postavil',
        'přinesl',
        'nakreslil',
        'vyčistil',
        'popsal',
        'vyfotil',
        'navrhl',
        'rozbil',
        'ukázal',
        'představil',
        'zavřel',
    ],
}
KIND = {
    'en': [
        'new',
        'old',
        'small',
        'large',
        'red',
        'blue',
        'green',
        'wooden',
        'modern',
        'electric',
        'cheap',
        'expensive',
        'beautiful',
        'strange',
        'heavy',
        'public',
        'famous',
        'local',
    ],
    'cs': [],
}
GROUP = {
    'en': [
        'The company {}',
        'The school {}',
        'The city of {}',
        'The team {}',
        'Mr {}',
        'Mrs {}',
        'Professor {}',
        'The museum of {}',
        'The shop {}',
        'The club {}',
    ],
    'cs': [
        'Firma {}',
        'Škola {}',
        'Město {}',
        'Tým {}',
        'Pan {}',
        'Paní {}',
        'Profesor {}',
        'Obchod {}',
        'Klub {}',
        'Spolek {}',
    ],
}
MORE = {
    'en': [
        'It cost {n} crowns.',
        'The work took {n} days.',
        'More than {n} people came.',
        'The {w} was {a}.',
        'Everybody liked the {w}.',
        'It should be ready next year.',
        'It will be open from nine to five.',
        'The {w} will follow in {m}.',
        'The owner has worked there for {n} years.',
        'It sells {w}s and {v}s.',
        'Nobody knows why.',
        'The old {w} was too {a}.',
        'Visitors can return the {w} at the door.',
        'The {w} is next to the {v}.',
        'The mayor was there too.',
        'Children may come for free.',
        'Tickets cost {n} euros.',
        'She had worked in an office for {n} years.',
    ],
    'cs': [
        'Stálo to {n} korun.',
        'Práce trvala {n} dní.',
        'Přišlo přes {n} lidí.',
        'Všem se to líbilo.',
        'Hotovo má být příští rok.',
        'Otevřeno bude od devíti do pěti.',
        'Nikdo neví proč.',
        'Vstupné je {n} korun.',
        'Přišel i starosta.',
        'Děti mají vstup zdarma.',
        'Vedle je {w} a {v}.',
        'Další novinka se jmenuje {w}.',
        'Do provozu má přijít za {n} měsíců.',
        'Jezdí rychlostí {n} km/h.',
        'K dispozici je také {w}.',
    ],
}


def free_text(r, lang):
    """A text that no list has: names, words and numbers drawn afresh. Its summary is its first sentence."""
    n = lambda: r.choice(vocab.NOUNS)[0 if lang == 'en' else 1]
    who = (
        r.choice(GROUP[lang]).format(traps.name(r))
        if r.random() < 0.5
        else person(r, lang)
        if r.random() < 0.7
        else traps.name(r)
    )
    if lang == 'en':
        thing = (r.choice(KIND['en']) + ' ' if r.random() < 0.7 else '') + (n() + ' ' if r.random() < 0.4 else '') + n()
        art = 'an' if thing[0] in 'aeiou' else 'a'
        where = r.choice(
            [
                'in ' + (r.choice(CITY_EN) if r.random() < 0.6 else traps.name(r)),
                'near the ' + n(),
                'on Main Street',
                'at the ' + n(),
                '',
            ]
        )
        when = r.choice(DAY['en'] + ['', '', 'in August', 'in 2024'])
        first = (
            f'{who} {r.choice(DID["en"])} {art} {thing} {where} {when}'
            if r.random() < 0.7
            else f'{cap(when or "yesterday")} {who if not who.startswith("The ") else "the " + who[4:]} {r.choice(DID["en"])} {art} {thing} {where}'
        )
        if r.random() < 0.25:
            first = f'The {n()} {where} will be {r.choice(["closed", "open", "free", "repaired", "moved"])} {when}'
    else:
        loc = r.choice(list(CITY_CS))
        where = r.choice([('ve ' if loc.startswith(('Z', 'V')) else 'v ') + loc, 've městě ' + traps.name(r), ''])
        when = r.choice(DAY['cs'] + ['', ''])
        first = (
            f'{who} {when} {r.choice(DID["cs"])} {n()} a {n()} {where}'
            if r.random() < 0.5
            else f'{cap(when or "včera")} {where} {who if " " not in who or not who.split()[0] in ("Firma", "Škola", "Město", "Tým", "Pan", "Paní", "Profesor", "Obchod", "Klub", "Spolek") else low(who)} {r.choice(DID["cs"])} {n()}'
        )
    first = ' '.join(first.split()) + '.'
    fill = lambda t: t.format(
        n=r.randint(2, 900),
        w=n(),
        v=n(),
        a=r.choice(vocab.ADJ)[0 if lang == 'en' else 1],
        m=r.choice(['May', 'June', 'October', 'spring']),
    )
    return first, ' '.join([first] + [fill(x) for x in r.sample(MORE[lang], r.randint(1, 4))]), who


def story(r, lang):
    """A text of two to five sentences, with its parts."""
    e = r.choice(EVENTS[lang])
    who = person(r, lang)
    if lang == 'en':
        place = r.choice(CITY_EN) if r.random() < 0.7 else unknown.pseudo(r)
        where = 'in ' + place
    else:
        loc, place = r.choice(list(CITY_CS.items()))
        where = ('ve ' if loc.startswith(('Z', 'V')) else 'v ') + loc
    when = r.choice(DAY[lang])
    first = f'{who} {e[0]} {where} {when}.'
    if lang == 'cs' and r.random() < 0.5:
        first = f'{cap(when)} {where} {who} {e[0]}.'
    second = r.choice(
        [
            f'It happened {e[2]}.' if not e[2].startswith(('to ', 'because')) else f'The reason is simple: {e[2]}.',
            f'This was {e[2]}.',
        ]
        if lang == 'en'
        else [f'Stalo se to {e[2]}.' if not e[2].startswith(('aby', 'protože', 'než')) else f'Důvod: {e[2]}.']
    )
    rest = [second, e[3]] + r.sample(SIDE[lang], r.randint(0, 2))
    keep = r.randint(1, len(rest))
    rest = rest[:keep]
    if r.random() < 0.2:
        rest.insert(0, r.choice(SIDE[lang]))
    text = ' '.join([first] + rest)
    return dict(
        text=text,
        who=who,
        what=e[0],
        short=e[1],
        why=e[2] if second in rest else None,
        where=where,
        place=place,
        when=when,
        said=rest,
    )


ASK = {
    'en': [
        'Summarise this text: {t}',
        'Summarise in one sentence: {t}',
        'Summarize: {t}',
        'Give me a short summary of this text:\n{t}',
        '{t}\n\nSummarise the text above in one sentence.',
        'What is this text about? {t}',
        'Make this shorter: {t}',
        'TL;DR: {t}',
        'Sum up: {t}',
        'Shorten this text: {t}',
        'What does the text say in one sentence?\n\n{t}',
        'Please write a one-sentence summary of the following text.\n\n{t}',
        'In short, what happened? {t}',
    ],
    'cs': [
        'Shrň tento text: {t}',
        'Shrň jednou větou: {t}',
        'Stručně shrň:\n{t}',
        '{t}\n\nShrň text jednou větou.',
        'O čem je tento text? {t}',
        'Zkrať tento text: {t}',
        'Udělej krátké shrnutí: {t}',
        'Napiš shrnutí textu: {t}',
        'Co se v textu stalo? {t}',
        'Řekni to krátce: {t}',
        'Prosím o shrnutí:\n\n{t}',
    ],
}


def summary(r, lang):
    if r.random() < 0.75:
        first, text, _ = free_text(r, lang)
    else:
        text = story(r, lang)['text']
        first = (
            text[: text.index('. ') + 1]
            if not text.startswith('Dr.') and '. ' in text and 'Dr.' not in text[: text.index('. ') + 1]
            else None
        )
        if first is None:
            return summary(r, lang)
    return Item(lang, r.choice(ASK[lang]).format(t=text), first, noise=False)


def question(r, lang):
    s = story(r, lang)
    E = lang == 'en'
    k = r.choice(['who', 'who', 'where', 'when', 'what', 'why', 'none'])
    if k == 'why' and not s['why']:
        k = 'who'
    q = (
        {
            'who': ['Who is the text about?', 'Who did it?', 'Who is mentioned?', 'What is the name of the person?'],
            'where': ['Where did it happen?', 'In which city?', 'Where was it?'],
            'when': ['When did it happen?', 'When was it?'],
            'what': ['What happened?', 'What did the person do?'],
            'why': ['Why?', 'Why did it happen?', 'For what reason?']
            if s['why'] and s['why'].startswith(('to ', 'because'))
            else ['In what situation?', 'How did it come about?'],
            'none': [
                'How old is the person?',
                'What is the phone number?',
                'How much was the tax?',
                'What colour is the house?',
                'Who is the mayor?',
            ],
        }[k]
        if E
        else {
            'who': ['O kom je text?', 'Kdo to udělal?', 'Kdo je v textu?', 'Jak se ta osoba jmenuje?'],
            'where': ['Kde se to stalo?', 'Ve kterém městě?', 'Kde to bylo?'],
            'when': ['Kdy se to stalo?', 'Kdy to bylo?'],
            'what': ['Co se stalo?', 'Co ta osoba udělala?'],
            'why': ['Proč?', 'Proč se to stalo?', 'Z jakého důvodu?'],
            'none': ['Kolik je té osobě let?', 'Jaké je telefonní číslo?', 'Jakou barvu má dům?', 'Kdo je starosta?'],
        }[k]
    )
    a = {
        'who': s['who'] + '.',
        'where': cap(s['where']) + '.',
        'when': cap(s['when']) + '.',
        'what': f'{s["who"]} {s["what"]}.',
        'why': cap(s['why'] or '') + '.',
        'none': 'The text does not say that.' if E else 'To v textu není.',
    }[k]
    t, q = s['text'], r.choice(q)
    form = r.choice(
        [
            f'{t}\n\n{q}',
            f'{t} {q}',
            f'Text: {t}\nQuestion: {q}' if E else f'Text: {t}\nOtázka: {q}',
            f'Read the text and answer. {t} {q}' if E else f'Přečti si text a odpověz. {t} {q}',
            f'{q} {t}',
            f'"{t}" {q}' if E else f'„{t}“ {q}',
            f'Based on this text, {low(q)}\n{t}' if E else f'Podle textu: {q}\n{t}',
        ]
    )
    return Item(lang, form, a, short=a.rstrip('.'), noise=False)


NOTES = {
    'en': [
        'Meeting moved to {d}, room {n}.',
        'Please buy milk, bread and {n} eggs {d}.',
        'The parcel number {n} arrives {d}.',
        'The invoice of {n} crowns is due {d}.',
        'Bus {n} does not run {d}.',
        'The course starts {d} and costs {n} crowns.',
    ],
    'cs': [
        'Schůzka je {d}, místnost {n}.',
        'Kup mléko, chléb a {n} vajec {d}.',
        'Zásilka číslo {n} přijde {d}.',
        'Faktura na {n} korun se platí {d}.',
        'Autobus {n} nejede {d}.',
        'Kurz začíná {d} a stojí {n} korun.',
    ],
}


def note(r, lang):
    E = lang == 'en'
    n, d = r.randint(2, 999), r.choice(DAY[lang][:7])
    t = r.choice(NOTES[lang]).format(n=n, d=d)
    if r.random() < 0.5:
        q, a = (
            (
                r.choice(['When?', 'On which day?', 'When is it?'])
                if E
                else r.choice(['Kdy?', 'Který den?', 'Kdy to je?'])
            ),
            cap(d) + '.',
        )
    else:
        q, a = (
            (
                r.choice(['Which number is mentioned?', 'What number is in the note?'])
                if E
                else r.choice(['Jaké číslo je v textu?', 'Které číslo je ve zprávě?'])
            ),
            str(n),
        )
    return Item(
        lang,
        r.choice([f'{t} {q}', f'{q} {t}', f'Note: {t}\n{q}' if E else f'Poznámka: {t}\n{q}']),
        a,
        short=a.rstrip('.'),
        noise=False,
    )


@domain('reading', 11)
def reading(r, lang):
    return r.choice([summary, summary, summary, question, question, question, note])(r, lang)


@domain('extract', 4)
def extract(r, lang):
    """Facts out of a sentence into JSON: asked for with the keys, or forced by a grammar (then only the values are learned)."""
    E = lang == 'en'
    nme = talk.anyname(r)
    ag = r.randint(1, 99)
    city = (
        r.choice(geo.C)['cap_en' if E else 'cap_cs']
        if r.random() < 0.5
        else r.choice(talk.CITIES[lang])
        if r.random() < 0.6
        else unknown.pseudo(r)
    )
    job = r.choice(
        ['teacher', 'doctor', 'driver', 'cook', 'painter', 'nurse']
        if E
        else ['učitel', 'lékař', 'řidič', 'kuchař', 'malíř', 'hasič']
    )
    mail = f'{strip_dia(nme).lower()}@{r.choice(["example.com", "firma.cz", "mail.org"])}'
    F = (
        {'name': nme, 'age': ag, 'city': city, 'job': job, 'email': mail}
        if E
        else {'jméno': nme, 'věk': ag, 'město': city, 'povolání': job, 'email': mail}
    )
    ks = list(F)
    use = r.sample(ks, r.randint(2, 4))
    if ks[0] not in use:
        use[0] = ks[0]
    parts = {
        'name': nme,
        'age': f'{ag} years old',
        'city': f'lives in {city}',
        'job': f'works as a {job}',
        'email': f'can be reached at {mail}',
        'jméno': nme,
        'věk': f'věk {ag} let',
        'město': f'bydlí ve městě {city}',
        'povolání': f'pracuje jako {job}',
    }
    if not E:
        parts['email'] = f'má e-mail {mail}'
    rest = [k for k in use if k != ks[0]]
    if E:
        s = nme + ' ' + ' and '.join(('is ' if k == 'age' else '') + parts[k] for k in rest) + '.'
    else:
        s = nme + ': ' + ', '.join(parts[k] for k in rest) + '.'
    if r.random() < 0.3:
        s = ', '.join(str(F[k]) for k in use)
    keys = use[:]
    r.shuffle(keys)
    keys = keys if r.random() < 0.7 else [k for k in ks if k in use]
    if not E and r.random() < 0.4:
        m = {'jméno': 'name', 'věk': 'age', 'město': 'city', 'povolání': 'job', 'email': 'email'}
        out = {m[k]: F[k] for k in keys}
    else:
        out = {k: F[k] for k in keys}
    kl = ', '.join(out)
    asked = r.random() < 0.55
    if len(out) > 1 and r.random() < 0.5:
        ks_ = list(out)
        kl = ', '.join(ks_[:-1]) + (' and ' if E else ' a ') + ks_[-1]
    if asked:
        q = r.choice(
            [
                f'Extract {kl} as JSON: {s}',
                f'Return JSON with {kl}: {s}',
                f'{s} Return JSON ({kl}).',
                f'JSON with the keys {kl}: {s}',
                f'Return a JSON object with {kl}: {s}',
                f'{s} Give me {kl} as JSON.',
                f'Make JSON with {kl} from this: {s}',
                f'JSON ({kl}): {s}',
                f'Return JSON with keys {kl}: {s}',
            ]
            if E
            else [
                f'Vrať JSON s klíči {kl}: {s}',
                f'Převeď na JSON ({kl}): {s}',
                f'{s} Vypiš jako JSON ({kl}).',
                f'Vrať objekt JSON s {kl}: {s}',
                f'JSON ({kl}): {s}',
                f'Udělej JSON s klíči {kl}: {s}',
            ]
        )
    else:
        q = r.choice(
            [
                s,
                f'Extract the data: {s}',
                f'{s} Extract {kl}.',
                f'Extract the information. {s}',
                f'Who is it? {s}',
                f'Parse: {s}',
            ]
            if E
            else [s, f'Vypiš údaje: {s}', f'{s} Vypiš {kl}.', f'Zpracuj: {s}']
        )
    body = []
    kind = 'a' if asked else 'f'
    for i, (k, v) in enumerate(out.items()):
        body.append(
            [
                kind,
                ('{' if i == 0 else ', ')
                + json.dumps(k, ensure_ascii=False)
                + ': '
                + ('"' if isinstance(v, str) else ''),
            ]
        )
        body.append(['a', json.dumps(v, ensure_ascii=False)[1:] if isinstance(v, str) else json.dumps(v)])
    body.append(['a', '}'])
    return Item(lang, '', '', msgs=[['u', q], ['a', body]], chain=False)
