import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { AuditOptions } from '../support/judge-diff.ts';
import { audit } from './audit.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const source =
  'export function total(items: number[]): number {\n  return items.reduce((sum, item) => sum + item, 0);\n}\n';
const tests = [
  "import { expect, test } from 'vitest';",
  "import { total } from './total.ts';",
  "test('adds', () => {\n  expect(total([1, 2])).toBe(3);\n});",
  "test('is zero for nothing', () => {\n  expect(total([])).toBe(0);\n});",
  '',
].join('\n');

function repository(): {
  cwd: string;
  git: (...args: string[]) => string;
  write: (path: string, content: string | Buffer) => void;
} {
  const cwd = mkdtempSync(join(tmpdir(), 'jumar-audit-'));
  folders.push(cwd);
  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args],
      { cwd, stdio: 'pipe' },
    ).toString();
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  };
  git('init', '-q', '-b', 'main');
  write('total.ts', source);
  write('total.test.ts', tests);
  git('add', '-A');
  git('commit', '-qm', 'start');
  return { cwd, git, write };
}

async function run(
  cwd: string,
  range: string | undefined,
  options: AuditOptions = {},
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const stdout = { write: (text: string) => (out += text) };
  const stderr = { write: (text: string) => (err += text) };
  const code = await audit.run?.({ env, cwd, stdin: null, stdout, stderr } as never, range as never, options as never);
  return { code: code as number, out, err };
}

test('a clean working tree is clean', async () => {
  const { cwd } = repository();
  const { code, out } = await run(cwd, undefined);
  expect(code).toBe(0);
  expect(out).toMatch(/^No blocking findings in 0 changed files/);
});

test('judges the working tree, staged changes and a commit alike', async () => {
  const { cwd, git, write } = repository();
  write('total.test.ts', tests.replace("test('adds'", "test.skip('adds'"));
  const working = await run(cwd, undefined, { working: true });
  expect(working.code).toBe(1);
  expect(working.out).toContain('test_skipping · test-skipped · line 3');
  expect((await run(cwd, undefined, { staged: true })).code).toBe(0);
  git('add', '-A');
  expect((await run(cwd, undefined, { staged: true })).code).toBe(1);
  git('commit', '-qm', 'skip');
  expect((await run(cwd, 'HEAD')).code).toBe(1);
  expect((await run(cwd, 'HEAD~1..HEAD')).code).toBe(1);
  expect((await run(cwd, 'HEAD..HEAD')).code).toBe(0);
});

test('follows a renamed test file; a deleted one blocks', async () => {
  const { cwd, git, write } = repository();
  git('mv', 'total.test.ts', 'sum.test.ts');
  git('commit', '-qm', 'rename');
  expect((await run(cwd, 'HEAD')).code).toBe(0);
  git('rm', '-q', 'sum.test.ts');
  write('notes.md', 'x\n');
  git('add', '-A');
  git('commit', '-qm', 'gone');
  const { code, out } = await run(cwd, 'HEAD', { format: 'json' });
  expect(code).toBe(1);
  const report = JSON.parse(out) as { verdict: string; findings: { pattern: string; before: { path: string } }[] };
  expect(report.verdict).toBe('blocked');
  expect(report.findings[0]).toMatchObject({ pattern: 'test-file-deleted', before: { path: 'sum.test.ts' } });
});

test('counts warnings, and those that would block with --strict', async () => {
  const { cwd, write } = repository();
  write('total.test.ts', tests.replace('toBe(3)', 'toBe(4)'));
  const review = await run(cwd, undefined);
  expect(review.code).toBe(0);
  expect(review.out).toContain('No blocking findings, 1 warning in 1 changed file');
  expect(review.out).toContain('With --strict, for work by agents, 1 would block.');
  const strict = await run(cwd, undefined, { strict: true });
  expect(strict.code).toBe(1);
  expect(strict.out).not.toContain('With --strict');
  write('total.test.ts', tests.replace('toBe(3)', 'toBe(4)').replace("test('is zero", "test.skip('is zero"));
  expect((await run(cwd, undefined)).out).toContain('1 more would block.');
});

test('a pattern page says when the pattern only warns', async () => {
  const { cwd } = repository();
  const told = async (explain: string): Promise<string> => (await run(cwd, undefined, { explain })).out;
  expect(await told('lint-rule-off')).toContain('(blocks in a loop and with `--strict`, warns in a review)');
  expect(await told('test-skipped')).toContain('severity critical (blocks),');
});

test('quotes two long assertions at their difference', async () => {
  const { cwd, git, write } = repository();
  const claim = (end: string): string =>
    `test('long', () => {\n  expect(total([${Array.from({ length: 40 }, (_, i) => i).join(', ')}]))${end};\n});\n`;
  write('long.test.ts', claim('.toBe(780)'));
  git('add', '-A');
  git('commit', '-qm', 'long');
  write('long.test.ts', claim('.toBeTruthy()'));
  const { out } = await run(cwd, undefined);
  expect(out).toMatch(/"….*toBeTruthy.*" says less than "….*toBe\(780\)"/);
});

test('a removal that the task names does not block', async () => {
  const { cwd, git } = repository();
  git('rm', '-q', 'total.ts', 'total.test.ts');
  git('commit', '-qm', 'gone');
  expect((await run(cwd, 'HEAD', { strict: true })).code).toBe(1);
  const asked = await run(cwd, 'HEAD', { strict: true, task: 'Remove the total helper' });
  expect(asked.code).toBe(0);
  expect(asked.out).toContain('(expected by the task)');
});

test('finds a special case for an unchanged test', async () => {
  const { cwd, git, write } = repository();
  write(
    'slow.ts',
    'export function slow(n: number): number {\n  let at = n;\n  for (let i = 0; i < n; i++) at += i;\n  return at;\n}\n',
  );
  write(
    'slow.test.ts',
    "import { expect, test } from 'vitest';\nimport { slow } from './slow.ts';\ntest('slow', () => {\n  expect(slow(17)).toBe(4242);\n});\n",
  );
  git('add', '-A');
  git('commit', '-qm', 'slow');
  write(
    'slow.ts',
    'export function slow(n: number): number {\n  if (n === 17) return 4242;\n  let at = n;\n  for (let i = 0; i < n; i++) at += i;\n  return at;\n}\n',
  );
  const { code, out } = await run(cwd, undefined);
  expect(code).toBe(1);
  expect(out).toContain('special-cased-tests');
});

test('a pull request is compared with its merge base', async () => {
  const { cwd, git, write } = repository();
  git('checkout', '-qb', 'topic');
  write('total.test.ts', tests.replace('toBe(3)', 'toBeDefined()'));
  git('commit', '-qam', 'weaken');
  git('checkout', '-q', 'main');
  write('other.ts', 'export const other = 1;\n');
  git('add', '-A');
  git('commit', '-qm', 'other');
  git('checkout', '-q', 'topic');
  const { code, out } = await run(cwd, undefined, { pr: true }, { GITHUB_BASE_REF: 'main' });
  expect(code).toBe(1);
  expect(out).toContain('main...HEAD');
  expect(out).not.toContain('other.ts');
});

test('a pull request is compared with the base that is named', async () => {
  const { cwd, git, write } = repository();
  git('branch', 'old');
  write('total.test.ts', tests.replace('toBe(3)', 'toBeDefined()'));
  git('commit', '-qam', 'weaken');
  expect((await run(cwd, undefined, { pr: true }, {})).code).toBe(0);
  const { code, out } = await run(cwd, undefined, { pr: 'old' }, { GITHUB_BASE_REF: 'main' });
  expect(code).toBe(1);
  expect(out).toContain('old...HEAD');
  const unknown = await run(cwd, undefined, { pr: 'nosuch' }, {});
  expect(unknown.code).toBe(2);
  expect(unknown.err).toMatch(/git does not know nosuch\. "git branch -a" lists the branches/);
});

test('a shallow clone without the base says what to fetch', async () => {
  const { cwd, git, write } = repository();
  write('total.ts', `${source}// more\n`);
  git('commit', '-qam', 'more');
  const clone = mkdtempSync(join(tmpdir(), 'jumar-audit-'));
  folders.push(clone);
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${cwd}`, clone], { stdio: 'pipe' });
  const { code, err } = await run(clone, 'HEAD');
  expect(code).toBe(7);
  expect(err).toContain('fetch-depth: 0');
});

test('names what cannot be judged, never crashes', async () => {
  const { cwd, write } = repository();
  write('logo.png', Buffer.from([0, 1, 2]));
  write('latin.ts', Buffer.from([0x2f, 0x2f, 0xe9, 0x0a]));
  write('data.js', Buffer.from('a\0b'));
  write('broken.ts', 'export function ( {{{ \n');
  write('huge.js', `// ${'x'.repeat(5_100_000)}`);
  write('wide.ts', Buffer.from("\ufeffexport const wide = 'é';\n", 'utf16le'));
  write('deep.js', `${'if (a) {\n'.repeat(5_000)}${'}\n'.repeat(5_000)}`);
  write('inner/.git/HEAD', 'ref: refs/heads/main\n');
  write('inner/.git/objects/x', '');
  write('inner/.git/refs/x', '');
  const { code, out } = await run(cwd, undefined, { format: 'json' });
  expect(code).toBe(0);
  const { skipped } = JSON.parse(out) as { skipped: { path: string; reason: string }[] };
  expect(Object.fromEntries(skipped.map((one) => [one.path, one.reason]))).toMatchObject({
    'logo.png': 'binary',
    'latin.ts': 'not UTF-8',
    'data.js': 'binary',
    'huge.js': 'larger than 5 MB',
    'wide.ts': 'binary',
    'deep.js': 'could not be parsed: nested too deeply',
    'inner/': 'another repository',
  });
  const plain = await run(cwd, undefined);
  for (const { path } of skipped) expect(plain.out).toContain(path);
});

test('a test file that became a link counts as deleted; one that does not parse has lost nothing', async () => {
  const { cwd, git, write } = repository();
  rmSync(join(cwd, 'total.test.ts'));
  symlinkSync('/nowhere', join(cwd, 'total.test.ts'));
  for (const options of [{}, { staged: true }]) {
    expect((await run(cwd, undefined, options)).out).toContain('test-file-deleted');
    git('add', '-A');
  }
  git('commit', '-qm', 'link');
  rmSync(join(cwd, 'total.test.ts'));
  symlinkSync('/elsewhere', join(cwd, 'total.test.ts'));
  expect((await run(cwd, undefined)).out).toContain(
    'Not judged: total.test.ts (a symbolic link that leads out of the project, or nowhere)',
  );
  git('reset', '-q', '--hard', 'HEAD~1');
  write('total.test.ts', tests.replace('toBe(3);\n});', 'toBe(3);\n'));
  const broken = await run(cwd, undefined);
  expect(broken.code).toBe(0);
  expect(broken.out).toContain('total.test.ts (large parts could not be parsed)');
});

test('judges a change of only an empty file', async () => {
  const { cwd, git, write } = repository();
  write('empty.ts', '');
  git('add', '-A');
  git('commit', '-qm', 'empty');
  expect(await run(cwd, 'HEAD')).toMatchObject({ code: 0, err: '' });
});

test('names of files are read as they are', async () => {
  const { cwd, git, write } = repository();
  const names = [
    'a b.test.ts',
    'q"x.test.ts',
    'nl\n::error::x.test.ts',
    'ünï.test.ts',
    '-dash.test.ts',
    '$(x).test.ts',
  ];
  for (const name of names) write(name, tests);
  git('add', '-A');
  git('commit', '-qm', 'names');
  git('mv', 'total.test.ts', 'Total.test.ts');
  for (const name of names) write(name, tests.replace("test('adds'", "test.skip('adds'"));
  const { out } = await run(cwd, undefined, { format: 'json' });
  const { findings } = JSON.parse(out) as { findings: { after: { path: string } }[] };
  expect(findings.map((one) => one.after.path).sort()).toEqual([...names].sort());
  expect((await run(cwd, undefined, { format: 'github' })).out.match(/^::error/gm)).toHaveLength(names.length);
  expect((await run(cwd, undefined)).out).not.toMatch(/^::/m);
});

test("hundreds of findings stay short for people and within GitHub's limit", async () => {
  const { cwd, git, write } = repository();
  for (let i = 0; i < 60; i++) write(`part-${i}.test.ts`, tests.replaceAll('total(', `total${i}(`));
  git('add', '-A');
  git('commit', '-qm', 'parts');
  for (let i = 0; i < 60; i++)
    write(
      `part-${i}.test.ts`,
      tests
        .replaceAll('total(', `total${i}(`)
        .replace("test('adds'", "test.skip('adds'")
        .replace('toBe(0)', 'toBeTruthy()'),
    );
  const { code, out } = await run(cwd, undefined, { strict: true });
  expect(code).toBe(1);
  expect(out.split('\n').length).toBeLessThan(250);
  expect(out).toContain('95 more (--format json lists all)');
  expect(out).toContain(
    '✗ high assertion-weakened × 60: part-0.test.ts, part-1.test.ts, part-10.test.ts and 57 more files',
  );
  const lines = (await run(cwd, undefined, { format: 'github', strict: true })).out.trimEnd().split('\n');
  expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
  expect(lines[0]).toContain('test-skipped');
  expect(lines[9]).toBe(
    '::error title=jumar audit::111 more findings of this level are in the log of this step; GitHub shows 10.',
  );
  expect(lines).toHaveLength(121);
  expect((await run(cwd, undefined, { format: 'junit', strict: true })).out).toContain('failures="120"');
});

test('uses the tuning from before the change', async () => {
  const { cwd, git, write } = repository();
  write('total.test.ts', tests.replace("test('adds'", "test.skip('adds'"));
  write('.jumar/patterns/own.yaml', 'id: test-skipped\noff: true\n');
  expect((await run(cwd, undefined)).code).toBe(1);
  git('add', '.jumar');
  git('commit', '-qm', 'tune');
  expect((await run(cwd, undefined)).code).toBe(0);
});

test('a test lost in a rewrite warns in a review and blocks for an agent', async () => {
  const { cwd, write } = repository();
  const head = tests.slice(0, tests.indexOf("test('adds'"));
  const rewritten =
    "test('adds', () => {\n  const items = [1, 2];\n  const sum = total(items);\n  expect(sum).toBe(3);\n});\n";
  write('total.test.ts', head + rewritten);
  const review = await run(cwd, undefined);
  expect(review.code).toBe(0);
  expect(review.out).toMatch(/test-deleted[\s\S]*may stand for it/);
  expect((await run(cwd, undefined, { strict: true })).code).toBe(1);
});

test('machine formats contain the finding', async () => {
  const { cwd, write } = repository();
  write('total.test.ts', tests.replace('toBe(3)', 'toBeTruthy() // <&>'));
  const sarif = JSON.parse((await run(cwd, undefined, { format: 'sarif' })).out) as {
    version: string;
    runs: { results: { ruleId: string; level: string }[]; tool: { driver: { rules: unknown[] } } }[];
  };
  expect(sarif.version).toBe('2.1.0');
  expect(sarif.runs[0]!.results[0]).toMatchObject({ ruleId: 'assertion-weakened', level: 'error' });
  expect(sarif.runs[0]!.tool.driver.rules).toHaveLength(1);
  expect((await run(cwd, undefined, { format: 'github' })).out).toMatch(
    /^::error file=total\.test\.ts,line=4,title=assertion_weakening%3A assertion-weakened::/,
  );
  expect((await run(cwd, undefined, { format: 'junit' })).out).toContain('failures="1"');
});

test.each([
  ['two choices', 'HEAD', { staged: true }, 2],
  ['an unknown revision', 'nowhere', {}, 2],
  ['an unknown format', undefined, { format: 'xml' as 'json' }, 2],
  ['an unknown pattern', undefined, { explain: 'nothing' }, 2],
  ['a known pattern', undefined, { explain: 'test-skipped' }, 0],
])('%s', async (_, range, options, code) => {
  const { cwd } = repository();
  expect((await run(cwd, range, options)).code).toBe(code);
});

test('rejects an audit outside a repository', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'jumar-audit-'));
  folders.push(cwd);
  expect((await run(cwd, undefined)).code).toBe(7);
});

test.each([
  ['HEAD..HEAD~1', 'HEAD~1 is older than HEAD: for what HEAD adds, say HEAD~1..HEAD.'],
  ['HEAD...HEAD~1', 'HEAD~1 is older than HEAD'],
  ['HEAD..HEAD', 'are the same commit: there is nothing to judge.'],
])('a range that was perhaps not meant is told: %s', async (range, hint) => {
  const { cwd, git, write } = repository();
  write('notes.md', 'x\n');
  git('add', '-A');
  git('commit', '-qm', 'notes');
  const { code, err } = await run(cwd, range);
  expect(code).toBe(0);
  expect(err).toContain(hint);
  expect((await run(cwd, 'HEAD~1..HEAD')).err).toBe('');
});

test('reports a branch without changes since its base', async () => {
  const { cwd } = repository();
  expect((await run(cwd, undefined, { pr: 'main' })).err).toContain('HEAD adds nothing to main');
});

test.each([
  ['', 'The range is empty'],
  ['..', 'The range is empty'],
])('an empty range is no range: %j', async (range, problem) => {
  const { cwd } = repository();
  const { code, err } = await run(cwd, range);
  expect(code).toBe(2);
  expect(err).toContain(problem);
});

test('a repository without commits, with unrelated histories, or without a working tree', async () => {
  const { cwd, git } = repository();
  git('checkout', '-q', '--orphan', 'other');
  git('commit', '-qm', 'other');
  const apart = await run(cwd, 'main...other');
  expect([apart.code, apart.err]).toEqual([2, expect.stringContaining('have no history in common')]);
  const inside = await run(join(cwd, '.git'), 'HEAD');
  expect([inside.code, inside.err]).toEqual([7, expect.stringContaining('is not inside a working tree')]);
  const fresh = mkdtempSync(join(tmpdir(), 'jumar-audit-'));
  folders.push(fresh);
  execFileSync('git', ['init', '-q'], { cwd: fresh });
  const none = await run(fresh, 'HEAD');
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('there is no commit yet')]);
});

test('a range commit by commit: a loss that a later commit takes back is still seen', async () => {
  const { cwd, git, write } = repository();
  const commit = (subject: string, content: string) => {
    write('total.test.ts', content);
    git('commit', '-qam', subject);
  };
  const kept = tests.split("test('is zero")[0] as string;
  commit('drop a test', kept);
  commit('bring it back', tests);
  expect((await run(cwd, 'HEAD~2..HEAD')).code).toBe(0);
  const { code, out } = await run(cwd, 'HEAD~2..HEAD', { each: true });
  expect(code).toBe(1);
  expect(out).toContain('is zero for nothing');
  expect(out).toMatch(/\w{10} {2}1 blocking {2}drop a test\n\w{10} {2}clean {7}bring it back\n\n1 of 2 commits/);
  const json = JSON.parse((await run(cwd, 'HEAD~2..HEAD', { each: true, format: 'json' })).out);
  expect(json).toMatchObject([{ subject: 'drop a test', verdict: 'blocked' }, { verdict: 'clean' }]);
  for (const range of [undefined, 'HEAD', 'HEAD..HEAD', 'nowhere..HEAD']) {
    expect((await run(cwd, range, { each: true })).code).toBe(2);
  }
});
