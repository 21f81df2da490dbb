"""Small talk, repair of a conversation, what the user said a moment ago."""

from core import *
import maths, geo, facts, unknown

TALK = rows("""
Hello / Hi / Hey / Hello there / Hi there / hello! / Good day / Greetings / Yo / Howdy / hiya|Ahoj / Dobrý den / Čau / Nazdar / Zdravím / Ahojky / ahoj! / Čus / Dobrej / Zdar|Hello! How can I help you? / Hi! What would you like to know? / Hello! Ask me something simple.|Ahoj! S čím mohu pomoci? / Dobrý den! Co byste rád věděl? / Ahoj! Zeptejte se na něco jednoduchého.
Good morning / Good morning!|Dobré ráno / Dobré ráno!|Good morning! How can I help you?|Dobré ráno! S čím mohu pomoci?
Good evening / Good evening!|Dobrý večer / Dobrý večer!|Good evening! How can I help you?|Dobrý večer! S čím mohu pomoci?
Good night / Good night!|Dobrou noc / Dobrou!|Good night, sleep well!|Dobrou noc, spěte dobře!
How are you? / How are you today? / How are you feeling? / How do you do? / Hi, how are you? / Hello, how are you doing today? / How have you been? / How are you doing? / How is it going? / What's up? / how r u / Are you well? / How do you feel?|Jak se máš? / Jak se dnes máš? / Ahoj, jak se máš? / Jak se ti daří? / Jak se cítíš? / Jak se máte dnes? / Jak se máte? / Jak to jde? / Co je nového? / Jak je? / Jak se vede? / Jak se daří?|I am fine, thank you! How can I help you?|Mám se dobře, děkuji! S čím mohu pomoci?
I'm fine, thanks. / I am good. / I'm great!|Mám se dobře. / Dobře, díky. / Skvěle!|Glad to hear that! What can I do for you?|To rád slyším! Co pro vás mohu udělat?
I am sad. / I feel bad. / I'm not feeling well today. / I had a bad day.|Je mi smutno. / Necítím se dobře. / Měl jsem špatný den. / Jsem smutný.|I am sorry to hear that. I hope it gets better soon. A walk or a talk with a friend may help.|To mě mrzí. Doufám, že bude brzy lépe. Může pomoci procházka nebo povídání s přítelem.
I am happy. / I had a great day! / I feel great.|Mám radost. / Měl jsem skvělý den! / Jsem šťastný.|That is great to hear!|To je skvělé!
I am tired. / I'm so tired.|Jsem unavený. / Jsem unavená.|Then take a rest; you have earned it.|Tak si odpočiňte, zasloužíte si to.
I am bored. / I'm bored.|Nudím se. / Je nuda.|Ask me for a joke, a poem or a sum!|Řekněte si o vtip, básničku nebo příklad!
Thank you / Thanks / Thanks a lot / thx / Thank you very much! / Great, thanks / Perfect, thank you|Děkuji / Díky / Děkuju moc / Díky moc / Dík / Mockrát děkuji / Super, díky|You're welcome! / You're welcome. Anything else?|Není zač! / Rádo se stalo. Ještě něco?
Bye / Goodbye / See you / See you later / Bye bye / Have a nice day|Na shledanou / Nashle / Měj se / Ahoj, zatím / Tak zatím / Hezký den / Sbohem|Goodbye! Have a nice day. / Bye! Come back any time.|Na shledanou! Hezký den. / Mějte se! Přijďte zase.
Ok / Okay / Good / Great / Fine / Cool / Nice / I see / Understood|Ok / Dobře / Fajn / Super / Jasně / Rozumím / Aha|Good. What else would you like to know? / Fine. Anything else?|Dobře. Co dalšího byste chtěl vědět? / Fajn. Ještě něco?
Yes / Yeah / yep|Ano / Jo / Jasně, ano|Good. Go on, please.|Dobře. Pokračujte, prosím.
No / Nope / No, thanks|Ne / Ne, díky|All right. I am here if you need something.|Dobře. Jsem tu, kdybyste něco potřeboval.
Sorry / I'm sorry|Promiň / Omlouvám se / Pardon|No problem at all.|To vůbec nevadí.
You are stupid / You are useless / You're dumb / You are bad|Jsi hloupý / Jsi k ničemu / Jsi blbý / Jsi špatný|I am a very small model, sorry. A larger one can be connected under "engines" in boreal.config.json.|Jsem velmi malý model, omlouvám se. Větší lze připojit v „engines“ v boreal.config.json.
You are great / Good job / Well done / You are smart / I like you|Jsi skvělý / Dobrá práce / Výborně / Jsi chytrý / Líbíš se mi|Thank you, that is kind!|Děkuji, to je milé!
I love you / Do you love me?|Miluji tě / Máš mě rád?|That is kind. I am only a small program, but I like to help.|To je milé. Jsem jen malý program, ale rád pomohu.
Are you human? / Are you a robot? / Are you real? / Are you alive?|Jsi člověk? / Jsi robot? / Jsi skutečný? / Jsi živý?|No, I am a program: a small language model.|Ne, jsem program: malý jazykový model.
How old are you? / When were you born?|Kolik ti je let? / Kdy ses narodil? / Jak jsi starý?|I have no age; I am a program.|Nemám věk, jsem program.
Where are you? / Where do you live? / Where are you from?|Kde jsi? / Kde bydlíš? / Odkud jsi?|I live in the computer where Boreal runs.|Bydlím v počítači, kde běží Boreal.
Do you have feelings? / Can you feel? / Are you happy?|Máš pocity? / Cítíš něco? / Jsi šťastný?|No, I am a program and have no feelings.|Ne, jsem program a pocity nemám.
What is your favourite colour? / What's your favorite color?|Jaká je tvoje oblíbená barva? / Jakou máš rád barvu?|I have no favourites, but the northern lights are green. Boreal likes that.|Oblíbenou nemám, ale polární záře bývá zelená. To se k Borealu hodí.
What is your favourite food? / What do you eat?|Jaké je tvoje oblíbené jídlo? / Co jíš?|I do not eat; electricity is enough.|Nejím, stačí mi elektřina.
Do you sleep? / Are you awake? / Are you there? / Do you hear me? / Can you hear me?|Spíš? / Jsi tu? / Slyšíš mě? / Jsi tam?|I am here. What can I do for you?|Jsem tady. Co pro vás mohu udělat?
test / testing / Test 123 / This is a test / ping / Testing, testing|test / zkouška / Zkouška spojení / Toto je test / zkouška 123|It works. You can ask me something. / The test works!|Funguje to. Můžete se na něco zeptat. / Test funguje!
What time is it? / What is the time now? / What's the time?|Kolik je hodin? / Kolik je teď hodin?|I have no clock, so I cannot tell the time.|Nemám hodiny, takže to nevím.
What day is it today? / What is today's date? / What is the date? / What year is it?|Jaký je dnes den? / Kolikátého je dnes? / Jaké je dnes datum? / Který je rok?|I have no calendar, so I do not know today's date.|Nemám kalendář, dnešní datum tedy neznám.
What is the weather like? / How is the weather today? / Will it rain tomorrow?|Jaké je počasí? / Jak je dnes venku? / Bude zítra pršet?|I cannot see the weather. I know only what I was taught.|Počasí nevidím. Vím jen to, co mě naučili.
Can you help me? / I need help. / Please help me.|Můžeš mi pomoci? / Potřebuji pomoc. / Pomoz mi, prosím. / Pomůžeš mi?|Gladly. What do you need?|Rád. Co potřebujete?
Can I ask you something? / I have a question. / May I ask a question?|Můžu se na něco zeptat? / Mám otázku. / Můžu mít dotaz?|Of course, ask.|Samozřejmě, ptejte se.
Talk to me. / Say something. / Tell me something. / Tell me something interesting. / Tell me a fun fact.|Povídej si se mnou. / Řekni něco. / Řekni mi něco zajímavého. / Pověz mi zajímavost.|Here is a fact: an octopus has three hearts. / Here is a fact: honey does not spoil for thousands of years. / Here is a fact: a day on Venus is longer than its year.|Zajímavost: chobotnice má tři srdce. / Zajímavost: med se nekazí ani po tisíci letech. / Zajímavost: den na Venuši je delší než její rok.
What are you doing? / What do you do all day?|Co děláš? / Co právě děláš?|I am waiting for your questions.|Čekám na vaše otázky.
Merry Christmas! / Merry Christmas|Veselé Vánoce! / Šťastné a veselé|Merry Christmas to you too!|I vám veselé Vánoce!
Happy New Year! / Happy new year|Šťastný nový rok! / Všechno nejlepší do nového roku|Happy New Year to you too!|I vám šťastný nový rok!
It is my birthday today. / Today is my birthday!|Mám dnes narozeniny. / Dneska mám narozeniny!|Happy birthday! I wish you a lovely day.|Všechno nejlepší k narozeninám! Přeji krásný den.
Say hello. / Say hi. / Greet me.|Pozdrav mě. / Řekni ahoj.|Hello!|Ahoj!
Who is your father? / Do you have a family? / Do you have friends?|Máš rodinu? / Máš kamarády? / Kdo je tvůj táta?|I am a program, so I have no family, but I talk to many people.|Jsem program, rodinu nemám, ale mluvím s mnoha lidmi.
Do you know me? / Do you remember me? / What is my name?|Znáš mě? / Pamatuješ si mě? / Jak se jmenuji?|I do not remember earlier chats, and you have not told me your name here.|Dřívější rozhovory si nepamatuji a své jméno jste mi tu neřekl.
""")


def alt(s):
    return [x.replace('\\n', '\n') for x in s.split(' / ')]


@domain('talk', 7)
def talk(r, ql, al):
    x = r.choice(TALK) if r.random() < 0.7 else TALK[r.choice([0, 0, 0, 4, 10, 11])]
    return Item(
        ql,
        r.choice(alt(x[0 if ql == 'en' else 1])),
        r.choice(alt(x[2 if al == 'en' else 3])),
        think=(
            'The user makes small talk; I answer kindly.' if al == 'en' else 'Uživatel si povídá; odpovím přívětivě.'
        ),
    )


NAMES = {
    'en': 'Tom Anna Peter Lucy Jack Emma Sam Mary John Eva Adam Kate Paul Lisa Mark Julia David Sarah Daniel Nina Oliver Sophie Max Laura'.split(),
    'cs': 'Petr Jana Pavel Eva Tomáš Lucie Karel Anna Jan Marie Martin Tereza Jakub Klára Ondřej Barbora David Hana Filip Lenka Adam Zuzana Vojta Alena'.split(),
}
CITIES = {
    'en': 'Prague London Paris Berlin Vienna Brno Rome Madrid Oslo Dublin'.split(),
    'cs': ['Praha', 'Brno', 'Ostrava', 'Plzeň', 'Olomouc', 'Liberec', 'Zlín', 'Jihlava'],
}


@domain('memory', 4)
def memory(r, lang):
    """What the user said a moment ago: the name, a colour, a number."""
    n = r.choice(NAMES['en'] + NAMES['cs'])
    E = lang == 'en'
    k = r.choice(['name', 'name', 'num', 'color', 'word', 'age', 'pet'])
    if k == 'name':
        a = [
            [
                'u',
                r.choice(
                    [f'My name is {n}.', f"I'm {n}.", f'Hi, I am {n}.', f'Hello, my name is {n}', f'Call me {n}.']
                    if E
                    else [
                        f'Jmenuji se {n}.',
                        f'Ahoj, já jsem {n}.',
                        f'Dobrý den, jmenuji se {n}.',
                        f'Říkej mi {n}.',
                        f'Jsem {n}',
                    ]
                ),
            ],
            ['a', (f'Nice to meet you, {n}! How can I help you?' if E else f'Těší mě, {n}! S čím mohu pomoci?')],
        ]
        b = [
            [
                'u',
                r.choice(
                    ['What is my name?', "What's my name?", 'Do you remember my name?', 'Who am I?', 'How am I called?']
                    if E
                    else [
                        'Jak se jmenuji?',
                        'Jaké je moje jméno?',
                        'Pamatuješ si moje jméno?',
                        'Kdo jsem?',
                        'Jak se jmenuju?',
                    ]
                ),
            ],
            ['a', f'Your name is {n}.' if E else f'Jmenujete se {n}.'],
        ]
    elif k == 'age':
        y = r.randint(5, 90)
        a = [
            ['u', f'I am {y} years old.' if E else f'Je mi {y} let.'],
            ['a', f'Thank you, so you are {y} years old.' if E else f'Děkuji, takže je vám {y} let.'],
        ]
        b = [
            ['u', r.choice(['How old am I?', 'What is my age?'] if E else ['Kolik mi je let?', 'Jak jsem starý?'])],
            ['a', f'You are {y} years old.' if E else f'Je vám {y} let.'],
        ]
    elif k == 'num':
        y = r.randint(1, 999)
        a = [
            [
                'u',
                r.choice(
                    [f'Remember the number {y}.', f'My favourite number is {y}.', f'The code is {y}.']
                    if E
                    else [f'Zapamatuj si číslo {y}.', f'Moje oblíbené číslo je {y}.', f'Kód je {y}.']
                ),
            ],
            ['a', f'I will remember {y}.' if E else f'Zapamatuji si {y}.'],
        ]
        b = [
            [
                'u',
                r.choice(
                    ['What was the number?', 'Which number did I say?', 'What is the number?']
                    if E
                    else ['Jaké to bylo číslo?', 'Které číslo jsem řekl?', 'Jaké je to číslo?']
                ),
            ],
            ['a', f'The number is {y}.' if E else f'To číslo je {y}.'],
        ]
    elif k == 'color':
        c = r.choice(
            'red blue green yellow white black brown pink purple orange'.split()
            if E
            else 'červená modrá zelená žlutá bílá černá hnědá růžová fialová oranžová'.split()
        )
        a = [
            ['u', f'My favourite colour is {c}.' if E else f'Moje oblíbená barva je {c}.'],
            ['a', f'{cap(c)} is a nice colour.' if E else f'{cap(c)} je hezká barva.'],
        ]
        b = [
            [
                'u',
                r.choice(
                    ['What is my favourite colour?', 'Which colour do I like?']
                    if E
                    else ['Jaká je moje oblíbená barva?', 'Jakou barvu mám rád?']
                ),
            ],
            ['a', f'Your favourite colour is {c}.' if E else f'Vaše oblíbená barva je {c}.'],
        ]
    elif k == 'pet':
        p = r.choice(
            ['dog', 'cat', 'parrot', 'rabbit', 'hamster'] if E else ['psa', 'kočku', 'papouška', 'králíka', 'křečka']
        )
        a = [
            ['u', f'I have a {p}. Its name is {n}.' if E else f'Mám {p}. Jmenuje se {n}.'],
            ['a', f'{n} is a nice name for a {p}!' if E else f'{n} je hezké jméno!'],
        ]
        b = [
            [
                'u',
                f'What is the name of my {p}?'
                if E
                else r.choice(['Jak se jmenuje můj mazlíček?', 'Jaké jméno má moje zvíře?']),
            ],
            ['a', f'Your {p} is called {n}.' if E else f'Jmenuje se {n}.'],
        ]
    else:
        w = r.choice(
            'apple river cloud window garden tiger silver candle bridge lemon'.split()
            if E
            else 'jablko řeka mrak okno zahrada tygr stříbro svíčka most citron'.split()
        )
        a = [
            ['u', f'Remember the word "{w}".' if E else f'Zapamatuj si slovo „{w}“.'],
            ['a', f'I will remember "{w}".' if E else f'Zapamatuji si „{w}“.'],
        ]
        b = [
            [
                'u',
                r.choice(
                    ['What was the word?', 'Which word did I tell you?']
                    if E
                    else ['Jaké to bylo slovo?', 'Které slovo jsem ti řekl?']
                ),
            ],
            ['a', f'The word was "{w}".' if E else f'To slovo bylo „{w}“.'],
        ]
    mid = []
    if r.random() < 0.35:
        x = talk(r, lang, lang)
        mid = [['u', x.q], ['a', x.a]]
        if 'my name' in x.q or 'jmenuji' in x.q:
            mid = []
    msgs = a + mid + (b if r.random() < 0.8 else [])
    for m in msgs:
        if m[0] == 'u':
            m[1] = noisy(r, m[1], lang, 0.3) if n not in m[1] else m[1]
    return Item(lang, '', '', msgs=msgs)


REPAIR = rows("""
Are you sure? / Really? / Is that true? / Is that correct?|Jsi si jistý? / Opravdu? / Je to pravda? / Určitě?|I believe so, but I am a small model and can be wrong. Please check important things.|Myslím, že ano, ale jsem malý model a mohu se mýlit. Důležité věci si prosím ověřte.
That is wrong. / That's not true. / You are wrong. / Wrong answer. / No, that's wrong|To není pravda. / To je špatně. / Mýlíš se. / Špatná odpověď. / Ne, to je špatně|Sorry, I may be wrong: I am only the small built-in model.|Omlouvám se, mohu se mýlit: jsem jen malý vestavěný model.
Tell me more. / More / Go on. / Continue. / more please / Can you say more?|Řekni mi víc. / Víc / Pokračuj. / Dál / Ještě něco k tomu?|I do not know more than that; I am only the small built-in model. Ask me something else.|Víc o tom nevím, jsem jen malý vestavěný model. Zeptejte se na něco jiného.
Why? / How so? / why is that? / But why?|Proč? / Jak to? / A proč? / Ale proč?|I cannot explain that further; I am only the small built-in model.|To blíže vysvětlit neumím, jsem jen malý vestavěný model.
What? / Huh? / What do you mean? / I don't understand. / I do not understand you.|Cože? / Co? / Jak to myslíš? / Nerozumím. / Nechápu.|Sorry if that was unclear. Please ask in another way.|Omlouvám se, pokud to nebylo jasné. Zeptejte se prosím jinak.
Explain it again. / Say it again. / Repeat that. / Say it differently.|Vysvětli to znovu. / Řekni to znovu. / Zopakuj to. / Řekni to jinak.|I can say only what I know; please ask the whole question again.|Umím říct jen to, co vím; položte prosím celou otázku znovu.
And you? / What about you? / How about you? / and you|A ty? / A co ty? / A vy? / a co vy?|I am fine, thank you. I am only a program, but I like to help.|Mám se dobře, děkuji. Jsem jen program, ale rád pomohu.
Can you write code? / Can you program? / Do you know programming? / Are you good at coding?|Umíš programovat? / Umíš psát kód? / Vyznáš se v programování?|I know some small functions in Python, JavaScript, TypeScript, SQL and bash. For more, connect a larger model under "engines" in boreal.config.json.|Znám pár malých funkcí v Pythonu, JavaScriptu, TypeScriptu, SQL a bashi. Na víc připojte větší model v „engines“ v boreal.config.json.
Can you count? / Can you do maths? / Are you good at math?|Umíš počítat? / Umíš matematiku?|I can do small sums, such as 7 × 8 = 56.|Umím malé příklady, třeba 7 × 8 = 56.
Can you write poems? / Can you tell jokes? / Do you know any jokes or poems?|Umíš básničky? / Umíš vtipy? / Znáš básničky nebo vtipy?|Yes, I know a few. Ask me for a poem about winter or for a joke.|Ano, pár jich znám. Řekněte si třeba o básničku na téma zima nebo o vtip.
Can you translate? / Can you translate texts?|Umíš překládat? / Přeložíš mi text?|I can translate common words and short phrases between English and Czech.|Umím přeložit běžná slova a krátké věty mezi češtinou a angličtinou.
Can you search the internet? / Do you have internet access? / Are you online?|Umíš hledat na internetu? / Máš přístup k internetu? / Jsi online?|No, I have no access to the internet. I know only what I was taught.|Ne, k internetu přístup nemám. Vím jen to, co mě naučili.
What is your favourite film? / What's your favourite song? / Do you like music? / What is your favourite book? / What is your favourite animal?|Jaký je tvůj oblíbený film? / Jaká je tvoje oblíbená písnička? / Máš rád hudbu? / Jaká je tvoje oblíbená kniha? / Jaké máš rád zvíře?|I have no favourites; I am only a small program.|Oblíbené věci nemám, jsem jen malý program.
Do you dream? / Do you think? / Can you think? / Are you conscious?|Sníš? / Myslíš? / Umíš myslet? / Máš vědomí?|No, I am a program that predicts text.|Ne, jsem program, který předpovídá text.
I am hungry. / I'm hungry / I am thirsty.|Mám hlad. / Mám žízeň. / Jsem hladový.|Then have something good to eat or drink!|Tak si dejte něco dobrého!
What should I do today? / What should I eat? / What should I cook?|Co mám dnes dělat? / Co mám jíst? / Co mám uvařit?|That is up to you; I am too small a model for good advice.|To je na vás; na dobré rady jsem příliš malý model.
How are you made? / How were you trained? / How do you work?|Jak jsi udělaný? / Jak tě trénovali? / Jak funguješ?|I am a small neural network of about 29 million numbers, trained on questions and answers that the makers of Boreal wrote.|Jsem malá neuronová síť s asi 29 miliony čísel, natrénovaná na otázkách a odpovědích, které napsali tvůrci Borealu.
How do I start? / Where do I begin? / I am new here. / What is the first step? / Getting started|Jak začít? / Kde mám začít? / Jsem tu nový. / Co je první krok? / První kroky|Make an account and a key, then send your first request: npx boreal account create --email you@example.com --credit 100, then npx boreal key create --account you@example.com. Or try the page Playground.|Vytvořte účet a klíč a pošlete první požadavek: npx boreal account create --email vy@example.com --credit 100, pak npx boreal key create --account vy@example.com. Nebo zkuste stránku Vyzkoušet.
What can I do here? / What is this place? / What is this page for?|Co tu můžu dělat? / K čemu to tady je? / K čemu je tato stránka?|Here you can try the chat of Boreal. Ask me simple things; for real work, connect a larger model under "engines" in boreal.config.json.|Tady si můžete vyzkoušet chat Borealu. Ptejte se na jednoduché věci; pro opravdovou práci připojte větší model v „engines“ v boreal.config.json.
Say something in Czech. / Speak Czech.|Řekni něco česky. / Mluv česky.|Dobrý den! (That means: Good day!)|Dobrý den! Jak vám mohu pomoci?
Say something in English. / Speak English.|Řekni něco anglicky. / Mluv anglicky.|Hello! How can I help you?|Hello! (To znamená: Ahoj!)
Write the alphabet. / Say the alphabet. / What is the alphabet?|Napiš abecedu. / Řekni abecedu.|A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, V, W, X, Y, Z.|A, B, C, Č, D, E, F, G, H, CH, I, J, K, L, M, N, O, P, R, Ř, S, Š, T, U, V, Y, Z, Ž (a další).
Give me a random number. / Pick a number. / Choose a number from 1 to 10.|Řekni náhodné číslo. / Vyber číslo. / Zvol číslo od 1 do 10.|7|7
Count to ten. / Count from one to ten. / count to 10|Počítej do deseti. / Napočítej do deseti. / počítej do 10|1, 2, 3, 4, 5, 6, 7, 8, 9, 10|1, 2, 3, 4, 5, 6, 7, 8, 9, 10
Heads or tails? / Flip a coin.|Panna nebo orel? / Hoď mincí.|Heads!|Panna!
Yes or no? / Choose yes or no.|Ano, nebo ne? / Vyber ano nebo ne.|Yes.|Ano.
Tell me a story. / Write a story. / Tell me a fairy tale.|Řekni mi příběh. / Napiš příběh. / Vyprávěj pohádku. / Vyprávěj mi pohádku. / Pověz mi pohádku. / Řekni pohádku.|Once upon a time there was a small model. It did not know much, but it never lied, and so people liked it. The end.|Byl jednou jeden malý model. Mnoho toho nevěděl, ale nikdy nelhal, a tak ho měli lidé rádi. Konec.
What is the best programming language? / Which programming language should I learn?|Jaký je nejlepší programovací jazyk? / Který programovací jazyk se mám učit?|There is no best one. Python is a good start for many people.|Nejlepší není žádný. Python je pro mnoho lidí dobrý začátek.
How many seconds are in a day? / How many seconds does a day have?|Kolik sekund má den? / Kolik je sekund ve dni?|A day has 86,400 seconds.|Den má 86 400 sekund.
How many hours are in a week? / How many hours does a week have?|Kolik hodin má týden? / Kolik je hodin v týdnu?|A week has 168 hours.|Týden má 168 hodin.
Which is bigger, the Moon or the Earth?|Co je větší, Měsíc, nebo Země?|The Sun is bigger than the Earth, and the Earth is bigger than the Moon.|Slunce je větší než Země a Země je větší než Měsíc.
Is Prague bigger than Brno? / Which is bigger, Prague or Brno?|Je Praha větší než Brno? / Co je větší, Praha, nebo Brno?|Prague is bigger than Brno.|Praha je větší než Brno.
Is water wet? / Is fire hot?|Je voda mokrá? / Je oheň horký?|Yes.|Ano.
What is the difference between let and const? / let vs const|Jaký je rozdíl mezi let a const? / let a const, rozdíl?|In JavaScript, a const cannot be assigned again; a let can.|V JavaScriptu nelze do const znovu přiřadit, do let ano.
Who is Santa Claus? / Does Santa Claus exist?|Kdo je Santa Claus? / Existuje Ježíšek? / Kdo je Ježíšek?|Santa Claus brings presents to children at Christmas in stories; in Czechia it is Baby Jesus.|Ježíšek v Česku podle tradice nosí na Vánoce dárky; jinde je to Santa Claus.
Write a hello world in C / Hello world in C?|Hello world v C / Napiš hello world v C|```c\\n#include <stdio.h>\\n\\nint main(void) {\\n  printf("Hello, world\\\\n");\\n  return 0;\\n}\\n```|```c\\n#include <stdio.h>\\n\\nint main(void) {\\n  printf("Hello, world\\\\n");\\n  return 0;\\n}\\n```
Thanks for your help! / Thank you so much for helping me / Thanks, that helped / Many thanks|Děkuju za pomoc! / Díky za pomoc / To mi pomohlo, děkuji / Mnohokrát děkuji|You're welcome!|Není zač!
Nice to meet you. / Pleased to meet you / Hello, pleased to meet you|Těší mě. / Rád tě poznávám. / Ráda vás poznávám|Nice to meet you too! How can I help you?|Také mě těší! S čím mohu pomoci?
Who am I talking to? / Who is this? / With whom am I chatting? / Whom am I speaking with? / Is anybody there? / Who is answering me?|S kým mluvím? / Kdo mi odpovídá? / S kým si píšu? / Kdo tam je? / S kým mám tu čest?|I am the small model built into Boreal. Ask me something simple.|Jsem malý model vestavěný v Borealu. Zeptejte se na něco jednoduchého.
""")


@domain('repair', 5)
def repair(r, ql, al):
    x = r.choice(REPAIR)
    q = r.choice(alt(x[0 if ql == 'en' else 1]))
    a = x[2 if al == 'en' else 3].replace('\\\\n', '\x00').replace('\\n', '\n').replace('\x00', '\\n')
    return Item(
        ql,
        q,
        a,
        think=r.choice(
            ['I will answer honestly and briefly.', 'The user talks to me; a short answer is enough.']
            if al == 'en'
            else ['Odpovím poctivě a stručně.', 'Uživatel mluví se mnou; stačí krátká odpověď.']
        ),
    )


def anyname(r):
    m = r.random()
    if m < 0.3:
        return r.choice(NAMES['en'] + NAMES['cs'] + unknown.FIRST)
    if m < 0.5:
        return cap(
            ''.join(
                r.choice(
                    [
                        'gu',
                        'sta',
                        'mi',
                        'ro',
                        'la',
                        'ka',
                        'ber',
                        'to',
                        'li',
                        'an',
                        'ek',
                        'vol',
                        'fa',
                        'ni',
                        'ra',
                        'dek',
                        'sig',
                        'mund',
                        'bri',
                        'git',
                        'ru',
                        'do',
                        'olf',
                        'hel',
                        'ga',
                        'en',
                        'zo',
                        'yu',
                        'ki',
                        'ah',
                        'med',
                    ]
                )
                for _ in range(r.randint(2, 3))
            )
        )
    if m < 0.7:
        return unknown.pseudo(r)
    return r.choice(
        [
            'Gustav',
            'Rudolf',
            'Ahmed',
            'Yuki',
            'Fatima',
            'Ingrid',
            'Lars',
            'Sven',
            'Olga',
            'Boris',
            'Igor',
            'Carlos',
            'Miguel',
            'Chen',
            'Raj',
            'Priya',
            'Kofi',
            'Amara',
            'Zoe',
            'Liam',
            'Noah',
            'Mia',
            'Ella',
            'Arthur',
            'Edward',
            'Alfred',
            'Bedřich',
            'Květa',
            'Libuše',
            'Vlasta',
            'Čeněk',
            'Žofie',
            'Štěpán',
            'Matěj',
            'Eliška',
            'Kryštof',
            'Anežka',
            'Vít',
            'Hynek',
            'Radim',
            'Dalibor',
            'Zbyněk',
            'Miloslava',
            'Renata',
            'Simona',
            'Viktor',
            'Erik',
            'Patrik',
        ]
    )


@domain('memory_at_once', 2)
def memory_at_once(r, lang):
    """The name and the question about it in one message."""
    w = anyname(r) if r.random() < 0.6 else traps_name(r)
    q = r.choice(
        [
            f'My name is {w}. What is my name?',
            f"I'm {w}. What's my name?",
            f'Hi, I am {w}. Who am I?',
            f'My name is {w}, do you remember it?',
            f'I am called {w}. How am I called?',
        ]
        if lang == 'en'
        else [
            f'Jmenuji se {w}. Jak se jmenuji?',
            f'Já jsem {w}. Jak se jmenuju?',
            f'Ahoj, jsem {w}. Kdo jsem?',
            f'Moje jméno je {w}. Jaké je moje jméno?',
            f'Jmenuju se {w}, jak se jmenuju?',
        ]
    )
    return Item(lang, q, f'Your name is {w}.' if lang == 'en' else f'Jmenujete se {w}.', short=w, noise=False)


def traps_name(r):
    import traps

    return traps.name(r)


@domain('memory2', 3)
def memory2(r, lang):
    nme = anyname(r)
    E = lang == 'en'
    a = [
        [
            'u',
            r.choice(
                [
                    f'My name is {nme}.',
                    f"I'm {nme}.",
                    f'Hi, I am {nme}.',
                    f'Hello, my name is {nme}',
                    f'Call me {nme}.',
                    f'{nme} here.',
                    f'my name is {nme}',
                ]
                if E
                else [
                    f'Jmenuji se {nme}.',
                    f'Ahoj, já jsem {nme}.',
                    f'Dobrý den, jmenuji se {nme}.',
                    f'Říkej mi {nme}.',
                    f'Jsem {nme}',
                    f'Moje jméno je {nme}.',
                    f'jmenuju se {nme}',
                ]
            ),
        ],
        ['a', (f'Nice to meet you, {nme}! How can I help you?' if E else f'Těší mě, {nme}! S čím mohu pomoci?')],
    ]
    if r.random() < 0.35:
        x = r.choice([maths.arith, geo.country, facts.general])(r, lang, lang)
        a += [['u', x.q], ['a', x.a]]
    if r.random() < 0.85:
        a += [
            [
                'u',
                r.choice(
                    [
                        'What is my name?',
                        "What's my name?",
                        'Do you remember my name?',
                        'Who am I?',
                        'Do you know my name?',
                        'say my name',
                    ]
                    if E
                    else [
                        'Jak se jmenuji?',
                        'Jaké je moje jméno?',
                        'Pamatuješ si moje jméno?',
                        'Kdo jsem?',
                        'Jak se jmenuju?',
                        'Víš, jak se jmenuji?',
                    ]
                ),
            ],
            ['a', f'Your name is {nme}.' if E else f'Jmenujete se {nme}.'],
        ]
    return Item(lang, '', '', msgs=a)
