import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitProject, inTemporaryFolder, ms } from './support.mjs';

export const title = 'Snapshot and restore, 20,000 files';
const FILES = 20_000;

export function measure() {
  return inTemporaryFolder(async (folder) => {
    const { openWorkspace } = await import('../dist/workspace/git-workspace.js');
    const root = join(folder, 'project');
    gitProject(root, treeOf(FILES));
    const workspace = await openWorkspace({ shadow: join(folder, 'shadow.git'), root, loop: 'bench' });
    const time = async (work) => {
      const start = performance.now();
      const result = await work();
      return [ms(performance.now() - start), result];
    };
    const touch = (count, word) => {
      for (let i = 0; i < count; i++) appendFileSync(join(root, pathOf(i)), `${word}\n`);
    };
    const [first, base] = await time(() => workspace.snapshot('bench/0', null));
    const rows = [];
    for (const [name, count] of [
      ['none', 0],
      ['1', 1],
      ['1,000', 1000],
    ]) {
      touch(count, name);
      const [snapshot] = await time(() => workspace.snapshot(`bench/${count + 1}`, base.commit));
      const [restore] = await time(() => workspace.restore(base.commit));
      rows.push(`${name}: ${snapshot} and ${restore}`);
    }
    return `The first snapshot of a project takes ${first}. Then snapshot and restore, by the number of changed files: ${rows.join('; ')}.`;
  });
}

function pathOf(i) {
  return `d${i % 40}/e${i % 500}/file-${i}.txt`;
}

function treeOf(count) {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [pathOf(i), `file ${i}\n`.repeat(20 + (i % 80))]));
}
