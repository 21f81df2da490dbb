import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_IN_MODEL } from '../../core/built-in-model.ts';
import { configSchema } from '../../server/configuration/config-schema.ts';
import { BUILT_IN_MODEL_PATH, locateBuiltInModel } from './built-in-model.ts';
import { readGgufHeader } from './gguf/gguf-reader.ts';
import { memoryNeedBytes, shapeOf } from './memory-need.ts';
import { BUILT_IN_TEMPLATES } from './template/built-in-templates.ts';

const DEFAULT_SETTINGS = configSchema.parse({}).embedded;
const folder = mkdtempSync(join(tmpdir(), 'boreal-model-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the built-in model', () => {
  test('is in the repository, to the byte, and is used where it lies', async () => {
    expect(await locateBuiltInModel()).toBe(BUILT_IN_MODEL_PATH);
  });

  test('is not used when a single byte is wrong, and the operator reads how to mend it', async () => {
    const damaged = join(folder, BUILT_IN_MODEL.fileName);
    const bytes = readFileSync(BUILT_IN_MODEL_PATH);
    bytes[20_000_000] = bytes[20_000_000]! ^ 1;
    writeFileSync(damaged, bytes);

    await expect(locateBuiltInModel(damaged)).rejects.toThrow('git checkout model/boreal-mini.gguf');
    await expect(locateBuiltInModel(join(folder, 'none.gguf'))).rejects.toThrow('is missing or is not the file');
  });

  test('is what we say that it is', async () => {
    const header = await readGgufHeader(BUILT_IN_MODEL_PATH);

    expect(header).toMatchObject({ architecture: 'llama', contextLength: BUILT_IN_MODEL.contextTokens });
    expect(header.name).toBe(BUILT_IN_MODEL.name);
  });

  test('reads chats in the form that files without a template get too', async () => {
    const header = await readGgufHeader(BUILT_IN_MODEL_PATH);

    expect(header.chatTemplate).toBe(BUILT_IN_TEMPLATES.chatml);
  });

  test('needs at most 200 MiB with the default slots', async () => {
    const { slots, contextTokens } = DEFAULT_SETTINGS;
    const shape = shapeOf(await readGgufHeader(BUILT_IN_MODEL_PATH));

    expect(memoryNeedBytes(shape, { slots, contextTokens }) / 2 ** 20).toBeLessThan(200);
  });
});
