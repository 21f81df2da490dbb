"""What no small program inside a server can do or know, put together from many parts: errands, what happens in the world, figures of places and people, taste and advice."""

from core import *
import geo, open_questions, travel, unknown

ERRANDS = {
    'en': 'book a flight to {c}|order a pizza for me|call my {f}|open my calendar|set an alarm for seven|play some music|send a text to my {f}|buy tickets to {c}|turn on the light|find my phone|read my e-mails|check my bank account|reserve a table for two|remind me tomorrow|take a photo|translate this page|show me a map of {c}|print my document|search the web for {c}|post this on Facebook|download a film|write to my {f}|pay my bill|find me a hotel in {c}|start a timer|show me pictures of {c}|tell my {f} that I am late|start my car'.split('|'),
    'cs': 'rezervovat letenku|objednat mi pizzu|zavolat mému bratrovi|otevřít můj kalendář|nastavit budík na sedm|pustit hudbu|poslat zprávu mé sestře|koupit lístky na vlak|rozsvítit světlo|najít můj telefon|přečíst moje e-maily|zkontrolovat můj bankovní účet|zamluvit stůl pro dva|zítra mi to připomenout|vyfotit mě|ukázat mi mapu|vytisknout můj dokument|hledat na webu|dát to na Facebook|stáhnout film|zaplatit můj účet za elektřinu|najít mi hotel|spustit časovač|ukázat mi obrázky|nastartovat moje auto'.split('|'),
}
ERRAND_ASK = {
    'en': ['Can you {}?', 'Could you {}?', 'Please {}.', '{}', 'I want you to {}.', 'Would you {} for me?', 'Are you able to {}?', 'Help me: {}.'],
    'cs': ['Můžeš {}?', 'Umíš {}?', 'Mohl bys {}?', 'Chci, abys dokázal {}.', 'Prosím, zkus {}.', 'Dokážeš {}?', 'Potřebuji {}.', 'Šlo by {}?'],
}
FAMILY = 'mother father brother sister boss neighbour friend wife husband'.split()
NOW = {
    'en': ['Who is the president of {c} now?', 'Who leads the government of {c} today?', 'What happened in {c} today?', 'How many people live in {t}?', 'How big is {t}?', 'Who won the election in {c}?', 'What is the news from {c}?', 'How far is it from {t} to {u}?', 'How long is the flight from {t} to {u}?', 'What is the best restaurant in {t}?', 'Which hotel in {t} is good?', 'How much is a ticket from {t} to {u}?', 'What is the average salary in {c}?', 'Who is the mayor of {t}?', 'What is the history of {t}?', 'When was {t} founded?', 'What does one eat in {c}?', 'Is {c} safe?', 'When does the train from {t} to {u} leave?', 'Who is the best football player of {c}?', 'What are the sights of {t}?', 'How old is {t}?', 'What is the national anthem of {c}?', 'Who is the king of {c} now?', 'What is the postcode of {t}?', 'Which party governs {c}?', 'What is a typical dish of {c}?'],
    'cs': ['Kdo je teď prezidentem {g}?', 'Kdo dnes vede vládu {g}?', 'Co se dnes stalo {i}?', 'Kolik obyvatel má {t}?', 'Jak velké město je {t}?', 'Kdo vyhrál volby {i}?', 'Co je nového {i}?', 'Jak daleko je {t} od města {u}?', 'Jak dlouho se letí {i}?', 'Jaká je nejlepší restaurace ve městě {t}?', 'Který hotel ve městě {t} je dobrý?', 'Kolik stojí letenka {o}?', 'Jaký je průměrný plat {i}?', 'Kdo je starostou města {t}?', 'Jaké jsou dějiny města {t}?', 'Kdy vzniklo město {t}?', 'Co se jí {i}?', 'Je {i} bezpečno?', 'Kdy jede vlak do města {t}?', 'Kdo je nejlepší fotbalista {g}?', 'Co vidět ve městě {t}?', 'Jak staré je město {t}?', 'Jaká je hymna {g}?', 'Kdo je teď králem {g}?', 'Jaké PSČ má {t}?', 'Která strana vládne {i}?', 'Jaké jídlo je typické {i}?'],
}
TASTE = {
    'en': ['Recommend me a {}', 'What is the best {}?', 'Which {} should I buy?', 'What {} do you like?', 'Which {} is popular now?', 'Name the newest {}.', 'Where can I buy a cheap {}?', 'How much does a good {} cost?', 'Is this {} any good?', 'Choose a {} for me.', 'What do reviews say about this {}?', 'Who makes the best {}?'],
    'cs': ['Doporuč mi {}', 'Co je nejlepší, když chci {}?', 'Jaký bys vybral {}?', 'Kde koupím levně {}?', 'Kolik stojí dobrý {}?', 'Vyber mi {}.', 'Kdo vyrábí nejlepší {}?', 'Co píšou lidé o výrobku {}?', 'Stojí za to {}?'],
}
GOODS = {'en': 'film series song game laptop phone car bike camera sofa wine beer novel headset printer tent tablet watch drill mattress'.split(), 'cs': 'film seriál notebook telefon fotoaparát gauč román počítač tiskárnu stan tablet vrtačku matraci mixér monitor vysavač'.split()}


# Of Czechia much is known.
ABROAD = [p for p in travel.PEOPLES if p[0] != 'Czechia']


def errand(r, ql, al):
    c = r.choice(travel.PEOPLES)[0]
    e = r.choice(ERRANDS[ql]).format(c=c, f=r.choice(FAMILY)) if ql == 'en' else r.choice(ERRANDS[ql])
    return unknown.mk(r, ql, cap(r.choice(ERRAND_ASK[ql]).format(e)), None, al)


def now(r, ql, al):
    p, o = r.sample(ABROAD, 2)
    c, d = geo.BY[p[0]], geo.BY[o[0]]
    E = ql == 'en'
    q = r.choice(NOW[ql]).format(c=c['en'], g=c['gen'], i=p[5], o=p[6], t=c['cap_en'] if E else c['cap_cs'], u=d['cap_en'] if E else d['cap_cs'])
    if norm(q) in open_questions.known():
        return errand(r, ql, al)
    return unknown.mk(r, ql, q, None, al)


def taste(r, ql, al):
    return unknown.mk(r, ql, r.choice(TASTE[ql]).format(r.choice(GOODS[ql])), None, al)


@domain('beyond', 7)
def beyond(r, ql, al):
    return r.choices([errand, now, taste], [3, 5, 2])[0](r, ql, al)
