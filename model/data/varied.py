"""Days counted from today, units with a fraction, status codes that are unknown here, questions in other languages, the tone of a sentence, lists as JSON, jokes and sentences about a thing."""

import json
from core import *
import boreal, creative, definitions, maths, vocab

# ---------- days from today ----------
SHIFT = {
    'en': {
        1: ['what day is tomorrow?', 'what will tomorrow be?', 'which day comes tomorrow?', 'tomorrow is which day?'],
        -1: ['what day was yesterday?', 'what was yesterday?', 'which day was it yesterday?', 'yesterday was which day?'],
        2: ['what day is the day after tomorrow?', 'which day is it in two days?', 'what is the day after tomorrow?', 'what day will it be in 2 days?'],
        -2: ['what day was the day before yesterday?', 'which day was it two days ago?', 'what day was it 2 days ago?'],
        3: ['what day is it in three days?', 'which day comes in 3 days?'],
        -3: ['what day was it three days ago?', 'which day was it 3 days ago?'],
        7: ['what day is it in a week?', 'which day will it be in seven days?'],
    },
    'cs': {
        1: ['jaký den je zítra?', 'co bude zítra?', 'který den bude zítra?', 'zítra je jaký den?', 'jaký den bude zítra?'],
        -1: ['jaký den byl včera?', 'co bylo včera za den?', 'který den byl včera?', 'včera byl jaký den?'],
        2: ['jaký den je pozítří?', 'co bude pozítří?', 'který den bude za dva dny?', 'co je pozítří za den?'],
        -2: ['jaký den byl předevčírem?', 'co bylo předevčírem?', 'který den byl před dvěma dny?'],
        3: ['jaký den bude za tři dny?', 'který den je za 3 dny?'],
        -3: ['jaký den byl před třemi dny?', 'který den byl před 3 dny?'],
        7: ['jaký den bude za týden?', 'který den je za sedm dní?'],
    },
}
SAID = {
    'en': {1: 'Tomorrow is {}.', -1: 'Yesterday was {}.', 2: 'The day after tomorrow is {}.', -2: 'The day before yesterday was {}.', 3: 'In three days it is {}.', -3: 'Three days ago it was {}.', 7: 'In a week it is {} again.'},
    'cs': {1: 'Zítra bude {}.', -1: 'Včera: {}.', 2: 'Pozítří bude {}.', -2: 'Předevčírem: {}.', 3: 'Za tři dny bude {}.', -3: 'Před třemi dny: {}.', 7: 'Za týden bude zase {}.'},
}


def from_today(r, l):
    i, n = r.randrange(7), r.choice([1, 1, 1, -1, -1, -1, 2, 2, -2, -2, 3, -3, 7])
    t, v = (maths.DAYS[k % 7][0 if l == 'en' else 1] for k in (i, i + n))
    q = r.choice(SHIFT[l][n])
    if l == 'en':
        q = r.choice([f'If today is {t}, {q}', f'Today is {t}. {cap(q)}', f'{cap(q[:-1])} if today is {t}?', f'It is {t} today, {q}', f'{cap(q[:-1])} when it is {t} today?'])
    else:
        q = r.choice([f'Když je dnes {t}, {q}', f'Dnes je {t}. {cap(q)}', f'{cap(q[:-1])}, když je dnes {t}?', f'Jestli je dnes {t}, {q}', f'Dneska je {t}, {q}', f'{cap(q[:-1])}, jestliže je dnes {t}?', f'{cap(q[:-1])}, jestli je dneska {t}?'])
    return Item(l, q, SAID[l][n].format(v), short=v)


# ---------- units with a fraction ----------
UNITS = [('m', 'cm', 100, 'metres', 'centimetres', 'metru', 'centimetrů'), ('km', 'm', 1000, 'kilometres', 'metres', 'kilometru', 'metrů'), ('kg', 'g', 1000, 'kilograms', 'grams', 'kilogramu', 'gramů'), ('l', 'ml', 1000, 'litres', 'millilitres', 'litru', 'mililitrů'), ('l', 'dl', 10, 'litres', 'decilitres', 'litru', 'decilitrů'), ('cm', 'mm', 10, 'centimetres', 'millimetres', 'centimetru', 'milimetrů'), ('t', 'kg', 1000, 'tonnes', 'kilograms', 'tuny', 'kilogramů'), ('h', 'min', 60, 'hours', 'minutes', 'hodiny', 'minut')]


def fraction(r, l):
    a, b, k, la, lb, ca, cb = r.choice(UNITS)
    x = r.choice([0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 10.5] if k == 60 else [0.5, 1.5, 2.5, 0.1, 0.2, 1.2, 1.7, 3.4, 0.75, 0.25, 2.1, 4.5, r.randint(1, 99) / 10])
    v = round(x * k, 2)
    t = f'{x:g}' if l == 'en' else f'{x:g}'.replace('.', ',')
    v = f'{v:g}' if l == 'en' else f'{v:g}'.replace('.', ',')
    q = r.choice([f'How many {b} is {t} {a}?', f'How many {lb} are {t} {la}?', f'{t} {a} in {b}?', f'Convert {t} {la} to {lb}.', f'{t} {la} are how many {lb}?', f'What is {t} {a} in {lb}?']) if l == 'en' else r.choice([f'Kolik {b} je {t} {a}?', f'Kolik {cb} je {t} {ca}?', f'{t} {a} v {b}?', f'Převeď {t} {a} na {b}.', f'{t} {ca} je kolik {cb}?', f'Kolik je {t} {ca} v {b}?'])
    return Item(l, q, f'{t} {a} = {v} {b}', short=v)


def long_time(r, l):
    """Minutes that do not make whole hours."""
    n = r.randint(61, 320)
    h, m = divmod(n, 60)
    if not m:
        return long_time(r, l)
    q = r.choice([f'{n} minutes in hours and minutes?', f'How many hours are {n} minutes?', f'Convert {n} minutes to hours.', f'{n} minutes is how long?']) if l == 'en' else r.choice([f'{n} minut na hodiny a minuty?', f'Kolik hodin je {n} minut?', f'Převeď {n} minut na hodiny.', f'{n} minut je jak dlouho?'])
    hc = 'hodina' if h == 1 else 'hodiny' if h < 5 else 'hodin'
    mc = 'minuta' if m == 1 else 'minuty' if m < 5 else 'minut'
    s = f'{h} × 60 = {h * 60}, {n} - {h * 60} = {m}: '
    return Item(l, q, s + (f'{h} hour{"s" * (h > 1)} {m} minute{"s" * (m > 1)}.' if l == 'en' else f'{h} {hc} {m} {mc}.'), short=f'{h} h {m} min')


# ---------- codes, and other languages ----------
def code(r, l):
    known = set(boreal.CODES)
    n = r.choice([x for x in (100, 201, 204, 206, 301, 302, 304, 307, 406, 408, 409, 410, 411, 412, 415, 418, 421, 422, 423, 425, 426, 428, 431, 451, 501, 503, 504, 505, 507, 511, 520, 522, 599, 600, 777, 999) if str(x) not in known])
    q = r.choice(boreal.STATUS[l] + ([f'What does error {n} mean?'] * 4 if l == 'en' else [f'Co znamená chyba {n}?'] * 4)).format(n)
    return Item(l, q, r.choice([f'I do not know the code {n} here. The page /reference describes the API.', f'I do not know what {n} means here.'] if l == 'en' else [f'Kód {n} tady neznám. API popisuje stránka /reference.', f'Co tady znamená {n}, nevím.']))


ABROAD = """Bonjour, comment allez-vous?
Bonjour, ça va?
Salut, tu parles français?
Quelle est la capitale de la France?
Quelle heure est-il?
Où se trouve Paris?
Comment t'appelles-tu?
Combien font deux et deux?
Parlez-vous français?
Qui a écrit Les Misérables?
Merci beaucoup!
¿Cuál es la capital de Francia?
¿Cuál es la capital de México?
¿Cómo estás?
¿Cómo te llamas?
Hola, ¿qué tal?
¿Qué hora es?
¿Dónde está Madrid?
¿Cuántos años tienes?
¿Hablas español?
Buenos días, ¿puedes ayudarme?
Was ist die Hauptstadt von Frankreich?
Was ist die Hauptstadt von Österreich?
Wie heißt die Hauptstadt von Italien?
Wie geht es dir?
Wie heißt du?
Guten Tag, wie spät ist es?
Wo liegt Berlin?
Wie viel ist zwei und zwei?
Sprechen Sie Deutsch?
Kannst du mir helfen?
Wer hat Faust geschrieben?
Qual è la capitale d'Italia?
Come stai?
Come ti chiami?
Ciao, parli italiano?
Dove si trova Roma?
Che ore sono?
Qual é a capital do Brasil?
Como você está?
Jaka jest stolica Polski?
Jak się masz?
Jak masz na imię?
Ile to jest dwa plus dwa?
Czy mówisz po polsku?
Gdzie leży Warszawa?
Wat is de hoofdstad van Nederland?
Hoe gaat het?
Hvad er hovedstaden i Danmark?
Mi a fővárosa Magyarországnak?
Hogy vagy?
Как дела?
Какая столица России?
Как тебя зовут?
Сколько будет два плюс два?
Яка столиця України?
今日はいい天気ですね。
日本の首都はどこですか?
你好吗?
中国的首都是哪里?
한국의 수도는 어디입니까?
ما هي عاصمة مصر؟""".splitlines()


def abroad(r, l):
    return Item(l, r.choice(ABROAD), 'I know only English and Czech, sorry.' if l == 'en' else 'Umím jen česky a anglicky, omlouvám se.', noise=False)


# ---------- the tone of a sentence ----------
TONE = {
    'en': ['Is the sentence "{x}" positive or negative?', 'Is this sentence positive or negative: {x}', 'Positive or negative? "{x}"', 'What is the tone of: {x}', 'Does this sound happy or unhappy? {x}', 'Is this a good or a bad review: "{x}"', 'Tell me whether this is positive or negative: {x}', 'Mood of the sentence: {x}'],
    'cs': ['Je tato věta pozitivní, nebo negativní: „{x}“', 'Je tahle věta kladná, nebo záporná? {x}', 'Kladné, nebo záporné hodnocení? „{x}“', 'Jaký tón má věta: {x}', 'Zní to spokojeně, nebo nespokojeně? {x}', 'Je to dobrá, nebo špatná recenze: „{x}“', 'Řekni, jestli je to pozitivní, nebo negativní: {x}', 'Nálada věty: {x}', 'Je věta „{x}“ kladná, nebo záporná?'],
}
FELT = {
    'en': ('I love this {t}. / This {t} is wonderful. / I am very happy with the {t}. / The {t} made my day. / What a great {t}! / I would buy this {t} again. / The best {t} ever. / I really enjoyed the {t}.', 'I hate this {t}. / I did not like the {t} at all. / This {t} is a disaster. / I am disappointed with the {t}. / What a terrible {t}! / Never again this {t}. / The worst {t} ever. / The {t} made me angry.', 'phone film book hotel dinner car game trip song meal lamp service camera town coffee'.split()),
    'cs': ('Tenhle {t} miluji. / Ten {t} je nádherný. / Z toho mám velkou radost, skvělý {t}. / Ten {t} mi udělal radost. / To je ale skvělý {t}! / Takový {t} bych si koupil znovu. / Nejlepší {t} na světě. / Ten {t} se mi moc líbil.', 'Tenhle {t} nesnáším. / Ten {t} se mi vůbec nelíbil. / Ten {t} je katastrofa. / Ten {t} mě zklamal. / To je ale hrozný {t}! / Takový {t} už nikdy. / Nejhorší {t} na světě. / Ten {t} mě naštval.', 'telefon film hotel oběd vlak výlet koncert dárek dort program zápas seriál obchod'.split()),
}


def tone(r, l):
    good = r.random() < 0.5
    x = r.choice(FELT[l][0 if good else 1].split(' / ')).format(t=r.choice(FELT[l][2]))
    a = ('Positive.' if good else 'Negative.') if l == 'en' else ('Pozitivní.' if good else 'Negativní.')
    return Item(l, r.choice(TONE[l]).format(x=x), a, short=a[:-1], noise=False)


# ---------- lists as JSON, jokes about a thing, a sentence with a word ----------
def as_json(r, l):
    x = r.choice(definitions.LISTS)
    items = x[2 if l == 'en' else 3].split(', ')
    n = r.randint(2, min(5, len(items)))
    some = r.sample(items, n)
    w = maths.words(n, l) if r.random() < 0.6 else str(n)
    if l == 'en':
        q = r.choice([f'List {w} {x[0]} as JSON.', f'Give me {w} {x[0]} as a JSON array.', f'{cap(w)} {x[0]} in JSON, please.', f'Return {w} {x[0]} as a JSON list.', f'Write {w} {x[0]} as a JSON array.', f'JSON array of {w} {x[0]}'])
    else:
        if n > 4 or n == 2:
            return as_json(r, l)
        q = r.choice([f'Vypiš {w} {x[1]} jako JSON.', f'Dej mi {w} {x[1]} jako pole JSON.', f'{cap(w)} {x[1]} v JSON, prosím.', f'Vrať {w} {x[1]} jako seznam JSON.', f'Napiš {w} {x[1]} jako JSON pole.'])
    return Item(l, q, json.dumps(some, ensure_ascii=False), noise=False)


def joke(r, l):
    w = r.choice(vocab.NOUNS)[0]
    q = r.choice([f'Tell me a joke about a {w}.', f'Do you know a joke about {w}s?', f'A joke about a {w}, please.', 'Tell me your best joke.', 'Cheer me up with a joke.', 'I need a laugh.', 'Got any jokes?', 'Tell me a short joke.', 'Can you tell jokes?', 'Make a joke.', 'Amuse me.']) if l == 'en' else r.choice(['Řekni mi svůj nejlepší vtip.', 'Rozvesel mě vtipem.', 'Potřebuju se zasmát.', 'Máš nějaké vtipy?', 'Řekni krátký vtip.', 'Umíš vyprávět vtipy?', 'Udělej vtip.', 'Pobav mě něčím.', 'Řekni mi vtip o zvířatech.', 'Znáš vtip o škole?', 'Vtip o učiteli, prosím.', 'Řekni mi vtip o psovi.', 'Řekni vtip o programátorovi.'])
    return Item(l, q, r.choice(creative.JOKES[l]))


@domain('varied', 14)
def varied(r, l):
    return r.choices([from_today, fraction, long_time, code, abroad, tone, as_json, joke], [6, 3, 1, 2, 3, 2, 1, 2])[0](r, l)
