import { mkdirSync, writeFileSync } from 'node:fs';
import { encode, genesis } from '../../src/store/chain.ts';
import { ensureProject, iterationFolder, loopPaths } from '../../src/store/layout.ts';
import { type ScoredIteration, scoredRecords } from './scored-loop.ts';

/** Writes the log of a loop into a state folder, as its session would have left it; gives where the page shows it. */
export async function writeScoredLog(
  { project, home }: { project: string; home: string },
  loop: string,
  iterations: readonly ScoredIteration[],
): Promise<{ hash: string; writeTests(n: number, statuses: Record<string, string>): void }> {
  const place = await ensureProject(home, project);
  const paths = loopPaths(place, loop);
  mkdirSync(paths.iterations, { recursive: true });
  const ended = { ending: 'stalled', reason: 'no progress' } as const;
  let link = genesis(loop);
  const lines = scoredRecords({ created: { loop }, iterations, ended }).map(({ at, event }) => {
    const encoded = encode(link, at, event);
    link = encoded.link;
    return encoded.line;
  });
  writeFileSync(paths.log, Buffer.concat(lines));
  writeFileSync(paths.head, `${String(link.seq).padStart(16, '0')} ${link.hash}\n`);
  return {
    hash: `#/loop/${place.folder.split('/').at(-1)}/${loop}`,
    writeTests(n, statuses) {
      mkdirSync(`${paths.iterations}/${iterationFolder(n)}`, { recursive: true });
      writeFileSync(`${paths.folder}/${testsFileOf(n)}`, JSON.stringify(statuses));
    },
  };
}

export function testsFileOf(n: number): string {
  return `iterations/${iterationFolder(n)}/tests.json`;
}
