import { describe, expect, test } from 'bun:test';
import { modelView } from '../../model-view.fixture.ts';
import {
  bodyOf,
  type Draft,
  draftFrom,
  EMPTY_DRAFT,
  openCalls,
  type Turn,
  withoutBytes,
  withoutTurn,
} from './draft.ts';

const draft = (about: Partial<Draft>): Draft => ({ ...EMPTY_DRAFT, ...about });
const parameters = (about: Partial<Draft['parameters']>) => ({ ...EMPTY_DRAFT.parameters, ...about });
const TOOLS = '[{"type":"function","function":{"name":"get_weather"}}]';
const CALL = { id: 'call_1', name: 'get_weather', arguments: '{}' };
const TURNS: readonly Turn[] = [
  { id: '1', role: 'user', content: 'Weather?' },
  { id: '2', role: 'assistant', content: '', toolCalls: [CALL, { ...CALL, id: 'call_2' }] },
  { id: '3', role: 'tool', content: 'Rain', toolCallId: 'call_1' },
];

describe('the request of a draft', () => {
  test('has only what was set, and asks for a stream with usage', () => {
    const { body, problems } = bodyOf(draft({ turns: [{ id: '1', role: 'user', content: 'Hi' }] }), modelView());

    expect(problems).toEqual({});
    expect(body).toEqual({
      model: 'svc-frost',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test('holds pictures behind the text, and is read without their bytes', () => {
    const url = 'data:image/png;base64,AAAA';
    const turns: readonly Turn[] = [
      { id: '1', role: 'user', content: 'What is it?', pictures: [url] },
      { id: '2', role: 'user', content: '', pictures: [url] },
    ];

    const { body } = bodyOf(draft({ turns }), modelView());

    const picture = { type: 'image_url', image_url: { url } };
    expect(body.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'What is it?' }, picture] },
      { role: 'user', content: [picture] },
    ]);
    expect(JSON.stringify(withoutBytes(body))).not.toContain('AAAA');
    expect(withoutBytes(body)).toMatchObject({
      messages: [{}, { content: [{ image_url: { url: 'data:image/png;base64,…' } }] }],
    });
  });

  test('carries every parameter, also with a decimal comma', () => {
    const { body } = bodyOf(
      draft({
        system: 'Be brief.',
        tools: TOOLS,
        parameters: parameters({
          temperature: '0,7',
          maxTokens: '100',
          topP: '1',
          seed: '-3',
          stop: 'END\n\nSTOP',
          isJson: true,
        }),
      }),
      modelView(),
    );

    expect(body).toMatchObject({
      messages: [{ role: 'system', content: 'Be brief.' }],
      temperature: 0.7,
      max_tokens: 100,
      top_p: 1,
      seed: -3,
      stop: ['END', 'STOP'],
      response_format: { type: 'json_object' },
      tools: [{ type: 'function', function: { name: 'get_weather' } }],
    });
  });

  test('names every field that cannot be sent', () => {
    const wrong = parameters({ temperature: '3', maxTokens: '9000', topP: 'a lot', seed: '1.5' });
    expect(bodyOf(draft({ tools: '{}', parameters: wrong }), modelView()).problems).toEqual({
      temperature: true,
      maxTokens: true,
      topP: true,
      seed: true,
      tools: true,
    });
  });

  test('leaves out what the model does not take, however wrong it is', () => {
    const asked = draft({ tools: 'no JSON', parameters: parameters({ temperature: '9' }) });
    const { body, problems } = bodyOf(asked, modelView({ isReasoning: true, takesTools: false }));

    expect(problems).toEqual({});
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('tools');
  });

  test('gives tool calls and their results as the API has them', () => {
    const { body } = bodyOf(draft({ turns: TURNS }), modelView());

    expect(body.messages).toEqual([
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } },
          { id: 'call_2', type: 'function', function: { name: 'get_weather', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Rain' },
    ]);
  });
});

test('calls without a result are open', () => {
  expect(openCalls(TURNS).map(({ id }) => id)).toEqual(['call_2']);
  expect(openCalls(TURNS.slice(0, 1))).toEqual([]);
});

test('with a turn the results of its calls go, too', () => {
  expect(withoutTurn(TURNS, '2').map(({ id }) => id)).toEqual(['1']);
  expect(withoutTurn(TURNS, '3').map(({ id }) => id)).toEqual(['1', '2']);
});

test.each([null, '', 'null', '7', '{"turns":5}', '{"parameters":null}'])(
  'a kept %p is a draft nevertheless',
  (kept) => {
    const { turns, parameters: kept2 } = draftFrom(kept);
    expect([turns, kept2]).toEqual([[], EMPTY_DRAFT.parameters]);
  },
);
