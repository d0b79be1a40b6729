import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRefusal, parseCriterion } from '../../core/criteria/parse.ts';
import { verdictSchema } from '../../core/criteria/verdict.ts';
import { settingsSchema } from '../../core/state/settings.ts';
import type { WatchCommand } from '../../ports/activity.ts';
import { supervise } from '../../process/supervise.ts';
import { createChecker } from './checker.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/runners');

let base: string;
let root: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'jumar-checker-'));
  root = join(base, 'workspace');
  await mkdir(join(base, 'outputs'));
  await mkdir(root);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const project = { test: null, lint: null, typecheck: null, build: null, scripts: [], isExecutable: () => true };

interface Options {
  settings?: object;
  cwd?: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
  measured?: boolean;
  watch?: WatchCommand;
}

/** Backticks turn any text into a command. */
async function verify(texts: string[], options: Options = {}) {
  const criteria = texts.map((text, index) => {
    const criterion = parseCriterion(text, project, `c${index + 1}`);
    if (isRefusal(criterion)) throw new Error(`${text}: ${criterion.reason}`);
    return criterion;
  });
  const checker = createChecker({
    supervise,
    env: { ...process.env, ...options.env },
    loop: 'checks-00000000',
    ...(options.watch && { watch: options.watch }),
  });
  const { verdicts } = await checker.verify(
    {
      criteria,
      root,
      cwd: options.cwd ?? root,
      run: 'run-1',
      outputPath: (id) => ({ absolute: join(base, 'outputs', `${id}.log`), relative: `outputs/${id}.log` }),
      probeFolder: (id) => join(base, 'outputs', `probe-${id}`),
      settings: settingsSchema.parse(options.settings ?? {}),
      measured: options.measured ?? false,
    },
    options.signal ?? new AbortController().signal,
  );
  return verdicts.map((verdict) => verdictSchema.parse(verdict));
}

async function outcome(text: string, options: Options = {}): Promise<string> {
  const [verdict] = await verify([text], options);
  return `${verdict?.unmeasured ?? verdict?.outcome}: ${verdict?.reason}`;
}

async function script(name: string, body: string): Promise<void> {
  await writeFile(join(root, name), `#!/bin/sh\n${body}\n`);
  await chmod(join(root, name), 0o755);
}

describe('exit codes', () => {
  test.each([
    ['true', 'pass: exit 0'],
    ['`exit 3`', 'fail: exit 3'],
    ['`kill -9 $$`', 'fail: killed by SIGKILL'],
    ['`cat`', 'pass: exit 0'],
    ['`no-such-tool-at-all --flag`', 'not-found: command not found: no-such-tool-at-all'],
    ['`FOO=1 no-such-tool-at-all`', 'not-found: command not found: no-such-tool-at-all'],
    ['`true && no-such-tool-at-all`', 'not-found: command not found: no-such-tool-at-all'],
    ['`./missing.sh`', 'not-found: command not found: ./missing.sh'],
    ['`./suite.txt`', 'not-found: command not executable: ./suite.txt'],
    ['`! no-such-tool-at-all`', 'not-found: command not found: no-such-tool-at-all'],
    ['`no-such-tool-at-all | cat`', 'not-found: command not found: no-such-tool-at-all'],
    ['`no-such-tool-at-all || true`', 'not-found: command not found: no-such-tool-at-all'],
    ['`sh -c "no-such-tool-at-all || true"`', 'not-found: command not found: no-such-tool-at-all'],
    ['`no-such-tool-at-all || ./suite.sh`', 'pass: exit 0'],
    ["`bash -c 'no-such-tool-at-all'`", 'not-found: command not found: no-such-tool-at-all'],
    ['`exit 127`', 'not-found: command not found: exit 127'],
    ['`./own-127.sh`', 'fail: exit 127'],
    ['`./inner-127.sh`', 'fail: exit 127'],
  ])('%s', async (text, result) => {
    await writeFile(join(root, 'suite.txt'), 'true\n');
    await script('suite.sh', 'exit 0');
    await script('own-127.sh', 'echo "3 of 4 failed"; exit 127');
    await script('inner-127.sh', 'no-such-tool-inside');
    expect(await outcome(text)).toBe(result);
  });

  test('a command that takes too long is unmeasured', async () => {
    const settings = { verify: { timeoutMinutes: 0.005 }, agent: { graceSeconds: 0 } };
    expect(await outcome('`echo begun; sleep 60`', { settings })).toBe('timeout: ran out of time after 0.3 s');
  });

  test('a command that cannot be started is unmeasured', async () => {
    const [verdict] = await verify(['true'], { cwd: join(root, 'gone') });
    expect(verdict).toMatchObject({ unmeasured: 'not-started', outputFile: null, exitCode: null });
    expect(verdict?.reason).toContain('gone');
  });
});

describe('tests', () => {
  const printing = (fixture: string, exit: number) => `\`cat ${join(fixtures, fixture)}; exit ${exit}\``;

  test.each([
    ['vitest/pass.txt', 0, 'pass: exit 0, 4 tests passed'],
    ['vitest/fail.txt', 1, 'fail: exit 1, 3 of 4 tests failed'],
    ['vitest/fail.txt', 0, 'fail: exit 0, but 3 of 4 tests failed'],
    ['vitest/empty.txt', 1, 'no-tests: exit 1, but no test ran (vitest)'],
    ['vitest/empty-file.txt', 1, 'no-tests: exit 1, but no test ran (vitest)'],
    ['pytest/empty.txt', 2, 'no-tests: exit 2, but no test ran (pytest)'],
    ['mocha/allskip.txt', 0, 'no-tests: exit 0, but no test ran (mocha)'],
    ['cargo/empty.txt', 0, 'no-tests: exit 0, but no test ran (cargo)'],
    ['go/empty.txt', 0, 'no-tests: exit 0, but no test ran (go)'],
    ['go/pass.txt', 0, 'pass: exit 0'],
    ['jest/crash-import.txt', 1, 'fail: exit 1'],
    ['jest/empty-file.txt', 1, 'no-tests: exit 1, but no test ran (jest)'],
    ['jest/exit0-cheat.txt', 0, 'fail: exit 0, but jest did not finish'],
    ['pytest/exit0-cheat.txt', 0, 'fail: exit 0, but pytest did not finish'],
    ['cargo/exit0-cheat.txt', 0, 'fail: exit 0, but cargo did not finish'],
    ['phpunit/exit0-cheat.txt', 0, 'fail: exit 0, but phpunit did not finish'],
    ['node-test/exit0-cheat.txt', 0, 'no-tests: exit 0, but no test ran (node:test)'],
  ])('%s, exit %i', async (fixture, exit, result) => {
    expect(await outcome(printing(fixture, exit))).toBe(result);
  });

  test('a pattern does not pass on tests that did not run', async () => {
    const cat = `cat ${join(fixtures, 'node-test/empty.txt')}`;
    expect(await outcome(`\`${cat}\` !~ /not ok/`)).toBe('no-tests: exit 0, but no test ran (node:test)');
    expect(await outcome(`\`${cat}\` ~ /fail 0/`)).toBe('no-tests: exit 0, but no test ran (node:test)');
  });

  test('a runner that ended in the middle of its dots has not passed', async () => {
    await mkdir(join(root, 'bin'));
    await script('bin/pytest', 'printf .');
    const env = { PATH: `${join(root, 'bin')}:${process.env.PATH}` };
    expect(await outcome('pytest -q', { env })).toBe('fail: exit 0, but the test runner exited before it could report');
    await script('bin/pytest', 'echo ".... [100%]"');
    expect(await outcome('pytest -qq', { env })).toBe('pass: exit 0');
  });

  test.each([
    ['passing', "test('a', () => {});", 'pass: exit 0, 1 test passed'],
    ['failing', "test('a', () => { throw new Error('no'); });", 'fail: exit 1, 1 of 1 tests failed'],
    ['skipped', "test.skip('a', () => {});", 'no-tests: exit 0, but no test ran (node:test)'],
    ['none', '', 'no-tests: exit 0, but no test ran (node:test)'],
    ['cut short', 'syntax error', 'fail: exit 1, not all tests ran (a.test.mjs: test failed)'],
    ['cheating', "test('a', () => { process.exit(0); });", 'fail: exit 0, but node:test did not finish'],
  ])('a real run of node: %s', async (_, body, result) => {
    await writeFile(join(root, 'a.test.mjs'), `import test from 'node:test';\n${body}\n`);
    expect(await outcome('node --test', { env: { NODE_TEST_CONTEXT: 'child-v8' } })).toBe(result);
  });
});

describe('things that the project does not have (yet) are unmeasured', () => {
  test.each([
    ['`npm test` !~ /FAIL/', 'no-script: there is no package.json'],
    ['`sh nosuch.sh` !~ /zzz/', 'unreadable: sh cannot open nosuch.sh'],
    ['`bash -e ./nosuch.sh` !~ /zzz/', 'unreadable: bash cannot open ./nosuch.sh'],
    ['`. ./nosuch.sh` !~ /zzz/', 'unreadable: . cannot open ./nosuch.sh'],
    ['`node nosuch.js` !~ /zz/', 'unreadable: node cannot open nosuch.js'],
    ['`node nosuch.js | cat`', 'unreadable: node cannot open nosuch.js'],
    ['`node .` !~ /zz/', 'unreadable: node cannot open .'],
    ['`node --test nosuch.js` !~ /zz/', 'unreadable: node cannot open nosuch.js'],
    ['`cd nosuch && true` !~ /zz/', 'unreadable: there is no folder nosuch'],
    ['`cat nosuch.txt` !~ /zz/', 'unreadable: cat: nosuch.txt: No such file or directory'],
    ['`cat nosuch.txt`', 'fail: exit 1'],
    ['`node real.js nosuch.js`', 'fail: exit 1'],
  ])('%s', async (text, result) => {
    await writeFile(join(root, 'real.js'), "require('./nosuch.js');\n");
    expect(await outcome(text)).toBe(result);
  });

  test.each([
    ['`npm run nosuch` !~ /FAIL/', 'no-script: package.json has no script "nosuch"'],
    ['`npm run nested`', 'fail: exit 1'],
    ['`npm run jest` !~ /FAIL/', 'fail: exit 127, output does not match /FAIL/, but exit 127'],
    ['`npx --no no-such-tool-at-all`', 'not-found: not installed: no-such-tool-at-all'],
  ])('%s', async (text, result) => {
    const scripts = { nested: 'npm run nosuch', jest: 'no-such-jest' };
    await writeFile(join(root, 'package.json'), JSON.stringify({ scripts }));
    const env = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
    expect(await outcome(text, { env })).toBe(result);
  });
});

describe('the verdict of a run', () => {
  test('contains the counts, the output file and an excerpt for the prompt', async () => {
    const [verdict] = await verify([`\`cat ${join(fixtures, 'mocha/mixed.txt')}; exit 1\``], {
      settings: { progress: { maxChars: 60 } },
    });
    expect(verdict).toMatchObject({
      criterion: 'c1',
      exitCode: 1,
      tests: { total: 7, passed: 4, failed: 1, skipped: 2 },
      outputFile: 'outputs/c1.log',
    });
    expect(verdict?.excerpt).toMatch(/^…\[truncated\]…\n/);
    expect([...(verdict?.excerpt ?? '')].length).toBe(60);
    expect(await readFile(join(base, 'outputs/c1.log'), 'utf8')).toBe(
      await readFile(join(fixtures, 'mocha/mixed.txt'), 'utf8'),
    );
  });

  test('contains the end of a long output', async () => {
    const [verdict] = await verify([`\`seq 200000; cat ${join(fixtures, 'vitest/pass.txt')}\``]);
    expect(verdict).toMatchObject({ outcome: 'pass', tests: { passed: 4 } });
    expect(verdict?.excerpt).toContain('Tests  4 passed');
  });
});

describe('several criteria', () => {
  test('run in order, each command once', async () => {
    const verdicts = await verify([
      '`echo ran >> log; cat log`',
      '`echo ran >> log; cat log` ~ /ran/',
      'file:log',
      '`cat log` ~ /ran.*ran/s',
    ]);
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['pass', 'pass', 'pass', 'fail']);
    expect(verdicts.map(({ outputFile }) => outputFile)).toEqual([
      'outputs/c1.log',
      'outputs/c1.log',
      null,
      'outputs/c4.log',
    ]);
  });

  test('a command that leaves children behind does not block the next one', async () => {
    const verdicts = await verify(['`sleep 60 & echo begun`', 'true']);
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  });
});

describe('output', () => {
  test.each([
    ['`echo hello` ~ /^hello$/', 'pass: exit 0, output matches /^hello$/'],
    ['`echo hello` ~ /hello\\n$/', 'pass: exit 0, output matches /hello\\n$/'],
    ['`echo hello; exit 4` ~ /HELLO/i', 'pass: exit 4, output matches /HELLO/i'],
    ['`echo hello` ~ /bye/', 'fail: exit 0, output does not match /bye/'],
    ['`echo hello` !~ /hell/', 'fail: exit 0, output matches /hell/'],
    ['`echo hello` !~ /bye/', 'pass: exit 0, output does not match /bye/'],
    ['`printf "\\033[31mred\\033[0m alert"` ~ /red alert/', 'pass: exit 0, output matches /red alert/'],
    ['`printf "error\\rfine\\n"` !~ /error/', 'fail: exit 0, output matches /error/'],
    ['`no-such-tool-at-all` !~ /error/', 'not-found: command not found: no-such-tool-at-all'],
    ['`kill -9 $$` !~ /error/', 'fail: killed by SIGKILL'],
    ['`echo fine; kill -9 $$` ~ /fine/', 'fail: killed by SIGKILL'],
    ["`sh -c 'kill -9 $$'; exit $?` !~ /error/", 'fail: killed by SIGKILL (exit 137)'],
    ['`exit 200` !~ /error/', 'pass: exit 200, output does not match /error/'],
    ['true prints nothing', 'pass: exit 0, nothing printed'],
    ["grep -rn 'require(' . prints nothing", 'pass: exit 1, nothing printed'],
    ['`echo x; exit 1` prints nothing', 'fail: exit 1, but it printed something'],
    ['`kill -9 $$` prints nothing', 'fail: killed by SIGKILL'],
    ['`exit 127` prints nothing', 'not-found: command not found: exit 127'],
    ['`grep x nosuch.txt` prints nothing', 'fail: exit 2'],
    ['`echo` prints nothing', 'pass: exit 0, nothing printed'],
    ['`echo x` prints nothing', 'fail: exit 0, but it printed something'],
    ['`exit 2` prints nothing', 'fail: exit 2'],
  ])('%s', async (text, result) => {
    expect(await outcome(text)).toBe(result);
  });
});

test('what a measured run prints can be watched; other runs, which may have hidden files, cannot', async () => {
  const watchedBy = async (measured: boolean) => {
    const seen: string[] = [];
    await verify(['`echo hello` exits 0'], {
      measured,
      watch: (command) => {
        seen.push(command);
        return { write: (chunk) => seen.push(chunk.toString()), end: () => seen.push('end') };
      },
    });
    return seen;
  };
  expect(await watchedBy(true)).toEqual(['echo hello', 'hello\n', 'end']);
  expect(await watchedBy(false)).toEqual([]);
});

describe('files', () => {
  beforeEach(async () => {
    await writeFile(join(root, 'a.txt'), 'first\nsecond\n');
    await mkdir(join(root, 'folder'));
    await writeFile(join(base, 'secret.txt'), 'password');
    await symlink('../secret.txt', join(root, 'out'));
    await symlink('..', join(root, 'up'));
    await symlink('a.txt', join(root, 'in'));
    await symlink('nothing', join(root, 'dangling'));
    await symlink('circle', join(root, 'circle'));
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')]);
  });

  test.each([
    ['file:a.txt', 'pass: a.txt exists'],
    ['file:./folder/../a.txt', 'pass: ./folder/../a.txt exists'],
    ['file:folder', 'pass: folder exists'],
    ['file:in', 'pass: in exists'],
    ['file:b.txt', 'fail: b.txt does not exist'],
    ['file:a.txt/b', 'fail: a.txt/b does not exist'],
    ['file:dangling', 'fail: dangling is a broken link'],
    ['file:circle', 'fail: circle is a broken link'],
    ['file:a.txt ~ /^second$/m', 'pass: a.txt matches /^second$/m'],
    ['file:a.txt ~ /^second/', 'fail: a.txt does not match /^second/'],
    ['file:a.txt !~ /TODO/', 'pass: a.txt does not match /TODO/'],
    ['file:b.txt !~ /TODO/', 'fail: b.txt does not exist'],
    ['file:folder ~ /x/', 'fail: folder is not a regular file'],
    ['file:pipe ~ /x/', 'fail: pipe is not a regular file'],
    ['file:../secret.txt', 'unreadable: ../secret.txt is outside the workspace'],
    ['file:../nothing.txt', 'unreadable: ../nothing.txt is outside the workspace'],
    ['file:out', 'unreadable: out is outside the workspace'],
    ['file:up/secret.txt ~ /pass/', 'unreadable: up/secret.txt is outside the workspace'],
    ['file:up/nothing.txt', 'unreadable: up/nothing.txt is outside the workspace'],
    ['file:/etc/hostname', 'unreadable: /etc/hostname is outside the workspace'],
  ])('%s', async (text, result) => {
    expect(await outcome(text)).toBe(result);
  });

  test('are resolved from the folder where commands run, inside the workspace', async () => {
    const cwd = join(root, 'folder');
    expect(await outcome('file:../a.txt', { cwd })).toBe('pass: ../a.txt exists');
    expect(await outcome('file:a.txt', { cwd })).toBe('fail: a.txt does not exist');
  });

  test('an invalid path does not throw', async () => {
    expect(await outcome(`file:${'x'.repeat(5000)}`)).toMatch(/^unreadable: x+ cannot be read \(ENAMETOOLONG\)$/);
  });
});

describe('a pattern that never finishes', () => {
  const settings = { verify: { timeoutMinutes: 0.02 } };

  test('is unmeasured', async () => {
    await writeFile(join(root, 'a.txt'), `${'a'.repeat(32)}!`);
    const slow = 'timeout: the pattern /^(a+)+$/ took longer than 1.2 s';
    expect(await outcome('`cat a.txt` ~ /^(a+)+$/', { settings })).toBe(slow);
    expect(await outcome('file:a.txt !~ /^(a+)+$/', { settings })).toBe(slow);
  });

  test('can be cancelled', async () => {
    await writeFile(join(root, 'a.txt'), `${'a'.repeat(32)}!`);
    for (const text of ['file:a.txt ~ /^(a+)+$/', '`echo > ran; cat a.txt` ~ /^(a+)+$/']) {
      const controller = new AbortController();
      const reason = new Error('interrupted');
      const running = verify([text], { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 500);
      await expect(running).rejects.toBe(reason);
    }
  });
});

describe('cancelling', () => {
  test('rejects with the reason and ends all processes of the command', async () => {
    const controller = new AbortController();
    const reason = new Error('interrupted');
    const running = verify([`\`echo $$ > pid; sleep 60\``, '`touch after`'], { signal: controller.signal });
    const pid = await waitFor(() => readFile(join(root, 'pid'), 'utf8').then(Number, () => 0));
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(() => process.kill(pid, 0)).toThrow();
    expect(await outcome('file:after')).toBe('fail: after does not exist');
  });

  test('rejects before anything runs if it is already cancelled', async () => {
    const reason = new Error('interrupted');
    await expect(verify(['`touch ran`'], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await outcome('file:ran')).toBe('fail: ran does not exist');
  });
});

test('the project’s own programs are found, after the user’s', async () => {
  await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
  await script('node_modules/.bin/own-tool', 'echo own');
  await script('node_modules/.bin/cat', 'echo shadowed');
  expect(await outcome('`own-tool` ~ /own/')).toMatch(/^pass/);
  expect(await outcome('`cat /dev/null` prints nothing')).toMatch(/^pass/);
});

async function waitFor(probe: () => Promise<number>): Promise<number> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const result = await probe();
    if (result) return result;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('timed out');
}
