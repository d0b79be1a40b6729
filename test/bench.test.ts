import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../bench/run.mjs', import.meta.url));
const bench = (...words: string[]) => spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
const NAMES = ['start-up', 'guard', 'history', 'repair', 'projects', 'stopping', 'mutation'];

test('--help lists every measurement', () => {
  const { status, stdout } = bench('--help');
  expect(status).toBe(0);
  for (const name of NAMES) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
});

test.each([[['nothing']], [['start-up', 'nothing']]])(
  'an unknown name is a usage error that lists the names: %s',
  (words) => {
    const { status, stderr } = bench(...words);
    expect(status).toBe(2);
    expect(stderr).toContain('unknown name "nothing"');
    for (const name of NAMES) expect(stderr).toContain(name);
  },
);

test('package.json has one bench script', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(Object.keys(scripts).filter((name) => name.startsWith('bench'))).toEqual(['bench']);
});

/** Benchmarks and scripts run from the built files, which no compiler checks: what they import must still be there. */
const programs = ['bench', 'scripts'].flatMap((folder) =>
  readdirSync(new URL(`../${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `${folder}/${name}`),
);

test.each(programs)('%s imports what the product exports', async (program) => {
  const text = readFileSync(new URL(`../${program}`, import.meta.url), 'utf8');
  const imports = text.matchAll(
    /(?:import \{([^{}]+)\} from |\{([^{}]+)\} = await import\()'\.\.\/dist\/([\w/-]+)\.js'/g,
  );
  for (const [, first, second, file] of imports) {
    const module: object = await import(new URL(`../src/${file}.ts`, import.meta.url).href);
    for (const name of (first ?? second ?? '').split(','))
      expect(module).toHaveProperty(name.trim().split(' ')[0] ?? '');
  }
});
