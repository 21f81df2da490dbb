"""What everybody knows, asked from many sides: animals, food, things, the sky, the year, jobs, school grammar, Czech places, and small tasks of talk."""

from core import *
import czech

# English questions | Czech questions | English answer | Czech answer | bare English | bare Czech ; alternatives by " / "
COMMON = rows("""
What goes around the Earth? / What orbits the Earth? / Which body circles the Earth? / What moves around our planet? / Who circles around the Earth?|Co krouží kolem Země? / Které těleso obíhá Zemi? / Co obíhá okolo naší planety? / Jaké těleso krouží kolem Země? / Co se točí kolem Země?|The Moon goes around the Earth.|Kolem Země obíhá Měsíc.|the Moon|Měsíc
What goes around the Sun? / What orbits the Sun? / What moves around the Sun?|Co obíhá kolem Slunce? / Co krouží kolem Slunce? / Která tělesa obíhají Slunce?|The planets go around the Sun.|Kolem Slunce obíhají planety.|the planets|planety
Is the Moon bigger than the Earth? / Is our Moon larger than our planet? / Is the Moon as big as the Earth?|Je Měsíc větší než Země? / Je Měsíc stejně velký jako Země?|No, the Moon is smaller than the Earth.|Ne, Měsíc je menší než Země.|No|Ne
Is the Earth bigger than the Moon? / Is the Earth larger than the Moon? / Is the Moon smaller than the Earth?|Je Země větší než Měsíc? / Je Měsíc menší než Země?|Yes, the Earth is bigger than the Moon.|Ano, Země je větší než Měsíc.|Yes|Ano
Is the Sun bigger than the Earth? / Is the Sun larger than our planet? / Is the Earth smaller than the Sun?|Je Slunce větší než Země? / Je Země menší než Slunce?|Yes, the Sun is much bigger than the Earth.|Ano, Slunce je mnohem větší než Země.|Yes|Ano
Is the Earth bigger than the Sun? / Is the Sun smaller than the Earth?|Je Země větší než Slunce? / Je Slunce menší než Země?|No, the Sun is much bigger than the Earth.|Ne, Slunce je mnohem větší než Země.|No|Ne
What kind of body is the Sun?|Co je Slunce za těleso?|The Sun is a star.|Slunce je hvězda.|a star|hvězda
Is the Moon a planet? / What kind of body is the Moon?|Je Měsíc planeta? / Co je Měsíc za těleso?|The Moon is a moon of the Earth, not a planet.|Měsíc je družice Země, není to planeta.||
Why is there day and night? / Why do day and night alternate? / What causes day and night? / Why does it get dark in the evening? / How do day and night come about?|Proč je den a noc? / Čím to, že se střídá den s nocí? / Co způsobuje den a noc? / Proč se večer stmívá? / Jak vzniká den a noc?|Because the Earth turns around its axis: the side that faces the Sun has day.|Protože se Země otáčí kolem své osy: strana přivrácená ke Slunci má den.||
Why are there seasons? / Why is it cold in winter? / Why do the seasons change?|Proč jsou roční období? / Co způsobuje roční období? / Proč je v zimě chladno? / Čím to je, že je v zimě zima?|Because the axis of the Earth is tilted: in winter we get less sunlight.|Protože je osa Země nakloněná: v zimě dostáváme méně slunečního světla.||
Why do we see a flash before the thunder? / Why does thunder come after lightning? / Why do I hear thunder later than I see lightning? / Why is lightning seen first and thunder heard later?|Proč vidíme blesk dřív, než slyšíme hrom? / Proč slyším hrom až po blesku? / Čím to, že blesk je vidět dřív než slyšet hrom?|Because light is much faster than sound.|Protože světlo je mnohem rychlejší než zvuk.||
Which is faster, light or sound? / What is faster, sound or light? / Is light faster than sound? / Is sound slower than light?|Co je rychlejší, světlo, nebo zvuk? / Je světlo rychlejší než zvuk? / Je zvuk pomalejší než světlo?|Light is faster than sound.|Světlo je rychlejší než zvuk.|light|světlo
Why does it rain? / How does rain come about? / Where does rain come from? / How is rain made?|Proč prší? / Jak vzniká déšť? / Odkud se bere déšť? / Z čeho je déšť?|Water vapour in the clouds cools down, turns into drops and falls as rain.|Vodní pára v mracích se ochladí, změní se v kapky a padá jako déšť.||
What are clouds made of? / What is a cloud made of? / What is a cloud?|Z čeho jsou mraky? / Z čeho se skládá mrak? / Co je mrak?|Clouds are made of tiny drops of water or ice.|Mraky jsou z drobných kapek vody nebo ledu.||
When does the sun set? / When does the Sun go down? / At what time of day does the Sun set?|Kdy zapadá Slunce? / Ve kterou denní dobu zapadá slunce?|The Sun sets in the evening, in the west.|Slunce zapadá večer, na západě.|in the evening|večer
When does the sun rise? / When does the Sun come up? / At what time of day does the Sun rise?|Kdy vychází Slunce? / Ve kterou denní dobu vychází slunce?|The Sun rises in the morning, in the east.|Slunce vychází ráno, na východě.|in the morning|ráno
Is it dark at night? / Is the night dark? / Is it light at midnight?|Je v noci tma? / Je noc tmavá? / Je o půlnoci světlo?|At night it is dark.|V noci je tma.||
Where is Mount Everest? / In which mountains is Mount Everest? / On which continent is Mount Everest? / Where does Mount Everest lie?|Kde je Mount Everest? / Ve kterém pohoří je Mount Everest? / Na kterém světadílu je Mount Everest? / Kde leží Mount Everest?|Mount Everest is in the Himalayas in Asia, between Nepal and China.|Mount Everest je v Himálaji v Asii, mezi Nepálem a Čínou.|in the Himalayas|v Himálaji
Where is the river Nile? / Through which continent does the Nile run? / In which country is the Nile? / Where does the Nile run? / Through which countries does the Nile flow?|Kde je řeka Nil? / Kterým světadílem teče Nil? / Kudy teče Nil? / Ve které zemi je Nil?|The Nile flows through Africa, through Egypt for example.|Nil teče Afrikou, například Egyptem.|Africa|Afrika
Where is the Amazon river? / Through which continent does the Amazon flow? / Where does the Amazon flow?|Kde je řeka Amazonka? / Kterým světadílem teče Amazonka? / Kudy teče Amazonka?|The Amazon flows through South America, mostly through Brazil.|Amazonka teče Jižní Amerikou, hlavně Brazílií.|South America|Jižní Amerika
Where does the Danube flow? / Through which capitals does the Danube flow? / Where is the river Danube? / Which city lies on the Danube?|Kudy teče Dunaj? / Kterými hlavními městy teče Dunaj? / Kde je řeka Dunaj? / Které město leží na Dunaji?|The Danube flows through Europe: through Vienna, Bratislava, Budapest and Belgrade.|Dunaj teče Evropou: Vídní, Bratislavou, Budapeští a Bělehradem.||
Which country looks like a boot? / Which country has the shape of a boot? / What country is like a boot on the map?|Která země má tvar boty? / Který stát vypadá na mapě jako bota? / Která země připomíná botu?|Italy has the shape of a boot.|Tvar boty má Itálie.|Italy|Itálie
Is Iceland an island? / Is Ireland an island? / Is Cuba an island? / Is Great Britain an island? / Is Madagascar an island?|Je Island ostrov? / Je Irsko ostrov? / Je Kuba ostrov? / Je Velká Británie ostrov? / Je Madagaskar ostrov?|Yes, it is an island.|Ano, je to ostrov.|Yes|Ano
Is France an island? / Is Germany an island? / Is Poland an island? / Is Austria an island?|Je Francie ostrov? / Je Německo ostrov? / Je Polsko ostrov? / Je Rakousko ostrov?|No, it is not an island.|Ne, není to ostrov.|No|Ne
What is the smallest continent? / Which continent is the smallest? / Name the smallest continent.|Jaký je nejmenší světadíl? / Který kontinent je nejmenší? / Jmenuj nejmenší světadíl.|Australia is the smallest continent.|Nejmenší světadíl je Austrálie.|Australia|Austrálie
Is Australia a continent? / Is Australia a country or a continent? / Is Australia a country?|Je Austrálie světadíl? / Je Austrálie země, nebo světadíl? / Je Austrálie stát?|Australia is both a country and a continent.|Austrálie je stát i světadíl.||
Is a mile longer than a kilometre? / Which is longer, a mile or a kilometre? / What is longer, a kilometre or a mile? / How long is a mile?|Je míle delší než kilometr? / Co je delší, míle, nebo kilometr? / Kolik kilometrů má míle? / Jak dlouhá je míle?|A mile is longer than a kilometre: about 1.6 kilometres.|Míle je delší než kilometr: má asi 1,6 kilometru.|a mile|míle
Is July in summer? / Is August in summer? / Is June a summer month? / Is July a summer month? / Does July belong to summer?|Je červenec v létě? / Je srpen letní měsíc? / Je červenec letní měsíc? / Patří srpen k létu?|Yes, June, July and August are summer months.|Ano, červen, červenec a srpen jsou letní měsíce.|Yes|Ano
Is January in winter? / Is February a winter month? / Is December in winter? / Does January belong to winter?|Je leden v zimě? / Je únor zimní měsíc? / Je prosinec v zimě? / Patří leden k zimě?|Yes, December, January and February are winter months.|Ano, prosinec, leden a únor jsou zimní měsíce.|Yes|Ano
Is July in winter? / Is August a winter month? / Is June in autumn? / Is January in summer? / Is December in summer?|Je červenec v zimě? / Je srpen zimní měsíc? / Je leden v létě? / Je prosinec letní měsíc?|No, summer is June to August and winter is December to February.|Ne, léto je od června do srpna a zima od prosince do února.|No|Ne
In which season is July? / In which season is August? / In what season is June?|V jakém ročním období je červenec? / Ve kterém ročním období je srpen? / Do jakého období patří červen?|That is in summer.|To je v létě.|summer|léto
In which season is April? / In which season is May? / In what season is March?|V jakém ročním období je duben? / Ve kterém ročním období je květen? / Do jakého období patří březen?|That is in spring.|To je na jaře.|spring|jaro
In which season is October? / In which season is November? / In what season is September?|V jakém ročním období je říjen? / Ve kterém ročním období je listopad? / Do jakého období patří září?|That is in autumn.|To je na podzim.|autumn|podzim
In what month do we have Christmas? / Which month is Christmas in?|V kterém měsíci slavíme Vánoce? / Jaký měsíc má Vánoce? / Kdy se slaví Vánoce?|Christmas is in December.|Vánoce jsou v prosinci.|December|prosinec
Which day is New Year's Day? / On what date does the year begin?|Který den je Nový rok?|New Year's Day is on 1 January.|Nový rok je 1. ledna.|1 January|1. ledna
In which season is Easter? / When is Easter? / When do we celebrate Easter?|Ve kterém ročním období jsou Velikonoce? / Kdy jsou Velikonoce? / Kdy se slaví Velikonoce?|Easter is in spring, in March or April.|Velikonoce jsou na jaře, v březnu nebo v dubnu.|in spring|na jaře
When do children get their school reports? / When do the summer holidays begin in Czechia? / Which months are the summer holidays?|Kdy začínají letní prázdniny? / Které měsíce jsou letní prázdniny? / Kdy jsou u nás letní prázdniny?|In Czechia the summer holidays are in July and August.|V Česku jsou letní prázdniny v červenci a srpnu.|July and August|červenec a srpen
When does school begin in Czechia? / In which month does school start?|Kdy začíná škola? / Ve kterém měsíci začíná školní rok? / Kdy začíná školní rok?|In Czechia school begins in September.|V Česku začíná škola v září.|September|září
How many seasons are there? / How many seasons does a year have? / Name the four seasons. / Which are the seasons of the year?|Kolik je ročních období? / Kolik ročních období má rok? / Jmenuj roční období. / Vyjmenuj čtyři roční období.|There are four seasons: spring, summer, autumn and winter.|Jsou čtyři roční období: jaro, léto, podzim a zima.|4|4
What are the days of the week? / Name the days of the week. / List all weekdays. / Tell me the seven days of the week.|Jaké jsou dny v týdnu? / Vyjmenuj dny v týdnu. / Jmenuj dny týdne. / Řekni mi sedm dní v týdnu.|Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday.|Pondělí, úterý, středa, čtvrtek, pátek, sobota, neděle.||
What are the months of the year? / Name the months. / List the twelve months. / Tell me all months of the year.|Jaké jsou měsíce v roce? / Vyjmenuj měsíce. / Jmenuj dvanáct měsíců. / Řekni mi všechny měsíce roku.|January, February, March, April, May, June, July, August, September, October, November, December.|Leden, únor, březen, duben, květen, červen, červenec, srpen, září, říjen, listopad, prosinec.||
Which day is the last of the week? / What is the last day of the week? / With which day does the week end?|Který den je v týdnu poslední? / Jaký je poslední den v týdnu? / Kterým dnem končí týden?|The last day of the week is Sunday.|Poslední den v týdnu je neděle.|Sunday|neděle
How many hearts does a person have? / How many hearts has a human? / How many heads does a person have? / How many mouths has a person?|Kolik srdcí má člověk? / Kolik má člověk srdcí? / Kolik hlav má člověk?|A person has one.|Člověk má jedno.|1|1
How many eyes does a spider have? / How many eyes has a spider got? / Do spiders have eight eyes?|Kolik očí má pavouk? / Kolik má pavouk očí? / Mají pavouci osm očí?|Most spiders have eight eyes.|Většina pavouků má osm očí.|8|8
What do young mammals drink? / What do babies of mammals drink? / What do young animals of mammals live on? / What does a calf drink?|Co pijí mladí savci? / Čím se živí mláďata savců? / Co pije tele? / Co pijí malá koťata?|They drink their mother's milk.|Pijí mateřské mléko.|milk|mléko
What does a hen give us? / What does a hen lay? / What do we get from hens? / Why do people keep hens?|Co nám dává slepice? / Co snáší slepice? / Co máme od slepic? / Proč lidé chovají slepice? / Jaký užitek je ze slepice?|A hen gives us eggs.|Slepice nám dává vejce.|eggs|vejce
What does a cow give us? / What do we get from cows? / Why do people keep cows?|Co nám dává kráva? / Co máme od krav? / Proč lidé chovají krávy?|A cow gives us milk and meat.|Kráva nám dává mléko a maso.|milk|mléko
What does a sheep give us? / What do we get from sheep? / Why do people keep sheep?|Co nám dává ovce? / Co máme od ovcí? / Proč lidé chovají ovce?|A sheep gives us wool, milk and meat.|Ovce nám dává vlnu, mléko a maso.|wool|vlna
Which insect gives us honey?|Kdo dělá med? / Které zvíře vyrábí med? / Který hmyz nám dává med?|Bees make honey.|Med dělají včely.|bees|včely
Which animal says moo? / Who says moo?|Které zvíře dělá bú?|The cow says moo.|Bučí kráva.|cow|kráva
Which animal says meow? / Who says meow?|Které zvíře dělá mňau?|The cat says meow.|Mňouká kočka.|cat|kočka
Which animal says woof?|Které zvíře štěká? / Které zvíře dělá haf?|The dog barks.|Štěká pes.|dog|pes
Which animal has big ears and a trunk?|Jaké zvíře má chobot? / Které zvíře má velké uši a chobot?|The elephant has a trunk.|Chobot má slon.|elephant|slon
Which animal has a long neck? / Who has a very long neck?|Které zvíře má dlouhý krk? / Které zvíře má nejdelší krk? / Kdo má velmi dlouhý krk?|The giraffe has a very long neck.|Velmi dlouhý krk má žirafa.|giraffe|žirafa
Which animal is striped black and white?|Které zvíře je černobíle pruhované?|The zebra has black and white stripes.|Černobílé pruhy má zebra.|zebra|zebra
Which animal has humps? / Who carries water in the desert and has humps?|Které zvíře má hrby? / Kdo má na zádech hrb?|The camel has humps.|Hrby má velbloud.|camel|velbloud
Which animal carries its young in a pouch? / Who hops and has a pouch?|Které zvíře má vak? / Které zvíře nosí mláďata ve vaku? / Kdo skáče a má vak?|The kangaroo has a pouch.|Vak má klokan.|kangaroo|klokan
Who has a shell and is very slow? / Which animal has a shell on its back?|Které zvíře nosí dům na zádech? / Kdo má ulitu a je pomalý? / Které zvíře má na zádech ulitu?|The snail carries its house on its back.|Dům na zádech nosí šnek.|snail|šnek
Which animal spins webs? / Who makes a web?|Které zvíře tká sítě? / Kdo dělá pavučinu? / Kdo přede pavučinu?|The spider spins webs.|Pavučinu dělá pavouk.|spider|pavouk
Which animal lives in a hive? / Who lives in a hive?|Které zvíře žije v úlu? / Kdo žije v úlu?|Bees live in a hive.|V úlu žijí včely.|bees|včely
Who lives in a kennel? / Which animal sleeps in a kennel?|Kdo bydlí v boudě? / Které zvíře bydlí v psí boudě?|A dog lives in a kennel.|V boudě bydlí pes.|dog|pes
Where does a bird live? / Where do birds have their young? / What do birds build?|Kde bydlí ptáci? / Kde mají ptáci mláďata? / Co si staví ptáci?|Birds build nests.|Ptáci si staví hnízda.|a nest|hnízdo
Do birds have feathers? / Does a bird have feathers? / What covers the body of a bird? / Who has feathers?|Mají ptáci peří? / Má pták peří? / Čím je pokryté tělo ptáka? / Kdo má peří?|Birds have feathers.|Ptáci mají peří.|feathers|peří
Do fish have scales? / What covers the body of a fish? / With what do fish breathe?|Mají ryby šupiny? / Čím je pokryté tělo ryby? / Jak dýchá ryba?|Fish have scales and breathe with gills.|Ryby mají šupiny a dýchají žábrami.|gills|žábry
With what do people breathe? / Which organ do we breathe with? / What do we use for breathing?|Čím dýcháme? / Kterým orgánem dýcháme? / Čím člověk dýchá?|We breathe with our lungs.|Dýcháme plícemi.|lungs|plíce
With what do we think?|Čím myslíme? / Kterým orgánem myslíme?|We think with the brain.|Myslíme mozkem.|the brain|mozek
Can an elephant fly? / Does an elephant fly? / Do elephants fly?|Umí slon létat? / Létají sloni? / Dokáže slon letět?|No, an elephant cannot fly.|Ne, slon neumí létat.|No|Ne
Can a cow fly? / Do cows fly? / Can a pig fly? / Do pigs fly? / Can a cat fly?|Umí kráva létat? / Létají krávy? / Umí prase létat? / Umí kočka létat? / Létá kočka?|No, it cannot fly.|Ne, létat neumí.|No|Ne
Is ice warm? / Is ice hot? / Is snow warm? / Is ice cream hot?|Je led horký? / Je sníh teplý? / Je zmrzlina horká? / Je sníh horký?|No, it is cold.|Ne, je to studené.|No|Ne
Is ice cold? / Is snow cold? / Is ice cream cold?|Je led studený? / Je sníh studený? / Je zmrzlina studená?|Yes, it is cold.|Ano, je to studené.|Yes|Ano
Is glass made from sand? / Do we make glass from sand?|Je sklo z písku? / Vyrábí se sklo z písku?|Yes, glass is made of sand.|Ano, sklo se vyrábí z písku.|Yes|Ano
Is paper made from wood? / Do we make paper from trees?|Je papír ze dřeva? / Vyrábí se papír ze dřeva?|Yes, paper is made of wood.|Ano, papír se vyrábí ze dřeva.|Yes|Ano
What is made from milk? / What do we make from milk? / Name something made of milk.|Co se dělá z mléka? / Co se vyrábí z mléka? / Jmenuj něco z mléka.|Cheese, butter and yoghurt are made from milk.|Z mléka se dělá sýr, máslo a jogurt.|cheese|sýr
What is made from flour? / What do we bake from flour?|Co se dělá z mouky? / Co se peče z mouky?|Bread, rolls and cakes are made from flour.|Z mouky se dělá chléb, rohlíky a koláče.|bread|chléb
What is made from grapes? / What do we make from grapes?|Co se dělá z hroznů? / Co se vyrábí z vinné révy?|Wine is made from grapes.|Z hroznů se dělá víno.|wine|víno
From what is beer made? / What do brewers make?|Z čeho se dělá pivo?|Beer is made of water, malt and hops.|Pivo se vaří z vody, sladu a chmele.||
What is a table made of? / From what are tables made?|Z čeho je stůl? / Z čeho se dělá stůl?|A table is mostly made of wood.|Stůl je většinou ze dřeva.|wood|dřevo
Which two colours make green? / What do I mix to get green? / How do I get green?|Které dvě barvy dají zelenou? / Z čeho namíchám zelenou? / Jak vznikne zelená?|Blue and yellow make green.|Zelenou dá modrá a žlutá.||
Which two colours make orange? / What do I mix to get orange? / How do I get orange from other colours?|Které dvě barvy dají oranžovou? / Z čeho namíchám oranžovou? / Jak vznikne oranžová?|Red and yellow make orange.|Oranžovou dá červená a žlutá.||
Which two colours make purple? / What do I mix to get purple? / How do I get purple?|Které dvě barvy dají fialovou? / Z čeho namíchám fialovou? / Jak vznikne fialová?|Red and blue make purple.|Fialovou dá červená a modrá.||
Which two colours make pink? / What do I mix to get pink? / White and red give which colour? / What is red mixed with white?|Které dvě barvy dají růžovou? / Z čeho namíchám růžovou? / Co vznikne z bílé a červené?|Red and white make pink.|Růžovou dá červená a bílá.|pink|růžová
Which two colours make grey? / What do I mix to get grey? / White and black give which colour?|Které dvě barvy dají šedou? / Z čeho namíchám šedou? / Co vznikne z bílé a černé?|Black and white make grey.|Šedou dá černá a bílá.|grey|šedá
What colours are on a traffic light? / Which colours does a traffic light have?|Jaké barvy má semafor? / Které barvy jsou na semaforu?|A traffic light has red, yellow and green.|Semafor má červenou, žlutou a zelenou.||
At which colour of the traffic light do I stop? / What does a red light mean in traffic? / When the light is red, what do I do?|Na kterou barvu semaforu se stojí? / Co udělám, když svítí červená?|At red you stop.|Na červenou se stojí.|red|červená
At which colour of the traffic light do I go? / What does a green light mean in traffic?|Na kterou barvu semaforu se jede? / Co znamená zelená na semaforu?|At green you go.|Na zelenou se jede.|green|zelená
How many colours has a rainbow? / Which colours are in the rainbow?|Kolik barev má duha?|A rainbow has seven colours: red, orange, yellow, green, blue, indigo and violet.|Duha má sedm barev: červenou, oranžovou, žlutou, zelenou, modrou, indigovou a fialovou.|7|7
What is a volcano? / Explain what a volcano is. / Define volcano. / What does the word volcano mean?|Co je sopka? / Vysvětli, co je sopka. / Co je vulkán? / Co to je sopka?|A volcano is a mountain from which hot melted rock comes out.|Sopka je hora, ze které vytéká žhavá roztavená hornina.||
What is a peninsula? / Explain what a peninsula is.|Co je poloostrov? / Vysvětli, co je poloostrov.|A peninsula is land with water on three sides.|Poloostrov je pevnina obklopená vodou ze tří stran.||
What is a dentist? / Who is a dentist? / What does a dentist do? / Who treats teeth?|Co dělá zubař? / Kdo je zubař? / Kdo je to zubař? / Kdo léčí zuby?|A dentist treats teeth.|Zubař léčí zuby.||
What is a hammer? / Explain what a hammer is. / Define hammer.|Co je kladivo? / Vysvětli, co je kladivo. / K čemu je kladivo?|A hammer is a tool for hitting nails.|Kladivo je nástroj na zatloukání hřebíků.||
What are scissors? / What are scissors for? / What do I use scissors for?|Co jsou nůžky? / K čemu jsou nůžky? / Na co se používají nůžky?|Scissors are a tool for cutting.|Nůžky jsou nástroj na stříhání.||
What is a thermometer? / With what do I measure temperature?|Co je teploměr?|A thermometer measures temperature.|Teploměr měří teplotu.|a thermometer|teploměr
With what do I measure time? / What shows the time?|Čím se měří čas?|A clock measures time.|Čas měří hodiny.|a clock|hodiny
With what do I measure weight? / What are scales for? / What do I weigh with?|Čím se váží? / Čím se měří hmotnost?|Weight is measured with scales.|Hmotnost se měří váhou.|scales|váha
With what do I measure length?|Čím se měří délka?|Length is measured with a ruler or a tape measure.|Délka se měří pravítkem nebo metrem.|a ruler|pravítko
Where do we keep food cold?|Kde se chladí jídlo?|A fridge keeps food cold.|Lednička chladí jídlo.||
What do I eat soup with? / With what do we eat soup?|Čím se jí polévka? / Čím jíme polévku?|You eat soup with a spoon.|Polévka se jí lžící.|a spoon|lžíce
With what do we cut bread?|Čím se krájí chleba? / Čím krájíme chléb?|You cut bread with a knife.|Chléb se krájí nožem.|a knife|nůž
With what do we write on paper?|Čím píšeme na papír?|You write with a pen or a pencil.|Píše se perem nebo tužkou.|a pen|pero
How many wheels has a bus at least?|Kolik má auto kol?|A car has four wheels.|Auto má čtyři kola.|4|4
How many wheels has a bike?|Kolik koleček má bicykl? / Kolik má kolo kol?|A bicycle has two wheels.|Jízdní kolo má dvě kola.|2|2
How many wheels does a tricycle have? / How many wheels has a tricycle?|Kolik kol má tříkolka? / Tříkolka má kolik kol?|A tricycle has three wheels.|Tříkolka má tři kola.|3|3
How many corners has a triangle? / How many angles are in a triangle?|Kolik úhlů má trojúhelník?|A triangle has three sides.|Trojúhelník má tři strany.|3|3
How many sides does a pentagon have? / How many corners has a pentagon?|Kolik stran má pětiúhelník? / Kolik vrcholů má pětiúhelník?|A pentagon has five sides.|Pětiúhelník má pět stran.|5|5
How many degrees does a right angle have? / How big is a right angle?|Kolik stupňů má pravý úhel? / Jak velký je pravý úhel?|A right angle has 90 degrees.|Pravý úhel má 90 stupňů.|90|90
How many cases does Czech have? / How many cases are there in Czech? / Number of Czech cases?|Kolik pádů má čeština? / Kolik je v češtině pádů? / Kolik má čeština pádů? / Kolik pádů je v českém jazyce?|Czech has seven cases.|Čeština má sedm pádů.|7|7
Name the Czech cases. / What are the questions of the Czech cases?|Vyjmenuj pády. / Jaké jsou pádové otázky? / Jmenuj sedm pádů. / Řekni pádové otázky.|1. kdo, co; 2. koho, čeho; 3. komu, čemu; 4. koho, co; 5. oslovujeme; 6. o kom, o čem; 7. kým, čím.|1. kdo, co; 2. koho, čeho; 3. komu, čemu; 4. koho, co; 5. oslovujeme; 6. o kom, o čem; 7. kým, čím.||
How many letters does the English alphabet have? / How many letters are in the alphabet? / How many letters are there in English?|Kolik písmen je v anglické abecedě?|The English alphabet has 26 letters.|Anglická abeceda má 26 písmen.|26|26
How many letters does the Czech alphabet have? / How many letters are there in Czech?|Kolik písmen má česká abeceda? / Kolik písmen je v české abecedě?|The Czech alphabet has 42 letters.|Česká abeceda má 42 písmen.|42|42
How many word classes does Czech have? / How many parts of speech are there in Czech?|Kolik slovních druhů má čeština? / Kolik je slovních druhů? / Kolik slovních druhů existuje v češtině?|Czech has ten parts of speech.|Čeština má deset slovních druhů.|10|10
Name the parts of speech. / Which parts of speech are there?|Vyjmenuj slovní druhy. / Jaké jsou slovní druhy? / Jmenuj deset slovních druhů.|Nouns, adjectives, pronouns, numerals, verbs, adverbs, prepositions, conjunctions, particles and interjections.|Podstatná jména, přídavná jména, zájmena, číslovky, slovesa, příslovce, předložky, spojky, částice a citoslovce.||
What are the vowels in English?|Které hlásky jsou samohlásky?|The vowels are a, e, i, o, u and sometimes y.|Samohlásky jsou a, e, i, o, u, y.||
In which city is the castle Špilberk? / Where is Špilberk? / Which Czech city has the castle Špilberk?|Ve kterém městě je hrad Špilberk? / Kde je Špilberk? / Kde leží hrad Špilberk? / Kde najdu Špilberk?|Špilberk is in Brno.|Špilberk je v Brně.|Brno|Brno
In which city is the astronomical clock? / Where is the Czech astronomical clock? / Where can I see the Orloj?|V kterém městě najdu orloj? / Kde je pražský orloj? / Kde uvidím orloj? / Kde je slavný orloj?|The famous astronomical clock is in Prague.|Slavný orloj je v Praze.|Prague|Praha
Which city has Charles Bridge?|Kde najdu Karlův most?|Charles Bridge is in Prague.|Karlův most je v Praze.|Prague|Praha
In which city is Wenceslas Square? / Where is Wenceslas Square?|Ve kterém městě je Václavské náměstí? / Kde je Václavské náměstí? / Kde najdu Václavák?|Wenceslas Square is in Prague.|Václavské náměstí je v Praze.|Prague|Praha
In which city is Hradčany? / Where is Prague Castle? / Where is the seat of the Czech president?|Kde je Pražský hrad? / Kde sídlí český prezident? / Ve kterém městě jsou Hradčany?|Prague Castle, the seat of the president, is in Prague.|Pražský hrad, sídlo prezidenta, je v Praze.|Prague|Praha
Who founded Charles University? / Who founded the university in Prague? / Which king founded Charles University?|Kdo založil pražskou univerzitu? / Který král založil Univerzitu Karlovu? / Kdo založil Univerzitu Karlovu? / Kdo je zakladatel Karlovy univerzity?|Charles IV founded Charles University in 1348.|Univerzitu Karlovu založil Karel IV. v roce 1348.|Charles IV|Karel IV.
Who had Charles Bridge built? / Which king had Charles Bridge built?|Kdo nechal postavit Karlův most? / Který král nechal postavit Karlův most? / Kdo dal postavit Karlův most?|Charles IV had Charles Bridge built.|Karlův most nechal postavit Karel IV.|Charles IV|Karel IV.
What is Prague known for? / What is in Prague? / What can I see in Prague? / Why do tourists go to Prague?|Čím je známá Praha? / Co je v Praze k vidění? / Co je v Praze zajímavého? / Proč jezdí turisté do Prahy?|Prague is known for Prague Castle, Charles Bridge and the astronomical clock.|Praha je známá Pražským hradem, Karlovým mostem a orlojem.||
What is Pilsen known for? / Which Czech city is famous for beer? / Where does Pilsner beer come from?|Čím je známá Plzeň? / Které české město je známé pivem? / Odkud je plzeňské pivo?|Pilsen is known for its beer.|Plzeň je známá pivem.||
What is the largest pond in Czechia? / Which Czech pond is the largest? / Name the largest Czech pond.|Jaký je největší český rybník? / Který rybník je v Česku největší? / Jak se jmenuje největší rybník?|The largest pond in Czechia is Rožmberk.|Největší rybník v Česku je Rožmberk.|Rožmberk|Rožmberk
Into which river does the Vltava flow? / Where does the Vltava end?|Do které řeky se vlévá Vltava? / Kam se vlévá Vltava? / Kde končí Vltava?|The Vltava flows into the Elbe.|Vltava se vlévá do Labe.|the Elbe|Labe
Into which sea does the Elbe flow? / Where does the Elbe end?|Do kterého moře teče Labe? / Kam se vlévá Labe? / Kde končí Labe?|The Elbe flows into the North Sea.|Labe teče do Severního moře.|the North Sea|Severní moře
How many countries border Czechia? / How many neighbours does Czechia have? / With how many countries does Czechia share a border? / Number of neighbours of the Czech Republic?|S kolika zeměmi sousedí Česko? / Kolik sousedů má Česko? / Kolik států sousedí s Českem? / S kolika státy hraničí Česká republika?|Czechia has four neighbours: Germany, Poland, Slovakia and Austria.|Česko má čtyři sousedy: Německo, Polsko, Slovensko a Rakousko.|4|4
Which mountains is Sněžka in? / Where is Sněžka? / In which mountains is the highest Czech peak?|Ve kterém pohoří je Sněžka? / Kde je Sněžka? / Ve kterých horách leží Sněžka?|Sněžka is in the Giant Mountains.|Sněžka je v Krkonoších.|the Giant Mountains|Krkonoše
What are the three historical Czech lands? / Which lands make up Czechia?|Z kterých zemí se skládá Česko? / Jaké jsou tři historické země Česka?|Bohemia, Moravia and Silesia.|Čechy, Morava a Slezsko.||
Which city is the second largest in Czechia? / What is the second biggest Czech city?|Jaké je druhé největší české město?|The second largest Czech city is Brno.|Druhé největší české město je Brno.|Brno|Brno
Which is the largest city in Czechia? / What is the biggest Czech city?|Které město je v Česku největší? / Jaké je největší české město?|The largest Czech city is Prague.|Největší české město je Praha.|Prague|Praha
When did Czechia come into being? / When was the Czech Republic founded? / In which year did Czechoslovakia break up?|Kdy se rozpadlo Československo? / V kterém roce se rozdělilo Československo? / Kdy vzniklo samostatné Česko?|The Czech Republic came into being on 1 January 1993.|Česká republika vznikla 1. ledna 1993.|1993|1993
In which city is Villa Tugendhat? / Where is Villa Tugendhat?|Ve kterém městě je vila Tugendhat? / Kde je vila Tugendhat?|Villa Tugendhat is in Brno.|Vila Tugendhat je v Brně.|Brno|Brno
In which city is the Holy Trinity Column? / Which Czech city has the Holy Trinity Column?|Ve kterém městě je sloup Nejsvětější Trojice? / Kde je sloup Nejsvětější Trojice?|The Holy Trinity Column is in Olomouc.|Sloup Nejsvětější Trojice je v Olomouci.|Olomouc|Olomouc
At which city is the tower Ještěd? / Where is Ještěd?|U kterého města je Ještěd? / Kde je Ještěd?|Ještěd is near Liberec.|Ještěd je u Liberce.|Liberec|Liberec
In which city is the church of St Barbara? / Where is the church of St Barbara?|Ve kterém městě je chrám svaté Barbory? / Kde je chrám svaté Barbory?|The church of St Barbara is in Kutná Hora.|Chrám svaté Barbory je v Kutné Hoře.|Kutná Hora|Kutná Hora
Where are Škoda cars made? / Which Czech city makes Škoda cars? / Where is Škoda Auto?|Kde se vyrábějí auta Škoda? / Ve kterém městě sídlí Škoda Auto? / Odkud jsou auta Škoda?|Škoda cars are made in Mladá Boleslav.|Auta Škoda se vyrábějí v Mladé Boleslavi.|Mladá Boleslav|Mladá Boleslav
Which Czech city is known for gingerbread? / What is Pardubice known for?|Které město je známé perníkem? / Čím jsou známé Pardubice?|Pardubice is known for gingerbread.|Pardubice jsou známé perníkem.||
Which Czech spa town is the best known? / What is Karlovy Vary known for?|Které české lázně jsou nejznámější? / Čím jsou známé Karlovy Vary?|Karlovy Vary is the best known Czech spa town.|Karlovy Vary jsou nejznámější české lázně.||
Where is the Macocha abyss? / In which region is Macocha?|Kde je propast Macocha? / Kde leží Macocha?|Macocha is in the Moravian Karst near Brno.|Macocha je v Moravském krasu u Brna.||
Who built Karlštejn? / Which king had Karlštejn built? / Who founded Karlštejn castle?|Kdo nechal postavit Karlštejn? / Který král založil Karlštejn? / Kdo postavil Karlštejn?|Charles IV had Karlštejn built.|Karlštejn nechal postavit Karel IV.|Charles IV|Karel IV.
On which river is Prague? / What is the river in Prague called? / Which river runs through Prague?|Na jaké řece leží Praha? / Jak se jmenuje řeka v Praze? / Jaká řeka protéká Prahou?|Prague lies on the Vltava.|Praha leží na Vltavě.|the Vltava|Vltava
Which animal is on the Czech coat of arms? / What is on the Czech coat of arms?|Jaké zvíře je v českém znaku? / Co je v českém státním znaku?|The lion, with the eagles of Moravia and Silesia.|Lev, a k němu orlice Moravy a Slezska.|lion|lev
What are the first words of the Czech anthem? / How does the Czech anthem begin?|Jak začíná česká hymna? / Jaká jsou první slova české hymny?|The Czech anthem begins with "Kde domov můj".|Česká hymna začíná slovy „Kde domov můj“.||
Who was the last president of Czechoslovakia? / Who was the first president after the Velvet Revolution? / Which president led Czechia after 1989?|Kdo byl prezidentem po sametové revoluci? / Kdo byl první prezident po roce 1989? / Kdo byl poslední prezident Československa?|Václav Havel became president after the Velvet Revolution.|Prezidentem po sametové revoluci se stal Václav Havel.|Václav Havel|Václav Havel
In which year did World War II end? / When was the end of the Second World War?|V kterém roce skončila druhá světová válka? / Konec druhé světové války?|The Second World War ended in 1945.|Druhá světová válka skončila v roce 1945.|1945|1945
When did the Second World War begin? / In which year did World War II start?|V kterém roce začala druhá světová válka?|The Second World War began in 1939.|Druhá světová válka začala v roce 1939.|1939|1939
When did the First World War begin? / In which year did World War I start?|V kterém roce začala první světová válka?|The First World War began in 1914.|První světová válka začala v roce 1914.|1914|1914
In which year did World War I end?|V kterém roce skončila první světová válka?|The First World War ended in 1918.|První světová válka skončila v roce 1918.|1918|1918
Who composed the Ninth Symphony "From the New World"? / Which composer wrote the symphony From the New World?|Kdo složil symfonii Z nového světa? / Kdo je autorem symfonie Z nového světa?|Antonín Dvořák composed the New World Symphony.|Novosvětskou symfonii složil Antonín Dvořák.|Antonín Dvořák|Antonín Dvořák
Wish me a happy birthday. / Write me a birthday wish. / A short birthday greeting, please. / Congratulate my friend on her birthday. / Give me a birthday greeting.|Popřej mi k narozeninám. / Napiš přání k narozeninám. / Krátké přání k narozeninám, prosím. / Dej mi blahopřání k narozeninám. / Napiš gratulaci k narozeninám.|Happy birthday! I wish you health, joy and many good days.|Všechno nejlepší k narozeninám! Přeji hodně zdraví, radosti a pěkných dní.||
Write a Christmas wish. / Wish me a merry Christmas. / Give me a Christmas greeting. / A short text for a Christmas card?|Napiš vánoční přání. / Popřej mi veselé Vánoce. / Dej mi přání k Vánocům. / Krátký text na vánoční pohled?|Merry Christmas and a happy new year! I wish you peace and joy.|Veselé Vánoce a šťastný nový rok! Přeji klid a radost.||
Write a new year's wish. / Wish me a happy new year.|Napiš přání k novému roku. / Popřej mi šťastný nový rok. / Napiš novoroční přání.|Happy new year! I wish you health, luck and joy.|Šťastný nový rok! Přeji zdraví, štěstí a radost.||
Tell me a riddle. / Give me a riddle. / Do you know a riddle? / Ask me a riddle. / A riddle, please.|Řekni mi hádanku. / Dej mi hádanku. / Znáš nějakou hádanku? / Polož mi hádanku. / Hádanku, prosím.|What has hands but cannot clap? A clock.|Co má ručičky, ale nemá prsty? Hodiny.||
Tell me a tongue twister. / Do you know a tongue twister? / Give me a tongue twister.|Řekni mi jazykolam. / Znáš nějaký jazykolam? / Dej mi jazykolam.|She sells sea shells by the sea shore.|Tři sta třicet tři stříbrných stříkaček stříkalo přes tři sta třicet tři stříbrných střech.||
Tell me a proverb. / Do you know a proverb? / Give me a saying. / Name a proverb.|Řekni mi přísloví. / Znáš nějaké přísloví? / Dej mi nějaké přísloví. / Jmenuj přísloví.|Many hands make light work.|Bez práce nejsou koláče.||
Give me an interesting fact. / Surprise me with a fact.|Řekni zajímavost. / Znáš nějakou zajímavost? / Překvap mě nějakou zajímavostí.|An octopus has three hearts.|Chobotnice má tři srdce.||
Write a sentence with the word dog. / Make a sentence with dog. / Use the word dog in a sentence.|Napiš větu se slovem pes. / Vymysli větu se slovem pes. / Použij slovo pes ve větě.|The dog runs in the garden.|Pes běhá po zahradě.||
Write a sentence with the word house. / Make a sentence with house. / Use the word house in a sentence.|Napiš větu se slovem dům. / Vymysli větu se slovem dům. / Použij slovo dům ve větě.|Our house has a red roof.|Náš dům má červenou střechu.||
Which continent has the most countries? / On which continent are the most states?|Který světadíl má nejvíc států? / Na kterém kontinentu je nejvíc zemí?|Africa has the most countries.|Nejvíc států má Afrika.|Africa|Afrika
List the continents.|Kolik je světadílů? / Jmenuj kontinenty.|There are seven continents: Europe, Asia, Africa, North America, South America, Australia and Antarctica.|Je sedm světadílů: Evropa, Asie, Afrika, Severní Amerika, Jižní Amerika, Austrálie a Antarktida.|7|7
List the oceans.|Jmenuj oceány.|There are five oceans: the Pacific, Atlantic, Indian, Southern and Arctic Ocean.|Je pět oceánů: Tichý, Atlantský, Indický, Jižní a Severní ledový.|5|5
List the planets of the solar system. / What are the planets called?|Jmenuj planety.|Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus and Neptune.|Merkur, Venuše, Země, Mars, Jupiter, Saturn, Uran a Neptun.||
Which planet is known for its rings? / What planet has big rings?|Která planeta je známá prstenci? / Jaká planeta má prstence? / Kolem které planety jsou prstence?|Saturn is known for its rings.|Prstenci je známý Saturn.|Saturn|Saturn
On which planet do we live? / On what planet do people live? / What is our planet called?|Na které planetě žijeme? / Na jaké planetě žijí lidé? / Která planeta je náš domov?|We live on the Earth.|Žijeme na planetě Zemi.|the Earth|Země
Are there people on Mars? / Who lives on Mars? / Does anybody live on the Moon? / Do people live on Mars?|Žije někdo na Marsu? / Kdo žije na Marsu? / Bydlí někdo na Měsíci? / Žijí na Marsu lidé?|No people live there.|Nikdo tam nežije.|No|Ne
Do penguins live in Africa? / Do penguins live at the North Pole? / Do polar bears live in Antarctica? / Do lions live in Europe?|Žijí tučňáci na severním pólu? / Žijí lední medvědi v Antarktidě? / Žijí v Evropě divocí lvi?|No: penguins live in the south, polar bears in the Arctic, lions in Africa.|Ne: tučňáci žijí na jihu, lední medvědi v Arktidě, lvi v Africe.|No|Ne
Where do lions live? / Where does a lion live? / On which continent do lions live?|Kde žijí lvi? / Kde žije lev? / Na kterém světadílu žijí lvi?|Lions live in Africa.|Lvi žijí v Africe.|Africa|Afrika
Where do elephants live? / Where does an elephant live?|Kde žijí sloni? / Kde žije slon?|Elephants live in Africa and Asia.|Sloni žijí v Africe a v Asii.||
Where do fish swim? / Do fish live on land? / Do fish live in trees?|Kde plavou ryby? / Žijí ryby na souši? / Žijí ryby na stromech?|Fish live in water.|Ryby žijí ve vodě.|in water|ve vodě
Do fish have hands? / How many legs has a fish?|Mají ryby nohy?|A fish has no legs; it has fins.|Ryba nemá nohy, má ploutve.|0|0
How many legs has a snake? / Do snakes have feet?|Mají hadi nohy?|A snake has no legs.|Had nemá žádné nohy.|0|0
Is a bat a mammal?|Je netopýr savec?|A bat is a mammal.|Netopýr je savec.|a mammal|savec
Is a tomato a vegetable? / Is a cucumber a vegetable? / Is a carrot a vegetable? / Is an onion a vegetable?|Je okurka zelenina? / Je mrkev zelenina? / Je cibule zelenina?|Yes, it counts as a vegetable.|Ano, patří mezi zeleninu.|Yes|Ano
Is an apple a fruit? / Is a banana a fruit? / Is a pear a fruit? / Is a plum a fruit?|Je jablko ovoce? / Je banán ovoce? / Je hruška ovoce? / Je švestka ovoce?|Yes, it is a fruit.|Ano, je to ovoce.|Yes|Ano
Is a carrot a fruit? / Is an apple a vegetable? / Is a dog a fruit? / Is a potato a fruit?|Je mrkev ovoce? / Je jablko zelenina? / Je pes ovoce? / Je brambora ovoce?|No, it is not.|Ne, není.|No|Ne
Is water dry? / Is the sea dry? / Is fire wet?|Je voda suchá? / Je moře suché? / Je oheň mokrý?|No, it is not.|Ne, není.|No|Ne
Can I drink sea water? / Is sea water salty? / Is the sea salty? / What does sea water taste like?|Dá se pít mořská voda? / Je moře slané? / Jakou chuť má mořská voda? / Je mořská voda slaná?|Sea water is salty; it is not good to drink.|Mořská voda je slaná, na pití se nehodí.|salty|slaná
Can people live without water? / Do people need water? / Can a man live without water?|Dá se žít bez vody? / Potřebují lidé vodu? / Může člověk žít bez vody?|No, people need water to live.|Ne, lidé potřebují vodu k životu.|No|Ne
Do plants need water? / Can a plant live without water? / Do flowers need water?|Potřebují rostliny vodu? / Může rostlina žít bez vody? / Potřebují květiny vodu?|Plants need water to live.|Rostliny potřebují k životu vodu.||
What do you call a male cow? / What is a male cow called?|Jak se říká samci krávy? / Jak se jmenuje samec krávy?|A male cow is a bull.|Samec krávy je býk.|bull|býk
What do you call a male hen? / What is the husband of a hen?|Jak se říká samci slepice? / Jak se jmenuje samec slepice?|The male is a cock.|Samec slepice je kohout.|cock|kohout
What is a female dog called? / What is a female horse called?|Jak se říká samici psa? / Jak se říká samici koně?|A female dog is a bitch, a female horse is a mare.|Samice psa je fena, samice koně je klisna.||
Whose young is a calf? / Of which animal is a calf the young? / A calf is a baby of which animal? / Which animal has a calf?|Čí mládě je tele? / Kterého zvířete je mládě tele? / Kdo má tele? / Tele je mládě čeho?|A calf is a young cow.|Tele je mládě krávy.|cow|kráva
Whose young is a puppy? / Of which animal is a puppy the young? / A puppy is a baby of which animal?|Čí mládě je štěně? / Kterého zvířete je mládě štěně? / Štěně je mládě čeho?|A puppy is a young dog.|Štěně je mládě psa.|dog|pes
Whose young is a kitten? / A kitten is a baby of which animal?|Čí mládě je kotě? / Kterého zvířete je mládě kotě? / Kotě je mládě čeho?|A kitten is a young cat.|Kotě je mládě kočky.|cat|kočka
Whose young is a foal? / A foal is a baby of which animal?|Čí mládě je hříbě? / Kterého zvířete je mládě hříbě? / Hříbě je mládě čeho?|A foal is a young horse.|Hříbě je mládě koně.|horse|kůň
Whose young is a lamb? / A lamb is a baby of which animal?|Čí mládě je jehně? / Kterého zvířete je mládě jehně? / Jehně je mládě čeho?|A lamb is a young sheep.|Jehně je mládě ovce.|sheep|ovce
Whose young is a chick? / A chick is a baby of which bird?|Čí mládě je kuře? / Kterého zvířete je mládě kuře? / Kuře je mládě čeho?|A chick is a young hen.|Kuře je mládě slepice.|hen|slepice
What is the brother of my father? / What do I call my father's brother? / Who is my mother's brother?|Kdo je bratr mého otce? / Jak se říká bratrovi otce? / Kdo je bratr mé matky?|That is your uncle.|To je váš strýc.|uncle|strýc
What do I call my mother's sister? / Who is my father's sister?|Kdo je sestra mé matky? / Jak se říká sestře otce?|That is your aunt.|To je vaše teta.|aunt|teta
What do I call my mother's mother? / Who is the mother of my father? / Who is my father's mother?|Kdo je matka mé matky? / Jak se říká matce otce? / Kdo je máma mojí mámy?|That is your grandmother.|To je vaše babička.|grandmother|babička
What do I call my father's father? / Who is the father of my mother?|Kdo je otec mého otce? / Jak se říká otci matky? / Kdo je táta mého táty?|That is your grandfather.|To je váš dědeček.|grandfather|dědeček
What do I call my uncle's son? / Who is the son of my aunt?|Kdo je syn mého strýce? / Jak se říká synovi tety?|That is your cousin.|To je váš bratranec.|cousin|bratranec
""")


def alt(s):
    return s.split(' / ')


@domain('common', 34)
def common(r, ql, al):
    x = r.choice(COMMON)
    return Item(ql, r.choice(alt(x[0 if ql == 'en' else 1])), x[2 if al == 'en' else 3], short=x[4 if al == 'en' else 5] or None)


# ---------- Czech school grammar over single words ----------
# noun | gender: m, f, n | animate?
GENDERS = rows("""
kniha|f
žena|f
škola|f
kočka|f
voda|f
ulice|f
růže|f
píseň|f
kost|f
noc|f
země|f
hrad|m
stůl|m
dům|m
strom|m
stroj|m
vlak|m
pes|m
muž|m
pán|m
učitel|m
les|m
měsíc|m
město|n
okno|n
auto|n
moře|n
kuře|n
stavení|n
jablko|n
dítě|n
slunce|n
pole|n
náměstí|n
""")
GENDER = {'m': ('mužský', 'masculine'), 'f': ('ženský', 'feminine'), 'n': ('střední', 'neuter')}
CLASSES = {
    'podstatné jméno|noun': 'dům=house kniha=book pes=dog město=town stůl=table voda=water žena=woman strom=tree škola=school láska=love',
    'sloveso|verb': 'běžet=run spát=sleep jíst=eat číst=read psát=write mluvit=speak zpívat=sing jít=go vařit=cook plavat=swim',
    'přídavné jméno|adjective': 'velký=big malý=small červený=red krásný=beautiful starý=old rychlý=fast dobrý=good zelený=green mladý=young nový=new',
    'příslovce|adverb': 'rychle=quickly dobře=well pomalu=slowly včera=yesterday dnes=today tady=here vesele=happily často=often',
    'předložka|preposition': 'na=on v=in pod=under před=before za=behind mezi=between bez=without',
    'spojka|conjunction': 'a=and ale=but nebo=or protože=because',
    'zájmeno|pronoun': 'já=I ty=you on=he my=we oni=they ona=she',
    'číslovka|numeral': 'pět=five sto=hundred první=first deset=ten dva=two tři=three',
}
CLASSES = [(k.split('|'), [w.split('=') for w in v.split()]) for k, v in CLASSES.items()]


# What stands before a word asks for its case: the words | the case, from 0
BEFORE_CASE = [('Vidím', 3), ('Mám', 3), ('Hledám', 3), ('Čekám na', 3), ('Znám', 3), ('Bojím se', 1), ('Jsem bez', 1), ('Jdu do', 1), ('Bydlím u', 1), ('Jdu od', 1), ('Jdu k', 2), ('Pomáhám', 2), ('Rozumím', 2), ('Díky', 2), ('Mluvím o', 5), ('Přemýšlím o', 5), ('Sním o', 5), ('Jdu s', 6), ('Mluvím s', 6), ('Chlubím se', 6)]
LATIN = ['nominativ', 'genitiv', 'dativ', 'akuzativ', 'vokativ', 'lokál', 'instrumentál']
LATIN_LOC = ['nominativu', 'genitivu', 'dativu', 'akuzativu', 'vokativu', 'lokálu', 'instrumentálu']
# Which i is written: the word, as it is spelled
SPELLED = 'být bydlet obyvatel kobyla býk zbytek slyšet mlýn polykat plynout lyže plyn mysl myslet mýlit hmyz myš mýt zamykat smýkat dmýchat pýcha pytel netopýr slepýš pyl kopyto klopýtat syn syrový sýr sýkora sychravý usychat vysoký výt výskat zvykat žvýkat vydra výr vyžle jazyk nazývat pivo pila list liška míč mísa síla vidět vítr viset zima život čistý ticho díra nit ryba rýže rytíř hrad chyba kyselý hýbat'.split()
SPELLED = [w for w in SPELLED if any(c in 'iíyý' for c in w)]


def letter_i(r):
    w = r.choice(SPELLED)
    at = next(k for k, c in enumerate(w) if c in 'iíyý')
    gap = w[:at] + '_' + w[at + 1 :]
    hard = w[at] in 'yý'
    q = r.choice([f'Jaké i/y se píše ve slově {gap}?', f'Doplň i/y: {gap}', f'Píše se {gap} s i, nebo s y?', f'Jak se píše {gap}: i, nebo y?', f'Tvrdé, nebo měkké: {gap}?', f'Doplň správné písmeno: {gap}'])
    return Item('cs', q, f'Píše se „{w}“, {"tvrdé" if hard else "měkké"} {w[at]}.', short=w, noise=False)


def case(r):
    x = r.choice(czech.CASES)
    if r.random() < 0.35:
        i = r.randrange(1, 7)
        q = r.choice([f'{cap(LATIN[i])} slova {x[0]}?', f'Jaký je {LATIN[i]} slova {x[0]}?', f'Slovo {x[0]} v {LATIN_LOC[i]}?', f'Skloňuj slovo {x[0]} v {LATIN_LOC[i]}.', f'Dej slovo {x[0]} do {LATIN_LOC[i]}.'])
        return Item('cs', q, f'{i + 1}. pád slova „{x[0]}“ je „{x[i]}“.', short=x[i], noise=False)
    before, i = r.choice(BEFORE_CASE)
    if x[0] in ('Praha', 'Brno', 'den') and i != 3:
        return case(r)
    q = r.choice([f'Doplň správný tvar: {before} ({x[0]}).', f'{before} ({x[0]}) - jaký je správný tvar?', f'Dej slovo v závorce do správného tvaru: {before} ({x[0]}).', f'Skloňuj správně: {before.lower()} ({x[0]})', f'Jak bude správně: {before} ({x[0]})?', f'Doplň: {before} … ({x[0]})'])
    return Item('cs', q, f'{before} {x[i]}.', short=x[i], noise=False)


@domain('school', 8)
def school(r, l):
    if l == 'cs' and r.random() < 0.5:
        return case(r) if r.random() < 0.6 else letter_i(r)
    if l == 'cs' and r.random() < 0.45:
        w, g = r.choice(GENDERS)
        q = r.choice([f'Jaký rod má slovo {w}?', f'Jakého rodu je {w}?', f'Urči rod slova {w}.', f'Jaký je rod slova „{w}“?', f'Rod slova {w}?', f'Je slovo {w} rodu mužského, ženského, nebo středního?'])
        return Item(l, q, f'Slovo „{w}“ je rodu {GENDER[g][0].replace("ý", "ého").replace("střední", "středního")}.', short=GENDER[g][0], noise=False)
    (cs, en), words = r.choice(CLASSES)
    wc, we = r.choice(words)
    if l == 'cs':
        q = r.choice([f'Jaký slovní druh je {wc}?', f'Jaký slovní druh je slovo {wc}?', f'Urči slovní druh: {wc}', f'Co je „{wc}“ za slovní druh?', f'Který slovní druh je „{wc}“?', f'Slovní druh slova {wc}?'])
        return Item(l, q, f'Slovo „{wc}“ je {cs}.', short=cs, noise=False)
    other = r.choice([c for c in CLASSES if c[0][1] != en and c[0][1] not in ('noun', 'verb') or en not in ('noun', 'verb') and c[0][1] != en])[0][1]
    a, b = r.sample([en, other], 2)
    q = r.choice([f'Which part of speech is "{we}"?', f'Is "{we}" a {a} or a {b}?', f'What part of speech is {we}?', f'What kind of word is "{we}"?', f'"{we}": {a} or {b}?'])
    return Item(l, q.replace('a adj', 'an adj').replace('a adv', 'an adv'), f'"{cap(we)}" is {"an" if en[0] == "a" else "a"} {en}.', short=en, noise=False)
