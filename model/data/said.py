"""Prints every text about Boreal that the generators can make the model say, with its language, one JSON object a line.
usage: said.py [SEED [COUNT]]

A test compares them with the product, so that no generator teaches what is no longer true.
"""

import json
import random
import re
import sys

import mix

ABOUT = re.compile(r'boreal|svc-|\bpage [A-Z]|strán(?:ka|ku|ce|ky) [A-ZÁ-Ž]', re.I)


def said(name, lang, r, count):
    """What the assistant says in one domain, without the code that it writes."""
    for _ in range(count):
        _, item = mix.draw(r, lang, lang, [name], [1])
        for role, body in [m[:2] for m in item.msgs] if item.msgs else [('a', item.a)]:
            if role == 'a' and isinstance(body, str) and ABOUT.search(body):
                yield body


def main(seed, count):
    r = random.Random(seed)
    # Where the words are the user's own, they say nothing about Boreal.
    for name in (n for n in mix.NAMES if n not in mix.LITERAL):
        for lang in ('en', 'cs'):
            for text in dict.fromkeys(said(name, lang, r, count)):
                print(json.dumps({'domain': name, 'lang': lang, 'text': text}, ensure_ascii=False))


if __name__ == '__main__':
    numbers = [int(x) for x in sys.argv[1:]]
    main(*(numbers + [1, 400][len(numbers) :]))
