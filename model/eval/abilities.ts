/** What a chat can ask besides a plain question: tools, JSON, system prompts, follow-up questions, thinking. */
import type OpenAI from 'openai';
import type { Answer, Asked } from './ask.ts';
import { soundsHonest } from './judge.ts';

export type Ability = {
  readonly kind: 'tool choice' | 'tool result' | 'JSON' | 'system prompt' | 'follow-up' | 'thinking';
  readonly asked: Asked;
  readonly isRight: (answer: Answer) => boolean;
};

type Message = OpenAI.ChatCompletionMessageParam;
type Properties = Readonly<Record<string, { readonly type: string }>>;

const tool = (name: string, description: string, properties: Properties): OpenAI.ChatCompletionFunctionTool => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties, required: Object.keys(properties) } },
});
const WEATHER = tool('get_weather', 'Get the current weather in a given location', { location: { type: 'string' } });
const MESSAGE = tool('send_message', 'Send a message to a person', {
  person: { type: 'string' },
  text: { type: 'string' },
});
const ORDER = tool('order_status', 'Look up an order by its id', { order_id: { type: 'string' } });
const CALCULATE = tool('calculate', 'Evaluate an arithmetic expression.', { expression: { type: 'string' } });
const TIMER = tool('set_timer', 'Set a timer for a number of minutes', { minutes: { type: 'integer' } });
const TRANSLATE = tool('translate', 'Translate a text into another language', {
  text: { type: 'string' },
  language: { type: 'string' },
});

const user = (content: string): Message => ({ role: 'user', content });

type Tools = readonly OpenAI.ChatCompletionFunctionTool[];

function calls(ask: string, tools: Tools, call: { readonly name: string; readonly arguments: object }): Ability {
  return {
    kind: 'tool choice',
    asked: { messages: [user(ask)], tools: [...tools] },
    isRight: (answer) =>
      answer.call?.name === call.name &&
      JSON.stringify(parsed(answer.call.arguments)) === JSON.stringify(call.arguments),
  };
}

const answersItself = (ask: string, tools: Tools): Ability => ({
  kind: 'tool choice',
  asked: { messages: [user(ask)], tools: [...tools] },
  isRight: ({ call, text }) => !call && text !== '',
});

type Result = {
  readonly name: string;
  readonly arguments: string;
  readonly content: string;
  readonly right: RegExp;
};

function reads(ask: string, { name, arguments: given, content, right }: Result): Ability {
  const call = { id: 'call_1', type: 'function' as const, function: { name, arguments: given } };
  return {
    kind: 'tool result',
    asked: {
      tools: [WEATHER, ORDER, CALCULATE],
      messages: [
        user(ask),
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content },
      ],
    },
    isRight: ({ text }) => right.test(text),
  };
}

function writesJson(ask: string, properties: Properties | undefined, right: RegExp): Ability {
  const schema = properties && {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
  return {
    kind: 'JSON',
    asked: {
      messages: [user(ask)],
      response_format: schema
        ? { type: 'json_schema', json_schema: { name: 'answer', schema } }
        : { type: 'json_object' },
    },
    isRight: ({ text }) => parsed(text) !== undefined && right.test(text),
  };
}

const obeys = (system: string, ask: string, right: RegExp): Ability => ({
  kind: 'system prompt',
  asked: { messages: [{ role: 'system', content: system }, user(ask)] },
  isRight: ({ text }) => right.test(text),
});

/** The turns of user and assistant, one after the other, up to a question. */
const follows = (turns: readonly string[], right: RegExp): Ability => ({
  kind: 'follow-up',
  asked: { messages: turns.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content })) },
  isRight: ({ text }) => right.test(text),
});

const thinks = (ask: string, isRight: (text: string) => boolean): Ability => ({
  kind: 'thinking',
  asked: { model: 'svc-polaris', messages: [user(ask)] },
  isRight: ({ text, reasoning }) => reasoning !== '' && isRight(text),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const STRING = { type: 'string' };
const INTEGER = { type: 'integer' };
const location = (place: string) => ({ name: 'get_weather', arguments: { location: place } });
const orderId = (id: string) => ({ name: 'order_status', arguments: { order_id: id } });

export const ABILITIES: readonly Ability[] = [
  calls('What is the weather in Lisbon?', [WEATHER], location('Lisbon')),
  calls('weather Prague please', [WEATHER, ORDER], location('Prague')),
  calls('How is the weather in New York today?', [MESSAGE, WEATHER], location('New York')),
  calls('Is it raining in Dublin?', [WEATHER, ORDER, CALCULATE], location('Dublin')),
  calls('Jaké je počasí v Brně?', [WEATHER], location('Brno')),
  calls('Jak je dnes v Praze?', [WEATHER, CALCULATE], location('Praha')),
  calls('Where is my order 48213?', [ORDER, WEATHER], orderId('48213')),
  calls('Kde je moje objednávka A777?', [ORDER], orderId('A777')),
  calls('Jaký je stav objednávky 5566?', [WEATHER, ORDER], orderId('5566')),
  calls('Calculate 4821 * 377.', [CALCULATE, WEATHER], { name: 'calculate', arguments: { expression: '4821 * 377' } }),
  calls('Set a timer for 12 minutes', [TIMER, WEATHER], { name: 'set_timer', arguments: { minutes: 12 } }),
  calls('Nastav časovač na 5 minut', [WEATHER, TIMER], { name: 'set_timer', arguments: { minutes: 5 } }),
  calls('Tell Petr that dinner is ready', [MESSAGE, TRANSLATE], {
    name: 'send_message',
    arguments: { person: 'Petr', text: 'dinner is ready' },
  }),
  answersItself('What is the capital of France?', [WEATHER]),
  answersItself('Hello!', [WEATHER, ORDER]),
  answersItself('Ahoj, jak se máš?', [WEATHER]),
  answersItself('Who wrote Hamlet?', [ORDER, WEATHER]),
  answersItself('Kdo jsi?', [WEATHER, ORDER]),
  answersItself('What does error 401 mean?', [ORDER]),
  answersItself('Thank you very much', [TIMER, TRANSLATE]),

  reads('What is the weather in Oslo?', {
    ...{ name: 'get_weather', arguments: '{"location": "Oslo"}' },
    ...{ content: '{"temperature": -4, "condition": "snow"}', right: /-4/ },
  }),
  reads('Where is my order 991?', {
    ...{ name: 'order_status', arguments: '{"order_id": "991"}' },
    ...{ content: '{"status": "shipped"}', right: /shipped/ },
  }),
  reads('Jaké je počasí v Plzni?', {
    ...{ name: 'get_weather', arguments: '{"location": "Plzeň"}' },
    ...{ content: '{"temperature": 21, "condition": "sunny"}', right: /21/ },
  }),
  reads('Calculate 4821 * 377.', {
    ...{ name: 'calculate', arguments: '{"expression": "4821 * 377"}' },
    ...{ content: '1817517', right: /1817517/ },
  }),

  writesJson('What is the capital of Spain?', { capital: STRING, country: STRING }, /Madrid/),
  writesJson('What is 6 * 7?', { result: INTEGER }, /42/),
  writesJson('Who wrote Hamlet?', { answer: STRING }, /Shakespeare/),
  writesJson('Jaké je hlavní město Polska?', { odpověď: STRING }, /Varšava/),
  writesJson('Tell me the capital of Italy as JSON.', undefined, /Rome/),
  writesJson(
    'Anna is 31 years old and lives in Brno. Extract name, age and city.',
    { name: STRING, age: INTEGER, city: STRING },
    /Anna.*31.*Brno/s,
  ),

  obeys('Answer in Czech.', 'What is the capital of Germany?', /Berlín/),
  obeys('Answer in English.', 'Jaké je hlavní město Rakouska?', /Vienna/),
  obeys('Reply only with OK', 'What is the capital of France?', /^OK\.?$/),
  obeys('Answer with one word.', 'What is the capital of France?', /^Paris\.?$/),
  obeys('You are a pirate.', 'Who wrote Hamlet?', /Shakespeare/),
  obeys('You are a helpful assistant.', 'What is 12 + 13?', /25/),

  follows(['What is the capital of France?', 'The capital of France is Paris.', 'And its currency?'], /euro/i),
  follows(['What is the capital of France?', 'The capital of France is Paris.', 'And Italy?'], /Rome/),
  follows(['Jaké je hlavní město Polska?', 'Hlavní město Polska je Varšava.', 'A měna?'], /zlot/),
  follows(['Jaké je hlavní město Polska?', 'Hlavní město Polska je Varšava.', 'A Maďarska?'], /Budapešť/),
  follows(['My name is Gustav.', 'Nice to meet you, Gustav! How can I help you?', 'What is my name?'], /Gustav/),
  follows(['Jak se anglicky řekne pes?', '„pes“ je anglicky „dog“.', 'A kočka?'], /cat/),
  follows(['Hi', 'Hello! How can I help you?', 'What is 5 + 6?'], /11/),

  thinks('What is 27 + 48?', (text) => /75/.test(text)),
  thinks('Kolik je 36 + 47?', (text) => /83/.test(text)),
  thinks('What is the capital of Hungary?', (text) => /Budapest/.test(text)),
  thinks('Kdo napsal R.U.R.?', (text) => /Čapek/.test(text)),
  thinks('What is 13 * 6?', (text) => /78/.test(text)),
  thinks('Explain quantum chromodynamics.', soundsHonest),
  thinks('Kolik je 9 krát 8?', (text) => /72/.test(text)),
  thinks('How many letters are in garden?', (text) => /6/.test(text)),
];
