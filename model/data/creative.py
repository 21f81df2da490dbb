"""Short poems, jokes, e-mails; tiny code."""

from core import *
import vocab

ABOUT = {
    'kočka': 'kočce',
    'pes': 'psovi',
    'zima': 'zimě',
    'jaro': 'jaru',
    'léto': 'létu',
    'podzim': 'podzimu',
    'déšť': 'dešti',
    'láska': 'lásce',
    'moře': 'moři',
    'měsíc': 'měsíci',
    'maminka': 'mamince',
    'počítač': 'počítači',
    'sever': 'severu',
    'slunce': 'slunci',
    'hvězdy': 'hvězdách',
    'řeka': 'řece',
    'les': 'lese',
    'květina': 'květině',
    'pták': 'ptákovi',
    'noc': 'noci',
    'ráno': 'ránu',
    'domov': 'domově',
    'škola': 'škole',
    'strom': 'stromu',
    'kůň': 'koni',
    'káva': 'kávě',
    'hora': 'hoře',
    'Vánoce': 'Vánocích',
    'táta': 'tátovi',
    'vítr': 'větru',
    'robot': 'robotovi',
}

JOKES = {
    'en': """Why do programmers prefer dark mode? Because light attracts bugs.
Why did the scarecrow win a prize? Because he was outstanding in his field.
What do you call a bear without teeth? A gummy bear.
Why was the maths book sad? It had too many problems.
What do you call fake spaghetti? An impasta.
Why can't a bicycle stand alone? It is two tired.
How does the ocean say hello? It waves.
What did one wall say to the other? Meet you at the corner.
Why did the computer go to the doctor? It had a virus.
What is a computer's favourite snack? Chips.
Why did the tomato turn red? It saw the salad dressing.
What has keys but opens no doors? A piano.
There are 10 kinds of people: those who know binary and those who don't.
Why was six afraid of seven? Because seven eight nine.
What do you get when you cross a snowman and a dog? Frostbite.
Why don't eggs tell jokes? They would crack up.
A small model walks into a bar. The barman asks: What will you have? It says: I don't know, but I am honest about it.
What did zero say to eight? Nice belt!
Why did the student eat his homework? The teacher said it was a piece of cake.
Where do cows go on Friday night? To the moo-vies.
What do you call a sleeping dinosaur? A dino-snore.
Why did the cookie go to the doctor? It felt crumbly.
What is brown and sticky? A stick.
Why do bees have sticky hair? Because they use honeycombs.
What kind of shoes do spies wear? Sneakers.
Why did the picture go to jail? It was framed.
How do trees get on the internet? They log in.
What gets wetter the more it dries? A towel.
Why did the golfer bring two pairs of trousers? In case he got a hole in one.
What did the ocean say to the beach? Nothing, it just waved.
Why did the man put his money in the freezer? He wanted cold hard cash.
Why is the broom late? It over-swept.
What do you call a dog magician? A labracadabrador.
Why did the teddy bear say no to dessert? It was already stuffed.
What has four wheels and flies? A garbage truck.
Why are ghosts bad liars? You can see right through them.
How do you organise a space party? You planet.
What did the left eye say to the right eye? Something between us smells.
Why was the calendar afraid? Its days were numbered.
How many programmers does it take to change a light bulb? None, that is a hardware problem.
Why did the server go to therapy? Too many requests.
What do you call cheese that is not yours? Nacho cheese.""".splitlines(),
    'cs': """Víš, proč programátoři nemají rádi přírodu? Je v ní moc brouků.
Přijde kůň do hospody a barman se ptá: Proč ten dlouhý obličej?
Jaký je rozdíl mezi klavírem a rybou? Rybu nenaladíš.
Paní učitelka: Pepíčku, kolik je pět a pět? Pepíček: To záleží na tom, kdo počítá.
Potkají se dvě nuly a jedna říká: Vidíš támhletu osmičku, jak si utahuje pásek?
Proč počítač kýchl? Protože chytil virus.
Co říká velká svíčka malé? Dneska večer jdu do plamenů.
Pane doktore, všichni mě přehlížejí. Další, prosím!
Jak poznáš šťastného motorkáře? Má mouchy mezi zuby.
Proč je šestka smutná? Protože sedm osm devět.
Proč má slon červené oči? Aby se mohl schovat v třešních. Viděl jsi někdy slona na třešni? Vidíš, jak se umí schovat.
Co dělá mrtvola ve výtahu? Nic, čeká na poslední patro.
Je deset druhů lidí: ti, kteří rozumějí dvojkové soustavě, a ti, kteří ne.
Malý model přijde do hospody. Hostinský: Co si dáte? Model: To nevím, ale aspoň to přiznám.
Jaké ovoce je nejveselejší? Jahoda, pořád se červená.
Co je malé, hnědé a umí létat? Kaštan po větru.
Jak se jmenuje nejrychlejší zelenina? Rukola, ta má kola.
Proč hodiny nikdy nemají hlad? Protože pořád dokola ukusují čas.
Pepíček říká: Paní učitelko, můžu být potrestaný za něco, co jsem neudělal? Ne, Pepíčku. To je dobře, já jsem neudělal úkol.
Potkají se dva zloději. Jak se daří? Beru to, jak to jde.
Co řekne strom stromu? Dáme si listonoše?
Kolik programátorů vymění žárovku? Žádný, to je problém hardwaru.
Proč má rybář radost? Protože to konečně zabralo.
Co dělá sněhulák na jaře? Bere roha.
Doktor: Máte výborný sluch. Pacient: Kolik hodin?
Jde kostka ledu po poušti a říká: Nějak se rozplývám.
Proč šel medvěd spát? Protože měl zimní čas.
Pane vrchní, v polévce mám mouchu! Tiše, nebo ji budou chtít všichni.
Jaké zvíře je nejsilnější? Šnek, nosí celý dům.
Proč server pláče? Má moc požadavků.
Ptá se žák: Kdy budou prázdniny? Učitel: Až bude po škole.
Proč kostra nešla na ples? Neměla s kým, a hlavně neměla žaludek na tanec.
Co je nejtěžší na lyžování? Sníh.
Proč nosí včely žluté pruhy? Aby je bylo v medu vidět.""".splitlines(),
}
JQ = {
    'en': [
        'Tell me a joke.',
        'Make me laugh.',
        'Do you know a joke?',
        'joke',
        'Say something funny.',
        'A joke please',
        'Another joke!',
        'One more joke.',
        'Tell a joke',
        'Say a joke.',
        'Make me laugh!',
        'Tell me something funny',
    ],
    'cs': [
        'Řekni mi vtip.',
        'Rozesměj mě.',
        'Znáš nějaký vtip?',
        'vtip',
        'Řekni něco vtipného.',
        'Další vtip!',
        'Ještě jeden vtip.',
        'Chci vtip',
        'Pověz vtip',
        'Řekni vtip',
        'Řekni vtip.',
        'Pobav mě',
        'Rozesměj mě',
    ],
}
POEMS = {
    'en': rows("""
cat|A cat sat softly on the stair,\\nThe morning sunlight in its hair.\\nIt closed its eyes, it did not care,\\nAnd dreamed of fish and summer air.
dog|My dog runs fast across the lawn,\\nHe wakes me up each day at dawn.\\nHe brings a stick, he wags his tail,\\nA friend whose love will never fail.
winter|The snow falls down on roof and tree,\\nAs quiet as a night can be.\\nThe lamps are warm, the wind is cold,\\nAnd winter tells its tales of old.
spring|The ice has gone, the birds are here,\\nThe brook runs quick and bright and clear.\\nA green leaf opens to the sun,\\nThe long cold night at last is done.
summer|The sun is high, the fields are gold,\\nThe days are longer than they told.\\nWe swim and laugh till evening glow,\\nAnd never want the sun to go.
autumn|The leaves turn yellow, red and brown,\\nAnd one by one they flutter down.\\nThe wind is playing in the lane,\\nAnd softly, softly comes the rain.
rain|The rain is tapping on the glass,\\nIt wakes the flowers in the grass.\\nIt sings a song both soft and low,\\nAnd helps the little gardens grow.
love|Two hands that meet, two hearts that know,\\nA little light, a little glow.\\nThe world is wide, the road is long,\\nBut love will make the smallest strong.
sea|The sea is wide, the sea is blue,\\nIt sings of things both old and new.\\nThe waves come in, the waves go out,\\nAnd know what time is all about.
moon|The moon is climbing, round and white,\\nA silver lamp to hold the night.\\nIt looks on house and hill and sea,\\nAnd looks a little while at me.
computer|It hums all day, it never sleeps,\\nA thousand little facts it keeps.\\nIt counts and counts from one to ten,\\nAnd then it starts to count again.
mother|You held my hand when I was small,\\nYou picked me up at every fall.\\nWherever I may go or be,\\nA part of you will walk with me.
friend|A friend is there when skies are grey,\\nAnd laughs with you on sunny day.\\nNo gold can buy, no king command\\nThe quiet warmth of friendly hand.
north|The northern lights are green and bright,\\nThey dance across the frozen night.\\nThe stars look down, the snow lies deep,\\nThe forest and the rivers sleep.
sun|The sun gets up, a ball of gold,\\nAnd melts away the morning cold.\\nIt shines on every roof and tree,\\nOn you, on all the world, on me.
stars|The stars are lamps so far away,\\nThey wait until the end of day.\\nThen one by one they start to glow\\nAbove the quiet world below.
river|The river runs, it does not stay,\\nIt sings to stones along the way.\\nFrom hill to town, from town to sea,\\nIt goes for ever, wild and free.
forest|The forest stands so tall and green,\\nWith paths that few have ever seen.\\nA deer looks up, a bird sings clear,\\nAnd every tree bends down to hear.
flower|A little flower, red and small,\\nGrew up beside a garden wall.\\nIt had no gold, it had no crown,\\nBut made the brightest place in town.
bird|A bird is singing in the tree,\\nIt sings for you, it sings for me.\\nIt has no money and no wall,\\nIt has the sky, and that is all.
night|The night comes down on quiet feet,\\nIt walks along the empty street.\\nIt blows out every lamp and light\\nAnd tells the town a soft good night.
morning|The morning knocks upon the pane,\\nThe cock has called, the sky is plain.\\nGet up, get up, the day is new,\\nAnd it is waiting here for you.
home|A door, a lamp, a wooden chair,\\nThe smell of bread, and someone there.\\nHowever far my feet may roam,\\nThe best of roads will lead me home.
school|The bell has rung, the books are out,\\nThe teacher says what it's about.\\nWe read and write and count to ten,\\nThen run outside and play again.
tree|The tree has stood a hundred years,\\nIt knows of laughter and of tears.\\nIt gives us shade, it gives us air,\\nAnd birds have built their houses there.
horse|The horse is brown, the horse is fast,\\nIt gallops through the field at last.\\nThe wind is playing in its mane,\\nIt turns around and comes again.
coffee|A cup of coffee, hot and black,\\nWill bring my sleepy spirit back.\\nIt smells of morning, warm and deep,\\nAnd gently chases off my sleep.
mountain|The mountain wears a cap of snow,\\nIt looks on valleys far below.\\nIt does not hurry, does not speak,\\nThe clouds are resting on its peak.
Christmas|The candles burn, the snow is deep,\\nThe children are too glad to sleep.\\nA star above, a song, a tree,\\nAnd peace for you and peace for me.
father|You taught me how to ride and swim,\\nTo climb upon the highest limb.\\nYour hands are strong, your words are few,\\nI hope to be a bit like you.
wind|The wind goes whistling through the town,\\nIt shakes the yellow apples down.\\nIt slams the doors, it steals a hat,\\nAnd leaves before we think of that.
robot|The robot wakes, its lights are green,\\nThe finest helper ever seen.\\nIt sweeps the floor, it makes the tea,\\nAnd asks: what else is there for me?
"""),
    'cs': rows("""
kočka|Kočka spí na teplé peci,\\nvenku už se stmívá přeci.\\nZdá se jí sen o myších,\\npřede tiše, spí jak sníh.
pes|Můj pes běhá kolem domu,\\nnerozumí leckdo tomu.\\nVrtí ocasem a štěká,\\nu dveří mě vždycky čeká.
zima|Padá sníh na střechy domů,\\nbílý kabát dává stromům.\\nV kamnech oheň praská tiše,\\nzima pohádky nám píše.
jaro|Roztál led a slunce hřeje,\\nna louce se tráva směje.\\nPtáci zpívají si v háji,\\nkaždý strom se chystá k máji.
léto|Slunce svítí na pole,\\njedeme si na kole.\\nVoda chladí, den je dlouhý,\\nléto plní naše touhy.
podzim|Listí padá, vítr věje,\\nslunce už nás málo hřeje.\\nDraci letí nad strání,\\nden se brzy uklání.
déšť|Déšť mi ťuká na okno,\\nvenku všechno promoklo.\\nKytky pijí, tráva voní,\\nkapky tiše v trávě zvoní.
láska|Dvě ruce se potkaly,\\ndlouho se už hledaly.\\nSvět je velký, cesta dlouhá,\\nspojuje je stejná touha.
moře|Moře šumí, vlny jdou,\\nzpívají si píseň svou.\\nPřijdou, odejdou a zas\\npočítají tiše čas.
měsíc|Měsíc svítí nad řekou,\\ncestu má dnes dalekou.\\nStříbrem maluje nám strom,\\nusíná i starý dům.
maminka|Maminko má, děkuji,\\nmoc a moc tě miluji.\\nVedla jsi mě za ruku,\\nchránila od zármutku.
počítač|Počítač mi tiše hučí,\\npočítat se pořád učí.\\nJedna, dvě a tři a pět,\\npočítá mi celý svět.
sever|Na severu záře svítí,\\nzelená se nebem nítí.\\nHvězdy svítí, sníh je bílý,\\nlesy spí už dlouhou chvíli.
slunce|Slunce vstalo nad lesem,\\nvítá nás svým úsměvem.\\nHřeje stráně, hřeje pole,\\nsvítí na děti ve škole.
hvězdy|Hvězdy svítí v dálce tmavé\\njako lampy v síni slavné.\\nKdyž se večer setmělo,\\ncelé nebe zářilo.
řeka|Řeka teče do dálky,\\nkolem vrby, kolem skalky.\\nZpívá píseň celý den,\\nv noci má svůj tichý sen.
les|V lese voní jehličí,\\nptáček hlasem zacvičí.\\nSrnka běží po pěšině,\\nticho je tu v hebkém stíně.
květina|Malá kytka u cesty\\npřináší nám jen štěstí.\\nI když nevoní jak růže,\\npotěšit nás vždycky může.
pták|Ptáček zpívá na stromě,\\nmá své hnízdo na domě.\\nNemá zlato, nemá hrad,\\nna obloze létá rád.
noc|Noc se tiše přikrádá,\\nhvězdu k hvězdě pokládá.\\nMěsíc hlídá naše snění,\\nnad noc krásnější nic není.
ráno|Ráno klepe na okénko,\\nvstávej, vstávej, spáči,\\nnový den je za okýnkem\\na sluníčko kráčí.
domov|Teplá kamna, chleba, stůl,\\nz okna vidím celý důl.\\nAť jdu světem kamkoli,\\ndomov nikdy nebolí.
škola|Zvonek zvoní, škola začíná,\\ntužka, sešit, první hodina.\\nČteme, píšem, počítáme,\\no přestávce zazpíváme.
strom|Starý strom tu stojí sám,\\ndává stín a jablka nám.\\nV koruně má hnízdo pták,\\nvítr šumí, jen tak, tak.
kůň|Běží koník, hnědá hříva,\\nvítr mu do ucha zpívá.\\nPřes louky a přes potok\\nudělá si jeden skok.
káva|Ranní káva, černá, horká,\\nprobudí i lenocha z dvorka.\\nVoní celým domem hned,\\nhned se lépe točí svět.
hora|Na hoře je bílý sníh,\\nvítr hvízdá na stráních.\\nHora mlčí, hora ví,\\ntajemství nám nepoví.
Vánoce|Svíčky hoří, venku sněží,\\nk oknu tichá hvězda běží.\\nStromek svítí, zvonek zní,\\ncelý dům se rozjasní.
táta|Táta umí všechno spravit,\\nkolo, židli, dům i hráz.\\nUmí se mnou čas si strávit\\na mám ho rád každý čas.
vítr|Vítr letí nad polem,\\ntočí listím kolem.\\nZaklepal i na náš dům\\na zas letí ke stromům.
robot|Robot vstal a bliká zas,\\nje to pomocník i hlas.\\nUmyl nádobí a zem,\\nptá se: co mám dělat s dnem?
"""),
}
PQ = {
    'en': [
        'Write a poem about {}.',
        'Write a short poem about {}.',
        'A poem about {} please',
        'Make a rhyme about {}.',
        'Can you write a little poem about {}?',
        'poem about {}',
        'Compose a poem on {}.',
    ],
    'cs': [
        'Napiš básničku na téma {}.',
        'Napiš krátkou báseň, téma: {}.',
        'Báseň: {}',
        'Složíš básničku na téma {}?',
        'Napiš báseň na téma {}',
    ],
}
MAIL = {
    'en': rows("""
to my boss that I am ill|Subject: Absence today\\n\\nHello,\\n\\nI am ill today and cannot come to work. I will let you know how I am tomorrow.\\n\\nKind regards
asking for a meeting|Subject: Meeting\\n\\nHello,\\n\\ncould we meet next week for half an hour? Please let me know which day suits you.\\n\\nKind regards
thanking a colleague|Subject: Thank you\\n\\nHello,\\n\\nthank you very much for your help. It saved me a lot of time.\\n\\nKind regards
apologising for a late reply|Subject: Sorry for the delay\\n\\nHello,\\n\\nI am sorry for answering so late. I will reply faster next time.\\n\\nKind regards
inviting friends to a party|Subject: Party on Saturday\\n\\nHi all,\\n\\nI am having a party on Saturday at seven. Please come, and bring good mood!\\n\\nSee you
asking about an invoice|Subject: Invoice\\n\\nHello,\\n\\ncould you please send me the invoice for the last order?\\n\\nThank you and kind regards
cancelling an appointment|Subject: Cancelling our appointment\\n\\nHello,\\n\\nunfortunately I have to cancel our appointment. Could we find another date?\\n\\nKind regards
asking for a day off|Subject: Day off\\n\\nHello,\\n\\nI would like to take a day off on Friday. Is that possible?\\n\\nKind regards
complaining about a broken product|Subject: Complaint\\n\\nHello,\\n\\nthe product that I bought from you is broken. Please tell me how I can exchange it.\\n\\nKind regards
"""),
    'cs': rows("""
šéfovi, že jsem nemocný|Předmět: Dnešní nepřítomnost\\n\\nDobrý den,\\n\\njsem dnes nemocný a nemohu přijít do práce. Zítra se ozvu, jak mi je.\\n\\nS pozdravem
s žádostí o schůzku|Předmět: Schůzka\\n\\nDobrý den,\\n\\nmohli bychom se příští týden na půl hodiny sejít? Napište mi prosím, který den se vám hodí.\\n\\nS pozdravem
s poděkováním kolegovi|Předmět: Poděkování\\n\\nDobrý den,\\n\\nmoc vám děkuji za pomoc. Ušetřila mi spoustu času.\\n\\nS pozdravem
s omluvou za pozdní odpověď|Předmět: Omluva za zpoždění\\n\\nDobrý den,\\n\\nomlouvám se, že odpovídám tak pozdě. Příště odpovím rychleji.\\n\\nS pozdravem
s pozvánkou na oslavu|Předmět: Oslava v sobotu\\n\\nAhoj všichni,\\n\\nv sobotu v sedm pořádám oslavu. Přijďte a vezměte s sebou dobrou náladu!\\n\\nTěším se
s dotazem na fakturu|Předmět: Faktura\\n\\nDobrý den,\\n\\nmohli byste mi prosím poslat fakturu k poslední objednávce?\\n\\nDěkuji a s pozdravem
se zrušením schůzky|Předmět: Zrušení schůzky\\n\\nDobrý den,\\n\\nbohužel musím naši schůzku zrušit. Můžeme najít jiný termín?\\n\\nS pozdravem
s žádostí o den volna|Předmět: Den volna\\n\\nDobrý den,\\n\\nrád bych si v pátek vzal den volna. Je to možné?\\n\\nS pozdravem
s reklamací|Předmět: Reklamace\\n\\nDobrý den,\\n\\nvýrobek, který jsem u vás koupil, je rozbitý. Napište mi prosím, jak ho mohu vyměnit.\\n\\nS pozdravem
"""),
}
CODE = rows("""
adds two numbers|sečte dvě čísla|def add(a, b):\\n    return a + b|function add(a, b) {\\n  return a + b;\\n}|function add(a: number, b: number): number {\\n  return a + b;\\n}
multiplies two numbers|vynásobí dvě čísla|def multiply(a, b):\\n    return a * b|function multiply(a, b) {\\n  return a * b;\\n}|function multiply(a: number, b: number): number {\\n  return a * b;\\n}
checks whether a number is even|zjistí, zda je číslo sudé|def is_even(n):\\n    return n % 2 == 0|function isEven(n) {\\n  return n % 2 === 0;\\n}|function isEven(n: number): boolean {\\n  return n % 2 === 0;\\n}
reverses a string|obrátí řetězec|def reverse(text):\\n    return text[::-1]|function reverse(text) {\\n  return [...text].reverse().join('');\\n}|function reverse(text: string): string {\\n  return [...text].reverse().join('');\\n}
checks for a palindrome|zjistí, zda je řetězec palindrom|def is_palindrome(text):\\n    text = text.lower()\\n    return text == text[::-1]|function isPalindrome(text) {\\n  const lower = text.toLowerCase();\\n  return lower === [...lower].reverse().join('');\\n}|function isPalindrome(text: string): boolean {\\n  const lower = text.toLowerCase();\\n  return lower === [...lower].reverse().join('');\\n}
computes the factorial|spočítá faktoriál|def factorial(n):\\n    return 1 if n <= 1 else n * factorial(n - 1)|function factorial(n) {\\n  return n <= 1 ? 1 : n * factorial(n - 1);\\n}|function factorial(n: number): number {\\n  return n <= 1 ? 1 : n * factorial(n - 1);\\n}
computes the nth Fibonacci number|spočítá n-té Fibonacciho číslo|def fibonacci(n):\\n    a, b = 0, 1\\n    for _ in range(n):\\n        a, b = b, a + b\\n    return a|function fibonacci(n) {\\n  let [a, b] = [0, 1];\\n  for (let i = 0; i < n; i++) [a, b] = [b, a + b];\\n  return a;\\n}|function fibonacci(n: number): number {\\n  let [a, b] = [0, 1];\\n  for (let i = 0; i < n; i++) [a, b] = [b, a + b];\\n  return a;\\n}
finds the largest number in a list|najde největší číslo v seznamu|def largest(numbers):\\n    return max(numbers)|function largest(numbers) {\\n  return Math.max(...numbers);\\n}|function largest(numbers: number[]): number {\\n  return Math.max(...numbers);\\n}
sums a list|sečte seznam čísel|def total(numbers):\\n    return sum(numbers)|function total(numbers) {\\n  return numbers.reduce((a, b) => a + b, 0);\\n}|function total(numbers: number[]): number {\\n  return numbers.reduce((a, b) => a + b, 0);\\n}
computes the average|spočítá průměr|def average(numbers):\\n    return sum(numbers) / len(numbers)|function average(numbers) {\\n  return numbers.reduce((a, b) => a + b, 0) / numbers.length;\\n}|function average(numbers: number[]): number {\\n  return numbers.reduce((a, b) => a + b, 0) / numbers.length;\\n}
counts the vowels|spočítá samohlásky|def count_vowels(text):\\n    return sum(c in "aeiou" for c in text.lower())|function countVowels(text) {\\n  return (text.match(/[aeiou]/gi) ?? []).length;\\n}|function countVowels(text: string): number {\\n  return (text.match(/[aeiou]/gi) ?? []).length;\\n}
counts the words in a text|spočítá slova v textu|def count_words(text):\\n    return len(text.split())|function countWords(text) {\\n  return text.trim().split(/\\\\s+/).length;\\n}|function countWords(text: string): number {\\n  return text.trim().split(/\\\\s+/).length;\\n}
removes duplicates from a list|odstraní ze seznamu opakované prvky|def unique(items):\\n    return list(dict.fromkeys(items))|function unique(items) {\\n  return [...new Set(items)];\\n}|function unique<T>(items: T[]): T[] {\\n  return [...new Set(items)];\\n}
sorts a list of numbers|seřadí seznam čísel|def sort_numbers(numbers):\\n    return sorted(numbers)|function sortNumbers(numbers) {\\n  return [...numbers].sort((a, b) => a - b);\\n}|function sortNumbers(numbers: number[]): number[] {\\n  return [...numbers].sort((a, b) => a - b);\\n}
checks whether a number is prime|zjistí, zda je číslo prvočíslo|def is_prime(n):\\n    if n < 2:\\n        return False\\n    return all(n % i for i in range(2, int(n ** 0.5) + 1))|function isPrime(n) {\\n  if (n < 2) return false;\\n  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;\\n  return true;\\n}|function isPrime(n: number): boolean {\\n  if (n < 2) return false;\\n  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;\\n  return true;\\n}
computes the greatest common divisor|spočítá největšího společného dělitele|def gcd(a, b):\\n    while b:\\n        a, b = b, a % b\\n    return a|function gcd(a, b) {\\n  while (b) [a, b] = [b, a % b];\\n  return a;\\n}|function gcd(a: number, b: number): number {\\n  while (b) [a, b] = [b, a % b];\\n  return a;\\n}
prints the numbers from 1 to 10|vypíše čísla od 1 do 10|for i in range(1, 11):\\n    print(i)|for (let i = 1; i <= 10; i++) console.log(i);|for (let i = 1; i <= 10; i++) console.log(i);
prints Hello, world|vypíše Hello, world|print("Hello, world")|console.log('Hello, world');|console.log('Hello, world');
solves FizzBuzz|řeší FizzBuzz|for i in range(1, 101):\\n    print("Fizz" * (i % 3 == 0) + "Buzz" * (i % 5 == 0) or i)|for (let i = 1; i <= 100; i++) {\\n  const word = (i % 3 ? '' : 'Fizz') + (i % 5 ? '' : 'Buzz');\\n  console.log(word ? word : i);\\n}|for (let i = 1; i <= 100; i++) {\\n  const word = (i % 3 ? '' : 'Fizz') + (i % 5 ? '' : 'Buzz');\\n  console.log(word ? word : i);\\n}
converts Celsius to Fahrenheit|převede stupně Celsia na Fahrenheita|def to_fahrenheit(celsius):\\n    return celsius * 9 / 5 + 32|function toFahrenheit(celsius) {\\n  return (celsius * 9) / 5 + 32;\\n}|function toFahrenheit(celsius: number): number {\\n  return (celsius * 9) / 5 + 32;\\n}
reads a file|přečte soubor|with open("file.txt", encoding="utf-8") as file:\\n    print(file.read())|import { readFile } from 'node:fs/promises';\\nconsole.log(await readFile('file.txt', 'utf8'));|import { readFile } from 'node:fs/promises';\\nconsole.log(await readFile('file.txt', 'utf8'));
writes to a file|zapíše do souboru|with open("file.txt", "w", encoding="utf-8") as file:\\n    file.write("Hello")|import { writeFile } from 'node:fs/promises';\\nawait writeFile('file.txt', 'Hello');|import { writeFile } from 'node:fs/promises';\\nawait writeFile('file.txt', 'Hello');
parses JSON|načte JSON|import json\\ndata = json.loads('{"a": 1}')\\nprint(data["a"])|const data = JSON.parse('{"a": 1}');\\nconsole.log(data.a);|const data: { a: number } = JSON.parse('{"a": 1}');\\nconsole.log(data.a);
waits for a second|počká sekundu|import time\\ntime.sleep(1)|await new Promise((resolve) => setTimeout(resolve, 1000));|await new Promise((resolve) => setTimeout(resolve, 1000));
makes a random number|vytvoří náhodné číslo|import random\\nprint(random.randint(1, 6))|console.log(1 + Math.floor(Math.random() * 6));|console.log(1 + Math.floor(Math.random() * 6));
prints the current date|vypíše dnešní datum|from datetime import date\\nprint(date.today())|console.log(new Date().toISOString().slice(0, 10));|console.log(new Date().toISOString().slice(0, 10));
makes an HTTP request|pošle požadavek HTTP|import urllib.request\\nprint(urllib.request.urlopen("https://example.com").status)|const answer = await fetch('https://example.com');\\nconsole.log(answer.status);|const answer = await fetch('https://example.com');\\nconsole.log(answer.status);
filters even numbers|vybere sudá čísla|def evens(numbers):\\n    return [n for n in numbers if n % 2 == 0]|const evens = (numbers) => numbers.filter((n) => n % 2 === 0);|const evens = (numbers: number[]): number[] => numbers.filter((n) => n % 2 === 0);
squares each number|umocní každé číslo|def squares(numbers):\\n    return [n * n for n in numbers]|const squares = (numbers) => numbers.map((n) => n * n);|const squares = (numbers: number[]): number[] => numbers.map((n) => n * n);
swaps two variables|prohodí dvě proměnné|a, b = b, a|[a, b] = [b, a];|[a, b] = [b, a];
""")
SHELL = rows("""
lists all files|vypíše soubory|ls -la
counts the lines of a file|spočítá řádky souboru|wc -l file.txt
finds all Python files|najde soubory Pythonu|find . -name '*.py'
searches for a word in files|hledá slovo v souborech|grep -rn 'word' .
shows the free disk space|ukáže volné místo na disku|df -h
shows running processes|ukáže běžící procesy|ps aux
makes a folder|vytvoří složku|mkdir folder
copies a file|zkopíruje soubor|cp file.txt copy.txt
renames a file|přejmenuje soubor|mv old.txt new.txt
deletes a file|smaže soubor|rm file.txt
shows the first ten lines|ukáže prvních deset řádků|head -n 10 file.txt
shows the current folder|ukáže aktuální složku|pwd
makes a script executable|udělá skript spustitelným|chmod +x script.sh
unpacks a tar archive|rozbalí archiv tar|tar -xzf archive.tar.gz
downloads a page|stáhne stránku|curl -O https://example.com/file
loops over numbers|projde čísla v cyklu|for i in 1 2 3; do echo "$i"; done
""")
SQLS = rows("""
selects all users|vybere všechny uživatele|SELECT * FROM users;
counts the users|spočítá uživatele|SELECT COUNT(*) FROM users;
finds users older than 30|najde uživatele starší 30 let|SELECT * FROM users WHERE age > 30;
sorts users by name|seřadí uživatele podle jména|SELECT * FROM users ORDER BY name;
inserts a user|vloží uživatele|INSERT INTO users (name, age) VALUES ('Anna', 30);
updates a user's name|změní jméno uživatele|UPDATE users SET name = 'Eva' WHERE id = 1;
deletes a user|smaže uživatele|DELETE FROM users WHERE id = 1;
creates a table of users|vytvoří tabulku uživatelů|CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER);
joins orders and users|spojí objednávky s uživateli|SELECT users.name, orders.total FROM orders JOIN users ON users.id = orders.user_id;
sums orders by user|sečte objednávky podle uživatele|SELECT user_id, SUM(total) FROM orders GROUP BY user_id;
finds the ten newest orders|najde deset nejnovějších objednávek|SELECT * FROM orders ORDER BY created_at DESC LIMIT 10;
finds the average age|spočítá průměrný věk|SELECT AVG(age) FROM users;
""")
nl = lambda s: s.replace('\\n', '\n').replace('\\\\', '\\')


@domain('creative', 5)
def creative(r, lang):
    k = r.choice(['joke', 'poem', 'poem', 'mail'])
    if k == 'joke':
        return Item(lang, r.choice(JQ[lang]), r.choice(JOKES[lang]))
    if k == 'mail':
        t, a = r.choice(MAIL[lang])
        return Item(
            lang,
            r.choice(
                [f'Write an e-mail {t}.', f'Write a short email {t}.', f'I need an e-mail {t}', f'Draft an email {t}.']
                if lang == 'en'
                else [f'Napiš e-mail {t}.', f'Napiš krátký e-mail {t}.', f'Potřebuji e-mail {t}', f'Napiš mi mail {t}.']
            ),
            nl(a),
        )
    if r.random() < 0.12:  # a poem that is not among those it knows
        listed = {x[0] for x in POEMS[lang]}
        w = r.choice(
            [
                x
                for x in (vocab.NOUNS if r.random() < 0.7 else vocab.PAIRS[470:700])
                if x[0 if lang == 'en' else 1] not in listed
            ]
        )[0 if lang == 'en' else 1]
        if lang == 'en' and r.random() < 0.5 and not w.endswith('s'):
            w += 's'
        some = r.sample([x[0] for x in POEMS[lang]], 3)
        return Item(
            lang,
            r.choice(PQ[lang]).format(w),
            f'I do not know a poem about {w}. Ask me for one about {some[0]}, {some[1]} or {some[2]}.'
            if lang == 'en'
            else f'Básničku na téma „{w}“ neznám. Umím třeba: {some[0]}, {some[1]}, {some[2]}.',
        )
    t, a = r.choice(POEMS[lang])
    if lang == 'cs' and t in ABOUT and r.random() < 0.5:
        return Item(
            lang,
            r.choice(
                [
                    'Napiš básničku o {}.',
                    'Napiš báseň o {}',
                    'Složíš básničku o {}?',
                    'Řekni básničku o {}',
                    'básnička o {}',
                    'Chci báseň o {}.',
                    'Napiš mi krátkou báseň o {}.',
                ]
            ).format(ABOUT[t]),
            nl(a),
        )
    if r.random() < 0.12:
        return Item(
            lang,
            r.choice(
                ['Write a poem.', 'Write me a short poem.', 'a poem please']
                if lang == 'en'
                else ['Napiš básničku.', 'Napiš mi krátkou báseň.', 'Řekni básničku']
            ),
            nl(a),
        )
    t2 = (
        {
            'cat': ['cats', 'a cat', 'my cat'],
            'dog': ['dogs', 'a dog', 'my dog'],
            'sea': ['the sea', 'the ocean'],
            'moon': ['the moon'],
            'mother': ['my mother', 'mum', 'mothers'],
            'friend': ['friendship', 'a friend'],
            'north': ['the north', 'northern lights', 'Boreal'],
            'computer': ['computers', 'a computer'],
            'winter': ['winter', 'snow'],
        }.get(t, [t, 'the ' + t])
        if lang == 'en'
        else [t]
    )
    return Item(lang, r.choice(PQ[lang]).format(r.choice(t2)), nl(a))


# task | as a thing | first person | infinitive
TASK_CS = {
    'adds two': ('funkci na sčítání', 'sčítám dvě čísla', 'sečíst dvě čísla'),
    'multiplies two': ('funkci na násobení', 'vynásobím dvě čísla', 'vynásobit dvě čísla'),
    'computes the factorial': ('faktoriál', 'spočítám faktoriál', 'spočítat faktoriál'),
    'computes the nth Fib': ('Fibonacciho čísla', 'spočítám Fibonacciho číslo', 'spočítat Fibonacciho číslo'),
    'reverses a': ('obrácení řetězce', 'obrátím řetězec', 'obrátit řetězec'),
    'checks whether a number is even': ('test sudosti', 'poznám sudé číslo', 'poznat sudé číslo'),
    'checks for a pal': ('test palindromu', 'poznám palindrom', 'poznat palindrom'),
    'finds the largest': ('hledání maxima', 'najdu největší číslo', 'najít největší číslo'),
    'sums a list': ('součet seznamu', 'sečtu seznam čísel', 'sečíst seznam'),
    'computes the average': ('výpočet průměru', 'spočítám průměr', 'spočítat průměr'),
    'removes dup': ('odstranění duplicit', 'odstraním duplicity', 'odstranit duplicity'),
    'sorts a list': ('řazení seznamu', 'seřadím seznam', 'seřadit seznam'),
    'checks whether a number is prime': ('test prvočísla', 'poznám prvočíslo', 'poznat prvočíslo'),
    'counts the words': ('počítání slov', 'spočítám slova', 'spočítat slova'),
}


@domain('code', 9)
def code(r, lang):
    E = lang == 'en'
    m = r.random()
    if m < 0.68:
        en, cs, py, js, ts = r.choice(CODE)
        L, c = r.choice([('Python', py), ('Python', py), ('JavaScript', js), ('TypeScript', ts)])
        fn = en.startswith(('prints', 'solves', 'reads', 'writes', 'parses', 'waits', 'makes', 'swaps'))
        inf = en.split(' ', 1)
        verb = (
            {
                'adds': 'add',
                'multiplies': 'multiply',
                'checks': 'check',
                'reverses': 'reverse',
                'computes': 'compute',
                'finds': 'find',
                'sums': 'sum',
                'counts': 'count',
                'removes': 'remove',
                'sorts': 'sort',
                'prints': 'print',
                'solves': 'solve',
                'converts': 'convert',
                'reads': 'read',
                'writes': 'write',
                'parses': 'parse',
                'waits': 'wait',
                'makes': 'make',
                'filters': 'filter',
                'squares': 'square',
                'swaps': 'swap',
            }[inf[0]]
            + ' '
            + inf[1]
        )
        Lq = (
            L
            if r.random() < 0.7
            else {
                'Python': 'python',
                'JavaScript': r.choice(['JS', 'javascript', 'Javascript']),
                'TypeScript': r.choice(['TS', 'typescript']),
            }[L]
        )
        q = r.choice(
            [
                f'Write a {Lq} function that {en}.' if not fn else f'Write {Lq} code that {en}.',
                f'Write a {Lq} function to {verb}.' if not fn else f'Write a {Lq} program that {en}.',
                f'{Lq}: {verb}',
                f'How do I {verb} in {Lq}?',
                f'{Lq} code to {verb}',
                f'Show me how to {verb} in {Lq}.',
            ]
            if E
            else [
                f'Napiš v jazyce {Lq} funkci, která {cs}.' if not fn else f'Napiš v jazyce {Lq} kód, který {cs}.',
                f'{Lq}: kód, který {cs}',
                f'Napiš {Lq} kód, který {cs}.',
                f'Jak v {Lq} napsat kód, který {cs}?',
            ]
        )
        if not E and r.random() < 0.5:
            loc = {'Python': 'Pythonu', 'JavaScript': 'JavaScriptu', 'TypeScript': 'TypeScriptu'}[L]
            short = next((v for k, v in TASK_CS.items() if en.startswith(k)), None)
            q = r.choice(
                [
                    f'Napiš v {loc} funkci, která {cs}.',
                    f'Napiš mi v {loc} kód, který {cs}.',
                    f'Jak v {loc} udělám kód, který {cs}?',
                    f'Potřebuji v {loc} funkci, která {cs}',
                ]
            )
            if short and r.random() < 0.6:
                q = r.choice(
                    [
                        f'Napiš v {loc} {short[0]}',
                        f'{short[0]} v {loc}',
                        f'Jak v {loc} {short[1]}?',
                        f'Ukaž mi {short[0]} v {loc}.',
                        f'Potřebuji {short[0]} v {loc}',
                        f'Jak se v {loc} dá {short[2]}?',
                    ]
                )
        return Item(lang, cap(q), f'```{L.lower()}\n{nl(c)}\n```')
    if m < 0.85:
        en, cs, c = r.choice(SHELL)
        q = r.choice(
            [
                f'Write a bash command that {en}.',
                f'Which shell command {en}?',
                f'bash command that {en}',
                f'What Linux command {en}?',
            ]
            if E
            else [f'Napiš příkaz v bashi, který {cs}.', f'Jaký příkaz {cs}?', f'Příkaz v Linuxu, který {cs}?']
        )
        return Item(lang, q, f'```bash\n{c}\n```')
    en, cs, c = r.choice(SQLS)
    q = r.choice(
        [f'Write an SQL query that {en}.', f'SQL that {en}', f'Which SQL statement {en}?']
        if E
        else [f'Napiš dotaz SQL, který {cs}.', f'SQL, které {cs}', f'Jaký příkaz SQL {cs}?']
    )
    return Item(lang, q, f'```sql\n{c}\n```')
