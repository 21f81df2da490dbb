"""Questions of the written tables in which the thing asked about became a word that does not exist: all else is familiar, and yet it cannot be known."""

import collections
from core import *
from written import begins, words_of
import coin, contrast, unknown, vocab, written

ABOUT_A_WORD = re.compile(r'\b(mean|means|meaning|translate|in English|in Czech|plural|opposite|znamená|přelož|anglicky|česky|opak|množné|množném)\b', re.I)
ROWS = written.WORLD + written.NUMBERS + [x for x in written.WORDS if ABOUT_A_WORD.search(x[0] or x[1])]
REAL = {w for row in ROWS + vocab.NOUNS + vocab.ADJ + vocab.VERB for cell in row if isinstance(cell, str) for w in norm(cell).split()}
NAMED = 0.25
TRIES = 8
# A word in more rows than this is part of how one asks, not what one asks about.
ROWS_MAX = 12


def coined(r, word, l):
    """A word that does not exist, with the ending of the given one."""
    for _ in range(TRIES):
        new = coin.joined(coin.stem(r, l), word)
        if norm(new) not in REAL and norm(new)[:3] != norm(word)[:3] and 4 <= len(new) <= 13:
            return new
    return None


ROWS_WITH = collections.Counter((i, s) for row in ROWS for i in (0, 1) for s in {begins(w) for w in words_of(row[i])})


def asked_about(question, answer, i):
    """The word of the question that the answer takes up, the rarest of them."""
    taken = {begins(w) for w in words_of(answer)}
    found = [w for w in words_of(question) if begins(w) in taken and ROWS_WITH[i, begins(w)] <= ROWS_MAX]
    return min(found, key=lambda w: ROWS_WITH[i, begins(w)], default=None)


@domain('coined', 44)
def coined_question(r, ql, al):
    i = written.LANGS.index(ql)
    while True:
        row = r.choice(ROWS)
        question = r.choice(row[i].split(written.ALSO))
        # A sum about somebody stays a sum, whatever the name.
        word = None if re.search(r'\d', question) else asked_about(question, row[2 + i], i)
        new = word and coined(r, word, ql)
        if new:
            break
    q = re.sub(rf'(?<!\w){word}(?!\w)', new, question)
    if r.random() < NAMED:
        return Item(ql, q, r.choice(contrast.NO_WORD[al]).format(w=new), noise=False)
    return unknown.mk(r, ql, q, al=al)
