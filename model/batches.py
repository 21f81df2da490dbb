"""Conversations as tokens: encoded exactly as the engine cuts them, packed into rows, drawn by many processes at once."""

import glob
import os
import random
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, 'data'))
os.environ.setdefault('TOKENIZERS_PARALLELISM', 'false')
PAD, START, END = 0, 1, 2
SPECIAL = {'<|im_start|>': START, '<|im_end|>': END}
# What the evaluation asks is never trained on: conversations with these questions are dropped.
HELD_OUT = os.path.join(HERE, 'eval', 'questions', '*.jsonl')
CONVERSATIONS_AT_ONCE = 1500
CACHE_MAX = 50_000
# A place shorter than this at the end of a row is left empty.
GAP_MIN = 96
LOOK_BACK = 40


def split_special(text):
    """The text and its special tokens, apart."""
    out = []
    while text:
        found = [(text.find(s), s) for s in SPECIAL if s in text]
        if not found:
            return out + [text]
        at, s = min(found)
        if at:
            out.append(text[:at])
        out.append(s)
        text = text[at + len(s) :]
    return out


def written(parts):
    """What the assistant writes, without the mark that ends it."""
    return ''.join(text for _, text in parts[:-1])


def encode(tok, conversations, cache):
    """Tokens and weights (0 none, 1 user, 2 assistant) of conversations."""
    import mix

    rendered = [mix.render(c) for c in conversations]
    need = {}
    for parts in rendered:
        for kind, v in parts:
            for t in [v] if kind == 'x' else [written(v)] if kind == 'A' else split_special(v):
                if t not in cache and t not in SPECIAL:
                    need.setdefault(t)
    keys = list(need)
    for key, e in zip(keys, tok.encode_batch(keys)):
        need[key] = e
    # Where each token begins is asked for only where a grammar forces a part: it is slow to get.
    get = lambda t: cache.get(t) or need[t].ids
    out = []
    for parts in rendered:
        ids, weights = [], []
        for kind, v in parts:
            if kind == 'x':
                i = get(v)
                ids += i
                weights += [1] * len(i)
            elif kind == 't':
                for piece in split_special(v):
                    i = [SPECIAL[piece]] if piece in SPECIAL else get(piece)
                    ids += i
                    weights += [0] * len(i)
                    if piece in need and len(cache) < CACHE_MAX:
                        cache[piece] = i
            else:
                i = get(written(v))
                ids += i + [END]
                if all(k == 'a' for k, _ in v):
                    weights += [2] * (len(i) + 1)
                else:
                    flags = [2 if k == 'a' else 0 for k, text in v[:-1] for _ in text]
                    weights += [flags[min(o[0], len(flags) - 1)] for o in need[written(v)].offsets] + [2]
        out.append((ids, weights))
    return out


def fill_row(left, length):
    """Takes conversations from the end of `left` until a row is full: tokens, weights and which conversation each is of."""
    tokens, weights, docs = np.zeros(length, np.uint16), np.zeros(length, np.uint8), np.zeros(length, np.int16)
    at, doc = 0, 1
    while left:
        k = len(left) - 1
        if len(left[k][0]) > length:
            left.pop()
            continue
        if at + len(left[k][0]) > length:
            if length - at <= GAP_MIN:
                break
            k = next((k for k in range(k - 1, max(-1, k - LOOK_BACK), -1) if len(left[k][0]) <= length - at), None)
            if k is None:
                break
        ids, w = left.pop(k)
        n = len(ids)
        tokens[at : at + n], weights[at : at + n], docs[at : at + n] = ids, w, doc
        at, doc = at + n, doc + 1
    return tokens, weights, docs


def worker(seed, tokenizer, shape, queue, more):
    """Draws conversations for ever and puts batches of packed rows into the queue."""
    import mix
    from tokenizers import Tokenizer

    mix.draw_more(more)
    for path in sorted(glob.glob(HELD_OUT)):
        mix.load_held(path)
    tok, r, cache, left = Tokenizer.from_file(tokenizer), random.Random(seed), {}, []
    count, length = shape
    while True:
        rows = []
        while len(rows) < count:
            if len(left) < 64:
                left += encode(tok, [mix.conversation(r) for _ in range(CONVERSATIONS_AT_ONCE)], cache)
            rows.append(fill_row(left, length))
        queue.put(tuple(np.stack([row[i] for row in rows]) for i in range(3)))
