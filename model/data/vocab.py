"""Translations between English and Czech: common words, phrases and short sentences."""

from core import *

W = """dog=pes; cat=kočka; house=dům; car=auto; tree=strom; water=voda; fire=oheň; air=vzduch; earth=země; sun=slunce; moon=měsíc; star=hvězda; sky=obloha; cloud=mrak; rain=déšť; snow=sníh; wind=vítr; storm=bouře; ice=led; fog=mlha; sea=moře; river=řeka; lake=jezero; mountain=hora; hill=kopec; forest=les; field=pole; meadow=louka; desert=poušť; island=ostrov; beach=pláž; stone=kámen; sand=písek; grass=tráva; flower=květina; rose=růže; leaf=list; root=kořen; branch=větev; seed=semeno; garden=zahrada; village=vesnice; city=město; street=ulice; road=silnice; bridge=most; square=náměstí; park=park; church=kostel; castle=hrad; tower=věž; school=škola; hospital=nemocnice; shop=obchod; market=trh; bank=banka; post office=pošta; station=nádraží; airport=letiště; hotel=hotel; restaurant=restaurace; theatre=divadlo; cinema=kino; museum=muzeum; library=knihovna; office=kancelář; factory=továrna; room=pokoj; kitchen=kuchyně; bathroom=koupelna; bedroom=ložnice; door=dveře; window=okno; wall=zeď; floor=podlaha; roof=střecha; stairs=schody; table=stůl; chair=židle; bed=postel; lamp=lampa; mirror=zrcadlo; carpet=koberec; clock=hodiny; key=klíč; lock=zámek; box=krabice; bag=taška; bottle=láhev; glass=sklenice; cup=hrnek; plate=talíř; knife=nůž; fork=vidlička; spoon=lžíce; pot=hrnec; pan=pánev; bread=chléb; butter=máslo; cheese=sýr; milk=mléko; egg=vejce; meat=maso; chicken=kuře; pork=vepřové; beef=hovězí; fish=ryba; ham=šunka; sausage=klobása; soup=polévka; salad=salát; rice=rýže; pasta=těstoviny; potato=brambora; tomato=rajče; cucumber=okurka; carrot=mrkev; onion=cibule; garlic=česnek; pepper=pepř; salt=sůl; sugar=cukr; honey=med; jam=marmeláda; cake=dort; cookie=sušenka; chocolate=čokoláda; ice cream=zmrzlina; apple=jablko; pear=hruška; plum=švestka; cherry=třešeň; strawberry=jahoda; raspberry=malina; banana=banán; orange=pomeranč; lemon=citron; grape=hrozen; melon=meloun; peach=broskev; nut=ořech; mushroom=houba; tea=čaj; coffee=káva; beer=pivo; wine=víno; juice=džus; lemonade=limonáda; breakfast=snídaně; lunch=oběd; dinner=večeře; head=hlava; hair=vlasy; face=obličej; eye=oko; ear=ucho; nose=nos; mouth=ústa; tooth=zub; tongue=jazyk; lip=ret; chin=brada; neck=krk; shoulder=rameno; arm=paže; hand=ruka; finger=prst; nail=nehet; chest=hruď; back=záda; stomach=žaludek; leg=noha; knee=koleno; foot=chodidlo; heart=srdce; blood=krev; bone=kost; skin=kůže; brain=mozek; man=muž; woman=žena; child=dítě; boy=chlapec; girl=dívka; baby=miminko; mother=matka; father=otec; parents=rodiče; son=syn; daughter=dcera; brother=bratr; sister=sestra; grandmother=babička; grandfather=dědeček; uncle=strýc; aunt=teta; husband=manžel; wife=manželka; friend=přítel; neighbour=soused; guest=host; family=rodina; people=lidé; teacher=učitel; student=student; doctor=lékař; nurse=zdravotní sestra; policeman=policista; fireman=hasič; driver=řidič; cook=kuchař; waiter=číšník; worker=dělník; farmer=zemědělec; soldier=voják; king=král; queen=královna; prince=princ; princess=princezna; writer=spisovatel; painter=malíř; singer=zpěvák; actor=herec; lawyer=právník; engineer=inženýr; scientist=vědec; programmer=programátor; boss=šéf; customer=zákazník; horse=kůň; cow=kráva; pig=prase; sheep=ovce; goat=koza; hen=slepice; duck=kachna; goose=husa; rabbit=králík; mouse=myš; bird=pták; bear=medvěd; wolf=vlk; fox=liška; deer=jelen; hare=zajíc; hedgehog=ježek; squirrel=veverka; lion=lev; tiger=tygr; elephant=slon; monkey=opice; giraffe=žirafa; zebra=zebra; camel=velbloud; crocodile=krokodýl; snake=had; frog=žába; turtle=želva; bee=včela; ant=mravenec; spider=pavouk; fly=moucha; butterfly=motýl; owl=sova; eagle=orel; swan=labuť; shark=žralok; whale=velryba; dolphin=delfín; book=kniha; newspaper=noviny; letter=dopis; paper=papír; pen=pero; pencil=tužka; notebook=sešit; word=slovo; sentence=věta; story=příběh; fairy tale=pohádka; poem=báseň; song=píseň; music=hudba; picture=obrázek; film=film; game=hra; toy=hračka; ball=míč; doll=panenka; gift=dárek; money=peníze; price=cena; ticket=lístek; map=mapa; passport=pas; suitcase=kufr; umbrella=deštník; coat=kabát; jacket=bunda; shirt=košile; trousers=kalhoty; skirt=sukně; dress=šaty; shoe=bota; sock=ponožka; hat=klobouk; cap=čepice; scarf=šála; glove=rukavice; belt=opasek; pocket=kapsa; button=knoflík; ring=prsten; watch=hodinky; glasses=brýle; train=vlak; bus=autobus; tram=tramvaj; bicycle=kolo; plane=letadlo; ship=loď; boat=člun; truck=nákladní auto; wheel=kolo; engine=motor; computer=počítač; phone=telefon; screen=obrazovka; keyboard=klávesnice; television=televize; radio=rádio; camera=fotoaparát; internet=internet; program=program; file=soubor; folder=složka; password=heslo; message=zpráva; error=chyba; account=účet; network=síť; server=server; user=uživatel; time=čas; day=den; night=noc; morning=ráno; evening=večer; noon=poledne; midnight=půlnoc; week=týden; month=měsíc; year=rok; hour=hodina; minute=minuta; second=sekunda; today=dnes; tomorrow=zítra; yesterday=včera; now=teď; always=vždy; never=nikdy; often=často; sometimes=někdy; soon=brzy; late=pozdě; here=tady; there=tam; spring=jaro; summer=léto; autumn=podzim; winter=zima; Monday=pondělí; Tuesday=úterý; Wednesday=středa; Thursday=čtvrtek; Friday=pátek; Saturday=sobota; Sunday=neděle; January=leden; February=únor; March=březen; April=duben; May=květen; June=červen; July=červenec; August=srpen; September=září; October=říjen; November=listopad; December=prosinec; red=červená; blue=modrá; green=zelená; yellow=žlutá; white=bílá; black=černá; brown=hnědá; grey=šedá; pink=růžová; purple=fialová; gold=zlato; silver=stříbro; iron=železo; wood=dřevo; glass (material)=sklo; cotton=bavlna; wool=vlna; leather=kůže; plastic=plast; good=dobrý; bad=špatný; big=velký; small=malý; new=nový; old=starý; young=mladý; long=dlouhý; short=krátký; high=vysoký; low=nízký; wide=široký; narrow=úzký; deep=hluboký; fast=rychlý; slow=pomalý; hot=horký; cold=studený; warm=teplý; dry=suchý; wet=mokrý; clean=čistý; dirty=špinavý; full=plný; empty=prázdný; heavy=těžký; light=lehký; strong=silný; weak=slabý; hard=tvrdý; soft=měkký; loud=hlasitý; quiet=tichý; sweet=sladký; sour=kyselý; bitter=hořký; salty=slaný; happy=šťastný; sad=smutný; angry=rozzlobený; tired=unavený; hungry=hladový; thirsty=žíznivý; ill=nemocný; healthy=zdravý; rich=bohatý; poor=chudý; cheap=levný; expensive=drahý; beautiful=krásný; ugly=ošklivý; clever=chytrý; stupid=hloupý; kind=laskavý; brave=statečný; lazy=líný; famous=slavný; free=volný; open=otevřený; closed=zavřený; easy=snadný; difficult=obtížný; important=důležitý; interesting=zajímavý; boring=nudný; funny=zábavný; dangerous=nebezpečný; safe=bezpečný; right=správný; wrong=špatný; true=pravdivý; false=nepravdivý; possible=možný; impossible=nemožný; ready=připravený; alone=sám; be=být; have=mít; do=dělat; go=jít; come=přijít; see=vidět; hear=slyšet; speak=mluvit; say=říct; ask=ptát se; answer=odpovědět; know=vědět; think=myslet; understand=rozumět; learn=učit se; teach=učit; read=číst; write=psát; count=počítat; work=pracovat; play=hrát; sing=zpívat; dance=tančit; run=běžet; walk=chodit; jump=skákat; swim=plavat; fly (verb)=létat; drive=řídit; ride=jezdit; sit=sedět; stand=stát; lie=ležet; sleep=spát; wake up=vzbudit se; eat=jíst; drink=pít; cook (verb)=vařit; wash=mýt; clean (verb)=uklízet; buy=koupit; sell=prodat; pay=platit; give=dát; take=vzít; bring=přinést; send=poslat; find=najít; lose=ztratit; look for=hledat; open (verb)=otevřít; close=zavřít; begin=začít; end=skončit; wait=čekat; help=pomoct; love=milovat; like=mít rád; hate=nenávidět; want=chtít; need=potřebovat; can=moci; must=muset; live=žít; die=zemřít; grow=růst; build=stavět; break=rozbít; repair=opravit; cut=řezat; draw=kreslit; paint=malovat; laugh=smát se; cry=plakat; smile=usmívat se; remember=pamatovat si; forget=zapomenout; believe=věřit; hope=doufat; fear=bát se; dream=snít; win=vyhrát; fight=bojovat; meet=potkat; visit=navštívit; travel=cestovat; stay=zůstat; leave=odejít; return=vrátit se; use=používat; try=zkusit; change=změnit; choose=vybrat; decide=rozhodnout; show=ukázat; hide=schovat; throw=hodit; catch=chytit; push=tlačit; pull=táhnout; carry=nést; put=položit; turn=otočit; stop=zastavit; start=začít; listen=poslouchat; watch (verb)=sledovat; feel=cítit; touch=dotknout se; smell=čichat; taste=ochutnat; cost=stát; mean=znamenat; happen=stát se; love (noun)=láska; life=život; death=smrt; health=zdraví; happiness=štěstí; luck=štěstí; joy=radost; sadness=smutek; anger=hněv; peace=mír; war=válka; freedom=svoboda; truth=pravda; lie (noun)=lež; friendship=přátelství; help (noun)=pomoc; work (noun)=práce; job=zaměstnání; holiday=dovolená; birthday=narozeniny; Christmas=Vánoce; Easter=Velikonoce; party=večírek; wedding=svatba; name=jméno; age=věk; language=jazyk; country=země; nation=národ; state=stát; president=prezident; government=vláda; law=zákon; police=policie; army=armáda; history=historie; science=věda; art=umění; sport=sport; football=fotbal; hockey=hokej; tennis=tenis; swimming=plavání; running=běh; skiing=lyžování; team=tým; match=zápas; goal=gól; number=číslo; question=otázka; answer (noun)=odpověď; problem=problém; solution=řešení; idea=nápad; reason=důvod; example=příklad; mistake=chyba; rule=pravidlo; part=část; half=polovina; piece=kus; group=skupina; list=seznam; line=čára; circle=kruh; triangle=trojúhelník; corner=roh; side=strana; middle=střed; beginning=začátek; north=sever; south=jih; east=východ; west=západ; left=vlevo; up=nahoru; down=dolů; world=svět; nature=příroda; animal=zvíře; plant=rostlina; weather=počasí; temperature=teplota; light (noun)=světlo; darkness=tma; shadow=stín; colour=barva; sound=zvuk; noise=hluk; silence=ticho; voice=hlas; smell (noun)=vůně; dream (noun)=sen; memory=paměť; thought=myšlenka; soul=duše; god=bůh; angel=anděl; devil=čert; dragon=drak; witch=čarodějnice; ghost=duch; treasure=poklad; yes=ano; no=ne; please=prosím; maybe=možná; and=a; or=nebo; but=ale; because=protože; if=jestli; when=když; where=kde; who=kdo; what=co; why=proč; how=jak; how much=kolik; which=který; with=s; without=bez; for=pro; under=pod; above=nad; in front of=před; behind=za; between=mezi; near=blízko; far=daleko; very=velmi; more=více; less=méně; all=všechno; nothing=nic; everybody=všichni; nobody=nikdo; something=něco; one=jedna; two=dva; three=tři; four=čtyři; five=pět; six=šest; seven=sedm; eight=osm; nine=devět; ten=deset; eleven=jedenáct; twelve=dvanáct; twenty=dvacet; thirty=třicet; hundred=sto; thousand=tisíc; million=milion; first=první; second (order)=druhý; third=třetí; last=poslední; towel=ručník; soap=mýdlo; brush=kartáč; toothbrush=zubní kartáček; comb=hřeben; pillow=polštář; blanket=deka; curtain=závěs; shelf=police; drawer=zásuvka; wardrobe=skříň; oven=trouba; fridge=lednice; washing machine=pračka; vacuum cleaner=vysavač; candle=svíčka; match (fire)=zápalka; rope=provaz; hammer=kladivo; saw=pila; nail (metal)=hřebík; screw=šroub; ladder=žebřík; shovel=lopata; bucket=kbelík; basket=košík; needle=jehla; thread=nit; scissors=nůžky; cloth=látka; flag=vlajka; bell=zvon; drum=buben; violin=housle; piano=klavír; guitar=kytara; trumpet=trubka; flute=flétna; medicine=lék; pill=pilulka; pain=bolest; fever=horečka; cough=kašel; cold (illness)=rýma; wound=rána; accident=nehoda; insurance=pojištění; tax=daň; contract=smlouva; invoice=faktura; bill=účet; credit=kredit; debt=dluh; order=objednávka; delivery=doručení; company=firma; meeting=schůzka; project=projekt; plan=plán; task=úkol; result=výsledek; success=úspěch; failure=neúspěch; experience=zkušenost; knowledge=znalost; skill=dovednost; education=vzdělání; exam=zkouška; lesson=lekce; homework=domácí úkol; mark=známka; class=třída; university=univerzita; dictionary=slovník; page=stránka; chapter=kapitola; title=název; author=autor; reader=čtenář; youth=mládí; childhood=dětství; pocket money=kapesné; adult=dospělý; twin=dvojče; cousin=bratranec; nephew=synovec; niece=neteř; wedding ring=snubní prsten; kiss=polibek; hug=objetí; tear=slza; smile (noun)=úsměv; joke=vtip; secret=tajemství; surprise=překvapení; promise=slib; wish=přání; advice=rada; opinion=názor; choice=volba; chance=šance; danger=nebezpečí; safety=bezpečí; power=síla; energy=energie; speed=rychlost; weight=váha; height=výška; length=délka; width=šířka; depth=hloubka; size=velikost; shape=tvar; heat=teplo; frost=mráz; thunder=hrom; lightning=blesk; rainbow=duha; sunrise=východ slunce; sunset=západ slunce; valley=údolí; cave=jeskyně; spring (water)=pramen; waterfall=vodopád; pond=rybník; swamp=bažina; ocean=oceán; wave=vlna; coast=pobřeží; bay=záliv; rock=skála; mud=bláto; dust=prach; oak=dub; birch=bříza; pine=borovice; spruce=smrk; willow=vrba; tulip=tulipán; daisy=sedmikráska; clover=jetel; wheat=pšenice; corn=kukuřice; bean=fazole; pea=hrách; cabbage=zelí; lettuce=hlávkový salát; spinach=špenát; pumpkin=dýně; beetroot=červená řepa; radish=ředkvička; parsley=petržel; flour=mouka; oil=olej; vinegar=ocet; cream=smetana; yoghurt=jogurt; dumpling=knedlík; pancake=palačinka; roll=rohlík; bun=houska; gingerbread=perník; candy=bonbon; bacon=slanina; goulash=guláš; schnitzel=řízek; sauce=omáčka; mustard=hořčice; ketchup=kečup; cinnamon=skořice; vanilla=vanilka; mint=máta; crown=koruna; sword=meč; shield=štít; bow=luk; arrow=šíp; gun=pistole; prison=vězení; thief=zloděj; court=soud; judge=soudce; election=volby; vote=hlas; border=hranice; capital=hlavní město; citizen=občan; foreigner=cizinec; refugee=uprchlík; journey=cesta; trip=výlet; tourist=turista; guide=průvodce; souvenir=suvenýr; tent=stan; campfire=táborák; backpack=batoh; sleeping bag=spací pytel; compass=kompas; seat=sedadlo; platform=nástupiště; timetable=jízdní řád; crossing=přechod; traffic light=semafor; corner (street)=roh; pavement=chodník; motorway=dálnice; tunnel=tunel; petrol=benzín; garage=garáž; parking lot=parkoviště; elevator=výtah; ceiling=strop; chimney=komín; cellar=sklep; attic=půda; balcony=balkon; fence=plot; gate=brána; yard=dvůr; bench=lavička; fountain=kašna; statue=socha; monument=památník; cemetery=hřbitov; zoo=zoo; circus=cirkus; stadium=stadion; swimming pool=bazén; gym=tělocvična; pharmacy=lékárna; bakery=pekárna; butcher=řezník; hairdresser=kadeřník; baker=pekař; tailor=krejčí; carpenter=truhlář; postman=pošťák; pilot=pilot; sailor=námořník; miner=horník; gardener=zahradník; hunter=myslivec; fisherman=rybář; priest=kněz; monk=mnich; knight=rytíř; hero=hrdina; winner=vítěz; champion=mistr; player=hráč; coach=trenér; referee=rozhodčí; fan=fanoušek; beginner=začátečník; expert=odborník; liar=lhář; fool=blázen; genius=génius; giant=obr; dwarf=trpaslík; mermaid=mořská panna; unicorn=jednorožec; robot=robot; rocket=raketa; satellite=družice; planet=planeta; comet=kometa; universe=vesmír; gravity=gravitace; magnet=magnet; battery=baterie; cable=kabel; plug=zástrčka; switch=vypínač; bulb=žárovka; printer=tiskárna; laptop=notebook; tablet=tablet; website=webová stránka; browser=prohlížeč; link=odkaz; database=databáze; code=kód; test=test; bug=chyba; update=aktualizace; backup=záloha; cloud (computing)=cloud; key (API)=klíč; request=požadavek; response=odpověď; model=model; limit=limit; balance=zůstatek; payment=platba; bank transfer=bankovní převod; card=karta; voucher=poukaz; receipt=účtenka; subscription=předplatné; sender=odesílatel; subject=předmět; attachment=příloha; signature=podpis; date=datum; address=adresa; crowd=dav; queue=fronta; neighbourhood=sousedství; citizenship=občanství; culture=kultura; custom=zvyk; tradition=tradice; religion=náboženství; faith=víra; hope (noun)=naděje; courage=odvaha; patience=trpělivost; honesty=poctivost; kindness=laskavost; beauty=krása; wisdom=moudrost; justice=spravedlnost; violence=násilí; hunger=hlad; thirst=žízeň; poverty=chudoba; wealth=bohatství; victory=vítězství; defeat=porážka; revolution=revoluce; independence=nezávislost; democracy=demokracie; republic=republika; kingdom=království; empire=říše; century=století; future=budoucnost; past=minulost; present=přítomnost; eternity=věčnost; moment=okamžik; deadline=termín; calendar=kalendář; borrow=půjčit si; lend=půjčit; save=uložit; delete=smazat; copy=kopírovat; search=hledat; download=stáhnout; click=kliknout; type=psát; print=tisknout; install=instalovat; connect=připojit; translate=přeložit; explain=vysvětlit; describe=popsat; compare=porovnat; measure=měřit; weigh=vážit; divide=dělit; multiply=násobit; add=přidat; remove=odstranit; fill=naplnit; pour=nalít; mix=míchat; bake=péct; fry=smažit; boil=vařit; peel=loupat; climb=lézt; fall=spadnout; crawl=plazit se; kneel=klečet; bend=ohnout; shake=třást; knock=klepat; ring (verb)=zvonit; shout=křičet; whisper=šeptat; breathe=dýchat; sneeze=kýchat; cough (verb)=kašlat; bite=kousnout; chew=žvýkat; swallow=polknout; heal=léčit; hurt=bolet; rest=odpočívat; relax=odpočívat; celebrate=slavit; invite=pozvat; thank=děkovat; apologize=omluvit se; greet=zdravit; introduce=představit; agree=souhlasit; refuse=odmítnout; promise (verb)=slíbit; warn=varovat; protect=chránit; attack=útočit; escape=utéct; steal=krást; punish=trestat; forgive=odpustit; envy=závidět; admire=obdivovat; trust=důvěřovat; doubt=pochybovat; guess=hádat; solve=řešit; invent=vynalézt; discover=objevit; create=vytvořit; destroy=zničit; improve=zlepšit; develop=vyvíjet; produce=vyrábět; order (verb)=objednat; deliver=doručit; earn=vydělávat; spend=utrácet; spare=ušetřit; lead=vést; follow=následovat; join=připojit se; belong=patřit; exist=existovat; seem=zdát se; become=stát se; beaver=bobr; badger=jezevec; otter=vydra; seal=tuleň; walrus=mrož; donkey=osel; mule=mula; rhino=nosorožec; hippo=hroch; lizard=ještěrka; snail=šnek; worm=žížala; wasp=vosa; beetle=brouk; ladybird=beruška; dragonfly=vážka; mosquito=komár; crab=krab; shrimp=kreveta; octopus=chobotnice; jellyfish=medúza; carp=kapr; trout=pstruh; salmon=losos; pigeon=holub; sparrow=vrabec; crow=vrána; woodpecker=datel; stork=čáp; peacock=páv; ostrich=pštros; penguin=tučňák; parrot=papoušek; bat=netopýr; mole=krtek; hamster=křeček; puppy=štěně; kitten=kotě; lamb=jehně; calf=tele; lentil=čočka; celery=celer; broccoli=brokolice; cauliflower=květák; chilli=chilli; ginger=zázvor; dill=kopr; apricot=meruňka; blueberry=borůvka; blackberry=ostružina; gooseberry=angrešt; currant=rybíz; pineapple=ananas; coconut=kokos; fig=fík; almond=mandle; hazelnut=lískový ořech; walnut=vlašský ořech; peanut=arašíd; raisin=rozinka; noodle=nudle; steak=biftek; yeast=droždí; dough=těsto; biscuit=sušenka; whisky=whisky; champagne=šampaňské; sweater=svetr; zip=zip; sleeve=rukáv; collar=límec; boot=bota; slipper=pantofel; sandal=sandál; pyjamas=pyžamo; suit=oblek; tie=kravata; necklace=náhrdelník; earring=náušnice; bracelet=náramek; wallet=peněženka; sheet=prostěradlo; sofa=pohovka; armchair=křeslo; freezer=mrazák; dishwasher=myčka; broom=koště; sponge=houba na nádobí; shampoo=šampon; toothpaste=zubní pasta; razor=břitva; screwdriver=šroubovák; axe=sekera; rake=hrábě; chain=řetěz; tyre=pneumatika; brake=brzda; steering wheel=volant; lighter=zapalovač; elbow=loket; ankle=kotník; wrist=zápěstí; thumb=palec; forehead=čelo; cheek=tvář; throat=krk; belly=břicho; hip=bok; muscle=sval; lung=plíce; liver=játra; kidney=ledvina; bandage=obvaz; grandson=vnuk; granddaughter=vnučka; twins=dvojčata; owner=majitel; employee=zaměstnanec; colleague=kolega; plumber=instalatér; electrician=elektrikář; artist=umělec; dancer=tanečník; poet=básník; journalist=novinář; translator=překladatel; witness=svědek; dew=rosa; flood=povodeň; earthquake=zemětřesení; volcano=sopka; cliff=útes; tide=příliv; harbour=přístav; lighthouse=maják; path=pěšina; crossroads=křižovatka; roundabout=kruhový objezd; petrol station=čerpací stanice; bus stop=autobusová zastávka; luggage=zavazadlo; customs=celnice; eraser=guma; ruler=pravítko; blackboard=tabule; chalk=křída; comma=čárka; full stop=tečka; question mark=otazník; sum=součet; quarter=čtvrtina; angle=úhel; upload=nahrát; paste=vložit; pride=hrdost; shame=stud; illness=nemoc; discount=sleva; loan=půjčka; salary=plat; polite=zdvořilý; rude=hrubý; honest=poctivý; curious=zvědavý; patient=trpělivý; proud=hrdý; jealous=žárlivý; lonely=osamělý; nervous=nervózní; calm=klidný; shy=stydlivý; strange=divný; modern=moderní; ancient=starověký; shallow=mělký; thick=tlustý; thin=tenký; round=kulatý; sharp=ostrý; smooth=hladký; rough=drsný; sticky=lepkavý; fresh=čerstvý; rotten=shnilý; raw=syrový; spicy=pálivý; wooden=dřevěný; golden=zlatý; striped=pruhovaný; blind=slepý; deaf=hluchý; kick=kopat; lift=zvednout; drop=upustit; sew=šít; whistle=pískat; yawn=zívat; snore=chrápat; get up=vstát; get dressed=obléknout se; hurry=spěchat; arrive=přijet; marry=oženit se; burn=hořet; melt=tát; freeze=mrznout; feed=krmit; hunt=lovit"""
PAIRS = []
for p in W.replace('\n', ' ').split(';'):
    if '=' in p:
        e, c = p.strip().split('=')
        hint = None
        if '(' in e:
            e, hint = e[: e.index('(')].strip(), e[e.index('(') :]
        PAIRS.append((e.strip(), c.strip(), hint))
# English | Czech: words that are in no pair so far. A verb has "to" before it there.
_known = {w for pair in PAIRS for w in pair[:2]}
for e, c in table('vocab.txt'):
    e = e.removeprefix('to ')
    if e not in _known and c not in _known:
        PAIRS.append((e, c, None))
        _known |= {e, c}
EN2 = {}
CS2 = {}

for e, c, h in PAIRS:
    EN2.setdefault(e, []).append(c)
    CS2.setdefault(c, []).append(e)
EN2 = {k: list(dict.fromkeys(v)) for k, v in EN2.items()}
CS2 = {k: list(dict.fromkeys(v)) for k, v in CS2.items()}

ENK, CSK = list(EN2), list(CS2)
PH = rows("""
Good morning|Dobré ráno
Good day|Dobrý den
Good evening|Dobrý večer
Good night|Dobrou noc
Hello|Ahoj
Goodbye|Na shledanou
See you tomorrow|Uvidíme se zítra
See you later|Uvidíme se později
Thank you|Děkuji
Thank you very much|Děkuji mnohokrát
You're welcome|Není zač
Please|Prosím
Excuse me|Promiňte
I'm sorry|Omlouvám se
How are you?|Jak se máš?
I'm fine|Mám se dobře
What is your name?|Jak se jmenuješ?
My name is Jan|Jmenuji se Jan
Nice to meet you|Těší mě
Where are you from?|Odkud jsi?
I am from Prague|Jsem z Prahy
I live in Brno|Bydlím v Brně
Do you speak English?|Mluvíte anglicky?
I don't speak Czech|Nemluvím česky
I don't understand|Nerozumím
I don't know|Nevím
Can you help me?|Můžete mi pomoct?
Help!|Pomoc!
Where is the toilet?|Kde je toaleta?
Where is the station?|Kde je nádraží?
How much does it cost?|Kolik to stojí?
The bill, please|Účet, prosím
I would like a coffee|Dal bych si kávu
One beer, please|Jedno pivo, prosím
What time is it?|Kolik je hodin?
I am hungry|Mám hlad
I am thirsty|Mám žízeň
I am tired|Jsem unavený
I am ill|Jsem nemocný
I love you|Miluji tě
I miss you|Chybíš mi
Happy birthday|Všechno nejlepší k narozeninám
Merry Christmas|Veselé Vánoce
Happy New Year|Šťastný nový rok
Good luck|Hodně štěstí
Congratulations|Gratuluji
Bon appétit|Dobrou chuť
Cheers|Na zdraví
Have a nice day|Hezký den
Welcome|Vítejte
Come in|Pojďte dál
Sit down, please|Posaďte se, prosím
Wait a moment|Počkejte chvíli
No problem|Žádný problém
Of course|Samozřejmě
Maybe tomorrow|Možná zítra
I like it|Líbí se mi to
I don't like it|Nelíbí se mi to
It is cold today|Dnes je zima
It is raining|Prší
It is snowing|Sněží
The weather is nice|Je hezky
I have a dog|Mám psa
I have a cat|Mám kočku
I have a question|Mám otázku
I have two brothers|Mám dva bratry
I am a student|Jsem student
I am a teacher|Jsem učitel
I am learning Czech|Učím se česky
I am learning English|Učím se anglicky
I work in an office|Pracuji v kanceláři
I am going home|Jdu domů
I am going to school|Jdu do školy
Let's go|Jdeme
Be careful|Buď opatrný
Don't worry|Neboj se
I agree|Souhlasím
You are right|Máš pravdu
That is not true|To není pravda
Open the window, please|Otevřete okno, prosím
Close the door, please|Zavřete dveře, prosím
The shop is closed|Obchod je zavřený
The train leaves at five|Vlak odjíždí v pět
Turn left|Zahněte vlevo
Turn right|Zahněte vpravo
Go straight|Jděte rovně
Call the police|Zavolejte policii
Call an ambulance|Zavolejte sanitku
My head hurts|Bolí mě hlava
I need a doctor|Potřebuji lékaře
I lost my key|Ztratil jsem klíč
I forgot my password|Zapomněl jsem heslo
Where do you live?|Kde bydlíš?
How old are you?|Kolik ti je let?
I am twenty years old|Je mi dvacet let
What do you do?|Co děláš?
I like music|Mám rád hudbu
I like reading books|Rád čtu knihy
She is my sister|To je moje sestra
He is my friend|To je můj přítel
The dog is big|Pes je velký
The cat is sleeping|Kočka spí
The book is on the table|Kniha je na stole
The house is old|Dům je starý
The water is cold|Voda je studená
The children are playing|Děti si hrají
The sun is shining|Slunce svítí
Today is Monday|Dnes je pondělí
See you on Friday|Uvidíme se v pátek
I will come tomorrow|Přijdu zítra
I was at home|Byl jsem doma
We are at school|Jsme ve škole
They are in the garden|Jsou na zahradě
It doesn't matter|To nevadí
Just a moment|Moment
I am happy|Jsem šťastný
I am sad|Jsem smutný
I am looking for a hotel|Hledám hotel
I want to buy a ticket|Chci koupit lístek
Two tickets to Prague, please|Dva lístky do Prahy, prosím
Can I pay by card?|Můžu platit kartou?
Is it far?|Je to daleko?
Is it free?|Je to zdarma?
Do you have a menu in English?|Máte jídelní lístek v angličtině?
I am a vegetarian|Jsem vegetarián
The soup is hot|Polévka je horká
What does it mean?|Co to znamená?
Please repeat it|Prosím, zopakujte to
Speak slowly, please|Mluvte pomalu, prosím
I don't have time|Nemám čas
I have no money|Nemám peníze
Everything is fine|Všechno je v pořádku
""")
QE2C = [
    'How do you say "{}" in Czech?',
    'Translate "{}" to Czech.',
    'Translate to Czech: {}',
    'What is "{}" in Czech?',
    'What is the Czech word for {}?',
    '{} in Czech?',
    'Czech for {}?',
    'How do I say {} in Czech?',
    'translate {} into Czech',
    "What's the Czech for {}?",
    'Translate into Czech: "{}"',
    'say {} in Czech',
    'Czech translation of {}?',
    'What would {} be in Czech?',
    'Give me the Czech word for {}.',
]
QC2E = [
    'What does "{}" mean in English?',
    'Translate "{}" to English.',
    'What does the Czech word {} mean?',
    'Translate from Czech: {}',
    'What is "{}" in English?',
    'Translate to English: {}',
    '{} in English?',
    'What does {} mean in Czech?',
    'I saw the Czech word "{}". What is it?',
    'English translation of {}?',
    'Meaning of the Czech word {}?',
    'Give me the English word for {}.',
]
CE2C = [
    'Co znamená anglické slovo „{}“?',
    'Jak se česky řekne {}?',
    'Přelož do češtiny: {}',
    'Co znamená {}?',
    'Přelož „{}“ do češtiny.',
    'Jak je česky {}?',
    '{} česky?',
    'Co je to anglicky {}, přelož.',
    'Přelož slovo {} do češtiny',
    'Český překlad slova {}?',
    'Co znamená v češtině {}?',
    'Co česky znamená {}?',
]
CC2E = [
    'Jak se anglicky řekne {}?',
    'Přelož do angličtiny: {}',
    'Jak se řekne anglicky „{}“?',
    'Přelož „{}“ do angličtiny.',
    'Jak je anglicky {}?',
    '{} anglicky?',
    'Anglicky {}?',
    'Jaké je anglické slovo pro {}?',
    'Přelož slovo {} do angličtiny',
    'Potřebuji přeložit do angličtiny: {}',
    'Co anglicky znamená {}?',
    'Jaký je anglický překlad slova {}?',
    'Co znamená anglicky slovo {}?',
    'Jak řeknu anglicky {}?',
    'Anglický překlad slova {}?',
]


@domain('translate', 35)
def translate(r, lang):
    to_cs = r.random() < 0.5
    phrase = r.random() < 0.22
    if phrase:
        e, c = r.choice(PH)
        src, dst = (e, c) if to_cs else (c, e)
    elif to_cs:
        src = r.choice(ENK)
        dst = EN2[src]
    else:
        src = r.choice(CSK)
        dst = CS2[src]
    t = r.choice((QE2C if to_cs else QC2E) if lang == 'en' else (CE2C if to_cs else CC2E))
    s = src if r.random() < 0.8 or phrase else src.lower()
    if r.random() < 0.08:
        s = cap(s)
    if phrase and r.random() < 0.3:
        s = s.lower().rstrip('?!.')
    if not to_cs and r.random() < 0.1:
        s = strip_dia(s)
    pre, post = t.split('{}')
    q = (noisy(r, pre, lang, 0) if r.random() < 0.5 else pre).rstrip('\0') + s + post
    if pre.endswith(' ') and not q[len(q) - len(post) - len(s) - 1 :].startswith(' '):
        q = pre + s + post
    if q.endswith('?') and r.random() < 0.3:
        q = q[:-1]
    if r.random() < 0.15:
        q = q.lower()
    if phrase:
        return Item(
            lang,
            q,
            dst,
            short=dst,
            noise=False,
            think=(f'"{src}" → "{dst}".' if lang == 'en' else f'„{src}“ → „{dst}“.'),
        )
    d = dst[0]
    more = dst[1:]
    if lang == 'en':
        a = (
            f'"{src}" in {"Czech" if to_cs else "English"} is "{d}".'
            if not more
            else f'"{src}" in {"Czech" if to_cs else "English"} is "{d}", also "{more[0]}".'
        )
    else:
        a = (
            f'„{src}“ je {"česky" if to_cs else "anglicky"} „{d}“.'
            if not more
            else f'„{src}“ je {"česky" if to_cs else "anglicky"} „{d}“, také „{more[0]}“.'
        )
    return Item(
        lang,
        q,
        a,
        short=d,
        noise=False,
        think=(f'The word "{src}" means "{d}".' if lang == 'en' else f'Slovo „{src}“ znamená „{d}“.'),
    )


@domain('translate_follow', 2)
def translate_follow(r, lang):
    """ "And dog?" after a translation."""
    to_cs = r.random() < 0.5
    msgs = []
    for i in range(r.choice([2, 2, 3])):
        src = r.choice(ENK if to_cs else CSK)
        d = (EN2 if to_cs else CS2)[src][0]
        if i == 0:
            q = r.choice((QE2C if to_cs else QC2E) if lang == 'en' else (CE2C if to_cs else CC2E)).format(src)
        else:
            q = r.choice(
                ['And {}?', 'and "{}"?', 'What about {}?', 'And {}']
                if lang == 'en'
                else ['A {}?', 'a „{}“?', 'A co {}?', 'A {}']
            ).format(src)
        more = (EN2 if to_cs else CS2)[src][1:]
        if lang == 'en':
            a = f'"{src}" in {"Czech" if to_cs else "English"} is "{d}"' + (f', also "{more[0]}".' if more else '.')
        else:
            a = f'„{src}“ je {"česky" if to_cs else "anglicky"} „{d}“' + (f', také „{more[0]}“.' if more else '.')
        msgs += [['u', q], ['a', a]]
    return Item(lang, '', '', msgs=msgs)


NOUNS = [p for p in PAIRS[:470] if p[2] is None and p[0].islower()]
ADJ = [p for p in PAIRS if p[1].endswith('ý') or p[1].endswith('í')]
VERB = [p for p in PAIRS if p[1].endswith(('at', 'it', 'ít', 'et', 'ět', 'ýt', 'ovat', 'out')) and ' ' not in p[1]]

ACC = rows("""
dog|psa|psy
cat|kočku|kočky
car|auto|auta
house|dům|domy
book|knihu|knihy
brother|bratra|bratry
sister|sestru|sestry
friend|přítele|přátele
key|klíč|klíče
apple|jablko|jablka
flower|květinu|květiny
horse|koně|koně
bird|ptáka|ptáky
tree|strom|stromy
phone|telefon|telefony
computer|počítač|počítače
bicycle|kolo|kola
ticket|lístek|lístky
letter|dopis|dopisy
fish|rybu|ryby
""")
GEND = rows("""
dog|pes|m
cat|kočka|f
house|dům|m
car|auto|n
book|kniha|f
water|voda|f
tree|strom|m
city|město|n
table|stůl|m
window|okno|n
school|škola|f
coffee|káva|f
tea|čaj|m
beer|pivo|n
soup|polévka|f
train|vlak|m
river|řeka|f
castle|hrad|m
apple|jablko|n
room|pokoj|m
""")


@domain('sentences', 4)
def sentences(r, lang):
    k = r.choice(['have', 'like', 'see', 'adj', 'adj', 'where', 'this', 'want', 'nothave'])
    e, a, p = r.choice(ACC)
    art = 'an' if e[0] in 'aeiou' else 'a'
    if k == 'have':
        en, cs = f'I have {art} {e}', f'Mám {a}'
    elif k == 'like':
        en, cs = f'I like {e + "s" if e != "fish" else e}', f'Mám rád {p}'
    elif k == 'see':
        en, cs = f'I see {art} {e}', f'Vidím {a}'
    elif k == 'want':
        en, cs = f'I want {art} {e}', f'Chci {a}'
    elif k == 'nothave':
        en, cs = f"I don't have {art} {e}", f'Nemám {a}'
    elif k == 'adj':
        e, c, g = r.choice(GEND)
        x = r.choice([y for y in ADJ if y[1].endswith('ý') and y[2] is None])
        form = x[1] if g == 'm' else x[1][:-1] + ('á' if g == 'f' else 'é')
        en, cs = f'The {e} is {x[0]}', f'{cap(c)} je {form}'
    elif k == 'where':
        e, c, _ = r.choice(
            [
                z
                for z in NOUNS
                if z[1]
                not in (
                    'dveře',
                    'hodiny',
                    'schody',
                    'vlasy',
                    'ústa',
                    'záda',
                    'rodiče',
                    'peníze',
                    'noviny',
                    'kalhoty',
                    'šaty',
                    'brýle',
                    'lidé',
                    'hodinky',
                )
            ]
        )
        en, cs = f'Where is the {e}?', f'Kde je {c}?'
    else:
        e, c, _ = r.choice(NOUNS)
        en, cs = f'This is {"an" if e[0] in "aeiou" else "a"} {e}', f'To je {c}'
    to_cs = r.random() < 0.5
    src, dst = (en, cs) if to_cs else (cs, en)
    if r.random() < 0.3 and src[-1] != '?':
        src += '.'
        dst += '.'
    t = r.choice((QE2C if to_cs else QC2E) if lang == 'en' else (CE2C if to_cs else CC2E)[1:])
    q = t.format(src)
    if r.random() < 0.15:
        q = q.lower()
    return Item(lang, q, dst, short=dst, noise=False)
