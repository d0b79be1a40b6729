import { type Fields, fields } from './values.ts';
import { minutes, type ProjectFolder, type WantedLinter } from './wanted.ts';

/** By the tools' own files, and by their sections of pyproject.toml, setup.cfg and tox.ini. */
export async function pythonLinters({ names, read }: ProjectFolder): Promise<WantedLinter[]> {
  const tools = fields((await toml(names.has('pyproject.toml') ? await read('pyproject.toml') : null)).tool);
  const sections = `${(await read('setup.cfg')) ?? ''}\n${(await read('tox.ini')) ?? ''}`;
  const evidence = (tool: string, files: readonly string[]) => {
    const file = files.find((name) => names.has(name));
    if (file) return file;
    if (tool in tools) return `[tool.${tool}] in pyproject.toml`;
    return new RegExp(`^\\[${tool}\\]`, 'm').test(sections) ? `the section [${tool}]` : null;
  };
  const wanted: (WantedLinter | null)[] = [
    want('ruff', '{} check --no-fix --output-format json .', evidence('ruff', ['ruff.toml', '.ruff.toml'])),
    want('flake8', '{}', evidence('flake8', ['.flake8'])),
    want('pylint', '{} --output-format=json --recursive=y .', evidence('pylint', ['.pylintrc', 'pylintrc'])),
    want('mypy', mypyArguments(fields(tools.mypy), sections), evidence('mypy', ['mypy.ini', '.mypy.ini'])),
    want('pyright', '{} --outputjson', evidence('pyright', ['pyrightconfig.json'])),
  ];
  return wanted.filter((one) => one !== null);
}

function want(linter: 'ruff' | 'flake8' | 'pylint' | 'mypy' | 'pyright', template: string, why: string | null) {
  const timeoutMs = linter === 'ruff' ? minutes(2) : minutes(5);
  return why === null ? null : { linter, program: linter, template, why, timeoutMs };
}

/** Where the configuration names the files, naming others would overrule it. */
function mypyArguments(settings: Fields, sections: string): string {
  const named =
    ['files', 'packages', 'modules'].some((key) => key in settings) || /^\[mypy\][^[]*^files\b/m.test(sections);
  return `{} --no-pretty --no-color-output --show-error-codes${named ? '' : ' .'}`;
}

async function toml(source: string | null): Promise<Fields> {
  if (source === null) return {};
  const { parse } = await import('smol-toml');
  try {
    return fields(parse(source));
  } catch {
    return {};
  }
}
