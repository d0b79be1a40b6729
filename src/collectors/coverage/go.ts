import type { FileCoverage } from '../../core/metrics/coverage.ts';
import type { CoverageFormat } from './format.ts';
import { lineReader } from './lines.ts';

/** Go's cover profile. Counts statements, so that the figure is the one that `go test -cover` prints. */
export const go: CoverageFormat = {
  name: 'go',
  looksLike: (head) => /^mode: (?:set|count|atomic)\s/.test(head),
  reader() {
    const files = new Map<string, Map<string, Block>>();
    return lineReader(
      (line) => {
        const [, file, block, statements, hits] = LINE.exec(line) ?? [];
        if (file !== undefined && block !== undefined) {
          add(files, file, block, { statements: Number(statements), hit: Number(hits) > 0 });
        }
      },
      () => [...files].map(([file, blocks]) => sumBlocks(file, blocks)),
    );
  },
};

const LINE = /^(.+):(\d+\.\d+,\d+\.\d+) (\d{1,9}) (\d+)$/;

interface Block {
  statements: number;
  hit: boolean;
}

/** Profiles of several packages are often concatenated: a block that appears twice was hit if either says so. */
function add(files: Map<string, Map<string, Block>>, file: string, key: string, block: Block): void {
  const blocks = files.get(file) ?? new Map<string, Block>();
  files.set(file, blocks);
  const existing = blocks.get(key);
  if (existing) existing.hit ||= block.hit;
  else blocks.set(key, block);
}

function sumBlocks(file: string, blocks: ReadonlyMap<string, Block>): FileCoverage {
  const lines = { covered: 0, total: 0 };
  for (const { statements, hit } of blocks.values()) {
    lines.total += statements;
    if (hit) lines.covered += statements;
  }
  return { file, lines, branches: null };
}
