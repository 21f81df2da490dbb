"""Lists of names and values (`records`): what belongs to whom, which is the largest, what is not in the list."""

from core import *
import contrast, short_texts, vocab

NOUNS = {l: [p[i] for p in vocab.NOUNS if ' ' not in p[i]] for i, l in enumerate(('en', 'cs'))}
PEOPLE = {l: short_texts.WOMEN[l] + short_texts.MEN[l] for l in ('en', 'cs')}
TOWNS = {'en': 'Prague Brno Vienna Berlin Paris London Rome Oslo Madrid Dublin Warsaw Lisbon Zurich Munich Geneva'.split(), 'cs': 'Praha Brno Ostrava Plzeň Olomouc Liberec Tábor Zlín Jihlava Opava Kolín Písek Beroun Třebíč Znojmo'.split()}
ROOMS = {'en': 'kitchen hall office library workshop gym cellar attic lab canteen'.split(), 'cs': 'kuchyň hala kancelář knihovna dílna tělocvična sklep půda laboratoř jídelna'.split()}
COLOURS = {'en': 'red blue green yellow white black brown grey'.split(), 'cs': 'červená modrá zelená žlutá bílá černá hnědá šedá'.split()}
# Before a list; names and values of it: kind, title, key asked, value asked, most, least, how the value is written.
KINDS = {
    'en': [
        ('price', ['Price list: ', 'Menu: ', 'Prices: ', ''], ['How much is the {k}?', 'What does the {k} cost?', 'price of the {k}?'], ['What costs {v}?', 'Which one is {v}?'], ['What is the most expensive?', 'Which is the dearest?'], ['What is the cheapest?', 'Which costs the least?'], '{} crowns'),
        ('points', ['Points: ', 'Score: ', 'Results: ', ''], ['How many points has {k}?', "What is {k}'s score?", 'points of {k}?'], ['Who has {v}?', 'Whose score is {v}?'], ['Who has the most?', 'Who won?'], ['Who has the fewest?', 'Who came last?'], '{} points'),
        ('age', ['Ages: ', 'Our team: ', ''], ['How old is {k}?', 'age of {k}?', 'What is the age of {k}?'], ['Who is {v} old?', 'Which of them is {v} old?'], ['Who is the oldest?'], ['Who is the youngest?'], '{} years'),
        ('time', ['Departures: ', 'Timetable: ', 'Trains: ', ''], ['When does the train to {k} leave?', 'What time for {k}?', '{k}, when?'], ['Which train leaves at {v}?', 'Where does the train at {v} go?'], ['Which leaves last?'], ['Which leaves first?'], '{}'),
        ('colour', ['Colours of the doors: ', 'Paint: ', ''], ['What colour is the {k}?', 'Which colour has the {k}?', 'colour of the {k}?'], ['Which room is {v}?', 'What is {v}?'], [], [], '{}'),
    ],
    'cs': [
        ('price', ['Ceník: ', 'Nabídka: ', 'Ceny: ', ''], ['Kolik stojí {k}?', 'Jakou cenu má {k}?', 'cena: {k}?'], ['Co stojí {v}?', 'Co je za {v}?'], ['Co je nejdražší?', 'Co stojí nejvíc?'], ['Co je nejlevnější?', 'Co stojí nejmíň?'], '{} korun'),
        ('points', ['Body: ', 'Výsledky: ', 'Pořadí: ', ''], ['Kolik bodů má {k}?', 'Jaký má výsledek {k}?', 'body: {k}?'], ['Kdo má {v}?', 'Kdo získal {v}?'], ['Kdo má nejvíc?', 'Kdo vyhrál?'], ['Kdo má nejmíň?', 'Kdo byl poslední?'], '{} bodů'),
        ('age', ['Věk: ', 'Náš tým: ', ''], ['Jaký věk má {k}?', 'Kolik let má {k}?', 'věk: {k}?'], ['Kdo má {v}?', 'Kdo z nich má {v}?'], ['Kdo je nejstarší?'], ['Kdo je nejmladší?'], '{} let'),
        ('time', ['Odjezdy: ', 'Jízdní řád: ', 'Vlaky: ', ''], ['Kdy jede vlak směr {k}?', 'V kolik jede {k}?', '{k}, kdy?'], ['Který vlak jede v {v}?', 'Kam jede vlak v {v}?'], ['Který jede poslední?'], ['Který jede první?'], '{}'),
        ('colour', ['Barvy dveří: ', 'Nátěr: ', ''], ['Jakou barvu má {k}?', 'Jaká barva patří k místnosti {k}?', 'barva: {k}?'], ['Která místnost má barvu {v}?', 'Co má barvu {v}?'], [], [], '{}'),
    ],
}
FORMS = ['{k}: {v}', '{k} {v}', '{k} - {v}', '{k} ({v})', '{k} = {v}']
JOINS = [', ', '; ', '\n', '. ', ' | ']
MISSING = {'en': ['The list does not say.', 'That is not in the list.'], 'cs': ['To v seznamu není.', 'Seznam to neříká.']}


def names(r, l, kind, n):
    if kind in ('points', 'age'):
        return r.sample(PEOPLE[l], n)
    if kind in ('time', 'colour'):
        return r.sample((TOWNS if kind == 'time' else ROOMS)[l], n)
    return [contrast.word(r, l) for _ in range(n)] if r.random() < 0.15 else r.sample(NOUNS[l], n)


def values(r, l, kind, n):
    if kind == 'colour':
        return r.sample(COLOURS[l], n)
    if kind == 'time':
        return [f'{t // 60}:{t % 60:02d}' for t in r.sample(range(5 * 60, 23 * 60, 5), n)]
    return r.sample(range(5, 20) if kind == 'age' else range(5, 100), n)


@domain('records', 45)
def records(r, l):
    kind, titles, by_key, by_value, most, least, unit = r.choice(KINDS[l])
    n = r.choice([2, 3, 3, 4, 4, 5])
    *keys, lacking = names(r, l, kind, n + 1)
    vals = values(r, l, kind, n)
    shown = [unit.format(v) for v in vals]
    form, join = r.choice(FORMS), r.choice(JOINS)
    bare = r.random() < 0.4
    text = r.choice(titles) + join.join(form.format(k=k, v=v if bare else s) for k, v, s in zip(keys, vals, shown))
    text = cap(text) + ('' if '\n' in text else '.')
    i, m = r.randrange(n), r.random()
    order = sorted(range(n), key=lambda x: (len(vals[x]), vals[x]) if kind == 'time' else vals[x])
    if m < 0.4:
        q, a = r.choice(by_key).format(k=keys[i]), f'{cap(shown[i])}.'
    elif m < 0.65:
        q, a = r.choice(by_value).format(v=shown[i]), f'{cap(keys[i])}.'
    elif m < 0.9 and most:
        top = r.random() < 0.5
        q, a = r.choice(most if top else least), f'{cap(keys[order[-1 if top else 0]])}.'
    else:
        q, a = r.choice(by_key).format(k=lacking), r.choice(MISSING[l])
    return Item(l, f'{text}\n{cap(q)}' if '\n' in text else f'{text} {cap(q)}', a)
