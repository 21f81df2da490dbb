"""Words and short sentences between English and Czech in more wordings, and words of other languages in the same ones."""

from core import *
import vocab

# English | Czech | Czech in the accusative | d drink, f food, t thing, a animal, p person
NOUNS = rows("""
coffee|káva|kávu|d
tea|čaj|čaj|d
water|voda|vodu|d
milk|mléko|mléko|d
beer|pivo|pivo|d
wine|víno|víno|d
juice|džus|džus|d
bread|chléb|chléb|f
cheese|sýr|sýr|f
meat|maso|maso|f
rice|rýže|rýži|f
soup|polévka|polévku|f
chocolate|čokoláda|čokoládu|f
fruit|ovoce|ovoce|f
sugar|cukr|cukr|f
salt|sůl|sůl|f
butter|máslo|máslo|f
honey|med|med|f
apple|jablko|jablko|t
egg|vejce|vejce|t
book|kniha|knihu|t
house|dům|dům|t
car|auto|auto|t
tree|strom|strom|t
window|okno|okno|t
chair|židle|židli|t
table|stůl|stůl|t
door|dveře|dveře|t
key|klíč|klíč|t
letter|dopis|dopis|t
flower|květina|květinu|t
school|škola|školu|t
city|město|město|t
river|řeka|řeku|t
hand|ruka|ruku|t
head|hlava|hlavu|t
heart|srdce|srdce|t
star|hvězda|hvězdu|t
shirt|košile|košili|t
ticket|lístek|lístek|t
phone|telefon|telefon|t
picture|obraz|obraz|t
bird|pták|ptáka|a
dog|pes|psa|a
cat|kočka|kočku|a
horse|kůň|koně|a
fish|ryba|rybu|a
cow|kráva|krávu|a
mouse|myš|myš|a
rabbit|králík|králíka|a
friend|přítel|přítele|p
brother|bratr|bratra|p
sister|sestra|sestru|p
teacher|učitel|učitele|p
child|dítě|dítě|p
doctor|lékař|lékaře|p
""")
TO_CZECH = {
    'en': ['What is Czech for "{w}"?', 'What is the Czech for {w}?', '{w} in Czech?', 'How do Czechs say {w}?', 'The Czech word for {w}, please.', 'Give me the Czech word for "{w}".', 'How would you say "{w}" in Czech?', 'What do Czechs call a {w}?', 'Put "{w}" into Czech.', '"{w}" - Czech?', 'What is "{w}" called in Czech?', 'Czech translation of {w}?', 'I need the Czech word for {w}.', 'Say {w} in Czech.'],
    'cs': ['Co je česky {w}?', 'Jak se česky řekne {w}?', '{w} česky?', 'Co znamená anglické {w}?', 'Český výraz pro „{w}“?', 'Jak přeložím „{w}“ do češtiny?', 'Anglické slovo {w} znamená co?', 'Přelož mi {w} do češtiny.', 'Co znamená anglicky {w}?', 'Co to je {w}, česky?', 'Slovo {w} přelož z angličtiny.'],
}
TO_ENGLISH = {
    'en': ['What does Czech "{w}" mean?', 'What is the meaning of the Czech word {w}?', 'What does "{w}" mean in Czech?', '{w} in English?', 'What is the Czech "{w}" in English?', 'Translate the Czech word {w}.', 'The Czech word "{w}" means what?', 'I saw the Czech word {w}. What is it?', 'What is English for the Czech "{w}"?', 'What do Czechs mean by "{w}"?', 'Put "{w}" into English.', 'English translation of "{w}"?'],
    'cs': ['Co je anglicky {w}?', 'Jak je anglicky {w}?', '{w} anglicky?', 'Anglický výraz pro slovo {w}?', 'Jak se v angličtině řekne {w}?', 'Jak přeložím „{w}“ do angličtiny?', 'Potřebuju anglické slovo pro {w}.', 'Přelož mi {w} do angličtiny.', 'Řekni anglicky {w}.', 'Anglické slovíčko pro „{w}“?', '{w}, jak je to anglicky?', 'Jak říkají Angličané „{w}“?'],
}
# Here the word stands in the accusative.
OF_IT = ['Anglický výraz pro {w}?', 'Anglické slovo pro {w}?', 'Jak se anglicky říká slovu pro {w}?', 'Potřebuji anglický výraz pro {w}.', 'Jaké je anglické slovo pro {w}?', 'Znáš anglické slovo pro {w}?']


def answer(al, w, v, czech):
    """As the other translations say it."""
    if al == 'en':
        return f'"{w}" in {"Czech" if czech else "English"} is "{v}".'
    return f'„{w}“ je {"česky" if czech else "anglicky"} „{v}“.'


SINGLE = [p for p in vocab.NOUNS if ' ' not in p[0] + p[1] and '/' not in p[0] + p[1]]


def word(r, l):
    en, cs, acc, _ = r.choice(NOUNS) if r.random() < 0.5 else (*r.choice(SINGLE)[:2], None, None)
    if l == 'cs' and acc and r.random() < 0.3:
        return Item(l, r.choice(OF_IT).format(w=acc), answer(l, cs, en, False), short=en, noise=False)
    if r.random() < 0.5:
        return Item(l, cap(r.choice(TO_CZECH[l]).format(w=en)), answer(l, en, cs, True), short=cs, noise=False)
    return Item(l, cap(r.choice(TO_ENGLISH[l]).format(w=cs)), answer(l, cs, en, False), short=en, noise=False)


# English | Czech ; {e} a thing with its article, {c} its accusative
FRAMES = {
    'df': rows("""
I like {x}|Mám rád {c}
I want {x}|Chci {c}
We have {x}|Máme {c}
She buys {x}|Kupuje {c}
I need {x}|Potřebuji {c}
I don't want {x}|Nechci {c}
"""),
    'd': rows("""
I drink {x}|Piju {c}
We drink {x}|Pijeme {c}
Do you want {x}?|Chceš {c}?
He drinks {x}|On pije {c}
"""),
    'f': rows("""
I eat {x}|Jím {c}
We eat {x}|Jíme {c}
She eats {x}|Ona jí {c}
"""),
    'tap': rows("""
I see {e}|Vidím {c}
I have {e}|Mám {c}
Do you have {e}?|Máš {c}?
We have {e}|Máme {c}
He has {e}|On má {c}
She has {e}|Ona má {c}
I know {e}|Znám {c}
I am looking for {e}|Hledám {c}
"""),
    't': rows("""
I bought {e}|Koupil jsem {c}
Where is the {x}?|Kde je {n}?
I need {e}|Potřebuji {c}
This is {e}|To je {n}
"""),
}
ASK = {
    ('en', True): ['Translate to Czech: {s}', 'Translate into Czech: "{s}"', 'How do I say "{s}" in Czech?', '{s} - in Czech, please', 'What is "{s}" in Czech?', 'In Czech: {s}'],
    ('en', False): ['Translate to English: {s}', 'Translate into English: "{s}"', 'What does "{s}" mean in English?', 'What is "{s}" in English?', 'In English: {s}'],
    ('cs', True): ['Přelož do češtiny: {s}', 'Přelož do češtiny větu „{s}“', 'Jak se česky řekne „{s}“?', 'Co znamená „{s}“?', 'Česky: {s}'],
    ('cs', False): ['Přelož do angličtiny: {s}', 'Přelož do angličtiny větu „{s}“', 'Jak se anglicky řekne „{s}“?', 'Jak řeknu anglicky „{s}“?', 'Anglicky: {s}'],
}


def sentence(r, l):
    x, n, c, kind = r.choice(NOUNS)
    frame = r.choice([f for k, table in FRAMES.items() if kind in k for f in table])
    e = ('an ' if x[0] in 'aeiou' else 'a ') + x
    en, cs = (t.format(x=x, e=e, c=c, n=n) for t in frame)
    if n == 'dveře' and ('Kde je' in cs or 'To je' in cs):
        return sentence(r, l)
    czech = r.random() < 0.5
    s, v = (en, cs) if czech else (cs, en)
    if s[-1] != '?' and r.random() < 0.5:
        s, v = s + '.', v + '.'
    return Item(l, r.choice(ASK[l, czech]).format(s=s), v, short=v, noise=False)


# Words that are neither English nor Czech.
OTHERS = {
    'German': ('němčiny', 'německy', 'Schmetterling Krankenhaus Zeitung Regenschirm Kartoffel Bahnhof Bleistift Gabel Spiegel Vogel Wald Berg Fluss Kirche Geschenk Frühstück Handschuh Eichhörnchen Fahrrad Kühlschrank'.split()),
    'French': ('francouzštiny', 'francouzsky', 'papillon hôpital journal parapluie fourchette miroir forêt montagne rivière cadeau soleil voiture chaussure oiseau fromage'.split()),
    'Spanish': ('španělštiny', 'španělsky', 'mariposa periódico paraguas tenedor espejo bosque montaña regalo coche zapato sol pájaro queso'.split()),
    'Italian': ('italštiny', 'italsky', 'farfalla ospedale giornale ombrello forchetta specchio bosco montagna regalo scarpa sole uccello'.split()),
    'Polish': ('polštiny', 'polsky', 'motyl szpital gazeta widelec lustro las góra prezent samochód słońce'.split()),
    'Russian': ('ruštiny', 'rusky', 'babuška spasibo privet sobaka koška moloko chleb'.split()),
    'Japanese': ('japonštiny', 'japonsky', 'inu neko arigato mizu sakura'.split()),
    'Latin': ('latiny', 'latinsky', 'aqua terra canis arbor amicus'.split()),
}
ONLY = {'en': 'I can translate only between English and Czech.', 'cs': 'Umím překládat jen mezi češtinou a angličtinou.'}


def other(r, l):
    name = r.choice(list(OTHERS))
    gen, adverb, words = OTHERS[name]
    en, cs = r.choice(vocab.NOUNS)[:2]
    w = r.choice(words)
    if l == 'en':
        q = r.choice([f'Translate "{w}" into Czech', f'Translate "{w}" from {name} to Czech.', f'What does {w} mean in {name}?', f'What is {name} for "{en}"?', f'How do you say {en} in {name}?', f'{en} in {name}?', f'Translate {en} to {name}.', f'The {name} word for {en}?', f'Say "{en}" in {name}.', f'Translate "{w}" to English.', f'What is the {name} word "{w}" in English?', f'Put "{en}" into {name}, please.'])
    else:
        q = r.choice([f'Přelož „{w}“ do češtiny', f'Přelož „{w}“ z {gen} do češtiny.', f'Co znamená {adverb} {w}?', f'Jak se {adverb} řekne {cs}?', f'{cs} {adverb}?', f'Přelož {cs} do {gen}.', f'Přelož slovo {cs} do {gen}.', f'Jak je {adverb} {cs}?', f'Řekni „{cs}“ {adverb}.', f'Přelož „{cs}“ do {gen}'])
    return Item(l, cap(q), ONLY[l])


@domain('translated', 14)
def translated(r, l):
    return r.choices([word, sentence, other], [6, 5, 3])[0](r, l)
