import { defineTexts } from '../../language.tsx';

export const quickStartTexts = defineTexts({
  en: {
    title: 'Quick start',
    lead: 'Programs for the APIs of OpenAI (Chat Completions, Responses) and Anthropic (Messages) work here: give them this address and a key.',
    step1: '1. Address',
    addressLead:
      'The base address of the API. Some programs call it base URL. Anthropic’s clients take it without /v1.',
    step2: '2. Key',
    keyLead: 'A key is shown once, when it is made. Keep it in the environment of your shell, never in code.',
    keyLink: 'Make a key',
    keyCommand: 'Then, in your terminal',
    step3: '3. First request',
    language: 'Language',
    form: 'API',
    install: (command: string) => `Needs the official library: ${command}`,
    reference: 'Every field, status and error: API reference',
    model: 'Model',
    aliases: (names: string) => `Other names of this model: ${names}`,
    context: (tokens: string) => `Question and answer together: at most ${tokens} tokens.`,
    test: 'Or test it right here',
    testLead: 'Sends one tiny request from your account, without a key.',
    testAction: 'Send a test request',
    testAnswer: 'Answer',
    testPrice: 'It cost',
    receipt: 'Receipt',
    toBilling: 'Go to billing',
    editors: 'Editors and agents',
    editorsLead: 'Each needs the address, a key and the name of a model. Copy what fits.',
    tool: 'Editor or agent',
    inFile: (path: string) => `Write this into ${path}:`,
    inShell: 'Start it like this:',
    inForm: 'Fill in its settings:',
    smallContext: (needed: string, model: string, has: string) =>
      `It needs a context of about ${needed} tokens, and ${model} has ${has}: it will not work with this model.`,
    noModels: 'There are no models yet',
    noModelsLead: 'As soon as the operator adds one, this page shows how to ask it.',
    noTool: 'It needs a model that takes tools, and none is offered here.',
    notes: {
      'claude-code': () =>
        'It speaks /v1/messages. Its own names, such as sonnet, work where the operator has made aliases of them.',
      codex: (key: string) =>
        `Start it with ${key} in its environment. Its search is off: this service runs no tools of its own.`,
      opencode: (key: string) => `It reads the key from the environment variable ${key}.`,
      'qwen-code': (key: string) =>
        `Start it with ${key} in its environment. The limit is what this model can answer at most.`,
      'kimi-code': (key: string) =>
        `Start it with ${key} in its environment. The limit is what this model can answer at most.`,
      continue: (key: string) => `Put the key into the file ~/.continue/.env as ${key}=….`,
      zed: (key: string) => `Set the key in Zed’s provider settings, or start Zed with ${key} in its environment.`,
      cline: (key: string) => `Paste your key where it says ${key}.`,
      copilot: () => 'It works only with models that take tools.',
      aider: () => 'The name of the model begins with openai/: that is how aider knows the protocol.',
      gptel: (key: string) => `Emacs must be started with ${key} in its environment.`,
      'vim-ai': (_key: string, slug: string) =>
        `Put the key into the file ~/.config/${slug}.token, readable by you alone.`,
      'open-webui': () =>
        'It keeps this from its first start on, the key too; later change it in its admin settings. Its own tools are off: they are sent, and paid, with every message. Titles and tags of chats are requests of their own.',
    },
    unknownContext: {
      'left-out':
        'How many tokens fit into a chat with this model is not known here, so the settings do not say it. Ask the operator and add the number: then long chats are shortened in time.',
      least:
        'How many tokens fit into a chat with this model is not known here. This tool needs a number, so the file names the longest answer, which certainly fits. Ask the operator for the right one.',
    },
    notListed: 'Not listed? Look for “OpenAI compatible”, “custom provider” or “base URL” in its settings.',
  },
  cs: {
    title: 'Začínáme',
    lead: 'Službu mohou používat programy pro API OpenAI (Chat Completions, Responses) i Anthropic (Messages): stačí jim zadat tuto adresu a klíč.',
    step1: '1. Adresa',
    addressLead: 'Základní adresa API. Některé programy jí říkají base URL. Klientům Anthropic ji zadejte bez /v1.',
    step2: '2. Klíč',
    keyLead: 'Klíč se zobrazí jen jednou, při vytvoření. Uložte ho do proměnné prostředí, nikdy do kódu.',
    keyLink: 'Vytvořit klíč',
    keyCommand: 'Potom v terminálu',
    step3: '3. První požadavek',
    language: 'Jazyk',
    form: 'API',
    install: (command) => `Potřebuje oficiální knihovnu: ${command}`,
    reference: 'Popis API: všechna pole, stavy a chyby',
    model: 'Model',
    aliases: (names) => `Další názvy tohoto modelu: ${names}`,
    context: (tokens) => `Dotaz a odpověď dohromady: nejvýše ${tokens} tokenů.`,
    test: 'Nebo to vyzkoušejte rovnou tady',
    testLead: 'Pošle jeden malý požadavek z vašeho účtu, bez klíče.',
    testAction: 'Poslat zkušební požadavek',
    testAnswer: 'Odpověď',
    testPrice: 'Stálo to',
    receipt: 'Účtenka',
    toBilling: 'Přejít na vyúčtování',
    editors: 'Editory a agenti',
    editorsLead: 'Každý potřebuje adresu, klíč a název modelu. Zkopírujte si nastavení svého programu.',
    tool: 'Editor nebo agent',
    inFile: (path) => `Do souboru ${path} napište:`,
    inShell: 'Spusťte ho takto:',
    inForm: 'Vyplňte v jeho nastavení:',
    smallContext: (needed, model, has) =>
      `Potřebuje kontext asi ${needed} tokenů a ${model} má ${has}: s tímto modelem fungovat nebude.`,
    noModels: 'Zatím tu nejsou žádné modely',
    noModelsLead: 'Jakmile provozovatel nějaký přidá, najdete zde, jak se ho zeptat.',
    noTool: 'Potřebuje model, který podporuje nástroje, a takový v nabídce není.',
    notes: {
      'claude-code': () =>
        'Komunikuje přes /v1/messages. Jeho vlastní názvy, třeba sonnet, fungují tam, kde pro ně provozovatel zavedl aliasy.',
      codex: (key) => `Spusťte ho s ${key} v prostředí. Vyhledávání je vypnuté: služba sama žádné nástroje nespouští.`,
      opencode: (key) => `Klíč čte z proměnné prostředí ${key}.`,
      'qwen-code': (key) => `Spusťte ho s ${key} v prostředí. Limit je nejdelší odpověď tohoto modelu.`,
      'kimi-code': (key) => `Spusťte ho s ${key} v prostředí. Limit je nejdelší odpověď tohoto modelu.`,
      continue: (key) => `Klíč napište do souboru ~/.continue/.env jako ${key}=….`,
      zed: (key) => `Klíč zadejte v nastavení poskytovatelů v Zedu, nebo Zed spusťte s ${key} v prostředí.`,
      cline: (key) => `Místo ${key} vložte svůj klíč.`,
      copilot: () => 'Funguje jen s modely, které podporují nástroje.',
      aider: () => 'Název modelu začíná openai/: tak aider pozná protokol.',
      gptel: (key) => `Emacs musí být spuštěn s ${key} v prostředí.`,
      'vim-ai': (_key, slug) => `Klíč uložte do souboru ~/.config/${slug}.token, který smíte číst jen vy.`,
      'open-webui': () =>
        'Nastavení i klíč si uloží při prvním spuštění; později je změňte v jeho administraci. Vlastní nástroje má vypnuté: posílaly by se, a platily, s každou zprávou. Názvy a štítky konverzací jsou samostatné požadavky.',
    },
    unknownContext: {
      'left-out':
        'Kolik tokenů se vejde do konverzace s tímto modelem, tady není známo, a proto to v nastavení není. Zeptejte se provozovatele a číslo doplňte: dlouhé konverzace se pak včas zkrátí.',
      least:
        'Kolik tokenů se vejde do konverzace s tímto modelem, tady není známo. Program číslo vyžaduje, a proto je v souboru nejdelší odpověď, která se vejde určitě. Na správné číslo se zeptejte provozovatele.',
    },
    notListed:
      'Chybí tu váš program? Hledejte v jeho nastavení „OpenAI compatible“, „custom provider“ nebo „base URL“.',
  },
});
