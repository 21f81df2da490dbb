import { describe, expect, test } from 'bun:test';
import { formatHubReference, type HubReference, isSafePath, parseModelReference } from './model-reference.ts';

const hub = (repository: string, more: Partial<HubReference> = {}) => ({
  kind: 'hub' as const,
  repository,
  revision: 'main',
  ...more,
});

describe('a model on the hub is written', () => {
  test.each([
    ['hf:owner/name', hub('owner/name')],
    ['hf://owner/name', hub('owner/name')],
    ['  hf:owner/name\n', hub('owner/name')],
    ['hf:owner/name:Q4_K_M', hub('owner/name', { quantization: 'Q4_K_M' })],
    ['hf:owner/name:UD-Q4_K_XL', hub('owner/name', { quantization: 'UD-Q4_K_XL' })],
    ['hf:owner/name:latest', hub('owner/name')],
    ['hf:owner/name:model.gguf', hub('owner/name', { file: 'model.gguf' })],
    ['hf:owner/name/file.gguf', hub('owner/name', { file: 'file.gguf' })],
    ['hf:owner/name/Q8_0/file-00001-of-00002.gguf', hub('owner/name', { file: 'Q8_0/file-00001-of-00002.gguf' })],
    ['hf:owner/name@v1.2/file.gguf', hub('owner/name', { revision: 'v1.2', file: 'file.gguf' })],
    ['hf:owner/name@v1.2:Q8_0', hub('owner/name', { revision: 'v1.2', quantization: 'Q8_0' })],
    ['hf:owner/name@refs%2Fpr%2F3', hub('owner/name', { revision: 'refs/pr/3' })],
    ['hf:Qwen/Qwen2.5-0.5B_Instruct-GGUF', hub('Qwen/Qwen2.5-0.5B_Instruct-GGUF')],
    ['hf.co/owner/name:Q4_K_M', hub('owner/name', { quantization: 'Q4_K_M' })],
    ['huggingface.co/owner/name', hub('owner/name')],
    ['https://huggingface.co/owner/name', hub('owner/name')],
    ['https://huggingface.co/owner/name/', hub('owner/name')],
    ['https://huggingface.co/owner/name/tree/dev', hub('owner/name', { revision: 'dev' })],
    [
      'https://huggingface.co/owner/name/resolve/main/file.gguf?download=true',
      hub('owner/name', { file: 'file.gguf' }),
    ],
    [
      'https://huggingface.co/owner/name/blob/refs%2Fpr%2F3/a%20folder/file.gguf',
      hub('owner/name', { revision: 'refs/pr/3', file: 'a folder/file.gguf' }),
    ],
    ['https://hf.co/owner/name/resolve/v1/file.gguf', hub('owner/name', { revision: 'v1', file: 'file.gguf' })],
  ])('as %p', (text, expected) => {
    expect(parseModelReference(text)).toEqual(expected);
  });
});

describe('everything else is a path', () => {
  test.each(['./model.gguf', '/srv/models/model.gguf', 'model.gguf', 'C/hf:odd.gguf', 'hf/owner/name.gguf'])(
    '%p',
    (text) => {
      expect(parseModelReference(text)).toEqual({ kind: 'file', path: text });
    },
  );
});

describe('a reference that cannot be meant is refused in words', () => {
  test.each([
    ['', 'empty'],
    ['hf:', 'is not a model on the hub'],
    ['hf:owner', 'is not a model on the hub'],
    ['hf:/name', 'is not a model on the hub'],
    ['hf:owner/name/../../secret.gguf', 'names a file that cannot be one'],
    ['hf:owner/name/..', 'names a file that cannot be one'],
    ['hf:owner/name//file.gguf', 'names a file that cannot be one'],
    ['hf:owner/name/a\\..\\file.gguf', 'names a file that cannot be one'],
    ['hf:owner/name/a\u0000.gguf', 'names a file that cannot be one'],
    ['hf:../name/file.gguf', 'does not name a repository'],
    ['hf:owner/..', 'does not name a repository'],
    ['hf:owner/a..b', 'does not name a repository'],
    ['hf:-owner/name', 'does not name a repository'],
    ['hf:owner/name@../file.gguf', 'names a revision that cannot be one'],
    ['hf:owner/name@%2E%2E', 'names a revision that cannot be one'],
    ['hf:owner/name@a%', 'names a revision that cannot be one'],
    ['hf:owner/name/model.safetensors', 'which is not a .gguf file'],
    ['hf:owner/name:Q4 K', 'names a quantization that cannot be one'],
    ['https://huggingface.co/owner/name/resolve/main/..%2F..%2Fsecret.gguf', 'names a file that cannot be one'],
    ['https://huggingface.co/owner/name/resolve/main/../../x.gguf', 'names a file that cannot be one'],
    ['https://huggingface.co/owner/name/discussions/3', 'does not lead to a file'],
    ['https://huggingface.co/owner', 'does not name a repository'],
    ['https://example.com/owner/name/resolve/main/file.gguf', 'is not an address of huggingface.co'],
    ['https://huggingface.co.example.com/owner/name', 'is not an address of huggingface.co'],
  ])('%p', (text, words) => {
    const parsed = parseModelReference(text);

    expect(parsed.kind).toBe('problem');
    expect((parsed as { problem: string }).problem).toContain(words);
  });
});

test('what is written back means the same', () => {
  const texts = ['hf:a/b', 'hf:a/b@v1', 'hf:a/b:Q8_0', 'hf:a/b@refs%2Fpr%2F3/x/y.gguf', 'hf:a/b/y.gguf'];

  const again = texts.map((text) => formatHubReference(parseModelReference(text) as HubReference));

  expect(again).toEqual(texts);
  expect(formatHubReference(hub('a/b', { quantization: 'q4_k_m' }))).toBe('hf:a/b:Q4_K_M');
});

test('a path of the hub is safe only when it stays where it is put', () => {
  const isSafe = ['a.gguf', 'a/b.gguf', 'a.b/..c'].map(isSafePath);
  const isNot = ['..', 'a/../b', '/a', 'a/', '', 'a//b', '.', 'a/./b', 'a\\b', 'a\nb', 'c:d'].map(isSafePath);

  expect(isSafe).toEqual([true, true, true]);
  expect(isNot).not.toContain(true);
});
