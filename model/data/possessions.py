"""What somebody's things are like (`possessions`): told in the message, or not told and so not known, with other things of the same owners around it."""

from core import *

# ---------- things, each with a gender in Czech; animals have names ----------
THINGS = {
    'en': ['car', 'bike', 'house', 'jacket', 'suitcase', 'umbrella', 'guitar', 'cup', 'phone', 'backpack', 'boat', 'desk', 'lamp', 'sofa', 'coat', 'laptop', 'ladder', 'tent', 'piano', 'van'],
    'cs': [('auto', 'n'), ('kolo', 'n'), ('dům', 'm'), ('bunda', 'f'), ('kufr', 'm'), ('deštník', 'm'), ('kytara', 'f'), ('hrnek', 'm'), ('telefon', 'm'), ('batoh', 'm'), ('loďka', 'f'), ('stůl', 'm'), ('lampa', 'f'), ('pohovka', 'f'), ('kabát', 'm'), ('notebook', 'm'), ('žebřík', 'm'), ('stan', 'm'), ('klavír', 'm'), ('dodávka', 'f')],
}
ANIMALS = {'en': ['dog', 'cat', 'horse', 'parrot', 'hamster', 'rabbit', 'goat', 'pony'], 'cs': [('pes', 'm'), ('kočka', 'f'), ('kůň', 'm'), ('papoušek', 'm'), ('křeček', 'm'), ('králík', 'm'), ('koza', 'f'), ('poník', 'm')]}
OWNERS = {
    'en': ['my', 'my', 'my', "my neighbour's", "my aunt's", "my brother's", "my sister's", "my teacher's", "my boss's", "my grandpa's", "my friend Jana's", "my cousin's", "my dad's", "my colleague's"],
    'cs': ['mého souseda', 'mojí tety', 'mého bratra', 'mojí sestry', 'naší učitelky', 'mého šéfa', 'mého dědy', 'mojí kamarádky Jany', 'mého bratrance', 'mého táty', 'mojí kolegyně', 'mojí babičky'],
}
MY = {'m': 'můj', 'f': 'moje', 'n': 'moje'}
NEW = {'en': ['', '', '', 'new ', 'old ', 'little '], 'cs': {'m': ['', '', '', 'nový ', 'starý ', 'malý '], 'f': ['', '', '', 'nová ', 'stará ', 'malá '], 'n': ['', '', '', 'nové ', 'staré ', 'malé ']}}
COLOURS = {'en': ['red', 'blue', 'green', 'yellow', 'white', 'black', 'brown', 'grey', 'orange', 'purple', 'pink'], 'cs': ['červenou', 'modrou', 'zelenou', 'žlutou', 'bílou', 'černou', 'hnědou', 'šedou', 'oranžovou', 'fialovou', 'růžovou']}
PLACES = {'en': ['in the garage', 'in the cellar', 'in the garden', 'in the kitchen', 'at the station', 'in Brno', 'in the attic', 'at school', 'in the yard', 'behind the house', 'in the office', 'in Vienna'], 'cs': ['v garáži', 've sklepě', 'na zahradě', 'v kuchyni', 'na nádraží', 'v Brně', 'na půdě', 've škole', 'na dvoře', 'za domem', 'v kanceláři', 've Vídni']}
NAMES = 'Rex Bella Max Luna Rocky Molly Charlie Daisy Bruno Ferda Micka Azor Bobík Ťapka Lord Cézar Žofka Punťa'.split()

# ---------- what can be said of a thing: asked, told, answered ----------
SAY = {
    'en': {
        'colour': (['What colour is {t}?', 'Which colour does {t} have?', 'what colour is {t}', 'Tell me the colour of {t}.'], ['{T} is {v}.', '{T} has a {v} colour.'], 'It is {v}.'),
        'place': (['Where is {t}?', 'Where can I find {t}?', 'Where do we keep {t}?', 'in which place is {t}'], ['{T} is {v}.', 'You will find {t} {v}.'], 'It is {v}.'),
        'price': (['How much did {t} cost?', 'What was the price of {t}?', 'how many crowns did {t} cost'], ['{T} cost {v} crowns.', '{T} was {v} crowns.'], 'It cost {v} crowns.'),
        'weight': (['How much does {t} weigh?', 'How heavy is {t}?', 'What is the weight of {t}?'], ['{T} weighs {v} kilograms.', 'The weight of {t} is {v} kilograms.'], 'It weighs {v} kilograms.'),
        'age': (['How old is {t}?', 'What is the age of {t}?', 'how many years old is {t}'], ['{T} is {v} years old.', '{T} turned {v} this year.'], 'It is {v} years old.'),
        'name': (['What is {t} called?', 'What is the name of {t}?', 'how do we call {t}'], ['{T} is called {v}.', 'The name of {t} is {v}.'], 'It is called {v}.'),
    },
    'cs': {
        'colour': (['Jakou barvu má {t}?', 'Jaké barvy je {t}?', 'jakou ma barvu {t}', 'Řekni mi, jakou barvu má {t}.'], ['{T} má {v} barvu.'], 'Má {v} barvu.'),
        'place': (['Kde je {t}?', 'Kde najdu to, co hledám: {t}?', 'Kde stojí {t}?', 'na kterém místě je {t}'], ['{T} je {v}.', '{T} najdeš {v}.'], 'Je {v}.'),
        'price': (['Kolik {s} {t}?', 'Za kolik {b} {t}?', 'kolik korun {s} {t}'], ['{T} {s} {v} korun.', '{T} {b} za {v} korun.'], '{S} {v} korun.'),
        'weight': (['Kolik váží {t}?', 'Jakou váhu má {t}?', 'Kolik kilogramů má {t}?'], ['{T} váží {v} kilogramů.', '{T} má {v} kilogramů.'], 'Váží {v} kilogramů.'),
        'name': (['Jak se jmenuje {t}?', 'Jaké jméno má {t}?', 'jak se vola {t}'], ['{T} se jmenuje {v}.', '{T} má jméno {v}.'], 'Jmenuje se {v}.'),
    },
}
COST = {'m': ('stál', 'byl'), 'f': ('stála', 'byla'), 'n': ('stálo', 'bylo')}
NOT_TOLD = {
    'en': ['I do not know that: you have not told me.', 'You have not told me that, so I do not know it.'],
    'cs': ['To nevím, neřekl jste mi to.', 'To jste mi neřekl, takže to nevím.'],
}
LEAD = {'en': ['', '', '', 'I forgot: ', 'Do you remember it? ', 'Tell me: ', 'One thing: '], 'cs': ['', '', '', 'Zapomněl jsem: ', 'Pamatuješ si to? ', 'Řekni mi: ', 'Jedna věc: ']}


class Thing:
    def __init__(self, r, l):
        self.animal = r.random() < 0.3
        word = r.choice((ANIMALS if self.animal else THINGS)[l])
        owner = r.choice(OWNERS[l])
        if l == 'en':
            self.gender, self.text = 'n', f'{owner} {r.choice(NEW[l])}{word}'
        else:
            word, self.gender = word
            adjective = r.choice(NEW[l][self.gender])
            self.text = f'{MY[self.gender]} {adjective}{word}' if r.random() < 0.3 else f'{adjective}{word} {owner}'

    def kinds(self, l):
        return [k for k in SAY[l] if k != 'name' or self.animal]

    def put(self, form, v=''):
        cost, was = COST[self.gender]
        return form.format(t=self.text, T=cap(self.text), v=v, s=cost, S=cap(cost), b=was)


def value(r, l, kind):
    if kind == 'name':
        return r.choice(NAMES)
    if kind in ('colour', 'place'):
        return r.choice((COLOURS if kind == 'colour' else PLACES)[l])
    return r.randint(5, 19) if kind == 'age' else r.randint(5, 90) if kind == 'weight' else r.choice([50, 80, 120, 250, 300, 450, 700, 900, 1500, 2000, 8000])


@domain('possessions', 45)
def possessions(r, l):
    things = {}
    while len(things) < 3:
        t = Thing(r, l)
        things.setdefault(t.text, t)
    pairs = [(t, k) for t in things.values() for k in t.kinds(l)]
    asked, kind = r.choice(pairs)
    told = {pair: value(r, l, pair[1]) for pair in r.sample([p for p in pairs if p != (asked, kind)], r.choice([0, 1, 1, 2, 2, 3]))}
    is_told = r.random() < 0.5
    if is_told:
        told[asked, kind] = value(r, l, kind)
    said = [t.put(r.choice(SAY[l][k][1]), v) for (t, k), v in told.items()]
    r.shuffle(said)
    question = r.choice(LEAD[l]) + asked.put(r.choice(SAY[l][kind][0]))
    # What is said may also come after the question.
    q = ' '.join([*said, cap(question)]) if is_told or r.random() < 0.75 else ' '.join([cap(question), *said])
    answer = asked.put(SAY[l][kind][2], told[asked, kind]) if is_told else r.choice(NOT_TOLD[l])
    return Item(l, q, answer)
