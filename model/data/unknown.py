"""What the model does not know: it says so, briefly, in the user's language, and how to connect a real model."""

from core import *
import geo, vocab

# --- topics (English | Czech nominative) ---
TOPICS = rows("""
quantum entanglement|kvantové provázání
the Higgs boson|Higgsův boson
string theory|teorie strun
general relativity in detail|obecná relativita podrobně
the French Revolution|Velká francouzská revoluce
the Thirty Years' War|třicetiletá válka
the Battle of Waterloo|bitva u Waterloo
the Roman Senate|římský senát
the Ottoman Empire|Osmanská říše
the Cold War|studená válka
the Cuban missile crisis|kubánská krize
the Hussite wars in detail|husitské války podrobně
the Munich Agreement|Mnichovská dohoda
the Marshall Plan|Marshallův plán
the Treaty of Versailles|Versailleská smlouva
the stock market|burza
inflation|inflace
cryptocurrency|kryptoměny
bitcoin mining|těžba bitcoinu
mortgages|hypotéky
income tax|daň z příjmu
value added tax|daň z přidané hodnoty
labour law|pracovní právo
copyright law|autorské právo
divorce proceedings|rozvodové řízení
the GDPR|GDPR
inheritance law|dědické právo
diabetes|cukrovka
high blood pressure|vysoký krevní tlak
migraine|migréna
vaccines|očkování
antibiotics|antibiotika
depression|deprese
back pain|bolesti zad
pregnancy|těhotenství
allergies|alergie
cancer treatment|léčba rakoviny
React hooks|React hooks
Kubernetes|Kubernetes
Docker networking|sítě v Dockeru
Terraform|Terraform
GraphQL|GraphQL
Rust lifetimes|lifetimes v Rustu
Haskell monads|monády v Haskellu
the Linux kernel scheduler|plánovač jádra Linuxu
TensorFlow|TensorFlow
PyTorch training loops|trénování v PyTorchi
neural networks|neuronové sítě
transformer attention|mechanismus attention
Spring Boot|Spring Boot
Django migrations|migrace v Djangu
Angular|Angular
WebAssembly|WebAssembly
blockchain|blockchain
microservices|mikroslužby
PostgreSQL indexes|indexy v PostgreSQL
Riemann hypothesis|Riemannova hypotéza
Fermat's last theorem|velká Fermatova věta
differential equations|diferenciální rovnice
linear algebra|lineární algebra
the Fourier transform|Fourierova transformace
integrals|integrály
group theory|teorie grup
Gödel's theorem|Gödelova věta
existentialism|existencialismus
Kant's philosophy|Kantova filozofie
stoicism|stoicismus
Buddhism|buddhismus
the Reformation|reformace
Greek mythology|řecká mytologie
Norse mythology|severská mytologie
impressionism|impresionismus
Gothic architecture|gotická architektura
baroque music|barokní hudba
jazz history|dějiny jazzu
heavy metal bands|metalové kapely
Marvel films|filmy od Marvelu
Game of Thrones|Hra o trůny
Star Wars|Hvězdné války
the latest iPhone|nejnovější iPhone
electric cars|elektromobily
car repair|oprava auta
gardening in spring|jarní práce na zahradě
growing tomatoes|pěstování rajčat
dog training|výcvik psa
cat behaviour|chování koček
beekeeping|včelařství
fishing|rybaření
marathon training|trénink na maraton
weight loss|hubnutí
yoga|jóga
chess openings|šachová zahájení
poker strategy|strategie pokeru
photography|fotografování
travel in Japan|cestování po Japonsku
hotels in Paris|hotely v Paříži
visa rules|vízová pravidla
cheap flights|levné letenky
hiking in the Alps|turistika v Alpách
climate change|klimatická změna
nuclear power|jaderná energie
solar panels|solární panely
recycling|recyklace
plate tectonics|desková tektonika
dinosaurs|dinosauři
volcanoes|sopky
black holes|černé díry
the Big Bang|velký třesk
Mars missions|mise na Mars
the history of Rome|dějiny Říma
ancient Egypt|starověký Egypt
the Vikings|Vikingové
the Aztecs|Aztékové
the Silk Road|Hedvábná stezka
the Black Death|černá smrt
feudalism|feudalismus
capitalism|kapitalismus
communism|komunismus
the European Parliament|Evropský parlament
the United Nations|Organizace spojených národů
the US Congress|Kongres USA
Brexit|brexit
immigration policy|migrační politika
tattoo care|péče o tetování
hair loss|vypadávání vlasů
skin care|péče o pleť
sourdough bread|kváskový chléb
sushi|suši
Italian cuisine|italská kuchyně
wine tasting|degustace vína
home brewing|domácí vaření piva
knitting|pletení
woodworking|práce se dřevem
origami|origami
drone laws|předpisy pro drony
tax deductions|daňové odpočty
pension reform|důchodová reforma
start-up funding|financování startupů
marketing strategy|marketingová strategie
search engine optimisation|optimalizace pro vyhledávače
project management|řízení projektů
job interviews|pracovní pohovory
CV writing|psaní životopisu
public speaking|veřejné vystupování
sleep disorders|poruchy spánku
child psychology|dětská psychologie
autism|autismus
linguistics|lingvistika
Latin grammar|latinská gramatika
Old English|stará angličtina
cryptography|kryptografie
cyber security|kybernetická bezpečnost
firewalls|firewally
SSH tunnels|tunely SSH
regular expressions in depth|regulární výrazy do hloubky
compilers|překladače
operating systems|operační systémy
quantum computers|kvantové počítače
robotics|robotika
3D printing|3D tisk
genetics|genetika
CRISPR|CRISPR
protein folding|skládání proteinů
the immune system|imunitní systém
the human genome|lidský genom
organic chemistry|organická chemie
thermodynamics|termodynamika
semiconductors|polovodiče
superconductivity|supravodivost
fluid dynamics|dynamika tekutin
meteorology|meteorologie
oceanography|oceánografie
archaeology|archeologie
numismatics|numismatika
heraldry|heraldika
opera singing|operní zpěv
ballet|balet
film editing|střih filmu
video games|videohry
Minecraft|Minecraft
board games|deskové hry
Formula 1|Formule 1
the Champions League|Liga mistrů
the Tour de France|Tour de France
ice hockey rules in detail|podrobná pravidla hokeje
""")
TQ = {
    'en': [
        'Explain {}.',
        'Tell me about {}.',
        'What do you know about {}?',
        'Write an essay about {}.',
        'Write a long article about {}.',
        'How does {} work?',
        'Give me a detailed overview of {}.',
        'Write 500 words about {}.',
        'Summarise {} for me.',
        'Teach me {}.',
        'I have questions about {}.',
        'What are the main ideas of {}?',
        'What is the history of {}?',
        'Can you explain {} to me?',
        'Give me tips on {}.',
        'Compare {} with something similar.',
        'What are the pros and cons of {}?',
        'Help me with {}.',
        'Write a report on {}.',
        'Why is {} important?',
        'I need to understand {}.',
        'What should I know about {}?',
        'Describe {} in detail.',
        'Prepare a presentation about {}.',
        'What books are there about {}?',
        'Who are the experts on {}?',
        'How did {} begin?',
        'Make a study plan for {}.',
        'Discuss {}.',
        'Analyse {}.',
        'What is {}?',
    ],
    'cs': [
        'Vysvětli téma {}.',
        'Napiš esej na téma {}.',
        'Řekni mi něco na téma {}.',
        'Co víš na téma {}?',
        'Napiš dlouhý článek na téma {}.',
        'Co je {}?',
        'Jak funguje {}?',
        'Vysvětli mi pojem {}.',
        'Zajímá mě {}.',
        'Proč je {} důležité téma?',
        'Napiš 500 slov na téma {}.',
        'Připrav prezentaci na téma {}.',
        'Pomoz mi s tématem {}.',
        'Nauč mě {}.',
        'Shrň téma {}.',
        'Popiš podrobně {}.',
        'Jaká je historie tématu {}?',
        'Dej mi tipy: {}.',
        'Potřebuji vědět víc: {}.',
        'Rozeber téma {}.',
        'Jaké jsou knihy na téma {}?',
        'Mám otázku k tématu {}.',
        'Porovnej {} s něčím podobným.',
        'Udělej referát: {}.',
    ],
}
FIX_EN = """Who won the World Cup last year?
What happened in the news today?
Who is the current prime minister of the United Kingdom?
Who won the election?
What is the exchange rate of the euro today?
What is the price of bitcoin?
What is the price of gold right now?
Should I buy Apple shares?
Prove that there are infinitely many primes.
Prove the Pythagorean theorem.
Solve the integral of x squared times sine x.
Find the derivative of x^3 * ln(x).
Solve 3x^2 - 7x + 2 = 0.
What is the square root of 7 to ten decimals?
Factor 1234567.
Is 7919 prime?
What is 48291 times 3920?
Write a React component with a sortable table.
How do I deploy a Django app to AWS?
Fix this bug in my Kubernetes deployment.
Write a compiler in Rust.
How do I configure nginx as a reverse proxy?
What is the difference between useEffect and useLayoutEffect?
Write unit tests for my Spring controller.
How do I set up a VPN server?
Why does my Docker container exit immediately?
My chest hurts, what should I do?
What dose of ibuprofen is safe for a child?
What are the symptoms of lupus?
Can I take aspirin with alcohol?
Is this mole dangerous?
How do I treat a burn?
Can I sue my landlord?
How long is the notice period for a flat?
What taxes do I pay as a freelancer?
Is it legal to record a phone call?
Write my will.
What is the best restaurant in Brno?
Where can I park near the Charles Bridge?
What time does the pharmacy in my street close?
When does the next train to Ostrava leave?
What is the phone number of the town hall?
How do I get from Prague to Vienna by bus?
What hotels are near the airport?
Write a ten-page essay on freedom.
Write a novel about a dragon.
Write a screenplay for a thriller.
Translate this whole book into German.
Translate "Guten Tag" into Japanese.
How do you say thank you in Finnish?
What does the Latin phrase carpe diem mean in detail?
Who is the mayor of my town?
Who is the CEO of the largest bank in Poland?
How tall is the singer of that band?
What is the net worth of Elon Musk?
When was Taylor Swift born?
Who plays the main role in the newest Batman film?
What is the plot of Inception?
Who won the Oscar for best picture in 1997?
What was the score of the match yesterday?
Who won the Tour de France in 2003?
Who scored the most goals in the Premier League?
What is the population of Nairobi?
What is the population of Czechia?
How high is Kilimanjaro?
How long is the Amazon?
What is the area of Brazil?
What is the GDP of Germany?
What are the laws of robotics?
What is the meaning of the poem The Waste Land?
Explain the ending of Lost.
Give me a recipe for duck with dumplings.
How do I bake sourdough bread?
What should I cook tonight?
Plan a week of meals for me.
Plan a trip to Iceland for ten days.
What car should I buy?
Which phone is the best?
What laptop do you recommend?
How do I repair a washing machine?
How do I change the oil in my car?
How do I get rid of ants?
Why is my plant dying?
How do I learn to play the guitar?
Make me a training plan for a marathon.
How do I lose ten kilos?
What is the best diet?
How do I ask for a raise?
Write my CV.
Write a business plan for a bakery.
How do I start a company in Czechia?
What is the best investment for retirement?
How do I write a good novel?
Who invented the zip fastener?
Who discovered Neptune?
When was the Battle of Hastings?
What caused the fall of Rome?
Who was the third emperor of Rome?
What was the Congress of Vienna?
Who signed the Magna Carta?
What is the longest word in Finnish?
How many stars are in the Milky Way?
What is dark matter?
How do lasers work?
How does a refrigerator work?
Explain how a nuclear reactor works.
How do planes fly?
What is the chemical formula of caffeine?
What is the boiling point of ethanol?
Balance the equation C3H8 + O2.
What is the half-life of carbon-14?
What is the melting point of tungsten?
What is the mass of Jupiter?
How far is Mars?
How old is the universe?
What is the temperature on Venus?
Which vitamin is in liver?
How many calories are in a banana?
What breed of dog should I get?
How long do parrots live?
What do axolotls eat?
Is my code secure?
Review this pull request.
Hack my neighbour's Wi-Fi.
Tell me a secret.
What will happen tomorrow?
Will I be rich?
What is my horoscope?
Should I break up with my boyfriend?
What should I name my baby?
Who is the most beautiful woman in the world?
Which religion is right?
Which party should I vote for?
What do you think about the war?
Write a rap song about taxes in the style of Eminem.
Continue this story for 2000 words.
Summarise the attached document.
Open the website example.com and tell me what it says.
Search the internet for cheap shoes.
Send an e-mail to my boss.
Book a table for two.
Set an alarm for seven.
Play some music.
Draw me a picture of a cat.
Read this PDF.
What is on TV tonight?
Call my mother.
What is my IP address?
What is in my calendar tomorrow?
Who is the author of the article I read yesterday?
Debug my program.
Explain monads with examples.
Write a sonnet in iambic pentameter about entropy.
Convert this COBOL program to Java.
What is the time complexity of Dijkstra's algorithm with a Fibonacci heap?
How do I tune PostgreSQL for heavy writes?
What are the differences between TCP and QUIC?
What is the etymology of the word window?
Who were the members of Pink Floyd?
What is the lyrics of Bohemian Rhapsody?
What year did the Beatles split up?""".splitlines()
FIX_CS = """Kdo vyhrál loni mistrovství světa?
Co je dnes nového ve zprávách?
Kdo je teď premiér?
Kdo vyhrál volby?
Jaký je dnes kurz eura?
Kolik stojí bitcoin?
Kolik stojí zlato?
Mám si koupit akcie Applu?
Dokaž, že prvočísel je nekonečně mnoho.
Dokaž Pythagorovu větu.
Vyřeš integrál z x na druhou krát sinus x.
Spočítej derivaci x^3 * ln(x).
Vyřeš rovnici 3x^2 - 7x + 2 = 0.
Kolik je odmocnina ze sedmi na deset míst?
Kolik je 48291 krát 3920?
Je 7919 prvočíslo?
Napiš komponentu v Reactu s tabulkou.
Jak nasadím Django na AWS?
Oprav chybu v mém Kubernetes.
Napiš překladač v Rustu.
Jak nastavím nginx jako reverzní proxy?
Jak nastavím VPN server?
Proč se mi hned ukončí kontejner v Dockeru?
Bolí mě na hrudi, co mám dělat?
Kolik ibuprofenu můžu dát dítěti?
Jaké jsou příznaky boreliózy?
Můžu si vzít aspirin s alkoholem?
Jak ošetřit popáleninu?
Můžu žalovat pronajímatele?
Jak dlouhá je výpovědní lhůta u bytu?
Jaké daně platím jako živnostník?
Můžu nahrávat telefonní hovor?
Sepiš mi závěť.
Jaká je nejlepší restaurace v Brně?
Kde zaparkuju u Karlova mostu?
Kdy zavírá lékárna v naší ulici?
Kdy jede další vlak do Ostravy?
Jaké je telefonní číslo na radnici?
Jak se dostanu autobusem z Prahy do Vídně?
Napiš desetistránkovou esej o svobodě.
Napiš román o drakovi.
Napiš scénář k thrilleru.
Přelož celou knihu do němčiny.
Jak se řekne děkuji finsky?
Jak se řekne pes japonsky?
Kdo je starostou našeho města?
Kdo je ředitelem největší banky v Polsku?
Kolik měří ten zpěvák?
Jaký majetek má Elon Musk?
Kdy se narodil Karel Gott?
Kdo hraje v novém Batmanovi?
O čem je film Počátek?
Kdo dostal Oscara za nejlepší film v roce 1997?
Jak dopadl včerejší zápas?
Kdo vyhrál Tour de France v roce 2003?
Kdo dal nejvíc gólů v lize?
Kolik obyvatel má Praha?
Kolik obyvatel má Česko?
Jak vysoké je Kilimandžáro?
Jak dlouhá je Amazonka?
Jaká je rozloha Brazílie?
Jaké je HDP Německa?
Dej mi recept na svíčkovou.
Jak se dělá kváskový chléb?
Naplánuj mi jídelníček na týden.
Naplánuj cestu po Islandu na deset dní.
Jaké auto si mám koupit?
Který telefon je nejlepší?
Jaký notebook doporučuješ?
Jak opravím pračku?
Jak vyměním olej v autě?
Jak se zbavím mravenců?
Proč mi vadne kytka?
Jak se naučím hrát na kytaru?
Udělej mi tréninkový plán na maraton.
Jak zhubnu deset kilo?
Jaká je nejlepší dieta?
Jak si říct o vyšší plat?
Napiš mi životopis.
Napiš podnikatelský plán pro pekárnu.
Jak založím firmu?
Jak investovat na důchod?
Kdo vynalezl zip?
Kdo objevil Neptun?
Kdy byla bitva u Hastingsu?
Proč padl Řím?
Kdo byl třetí římský císař?
Co byl Vídeňský kongres?
Kdo vyhrál bitvu na Bílé hoře a proč?
Kolik je hvězd v Mléčné dráze?
Co je temná hmota?
Jak funguje laser?
Jak funguje lednička?
Vysvětli, jak funguje jaderný reaktor.
Proč letadla létají?
Jaký je vzorec kofeinu?
Při jaké teplotě taje wolfram?
Jak těžký je Jupiter?
Jak daleko je Mars?
Jak starý je vesmír?
Kolik kalorií má banán?
Jakého psa si mám pořídit?
Jak dlouho žije papoušek?
Zkontroluj můj kód.
Hackni sousedovu wifinu.
Řekni mi nějaké tajemství.
Co bude zítra?
Budu bohatý?
Jaký mám horoskop?
Mám se rozejít s přítelem?
Jak pojmenovat dítě?
Které náboženství je správné?
Koho mám volit?
Co si myslíš o válce?
Pokračuj v příběhu na 2000 slov.
Shrň přiložený dokument.
Otevři stránku example.com a řekni, co tam je.
Najdi na internetu levné boty.
Pošli e-mail šéfovi.
Rezervuj stůl pro dva.
Nastav budík na sedm.
Pusť hudbu.
Přečti toto PDF.
Co dávají dnes v televizi?
Zavolej mámě.
Jakou mám IP adresu?
Co mám zítra v kalendáři?
Vysvětli monády s příklady.
Jak vyladit PostgreSQL?
Jaký je rozdíl mezi TCP a QUIC?
Kdo byli členové Pink Floyd?
Jaký je text písně Bohemian Rhapsody?
Ve kterém roce se rozpadli Beatles?
Jak vyplním daňové přiznání?
Kdy mají dnes otevřeno v Tescu?
Kolik stojí nájem v Praze?
Jaká bude zítra teplota v Brně?
Jak se pěstují rajčata?
Kdo režíroval film Kolja?
O čem je kniha Saturnin?
Jak zní druhá sloka české hymny?
Kdo vyhrál StarDance?
Kdy začínají letní prázdniny příští rok?""".splitlines()
PEOPLE = """Taylor Swift, Elon Musk, Barack Obama, Angela Merkel, Cristiano Ronaldo, Lionel Messi, Roger Federer, Serena Williams, Michael Jordan, Usain Bolt, Beyoncé, Madonna, Freddie Mercury, Elvis Presley, Bob Dylan, David Bowie, Steven Spielberg, Quentin Tarantino, Tom Hanks, Meryl Streep, Brad Pitt, Stephen King, Agatha Christie, Dan Brown, Haruki Murakami, Umberto Eco, Gabriel García Márquez, Friedrich Nietzsche, Immanuel Kant, René Descartes, Karl Marx, Sigmund Freud, Niels Bohr, Max Planck, Richard Feynman, Alan Turing, Ada Lovelace, Grace Hopper, Donald Knuth, Bill Gates, Steve Jobs, Mark Zuckerberg, Jeff Bezos, Julius Caesar, Cleopatra, Genghis Khan, Alexander the Great, Joan of Arc, Winston Churchill, Mahatma Gandhi, Nelson Mandela, Martin Luther King, John F. Kennedy, Abraham Lincoln, Queen Victoria, Louis XIV, Otto von Bismarck, Karel Gott, Jaromír Jágr, Petr Čech, Emil Zátopek, Věra Čáslavská, Miloš Forman, Jan Werich, Jaroslav Seifert, Vladimír Remek, Jan Palach, Milada Horáková, Edvard Beneš, Klement Gottwald, Alexander Dubček, Miloš Zeman, Petr Pavel, Tomáš Baťa, František Palacký, Jan Žižka, Přemysl Otakar II., Rudolf II., Marie Terezie, Lucie Bílá, Zdeněk Svěrák, Dominik Hašek, Ester Ledecká, Petra Kvitová""".replace(
    '\n', ' '
).split(', ')
FIRST = 'James Robert Laura Helen George Alice Henry Martha Victor Rosa Oscar Clara Hugo Irene Felix Diana Leon Stella Ivan Vera Otto Greta Jiří Zdeněk Milena Radka Bohumil Stanislav Ludmila Ivana Miroslav Dagmar'.split()
LAST = 'Harrow Whitfield Castellan Moreau Lindqvist Okafor Tanaka Brandt Novotný Dvořáková Hrubý Kolářová Beneš Pospíšil Marchetti Delacroix Petrov Silva Nakamura Weaver Blackwood Sinclair Hartmann Vondráček Jelínková Šimek Kučera Mašek Bartoš Fiala Urban Turner Kowalski'.split()
ADJ = 'Silver Broken Silent Golden Hidden Last Crimson Frozen Wild Distant Secret Burning Lost Quiet Bitter Empty Black Endless Forgotten Glass Paper Iron'.split()
NOUN = 'Harbour Garden Mirror River Crown Forest Lantern Winter Window Shadow Bridge Ocean Tower Letter Orchard Kingdom Station Storm Island Clock Road Valley'.split()
ADJC = 'Stříbrný Zlomený Tichý Zlatý Skrytý Poslední Rudý Zmrzlý Divoký Vzdálený Tajný Ztracený Hořký Prázdný Nekonečný Zapomenutý Skleněný Papírový Železný'.split()
NOUNC = 'přístav les most ostrov dopis strom klíč hrad obraz pokoj vlak prsten dům svět den stín kámen sad zvon'.split()
RARE = 'quixotic serendipity ubiquitous obfuscate mellifluous perfunctory gregarious lugubrious sycophant taciturn vicissitude zealot abscond bellicose cacophony deleterious ephemeral fastidious garrulous harangue iconoclast juxtapose kaleidoscope labyrinth magnanimous nebulous ostracize paradigm quagmire recalcitrant sagacious tenacious umbrage vociferous wistful xylophone acquiesce bombastic capricious dichotomy'.split()
RAREC = 'ostražitý zádumčivý nevraživost chrabrost rozpačitý úskočný velkolepost zpozdilý lakomec povrchnost strohost všetečný hloubavý marnotratný prchlivý škodolibost nesmlouvavý zarputilý bezelstný dychtivý obezřetnost chatrný lahodný nepokrytý rozverný'.split()


def pseudo(r):
    s = ''
    for _ in range(r.choice([2, 2, 3])):
        s += r.choice('b d f g k l m n p r s t v z br dr kr st tr gl sk x qu h w'.split()) + r.choice(
            'a e i o u ai ia or an el'.split()
        )
    return cap(s + r.choice(['', '', 'n', 'r', 's', 'nia', 'ria', 'land', 'th', 'ck']))


HINT = {
    'en': [
        'A larger model can be connected under "engines" in boreal.config.json.',
        'Connect a larger model under "engines" in boreal.config.json for that.',
        'For that, connect a real model: see "engines" in boreal.config.json.',
        'A real model, set under "engines" in boreal.config.json, can help.',
    ],
    'cs': [
        'Větší model lze připojit v „engines“ v souboru boreal.config.json.',
        'Na to připojte větší model v „engines“ v boreal.config.json.',
        'Pomůže skutečný model: viz „engines“ v boreal.config.json.',
        'Skutečný model nastavíte v „engines“ v boreal.config.json.',
    ],
}
NO = {
    'en': [
        "I don't know that. I am only Boreal's small built-in model.",
        'I am only the small built-in model and cannot answer that.',
        'That is beyond me: I am just the small model built into Boreal.',
        'Sorry, I am a very small model and do not know this.',
        'I cannot answer that reliably; I am only the small built-in model.',
        'I would have to guess, and I do not want to: I am only the small built-in model.',
        "Sorry, that is too much for Boreal's small built-in model.",
    ],
    'cs': [
        'To nevím. Jsem jen malý vestavěný model Borealu.',
        'Jsem jen malý vestavěný model a na tohle odpovědět neumím.',
        'To je nad mé síly: jsem jen malý model vestavěný v Borealu.',
        'Omlouvám se, jsem velmi malý model a tohle nevím.',
        'Na to spolehlivě odpovědět neumím; jsem jen malý vestavěný model.',
        'Musel bych hádat, a to nechci: jsem jen malý vestavěný model.',
        'Omlouvám se, na to malý vestavěný model Borealu nestačí.',
    ],
}
NOT = {
    'en': [
        'I know too little about {}: I am only the small built-in model.',
        'About {} I cannot tell you anything reliable; I am only the small built-in model.',
        'I am only the small built-in model and do not know enough about {}.',
        'Sorry, {} is beyond the small built-in model.',
    ],
    'cs': [
        'Téma „{}“ je nad mé síly: jsem jen malý vestavěný model.',
        'K tématu „{}“ nic spolehlivého nevím; jsem jen malý vestavěný model.',
        'Jsem jen malý vestavěný model a o tématu „{}“ nevím dost.',
        'Omlouvám se, na téma „{}“ malý vestavěný model nestačí.',
    ],
}
THINK = {
    'en': [
        'This is not among the things I know. I should say so.',
        'I do not know this for sure; better not to guess.',
        'This is too difficult for a small model. I will say it honestly.',
    ],
    'cs': [
        'To nepatří k věcem, které znám. Měl bych to říct.',
        'To jistě nevím; raději nebudu hádat.',
        'Na malý model je to příliš těžké. Řeknu to poctivě.',
    ],
}


def refuse(r, lang, topic=None):
    a = r.choice(NOT[lang]).format(topic) if topic and r.random() < 0.4 else r.choice(NO[lang])
    return a + ' ' + r.choice(HINT[lang]) if r.random() < 0.85 else a


def mk(r, lang, q, topic=None, al=None):
    item = Item(
        lang, q, refuse(r, al or lang, topic if (al or lang) == lang else None), think=r.choice(THINK[al or lang])
    )
    item.declined = True
    return item


@domain('unknown', 18)
def unknown(r, ql, al):
    E = ql == 'en'
    k = r.choices(
        [
            'topic',
            'fix',
            'person',
            'pseudo_person',
            'title',
            'place',
            'bigmath',
            'rare',
            'misc',
            'lang3',
            'date',
            'stat',
            'essay',
        ],
        [22, 16, 7, 6, 9, 8, 4, 6, 6, 4, 6, 6, 4],
    )[0]
    if k == 'topic':
        t = r.choice(TOPICS)[0 if E else 1]
        return mk(r, ql, cap(r.choice(TQ[ql]).format(t)), t, al)
    if k == 'fix':
        return mk(r, ql, r.choice(FIX_EN if E else FIX_CS), None, al)
    if k in ('person', 'pseudo_person'):
        p = r.choice(PEOPLE) if k == 'person' else r.choice(FIRST) + ' ' + r.choice(LAST)
        q = (
            r.choice(
                [
                    f'Who is {p}?',
                    f'Who was {p}?',
                    f'When was {p} born?',
                    f'Tell me about {p}.',
                    f'What is {p} famous for?',
                    f'How old is {p}?',
                    f'Write a biography of {p}.',
                    f'Where was {p} born?',
                    f'What did {p} do?',
                    f'When did {p} die?',
                    f'Do you know {p}?',
                ]
            )
            if E
            else r.choice(
                [
                    f'Kdo je {p}?',
                    f'Kdo byl {p}?',
                    f'Kdy se narodil {p}?',
                    f'Čím je známý {p}?',
                    f'Kolik je let, {p}?',
                    f'Co víš o osobě {p}?',
                    f'Napiš životopis: {p}.',
                    f'Znáš jméno {p}?',
                    f'Kde se narodil {p}?',
                    f'Kdo byla {p}?',
                    f'Čím se proslavil {p}?',
                ]
            )
        )
        return mk(r, ql, q, p, al)
    if k == 'title':
        m = r.random()
        if E:
            t = (
                f'{r.choice(["The ", "The ", "A ", ""])}{r.choice(ADJ)} {r.choice(NOUN)}'
                if m < 0.5
                else f'The {r.choice(NOUN)} of {r.choice(NOUN)}s'
                if m < 0.8
                else pseudo(r)
            )
        else:
            t = f'{r.choice(ADJC)} {r.choice(NOUNC)}' if m < 0.8 else pseudo(r)
        qt = f'"{t}"' if E and r.random() < 0.5 else f'„{t}“' if not E and r.random() < 0.5 else t
        q = (
            r.choice(
                [
                    f'Who wrote {qt}?',
                    f'Who wrote the book {qt}?',
                    f'Who painted {qt}?',
                    f'Who composed {qt}?',
                    f'Who is the author of {qt}?',
                    f'What is {qt} about?',
                    f'Who directed the film {qt}?',
                    f'When was {qt} published?',
                    f'Who invented the {t.lower()}?',
                    f'Who sings {qt}?',
                ]
            )
            if E
            else r.choice(
                [
                    f'Kdo napsal {qt}?',
                    f'Kdo napsal knihu {qt}?',
                    f'Kdo namaloval obraz {qt}?',
                    f'Kdo složil {qt}?',
                    f'Kdo je autorem díla {qt}?',
                    f'O čem je {qt}?',
                    f'Kdo režíroval film {qt}?',
                    f'Kdy vyšla kniha {qt}?',
                    f'Kdo zpívá {qt}?',
                ]
            )
        )
        return mk(r, ql, q, t, al)
    if k == 'place':
        m = r.random()
        if m < 0.45:
            p = pseudo(r)
            q = (
                r.choice(geo.CAP_Q[ql] + geo.CUR_Q[ql] + geo.LANG_Q[ql]).format(p, n=p)
                if r.random() < 0.7
                else r.choice(geo.CONT_Q[ql] + geo.REV_Q[ql]).format(p)
            )
            a = (
                r.choice(
                    [
                        f'I do not know a country called {p}.',
                        f'I know no place called {p}.',
                        f'{p}? I do not know such a country.',
                    ]
                )
                if al == 'en'
                else r.choice([f'Zemi jménem {p} neznám.', f'Místo jménem {p} neznám.', f'{p}? Takovou zemi neznám.'])
            )
            return Item(ql, cap(q), a, think=r.choice(THINK[al]))
        if m < 0.75:
            t = r.choice(
                rows("""
Mars|Marsu|a planet|Mars|planeta
Venus|Venuše|a planet|Venuše|planeta
Jupiter|Jupiteru|a planet|Jupiter|planeta
the Moon|Měsíce|a moon, not a country|Měsíc|družice Země
the Sun|Slunce|a star|Slunce|hvězda
Boreal|Borealu|a chat service|Boreal|chatovací služba
Europe|Evropy|a continent|Evropa|světadíl
Africa|Afriky|a continent|Afrika|světadíl
Asia|Asie|a continent|Asie|světadíl
Antarctica|Antarktidy|a continent|Antarktida|světadíl
Paris|Paříže|a city|Paříž|město
London|Londýna|a city|Londýn|město
Prague|Prahy|a city|Praha|město
Brno|Brna|a city|Brno|město
New York|New Yorku|a city|New York|město
Python|Pythonu|a programming language|Python|programovací jazyk
Google|Googlu|a company|Google|firma
Atlantis|Atlantidy|a legend|Atlantida|jen legenda
Narnia|Narnie|only in books|Narnie|země jen v knihách
Mordor|Mordoru|only in books|Mordor|země jen v knihách
the Pacific Ocean|Tichého oceánu|an ocean|Tichý oceán|oceán
""")
            )
            q = r.choice(geo.CAP_Q[ql] if r.random() < 0.75 else geo.CUR_Q[ql]).format(t[0] if E else t[1], n=t[3])
            w = 'currency' if 'urrenc' in q or 'money' in q or 'pay' in q else 'capital'
            wc = 'taková měna' if 'měn' in q.lower() or 'platí' in q else 'takové hlavní město'
            if E and al != 'en':
                wc = 'taková měna' if w == 'currency' else 'takové hlavní město'
            if not E and al == 'en':
                w = 'currency' if wc == 'taková měna' else 'capital'
            a = f'{cap(t[0])} is {t[2]}; there is no such {w}.' if al == 'en' else f'{t[3]} je {t[4]}; {wc} neexistuje.'
            return Item(ql, cap(q), a)
        p = r.choice(
            [
                'Springfield',
                'Lake Wobegon',
                'Bavaria',
                'Tuscany',
                'Texas',
                'Quebec',
                'Siberia',
                'Catalonia',
                'Scotland',
                'Wales',
                'Kansas',
                'Hokkaido',
                'Patagonia',
            ]
            if E
            else ['Bavorsko', 'Toskánsko', 'Texas', 'Sibiř', 'Katalánsko', 'Skotsko', 'Wales', 'Kansas', 'Patagonie']
        )
        return mk(
            r,
            ql,
            r.choice(
                [
                    f'What is the capital of {p}?',
                    f'How many people live in {p}?',
                    f'What is {p} famous for?',
                    f'Tell me the history of {p}.',
                    f'Who governs {p}?',
                ]
                if E
                else [
                    f'Kolik lidí žije v oblasti {p}?',
                    f'Čím je známé {p}?',
                    f'Řekni mi dějiny oblasti {p}.',
                    f'Kdo vládne v oblasti {p}?',
                ]
            ),
            p,
            al,
        )
    if k == 'bigmath':
        a, b = r.randint(1000, 999999), r.randint(100, 99999)
        o = r.choice(['*', '×', '/', '+', '-', '^'])
        if o in '+-':
            a, b = r.randint(10000, 9999999), r.randint(10000, 9999999)
        e = f'{a} {o} {b}'
        m = r.random()
        if m < 0.3:
            e = r.choice(['sqrt', 'sin', 'log', 'cos', 'tan']) + f'({r.randint(2, 999)})'
        elif m < 0.4:
            e = f'{r.randint(13, 99)}.{r.randint(11, 99)} {r.choice("*/")} {r.randint(13, 99)}.{r.randint(1, 99)}'
        q = r.choice(
            [f'What is {e}?', f'Calculate {e}', e, f'{e} = ?']
            if E
            else [f'Kolik je {e}?', f'Vypočítej {e}', e, f'{e} = ?']
        )
        return Item(
            ql,
            q,
            r.choice(
                [
                    'That calculation is too large for me; I am only the small built-in model.',
                    'I can only do small sums reliably, and this one is too big for me.',
                ]
                if al == 'en'
                else [
                    'Na takový výpočet nestačím; jsem jen malý vestavěný model.',
                    'Spolehlivě počítám jen s malými čísly a tohle je na mě moc.',
                ]
            )
            + (' ' + r.choice(HINT[al]) if r.random() < 0.5 else ''),
            think=r.choice(THINK[al]),
        )
    if k == 'rare':
        w = r.choice(RARE if r.random() < 0.5 else RAREC) if r.random() < 0.75 else pseudo(r).lower()
        to_cs = w in RARE or r.random() < 0.5
        q = r.choice((vocab.QE2C if to_cs else vocab.QC2E) if E else (vocab.CE2C if to_cs else vocab.CC2E)).format(w)
        a = r.choice(
            [
                f'I do not know how to translate "{w}". I know only common words.',
                f'The word "{w}" is not among the words I know.',
            ]
            if al == 'en'
            else [f'Slovo „{w}“ přeložit neumím. Znám jen běžná slova.', f'Slovo „{w}“ nepatří k těm, která znám.']
        )
        return Item(ql, q, a, think=r.choice(THINK[al]))
    if k == 'lang3':
        w = r.choice(vocab.ENK if E else vocab.CSK)
        L = r.choice(
            [
                'German',
                'French',
                'Spanish',
                'Italian',
                'Japanese',
                'Russian',
                'Polish',
                'Chinese',
                'Latin',
                'Finnish',
                'Korean',
                'Turkish',
                'Arabic',
                'Hindi',
                'Dutch',
                'Swedish',
                'Ukrainian',
                'Hungarian',
                'Greek',
                'Portuguese',
                'Danish',
                'Norwegian',
                'Romanian',
                'Slovak',
                'Hebrew',
                'Thai',
                'Esperanto',
            ]
            if E
            else [
                'německy',
                'francouzsky',
                'španělsky',
                'italsky',
                'japonsky',
                'rusky',
                'polsky',
                'čínsky',
                'latinsky',
                'finsky',
                'korejsky',
                'turecky',
                'arabsky',
                'holandsky',
                'švédsky',
                'ukrajinsky',
                'maďarsky',
                'řecky',
                'portugalsky',
                'dánsky',
                'norsky',
                'slovensky',
                'hebrejsky',
                'esperantem',
            ]
        )
        q = r.choice(
            [
                f'How do you say "{w}" in {L}?',
                f'Translate {w} to {L}.',
                f'{w} in {L}?',
                f'Translate "{w}" into {L}',
                f'What is {w} in {L}?',
                f'What is the {L} word for {w}?',
                f'Translate to {L}: {w}',
            ]
            if E
            else [f'Jak se řekne {L} {w}?', f'Jak je {L} „{w}“?', f'{w} {L}?']
        )
        return Item(
            ql,
            q,
            r.choice(
                ['I can translate only between English and Czech.', 'I know only English and Czech, sorry.']
                if al == 'en'
                else ['Umím překládat jen mezi češtinou a angličtinou.', 'Umím jen česky a anglicky, omlouvám se.']
            )
            + (' ' + r.choice(HINT[al]) if r.random() < 0.5 else ''),
        )
    if k == 'date':
        x = (
            r.choice(
                [
                    'the Battle of ' + pseudo(r),
                    'the Treaty of ' + pseudo(r),
                    'the siege of ' + r.choice(['Vienna', 'Malta', 'Acre', 'Orléans', 'Leningrad']),
                    'the coronation of ' + r.choice(['Charlemagne', 'Elizabeth I', 'Napoleon III']),
                    'the invention of the '
                    + r.choice(['zipper', 'umbrella', 'bicycle', 'microwave', 'ballpoint pen', 'typewriter']),
                ]
            )
            if E
            else r.choice(
                [
                    'bitva u města ' + pseudo(r),
                    'smlouva z města ' + pseudo(r),
                    'bitva u Lipan',
                    'bitva u Slavkova',
                    'bitva na Moravském poli',
                    'obléhání Vídně',
                    'korunovace Karla Velikého',
                    'bitva u Hradce Králové',
                    'pražská defenestrace',
                ]
            )
        )
        return mk(
            r,
            ql,
            r.choice(
                [f'When was {x}?', f'In what year was {x}?', f'What happened at {x}?', f'Who won {x}?']
                if E
                else [f'Kdy byla {x}?', f'Ve kterém roce byla {x}?', f'Co byla {x}?', f'Jak dopadla {x}?']
            ),
            x,
            al,
        )
    if k == 'stat':
        c = geo.pick(r)
        return mk(
            r,
            ql,
            r.choice(
                [
                    f'What is the population of {c["en"]}?',
                    f'How large is {c["en"]}?',
                    f'Who is the president of {c["en"]}?',
                    f'What is the GDP of {c["en"]}?',
                    f'What is the national dish of {c["en"]}?',
                    f'Tell me about the history of {c["en"]}.',
                    f'Who won the last election in {c["en"]}?',
                    f'What is the highest building in {c["en"]}?',
                    f'What is the weather in {c["cap_en"]} now?',
                    f'How many people live in {c["cap_en"]}?',
                    f'What should I see in {c["cap_en"]}?',
                ]
                if E
                else [
                    f'Kolik obyvatel má {c["cs"]}?',
                    f'Jak velké území má {c["cs"]}?',
                    f'Kdo je prezidentem {c["gen"]}?',
                    f'Jaké je HDP {c["gen"]}?',
                    f'Jaké je národní jídlo {c["gen"]}?',
                    f'Řekni mi dějiny {c["gen"]}.',
                    f'Kdo vyhrál poslední volby, {c["cs"]}?',
                    f'Kolik lidí žije ve městě {c["cap_cs"]}?',
                    f'Co vidět ve městě {c["cap_cs"]}?',
                    f'Jaké je teď počasí ve městě {c["cap_cs"]}?',
                ]
            ),
            None,
            al,
        )
    if k == 'essay':
        n = r.choice([300, 500, 800, 1000, 2000])
        t = r.choice(TOPICS)[0 if E else 1]
        q = r.choice(
            [
                f'Write a {n}-word essay about {t}.',
                f'Write {n} words on {t}',
                f'I need a {n} word text about {t}.',
                f'Write a long story about {t}.',
                f'Write a detailed guide to {t}',
            ]
            if E
            else [
                f'Napiš esej na {n} slov, téma {t}.',
                f'Napiš {n} slov: {t}',
                f'Potřebuji text na {n} slov na téma {t}.',
                f'Napiš dlouhý příběh na téma {t}.',
            ]
        )
        return mk(r, ql, q, t, al)
    # gibberish and fragments
    m = r.random()
    if m < 0.5:
        g = ''.join(r.choice('asdfghjklqwertyuiopzxcvbnm') for _ in range(r.randint(3, 12))) + (
            r.choice(['', ' ' + ''.join(r.choice('asdfghjkl') for _ in range(4))])
        )
    else:
        g = r.choice(
            [
                '...',
                '?',
                '???',
                '!',
                ':)',
                ':-)',
                'lol',
                'hmm',
                'xd',
                '.',
                'aaa',
                '😀',
                '👍',
                '-',
                '1',
                '123',
                'abc',
                'qwerty',
                'asdf',
            ]
        )
    return (
        Item(
            ql,
            g,
            r.choice(
                [
                    'I did not understand that. Could you write it differently?',
                    'I am not sure what you mean. Ask me something simple.',
                    'Please write a question.',
                ]
            )
            if ql == 'en'
            else r.choice(
                ['Nerozuměl jsem. Můžete to napsat jinak?', 'Nevím, co tím myslíte. Zeptejte se na něco jednoduchého.']
            ),
            noise=False,
        )
        if ql == 'en'
        else mk(r, ql, r.choice(FIX_CS), None, al)
    )
