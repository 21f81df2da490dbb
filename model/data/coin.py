"""Words that do not exist: made of the beginnings of real words and the ending of the word whose place they take, so that a sentence keeps its grammar."""

import re
from core import *
import traps, vocab

VOWELS = 'aeiouyáéěíóúůý'
# Beginnings of real words, up to a consonant after a vowel.
STARTS = {
    l: sorted({m[0] for row in vocab.NOUNS + vocab.ADJ for w in row[i].lower().split() if (m := re.match(f'[^{VOWELS}]+[{VOWELS}]+[^{VOWELS}]', w)) and len(w) > 4})
    for i, l in enumerate(('en', 'cs'))
}
MIDDLES = traps.SYLLABLES


def joined(stem, word):
    """The stem with the ending of the word, and its capital."""
    end = re.search(f'[{VOWELS}]*[^{VOWELS}]*[{VOWELS}]*$', word.lower())[0][-3:]
    new = (stem.rstrip(VOWELS) if end[:1] in VOWELS else stem + ('' if stem[-1] in VOWELS else 'aeiou'[len(word) % 5])) + end
    return cap(new) if word[0].isupper() else new


def stem(r, l):
    start = r.choice(STARTS[l]) if r.random() < 0.6 else ''.join(r.choice(MIDDLES) for _ in range(2))
    return start + r.choice(['', r.choice(STARTS[l]), r.choice(MIDDLES)])
