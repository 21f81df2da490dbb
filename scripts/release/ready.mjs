/** Says what keeps a checkout from being released. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of a checkout, and a sentence for each thing that has to be done first. */
export function readiness(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  const first = /^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1];
  const locked = JSON.parse(read('package-lock.json')).version;
  const chart = [...read('deploy/helm/boreal/Chart.yaml').matchAll(/^(?:version|appVersion): (\S+)$/gm)];
  const problems = [
    git(root, 'status', '--porcelain') !== '' && 'The tree has changes: commit them first.',
    first !== version && `CHANGELOG.md begins with ${first}: give what is new the heading ${version}.`,
    locked !== version && `package-lock.json has version ${locked}: run npm install --package-lock-only.`,
    chart.some(([, one]) => one !== version) && `Chart.yaml has another version: write ${version} to both places.`,
    isTaken(root, `v${version}`) && `The tag v${version} is another commit: choose a new version.`,
  ];
  return { version, problems: problems.filter((problem) => problem !== false) };
}

function isTaken(root, tag) {
  const commit = git(root, 'tag', '--list', tag) === '' ? undefined : git(root, 'rev-list', '-1', tag);
  return commit !== undefined && commit !== git(root, 'rev-parse', 'HEAD');
}

function git(root, ...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.trim();
}
