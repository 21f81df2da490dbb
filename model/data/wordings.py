"""Other wordings of any plain question: embedded in a sentence, introduced by who asks and why, cut down to its keywords."""

import re
from core import *

TELL = {
    'en': [
        'Tell me {}.',
        'Can you tell me {}?',
        'Could you tell me {}?',
        'Do you know {}?',
        'I would like to know {}.',
        "I'd like to know {}",
        'I wonder {}.',
        'Any idea {}?',
        'Do you happen to know {}?',
        'Please tell me {}.',
        'I want to know {}',
        'Remind me {}.',
        'I am trying to remember {}.',
        'Would you know {}?',
        'I need to know {}.',
        'Explain to me {}.',
        'Let me know {}',
        "I'm curious {}.",
    ],
    'cs': [
        'Řekni mi, {}.',
        'Můžeš mi říct, {}?',
        'Mohl bys mi říct, {}?',
        'Víš, {}?',
        'Rád bych věděl, {}.',
        'Ráda bych věděla, {}',
        'Zajímalo by mě, {}.',
        'Nevíš náhodou, {}?',
        'Nevíte, {}?',
        'Prosím, řekni mi, {}.',
        'Chci vědět, {}',
        'Připomeň mi, {}.',
        'Snažím se vzpomenout, {}.',
        'Potřebuji vědět, {}.',
        'Pověz mi, {}.',
        'Můžete mi prozradit, {}?',
        'Zajímá mě, {}',
    ],
}
FRAME = {
    'en': [
        'Quiz question: {}',
        'For a quiz: {}',
        'My son asks: {}',
        'My daughter wants to know: {}',
        'I forgot this: {}',
        'Simple question: {}',
        '{} I forgot.',
        '{} I need it for school.',
        '{} Just curious.',
        '{} Answer briefly.',
        '{} One sentence is enough.',
        'Test question. {}',
        'Let us try something: {}',
        'Homework: {}',
        'Here is my question: {}',
        '{} (short answer please)',
        'ok so {}',
        'hmm, {}',
        'Listen, {}',
        'A friend asked me: {}',
    ],
    'cs': [
        'Kvízová otázka: {}',
        'Do kvízu: {}',
        'Syn se ptá: {}',
        'Dcera chce vědět: {}',
        'Zapomněl jsem: {}',
        'Jednoduchá otázka: {}',
        '{} Zapomněl jsem to.',
        '{} Potřebuji to do školy.',
        '{} Jen mě to zajímá.',
        '{} Odpověz stručně.',
        '{} Stačí jedna věta.',
        'Zkušební otázka. {}',
        'Tak zkusíme: {}',
        'Domácí úkol: {}',
        'Moje otázka zní: {}',
        '{} (krátce, prosím)',
        'no tak {}',
        'hmm, {}',
        'Poslyš, {}',
        'Kamarád se mě ptal: {}',
    ],
}
WH_EN = re.compile(r'^(who|what|which|how|when|where|why|whose) ', re.I)
WH_CS = re.compile(
    r'^(kdo|co|který|která|které|jak|jaký|jaká|jaké|kdy|kde|kolik|proč|čí|kam|odkud|kterou|kterým|čím|na|v|ve|do|z|ze|při|po|kolem|k) ',
    re.I,
)
STOP = {
    'en': set(
        'what is the a an of are there do does did in on to for which who was were has have it that this please me you can your at be with'.split()
    ),
    'cs': set(
        'co je jaký jaká jaké který která které se to v ve na si mi prosím jsou byl byla bylo jak do ze z má'.split()
    ),
}


def embed_en(q):
    """The question as a clause: "What is the capital of X?" becomes "what the capital of X is"; None where the rule is unsure."""
    q = q.rstrip('?')
    m = re.match(r'^(What|Who|Where) (is|are|was|were) (.+)$', q)
    if m:
        rest = m[3]
        if len(rest.split()) > 9 or ' that ' in rest:
            return None
        return f'{m[1].lower()} {rest} {m[2]}'
    m = re.match(
        r'^(How many|How much|What|Which|How|When|Where|Why)((?: [a-z]+)?) (does|do|did) (.+?) (have|make|mean|eat|say|use|cost|work|end|begin|start|live|speak|need|stand for)(.*)$',
        q,
    )
    if m:
        verb = m[5]
        if m[3] == 'does':
            verb = {'have': 'has', 'stand for': 'stands for'}.get(verb, verb + 's')
        if m[3] == 'did':
            verb = {'begin': 'began', 'have': 'had', 'make': 'made', 'mean': 'meant', 'say': 'said'}.get(
                verb, verb + ('d' if verb.endswith('e') else 'ed')
            )
        return f'{low(m[1])}{m[2]} {m[4]} {verb}{m[6]}'
    if re.match(r'^(Who|What|Which [a-z]+) [a-z]+(ed|te|w|nt|s) ', q) and not re.match(
        r'^(What|Who) (is|was|does|has)', q
    ):
        return low(q)
    return None


# What people say before or after a question and what does not change its answer.
def remarks(name):
    pairs = table(name)
    return {lang: [x[i] for x in pairs if x[i]] for i, lang in enumerate(('en', 'cs'))}


BEFORE = remarks('before.txt')
AFTER = remarks('after.txt')
# With something of the asker's life in them.
STORIES_BEFORE = remarks('stories_before.txt')
STORIES_AFTER = remarks('stories_after.txt')
# True sentences about something else, so that no word of them may pull the answer: `written` fills them in.
STATED = {'en': [], 'cs': []}
STATED_PART = 0.25


def remark(r, lang, is_declined=False):
    """Before a question. One that is declined may ask for what a story tells."""
    m = r.random()
    if STATED[lang] and m < STATED_PART:
        return r.choice(STATED[lang])
    return r.choice(BEFORE[lang] if is_declined or m < 0.4 else STORIES_BEFORE[lang])


# Words that may stand for each other in a question: from, then what may take its place. `^`: at its beginning only.
SWAPS = {lang: {words.lower(): others.split(' / ') for words, others in table(f'swaps_{lang}.txt')} for lang in ('en', 'cs')}
SWAPPED_WORDS_MAX = 4
# In a shorter question a word may be what it is about.
SWAPPED_IN_MIN = 5


def swappable(q, lang):
    """Where words can be replaced: from, to, what may take their place."""
    words = [m.span() for m in re.finditer(r"[\w'-]+,?", q)]
    for i, (begin, _) in enumerate(words):
        for _, end in words[i : i + SWAPPED_WORDS_MAX]:
            text = q[begin:end].lower()
            others = SWAPS[lang].get('^' + text) if begin == 0 else None
            if others is None and len(words) >= SWAPPED_IN_MIN:
                others = SWAPS[lang].get(text)
            if others:
                yield begin, end, others


def swap(r, q, lang):
    """One or two words replaced by others of the same meaning."""
    fit = list(swappable(q, lang))
    chosen = sorted(r.sample(fit, min(len(fit), r.choice([1, 1, 2]))), reverse=True)
    changed = len(q)
    for begin, end, others in chosen:
        if end <= changed:
            word = r.choice(others)
            q = q[:begin] + (cap(word) if q[begin].isupper() else low(word)) + q[end:]
            changed = begin
    return q


def turned(r, q, lang):
    """What is asked about comes first: "The capital of France, what is it?"."""
    if lang == 'en':
        m = re.match(r"^What(?:'s| is| are) (the [^,]{4,60})\?$", q)
        forms = ['{}, what is it?', '{} is?', '{} is what?', '{}: what is it?', '{}?', '{} = ?', 'About {l}: what is it?']
    else:
        m = re.match(r'^(?:Jaký|Jaká|Jaké|Který|Která|Které|Kdo|Co) (?:je|byl|byla|bylo) ([^,]{4,60})\?$', q)
        forms = ['{} je?', '{}: co to je?', '{}?', 'Zajímá mě {l}.', '{} = ?', '{} - víš to?', 'Potřebuji znát {l}.']
    return r.choice(forms).format(cap(m[1]), l=m[1]) if m else q


def surrounded(r, q, lang, is_declined):
    if r.random() < 0.7:
        b = remark(r, lang, is_declined)
        q = b + ' ' + (low(q) if b[-1] in ',:i' and (WH_EN if lang == 'en' else WH_CS).match(q) else q)
    if r.random() < 0.4:
        q = q + ' ' + r.choice(AFTER[lang] if is_declined or r.random() < 0.3 else STORIES_AFTER[lang])
    return q


def thinned(r, q):
    """One short word is lost, or two words change places, as in hurried writing."""
    ws = q.split(' ')
    if len(ws) < 4:
        return q
    small = [i for i, w in enumerate(ws) if len(w) <= 3 and w.isalpha() and w.lower() not in ('not', 'no', 'ne', 'nad', 'pod')]
    if small and r.random() < 0.7:
        del ws[r.choice(small)]
    else:
        i = r.randrange(len(ws) - 1)
        if any(c.isdigit() for c in ws[i] + ws[i + 1]):
            return q
        ws[i], ws[i + 1] = ws[i + 1], ws[i]
    return ' '.join(ws)


def reword(r, q, lang, is_declined=False):
    """Another wording of the same question, by one to three of the ways above."""
    if '\n' in q or len(q) > 110 or not q.endswith('?'):
        return remark(r, lang, is_declined) + ' ' + q if r.random() < 0.2 and len(q) < 160 and '\n' not in q else q
    if r.random() < 0.5:
        q = swap(r, q, lang)
    m = r.random()
    if m < 0.3:
        q = framed(r, q, lang)
    elif m < 0.4:
        q = turned(r, q, lang)
    elif m < 0.65:
        q = surrounded(r, q, lang, is_declined)
    if r.random() < 0.06:
        q = thinned(r, q)
    return q


def framed(r, q, lang):
    """The question inside a sentence, behind a title, or as its keywords."""
    if not q.endswith('?'):
        return q
    m = r.random()
    if q.startswith('Proč ') and m < 0.5:
        return r.choice(
            ['Čím to, že {}?', 'Jak to, že {}?', 'Vysvětli, proč {}.', 'Z jakého důvodu {}?', 'Jaký je důvod, že {}?']
        ).format(q[5:].rstrip('?'))
    if m < 0.5:
        if lang == 'cs' and WH_CS.match(q):
            return r.choice(TELL['cs']).format(low(q.rstrip('?')))
        if lang == 'en':
            e = embed_en(q)
            if e and e.endswith(' is') and r.random() < 0.2:
                e = e[:-2] + r.choice(['might be', 'could be', 'was again'])
            if e:
                return r.choice(TELL['en']).format(e)
        m = 0.6
    if m < 0.88:
        f = r.choice(FRAME[lang])
        return f.format(
            low(q)
            if f.startswith(('ok', 'hmm', 'no tak', 'Listen', 'Poslyš')) and (WH_EN if lang == 'en' else WH_CS).match(q)
            else q
        )
    ws = [w for w in re.sub(r'[?„“"]', '', q).split() if w.lower() not in STOP[lang]]
    return ' '.join(ws) if len(ws) >= 2 else q
