"""Short things in many wordings: one line of code, the past of a verb, an answer under a key that the user names, how to ask for a translation."""

import json
from core import *
import vocab, boreal, geo, facts

# What to do: English (to ...) | Czech (first person) | Czech infinitive | Python | JavaScript
LINES = rows(r"""
get the length of a list / find out how long a list is / count the items of a list|zjistím délku seznamu / spočítám prvky seznamu|zjistit délku seznamu|len(items)|items.length
get the length of a string / find out how long a string is / count the characters of a text|zjistím délku řetězce / spočítám znaky v textu|zjistit délku řetězce|len(text)|text.length
print a text / print something / show text on the screen / write to the console|vypíšu text na obrazovku / zobrazím text|vypsat text|print("Hello")|console.log('Hello');
make a text upper case / turn a string into capitals|převedu text na velká písmena|převést text na velká písmena|text.upper()|text.toUpperCase()
make a text lower case / turn a string into small letters|převedu text na malá písmena|převést text na malá písmena|text.lower()|text.toLowerCase()
replace a word in a text / swap a word in a string|nahradím slovo v textu|nahradit slovo v textu|text.replace("cat", "dog")|text.replaceAll('cat', 'dog')
split a text into words / break a string into words|rozdělím text na slova|rozdělit text na slova|text.split()|text.split(' ')
join a list into a text / glue strings together|spojím seznam do textu|spojit seznam do textu|", ".join(items)|items.join(', ')
add an item to a list / append to a list / put something into a list|přidám prvek do seznamu|přidat prvek do seznamu|items.append(1)|items.push(1);
remove the last item of a list|odeberu poslední prvek seznamu|odebrat poslední prvek seznamu|items.pop()|items.pop();
check whether a list contains an item / see if something is in a list|zjistím, zda je prvek v seznamu|zjistit, zda je prvek v seznamu|1 in items|items.includes(1)
convert a string to a number / turn text into a number / parse a number|převedu text na číslo|převést text na číslo|int("42")|Number('42')
convert a number to a string / turn a number into text|převedu číslo na text|převést číslo na text|str(42)|String(42)
round a number|zaokrouhlím číslo|zaokrouhlit číslo|round(3.7)|Math.round(3.7)
loop over a list / go through all items of a list / write a for loop / make a loop|projdu seznam v cyklu|projít seznam v cyklu|for item in items:\n    print(item)|for (const item of items) console.log(item);
read input from the user / ask the user for his name|načtu vstup od uživatele|načíst vstup od uživatele|name = input("Name: ")|const name = prompt('Name:');
write a comment|napíšu komentář|napsat komentář|# a comment|// a comment
make a dictionary / create a map of keys and values|vytvořím slovník|vytvořit slovník|ages = {"Anna": 30, "Tom": 25}|const ages = { Anna: 30, Tom: 25 };
make a list / create an array|vytvořím seznam|vytvořit seznam|items = [1, 2, 3]|const items = [1, 2, 3];
define a function / write a function|nadefinuji funkci|nadefinovat funkci|def greet(name):\n    return "Hello " + name|function greet(name) {\n  return 'Hello ' + name;\n}
write a condition / use if|napíšu podmínku|napsat podmínku|if x > 0:\n    print("positive")|if (x > 0) console.log('positive');
catch an error / handle an exception|zachytím chybu|zachytit chybu|try:\n    run()\nexcept Exception as error:\n    print(error)|try {\n  run();\n} catch (error) {\n  console.log(error);\n}
open a file / read a text file / load a file|otevřu soubor / přečtu textový soubor / načtu soubor|otevřít soubor|with open("file.txt", encoding="utf-8") as file:\n    print(file.read())|import { readFile } from 'node:fs/promises';\nconsole.log(await readFile('file.txt', 'utf8'));
write a while loop / repeat something while a condition holds|napíšu cyklus while|napsat cyklus while|while x < 10:\n    x += 1|while (x < 10) x += 1;
make a class|vytvořím třídu|vytvořit třídu|class Dog:\n    def __init__(self, name):\n        self.name = name|class Dog {\n  constructor(name) {\n    this.name = name;\n  }\n}
get the first item of a list|získám první prvek seznamu|získat první prvek seznamu|items[0]|items[0]
get the last item of a list|získám poslední prvek seznamu|získat poslední prvek seznamu|items[-1]|items.at(-1)
get today's date|zjistím dnešní datum|zjistit dnešní datum|from datetime import date\nprint(date.today())|console.log(new Date());
find the largest of two numbers / get the bigger of two numbers|najdu větší ze dvou čísel|najít větší ze dvou čísel|max(a, b)|Math.max(a, b)
sort a list|seřadím seznam|seřadit seznam|sorted(items)|items.toSorted()
reverse a list|obrátím seznam|obrátit seznam|items[::-1]|items.toReversed()
""")
SQL_LINES = rows("""
the number of users / how many users there are / a count of all users|počet uživatelů / kolik je uživatelů|SELECT COUNT(*) FROM users;
all users / everything from the table users|všechny uživatele / vše z tabulky users|SELECT * FROM users;
the oldest user / the user with the highest age|nejstaršího uživatele|SELECT * FROM users ORDER BY age DESC LIMIT 1;
the names of all users / only the names of the users|jména všech uživatelů|SELECT name FROM users;
users from Brno / users who live in Brno|uživatele z Brna|SELECT * FROM users WHERE city = 'Brno';
the sum of all orders / the total of orders|součet všech objednávek|SELECT SUM(total) FROM orders;
the average age of users|průměrný věk uživatelů|SELECT AVG(age) FROM users;
the number of orders / how many orders there are|počet objednávek / kolik je objednávek|SELECT COUNT(*) FROM orders;
""")


def code_line(r, l):
    if r.random() < 0.22:
        en, cs, sql = r.choice(SQL_LINES)
        w = r.choice((en if l == 'en' else cs).split(' / '))
        q = r.choice(
            ['SQL query for {}', 'Write SQL for {}', 'How do I get {} in SQL?', 'SQL: {}', 'Which SQL gives {}?', 'Query the database for {}.']
            if l == 'en'
            else ['Dotaz SQL: {}', 'Jak v SQL zjistím: {}?', 'SQL: {}', 'Napiš SQL, které vrátí: {}', 'Jaký dotaz SQL vrátí {}?', 'Chci v SQL {}']
        ).format(w)
        return Item(l, q, f'```sql\n{sql}\n```')
    en, cs, inf, py, js = r.choice(LINES)
    L, c = r.choice([('Python', py), ('JavaScript', js)])
    short = {'Python': ['Python', 'python'], 'JavaScript': ['JavaScript', 'JS', 'javascript']}[L]
    if l == 'en':
        w = r.choice(en.split(' / '))
        q = r.choice(['How do I {w} in {L}?', 'In {L}, how do I {w}?', '{L}: {w}', '{L}, {w}?', 'How can I {w} with {L}?', 'What is the {L} code to {w}?', 'I want to {w} in {L}.', '{w} in {L}', 'How does one {w} in {L}?', 'Show me how to {w} in {L}']).format(w=w, L=r.choice(short))
    else:
        w = r.choice(cs.split(' / '))
        loc = {'Python': 'Pythonu', 'JavaScript': r.choice(['JavaScriptu', 'JS'])}[L]
        q = r.choice(['Jak v {L} {w}?', 'V {L} jak {w}?', 'Jak {w} v {L}?', 'Potřebuji v {L} {i}', '{N}: {i}', 'Chci v {L} {i}', 'Ukaž mi, jak v {L} {i}']).format(w=w, L=loc, i=inf, N=r.choice(short))
    return Item(l, cap(q), f'```{L.lower()}\n' + c.replace('\\n', '\n') + '\n```')


PAST = rows("""
go|went|gone
see|saw|seen
eat|ate|eaten
drink|drank|drunk
write|wrote|written
read|read|read
take|took|taken
give|gave|given
come|came|come
run|ran|run
swim|swam|swum
sing|sang|sung
begin|began|begun
buy|bought|bought
bring|brought|brought
think|thought|thought
know|knew|known
grow|grew|grown
fly|flew|flown
speak|spoke|spoken
break|broke|broken
make|made|made
have|had|had
do|did|done
be|was, were|been
say|said|said
find|found|found
get|got|got
sleep|slept|slept
teach|taught|taught
catch|caught|caught
sell|sold|sold
tell|told|told
sit|sat|sat
stand|stood|stood
win|won|won
lose|lost|lost
pay|paid|paid
meet|met|met
leave|left|left
feel|felt|felt
keep|kept|kept
hear|heard|heard
drive|drove|driven
ride|rode|ridden
fall|fell|fallen
forget|forgot|forgotten
choose|chose|chosen
wear|wore|worn
cut|cut|cut
put|put|put
work|worked|worked
play|played|played
walk|walked|walked
talk|talked|talked
look|looked|looked
open|opened|opened
help|helped|helped
ask|asked|asked
""")


def past(r, l):
    v, p, pp = r.choice(PAST)
    third = r.random() < 0.2
    w = v if r.random() < 0.6 else f'"{v}"'
    if third:
        q = r.choice([f'What is the past participle of {w}?', f'Past participle of {w}?', f'Third form of {w}?'] if l == 'en' else [f'Jaké je příčestí minulé anglického slovesa {w}?', f'Třetí tvar anglického slovesa {w}?'])
        return Item(l, q, f'The past participle of "{v}" is "{pp}".' if l == 'en' else f'Příčestí minulé slovesa „{v}“ je „{pp}“.', short=pp)
    q = r.choice([f'What is the past tense of {w}?', f'Past tense of {w}?', f'Past of {w}?', f'How do you say {w} in the past?', f'Put {w} into the past tense.', f'Simple past of {w}', f'Today I {v}, yesterday I ...?', f'What is {w} in the past tense?', f'Give me the past form of {w}', f'the verb {w} in past tense', f'past simple: {v}'] if l == 'en' else [f'Jaký je minulý čas anglického slovesa {w}?', f'Minulý čas od {w}?', f'Anglicky minulý čas slovesa {w}?', f'Druhý tvar anglického slovesa {w}?', f'Dej anglické {w} do minulého času.'])
    return Item(l, q, f'The past tense of "{v}" is "{p}".' if l == 'en' else f'Minulý čas slovesa „{v}“ je „{p}“.', short=p)


@domain('idioms', 6)
def idioms(r, l):
    return code_line(r, l) if r.random() < 0.72 else past(r, l)


KEYS = {
    'en': 'answer result city name value country capital reply text word number data output response thing solution info title person year animal colour author language currency planet found a x key'.split(),
    'cs': 'odpoved vysledek mesto jmeno hodnota zeme text slovo cislo data vystup reseni nazev osoba rok zvire barva autor jazyk mena odpověď výsledek město jméno země číslo'.split(),
}
KEY_ASK = {
    'en': ['Answer as JSON with the key {k}: {q}', 'JSON with the key "{k}": {q}', '{q} Answer as JSON with the key {k}.', '{q} Return JSON with a single key "{k}".', 'Reply in JSON, key {k}. {q}', '{q} As JSON with key {k}, please.', 'Use the key {k} and answer in JSON: {q}', '{q} Give me JSON like {{"{k}": ...}}', 'Return {{"{k}": ...}} for this: {q}', '{q} Format: {{"{k}": "..."}}'],
    'cs': ['Odpověz jako JSON s klíčem {k}: {q}', 'JSON s klíčem „{k}“: {q}', '{q} Odpověz jako JSON s klíčem {k}.', '{q} Vrať JSON s jediným klíčem „{k}“.', '{q} Jako JSON s klíčem {k}, prosím.', 'Vrať {{"{k}": ...}}: {q}', '{q} Formát: {{"{k}": "..."}}', 'Použij klíč {k} a odpověz v JSON: {q}'],
}


@domain('keyed', 4)
def keyed(r, l):
    """JSON under the key that the user names, whatever it is."""
    for _ in range(20):
        it = DOMAINS[r.choice(['country', 'general', 'works', 'elements', 'arith', 'calendar', 'travel', 'figures'])][1]
        try:
            it = it(r, l, l)
        except TypeError:
            it = it(r, l)
        if it.short and '\n' not in it.q:
            break
    k = r.choice(KEYS[l])
    if r.random() < 0.06:
        k = k.upper()
    v = str(it.short)
    v = int(v) if v.isdigit() and r.random() < 0.7 else v
    it = Item(l, r.choice(KEY_ASK[l]).format(k=k, q=it.q), json.dumps({k: v}, ensure_ascii=False), noise=False)
    return it


vocab.QE2C += ['Say "{}" in Czech.', 'Say "{}" in Czech, please', 'Say it in Czech: {}', 'How would you say {} in Czech?', 'How is {} said in Czech?', 'And in Czech, {} is?', 'I need the Czech word for {}.', 'Put {} into Czech.', 'Tell me {} in Czech.', 'Please say "{}" in Czech', 'Turn "{}" into Czech.', 'What do people in Prague say for {}?', 'The word {} in Czech, please', 'Which Czech word means {}?']
vocab.QC2E += ['Say "{}" in English.', 'Say it in English: {}', 'What is meant by the Czech word {}?', 'The Czech word "{}" means what?', 'How would you say {} in English?', 'Tell me {} in English.', 'I do not understand the Czech word {}.', 'In Prague I read "{}". What does that mean?', 'Put {} into English.', 'The Czech "{}" is what in English?', 'Which English word is {}?', 'What do I call {} in English?', 'and {} is what in English?']
vocab.CE2C += ['Řekni česky „{}“.', 'Řekni to česky: {}', 'Jak bys česky řekl {}?', 'Anglické slovo „{}“ je česky co?', 'Nerozumím anglickému slovu {}.', 'Čemu odpovídá česky {}?', 'Četl jsem anglicky „{}“. Co to je?', 'Přelož mi {} do češtiny, prosím', 'Které české slovo znamená {}?']
vocab.CC2E += ['Řekni anglicky „{}“.', 'Řekni to anglicky: {}', 'Jak bys anglicky řekl {}?', 'Jak se v angličtině řekne {}?', 'Slovo „{}“ anglicky, prosím', 'Přelož mi {} do angličtiny, prosím', 'Které anglické slovo znamená {}?', 'Jak to je anglicky: {}?', 'Jak by Angličan řekl {}?', 'České „{}“ je anglicky co?']

SELF_MORE = [
    (0, 'So who am I talking to? / What exactly are you? / What sort of thing are you? / Are you a program? / Tell me what you are. / You are what, exactly? / What is behind this chat? / Which AI is answering me? / Describe yourself.', 'Tak kdo vlastně jsi? / Co přesně jsi? / Jsi program? / Řekni mi, co jsi. / Co je za tímhle chatem? / Která umělá inteligence mi odpovídá? / Popiš se. / Co jsi vlastně za model? / S jakým modelem mluvím?'),
    (1, 'What do people call you? / Say your name. / Under which name do you go? / How are you called?', 'Jak ti říkají? / Řekni své jméno. / Pod jakým jménem tě znají? / Jaké je tvé jméno?'),
    (2, 'Who are your makers? / Where do you come from, who made you? / Which company made you? / Who wrote you? / Whose model are you?', 'Kdo jsou tvoji tvůrci? / Která firma tě udělala? / Kdo tě napsal? / Čí jsi model? / Kdo tě vyrobil?'),
    (5, 'What are your skills? / What may I expect from you? / What are you for? / What can I use you for? / How are you useful? / Give me examples of what you can do.', 'Jaké máš schopnosti? / Co od tebe můžu čekat? / K čemu jsi? / K čemu tě můžu použít? / V čem jsi užitečný? / Dej mi příklady, co umíš.'),
    (10, 'What is Boreal good for? / Why would I use Boreal? / What kind of software is Boreal? / What does this software do? / Explain to me what Boreal is. / Describe Boreal. / Boreal, what is that?', 'Na co je dobrý Boreal? / Proč bych měl používat Boreal? / Jaký software je Boreal? / Co dělá tenhle software? / Vysvětli mi, k čemu je Boreal. / Popiš Boreal. / Boreal, co to je? / Vysvětlíš mi, co je to Boreal?'),
]
for i, en, cs in SELF_MORE:
    boreal.SELF[i][0] += ' / ' + en
    boreal.SELF[i][1] += ' / ' + cs
