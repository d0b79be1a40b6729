import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitProject, inTemporaryFolder, ms, table } from './support.mjs';

export const title = 'Snapshot and restore, 20,000 files';
const FILES = 20_000;

export function measure() {
  return inTemporaryFolder(async (folder) => {
    const { openWorkspace } = await import('../dist/workspace/index.js');
    const root = join(folder, 'project');
    gitProject(root, treeOf(FILES));
    const workspace = await openWorkspace({ shadow: join(folder, 'shadow.git'), root, loop: 'bench' });
    const rows = [];
    const time = async (name, work) => {
      const start = performance.now();
      const result = await work();
      rows.push([name, ms(performance.now() - start)]);
      return result;
    };
    const touch = (count, word) => {
      for (let i = 0; i < count; i++) appendFileSync(join(root, pathOf(i)), `${word}\n`);
    };
    const base = await time('first snapshot, once per project', () => workspace.snapshot('bench/0', null));
    await time('snapshot, nothing changed', () => workspace.snapshot('bench/1', base.commit));
    await time('restore, nothing changed', () => workspace.restore(base.commit));
    touch(1, 'one');
    await time('snapshot, 1 file changed', () => workspace.snapshot('bench/2', base.commit));
    await time('restore, 1 file changed', () => workspace.restore(base.commit));
    touch(1000, 'many');
    await time('snapshot, 1,000 files changed', () => workspace.snapshot('bench/3', base.commit));
    await time('restore, 1,000 files changed', () => workspace.restore(base.commit));
    return table(['what', 'time'], rows);
  });
}

function pathOf(i) {
  return `d${i % 40}/e${i % 500}/file-${i}.txt`;
}

function treeOf(count) {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [pathOf(i), `file ${i}\n`.repeat(20 + (i % 80))]));
}
