"""What is a kind of what: is it so, which of these is or is not one, and what something is. From a table of kinds and their members."""

from core import *
import written

# kind | Czech kind | members; … | Czech members; …
KINDS = [[x[0], x[1], x[2].split('; '), x[3].split('; ')] for x in written.table('kinds.txt')]
IS = {
    'en': ['Is {m} {k}?', 'is {m} {k}', 'Is it true that {m} is {k}?', '{m}: {k} or not?', 'Would you say that {m} is {k}?', 'My friend says that {m} is {k}. Is that right?', 'Tell me whether {m} is {k}.'],
    'cs': ['Je {m} {k}?', 'je {m} {k}', 'Je pravda, že {m} je {k}?', 'Je {m} {k}, nebo ne?', 'Dá se říct, že {m} je {k}?', 'Kamarád tvrdí, že {m} je {k}. Má pravdu?', 'Řekni mi, jestli je {m} {k}.'],
}
EITHER = {'en': ['Is {m} {k} or {o}?', '{m}: {k} or {o}?', 'What is {m}, {k} or {o}?'], 'cs': ['Je {m} {k}, nebo {o}?', '{m}: {k}, nebo {o}?', 'Co je {m}, {k}, nebo {o}?']}
WHICH = {
    'en': ['Which of these is {k}: {l}?', 'Pick {k} from this list: {l}.', '{l}: which one is {k}?', 'Find {k}: {l}', 'Which one is {k}, {l}?'],
    'cs': ['Co z toho je {k}: {l}?', '{l}: co z toho je {k}?', 'Vyber, co je {k}: {l}.', 'Najdi v seznamu, co je {k}: {l}'],
}
ODD = {
    'en': ['Which does not belong: {l}?', 'Odd one out: {l}', 'Find the odd one out: {l}.', '{l}: which one is not like the others?', 'Which word does not fit: {l}?'],
    'cs': ['Co sem nepatří: {l}?', 'Které slovo nepatří mezi ostatní: {l}?', '{l}: co sem nepatří?', 'Najdi, co se nehodí: {l}.'],
}
WHAT = {'en': ['What kind of thing is {m}?', 'What is {m}?', '{m} is an example of what?', 'What do you call {m}: what sort of thing is it?'], 'cs': ['Co je {m}?', 'Čím je {m}?', 'Co je to {m}?']}


def listed(r, l, things):
    bare = [re.sub(r'^(a|an|the) ', '', x) for x in things] if l == 'en' and r.random() < 0.7 else things
    return ', '.join(bare) if r.random() < 0.8 else ', '.join(bare[:-1]) + (' or ' if l == 'en' else ' nebo ') + bare[-1]


@domain('kinds', 60)
def kinds(r, l):
    i = written.LANGS.index(l)
    a, b = r.sample(KINDS, 2)
    m = r.choice(a[2 + i])
    is_ = lambda x, k: f'{x} is {k}' if l == 'en' else f'{x} je {k}'
    form = r.choices(['yes', 'no', 'either', 'which', 'odd', 'what'], [3, 4, 2, 2, 2, 1])[0]
    put = lambda forms, **values: cap(r.choice(forms[l]).format(**values))
    yes, no = YES_NO[l]
    if form == 'yes':
        return Item(l, put(IS, m=m, k=a[i]), f'{yes}, {is_(m, a[i])}.', short=yes)
    if form == 'no':
        return Item(l, put(IS, m=m, k=b[i]), f'{no}, {is_(m, a[i])}.', short=no)
    if form == 'either':
        k, o = r.sample([a[i], b[i]], 2)
        return Item(l, put(EITHER, m=m, k=k, o=o), cap(is_(m, a[i])) + '.', short=a[i])
    if form == 'which':
        things = [m, *r.sample(b[2 + i], r.choice([1, 2, 2, 3]))]
        r.shuffle(things)
        return Item(l, put(WHICH, k=a[i], l=listed(r, l, things)), cap(is_(m, a[i])) + '.', short=m)
    if form == 'odd':
        things = [m, *r.sample(b[2 + i], r.choice([2, 3, 3]))]
        r.shuffle(things)
        return Item(l, put(ODD, l=listed(r, l, things)), f'{cap(m)}, because it is not {b[i]}.' if l == 'en' else f'{cap(m)}: to není {b[i]}.', short=m)
    return Item(l, put(WHAT, m=m), cap(is_(m, a[i])) + '.', short=a[i])
