"""Things that go from hand to hand and from place to place (`passed`): who has it now, who had it before, where it is."""

from core import *

PEOPLE = {
    'en': [(n, n, g) for g, names in (('m', 'Peter Tom Paul Martin Sam David Leo Adam Oscar Hugo Felix Ben Max Oliver George'), ('f', 'Anna Eva Jane Lucy Emma Clara Nina Alice Rosa Mia Helen Ruth Olga Vera Susan')) for n in names.split()],
    # Who, to whom.
    'cs': [(*x.split('/'), g) for g, names in (('m', 'Petr/Petrovi Tomáš/Tomášovi Karel/Karlovi Michal/Michalovi Ondra/Ondrovi Filip/Filipovi Marek/Markovi Jakub/Jakubovi David/Davidovi Honza/Honzovi Pavel/Pavlovi Vojta/Vojtovi Radek/Radkovi Aleš/Alešovi'), ('f', 'Jana/Janě Eva/Evě Hana/Haně Dana/Daně Lenka/Lence Zuzana/Zuzaně Lucie/Lucii Tereza/Tereze Klára/Kláře Ivana/Ivaně Petra/Petře Monika/Monice Olga/Olze Věra/Věře')) for x in names.split()],
}
# In Czech as an object.
THINGS = {'en': 'book key ball pencil letter umbrella map cup jumper camera drum ticket basket torch brush'.split(), 'cs': 'knihu klíč míč tužku dopis deštník mapu hrnek svetr foťák bubínek lístek košík baterku štětec'.split()}
GIVES = {
    'en': ['{a} gave the {t} to {b}.', '{a} lent the {t} to {b}.', '{a} passed the {t} to {b}.', '{a} sold the {t} to {b}.', '{b} got the {t} from {a}.', '{a} sent {b} the {t}.'],
    'cs': {'m': ['{a} dal {b} {t}.', '{a} půjčil {b} {t}.', '{a} podal {b} {t}.', '{a} prodal {b} {t}.', '{a} poslal {b} {t}.'], 'f': ['{a} dala {b} {t}.', '{a} půjčila {b} {t}.', '{a} podala {b} {t}.', '{a} prodala {b} {t}.', '{a} poslala {b} {t}.']},
}
NOW = {'en': ['Who has the {t} now?', 'Who has got the {t} in the end?', 'With whom is the {t} now?', 'the {t} - who has it?'], 'cs': ['Kdo má teď {t}?', 'Kdo má nakonec {t}?', 'Kdo má po tom všem {t}?', '{t} má teď kdo?']}
FIRST = {'en': ['Who had the {t} first?', 'Who had the {t} at the beginning?'], 'cs': ['Kdo měl {t} jako první?', 'Kdo měl {t} na začátku?']}
FROM = {'en': ['Who had the {t} before {b}?', 'From whom does {b} have the {t}?'], 'cs': ['Kdo dal {t} tomu, kdo má {t} teď?', 'Kdo měl {t} předtím?']}
STILL = {'en': 'Does {a} still have the {t}?', 'cs': 'Má {t} ještě {a}?'}

PUT = {
    'en': ['{a} put the {t} {p}.', '{a} moved the {t}; now it is {p}.', '{a} left the {t} {p}.', 'Then {a} took the {t}, and it ended up {p}.'],
    'cs': {'m': ['{a} nechal {t} {p}.', '{a} zapomněl {t} {p}.', '{a} schoval {t} {p}.', 'Potom {a} odložil {t} {p}.'], 'f': ['{a} nechala {t} {p}.', '{a} zapomněla {t} {p}.', '{a} schovala {t} {p}.', 'Potom {a} odložila {t} {p}.']},
}
PLACES = {
    'en': ['on the table', 'under the bed', 'in the drawer', 'on the shelf', 'in the garden', 'in the car', 'behind the door', 'in the kitchen', 'on the window sill', 'in the bag', 'at school', 'in the wardrobe'],
    'cs': ['na stole', 'pod postelí', 'v zásuvce', 'na polici', 'na zahradě', 'v autě', 'za dveřmi', 'v kuchyni', 'na okně', 'v tašce', 've škole', 've skříni'],
}
WHERE = {'en': ['Where is the {t} now?', 'Where do I find the {t}?', 'Where did the {t} end up?'], 'cs': ['Hledám {t}. Kde to je?', 'Kde najdu {t}?', 'Kde mám hledat {t}?']}
WHERE_FIRST = {'en': ['Where was the {t} first?', 'Where was the {t} at the beginning?'], 'cs': ['Kde někdo nechal {t} nejdřív?', 'Kde nechal někdo {t} jako první?']}


def said(r, forms, l, person, **parts):
    """One of the forms with the person in it; Czech verbs have a gender."""
    return cap(r.choice(forms[l] if l == 'en' else forms[l][person[2]]).format(a=person[0], **parts))


def handed(r, l):
    """Two things with their owners, one after the other."""
    people, stories = r.sample(PEOPLE[l], 6), []
    for t, crew in zip(r.sample(THINGS[l], 2), (people[:3], people[3:])):
        crew = crew[: r.choice([2, 3, 3])]
        steps = [said(r, GIVES, l, a, b=b[1], t=t) for a, b in zip(crew, crew[1:])]
        stories.append((t, crew, steps))
    (t, crew, steps), other = stories
    text = ' '.join(steps if r.random() < 0.4 else steps + other[2] if r.random() < 0.5 else other[2] + steps)
    m, last = r.random(), crew[-1]
    if m < 0.5:
        return text, r.choice(NOW[l]), f'{last[0]}.', t
    if m < 0.65:
        return text, r.choice(FIRST[l]), f'{crew[0][0]}.', t
    if m < 0.8:
        return text, r.choice(FROM[l]).replace('{b}', last[1]), f'{crew[-2][0]}.', t
    who = r.choice([crew[0], last])
    yes = who is last
    answer = (f'Yes, {who[0]} has it.' if yes else f'No, {last[0]} has it now.') if l == 'en' else ('Ano, má.' if yes else f'Ne, teď má {t} {last[0]}.')
    return text, STILL[l].replace('{a}', who[0]), answer, t


def moved(r, l):
    people, places, t = r.sample(PEOPLE[l], 3), r.sample(PLACES[l], 3), r.choice(THINGS[l])
    n = r.choice([1, 2, 2, 3])
    steps = [said(r, PUT, l, a, t=t, p=p) for a, p in zip(people[:n], places)]
    if r.random() < 0.5:  # another thing elsewhere
        a, p, t2 = r.choice(people), r.choice([x for x in PLACES[l] if x not in places]), r.choice([x for x in THINGS[l] if x != t])
        steps.insert(r.randint(0, n), said(r, PUT, l, a, t=t2, p=p))
    if r.random() < 0.7 or n == 1:
        return ' '.join(steps), r.choice(WHERE[l]), f'{cap(places[n - 1])}.', t
    return ' '.join(steps), r.choice(WHERE_FIRST[l]), f'{cap(places[0])}.', t


@domain('passed', 40)
def passed(r, l):
    text, question, answer, t = (handed if r.random() < 0.6 else moved)(r, l)
    question = cap(question.replace('{t}', t))
    return Item(l, f'{text} {question}' if r.random() < 0.85 else f'{text}\n{question}', answer)
