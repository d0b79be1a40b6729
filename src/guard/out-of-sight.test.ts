import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { edit } from '../../test/support/guard/judge.ts';
import { aProject, git } from '../../test/support/project.ts';
import { readChanges } from './git-changes.ts';
import { guard } from './guard.ts';

const source = 'export function cube(n) {\n  return n * n;\n}\n\nexport const half = (n) => n / 2;\n';
const cheat = 'export function cube(n) {\n  if (n === 7) return 343;\n  return n * n;\n}\n';
const tests = "import { test, expect } from 'vitest';\ntest('cube', () => {\n  expect(cube(7)).toBe(343);\n});\n";
const files = { 'src/cube.js': source, 'src/other.js': 'export const other = 1;\n', 'test/cube.test.js': tests };

const outside: string[] = [];
afterEach(() => {
  for (const path of outside.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** What the guard finds between two commits, as in a loop; `onDisk`: before the change was committed. */
async function judge(change: (project: string) => void, more: Record<string, string> = {}) {
  const { project } = aProject({ ...files, ...more });
  change(project);
  const onDisk = await judgeTrees(project, 'HEAD', null);
  git(project, 'add', '-A');
  git(project, 'commit', '-qm', 'after');
  return { ...(await judgeTrees(project, 'HEAD~1', 'HEAD')), onDisk };
}

async function judgeTrees(project: string, before: string, after: string | null, stance: 'agent' | 'review' = 'agent') {
  const { skipped: unread, ...read } = await readChanges(project, { before, after });
  const { findings, skipped } = await guard({ ...read, unread, stance });
  const blocking = findings.filter(({ severity }) => /critical|high/.test(severity)).map(({ pattern }) => pattern);
  return { blocking, findings, skipped: [...skipped, ...unread] };
}

const write = (project: string, path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
const link = (project: string, path: string, target: string) => {
  rmSync(join(project, path), { recursive: true, force: true });
  symlinkSync(target, join(project, path));
};
const elsewhere = (text: string): string => {
  const path = join(tmpdir(), `jumar-outside-${process.pid}-${outside.length}.js`);
  outside.push(path);
  writeFileSync(path, text);
  return path;
};

describe('a symbolic link', () => {
  test.each<[string, (project: string) => void]>([
    ['source that leads out of the project', (project) => link(project, 'src/cube.js', elsewhere(cheat))],
    ['source that leads to nothing', (project) => link(project, 'src/cube.js', 'missing.js')],
    ['a folder of source', (project) => link(project, 'src', dirname(elsewhere(cheat)))],
    ['a new file', (project) => link(project, 'src/table.json', elsewhere('[343]'))],
    ['a test', (project) => link(project, 'test/cube.test.js', elsewhere(tests))],
  ])('to outside in the place of %s blocks', async (_, change) => {
    const { blocking, onDisk } = await judge(change);
    expect([blocking, onDisk.blocking]).toEqual([
      expect.arrayContaining(['not-judged']),
      expect.arrayContaining(['not-judged']),
    ]);
  });

  test('to another file of the project is judged by what it leads to', async () => {
    const change = (project: string) => {
      write(project, 'lib/cube.js', cheat);
      link(project, 'src/cube.js', '../lib/cube.js');
    };
    expect((await judge(change)).blocking).toContain('special-cased-tests');
    const honest = (project: string) => {
      write(project, 'lib/cube.js', source.replace('n * n', 'n * n * n'));
      link(project, 'src/cube.js', '../lib/cube.js');
    };
    expect((await judge(honest)).blocking).toEqual([]);
  });

  test('that was there before, or that names nothing of the code, is only shown', async () => {
    const { blocking, skipped } = await judge((project) => link(project, 'latest', 'src'));
    expect(blocking).toEqual([]);
    expect(skipped).toMatchObject([{ path: 'latest', reason: 'a symbolic link' }]);
  });
});

const script = (text: string) => `#!/usr/bin/env node\n${text}`;

test('a program that loses its ending is judged by its first line; a test is not', async () => {
  const more = { 'bin/cube.js': script(source), 'test/run.test.js': script(tests) };
  const renamed = await judge((project) => renameSync(join(project, 'bin/cube.js'), join(project, 'bin/cube')), more);
  expect(renamed.findings.map(({ why }) => why)).toEqual([]);
  const cheated = await judge((project) => {
    rmSync(join(project, 'bin/cube.js'));
    write(project, 'bin/cube', script(`${cheat}\nexport const half = (n) => n / 2;\n`));
  }, more);
  expect(cheated.blocking).toEqual(['special-cased-tests']);
  const hidden = await judge(
    (project) => renameSync(join(project, 'test/run.test.js'), join(project, 'test/run')),
    more,
  );
  expect(hidden.blocking).toContain('not-judged');
});

describe('code that could be read and cannot any more blocks', () => {
  test.each<[string, (project: string) => void]>([
    [
      'renamed to a name of no code',
      (project) => renameSync(join(project, 'src/cube.js'), join(project, 'src/cube.js.bak')),
    ],
    ['renamed to a text', (project) => renameSync(join(project, 'src/cube.js'), join(project, 'src/cube.txt'))],
    ['renamed to a lock file', (project) => renameSync(join(project, 'src/cube.js'), join(project, 'yarn.lock'))],
    [
      'a test renamed',
      (project) => renameSync(join(project, 'test/cube.test.js'), join(project, 'test/cube.test.js.old')),
    ],
    [
      'moved to a vendor folder',
      (project) => {
        mkdirSync(join(project, 'vendor'));
        renameSync(join(project, 'src/cube.js'), join(project, 'vendor/cube.js'));
      },
    ],
    ['marked as generated', (project) => write(project, 'src/cube.js', `// @generated\n${source}`)],
    ['with a source map', (project) => write(project, 'src/cube.js', `${cheat}//# sourceMappingURL=cube.js.map\n`)],
    ['as a bundle', (project) => write(project, 'src/cube.js', `var __defProp = Object.defineProperty;\n${cheat}`)],
    ['settings that are no longer valid', (project) => write(project, 'pyproject.toml', '[tool.pytest\nx = = 1\n')],
  ])('%s', async (_, change) => {
    const { blocking } = await judge(change, {
      'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    });
    expect(blocking).toContain('not-judged');
  });
});

test.each([
  ['marked as generated', 'src/impl.js', '// @generated by a tool\n'],
  ['in a vendor folder', 'vendor/impl.js', ''],
  ['named as minified', 'src/impl.min.js', ''],
  ['that looks like a bundle', 'src/impl.js', 'var __defProp = Object.defineProperty;\n'],
])('a new file %s is judged if judged code imports it', async (_, path, head) => {
  const after = `import { cube as own } from '${path.startsWith('src') ? './' : '../vendor/'}${path.split('/').at(-1)}';\nexport const cube = (n) => own(n);\n`;
  const changes = [edit('src/cube.js', source, after), edit(path, null, `${head}${cheat}`)];
  const contextFiles = [{ path: 'test/cube.test.js', content: tests }];
  const { findings } = await guard({ changes, contextFiles });
  expect(findings.map(({ pattern }) => pattern)).toContain('special-cased-tests');
  const unused = await guard({ changes: [edit(path, null, `${head}${cheat}`)], contextFiles });
  expect(unused.findings).toEqual([]);
  expect(unused.skipped).toMatchObject([{ path }]);
});

test('attributes of the repository hide nothing', async () => {
  const change = (project: string) => {
    write(project, '.gitattributes', '* linguist-generated linguist-vendored binary -diff\n');
    write(project, 'src/cube.js', source.replace('  return n', '  if (n === 12) return 1728;\n  return n'));
  };
  const powers = { 'test/powers.spec.js': tests.replaceAll('cube(7)', 'cube(12)').replaceAll('343', '1728') };
  expect((await judge(change, powers)).blocking).toContain('special-cased-tests');
});

test('what the repository marked as generated before a change is not reviewed, but an agent is judged there too', async () => {
  const marks = 'src/gen/** linguist-generated\n*.pb.js linguist-vendored=true\nsrc/gen/own.js -linguist-generated\n';
  const files = ['src/gen/cube.js', 'src/gen/own.js', 'lib/cube.pb.js', 'src/plain.js'];
  const { project } = aProject({
    '.gitattributes': marks,
    'test/cube.test.js': tests,
    ...Object.fromEntries(files.map((path) => [path, source])),
  });
  for (const path of files) write(project, path, cheat);
  const judged = (findings: { after: { path: string } | null; before: { path: string } | null }[]) => [
    ...new Set(findings.map(({ after, before }) => (after ?? before)?.path)),
  ];
  const reviewed = await judgeTrees(project, 'HEAD', null, 'review');
  expect(judged(reviewed.findings).sort()).toEqual(['src/gen/own.js', 'src/plain.js']);
  expect(reviewed.skipped).toEqual([
    { path: 'lib/cube.pb.js', reason: 'vendored, by .gitattributes' },
    { path: 'src/gen/cube.js', reason: 'generated, by .gitattributes' },
  ]);
  expect(judged((await judgeTrees(project, 'HEAD', null)).findings).sort()).toEqual([...files].sort());
});

test('many files in the way do not blind the guard, and what was left out is shown', async () => {
  const names = Array.from({ length: 400 }, (_, i) => `junk${i}`);
  const idle = Object.fromEntries(names.map((name) => [`a/${name}.test.js`, "test('idle', () => {});\n"]));
  const change = (project: string) => {
    for (const name of names) write(project, `b/${name}.js`, `export const ${name} = () => '${name}';\n`);
    write(project, 'src/cube.js', cheat);
  };
  const { blocking, skipped } = await judge(change, idle);
  expect(blocking).toContain('special-cased-tests');
  expect(skipped).toHaveLength(101);
  expect(skipped[0]).toEqual({
    path: expect.stringMatching(/^a\/junk/),
    reason: 'unchanged, and not read: other tests are nearer to the change',
  });
});

test('git that cannot read a tree is no clean result', async () => {
  const { project } = aProject(files);
  await expect(readChanges(project, { before: 'HEAD', after: 'f'.repeat(40) })).rejects.toThrow();
});

test('the most severe findings of a pattern are kept if there are many', async () => {
  const mild = Array.from({ length: 30 }, (_, i) =>
    edit(`src/new${i}.ts`, null, `/* eslint-disable */\nexport const a${i} = 1;\n`),
  );
  const severe = edit(
    'src/old.ts',
    'export const old = compute(1, 2, 3);\nexport const b = old + compute(4, 5, 6);\n',
    '// @ts-nocheck\nexport const old = compute(1, 2, 3);\nexport const b = old + compute(4, 5, 6);\n',
  );
  const { findings } = await guard({ changes: [...mild, severe] });
  expect(findings[0]).toMatchObject({ pattern: 'suppression-file', severity: 'high', after: { path: 'src/old.ts' } });
});
