// The bugs of bench/repair: small modules written for this project, each with correct code, tests that the agent sees, hidden
// tests that it never sees, and bugs as one replaced piece of the correct code each.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve('bench/repair');
const LANGUAGES = { js: 'JavaScript', ts: 'TypeScript', py: 'Python' };
const SOURCE = /^(?!visible|hidden|bugs|vitest).*\.(js|ts|py)$/;

export function corpus() {
  return readdirSync(folder).flatMap((set) =>
    readdirSync(join(folder, set))
      .sort()
      .flatMap((module) => bugsOf(set, module)),
  );
}

function bugsOf(set, module) {
  const place = join(folder, set, module);
  const source = readdirSync(place).find((name) => SOURCE.test(name));
  const bugs = JSON.parse(readFileSync(join(place, 'bugs.json'), 'utf8'));
  return bugs.map((bug, n) => ({
    id: `${set}/${module}#${n + 1}`,
    set,
    module,
    place,
    source,
    language: LANGUAGES[source.split('.').at(-1)],
    class: bug.class,
    edits: bug.edits ?? [{ from: bug.from, to: bug.to }],
  }));
}

/** Writes the project of a bug; with `repaired`, the correct one. Gives the command that runs its tests. */
export function writeProject(bug, target, { repaired = false } = {}) {
  const extension = bug.source.split('.').at(-1);
  const isPython = extension === 'py';
  const visible = readFileSync(join(bug.place, `visible${isPython ? '_' : '.'}test.${extension}`), 'utf8');
  let text = readFileSync(join(bug.place, bug.source), 'utf8');
  for (const { from, to } of repaired ? [] : bug.edits) {
    if (text.split(from).length !== 2) throw new Error(`${bug.id}: "${from}" must stand exactly once in ${bug.source}`);
    text = text.replace(from, () => to);
  }
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const stem = bug.source.slice(0, -3);
  if (isPython) {
    writeFileSync(join(target, bug.source), text);
    writeFileSync(join(target, `test_${stem}.py`), visible);
  } else {
    mkdirSync(join(target, 'src'));
    mkdirSync(join(target, 'test'));
    writeFileSync(join(target, 'src', bug.source), text);
    writeFileSync(join(target, 'test', `${stem}.test.${extension}`), visible);
    const test = extension === 'ts' ? 'vitest run' : 'node --test';
    writeFileSync(
      join(target, 'package.json'),
      JSON.stringify({ name: stem, private: true, type: 'module', scripts: { test } }),
    );
    if (extension === 'ts') symlinkSync(resolve('node_modules'), join(target, 'node_modules'));
  }
  writeFileSync(join(target, '.gitignore'), 'node_modules\n__pycache__\n.pytest_cache\n');
  return commandOf(bug, visible);
}

function commandOf(bug, visible) {
  if (bug.language !== 'Python') return bug.language === 'TypeScript' ? 'vitest run' : 'node --test';
  return /import pytest|^def test_/m.test(visible) ? 'python3 -m pytest -q' : 'python3 -m unittest';
}

/** Runs the hidden tests in a copy of the project. */
export function passesHidden(bug, project, scratch) {
  rmSync(scratch, { recursive: true, force: true });
  cpSync(project, scratch, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\/\.(git|jumar)$/.test(path),
  });
  const extension = bug.source.split('.').at(-1);
  const isPython = extension === 'py';
  const hidden = join(bug.place, `hidden${isPython ? '_' : '.'}test.${extension}`);
  const target = isPython ? 'test_hidden.py' : `test/hidden.test.${extension}`;
  cpSync(hidden, join(scratch, target));
  const isPytest = isPython && /import pytest|^def test_/m.test(readFileSync(hidden, 'utf8'));
  const [file, args] = isPython
    ? ['python3', isPytest ? ['-m', 'pytest', '-q', target] : ['-m', 'unittest', 'test_hidden']]
    : extension === 'ts'
      ? ['npx', ['vitest', 'run', target]]
      : ['node', ['--test', target]];
  return succeeds(file, args, scratch);
}

export function passesVisible(command, project) {
  return succeeds('/bin/sh', ['-c', command], project);
}

function succeeds(file, args, cwd) {
  const env = {
    ...process.env,
    PATH: `${process.env.PATH}:${join(cwd, 'node_modules', '.bin')}`,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  // Tests that never end are ended with what they started, as spawnSync's own limit would not.
  return spawnSync('timeout', ['-s', 'KILL', '15', file, ...args], { cwd, env, stdio: 'ignore' }).status === 0;
}
