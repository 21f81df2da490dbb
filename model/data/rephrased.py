"""More wordings of the general facts, from the other end: the thing is described and its name is wanted, or named and its use is wanted. Each row begins with a question that facts.py or geo.py has."""

from core import *
import facts, geo

MORE = rows("""
How many planets are there in the solar system?|How many worlds circle the Sun as planets? / The solar system consists of how many planets? / Tell me the number of planets around our star. / Counting Earth, how many planets are there?|Z kolika planet se skládá sluneční soustava? / Kolik planet je i se Zemí? / Řekni počet planet u naší hvězdy. / Jaký je počet planet?
What is the largest planet?|Among all planets, which one is the giant? / Which planet beats all others in size? / No planet is bigger than which one? / The giant among the planets is?|Která z planet je obr? / Která planeta je ze všech největší? / Žádná planeta není větší než která? / Největší ze všech planet?
What is the smallest planet?|Which planet is smaller than all the others? / Of all planets, which is the least in size?|Která planeta je menší než všechny ostatní? / Ze všech planet je nejmenší která?
Which planet is closest to the Sun?|Which planet has the shortest way to the Sun? / Going out from the Sun, which planet do I meet first? / What planet is next to the Sun?|Která planeta to má ke Slunci nejblíž? / Kterou planetu potkám od Slunce první? / Která planeta je hned u Slunce?
Which planet has rings?|The planet with the famous rings? / Which planet wears rings? / Rings go around which planet?|Planeta s prstenci se jmenuje jak? / Kterou planetu obepínají prstence?
Which planet is called the red planet?|What do people mean by the red planet? / Which planet looks red in the sky? / People call which planet red?|Které planetě lidé říkají rudá? / Která planeta vypadá na nebi červeně?
What is the Sun?|What sort of body is the Sun? / The Sun, what is it? / Would you call the Sun a star?|Čím je Slunce ve vesmíru? / Slunce je co? / Patří Slunce mezi hvězdy?
What is the Moon?|What circles the Earth at night? / The thing that shines at night and goes around Earth, what is it?|Co svítí v noci na obloze a obíhá Zemi? / Měsíc je co?
Why is the sky blue?|What gives the sky its blue colour? / The sky is blue, why? / How come we see blue above us?|Odkud má nebe modrou barvu? / Nebe je modré, proč? / Čím to je, že nahoře vidíme modrou?
Why is the sea salty?|Sea water tastes of salt, why? / Who put the salt into the sea?|Mořská voda chutná slaně, proč? / Odkud se v moři vzala sůl?
Why do we have day and night?|What makes it dark in the evening? / Why does the day change into night?|Čím to, že večer je tma? / Proč se den mění v noc?
At what temperature does water boil?|How many degrees until water boils? / Water starts to boil when it has how many degrees? / At which point does water turn to steam? / How warm does water get before it boils?|Od kolika stupňů voda vře? / Kolik stupňů má voda, když začne vřít? / Na kolik stupňů se musí voda zahřát, aby vřela? / Bod varu vody?
At what temperature does water freeze?|From how many degrees is water ice? / Water becomes solid at which temperature? / How many degrees make water freeze?|Od kolika stupňů je z vody led? / Kdy ztuhne voda na led, při jaké teplotě? / Kolik stupňů stačí, aby voda zmrzla? / Bod mrazu?
What is H2O?|The formula of water, what is it? / If a chemist says H2O, what does he mean? / Chemical name for water?|Vzorec vody? / Když chemik řekne H2O, co tím myslí? / Jak chemici píšou vodu?
What is the speed of light?|How many kilometres does light fly in a second? / How far does light get in one second?|Kolik kilometrů uletí světlo za sekundu? / Jak daleko se světlo dostane za vteřinu?
How many legs does a spider have?|Spiders walk on how many legs? / A spider's legs: how many? / Count the legs of a spider. / What number of legs do spiders have? / How many legs do spiders walk on?|Po kolika nohách leze pavouk? / Pavouk a jeho nohy: kolik? / Spočítej nohy pavouka. / Kolik nohou mají pavouci? / Kolik končetin má pavouk?
How many legs does an insect have?|Insects have how many legs? / A beetle walks on how many legs? / How many legs does a fly have? / How many legs has a bee? / Count the legs of a beetle.|Hmyz má kolik nohou? / Po kolika nohách leze brouk? / Kolik nohou má moucha? / Kolik nohou má včela? / Kolik nožiček má brouk?
How many legs does a dog have?|How many legs does a horse have? / How many legs does a cow have? / A cat walks on how many legs? / Count the legs of a dog. / How many legs has a pig?|Kolik nohou má kůň? / Kolik nohou má kráva? / Po kolika nohách chodí kočka? / Spočítej nohy psa. / Kolik nohou má prase? / Kolik noh má pes?
How many fingers does a person have?|Count the fingers on my two hands. / Both hands have how many fingers?|Spočítej prsty na obou rukou. / Obě ruce mají dohromady kolik prstů?
How many eyes does a person have?|How many eyes have we got? / Humans look with how many eyes?|Kolik máme očí? / Kolika očima se díváme?
How many bones does an adult have?|The skeleton of a grown person has how many bones? / Our skeleton: how many bones?|Z kolika kostí je kostra dospělého? / Naše kostra má kolik kostí?
How many teeth does an adult have?|A complete adult mouth has how many teeth? / How many teeth can a dentist count in a healthy adult?|Kolik zubů je v úplném chrupu? / Kolik zubů napočítá zubař u zdravého dospělého?
What does the heart do?|Which organ pumps the blood around? / Which part of the body drives the blood? / Name the organ that keeps our blood moving. / What organ beats in the chest?|Který orgán žene krev tělem? / Která část těla pumpuje krev? / Jmenuj orgán, který pohání krev. / Co nám bije v hrudi?
What do the lungs do?|Name the organ for breathing. / Which part of the body takes in air?|Jmenuj orgán k dýchání. / Která část těla přijímá vzduch?
What does the brain do?|Which organ thinks? / What organ sits in the head and thinks? / Which part of the body controls everything?|Který orgán myslí? / Co máme v hlavě na myšlení? / Která část těla všechno řídí?
What do cows eat?|A cow lives on what food? / What do I give a cow to eat?|Čím nakrmím krávu? / Co se dává krávám k jídlu?
What do pandas eat?|A panda's favourite food? / What do pandas live on? / What should I feed a panda?|Oblíbené jídlo pandy? / Čím nakrmím pandu? / Na čem si pochutná panda?
What do bees make?|Honey is made by bees, or what do bees bring us? / What do beekeepers get from their bees?|Co má včelař od včel? / K čemu nám jsou včely, co nám dají?
Where does milk come from?|Who do we have milk from? / Milk is from which animal? / Which farm animal do we milk?|Od koho máme mléko? / Mléko je z kterého zvířete? / Které zvíře na statku dojíme?
What is bread made of?|Bread is baked from what? / What do I need to bake bread? / What goes into bread?|Z čeho se peče chleba? / Co potřebuji na chleba? / Co patří do chleba?
What is cheese made of?|Cheese comes from what? / What do I need for cheese?|Z čeho se dělá sýr, z jaké suroviny? / Co je potřeba na sýr?
What is wine made of?|Wine comes from which fruit? / Which fruit becomes wine?|Z jakého ovoce je víno? / Které ovoce se mění ve víno?
Is a whale a fish?|Do whales belong to the fish? / A whale is a fish, true?|Patří velryby mezi ryby? / Velryba je ryba, že?
Can penguins fly?|Does a penguin fly? / Are penguins able to fly? / A penguin flies, yes or no?|Létá tučňák? / Dokáže tučňák létat? / Tučňák létá, ano nebo ne?
Is the Earth round?|Is our planet a ball? / Is the Earth flat? / Does the Earth have the shape of a ball?|Je naše planeta koule? / Je Země placatá? / Má Země tvar koule?
When did World War II begin?|In what year did the Second World War break out? / The Second World War started when? / First year of World War 2?|V jakém roce vypukla druhá světová válka? / Druhá světová válka začala kdy? / První rok druhé světové války?
When did World War II end?|In what year was the Second World War over? / The Second World War ended when? / Last year of World War 2?|V jakém roce bylo po druhé světové válce? / Druhá světová válka skončila kdy? / Poslední rok druhé světové války?
When did World War I begin?|In what year did the First World War break out? / First year of World War 1?|V jakém roce vypukla první světová válka? / První rok první světové války?
When did World War I end?|In what year was the First World War over? / Last year of World War 1?|V jakém roce bylo po první světové válce? / Poslední rok první světové války?
Who was the first man on the Moon?|Whose foot touched the Moon first? / Which astronaut walked on the Moon before all others? / The first human on the Moon was called what?|Čí noha stoupla na Měsíc jako první? / Který astronaut chodil po Měsíci dřív než ostatní? / První člověk na Měsíci se jmenoval jak?
Who was the first man in space?|Who flew into space before all others? / The first human in space was called what?|Kdo letěl do vesmíru jako první? / První člověk ve vesmíru se jmenoval jak?
How many players are in a football team?|How many footballers play for one side? / A football side has how many players on the pitch?|Kolik fotbalistů hraje za jeden tým? / V kolika lidech hraje fotbalový tým na hřišti?
How many letters are in the English alphabet?|The English ABC has how many letters? / From A to Z, how many letters is that in English?|Kolik písmen je od A do Z v angličtině? / Anglická abeceda čítá kolik písmen?
How many sides does a triangle have?|A triangle has how many sides? / Count the sides of a triangle. / How many corners does a triangle have? / How many edges has a triangle?|Trojúhelník má kolik stran? / Spočítej strany trojúhelníku. / Kolik rohů má trojúhelník? / Kolik vrcholů má trojúhelník?
How many sides does a square have?|A square has how many sides? / Count the sides of a square. / How many corners does a square have?|Čtverec má kolik stran? / Spočítej strany čtverce.
How many sides does a hexagon have?|A hexagon has how many sides? / How many corners does a hexagon have?|Šestiúhelník má kolik stran? / Kolik rohů má šestiúhelník?
How many countries are in the European Union?|The EU has how many members? / How many states form the EU?|Kolik členů má EU? / Kolik států tvoří Evropskou unii?
How far is the Moon?|What is the distance from here to the Moon? / How many kilometres to the Moon?|Jaká je vzdálenost odsud na Měsíc? / Kolik kilometrů je na Měsíc?
How far is the Sun?|What is the distance from the Earth to the Sun? / How many kilometres to the Sun?|Jaká je vzdálenost Země od Slunce? / Kolik kilometrů je ke Slunci?
What is the tallest building in the world?|Which building is higher than all others? / No building is taller than which one?|Která budova je vyšší než všechny ostatní? / Která stavba je na světě nejvyšší?
What is the largest mammal?|Which mammal is bigger than all the others? / Of all mammals, which one is the giant?|Který savec je větší než všichni ostatní? / Který savec je obr?
What is the largest land animal?|Which animal on land is the heaviest? / On land, which animal is the giant? / The biggest animal that walks on land?|Které zvíře na souši je největší? / Největší zvíře, které chodí po zemi? / Který obr žije na souši?
How many hearts does an octopus have?|An octopus lives with how many hearts? / Count the hearts of an octopus.|S kolika srdci žije chobotnice? / Chobotnice má kolik srdcí?
How many people live in the world?|How many of us are on Earth? / What is the number of people on Earth? / World population?|Kolik je nás na Zemi? / Jaký je počet lidí na Zemi? / Počet obyvatel světa?
What do plants need to grow?|What must I give a plant so that it grows? / A plant will not grow without what?|Co musím dát rostlině, aby rostla? / Bez čeho rostlina neporoste?
Which gas do we breathe?|Which gas keeps us alive? / What must be in the air for us to live? / People cannot live without which gas? / We inhale which gas to stay alive?|Bez kterého plynu nemůžeme žít? / Který plyn nás drží při životě? / Co ze vzduchu potřebujeme k životu? / Který plyn vdechujeme?
What is air made of?|Which gases are in the air? / The air around us consists of what?|Které plyny jsou ve vzduchu? / Z čeho se skládá vzduch kolem nás?
Where do fish live?|In what do fish swim? / The home of fish is where?|V čem plavou ryby? / Kde mají ryby domov?
Where do polar bears live?|Where would I meet a polar bear? / Polar bears come from where? / The white bears of the ice live where?|Kde potkám ledního medvěda? / Odkud jsou lední medvědi? / Bílí medvědi žijí kde?
Where do penguins live?|Where would I meet a penguin? / Penguins come from where?|Kde potkám tučňáka? / Odkud jsou tučňáci?
Where do kangaroos live?|Where would I meet a kangaroo? / Kangaroos come from which country?|Kde potkám klokana? / Z které země jsou klokani?
What is the king of animals?|Which animal do we call a king? / Which animal rules the others?|Kterému zvířeti se říká král? / Které zvíře vládne ostatním?
What is the slowest animal?|No animal is slower than which one? / Which animal moves more slowly than all others?|Které zvíře je pomalejší než všechna ostatní? / Nejpomalejší ze zvířat?
What is the largest bird?|No bird is bigger than which one? / Which bird is the giant among birds?|Který pták je větší než všichni ostatní? / Který pták je mezi ptáky obr?
What comes from a caterpillar?|A caterpillar turns into what? / What will a caterpillar be one day?|V co se změní housenka? / Čím bude jednou housenka?
What is the largest organ of the body?|Which organ covers us and is the biggest? / No organ is bigger than which one?|Který orgán je na těle největší? / Který orgán je větší než všechny ostatní?
What is normal body temperature?|How warm is a healthy person? / How many degrees does a healthy body have?|Kolik stupňů má zdravé tělo? / Jak teplý je zdravý člověk?
What is the emergency number in Europe?|Which number do I dial in an emergency? / I need help at once. Which number do I call?|Jaké číslo vytočím v nouzi? / Potřebuji hned pomoc. Kam mám volat?
Which way does the Sun rise?|On which side does the Sun come up? / In the morning the Sun is in which direction?|Na které straně Slunce vychází? / Kde je ráno Slunce?
Where does the Sun set?|On which side does the Sun go down? / In the evening the Sun is in which direction?|Na které straně Slunce zapadá? / Kde je večer Slunce?
How long does the Earth take to go around the Sun?|Once around the Sun: how long does that take our planet? / In how many days does the Earth circle the Sun?|Jednou kolem Slunce: jak dlouho to Zemi trvá? / Za kolik dní Země obkrouží Slunce?
How long does the Earth take to turn once?|How many hours does one turn of the Earth take? / One rotation of our planet takes how long?|Kolik hodin trvá jedna otočka Země? / Jedna otočka naší planety trvá jak dlouho?
What is the name of our galaxy?|In which galaxy do we live? / Which galaxy is our home?|V jaké galaxii žijeme? / Která galaxie je naše?
How many moons does the Earth have?|The Earth has how many moons? / How many moons go around us?|Země má kolik měsíců? / Kolik měsíců obíhá kolem nás?
What happens when ice gets warm?|What becomes of ice in the sun? / Warm ice turns into what?|Co bude z ledu na sluníčku? / V co se mění teplý led?
What is paper made of?|Paper comes from what? / What do they cut down to make paper?|Z jaké suroviny je papír? / Co se kácí kvůli papíru?
What is glass made of?|Glass comes from what? / What is melted to make glass?|Z jaké suroviny je sklo? / Co se taví na sklo?
Where do eggs come from?|Who lays the eggs that we eat? / Which bird gives us eggs?|Kdo snáší vejce, která jíme? / Který pták nám dává vejce?
What do I need when it rains?|It is raining, what should I take? / What keeps me dry in the rain?|Prší, co si mám vzít? / Co mě v dešti udrží v suchu?
In which season does it snow?|When in the year do we have snow? / Snow belongs to which season?|Kdy v roce bývá sníh? / Sníh patří ke kterému období?
Which season is the warmest?|When in the year is it hottest? / Which part of the year is the hottest?|Kdy v roce je největší teplo? / Která část roku je nejteplejší?
Which season comes after summer?|Summer is over, which season begins? / What comes when summer ends? / Which season is between summer and winter?|Skončilo léto, co začíná? / Co přijde, když skončí léto? / Které období je mezi létem a zimou?
Which season comes after spring?|Spring is over, which season begins? / Which season is between spring and autumn?|Skončilo jaro, co začíná? / Které období je mezi jarem a podzimem?
Which season comes after autumn?|Autumn is over, which season begins? / Which season is between autumn and spring?|Skončil podzim, co začíná? / Které období je mezi podzimem a jarem?
What does a doctor do?|What is the work of a doctor? / What is the job of a doctor about?|Jakou práci má lékař? / Čím se zabývá lékař?
What does a teacher do?|What is the work of a teacher? / Who teaches at school?|Jakou práci má učitel? / Čím se zabývá učitel?
What does a baker do?|Who bakes bread? / What is the work of a baker?|Kdo peče chleba? / Jakou práci má pekař?
What does a firefighter do?|Who puts out fires? / What is the work of a firefighter?|Kdo hasí požáry? / Jakou práci má hasič?
Where do you buy medicine?|In which shop do they sell medicine? / Where do I go for pills?|Kde se prodávají léky? / Kam mám jít pro prášky?
Where do you borrow books?|Where can I get books without buying them? / Which house lends books?|Kde dostanu knihy bez placení? / Kde půjčují knížky?
How many minutes is a football match?|How long do footballers play? / A football game takes how many minutes?|Jak dlouho se hraje fotbal? / Fotbal trvá kolik minut?
How many zeros does a million have?|One million is written with how many zeros? / Count the zeros in a million.|Milion se píše s kolika nulami? / Spočítej nuly v milionu.
How many zeros does a thousand have?|One thousand is written with how many zeros? / Count the zeros in a thousand.|Tisíc se píše s kolika nulami? / Spočítej nuly v tisíci.
How high is Mount Everest?|How many metres has Mount Everest? / To what height does Everest rise?|Kolik metrů má Mount Everest? / Do jaké výšky sahá Everest?
How many is a dozen?|A dozen is how many pieces? / If I buy a dozen eggs, how many do I get?|Tucet je kolik kusů? / Když koupím tucet vajec, kolik jich mám?
When did Columbus discover America?|In which year did Columbus reach America? / America was discovered when?|V kterém roce doplul Kolumbus do Ameriky? / Amerika byla objevena kdy?
When did people first land on the Moon?|In which year did the first people walk on the Moon? / The landing on the Moon was when?|V kterém roce chodili první lidé po Měsíci? / Přistání na Měsíci bylo kdy?
When did the Berlin Wall fall?|In which year did the Berlin Wall come down? / The fall of the Berlin Wall was when?|V kterém roce spadla Berlínská zeď? / Pád Berlínské zdi byl kdy?
What is the highest mountain in Czechia?|Which Czech mountain is above all the others? / If I want to stand on the top of Czechia, which mountain do I climb? / Czechia's highest peak?|Který kopec je v Česku nejvýš? / Na kterou horu vylezu, když chci být v Česku nejvýš? / Nejvyšší vrchol Čech?
What is the longest river in Czechia?|No Czech river is longer than which one? / Czechia's longest river?|Žádná česká řeka není delší než která? / Nejdelší řeka u nás?
What is the second largest city in Czechia?|After Prague, which Czech city is the largest? / Czechia's second city?|Po Praze je největší které město? / Druhé největší město u nás?
What is the largest city in Czechia?|No Czech city is larger than which one? / Czechia's biggest city?|Žádné české město není větší než které? / Největší město u nás?
How many regions does Czechia have?|Czechia is divided into how many regions? / Count the regions of Czechia.|Na kolik krajů se dělí Česko? / Česko má kolik krajů?
When was Czechoslovakia founded?|In which year was Czechoslovakia born? / The founding of Czechoslovakia was when?|V kterém roce se zrodilo Československo? / Vznik Československa byl kdy?
When was the Velvet Revolution?|In which year did communism fall in Czechoslovakia? / The Velvet Revolution took place when?|V kterém roce u nás padl komunismus? / Sametová revoluce proběhla kdy?
When did Czechoslovakia split?|In which year did Czechs and Slovaks part? / Since when is Czechia independent? / When did the Czech Republic come into being?|V kterém roce se rozešli Češi a Slováci? / Od kdy je Česko samostatné? / Od kdy existuje samostatná Česká republika?
Who was the first president of Czechoslovakia?|Who led Czechoslovakia as its first president? / The first Czechoslovak president was called what?|Kdo stál v čele Československa jako první prezident? / První československý prezident se jmenoval jak?
When did Czechia join the European Union?|Since when is Czechia in the EU? / In which year did the Czechs enter the EU?|Od kdy je Česko v EU? / V kterém roce vstoupili Češi do Unie?
When did Czechia join NATO?|Since when is Czechia in NATO? / In which year did the Czechs enter NATO?|Od kdy je Česko v NATO? / V kterém roce vstoupili Češi do NATO?
What colours are on the Czech flag?|The Czech flag has which colours? / Which colours do I need to paint the Czech flag?|Česká vlajka má které barvy? / Jaké pastelky potřebuji na českou vlajku?
What is the largest ocean?|Which ocean is bigger than all the others? / Of all oceans, which is the giant? / No ocean is larger than which one?|Který oceán je větší než ostatní? / Ze všech oceánů je největší který? / Žádný oceán není větší než který?
What is the longest river in the world?|No river is longer than which one? / Which river of the Earth is the longest?|Žádná řeka není delší než která? / Která řeka je na Zemi nejdelší?
What is the highest mountain in the world?|No mountain is higher than which one? / Which mountain reaches the highest? / On which mountain do I stand highest?|Žádná hora není vyšší než která? / Která hora sahá nejvýš? / Na které hoře budu nejvýš?
What is the largest country in the world?|No country is larger than which one? / Which country takes up most of the map?|Žádná země není větší než která? / Která země zabírá na mapě nejvíc?
What is the smallest country in the world?|No country is smaller than which one? / Which state takes up least of the map?|Žádná země není menší než která? / Který stát je nejmenší na světě?
How many continents are there?|Count the continents. / The Earth has how many continents?|Spočítej světadíly. / Země má kolik světadílů?
How many oceans are there?|Count the oceans. / The Earth has how many oceans?|Spočítej oceány. / Země má kolik oceánů?
What is the largest animal?|Which animal on our planet is the biggest? / No animal is larger than which one? / Of all animals, which is the giant? / Which creature is the biggest of them all?|Které zvíře na naší planetě je největší? / Žádné zvíře není větší než které? / Ze všech zvířat je největší které? / Který tvor je ze všech největší?
What is the fastest land animal?|No animal runs faster than which one? / Which animal wins every race on land? / The fastest runner among animals?|Žádné zvíře neběhá rychleji než které? / Které zvíře vyhraje na zemi každý závod? / Nejrychlejší běžec mezi zvířaty?
What is the tallest animal?|No animal is taller than which one? / Which animal has the longest neck and stands highest?|Žádné zvíře není vyšší než které?
What is photosynthesis?|By which process do plants make sugar from light? / What do green leaves do with sunlight? / Which gas do plants take in for photosynthesis?|Jakým dějem rostliny dělají ze světla cukr? / Co dělají zelené listy se světlem? / Který plyn rostliny přijímají při fotosyntéze?
What is gravity?|Why does an apple fall from the tree? / Which force pulls us down? / What force keeps the Moon near the Earth?|Proč jablko spadne ze stromu? / Která síla nás táhne dolů? / Jaká síla drží Měsíc u Země?
How often are the Olympic Games?|After how many years do the Olympic Games come again? / How many years lie between two Olympic Games?|Po kolika letech se konají olympijské hry? / Kolik let je mezi dvěma olympiádami?
How many degrees are in a circle?|A full circle has how many degrees? / Once around is how many degrees?|Celý kruh má kolik stupňů? / Jednou dokola je kolik stupňů?
""")
BY = {}
for table in (facts.QA, geo.CZFACTS):
    for row in table:
        BY[row[0].split(' / ')[0]] = row
for first, en, cs in MORE:
    row = BY[first]
    row[0] += ' / ' + en
    row[1] += ' / ' + cs

# New facts: as the rows of facts.QA.
NEW = rows("""
What does a thermometer measure? / What is a thermometer for? / What do I read on a thermometer? / A thermometer shows what?|K čemu je teploměr? / Co ukazuje teploměr? / Co přečtu na teploměru?|A thermometer measures temperature.|Teploměr měří teplotu.|temperature|teplotu
What does a clock measure? / What is a clock for? / What does a watch show? / A clock shows what?|Co měří hodiny? / K čemu jsou hodiny? / Co ukazují hodinky? / Co ukazují hodiny?|A clock shows the time.|Hodiny ukazují čas.|time|čas
What do scales measure? / What is a scale for? / With what do I find out my weight? / What does a scale show?|Co měří váha? / K čemu je váha? / Čím zjistím, kolik vážím? / Co ukazuje váha?|Scales measure weight.|Váha měří hmotnost.|weight|hmotnost
What does a compass show? / What is a compass for? / Where does the needle of a compass point? / What does a compass do?|Co ukazuje kompas? / K čemu je kompas? / Kam ukazuje střelka kompasu? / Kam míří kompas?|A compass shows where north is.|Kompas ukazuje sever.|north|sever
What does a ruler measure? / What is a ruler for? / What do I measure with a ruler?|Co měří pravítko? / K čemu je pravítko? / Co měřím pravítkem?|A ruler measures length.|Pravítko měří délku.|length|délku
Which animal barks? / What animal says woof? / Who barks? / Which pet barks at the postman? / An animal that barks is?|Kdo štěká? / Jaké zvíře dělá haf? / Který mazlíček štěká na pošťáka? / Zvíře, které štěká, je?|The dog barks.|Štěká pes.|dog|pes
Which animal meows? / What animal says meow? / Who meows? / Which pet purrs? / An animal that meows is?|Kdo mňouká? / Jaké zvíře dělá mňau? / Které zvíře mňouká? / Který mazlíček přede?|The cat meows.|Mňouká kočka.|cat|kočka
Which animal moos? / What animal says moo? / Who moos?|Kdo bučí? / Které zvíře bučí? / Jaké zvíře dělá bú?|The cow moos.|Bučí kráva.|cow|kráva
Which animal neighs? / Who neighs? / What animal neighs?|Kdo ržá? / Které zvíře ržá? / Jaké zvíře řehtá?|The horse neighs.|Ržá kůň.|horse|kůň
Which animal roars? / Who roars in Africa? / What animal roars?|Kdo řve v Africe? / Které zvíře řve? / Jaké zvíře řve nejhlasitěji?|The lion roars.|Řve lev.|lion|lev
Which animal howls at the moon? / Who howls? / What animal howls?|Kdo vyje na měsíc? / Které zvíře vyje?|The wolf howls.|Vyje vlk.|wolf|vlk
Which bird crows in the morning? / Who crows in the morning? / Which animal wakes the farm?|Kdo ráno kokrhá? / Které zvíře kokrhá? / Kdo budí statek?|The rooster crows.|Kokrhá kohout.|rooster|kohout
Which animal quacks? / Who quacks? / What animal quacks?|Kdo kváká? / Které zvíře kváká?|The duck quacks.|Kváká kachna.|duck|kachna
Which animal oinks? / Who oinks?|Kdo chrochtá? / Které zvíře chrochtá?|The pig oinks.|Chrochtá prase.|pig|prase
Which animal bleats and gives wool? / Who gives us wool? / Which animal has wool?|Kdo nám dává vlnu? / Které zvíře má vlnu? / Kdo bečí a má vlnu?|The sheep gives us wool.|Vlnu dává ovce.|sheep|ovce
Which animal has a trunk? / Who has a trunk? / Which animal has a long nose called a trunk?|Které zvíře má chobot? / Kdo má chobot?|The elephant has a trunk.|Chobot má slon.|elephant|slon
Which animal has a pouch? / Who carries a baby in a pouch? / Which animal hops and has a pouch?|Které zvíře má kapsu na mládě? / Kdo nosí mládě v kapse? / Které zvíře skáče a má vak?|The kangaroo has a pouch.|Kapsu má klokan.|kangaroo|klokan
Which animal has stripes? / Which animal is black and white with stripes? / Who has black and white stripes?|Které zvíře má pruhy? / Které zvíře je černobílé a pruhované? / Kdo má černé a bílé pruhy?|The zebra has black and white stripes.|Černé a bílé pruhy má zebra.|zebra|zebra
Which animal has a hump? / Who has a hump and lives in the desert?|Které zvíře má hrb? / Kdo má hrb a žije v poušti?|The camel has a hump.|Hrb má velbloud.|camel|velbloud
Which animal makes webs? / Who spins webs? / Who catches flies in a web?|Kdo tká pavučiny? / Které zvíře dělá pavučiny? / Kdo chytá mouchy do sítě?|The spider makes webs.|Pavučiny dělá pavouk.|spider|pavouk
Which animal hides in a shell and is slow? / Who carries a house on the back? / Which animal carries its house?|Kdo nosí domeček na zádech? / Které zvíře si nosí domeček?|The snail carries its house on its back.|Domeček na zádech nosí šnek.|snail|šnek
What do you do with a pen? / What is a pen for? / What do I write with?|K čemu je pero? / Co se dělá perem? / Čím se píše?|You write with a pen.|Perem se píše.|write|psát
What do you do with a knife? / What is a knife for? / What do I cut bread with?|K čemu je nůž? / Co se dělá nožem? / Čím krájím chleba?|You cut with a knife.|Nožem se krájí.|cut|krájet
What do you do with an umbrella? / What is an umbrella for?|K čemu je deštník? / Co dělá deštník?|An umbrella keeps you dry in the rain.|Deštník chrání před deštěm.||
What is a fridge for? / What does a fridge do? / What do I put into a fridge?|K čemu je lednička? / Co dělá lednička? / Co se dává do ledničky?|A fridge keeps food cold.|Lednička chladí jídlo.||
What is a bed for? / What do you do in a bed?|K čemu je postel? / Co se dělá v posteli?|A bed is for sleeping.|Postel je na spaní.||
Who was the first president of the Czech Republic? / Who was the first Czech president after 1993? / The first president of independent Czechia was who? / Which president was the first in Czechia?|Kdo byl první prezident České republiky? / Kdo byl první český prezident po roce 1993? / Který prezident byl v Česku první? / Prvním prezidentem Česka byl kdo?|The first president of the Czech Republic was Václav Havel.|První prezident České republiky byl Václav Havel.|Václav Havel|Václav Havel
Which river flows through Brno? / What rivers are in Brno? / Rivers of Brno?|Které řeky tečou Brnem? / Jaké řeky jsou v Brně? / Řeky v Brně?|The Svratka and the Svitava flow through Brno.|Brnem tečou Svratka a Svitava.||
What is the tallest mountain on Earth called? / Which mountain is the top of the world?|Která hora je střecha světa? / Jak se jmenuje hora, která je na Zemi nejvyšší?|The highest mountain in the world is Mount Everest.|Nejvyšší hora světa je Mount Everest.|Mount Everest|Mount Everest
How many wheels does a car have? / A car has how many wheels? / Count the wheels of a car.|Kolik kol má auto? / Auto má kolik kol? / Spočítej kola auta.|A car has four wheels.|Auto má čtyři kola.|4|4
How many wheels does a bicycle have? / A bicycle has how many wheels? / A bike rides on how many wheels?|Kolik kol má jízdní kolo? / Na kolika kolech jezdí bicykl?|A bicycle has two wheels.|Jízdní kolo má dvě kola.|2|2
How many wings does a bird have? / A bird flies with how many wings?|Kolik křídel má pták? / Pták létá na kolika křídlech?|A bird has two wings.|Pták má dvě křídla.|2|2
How many ears does a person have? / How many ears have we got?|Kolik uší má člověk? / Kolik máme uší?|A person has two ears.|Člověk má dvě uši.|2|2
How many noses does a person have? / How many noses have we got?|Kolik nosů má člověk? / Kolik máme nosů?|A person has one nose.|Člověk má jeden nos.|1|1
How many hands does a person have? / How many hands have we got? / How many arms does a person have?|Kolik rukou má člověk? / Kolik máme rukou?|A person has two hands.|Člověk má dvě ruce.|2|2
How many legs does a person have? / How many legs do people have? / On how many legs do we walk?|Kolik nohou má člověk? / Kolik máme nohou? / Po kolika nohách chodíme?|A person has two legs.|Člověk má dvě nohy.|2|2
How many legs does a bird have? / How many legs does a hen have? / A chicken walks on how many legs?|Kolik nohou má pták? / Kolik nohou má slepice? / Po kolika nohách chodí slepice?|It has two legs.|Má dvě nohy.|2|2
How many legs does a snake have? / Does a snake have legs? / A snake has how many legs?|Kolik nohou má had? / Má had nohy? / Had má kolik nohou?|A snake has no legs.|Had nemá nohy.|0|0
How many legs does a fish have? / Does a fish have legs?|Kolik nohou má ryba? / Má ryba nohy?|A fish has no legs.|Ryba nemá nohy.|0|0
""")
known = {norm(q) for table in (facts.QA, geo.CZFACTS) for row in table for i in (0, 1) for q in row[i].split(' / ')}
for row in NEW:
    for i in (0, 1):
        row[i] = ' / '.join(q for q in row[i].split(' / ') if norm(q) not in known)
    if row[0] and row[1]:
        facts.QA.append(row)
