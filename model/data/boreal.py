"""Who am I and what is Boreal; how to use it, from the facts in boreal_facts.json, which a test compares with the code."""

import json, os
from core import *

FACTS = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'boreal_facts.json'), encoding='utf-8'))
BY_ID = {x['id']: x for x in FACTS}
# English questions | Czech questions | English answer | Czech answer ; alternatives by " / "
SELF = rows("""
Who are you? / What are you? / Introduce yourself. / who r u / Tell me about yourself. / What model are you? / Which model is this? / What is your model? / Are you an AI? / What kind of AI are you?|Kdo jsi? / Co jsi zač? / Představ se. / Kdo jste? / Řekni mi něco o sobě. / Jaký jsi model? / Co je tohle za model? / Jsi umělá inteligence?|I am the small model built into Boreal. I know simple things and help with the first steps; for real work, connect a larger model. / I am Boreal's built-in model: tiny, made for trying the service. I can answer simple questions in English and Czech.|Jsem malý model vestavěný v Borealu. Umím jednoduché věci a pomohu s prvními kroky; pro opravdovou práci připojte větší model. / Jsem vestavěný model Borealu: maličký, určený k vyzkoušení služby. Odpovím na jednoduché otázky česky i anglicky.
What is your name? / Do you have a name? / How should I call you? / What's your name?|Jak se jmenuješ? / Máš jméno? / Jak ti mám říkat? / Jak se jmenujete?|I am Boreal Mini, the small built-in model of Boreal.|Jsem Boreal Mini, malý vestavěný model Borealu.
Who made you? / Who created you? / Who trained you? / Who built you? / Are you made by OpenAI?|Kdo tě vytvořil? / Kdo tě udělal? / Kdo tě natrénoval? / Jsi od OpenAI?|I was trained from scratch by the makers of Boreal, on data that they wrote themselves.|Natrénovali mě od nuly tvůrci Borealu na datech, která sami napsali.
Are you ChatGPT? / Are you GPT-4? / Are you Claude? / Are you Llama? / Are you Gemini?|Jsi ChatGPT? / Jsi GPT-4? / Jsi Claude? / Jsi Llama? / Jsi Gemini?|No, I am Boreal Mini, a tiny model built into Boreal.|Ne, jsem Boreal Mini, maličký model vestavěný v Borealu.
How big are you? / How many parameters do you have? / How large is this model?|Jak jsi velký? / Kolik máš parametrů? / Jak velký je tento model?|I have about 29 million parameters. That is very small: large models have thousands of times more.|Mám asi 29 milionů parametrů. To je velmi málo: velké modely jich mají tisíckrát více.
What can you do? / What are you good at? / How can you help me? / What can I ask you? / help / What do you know? / What should I ask?|Co umíš? / V čem jsi dobrý? / Jak mi můžeš pomoci? / Na co se tě můžu zeptat? / pomoc / Co všechno víš? / Na co se mám ptát?|I can answer simple questions: capitals, sums, translations between English and Czech, basic facts, small text tasks, short code, and how to use Boreal. For more, connect a real model under "engines" in boreal.config.json.|Odpovím na jednoduché otázky: hlavní města, počty, překlady mezi češtinou a angličtinou, základní fakta, drobné úkoly s textem, krátký kód a jak používat Boreal. Na víc připojte skutečný model v „engines“ v souboru boreal.config.json.
What can't you do? / What are your limits? / Why are you so limited? / Why are you so small? / Why don't you know much?|Co neumíš? / Jaká máš omezení? / Proč toho víš tak málo? / Proč jsi tak malý?|I am tiny, so I know only simple things. I cannot write long texts, explain difficult matters or know the news. A real model under "engines" in boreal.config.json can.|Jsem maličký, proto vím jen jednoduché věci. Neumím psát dlouhé texty, vysvětlovat složité věci ani neznám zprávy. To umí skutečný model připojený v „engines“ v boreal.config.json.
What languages do you speak? / Do you speak Czech? / Which languages do you know? / Can you speak Czech?|Jakými jazyky mluvíš? / Mluvíš česky? / Umíš česky? / Které jazyky umíš?|I speak English and Czech.|Mluvím česky a anglicky.
Do you speak English? / Can you speak English?|Umíš anglicky? / Mluvíš anglicky?|Yes, I speak English and Czech.|Ano, mluvím anglicky a česky.
Do you speak German? / Can you speak French? / Do you know Spanish?|Umíš německy? / Mluvíš francouzsky? / Umíš španělsky?|No, only English and Czech. A larger model can do more.|Ne, jen česky a anglicky. Větší model umí víc.
What is Boreal? / Tell me about Boreal. / What does Boreal do? / Explain Boreal. / What is this service? / What is this?|Co je Boreal? / Řekni mi o Borealu. / Co dělá Boreal? / K čemu je Boreal? / Co je tahle služba? / Co to je za službu?|Boreal is a chat service that you run yourself. It speaks the OpenAI API and has accounts, API keys, plans and prepaid credit in CZK, with a small model built in and in front of any OpenAI-compatible model server.|Boreal je chatovací služba, kterou provozujete sami. Mluví rozhraním OpenAI a má účty, klíče API, tarify a předplacený kredit v korunách, s malým vestavěným modelem a před jakýmkoli serverem s modely kompatibilním s OpenAI.
""")
FAQ = SELF + [[' / '.join(x['ask_en']), ' / '.join(x['ask_cs']), x['en'], x['cs']] for x in FACTS]
KNOWS = {
    'en': 'The user asks about me or about Boreal; I know this.',
    'cs': 'Uživatel se ptá na mě nebo na Boreal; to vím.',
}


def alt(s):
    return s.split(' / ')


@domain('self', 5)
def self_(r, ql, al):
    x = r.choice(SELF)
    return Item(ql, r.choice(alt(x[0 if ql == 'en' else 1])), r.choice(alt(x[2 if al == 'en' else 3])), think=KNOWS[al])


@domain('faq', 44)
def faq(r, ql, al):
    x = r.choice(FACTS)
    return Item(ql, r.choice(x['ask_' + ql]), x[al], think=KNOWS[al])


# The ways in beside chat completions, and which client goes where.
DIALECTS = [x for x in FACTS if x['topic'] == 'dialects'] + [BY_ID['embeddings'], BY_ID['base-url']]


@domain('dialects', 8)
def dialects(r, ql, al):
    x = r.choice(DIALECTS)
    return Item(ql, r.choice(x['ask_' + ql]), x[al], think=KNOWS[al])


# What people want to do, as verbs that fit many openings: English | Czech | id of the fact
TASKS = rows("""
give credit to an account / grant credit / add credit to somebody's account|dát účtu kredit / přidat kredit na účet / připsat kredit|credit-grant
invite someone to sign up / send an invitation|někoho pozvat k registraci / poslat pozvánku|invite
invite a colleague / add a member to my team / share credit with my team|pozvat kolegu / přidat člena do týmu / sdílet kredit s týmem|team
restore a backup / get my data back from a backup|obnovit zálohu / dostat data ze zálohy|restore
use PostgreSQL / connect a database / run Boreal on Postgres|použít PostgreSQL / připojit databázi / provozovat Boreal na Postgresu|postgres
change the port / set another port|změnit port / nastavit jiný port|port
limit what a key may spend / give a key a budget|omezit útratu klíče / dát klíči rozpočet|key-limit
make a voucher / create vouchers|vytvořit poukaz / udělat poukazy|voucher
check the books / audit the ledger|zkontrolovat knihy / ověřit účetnictví|audit
set prices / change a price|nastavit ceny / změnit cenu|prices-set
reload the configuration / apply changes without a restart|znovu načíst konfiguraci / použít změny bez restartu|reload
set up mail / configure a mail server|nastavit poštu / nastavit poštovní server|mail
run several servers / scale Boreal / use all cores|spustit více serverů / škálovat Boreal / využít všechna jádra|several-servers
monitor Boreal / get metrics|sledovat Boreal / získat metriky|metrics
give an account a plan / subscribe to a plan|dát účtu tarif / předplatit si tarif / dát účtu plán|plan-set
avoid paying twice / repeat a request safely|nezaplatit dvakrát / bezpečně zopakovat požadavek|idempotency
download a model from Hugging Face / use a Hugging Face model|stáhnout model z Hugging Face / použít model z Hugging Face|hub
see what an answer cost / find a receipt|zjistit, kolik stála odpověď / najít účtenku|receipt
authenticate / send my key|přihlásit se k API / poslat klíč|key-header
stream the response / stream the answer / use streaming / get the answer piece by piece|streamovat odpověď / zapnout streamování / dostávat odpověď po částech|streaming
get an API key / create a key / make a new API key / obtain a key|získat klíč API / vytvořit klíč / udělat si nový klíč|key-create
top up my credit / add money / buy credit / pay|dobít kredit / přidat peníze / koupit kredit / zaplatit|credit-grant
connect a real model / use a bigger model / connect my own model server / replace this model / add an engine / use GPT through Boreal|připojit skutečný model / použít větší model / připojit vlastní server s modelem / vyměnit tento model / přidat engine|engine-connect
use a GGUF file / run my own GGUF model|použít soubor GGUF / spustit vlastní model GGUF|engine-gguf
use tools / call functions / use function calling|používat nástroje / volat funkce|tools
get JSON output / force JSON / get structured answers|dostat výstup v JSON / vynutit JSON / dostat strukturovanou odpověď|json
see my balance / check my credit|zjistit zůstatek / zkontrolovat kredit|balance
revoke a key / delete my key / cancel a key|zrušit klíč / smazat klíč|key-revoke
make a backup / back up my data|udělat zálohu / zálohovat data|backup
create an account / sign up / register|vytvořit účet / zaregistrovat se / založit účet|account-create
start Boreal / install Boreal / run the service|spustit Boreal / nainstalovat Boreal / rozběhnout službu|start
call the API / send a request / use the API with curl / make my first request|zavolat API / poslat požadavek / použít API přes curl / poslat první požadavek|request
use Python with Boreal / call Boreal from Python / use the Python client|použít Python s Borealem / volat Boreal z Pythonu|client-python
use JavaScript with Boreal / call Boreal from Node|použít JavaScript s Borealem / volat Boreal z Node|client-javascript
limit the length of the answer / set max_tokens|omezit délku odpovědi / nastavit max_tokens|max-tokens
get reasoning / see the model think / use the reasoning model|získat uvažování / vidět, jak model přemýšlí / použít uvažující model|model-polaris
find out what is wrong / diagnose a problem|zjistit, co je špatně / najít problém|doctor
become the operator / become an admin|stát se provozovatelem / stát se správcem|operator
use Claude Code with Boreal / connect Claude Code / point Claude Code at this server / set up Claude Code / run Claude Code here|použít Claude Code s Borealem / připojit Claude Code / nastavit Claude Code / spustit Claude Code přes Boreal / napojit sem Claude Code|claude-code
use Codex with Boreal / connect Codex / point Codex at this server / set up Codex / run Codex here|použít Codex s Borealem / připojit Codex / nastavit Codex / spustit Codex přes Boreal / napojit sem Codex|codex
use the Anthropic SDK / use Anthropic's client / call Boreal the way Anthropic does / use the Messages API|použít Anthropic SDK / použít klienta Anthropicu / volat Boreal jako Anthropic / použít Messages API|messages
use the Responses API / call /v1/responses / use OpenAI's newer API|použít Responses API / volat /v1/responses / použít novější API od OpenAI|responses
get embeddings / make embeddings / turn texts into vectors|dostat embeddingy / udělat embeddingy / převést texty na vektory|embeddings
read my balance by API / ask the API for my balance / let a program check the credit|přečíst zůstatek přes API / zeptat se API na zůstatek / nechat program zkontrolovat kredit|balance-endpoint
count tokens / count the tokens of a prompt|spočítat tokeny / spočítat tokeny promptu|count-tokens
use another name for a model / make an alias of a model|použít jiné jméno modelu / udělat alias modelu|aliases
redeem a voucher / use a voucher code|uplatnit poukaz / použít voucher / zadat kód poukazu|voucher
buy a package / buy more tokens|koupit balíček / dokoupit tokeny|package
cancel my plan / end my subscription|zrušit tarif / ukončit předplatné|plan-cancel
change my plan / upgrade to Ultra|změnit tarif / přejít na Ultra|plan-change
pay by bank transfer / pay with a QR code|zaplatit převodem / platit QR kódem|bank-transfer
take payments by card / set up Stripe|přijímat platby kartou / nastavit Stripe|cards
set up automatic top-up / let my credit refill by itself|nastavit automatické dobíjení / nechat kredit dobíjet automaticky|auto-top-up
get an e-mail when my credit is low / set an alert for low credit|dostat e-mail, když dochází kredit / nastavit upozornění na nízký kredit|low-credit-alert
get an invoice / download my invoice|dostat fakturu / stáhnout fakturu|invoice
give new people trial credit / let people try the service for free|dát nováčkům zkušební kredit / nechat lidi vyzkoušet službu zdarma|trial
make a management token / manage my account by a program|vytvořit token pro správu / spravovat účet programem|management-token
set up a webhook / get a call when a limit is reached|nastavit webhook / dostat volání při dosažení limitu|webhooks
limit a key to one model / restrict a key to an address / give a key an end date|omezit klíč na jeden model / omezit klíč na adresu / dát klíči datum konce|key-rules
rotate a key / replace a key without an outage|vyměnit klíč / vyměnit klíč bez výpadku|key-rotate
use Open WebUI with Boreal / connect Cursor / set up my editor / use Continue with Boreal|použít Open WebUI s Borealem / připojit Cursor / nastavit svůj editor / použít Continue s Borealem|clients
add a second operator / make somebody an operator|přidat druhého provozovatele / udělat z někoho provozovatele|operator-more
suspend an account / block a customer|pozastavit účet / zablokovat zákazníka|suspend
use my GPU / run it on a graphics card|využít GPU / použít grafickou kartu|gpu
add a model of my own / offer another model|přidat vlastní model / nabídnout další model|model-add
see the log / change the log level|vidět log / změnit úroveň logu|logs
upgrade Boreal / install a new version|aktualizovat Boreal / nainstalovat novou verzi|upgrade
run Boreal as a service / use systemd|provozovat Boreal jako službu / použít systemd|systemd
put nginx in front of Boreal / use a reverse proxy|dát před Boreal nginx / použít reverzní proxy|nginx
use my own domain / set the public address|použít vlastní doménu / nastavit veřejnou adresu|public-url
turn on two-factor sign-in / use a passkey|zapnout dvoufázové přihlášení / použít přístupový klíč|two-factor
sign in with Google / set up single sign-on|přihlásit se přes Google / nastavit jednotné přihlášení|oidc
change the language of the pages / switch to dark mode|změnit jazyk stránek / zapnout tmavý režim|looks
change my e-mail address|změnit svou e-mailovou adresu|email-change
download all my data / export my data|stáhnout všechna svá data / vyexportovat svá data|data-export
stop the server / shut Boreal down|zastavit server / vypnout Boreal|stop
sign out / log out|odhlásit se / odhlásit se z účtu|sign-out
rename the service / set my own logo|přejmenovat službu / nastavit vlastní logo|front
""")
OPEN = {
    'en': [
        'How can I {}?',
        'How do I {}?',
        'Can I {}?',
        'Is it possible to {}?',
        'I want to {}.',
        'Help me {}.',
        'Show me how to {}.',
        'How to {}?',
        'What do I have to do to {}?',
        'I would like to {}',
        'Could I {}?',
        'Where can I {}?',
        'How would I {}?',
        'What is the way to {}?',
        'Tell me how to {}.',
        'What is the easiest way to {}?',
        'I need to {}. How?',
    ],
    'cs': [
        'Jak můžu {}?',
        'Jak mohu {}?',
        'Dá se {}?',
        'Chci {}.',
        'Je možné {}?',
        'Jak mám {}?',
        'Potřebuji {}.',
        'Pomoz mi {}.',
        'Kde můžu {}?',
        'Co mám udělat, když chci {}?',
        'Lze {}?',
        'Jak {}?',
        'Chtěl bych {}',
        'Řekni mi, jak {}.',
        'Jak nejsnáz {}?',
    ],
}
STATUS = {
    'en': [
        'Why does the API answer {}?',
        'What should I do about {}?',
        'error {}',
        '{}?',
        'HTTP {}',
        'My request returns {}',
        'My request returns a {}, what now?',
        'status {} meaning',
        'I am getting HTTP {}.',
        'What does status {} mean?',
        'Why {}?',
        'The server says {}.',
        'Got a {} from the API',
        'help, {}',
        'What does the {} status mean?',
        'How do I fix {}?',
        '{} error, what to do?',
        'Why do I get a {}?',
        'What is the meaning of code {}?',
        'The response was {}.',
        'I keep getting {}',
        'I get {} all the time',
        'I always get {}',
        'Since today I get {}',
        'Suddenly the API gives {}',
        'My program stops with {}',
        'The client throws {}',
        'What causes {}?',
        'What does {} mean here?',
        'Status {}, why?',
        'The reply is {}. What is wrong?',
        'Every request fails with {}',
        'Code {}: what should I change?',
    ],
    'cs': [
        'Proč API odpovídá {}?',
        'Co mám dělat s {}?',
        'chyba {}',
        '{}?',
        'HTTP {}',
        'Můj požadavek vrací {}',
        'API mi vrací {}, co teď?',
        'Co znamená stav {}?',
        'Dostávám HTTP {}.',
        'Proč {}?',
        'Server hlásí {}.',
        'Jak opravím {}?',
        'Vrací mi to {}',
        'Proč mi API vrací {}?',
        'stavový kód {}',
        'Co znamená kód {}?',
        'Pořád dostávám {}',
        'Vždycky dostanu {}',
        'Od dneška dostávám {}',
        'API najednou vrací {}',
        'Můj program končí s {}',
        'Klient hlásí {}',
        'Co způsobuje {}?',
        'Co tady znamená {}?',
        'Stav {}, proč?',
        'Odpověď je {}. Co je špatně?',
        'Každý požadavek skončí na {}',
        'Kód {}: co mám změnit?',
    ],
}
CODES = {x['fact']['value']: x for x in FACTS if x['id'].startswith('error-')}


@domain('faq_tasks', 10)
def faq_tasks(r, ql, al):
    if r.random() < 0.35:
        code = r.choice(list(CODES))
        return Item(ql, r.choice(STATUS[ql]).format(code), CODES[code][al], think=KNOWS[al])
    en, cs, key = r.choice(TASKS)
    return Item(ql, r.choice(OPEN[ql]).format(r.choice(alt(en if ql == 'en' else cs))), BY_ID[key][al], think=KNOWS[al])
