"""Tool calls: when a tool fits, call it with arguments copied from the text; answer from its result; otherwise do without."""

import json
from core import *
import geo, boreal, talk, vocab, maths, unknown, facts, everyday, twostep

CITY = {
    'en': [
        'Prague',
        'Brno',
        'Ostrava',
        'London',
        'Paris',
        'Berlin',
        'Vienna',
        'Rome',
        'Madrid',
        'Oslo',
        'Tokyo',
        'New York',
        'Boston',
        'Chicago',
        'Toronto',
        'Sydney',
        'Dublin',
        'Lisbon',
        'Warsaw',
        'Budapest',
        'Munich',
        'Hamburg',
        'Milan',
        'Barcelona',
        'Seattle',
        'Denver',
        'Cairo',
        'Mumbai',
        'Helsinki',
        'Zurich',
        'Geneva',
        'Olomouc',
        'Plzeň',
    ],
    'cs': [
        ('Praha', 'v Praze'),
        ('Brno', 'v Brně'),
        ('Ostrava', 'v Ostravě'),
        ('Plzeň', 'v Plzni'),
        ('Liberec', 'v Liberci'),
        ('Olomouc', 'v Olomouci'),
        ('Londýn', 'v Londýně'),
        ('Paříž', 'v Paříži'),
        ('Berlín', 'v Berlíně'),
        ('Vídeň', 've Vídni'),
        ('Řím', 'v Římě'),
        ('Zlín', 've Zlíně'),
        ('Jihlava', 'v Jihlavě'),
        ('Bratislava', 'v Bratislavě'),
        ('Madrid', 'v Madridu'),
        ('Tokio', 'v Tokiu'),
        ('Pardubice', 'v Pardubicích'),
        ('Budapešť', 'v Budapešti'),
    ],
}


def nm(r, *names):
    return r.choice(names)


def obj(props, req=None):
    return {'type': 'object', 'properties': props, 'required': req if req is not None else list(props)}


def S(d=None):
    return {'type': 'string', **({'description': d} if d else {})}


def D(r, d):
    return d if r.random() < 0.7 else None


WX = [
    ('sunny', 'slunečno'),
    ('cloudy', 'oblačno'),
    ('rain', 'déšť'),
    ('snow', 'sněžení'),
    ('fog', 'mlha'),
    ('windy', 'větrno'),
    ('clear', 'jasno'),
]


def t_weather(r, lang):
    k = nm(r, 'city', 'location', 'place', 'city_name')
    name = nm(r, 'get_weather', 'weather', 'get_current_weather', 'current_weather', 'fetch_weather', 'weather_lookup')
    tool = {
        'name': name,
        'description': nm(
            r,
            'Get the weather for a city.',
            'Get the current weather in a given location',
            'Returns current weather.',
            'Weather of a city',
            'Zjistí počasí ve městě.',
        ),
        'parameters': obj(
            {k: S(D(r, nm(r, 'City name', 'The city', 'The city and state, e.g. San Francisco, CA', 'Město')))}
        ),
    }
    if r.random() < 0.25:
        tool['parameters']['properties']['unit'] = {'type': 'string', 'enum': ['celsius', 'fahrenheit']}
    if lang == 'en':
        c = r.choice(CITY['en'])
        q = r.choice(
            [
                f'What is the weather in {c}?',
                f'How is the weather in {c}?',
                f'Weather in {c}',
                f'Is it raining in {c}?',
                f'What is the temperature in {c} right now?',
                f"What's the weather like in {c} today?",
                f'Do I need an umbrella in {c}?',
                f'Check the weather for {c}.',
                f'Tell me the weather in {c}, please.',
                f'How cold is it in {c}?',
            ]
        )
    else:
        c, loc = r.choice(CITY['cs'])
        q = r.choice(
            [
                f'Jaké je počasí {loc}?',
                f'Jak je {loc}?',
                f'Počasí {loc}',
                f'Prší {loc}?',
                f'Jaká je teplota {loc}?',
                f'Jak je dnes {loc}?',
                f'Zjisti počasí: {c}',
                f'Kolik je stupňů {loc}?',
            ]
        )
    t = r.randint(-15, 38)
    we, wc = r.choice(WX)
    res = r.choice(
        [
            {'temperature': t, 'condition': we},
            {'temp_c': t, 'sky': we},
            {'city': c, 'temperature': t, 'unit': 'celsius'},
            f'{t} °C, {we if lang == "en" else wc}',
            {k: c, 'temperature': t, 'description': we if lang == 'en' else wc},
        ]
    )
    has_w = not (isinstance(res, dict) and 'unit' in res)
    if lang == 'en':
        a = f'In {c} it is {t} °C' + (f' and the weather is: {we}.' if has_w else '.')
    else:
        wtxt = we if isinstance(res, dict) and ('condition' in res or 'sky' in res) else wc
        a = f'{c}: {t} °C' + (f', {wtxt}.' if has_w else '.')
    return tool, q, {k: c}, res, a


def t_time(r, lang):
    k = nm(r, 'city', 'timezone', 'location')
    tool = {
        'name': nm(r, 'get_time', 'current_time', 'get_current_time', 'clock'),
        'description': nm(r, 'Get the current time in a city.', 'Returns the time at a place', 'Current time'),
        'parameters': obj({k: S()}),
    }
    if lang == 'en':
        c = r.choice(CITY['en'])
        q = r.choice(
            [
                f'What time is it in {c}?',
                f'Time in {c}?',
                f'What is the current time in {c}?',
                f'Tell me the time in {c}.',
            ]
        )
    else:
        c, loc = r.choice(CITY['cs'])
        q = r.choice([f'Kolik je hodin {loc}?', f'Jaký je čas {loc}?', f'Kolik je teď hodin {loc}?'])
    h = f'{r.randint(0, 23):02d}:{r.randint(0, 59):02d}'
    res = r.choice([{'time': h}, h, {'city': c, 'time': h}])
    return tool, q, {k: c}, res, (f'It is {h} in {c}.' if lang == 'en' else f'{c}: je {h}.')


def t_calc(r, lang):
    tool = {
        'name': nm(r, 'calculate', 'calculator', 'calc', 'evaluate'),
        'description': nm(r, 'Evaluate an arithmetic expression.', 'Calculator', 'Computes an expression'),
        'parameters': obj({(k := nm(r, 'expression', 'expr', 'formula')): S()}),
    }
    a, b = r.randint(100, 9999), r.randint(11, 999)
    o = r.choice('+-*/')
    e = f'{a} {o} {b}'
    q = r.choice(
        [f'What is {e}?', f'Calculate {e}.', f'Compute {e}', f'How much is {e}?']
        if lang == 'en'
        else [f'Kolik je {e}?', f'Vypočítej {e}.', f'Spočítej {e}']
    )
    v = round(eval(e), 2)
    return tool, q, {k: e}, r.choice([{'result': v}, str(v), v]), f'{e} = {v}'


def t_add(r, lang):
    a, b = r.randint(1, 999), r.randint(1, 999)
    n, w, wc = r.choice([('add', 'sum', 'součet'), ('multiply', 'product', 'součin')])
    ka, kb = r.choice([('a', 'b'), ('x', 'y'), ('first', 'second')])
    tool = {
        'name': nm(r, n, n + '_numbers'),
        'description': f'{cap(n)} two numbers.',
        'parameters': obj({ka: {'type': nm(r, 'number', 'integer')}, kb: {'type': 'number'}}),
    }
    s = '+' if n == 'add' else '*'
    v = a + b if n == 'add' else a * b
    return (
        tool,
        r.choice(
            [
                f'What is {a} {s} {b}?',
                f'{cap(n)} {a} and {b}.',
                f'What is the {w} of {a} and {b}?',
                f'Use the tool to {n} {a} and {b}.',
            ]
            if lang == 'en'
            else [f'Kolik je {a} {s} {b}?', f'Jaký je {wc} {a} a {b}?']
        ),
        {ka: a, kb: b},
        r.choice([{'result': v}, str(v)]),
        (f'The result is {v}.' if lang == 'en' else f'Výsledek je {v}.'),
    )


def words(r, lang, n):
    return ' '.join(r.choice(vocab.ENK if lang == 'en' else vocab.CSK) for _ in range(n))


def t_search(r, lang):
    k = nm(r, 'query', 'q', 'text', 'search')
    tool = {
        'name': nm(r, 'search', 'web_search', 'search_web', 'find', 'search_documents', 'lookup'),
        'description': nm(r, 'Search the web.', 'Search documents for a query', 'Find information', 'Vyhledá na webu.'),
        'parameters': obj({k: S()}),
    }
    t = words(r, lang, r.randint(1, 3)) if r.random() < 0.6 else r.choice(unknown.TOPICS)[0 if lang == 'en' else 1]
    q = r.choice(
        [f'Search for {t}.', f'Find information about {t}', f'Look up {t}', f'Search the web for {t}', f'Google {t}']
        if lang == 'en'
        else [f'Vyhledej {t}.', f'Najdi informace: {t}', f'Hledej {t}', f'Vyhledej na webu {t}']
    )
    f = cap(words(r, lang, r.randint(3, 6)))
    return (
        tool,
        q,
        {k: t},
        r.choice([{'results': [f]}, f, {'title': f}]),
        (f'I found: {f}.' if lang == 'en' else f'Našel jsem: {f}.'),
    )


def t_email(r, lang):
    n = r.choice(talk.NAMES['en']).lower()
    m = f'{n}@{r.choice(["example.com", "firma.cz", "mail.org"])}'
    s = cap(words(r, lang, 2))
    tool = {
        'name': nm(r, 'send_email', 'send_mail', 'email'),
        'description': 'Send an e-mail.',
        'parameters': obj({'to': S(D(r, 'Recipient')), 'subject': S()}),
    }
    return (
        tool,
        r.choice(
            [
                f'Send an e-mail to {m} with the subject "{s}".',
                f'E-mail {m}, subject: {s}',
                f'Write to {m} with subject {s}',
            ]
            if lang == 'en'
            else [f'Pošli e-mail na {m} s předmětem „{s}“.', f'Napiš na {m}, předmět: {s}']
        ),
        {'to': m, 'subject': s},
        r.choice([{'status': 'sent'}, 'sent', {'ok': True}]),
        (f'The e-mail to {m} was sent.' if lang == 'en' else f'E-mail na {m} byl odeslán.'),
    )


def t_remind(r, lang):
    t = words(r, lang, r.randint(1, 2))
    h = f'{r.randint(6, 22)}:{r.choice(["00", "15", "30", "45"])}'
    ka, kb = r.choice([('text', 'time'), ('title', 'time'), ('what', 'when')])
    tool = {
        'name': nm(r, 'set_reminder', 'add_reminder', 'create_reminder', 'remind'),
        'description': 'Set a reminder.',
        'parameters': obj({ka: S(), kb: S()}),
    }
    return (
        tool,
        r.choice(
            [f'Remind me of {t} at {h}.', f'Set a reminder: {t} at {h}', f'Create a reminder for {t} at {h}.']
            if lang == 'en'
            else [f'Připomeň mi {t} v {h}.', f'Nastav připomínku: {t} v {h}']
        ),
        {ka: t, kb: h},
        r.choice([{'ok': True}, 'saved', {'status': 'created'}]),
        (f'The reminder for {h} is set: {t}.' if lang == 'en' else f'Připomínka na {h} je nastavená: {t}.'),
    )


def t_translate(r, lang):
    t = words(r, lang, r.randint(1, 3))
    L, lc, code = r.choice(
        [
            ('German', 'němčiny', 'de'),
            ('French', 'francouzštiny', 'fr'),
            ('Spanish', 'španělštiny', 'es'),
            ('Italian', 'italštiny', 'it'),
            ('Polish', 'polštiny', 'pl'),
        ]
    )
    tool = {
        'name': nm(r, 'translate', 'translate_text'),
        'description': 'Translate a text.',
        'parameters': obj({'text': S(), (k := nm(r, 'language', 'target', 'target_language')): S()}),
    }
    f = words(r, 'en', 2)
    return (
        tool,
        r.choice(
            [f'Translate "{t}" to {L}.', f'How do you say "{t}" in {L}?']
            if lang == 'en'
            else [f'Přelož „{t}“ do {lc}.']
        ),
        {'text': t, k: L if lang == 'en' else lc},
        r.choice([{'translation': f}, f]),
        (f'"{t}" in {L} is "{f}".' if lang == 'en' else f'„{t}“ se přeloží „{f}“.'),
    )


def t_order(r, lang):
    i = f'{r.choice(["", "A", "ORD-", "INV"])}{r.randint(100, 99999)}'
    k = nm(r, 'order_id', 'id', 'number', 'order')
    st, sc = r.choice(
        [
            ('shipped', 'odesláno'),
            ('delivered', 'doručeno'),
            ('paid', 'zaplaceno'),
            ('cancelled', 'zrušeno'),
            ('waiting', 'čeká'),
        ]
    )
    tool = {
        'name': nm(r, 'get_order', 'order_status', 'lookup_order', 'get_order_status', 'find_order'),
        'description': nm(r, 'Get the status of an order.', 'Look up an order by its id'),
        'parameters': obj({k: S(D(r, 'The id of the order'))}),
    }
    return (
        tool,
        r.choice(
            [
                f'Where is my order {i}?',
                f'What is the status of order {i}?',
                f'Check order {i}',
                f'Has order {i} been shipped?',
            ]
            if lang == 'en'
            else [f'Kde je moje objednávka {i}?', f'Jaký je stav objednávky {i}?', f'Zkontroluj objednávku {i}']
        ),
        {k: i},
        r.choice([{'status': st}, {'id': i, 'status': st}]),
        (f'The status of order {i} is: {st}.' if lang == 'en' else f'Stav objednávky {i}: {st}.'),
    )


def t_price(r, lang):
    i = r.choice(
        ['apples', 'bread', 'milk', 'coffee', 'a laptop', 'a phone', 'gold', 'bitcoin', 'petrol', 'tea']
        if lang == 'en'
        else ['jablka', 'chléb', 'mléko', 'káva', 'notebook', 'telefon', 'zlato', 'bitcoin', 'benzín', 'čaj']
    )
    k = nm(r, 'product', 'item', 'name', 'symbol')
    p = r.randint(5, 9000)
    tool = {
        'name': nm(r, 'get_price', 'price', 'find_price', 'get_product_price'),
        'description': 'Get the price of a product.',
        'parameters': obj({k: S()}),
    }
    x = i[2:] if i.startswith('a ') else i
    return (
        tool,
        r.choice(
            [f'What is the price of {i}?', f'How much is {i}?', f'Price of {x}?']
            if lang == 'en'
            else [f'Jaká je cena: {i}?', f'Kolik stojí {i}?']
        ),
        {k: x},
        r.choice([{'price': p}, {'price': p, 'currency': 'CZK'}]),
        (f'The price of {x} is {p} CZK.' if lang == 'en' else f'Cena ({x}) je {p} Kč.'),
    )


def t_none(r, lang):
    tool = {
        'name': nm(r, 'get_balance', 'roll_dice', 'list_files', 'get_news', 'get_date', 'ping'),
        'parameters': {'type': 'object', 'properties': {}},
    }
    n = tool['name']
    tool['description'] = {
        'get_balance': 'Get the balance of the account.',
        'roll_dice': 'Roll a dice.',
        'list_files': 'List the files.',
        'get_news': 'Get the latest news.',
        'get_date': "Get today's date.",
        'ping': 'Check that the server is alive.',
    }[n]
    q = {
        'get_balance': [
            ['What is my balance?', 'How much money do I have?', 'Show my account balance.'],
            ['Jaký mám zůstatek?', 'Kolik mám peněz?'],
        ],
        'roll_dice': [['Roll a dice.', 'Throw the dice for me.'], ['Hoď kostkou.', 'Hoď mi kostkou']],
        'list_files': [['List my files.', 'Which files are there?'], ['Vypiš soubory.', 'Jaké tam jsou soubory?']],
        'get_news': [
            ['What is in the news?', 'Give me the latest news.'],
            ['Co je nového ve zprávách?', 'Ukaž zprávy.'],
        ],
        'get_date': [['What is the date today?', 'What day is it?'], ['Kolikátého je dnes?', 'Jaké je dnes datum?']],
        'ping': [['Is the server alive?', 'Ping the server.'], ['Běží server?', 'Zkus ping.']],
    }[n][0 if lang == 'en' else 1]
    v = r.choice([str(r.randint(1, 900)), words(r, lang, 2)])
    return (
        tool,
        r.choice(q),
        {},
        r.choice([{'result': v}, v]),
        (f'The result is: {v}.' if lang == 'en' else f'Výsledek: {v}.'),
    )


def t_currency(r, lang):
    n = r.randint(1, 5000)
    a, b = r.sample(['EUR', 'USD', 'CZK', 'GBP', 'PLN', 'JPY', 'CHF'], 2)
    ka, kf, kt = r.choice(
        [('amount', 'from', 'to'), ('amount', 'from_currency', 'to_currency'), ('value', 'source', 'target')]
    )
    v = round(n * r.uniform(0.05, 25), 2)
    tool = {
        'name': nm(r, 'convert_currency', 'currency_convert', 'exchange', 'convert'),
        'description': nm(r, 'Convert an amount between currencies.', 'Currency conversion'),
        'parameters': obj({ka: {'type': 'number'}, kf: S(), kt: S()}),
    }
    return (
        tool,
        r.choice(
            [
                f'Convert {n} {a} to {b}.',
                f'How much is {n} {a} in {b}?',
                f'{n} {a} to {b}',
                f'What are {n} {a} worth in {b}?',
                f'Exchange {n} {a} into {b}',
            ]
            if lang == 'en'
            else [
                f'Převeď {n} {a} na {b}.',
                f'Kolik je {n} {a} v {b}?',
                f'{n} {a} na {b}',
                f'Kolik {b} dostanu za {n} {a}?',
            ]
        ),
        {ka: n, kf: a, kt: b},
        r.choice([{'result': v}, v, {'amount': v, 'currency': b}]),
        (f'{n} {a} is {v} {b}.' if lang == 'en' else f'{n} {a} je {v} {b}.'),
    )


def t_timer(r, lang):
    n = r.randint(1, 90)
    k = nm(r, 'minutes', 'duration', 'time_minutes')
    tool = {
        'name': nm(r, 'set_timer', 'start_timer', 'timer'),
        'description': nm(r, 'Set a timer.', 'Starts a timer for some minutes'),
        'parameters': obj({k: {'type': 'integer'}}),
    }
    return (
        tool,
        r.choice(
            [
                f'Set a timer for {n} minutes.',
                f'Start a {n} minute timer',
                f'Timer: {n} minutes',
                f'Wake me in {n} minutes.',
                f'I need a timer for {n} minutes',
            ]
            if lang == 'en'
            else [
                f'Nastav časovač na {n} minut.',
                f'Spusť časovač, {n} minut',
                f'Časovač na {n} minut',
                f'Odpočítej {n} minut',
            ]
        ),
        {k: n},
        r.choice([{'ok': True}, 'started', {'status': 'running'}]),
        (f'The timer for {n} minutes is set.' if lang == 'en' else f'Časovač na {n} minut je nastavený.'),
    )


ROOM = [
    ('kitchen', 'v kuchyni', 'kuchyně'),
    ('bedroom', 'v ložnici', 'ložnice'),
    ('living room', 'v obýváku', 'obývák'),
    ('bathroom', 'v koupelně', 'koupelna'),
    ('garage', 'v garáži', 'garáž'),
    ('hall', 'v předsíni', 'předsíň'),
]


def t_light(r, lang):
    e, loc, c = r.choice(ROOM)
    on = r.random() < 0.5
    two = r.random() < 0.5
    k = nm(r, 'room', 'location', 'place')
    s = nm(r, 'state', 'action')
    props = {k: S(D(r, 'Room'))}
    if two:
        props[s] = {'type': 'string', 'enum': ['on', 'off']}
    tool = {
        'name': nm(r, 'set_light', 'light', 'control_light', 'switch_light')
        if two
        else ('turn_on_light' if on else 'turn_off_light'),
        'description': nm(r, 'Control the lights.', 'Switch a light on or off')
        if two
        else ('Turn on the light in a room.' if on else 'Turn off the light in a room.'),
        'parameters': obj(props),
    }
    args = {k: e if lang == 'en' else c}
    if two:
        args[s] = 'on' if on else 'off'
    w = 'on' if on else 'off'
    return (
        tool,
        r.choice(
            [
                f'Turn {w} the light in the {e}.',
                f'Switch {w} the {e} light',
                f'Lights {w} in the {e}, please.',
                f'Turn the {e} light {w}',
            ]
            if lang == 'en'
            else [
                f'{"Rozsviť" if on else "Zhasni"} {loc}.',
                f'{"Zapni" if on else "Vypni"} světlo {loc}.',
                f'Prosím {"rozsviť" if on else "zhasni"} {loc}',
            ]
        ),
        args,
        r.choice([{'ok': True}, 'done']),
        (f'The light in the {e} is {w}.' if lang == 'en' else f'Světlo {loc} je {"zapnuté" if on else "vypnuté"}.'),
    )


def t_stock(r, lang):
    y = ''.join(r.choice('ABCDEFGHIKLMNOPRSTVXZ') for _ in range(r.randint(2, 4)))
    k = nm(r, 'symbol', 'ticker')
    p = r.randint(3, 900)
    tool = {
        'name': nm(r, 'get_stock_price', 'stock_price', 'get_quote'),
        'description': nm(r, 'Get the price of a stock.', 'Current stock price by its symbol'),
        'parameters': obj({k: S(D(r, 'Ticker symbol'))}),
    }
    return (
        tool,
        r.choice(
            [f'What is the stock price of {y}?', f'How much is {y} stock?', f'{y} share price?', f'Price of {y} shares']
            if lang == 'en'
            else [f'Jaká je cena akcie {y}?', f'Kolik stojí akcie {y}?', f'Kurz akcie {y}?']
        ),
        {k: y},
        r.choice([{'price': p}, {k: y, 'price': p}]),
        (f'The price of {y} is {p}.' if lang == 'en' else f'Cena akcie {y} je {p}.'),
    )


def t_route(r, lang):
    ka, kb = r.choice([('from', 'to'), ('origin', 'destination'), ('start', 'end')])
    km = r.randint(5, 2000)
    tool = {
        'name': nm(r, 'get_distance', 'get_route', 'find_route', 'directions'),
        'description': nm(r, 'Distance between two cities.', 'Find the way from one place to another'),
        'parameters': obj({ka: S(), kb: S()}),
    }
    if lang == 'en':
        a, b = r.sample(CITY['en'], 2)
        q = r.choice(
            [
                f'How far is it from {a} to {b}?',
                f'Distance from {a} to {b}',
                f'Route from {a} to {b}, please',
                f'How do I get from {a} to {b}?',
            ]
        )
    else:
        a, b = (x[0] for x in r.sample(CITY['cs'], 2))
        q = r.choice(
            [f'Jak daleko je {a} – {b}?', f'Vzdálenost {a} {b}', f'Trasa {a} – {b}', f'Najdi cestu: {a} – {b}']
        )
    return (
        tool,
        q,
        {ka: a, kb: b},
        r.choice([{'distance_km': km}, {'km': km}]),
        (f'It is {km} km from {a} to {b}.' if lang == 'en' else f'{a} – {b}: {km} km.'),
    )


def t_message(r, lang):
    n = r.choice(talk.NAMES[lang]) if r.random() < 0.7 else unknown.pseudo(r)
    t = words(r, lang, r.randint(2, 4))
    ka, kb = r.choice([('person', 'text'), ('to', 'message'), ('recipient', 'body'), ('name', 'text')])
    tool = {
        'name': nm(r, 'send_message', 'send_sms', 'message', 'text_person'),
        'description': nm(r, 'Send a message to a person', 'Send an SMS.'),
        'parameters': obj({ka: S(), kb: S()}),
    }
    clause = r.choice(
        ['dinner is on the table', 'I am late', 'the train is late', 'the meeting is over', 'we won', 'the car is here', 'lunch is at noon', 'I love the cake', 'the door is open', 'the parcel has come']
        if lang == 'en'
        else ['oběd je na stole', 'přijdu pozdě', 'vlak má zpoždění', 'schůzka skončila', 'vyhráli jsme', 'auto už je tady', 'dveře jsou otevřené', 'přišel balík']
    )
    if r.random() < 0.4:
        q = r.choice(
            [f'Tell {n} that {clause}', f'Let {n} know that {clause}.', f'Please tell {n} that {clause}.', f'Write {n} that {clause}', f'Message {n} that {clause}.']
            if lang == 'en'
            else [f'Řekni, že {clause}, komu: {n}', f'Napiš zprávu pro {n}, že {clause}.', f'Pošli zprávu, {n}: {clause}', f'Dej vědět, že {clause}. Komu: {n}']
        )
        done = f'The message to {n} was sent.' if lang == 'en' else f'Zpráva ({n}) byla odeslána.'
        return (tool, q, {ka: n, kb: clause}, r.choice([{'status': 'sent'}, 'sent', {'ok': True}]), done)
    return (
        tool,
        r.choice(
            [f'Send {n} the message "{t}".', f'Text {n}: {t}', f'Tell {n} "{t}"', f'Send a message to {n}: {t}']
            if lang == 'en'
            else [f'Pošli zprávu, {n}: {t}', f'Napiš zprávu pro {n}: {t}', f'Pošli SMS „{t}“, komu: {n}']
        ),
        {ka: n, kb: t},
        r.choice([{'status': 'sent'}, 'sent', {'ok': True}]),
        (f'The message to {n} was sent.' if lang == 'en' else f'Zpráva ({n}) byla odeslána.'),
    )


def t_event(r, lang):
    t = words(r, lang, r.randint(1, 2))
    d = f'{r.randint(2025, 2030)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}'
    ka, kb = r.choice([('title', 'date'), ('name', 'date'), ('event', 'day')])
    tool = {
        'name': nm(r, 'create_event', 'add_event', 'calendar_add', 'schedule'),
        'description': nm(r, 'Add an event to the calendar.', 'Create a calendar event'),
        'parameters': obj({ka: S(), kb: S(D(r, 'YYYY-MM-DD'))}),
    }
    return (
        tool,
        r.choice(
            [f'Add "{t}" to my calendar on {d}.', f'Create an event {t} on {d}', f'Schedule {t} for {d}.']
            if lang == 'en'
            else [f'Přidej do kalendáře „{t}“ na {d}.', f'Vytvoř událost {t}, datum {d}', f'Naplánuj {t} na {d}.']
        ),
        {ka: t, kb: d},
        r.choice([{'ok': True}, {'id': r.randint(1, 99)}, 'created']),
        (f'The event {t} on {d} is in the calendar.' if lang == 'en' else f'Událost {t} je v kalendáři na {d}.'),
    )


def t_music(r, lang):
    t = cap(words(r, lang, r.randint(1, 2))) if r.random() < 0.6 else unknown.pseudo(r)
    k = nm(r, 'song', 'title', 'query', 'track')
    tool = {
        'name': nm(r, 'play_music', 'play_song', 'play'),
        'description': nm(r, 'Play a song.', 'Plays music'),
        'parameters': obj({k: S()}),
    }
    return (
        tool,
        r.choice(
            [f'Play {t}.', f'Play the song "{t}"', f'Put on {t}', f'I want to hear {t}']
            if lang == 'en'
            else [f'Přehraj {t}.', f'Pusť písničku „{t}“', f'Zahraj {t}']
        ),
        {k: t},
        r.choice([{'status': 'playing'}, 'playing']),
        (f'Now playing {t}.' if lang == 'en' else f'Hraje {t}.'),
    )


def t_table(r, lang):
    n = r.randint(2, 12)
    h = f'{r.randint(11, 22)}:{r.choice(["00", "30"])}'
    ka, kb = r.choice([('people', 'time'), ('guests', 'time'), ('party_size', 'at')])
    tool = {
        'name': nm(r, 'book_table', 'reserve_table', 'make_reservation'),
        'description': nm(r, 'Book a table in the restaurant.', 'Reserve a table'),
        'parameters': obj({ka: {'type': 'integer'}, kb: S()}),
    }
    return (
        tool,
        r.choice(
            [f'Book a table for {n} at {h}.', f'Reserve a table for {n} people at {h}', f'Table for {n} at {h}, please']
            if lang == 'en'
            else [
                f'Rezervuj stůl pro {n} v {h}.',
                f'Zarezervuj stůl pro {n} lidí na {h}',
                f'Stůl pro {n} v {h}, prosím',
            ]
        ),
        {ka: n, kb: h},
        r.choice([{'ok': True}, {'status': 'booked'}]),
        (f'A table for {n} is booked at {h}.' if lang == 'en' else f'Stůl pro {n} je rezervovaný na {h}.'),
    )


DO_CS = {
    'create': 'Vytvoř',
    'delete': 'Smaž',
    'open': 'Otevři',
    'close': 'Zavři',
    'get': 'Najdi',
    'show': 'Ukaž',
    'start': 'Spusť',
    'stop': 'Zastav',
    'update': 'Uprav',
    'read': 'Přečti',
}
OBJ_CS = {
    'ticket': 'tiket',
    'file': 'soubor',
    'user': 'uživatele',
    'project': 'projekt',
    'note': 'poznámku',
    'task': 'úkol',
    'event': 'událost',
    'account': 'účet',
    'document': 'dokument',
    'room': 'místnost',
    'lamp': 'lampu',
    'door': 'dveře',
    'song': 'písničku',
    'report': 'zprávu',
    'server': 'server',
    'page': 'stránku',
    'customer': 'zákazníka',
    'issue': 'problém',
    'product': 'produkt',
    'timer': 'časovač',
}
VERBS = [
    ('create', 'Create'),
    ('delete', 'Delete'),
    ('open', 'Open'),
    ('close', 'Close'),
    ('get', 'Get'),
    ('show', 'Show'),
    ('start', 'Start'),
    ('stop', 'Stop'),
    ('update', 'Update'),
    ('read', 'Read'),
]
OBJS = [
    'ticket',
    'file',
    'user',
    'project',
    'note',
    'task',
    'event',
    'account',
    'document',
    'room',
    'lamp',
    'door',
    'song',
    'report',
    'server',
    'page',
    'customer',
    'issue',
    'product',
    'timer',
]


def t_generic(r, lang):
    """A tool made up on the spot: verb_object(name)."""
    v, V = r.choice(VERBS)
    o = r.choice(OBJS)
    k = nm(r, 'name', 'id', o, o + '_name', 'title')
    tool = {
        'name': r.choice([f'{v}_{o}', f'{v}{cap(o)}', f'{o}_{v}']),
        'description': f'{V} a {o}.',
        'parameters': obj({k: S()}),
    }
    x = r.choice(
        [
            words(r, 'en', 1),
            cap(words(r, 'en', 1)),
            f'{r.randint(1, 999)}',
            r.choice(talk.NAMES['en']),
            ''.join(r.choice('abcdefgh0123456789') for _ in range(6)),
        ]
    )
    return (
        tool,
        (
            r.choice([f'{V} the {o} {x}.', f'{V} {o} {x}', f'Please {v} the {o} "{x}".', f'Can you {v} the {o} {x}?'])
            if lang == 'en'
            else r.choice(
                [
                    f'{DO_CS[v]} {OBJ_CS[o]} {x}.',
                    f'{DO_CS[v]} {OBJ_CS[o]} „{x}“',
                    f'Prosím, {low(DO_CS[v])} {OBJ_CS[o]} {x}',
                    f'Zavolej {tool["name"]} pro {x}',
                    f'Použij nástroj {tool["name"]}: {x}',
                ]
            )
        ),
        {k: x},
        r.choice([{'ok': True}, 'done', {'status': 'ok'}]),
        (f'Done: {v} {o} {x}.' if lang == 'en' else f'Hotovo: {v} {o} {x}.'),
    )


ALL = [
    t_weather,
    t_weather,
    t_weather,
    t_time,
    t_calc,
    t_add,
    t_search,
    t_email,
    t_remind,
    t_translate,
    t_order,
    t_price,
    t_none,
    t_currency,
    t_timer,
    t_light,
    t_stock,
    t_route,
    t_message,
    t_message,
    t_event,
    t_music,
    t_table,
    t_generic,
    t_generic,
    t_generic,
    t_generic,
]


def dumps(o):
    return json.dumps(o, ensure_ascii=False)


def others(r, lang, have):
    out = []
    for _ in range(r.choice([0, 0, 1, 1, 2, 3])):
        t = r.choice(ALL)(r, lang)[0]
        if t['name'] not in have:
            out.append(t)
            have.add(t['name'])
    return out


@domain('tools', 16)
def tools(r, lang):
    f = r.choice(ALL)
    tool, q, args, res, a = f(r, lang)
    have = {tool['name']}
    ts = [tool] + [
        t
        for t in others(r, lang, have)
        if not (
            f in (t_calc, t_add, t_search)
            and any(x in t['name'] for x in ('calc', 'add', 'multiply', 'evaluate', 'search', 'look', 'find'))
        )
    ]
    r.shuffle(ts)
    m = r.random()
    argtext = dumps(args)
    q2 = noisy(r, q, lang, 0.5)
    if all(str(v) in q2 or str(v) not in q for v in args.values()):
        q = q2  # noise must not touch what is to be copied
    call = ['call', [(tool['name'], argtext)]]
    if r.random() < 0.05 and f in (t_weather, t_time):  # two places at once: two calls
        t2, _, a2, _, _ = f(r, lang)
        k1 = next(iter(args))
        v2 = next(iter(a2.values()))
        if len(args) == 1 and v2 != args[k1]:
            what = ('the weather', 'Počasí') if f is t_weather else ('the time', 'Kolik je hodin')
            q = (
                r.choice(
                    [f'What is {what[0]} in {args[k1]} and {v2}?', f'Tell me {what[0]} in {args[k1]} and in {v2}.']
                )
                if lang == 'en'
                else f'{what[1]}: {args[k1]} a {v2}'
            )
            return Item(
                lang,
                '',
                '',
                tools=ts,
                msgs=[['u', q], ['call', [(tool['name'], argtext), (tool['name'], dumps({k1: v2}))]]],
                chain=False,
            )
    if m < 0.45:
        return Item(lang, '', '', tools=ts, msgs=[['u', q], call], chain=False)
    restext = (
        res
        if isinstance(res, str)
        else dumps(res)
        if r.random() < 0.6
        else json.dumps(res, ensure_ascii=False, separators=(',', ':'))
    )
    if m < 0.75:
        if r.random() < 0.5:
            argtext = json.dumps(args, ensure_ascii=False, separators=(',', ':'))
            hist = ['callx', [(tool['name'], argtext)]]
        else:
            hist = call
        msgs = [['u', q], hist, ['tool', restext], ['a', a]]
        if r.random() < 0.2:
            x = talk.talk(r, lang, lang)
            msgs += [['u', x.q], ['a', x.a]]
        elif r.random() < 0.25:
            t2, q2, a2, r2, _ = f(r, lang)
            if set(a2) == set(args) and t2['name'] == tool['name']:
                msgs += [['u', q2], ['call', [(tool['name'], dumps(a2))]]]
        return Item(lang, '', '', tools=ts, msgs=msgs, chain=False)
    # tools are there, none fits
    k = r.random()
    if k < 0.35:
        x = talk.talk(r, lang, lang)
    elif k < 0.75:
        x = r.choice(
            [
                geo.country,
                facts.general,
                facts.general,
                boreal.faq,
                facts.works,
                maths.arith,
                maths.calendar,
                everyday.everyday,
                facts.words_,
                twostep.twostep,
            ]
        )(r, lang, lang)
    else:
        x = unknown.unknown(r, lang, lang)
    names = ' '.join(t['name'] for t in ts)
    if any(
        w in names
        for w in (
            'search',
            'lookup',
            'find',
            'calc',
            'evaluate',
            'add',
            'multiply',
            'news',
            'date',
            'time',
            'clock',
            'weather',
            'translate',
            'balance',
            'price',
            'files',
        )
    ):
        x = (
            r.choice([boreal.faq, facts.works, geo.country, facts.general, everyday.everyday])(r, lang, lang)
            if not any(w in names for w in ('search', 'lookup', 'find'))
            else r.choice([boreal.faq, geo.country])(r, lang, lang)
        )
    return Item(lang, '', '', tools=ts, msgs=[['u', noisy(r, x.q, lang, 0.5)], ['a', x.a]], chain=False)
