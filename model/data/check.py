"""Draws from every generator and says what is wrong with what it draws. usage: check.py [SEED [COUNT]]

Prints one JSON object: how many domains and conversations were drawn, a digest of them, and the problems found.
"""

import glob
import hashlib
import json
import os
import random
import re
import sys

import boreal
import common
import facts
import geo
import mix
import named
import plain
import talk
import traps
import unknown
import written
from core import DOMAINS, norm

KINDS = {'default', 'command', 'status', 'limit', 'path', 'price', 'text'}
PLACEHOLDER = re.compile(r'\{[a-zA-Z]?\}')
MARK = re.compile(r'<\|')


def text_of(body):
    return body if isinstance(body, str) else ''.join(part[1] for part in body)


def problems_of_text(text):
    if not text.strip():
        yield 'is empty'
    if PLACEHOLDER.search(text):
        yield f'has an unfilled place: {text!r}'
    if MARK.search(text):
        yield f'has a mark of the template: {text!r}'


def problems_of_conversation(c):
    """A user speaks first, an assistant last; calls name a tool that is there, with arguments that are JSON."""
    roles = ['a' if m[0] in ('a', 'call', 'callx') else m[0] for m in c['msgs']]
    if roles[0] != 'u' or roles[-1] != 'a':
        yield f'has the roles {roles}'
    if any(x == y for x, y in zip(roles, roles[1:]) if x != 'tool'):
        yield f'has the roles {roles}'
    names = {t['name'] for t in c.get('tools') or []}
    for m in c['msgs']:
        if m[0] in ('call', 'callx'):
            for name, arguments in m[1]:
                if name not in names:
                    yield f'calls {name}, which is not among its tools'
                if not isinstance(json.loads(arguments), dict):
                    yield f'has arguments that are no object: {arguments}'
        else:
            yield from problems_of_text(text_of(m[1]))
        if m[0] == 'a' and not isinstance(m[1], str):
            if len(set(pairs(text_of(m[1])))) != len(pairs(text_of(m[1]))):
                yield f'repeats a key: {text_of(m[1])}'


def pairs(text):
    """The keys of a JSON object, with repeats."""
    return [k for k, _ in json.loads(text, object_pairs_hook=lambda x: x)]


def problems_of_domains(r, count):
    for name, (weight, _) in DOMAINS.items():
        if weight <= 0:
            yield f'{name} has no weight'
        for lang in ('en', 'cs'):
            for _ in range(count):
                _, item = mix.draw(r, lang, lang, [name], [1])
                c = {'tools': item.tools, 'msgs': item.msgs or [['u', item.q], ['a', item.a]]}
                for p in problems_of_conversation(c):
                    yield f'{name} ({lang}) {p}'


def problems_of_tables():
    """No question has two answers, nothing that is known is refused, and what was written has no mark that is left over."""
    known = {}
    for table in (facts.QA, geo.CZFACTS, boreal.FAQ, talk.TALK, talk.REPAIR, named.NAMED, plain.PLAIN, common.COMMON, written.ALL):
        for row in table:
            for lang in (0, 1):
                for question in filter(None, row[lang].split(' / ')):
                    key = (lang, norm(question))
                    if known.setdefault(key, row) is not row:
                        yield f'two answers to {question!r}'
    for row in written.ALL:
        for text in filter(None, row):
            yield from (f'{row[2] or row[3]!r} {p}' for p in problems_of_text(text))
    written_off = [[q for x in written.UNKNOWN for q in x[lang].split(' / ')] for lang in (0, 1)]
    for lang, refused in ((0, unknown.FIX_EN + traps.NEAR['en'] + written_off[0]), (1, unknown.FIX_CS + traps.NEAR['cs'] + written_off[1])):
        for question in refused:
            if (lang, norm(question)) in known:
                yield f'known and refused: {question!r}'


def problems_of_facts():
    ids = [x['id'] for x in boreal.FACTS]
    if len(set(ids)) != len(ids):
        yield 'an id of boreal_facts.json is there twice'
    for x in boreal.FACTS:
        if set(x['fact']) != {'kind', 'name', 'value'} or x['fact']['kind'] not in KINDS:
            yield f'{x["id"]} has a bad fact'
        for key in ('topic', 'en', 'cs'):
            if not x[key].strip():
                yield f'{x["id"]} has no {key}'
        for key in ('ask_en', 'ask_cs'):
            if not all(q.strip() for q in x[key]) or not x[key]:
                yield f'{x["id"]} is never asked in {key}'


def problems_of_held_out(c):
    """No question of the evaluation is trained on."""
    for role, body in (m[:2] for m in c['msgs']):
        if role == 'u' and norm(body) in mix.HELD:
            yield f'asks a question of the evaluation: {body!r}'


def main(seed, count):
    r, digest = random.Random(seed), hashlib.sha256()
    for path in sorted(glob.glob(os.path.join(os.path.dirname(__file__), '..', 'eval', 'questions', '*.jsonl'))):
        mix.load_held(path)
    problems = [*problems_of_facts(), *problems_of_tables(), *problems_of_domains(r, count // 10)]
    for _ in range(count):
        c = mix.conversation(r)
        problems += [*problems_of_conversation(c), *problems_of_held_out(c)]
        digest.update(json.dumps(mix.render(c), ensure_ascii=False).encode())
    print(
        json.dumps(
            {
                'domains': len(DOMAINS),
                'facts': len(boreal.FACTS),
                'conversations': count,
                'digest': digest.hexdigest(),
                'problems': problems[:50],
            },
            ensure_ascii=False,
        )
    )
    return 1 if problems else 0


if __name__ == '__main__':
    numbers = [int(x) for x in sys.argv[1:]]
    sys.exit(main(*(numbers + [1, 400][len(numbers) :])))
