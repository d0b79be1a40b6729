import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aProject, writeFiles } from '../../test/support/project.ts';
import { claimWorkspace } from './claim-workspace.ts';
import { createFileLeases } from './file-leases.ts';
import { ensureProject } from './layout.ts';

function scene() {
  const project = realpathSync(aProject({ '.gitignore': 'ignored/\n' }).project);
  for (const name of ['nested', 'ignored/nested', 'near']) mkdirSync(join(project, name), { recursive: true });
  return { project, nested: join(project, 'nested'), ignored: join(project, 'ignored/nested') };
}

test('one loop works in a folder, whatever its state folder', async () => {
  const { project } = scene();
  const homes = [aProject({ a: '' }).home, aProject({ a: '' }).home];
  const [first, second] = await Promise.all(
    homes.map(async (home) => createFileLeases(await ensureProject(home, project))),
  );
  const lease = await first?.acquire('workspace', 'loop one');
  await expect(second?.acquire('workspace', 'loop two')).rejects.toMatchObject({
    code: 'locked',
    message: `loop one already runs in ${project} (process ${process.pid})`,
    hint: expect.stringContaining('--worktree'),
  });
  await lease?.release();
  await (await second?.acquire('workspace', 'loop two'))?.release();
});

test('no loop works inside the folder of another, nor around it, unless git ignores the inner one', async () => {
  const { project, nested, ignored } = scene();
  writeFiles(nested, { 'a.txt': '' });
  const inner = await claimWorkspace(nested, 'loop inner');
  await expect(claimWorkspace(project, 'loop outer')).rejects.toThrow(
    `loop inner already runs in ${nested}, which shares files with ${project}`,
  );
  await inner.release();
  const outer = await claimWorkspace(project, 'loop outer');
  await expect(claimWorkspace(nested, 'loop inner')).rejects.toThrow('loop outer already runs in');
  const apart = await claimWorkspace(ignored, 'loop apart');
  const near = await claimWorkspace(`${project}-near`, 'loop near');
  for (const claim of [outer, apart, near]) await claim.release();
  await (await claimWorkspace(nested, 'loop inner')).release();
});
