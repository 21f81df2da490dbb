/** Grafana's own description of a dashboard, as types: Grafana publishes them on npm, and no server. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './go-programs.mjs';

const PACKAGE = '@grafana/grafana-foundation-sdk';
const VERSION = '0.0.21';

/** The folder of the types, one for each part of a dashboard. */
export function findGrafanaTypes() {
  const kept = join(CACHE, `grafana-types-${VERSION}`);
  const types = join(kept, 'node_modules', PACKAGE, 'dist');
  if (existsSync(types)) return types;
  const draft = `${kept}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const options = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--prefix', draft];
    const { status, stderr } = spawnSync('npm', ['install', ...options, `${PACKAGE}@${VERSION}`], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1));
    renameSync(draft, kept);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return types;
}
