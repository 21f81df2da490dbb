import { describe, expect, test } from 'bun:test';
import type { HubReference } from '../../../core/model-reference.ts';
import { chooseFiles, readListing } from './hub-listing.ts';

const SHA = 'ab'.repeat(32);
const listing = (...paths: readonly string[]) => ({
  commit: 'c0ffee1',
  files: paths.map((path) => ({ path, bytes: 10, sha256: SHA })),
});
const reference = (more: Partial<HubReference> = {}): HubReference => ({
  kind: 'hub',
  repository: 'owner/name',
  revision: 'main',
  ...more,
});
const chosen = (more: Partial<HubReference>, ...paths: readonly string[]) =>
  chooseFiles(reference(more), listing(...paths)).map(({ path }) => path);

describe('the list of a repository', () => {
  test('is read from what the hub says about a revision', () => {
    const answer = {
      id: 'owner/name',
      sha: '0123456789abcdef0123456789abcdef01234567',
      siblings: [
        { rfilename: '.gitattributes', blobId: 'x', size: 1519 },
        { rfilename: 'm.gguf', blobId: 'y', size: 42, lfs: { sha256: SHA, size: 42, pointerSize: 134 } },
      ],
    };

    expect(readListing(answer, 'owner/name')).toEqual({
      commit: answer.sha,
      files: [{ path: 'm.gguf', bytes: 42, sha256: SHA }],
    });
  });

  test('leaves out names that would lead out of the folder, and files without a checksum', () => {
    const lfs = { sha256: SHA, size: 42 };
    const siblings = [
      { rfilename: '../m.gguf', lfs },
      { rfilename: '/etc/m.gguf', lfs },
      { rfilename: 'plain.gguf', size: 3 },
      { rfilename: 'bad.gguf', lfs: { sha256: 'zz', size: 42 } },
      { rfilename: 'empty.gguf', lfs: { sha256: SHA, size: 0 } },
      { rfilename: 'endless.gguf', lfs: { sha256: SHA, size: 1e300 } },
      null,
      7,
    ];

    expect(readListing({ sha: 'c0ffee1', siblings }, 'owner/name').files).toEqual([]);
  });

  test.each([
    'null',
    '[]',
    '"x"',
    '{}',
    '{"sha":"c0ffee1"}',
    '{"sha":3,"siblings":[]}',
    '{"sha":"../x","siblings":[]}',
  ])('is refused when it is none: %s', (answer) => {
    expect(() => readListing(JSON.parse(answer), 'owner/name')).toThrow('is not a list of files');
  });
});

describe('without a word about the file', () => {
  test('Q4_K_M is taken', () => {
    expect(chosen({}, 'm-Q2_K.gguf', 'm-q4_k_m.gguf', 'm-Q8_0.gguf')).toEqual(['m-q4_k_m.gguf']);
  });

  test('the only model is taken, whatever it is', () => {
    expect(chosen({}, 'm-f16.gguf', 'mmproj-f16.gguf', 'm.imatrix.gguf')).toEqual(['m-f16.gguf']);
  });

  test('several models are a question with the answers', () => {
    expect(() => chosen({}, 'm-Q8_0.gguf', 'm-Q2_K.gguf')).toThrow(
      'hf:owner/name is not clear: no file has Q4_K_M in its name. Write one of:\n  hf:owner/name/m-Q2_K.gguf\n  hf:owner/name/m-Q8_0.gguf',
    );
  });

  test('a repository without one says so', () => {
    expect(() => chosen({})).toThrow('owner/name has no GGUF model');
  });
});

describe('a quantization', () => {
  test('is found in any case, as a whole word', () => {
    const paths = ['m-Q4_K.gguf', 'm-Q4_K_M.gguf', 'm.Q4_K_S.gguf', 'm-IQ4_K_M2.gguf'];

    expect(chosen({ quantization: 'q4_k' }, ...paths)).toEqual(['m-Q4_K.gguf']);
    expect(chosen({ quantization: 'Q4_K_S' }, ...paths)).toEqual(['m.Q4_K_S.gguf']);
  });

  test('may be the name of a folder, with a model in parts', () => {
    const parts = ['Q8_0/m-00002-of-00002.gguf', 'Q8_0/m-00001-of-00002.gguf', 'Q4_0/m-00001-of-00001.gguf'];

    expect(chosen({ quantization: 'Q8_0' }, ...parts)).toEqual([
      'Q8_0/m-00001-of-00002.gguf',
      'Q8_0/m-00002-of-00002.gguf',
    ]);
  });

  test('that is not there, or there twice, is a question', () => {
    expect(() => chosen({ quantization: 'Q5_0' }, 'm-Q8_0.gguf')).toThrow('no file has Q5_0 in its name');
    expect(() => chosen({ quantization: 'Q8_0' }, 'a-Q8_0.gguf', 'b-Q8_0.gguf', 'c-Q4_0.gguf')).toThrow(
      'Q8_0 fits several files. Write one of:\n  hf:owner/name/a-Q8_0.gguf\n  hf:owner/name/b-Q8_0.gguf',
    );
  });
});

describe('a file by its name', () => {
  test('is that file, with all its parts', () => {
    const paths = ['m-00001-of-00003.gguf', 'm-00003-of-00003.gguf', 'm-00002-of-00003.gguf', 'mmproj.gguf'];

    expect(chosen({ file: 'mmproj.gguf' }, ...paths)).toEqual(['mmproj.gguf']);
    expect(chosen({ file: 'm-00002-of-00003.gguf' }, ...paths)).toEqual([
      'm-00001-of-00003.gguf',
      'm-00002-of-00003.gguf',
      'm-00003-of-00003.gguf',
    ]);
  });

  test('is refused when it is not there, or not all of it', () => {
    expect(() => chosen({ file: 'x.gguf' }, 'm.gguf')).toThrow(
      'owner/name has no file x.gguf. Write one of:\n  hf:owner/name/m.gguf',
    );
    expect(() => chosen({ file: 'm-00001-of-00002.gguf' }, 'm-00001-of-00002.gguf')).toThrow(
      'owner/name does not have all parts of m-00001-of-00002.gguf',
    );
  });
});
