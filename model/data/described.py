"""A thing by its definition (`described`): the word for what a written definition says, asked the other way round."""

import collections
from core import *
import contrast, written

DEFINITION = {
    'en': re.compile(r'(?P<subject>(?:(?:A|An|The) )?(?P<word>[\w-]+(?: [\w-]+){0,2}?)) (?P<verb>is|are) (?P<says>.{18,90})\.'),
    'cs': re.compile(r'(?P<subject>(?P<word>[\w-]+(?: [\w-]+){0,2}?)) (?P<verb>je|jsou) (?P<says>.{18,90})\.'),
}
# Words that stand inside of sentences with a capital, and seldom without one.
WORDS = collections.Counter(w for row in written.WORLD + written.NUMBERS for cell in row[2:4] for w in re.findall(r"(?<=[a-z,á-ž] )[\w.']+", cell))


def is_name(word):
    return word == 'I' or word[1:] != word[1:].lower() or WORDS[word] > WORDS[word.lower()]


ASKED = {'en': re.compile(r'What (?:is|are) '), 'cs': re.compile(r'Co (?:je|jsou) ')}
ASK = {
    'en': [
        'What do you call {}?', 'What do we call {}?', 'What is {} called?', 'What is the word for {}?', 'Which word means {}?', 'It is {}. What is it?', 'I forgot the word: {}.', '{}, what is that called?', 'Crossword: {}.',
        '{}?', '{} - one word', 'How do you call {}?', 'Guess: it is {}.', 'I mean {}. What is the name of it?', '{}: which word is it?', 'There is a word for {}. Which one?',
    ],
    'cs': [
        'Jak se jmenuje {}?', 'Jak se nazývá {}?', 'Jak se říká tomu, co je {}?', 'Jaké slovo hledám: {}?', 'Je to {}. Co je to?', 'Zapomněl jsem slovo: {}.', '{}, jak se to řekne?', 'Křížovka: {}.',
        '{}?', '{} - jedním slovem', 'Hádej: je to {}.', 'Myslím tím toto: {}. Jak se to jmenuje?', '{}: které slovo to je?', 'Co je {}?',
    ],
}


def found(row, i, l):
    """The word, how a sentence begins with it, and what is said of it, where the row is a definition."""
    m = DEFINITION[l].fullmatch(row[2 + i])
    if not m or not ASKED[l].match(row[i]):
        return None
    word, says = m['word'], m['says']
    said = norm(says)
    if norm(word)[:4] in said or said.startswith(('when ', 'how ', 'kdyz ')):
        return None
    return (m['subject'] if is_name(m['subject'].split()[0]) else low(m['subject'])), m['verb'], says


def definitions(i, l):
    by = {}
    for row in written.WORLD:
        x = found(row, i, l)
        if x:
            by.setdefault(norm(x[2]), []).append(x)
    # What fits two words is no question.
    return [xs[0] for xs in by.values() if len({x[0] for x in xs}) == 1]


DESCRIBED = {l: definitions(i, l) for i, l in enumerate(written.LANGS)}


@domain('described', 45)
def described(r, l):
    name, verb, says = r.choice(DESCRIBED[l])
    q = cap(r.choice(ASK[l]).format(says))
    if l == 'en':
        answer = f'It is {name}.' if verb == 'is' else f'They are {name}.'
    else:
        answer = f'Je to {name}.'
    return Item(l, q, answer, short=re.sub(r'^(a|an|the) ', '', name) if l == 'en' else name)


# ---------- words by what they mean: verbs, adjectives ----------
MEANING = {'en': re.compile(r'(?P<word>(?:To )?[\w-]+(?: [\w-]+)?) means (?P<says>.{8,80})\.'), 'cs': re.compile(r'(?P<word>[\w-]+(?: (?:se|si))?) znamená (?P<says>.{8,80})\.')}
ASK_WORD = {
    'en': ['Which word means {}?', 'What is the word for {}?', 'One word for: {}.', '{}: which word is that?', 'Say it in one word: {}', 'How do you say {} in one word?'],
    'cs': ['Které slovo znamená {}?', 'Jakým slovem se řekne {}?', 'Jedním slovem: {}.', '{}: jaké je to slovo?', 'Řekni to jedním slovem: {}', 'Hledám slovo, které znamená {}.'],
}
MEANINGS = {l: sorted({(low(m['word']), m['says']) for row in written.WORLD if (m := MEANING[l].fullmatch(row[2 + i])) and not m['says'].startswith('of ') and norm(m['word'])[-5:] not in norm(m['says'])}) for i, l in enumerate(written.LANGS)}


@domain('meant', 25)
def meant(r, l):
    word, says = r.choice(MEANINGS[l])
    return Item(l, cap(r.choice(ASK_WORD[l]).format(says)), f'{cap(word)} means {says}.' if l == 'en' else f'{cap(word)} znamená {says}.', short=word)


# ---------- words that do not exist, explained in the message: only who reads can answer ----------
EXPLAINED = {'en': ['{w} {v} {s}.', '{w} {v} {s}.', 'We call {s} {w}.', 'By {w} we mean {s}.'], 'cs': ['{w} {v} {s}.', '{w} {v} {s}.', 'Slovo {w} znamená toto: {s}.', '{w}, to {v} {s}.']}
ASK_WHAT = {'en': ['What is {w}?', 'What does {w} mean?', 'And what is {w}?', 'So what is {w}?', 'Explain {w}.'], 'cs': ['Co je {w}?', 'Co znamená {w}?', 'A co je {w}?', 'Takže co je {w}?', 'Vysvětli, co je {w}.']}


@domain('explained', 40)
def explained(r, l):
    things = r.sample(DESCRIBED[l], r.choice([2, 2, 3, 4]))
    words = [contrast.word(r, l) for _ in things]
    names = [f'{"an" if w[0] in "aeiou" else "a"} {w}' for w in words] if l == 'en' else words
    be = 'is' if l == 'en' else 'je'
    text = ' '.join(cap(r.choice(EXPLAINED[l]).format(w=w, v=be, s=x[2])) for w, x in zip(names, things))
    k = r.randrange(len(things))
    name, says = names[k], things[k][2]
    m = r.random()
    if m < 0.4:
        q, a = r.choice(ASK_WHAT[l]).format(w=name), f'{cap(name)} {be} {says}.'
    elif m < 0.75:
        q, a = cap(r.choice(ASK[l][:6]).format(says)), f'It is {name}.' if l == 'en' else f'Je to {name}.'
    else:
        other = r.randrange(len(things))
        q = f'Is {name} {things[other][2]}?' if l == 'en' else f'Je {name} {things[other][2]}?'
        a = f'{YES_NO[l][other != k]}, {name} {be} {says}.'
    return Item(l, f'{text} {q}' if r.random() < 0.8 else f'{text}\n{q}', a)
