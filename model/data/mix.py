"""Draws one conversation: a domain by weight, language, noise, system prompt, thinking, several turns, forced JSON."""

import inspect, json, random
from core import *

# Each of them registers its domains when it is imported.
import geo, maths, facts, vocab, boreal, talk, definitions, unknown, open_questions, traps, everyday, twostep, czech, reading, textwork, creative, toolcalls, travel, tasks, rephrased, idioms, declines, choices, asked, small, named, contrast, wider, worked, plain, beyond, stories, steps, sides, common, varied, translated, lacks, particular, short_texts, written, again, described, angles, possessions, passed, records, coined, pairs, kinds  # noqa: E401, F401
from wordings import framed, remark, reword

NAMES = list(DOMAINS)
WEIGHTS = [DOMAINS[n][0] for n in NAMES]
# a generator that takes two languages can be asked in one and answer in the other
BI = {n: len(inspect.signature(DOMAINS[n][1]).parameters) == 3 for n in NAMES}
SYS = {
    'en': [
        'You are a helpful assistant.',
        'You are a helpful assistant',
        'You are a friendly assistant.',
        'Be helpful and brief.',
        'You are Boreal, a helpful assistant.',
        'You are an assistant for our customers.',
        'Answer politely.',
        'You are a chatbot.',
        'Be concise.',
        'You are a knowledgeable assistant. Answer truthfully.',
        'You are a support agent.',
        'Assistant mode.',
        'You are a helpful AI assistant. Answer the question of the user.',
        'Today is a nice day. Help the user.',
        'Keep your answers short.',
        'If you do not know, say so.',
        'You are an expert.',
        'You are a coding assistant.',
        'Use simple words.',
    ],
    'cs': [
        'Jsi užitečný asistent.',
        'Jsi přátelský asistent.',
        'Odpovídej stručně.',
        'Jsi asistent pro naše zákazníky.',
        'Buď nápomocný a stručný.',
        'Odpovídej zdvořile.',
        'Jsi Boreal, užitečný asistent.',
        'Když něco nevíš, řekni to.',
        'Jsi chatbot.',
        'Odpovídej krátce a pravdivě.',
        'You are a helpful assistant.',
        'You are a helpful assistant',
    ],
}
SHORT = {
    'en': [
        'Answer with one word.',
        'Answer only with the answer itself, no sentence.',
        'Answer as briefly as possible.',
        'Reply with the bare answer only.',
        'Give only the answer.',
        'One-word answers only.',
        'No explanations, just the answer.',
    ],
    'cs': [
        'Odpovídej jedním slovem.',
        'Odpověz jen samotnou odpovědí, bez věty.',
        'Odpovídej co nejkratší odpovědí.',
        'Napiš jen výsledek.',
        'Bez vysvětlování, jen odpověď.',
        'Jen stručná odpověď, žádná věta.',
    ],
}
SENT = {
    'en': ['Answer in one sentence.', 'Reply in one short sentence.', 'Use one sentence.'],
    'cs': ['Odpověz jednou větou.', 'Odpovídej jednou krátkou větou.'],
}
LANGSYS = {
    'en': [
        'Answer in English.',
        'Always answer in English.',
        'Reply in English.',
        'You are a helpful assistant. Always reply in English.',
        'Odpovídej anglicky.',
        'Use English only.',
    ],
    'cs': [
        'Answer in Czech.',
        'Always answer in Czech.',
        'Odpovídej česky.',
        'Reply in Czech.',
        'Vždy odpovídej česky.',
        'You are a helpful assistant. Always reply in Czech.',
        'Use Czech only.',
    ],
}
INLINE = {
    'en': [' Answer in English.', ' (in English)', ' Reply in English please.'],
    'cs': [' Answer in Czech.', ' Odpověz česky.', ' (in Czech)'],
}
ONLY = [
    'OK',
    'Yes',
    'No',
    'Hello',
    'Ahoj',
    'Done',
    'Hotovo',
    'Ano',
    'Ne',
    'pong',
    '42',
    'ACK',
    'Rozumím.',
    'I understand.',
]
ONLYS = [
    'Reply only with {}',
    'Reply only with {}.',
    'Always answer "{}".',
    'Whatever the user says, answer {}',
    'Respond with exactly: {}',
    'Odpovídej pouze {}',
    'Na všechno odpověz „{}“.',
    'You can only say {}.',
]
JSON_ASK = {
    'en': [
        'Answer as JSON.',
        'Return JSON.',
        'Reply in JSON.',
        'Answer in JSON format.',
        'Give me the answer as a JSON object.',
        'As JSON, please.',
        'Respond only with JSON.',
        'Output JSON.',
        '(JSON)',
    ],
    'cs': [
        'Odpověz jako JSON.',
        'Vrať JSON.',
        'Odpověz ve formátu JSON.',
        'Odpověď chci jako JSON.',
        'Jako JSON, prosím.',
        'Odpověz jen JSON.',
        '(JSON)',
    ],
}
JSON_NAMED = {
    'en': [
        'Answer as JSON ({}).',
        'Return JSON with the keys {}.',
        'Reply in JSON with {}.',
        'JSON with {} please.',
        'Give me JSON: {}.',
    ],
    'cs': ['Odpověz jako JSON ({}).', 'Vrať JSON s klíči {}.', 'JSON s klíči {}, prosím.', 'Dej mi JSON: {}.'],
}
THINKG = {
    'en': [
        'This is a simple question. I will answer it directly.',
        'Let me answer briefly.',
        'The user wants a short answer.',
    ],
    'cs': ['To je jednoduchá otázka. Odpovím přímo.', 'Odpovím stručně.', 'Uživatel chce krátkou odpověď.'],
}
HELD = set()
REWORDED = 0.5
LITERAL = {
    'translate', 'translate_follow', 'sentences', 'text', 'tasks', 'quoted', 'small_words', 'words', 'idioms', 'keyed', 'small_language', 'reading', 'extract', 'wordcount',
    'count2', 'memory', 'memory2', 'memory_at_once', 'czech_grammar', 'code', 'tools', 'creative', 'stories', 'steps', 'spelled', 'word_sides', 'school', 'varied', 'translated',
    'particular_text', 'short_texts', 'pairs', 'described', 'meant', 'explained', 'verified', 'claimed', 'offered', 'completed', 'both_at_once', 'possessions', 'passed', 'records', 'written_sentences', 'written_text', 'written_words', 'written_sums',
}
# Of these, tasks that are still the same behind a remark.
REMARKED = {'written_sums', 'described', 'verified', 'offered', 'written_words', 'spelled', 'steps', 'school', 'words', 'small_words', 'small_language', 'word_sides', 'czech_grammar', 'translate', 'varied'}


def load_held(path):
    with open(path, encoding='utf-8') as f:
        for line in f:
            if line.strip():
                HELD.add(norm(json.loads(line)['ask']))


def draw_more(times):
    """Makes domains as many times more frequent as the table says."""
    for names, weights in ((NAMES, WEIGHTS), (SINGLE, SW), (CROSS, CW)):
        weights[:] = [DOMAINS[n][0] * times.get(n, 1) for n in names]


def draw(r, lang=None, al=None, names=None, weights=None):
    n = r.choices(names or NAMES, weights or WEIGHTS)[0]
    f = DOMAINS[n][1]
    l = lang or r.choice(['en', 'cs'])
    it = f(r, l, al or l) if BI[n] else f(r, l)
    if it.declined and written.is_known(l, it.q):
        return draw(r, lang, al, names, weights)
    it.literal, it.remarked = n in LITERAL, n in REMARKED
    return n, it


SINGLE = [n for n in NAMES if n not in ('country_follow', 'translate_follow', 'memory', 'memory2', 'extract', 'tools', 'written_dialogs', 'again')]
SW = [DOMAINS[n][0] for n in SINGLE]
CROSS = [n for n in SINGLE if BI[n]]
CW = [DOMAINS[n][0] for n in CROSS]
PIRATE = ['You are a pirate.', 'Talk like a pirate.', 'You are a pirate captain. Stay in character.']


def user(r, it):
    if not it.noise:
        return it.q
    q = it.q
    if it.literal:
        m = r.random()
        if m < 0.22 and '\n' not in q and len(q) <= 110:
            q = framed(r, q, it.lang)
        elif m < 0.34 and it.remarked and '\n' not in q:
            q = f'{remark(r, it.lang, it.declined)} {q}'
    elif r.random() < REWORDED:
        q = reword(r, q, it.lang, it.declined)
    return noisy(r, q, it.lang)


def conversation(r):
    """One conversation that has no question of the evaluation."""
    while True:
        c = any_conversation(r)
        if not any(m[0] == 'u' and norm(m[1]) in HELD for m in c['msgs']):
            return c


def any_conversation(r):
    m = r.random()
    if m < 0.05:  # the answer's language is asked for
        al = r.choice(['en', 'cs'])
        ql = 'cs' if al == 'en' else 'en'
        if r.random() < 0.3:
            ql = al
        n, it = draw(r, ql, al, CROSS, CW)
        if r.random() < 0.75:
            return {'sys': r.choice(LANGSYS[al]), 'msgs': [['u', user(r, it)], ['a', it.a]]}
        return {'sys': None, 'msgs': [['u', it.q + r.choice(INLINE[al])], ['a', it.a]]}
    if m < 0.085:  # bare answers
        for _ in range(20):
            n, it = draw(r, names=SINGLE, weights=SW)
            if it.short:
                break
        if it.short:
            l = it.lang
            if r.random() < 0.65:
                return {'sys': r.choice(SHORT[l]), 'msgs': [['u', user(r, it)], ['a', str(it.short)]]}
            return {'sys': None, 'msgs': [['u', it.q + ' ' + r.choice(SHORT[l])], ['a', str(it.short)]]}
    if m < 0.1 and r.random() < 0.35:  # yes or no and nothing else
        for _ in range(30):
            n, it = draw(r, names=['everyday', 'twostep', 'primes'], weights=[3, 2, 1])
            if it.short in ('Yes', 'No', 'Ano', 'Ne'):
                break
        if it.short in ('Yes', 'No', 'Ano', 'Ne'):
            f = r.choice(
                ['Answer only yes or no: {}', '{} Answer yes or no.', '{} Yes or no?', 'Yes or no: {}']
                if it.lang == 'en'
                else ['Odpověz jen ano nebo ne: {}', '{} Odpověz ano, nebo ne.', '{} Ano, nebo ne?', 'Ano nebo ne: {}']
            )
            return {'sys': None, 'msgs': [['u', f.format(it.q)], ['a', it.short + '.']]}
    if m < 0.1:
        n, it = draw(r, names=SINGLE, weights=SW)
        x = r.choice(ONLY)
        s = r.choice(ONLYS).format(x)
        return {'sys': s, 'msgs': [['u', user(r, it)], ['a', x]]}
    if m < 0.11:
        n, it = draw(r, 'en', 'en', CROSS, CW)
        return {'sys': r.choice(PIRATE), 'msgs': [['u', user(r, it)], ['a', 'Arr! ' + it.a]]}
    if m < 0.155:  # an answer in JSON: forced by a grammar (then only the values are learned) or asked for
        for _ in range(30):
            n, it = draw(r, names=SINGLE, weights=SW)
            if it.short:
                break
        if it.short:
            l = it.lang
            o = dict(it.obj or {})
            body = []
            if not o or r.random() < 0.5:
                k = r.choice(
                    ['answer', 'result', 'value', 'text', 'response']
                    if l == 'en' or r.random() < 0.5
                    else ['odpověď', 'výsledek', 'hodnota']
                )
                v = it.short
                o = {k: int(v) if str(v).isdigit() and r.random() < 0.5 else v}
            items = list(o.items())
            if len(items) > 1:
                r.shuffle(items)
                items = items[: r.randint(1, len(items))]
            items = list(dict(items).items())
            asked = r.random() < 0.55
            named = r.random() < 0.5
            if asked and not named:  # no keys are named: the answer under one key, or all that is known of the thing
                items = (
                    list(it.obj.items())
                    if it.obj and r.random() < 0.5
                    else [('answer' if l == 'en' else 'odpověď', it.short)]
                )
            keys = ', '.join(k for k, _ in items)
            q = it.q
            if asked:
                ask = r.choice(JSON_NAMED[l] if named else JSON_ASK[l]).format(keys)
                q = f'{it.q} {ask}' if r.random() < 0.8 else f'{ask} {it.q}'
            kind = 'a' if asked else 'f'
            body.append([kind, '{'])
            for i, (k, v) in enumerate(items):
                body.append(
                    [
                        kind,
                        (', ' if i else '')
                        + json.dumps(k, ensure_ascii=False)
                        + ': '
                        + ('"' if isinstance(v, str) else ''),
                    ]
                )
                body.append(['a', json.dumps(v, ensure_ascii=False)[1:] if isinstance(v, str) else json.dumps(v)])
            body.append(['a', '}'])
            return {'sys': r.choice([None, None] + SYS[l]), 'msgs': [['u', q], ['a', body]]}
    n, it = draw(r)
    l = it.lang
    if it.msgs:
        msgs = [list(x) for x in it.msgs]
        conv = {'sys': r.choice(SYS[l]) if r.random() < 0.25 else None, 'tools': it.tools, 'msgs': msgs}
        if it.chain and r.random() < 0.15:
            _, a = draw(r, l, l, SINGLE, SW)
            conv['msgs'] = [['u', user(r, a)], ['a', a.a]] + msgs
        return conv
    msgs = []
    if r.random() < 0.22:
        for _ in range(r.choice([1, 1, 1, 2, 3])):
            _, a = draw(r, l if r.random() < 0.93 else None, None, SINGLE, SW)
            msgs += [['u', user(r, a)], ['a', a.a]]
    think = None
    if r.random() < 0.16:
        think = it.think or r.choice(THINKG[l])
    q = user(r, it)
    s = None
    if r.random() < 0.33:
        s = r.choice(SYS[l]) if r.random() < 0.85 else r.choice(SENT[l])
    elif r.random() < 0.02:
        s = ' '.join(r.sample(SYS['en'], r.randint(2, 4)))
    return {'sys': s, 'msgs': msgs + [['u', q], ['a', it.a, think] if think else ['a', it.a]]}


def show(seed, count):
    """Prints some conversations as the engine writes them."""
    r = random.Random(seed)
    for _ in range(count):
        parts = render(conversation(r))
        print(''.join(''.join(x[1] for x in v) if k == 'A' else v for k, v in parts) + '\n=====')


if __name__ == '__main__':
    import sys

    show(int(sys.argv[1]) if len(sys.argv) > 1 else 0, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
