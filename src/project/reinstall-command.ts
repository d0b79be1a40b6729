import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What installs exactly the dependencies that a lock file names, on top of those that are there. Scripts of packages do not
 * run where a manager can leave them out. Go, Cargo, Maven and Gradle are not here: their builds fetch what they need.
 */
const INSTALLERS: readonly (readonly [lockFile: string, command: string])[] = [
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile --prefer-offline --ignore-scripts'],
  ['bun.lock', 'bun install --frozen-lockfile --ignore-scripts'],
  ['bun.lockb', 'bun install --frozen-lockfile --ignore-scripts'],
  ['package-lock.json', 'npm install --no-save --prefer-offline --no-audit --no-fund --ignore-scripts'],
  ['npm-shrinkwrap.json', 'npm install --no-save --prefer-offline --no-audit --no-fund --ignore-scripts'],
  ['uv.lock', 'uv sync --frozen'],
  ['poetry.lock', 'poetry install --no-interaction'],
  ['pdm.lock', 'pdm sync'],
  ['Pipfile.lock', 'pipenv sync --dev'],
  ['Gemfile.lock', 'bundle install'],
  ['composer.lock', 'composer install --no-interaction --no-scripts'],
];

/** The command for the workspace's lock file, as it was found when the loop began; null if there is none. */
export function reinstallCommand(root: string): string | null {
  if (existsSync(join(root, 'yarn.lock'))) {
    const skipsScripts = existsSync(join(root, '.yarnrc.yml'))
      ? '--immutable --mode=skip-build'
      : '--frozen-lockfile --ignore-scripts';
    return `yarn install ${skipsScripts}`;
  }
  const command = INSTALLERS.find(([lockFile]) => existsSync(join(root, lockFile)))?.[1];
  const pip = ['.venv', 'venv'].map((folder) => `${folder}/bin/pip`).find((path) => existsSync(join(root, path)));
  if (command) return command;
  return pip && existsSync(join(root, 'requirements.txt')) ? `${pip} install -r requirements.txt` : null;
}
