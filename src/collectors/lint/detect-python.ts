import { type Fields, fieldsOrEmpty } from '../../core/text/foreign-json.ts';
import type { ProjectFolder } from '../../project/project-folder.ts';
import { type LinterConfig, minutes } from './linter-config.ts';

/** Detects tools by their own files, and by their sections in pyproject.toml, setup.cfg and tox.ini. */
export async function pythonLinters({ names, read }: ProjectFolder): Promise<LinterConfig[]> {
  const tools = fieldsOrEmpty((await toml(names.has('pyproject.toml') ? await read('pyproject.toml') : null)).tool);
  const sections = `${(await read('setup.cfg')) ?? ''}\n${(await read('tox.ini')) ?? ''}`;
  const evidence = (tool: string, files: readonly string[]) => {
    const file = files.find((name) => names.has(name));
    if (file) return file;
    if (tool in tools) return `[tool.${tool}] in pyproject.toml`;
    return new RegExp(`^\\[${tool}\\]`, 'm').test(sections) ? `the section [${tool}]` : null;
  };
  const linters: (LinterConfig | null)[] = [
    linterFor('ruff', '{} check --no-fix --output-format json .', evidence('ruff', ['ruff.toml', '.ruff.toml'])),
    linterFor('flake8', '{}', evidence('flake8', ['.flake8'])),
    linterFor('pylint', '{} --output-format=json --recursive=y .', evidence('pylint', ['.pylintrc', 'pylintrc'])),
    linterFor('mypy', mypyArguments(fieldsOrEmpty(tools.mypy), sections), evidence('mypy', ['mypy.ini', '.mypy.ini'])),
    linterFor('pyright', '{} --outputjson', evidence('pyright', ['pyrightconfig.json'])),
  ];
  return linters.filter((one) => one !== null);
}

function linterFor(linter: 'ruff' | 'flake8' | 'pylint' | 'mypy' | 'pyright', template: string, why: string | null) {
  const timeoutMs = linter === 'ruff' ? minutes(2) : minutes(5);
  return why === null ? null : { linter, program: linter, template, why, timeoutMs };
}

/** If the configuration names the files, an argument would override it. */
function mypyArguments(settings: Fields, sections: string): string {
  const namesFiles =
    ['files', 'packages', 'modules'].some((key) => key in settings) || /^\[mypy\][^[]*^files\b/m.test(sections);
  return `{} --no-pretty --no-color-output --show-error-codes${namesFiles ? '' : ' .'}`;
}

async function toml(source: string | null): Promise<Fields> {
  if (source === null) return {};
  const { parse } = await import('smol-toml');
  try {
    return fieldsOrEmpty(parse(source));
  } catch {
    return {};
  }
}
