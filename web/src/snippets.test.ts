import { describe, expect, test } from 'bun:test';
import { curlSnippet, pythonSnippet, typescriptSnippet } from './snippets.ts';

const PARTS = { baseUrl: 'https://api.example.com/v1', model: 'svc-frost', key: 'sk-boreal-abc' };

/** Quotes of every kind, a line break, what a shell would run, and signs beyond Latin. */
const NAUGHTY = `It's "quoted" \\ $(touch x) \`id\` \n 'end' — čšž 🦊 \u2028 </script>`;
const MESSAGES = [{ role: 'user', content: NAUGHTY }];

describe('curl', () => {
  test('a secret is written into the request', () => {
    expect(curlSnippet(PARTS)).toBe(
      [
        `curl 'https://api.example.com/v1/chat/completions' \\`,
        `  -H 'Authorization: Bearer sk-boreal-abc' \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  -d '{`,
        `  "model": "svc-frost",`,
        `  "messages": [`,
        `    {`,
        `      "role": "user",`,
        `      "content": "Say hello in one short sentence."`,
        `    }`,
        `  ]`,
        `}'`,
      ].join('\n'),
    );
  });

  test('a name of the environment stays a name that the shell fills in', () => {
    expect(curlSnippet({ ...PARTS, key: '$BOREAL_API_KEY' })).toContain('"Authorization: Bearer $BOREAL_API_KEY"');
  });

  test('a shell hands every sign of the body on as it is', () => {
    const snippet = curlSnippet({ ...PARTS, body: { messages: MESSAGES } });

    const said = Bun.spawnSync(['sh', '-c', snippet.replace('curl', `printf '%s\\0'`)]).stdout.toString();

    const body = said.split('\0').at(-2)!;
    expect(JSON.parse(body)).toEqual({ model: 'svc-frost', messages: MESSAGES });
  });

  test('a stream is shown while it comes', () => {
    expect(curlSnippet({ ...PARTS, body: { stream: true } })).toStartWith('curl -N ');
  });
});

describe('TypeScript', () => {
  test('the text is a program that asks for exactly the given body', async () => {
    const body = { messages: MESSAGES, temperature: 0.5, stop: null, logprobs: true, 'x-odd "name"': [] };

    const asked = await run(typescriptSnippet({ ...PARTS, body }));

    expect(asked).toEqual([
      { baseURL: PARTS.baseUrl, apiKey: PARTS.key },
      { model: 'svc-frost', ...body },
    ]);
  });

  test('a name of the environment is read there', () => {
    expect(typescriptSnippet({ ...PARTS, key: '$BOREAL_API_KEY' })).toContain('apiKey: process.env.BOREAL_API_KEY,');
  });

  test('a stream is read piece by piece', () => {
    expect(typescriptSnippet({ ...PARTS, body: { stream: true } })).toContain('for await (const chunk of stream)');
  });
});

describe('Python', () => {
  test('values are written as Python has them', () => {
    const body = { messages: MESSAGES, stream: false, stop: null, logprobs: true, tools: [{ type: 'function' }] };

    const snippet = pythonSnippet({ ...PARTS, body });

    expect(snippet).toContain(
      '    stream=False,\n    stop=None,\n    logprobs=True,\n    tools=[{"type": "function"}],\n)',
    );
    expect(snippet).toContain('print(answer.choices[0].message.content)');
  });

  test('a secret is in the program, a name of the environment is read there', () => {
    expect(pythonSnippet(PARTS)).toContain('api_key="sk-boreal-abc",');
    expect(pythonSnippet({ ...PARTS, key: '$BOREAL_API_KEY' })).toContain('api_key=os.environ["BOREAL_API_KEY"],');
  });

  test('what is not set is left out', () => {
    expect(pythonSnippet({ ...PARTS, body: { seed: undefined } })).not.toContain('seed');
  });
});

/** Runs a program with a client that only records its calls. */
async function run(program: string): Promise<readonly unknown[]> {
  const asked: unknown[] = [];
  class Client {
    readonly chat = {
      completions: {
        create: async (body: unknown) => {
          asked.push(body);
          return { choices: [] };
        },
      },
    };
    constructor(options: unknown) {
      asked.push(options);
    }
  }
  const withoutImport = program.replace(/^import .*\n/, '').replace(/^console\.log.*$/m, '');
  const AsyncFunction = (async () => {}).constructor as new (
    name: string,
    text: string,
  ) => (client: unknown) => unknown;
  await new AsyncFunction('OpenAI', withoutImport)(Client);
  return asked;
}
