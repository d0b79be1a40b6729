import { readdir } from 'node:fs/promises';
import type { Ecosystem } from '../core/criteria/toolchain.ts';
import { foldersUpwards } from './folders-upwards.ts';

/** By the file that pins the dependencies; of one ecosystem the first that is there. */
const COMMANDS: readonly [file: string, ecosystem: Ecosystem, command: string][] = [
  ['pnpm-lock.yaml', 'node', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'node', 'yarn install --frozen-lockfile'],
  ['bun.lock', 'node', 'bun install --frozen-lockfile'],
  ['bun.lockb', 'node', 'bun install --frozen-lockfile'],
  ['package-lock.json', 'node', 'npm ci'],
  ['npm-shrinkwrap.json', 'node', 'npm ci'],
  ['package.json', 'node', 'npm install'],
  ['deno.lock', 'deno', 'deno install'],
  ['uv.lock', 'python', 'uv sync'],
  ['poetry.lock', 'python', 'poetry install'],
  ['pdm.lock', 'python', 'pdm install'],
  ['Pipfile.lock', 'python', 'pipenv sync --dev'],
  ['requirements-dev.txt', 'python', 'pip install -r requirements-dev.txt'],
  ['requirements.txt', 'python', 'pip install -r requirements.txt'],
  ['pyproject.toml', 'python', 'pip install -e .'],
  ['setup.py', 'python', 'pip install -e .'],
  ['Gemfile', 'ruby', 'bundle install'],
  ['composer.json', 'php', 'composer install'],
  ['go.mod', 'go', 'go mod download'],
  ['Cargo.toml', 'rust', 'cargo fetch'],
  ['mvnw', 'java', './mvnw dependency:go-offline'],
  ['gradlew', 'java', './gradlew testClasses'],
  ['pom.xml', 'java', 'mvn dependency:go-offline'],
  ['build.gradle', 'java', 'gradle testClasses'],
  ['build.gradle.kts', 'java', 'gradle testClasses'],
  ['mix.exs', 'elixir', 'mix deps.get'],
];

/** How the dependencies of `cwd` are installed: by the files there, and in the folders above it up to the root. Never rejects. */
export async function installCommands(root: string, cwd: string): Promise<Partial<Record<Ecosystem, string>>> {
  const folders = foldersUpwards(root, cwd).map((folder) => readdir(folder).catch((): string[] => []));
  const names = new Set((await Promise.all(folders)).flat());
  const found: Partial<Record<Ecosystem, string>> = {};
  for (const [file, ecosystem, command] of COMMANDS) if (names.has(file)) found[ecosystem] ??= command;
  return found;
}
