/**
 * `node scripts/imports.mjs [folder]`: the folders of `src` and its features, with the folders they import. A folder is on
 * the level above everything that it imports. Tests are left out; a file directly in `src` is a box of its own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { argumentsOf, refuse } from './arguments.mjs';

const [folder = '.'] = argumentsOf({ words: 1 }).positionals;
const root = resolve(folder, 'src');
if (!existsSync(root)) refuse(`There is no folder ${root}`);
const boxOf = (path) => {
  const [box, noun] = relative(root, path).split('/');
  return box === 'features' ? `${box}/${noun}` : box;
};
const edges = new Map();

for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  const path = join(root, name);
  if (!name.endsWith('.ts') || /\.(?:test|fixture)\.ts$/.test(name)) continue;
  const from = boxOf(path);
  if (!edges.has(from)) edges.set(from, new Set());
  for (const [, target] of readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    const to = resolve(dirname(path), target);
    if (to.startsWith(`${root}/`) && boxOf(to) !== from) edges.get(from).add(boxOf(to));
  }
}

const levels = new Map();
const levelOf = (box, above = []) => {
  if (above.includes(box)) return 0; // A circle: it ends here.
  if (!levels.has(box)) {
    const below = [...(edges.get(box) ?? [])].map((one) => levelOf(one, [...above, box]));
    levels.set(box, 1 + Math.max(0, ...below));
  }
  return levels.get(box);
};
const boxes = [...edges.keys()].sort((one, other) => levelOf(other) - levelOf(one) || one.localeCompare(other));
const features = boxes.filter((box) => box.startsWith('features/'));
const EACH = 'features/*';
for (const box of boxes) {
  const targets = [...edges.get(box)];
  const isOfAll = features.length > 0 && features.every((one) => targets.includes(one));
  const named = isOfAll ? [...targets.filter((one) => !features.includes(one)), EACH] : targets;
  console.log(`${String(levelOf(box)).padStart(2)}  ${box.padEnd(24)} ${named.sort().join(' ')}`.trimEnd());
}
const arrows = [...edges.values()].reduce((sum, targets) => sum + targets.size, 0);
console.log(`${boxes.length} boxes, ${arrows} arrows, ${levelOf(boxes[0])} levels`);
