import type { ProjectCommand } from '../core/criteria/project.ts';
import type { Commands, Ecosystem } from './ecosystem.ts';
import type { Folder } from './folder.ts';

const MARKERS = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'requirements.txt',
  'Pipfile',
  'tox.ini',
  'pytest.ini',
  'conftest.py',
];

export const python: Ecosystem = {
  name: 'python',
  async detect(folder) {
    const tests = await testFiles(folder);
    if (tests.length === 0 && !(await folder.has(...MARKERS))) return null;
    const settings = await configuration(folder);
    const { manager, run } = await managerOf(folder, settings);
    const commands: Commands = {};
    const test = await testCommand(folder, settings, tests, run);
    if (test) commands.test = test;
    const ruff = settings.find(([, text]) => /^\[tool\.ruff/m.test(text));
    if (ruff || (await folder.has('ruff.toml', '.ruff.toml'))) {
      commands.lint = { command: run('ruff check .'), evidence: ruff?.[0] ?? 'ruff.toml' };
    } else if (settings.some(([, text]) => /^\[flake8\]/m.test(text))) {
      commands.lint = { command: run('flake8'), evidence: 'flake8 section' };
    } else if (await folder.has('.pylintrc', 'pylintrc')) {
      commands.lint = { command: run('pylint --recursive=y .'), evidence: 'pylintrc' };
    }
    const mypy = settings.find(([, text]) => /^\[(?:tool\.)?mypy\]/m.test(text));
    if (mypy) commands.typecheck = { command: run('mypy .'), evidence: mypy[0] };
    else if (await folder.has('pyrightconfig.json')) {
      commands.typecheck = { command: run('pyright'), evidence: 'pyrightconfig.json' };
    }
    return { language: 'Python', packageManager: manager, conventional: commands };
  },
};

type Setting = [file: string, text: string];

async function configuration(folder: Folder): Promise<Setting[]> {
  const files = ['pyproject.toml', 'setup.cfg', 'tox.ini', 'pytest.ini', 'mypy.ini', '.flake8', 'Pipfile'];
  const requirements = (await folder.list()).filter((name) => /^requirements.*\.txt$/.test(name));
  const texts = await Promise.all(
    [...files, ...requirements].map(async (name): Promise<Setting> => [name, await folder.read(name)]),
  );
  return texts.filter(([, text]) => text !== '');
}

async function managerOf(folder: Folder, settings: readonly Setting[]) {
  const pyproject = settings.find(([file]) => file === 'pyproject.toml')?.[1] ?? '';
  const managers: [manager: string, used: boolean][] = [
    ['uv', await folder.has('uv.lock')],
    ['poetry', (await folder.has('poetry.lock')) || /^\[tool\.poetry\]/m.test(pyproject)],
    ['pdm', await folder.has('pdm.lock')],
    ['pipenv', await folder.has('Pipfile')],
  ];
  const manager = managers.find(([, isUsed]) => isUsed)?.[0];
  // If the manager itself is not installed, the packages it installed earlier may still be there.
  if (manager && folder.hasProgram(manager)) return { manager, run: (command: string) => `${manager} run ${command}` };
  const environment = (await folder.has('.venv/bin/python'))
    ? '.venv'
    : (await folder.has('venv/bin/python'))
      ? 'venv'
      : null;
  return {
    manager: manager ?? 'pip',
    run: (command: string) => (environment ? `${environment}/bin/${command}` : command),
  };
}

const PYTEST_SECTION = /^\[(?:tool\.pytest|tool:pytest\]|pytest\])/m;

async function testCommand(
  folder: Folder,
  settings: readonly Setting[],
  tests: readonly string[],
  run: (command: string) => string,
): Promise<ProjectCommand | null> {
  // `python -m` puts the folder on the import path, which plain `pytest` does not.
  const interpreter = run('python') === 'python' ? 'python3' : run('python');
  const pytest = (evidence: string) => ({ command: `${interpreter} -m pytest`, evidence });
  const section = settings.find(([file, text]) => file === 'pytest.ini' || PYTEST_SECTION.test(text));
  if (section) return pytest(section[0]);
  if (await folder.has('conftest.py', 'tests/conftest.py')) return pytest('conftest.py');
  const mention = settings.find(([, text]) => /\bpytest\b/.test(text));
  if (mention) return pytest(mention[0]);
  if (tests.length === 0) {
    const tox = settings.find(([file, text]) => file === 'tox.ini' && /^\[testenv/m.test(text));
    return tox ? { command: 'tox', evidence: 'tox.ini' } : null;
  }
  const sample = await folder.read(tests[0] ?? '');
  if (!/^\s*(?:import .*\bunittest\b|from unittest\b)/m.test(sample) || /\bpytest\b/.test(sample))
    return pytest(tests[0] ?? '');
  const [below] = (tests[0] ?? '').split('/');
  const isOutsidePackage = below !== tests[0] && !(await folder.has(`${below}/__init__.py`));
  const command = `${interpreter} -m unittest${isOutsidePackage ? ` discover -s ${below}` : ''}`;
  return { command, evidence: `${tests[0]} uses unittest` };
}

async function testFiles(folder: Folder): Promise<string[]> {
  const lists = await Promise.all(
    ['.', 'tests', 'test'].map(async (below) =>
      (await folder.list(below)).map((name) => (below === '.' ? name : `${below}/${name}`)),
    ),
  );
  return lists.flat().filter((path) => /(?:^|\/)(?:test_\w+|\w+_test)\.py$/.test(path));
}
