import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { shellQuote } from '../../core/criteria/shell-words.ts';
import { joinSearchPath } from '../../system/find-program.ts';
import type { ProbeContext, ProbePart } from './part.ts';

/**
 * A `sitecustomize` in PYTHONPATH hooks into pytest and unittest, and then loads the one it hides. If a script sets
 * PYTHONPATH itself, pytest's own JUnit report is the fallback, unless the project already requests such a report.
 */
export const python: ProbePart = async (context) => {
  if (context.folder.includes(delimiter)) return {};
  const { PYTHONPATH, PYTEST_ADDOPTS = '' } = context.env;
  const path = join(context.folder, 'python');
  const variables: Record<string, string> = {
    PYTHONPATH: joinSearchPath(path, PYTHONPATH),
  };
  if (!(await asksForReport(context))) {
    const report = `--junitxml=${shellQuote(join(context.out, 'pytest-junit.xml'))}`;
    variables.PYTEST_ADDOPTS = PYTEST_ADDOPTS === '' ? report : `${PYTEST_ADDOPTS} ${report}`;
  }
  return variables;
};

const SETTINGS = [
  'pytest.ini',
  '.pytest.ini',
  'pyproject.toml',
  'tox.ini',
  'setup.cfg',
  'Makefile',
  'noxfile.py',
  'package.json',
];

async function asksForReport({ cwd, env }: ProbeContext): Promise<boolean> {
  const texts = await Promise.all(SETTINGS.map((file) => readFile(join(cwd, file), 'utf8').catch(() => '')));
  return [env.PYTEST_ADDOPTS ?? '', ...texts].some((text) => /junit-?xml/.test(text));
}
