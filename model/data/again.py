"""An answer asked for once more (`again`): as it was, in one word, in the other language; then thanks."""

from core import *
import written

AGAIN = {
    'en': ['Say that again.', 'Repeat that, please.', 'Again, please', 'Once more?', 'Can you repeat it?', 'sorry, what?', 'What did you say?', 'I did not catch that.', 'Come again?', 'One more time'],
    'cs': ['Řekni to znovu.', 'Zopakuj to, prosím.', 'Ještě jednou prosím', 'Cože?', 'Můžeš to zopakovat?', 'Nerozuměl jsem, znovu.', 'Co jsi říkal?', 'Jak prosím?', 'Zopakuješ mi to?', 'ještě jednou'],
}
SHORTER = {
    'en': ['In one word?', 'Shorter, please.', 'Just the answer.', 'In short?', 'only the answer please', 'Say it in a word.', 'Without the sentence.', 'Briefly?'],
    'cs': ['Jedním slovem?', 'Kratší, prosím.', 'Jen odpověď.', 'Zkráceně?', 'jen samotnou odpověď prosím', 'Řekni to slovem.', 'Bez věty.', 'Stručně?'],
}
# In the language of the question before: the other one is asked for.
OTHER = {
    'en': ['And in Czech?', 'Say it in Czech.', 'In Czech, please.', 'česky prosím', 'How is that in Czech?', 'Now in Czech'],
    'cs': ['A anglicky?', 'Řekni to anglicky.', 'Anglicky, prosím.', 'in English please', 'Jak je to anglicky?', 'Teď anglicky'],
}
THANKS = {
    'en': [('Thanks', "You're welcome. Anything else?"), ('Thank you!', "You're welcome. Anything else?"), ('ok thanks', "You're welcome. Anything else?"), ('great', 'Glad to help. Anything else?'), ('Perfect, thank you', "You're welcome. Anything else?")],
    'cs': [('Díky', 'Rádo se stalo. Ještě něco?'), ('Děkuji!', 'Rádo se stalo. Ještě něco?'), ('ok dík', 'Rádo se stalo. Ještě něco?'), ('super', 'To jsem rád. Ještě něco?'), ('Výborně, děkuji', 'Rádo se stalo. Ještě něco?')],
}
# A line with both languages: questions, answers, bare answers.
BOTH = [x for x in written.ALL if all(x[:4])]


@domain('again', 25)
def again(r, l):
    i = written.LANGS.index(l)
    row = r.choice(BOTH)
    answer, bare, other = row[2 + i], row[4 + i], row[3 - i]
    msgs = [['u', noisy(r, r.choice(row[i].split(written.ALSO)), l)], ['a', answer]]
    m = r.random()
    if m < 0.35:
        msgs += [['u', noisy(r, r.choice(AGAIN[l]), l)], ['a', answer]]
    elif m < 0.6 and bare:
        msgs += [['u', noisy(r, r.choice(SHORTER[l]), l)], ['a', cap(bare)]]
    elif m < 0.85:
        msgs += [['u', noisy(r, r.choice(OTHER[l]), l)], ['a', other]]
    if len(msgs) == 2 or r.random() < 0.2:
        thanks, reply = r.choice(THANKS[l])
        msgs += [['u', noisy(r, thanks, l)], ['a', reply]]
    return Item(l, '', '', msgs=msgs)
