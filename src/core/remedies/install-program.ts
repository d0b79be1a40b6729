const NPM = new Set(['pnpm', 'yarn', 'bun']);
const PIP = new Set(['uv', 'poetry', 'pdm', 'pipenv', 'tox', 'nox', 'hatch']);
const OTHERS: Record<string, string> = { bundle: 'gem install bundler', composer: 'see getcomposer.org' };

/** Programs that a project's own commands start with, and that its dependencies do not bring. */
export const PACKAGE_MANAGERS = [...NPM, ...PIP, ...Object.keys(OTHERS)];

/** How a package manager is installed; null for any other program. */
export function installProgram(program: string): string | null {
  if (NPM.has(program)) return `npm install -g ${program}`;
  if (PIP.has(program)) return `pip install ${program}`;
  return OTHERS[program] ?? null;
}
