import { join } from 'node:path';
import type { ProjectCommand, ProjectScript } from '../core/criteria/project.ts';
import { fieldsOrEmpty } from '../core/text/foreign-json.ts';
import { type Commands, declaredCommands, type Ecosystem, usualNames } from './ecosystem.ts';
import { type Folder, openFolder, readJson } from './folder.ts';
import { nodeTestCommand } from './node-tests.ts';

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

export const node: Ecosystem = {
  name: 'node',
  async detect(folder) {
    if (!(await folder.has('package.json'))) return null;
    const manifest = await readJson(folder, 'package.json');
    const manager = await managerOf(folder, manifest);
    const bodies = scriptsOf(manifest);
    const scripts = Object.keys(bodies)
      .filter((name) => !isHook(name, bodies))
      .map((name) => ({ name, command: runScript(manager, name, bodies[name] ?? '') }));
    const dependencies = new Set(
      [manifest.dependencies, manifest.devDependencies].flatMap((some) => Object.keys(fieldsOrEmpty(some))),
    );
    const typescript = dependencies.has('typescript') || (await folder.has('tsconfig.json'));
    return {
      language: typescript ? 'TypeScript' : 'JavaScript',
      packageManager: manager,
      scripts,
      declared: declaredScripts(scripts, bodies),
      conventional: await conventionalCommands(folder, dependencies),
    };
  },
};

const LOCK_FILES: [file: string, manager: Manager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/** The field `packageManager`, else the nearest lock file, which in a monorepo is at the root. */
async function managerOf(folder: Folder, manifest: Record<string, unknown>): Promise<Manager> {
  for (const path of folder.upwards) {
    const above = openFolder(path);
    const { packageManager } = path === folder.path ? manifest : await readJson(above, 'package.json');
    const declaredManager = /^(npm|pnpm|yarn|bun)@/.exec(String(packageManager ?? ''))?.[1];
    if (declaredManager) return declaredManager as Manager;
    for (const [file, manager] of LOCK_FILES) if (await above.has(file)) return manager;
  }
  return 'npm';
}

/** The placeholder test script that `npm init` writes. */
const PLACEHOLDER = /^echo\s+\\?["']?Error: no test specified/;

function scriptsOf({ scripts }: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(fieldsOrEmpty(scripts));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => {
      const body = entry[1];
      return typeof body === 'string' && body.trim() !== '' && !PLACEHOLDER.test(body);
    }),
  );
}

function isHook(name: string, bodies: Record<string, string>): boolean {
  const hookedScript = /^(?:pre|post)(.+)$/.exec(name)?.[1];
  return (
    hookedScript !== undefined &&
    (hookedScript in bodies || /^(?:pare|install|pack|publish(?:Only)?|version)$/.test(hookedScript))
  );
}

function runScript(manager: Manager, name: string, body: string): string {
  const quotedName = /^[\w:.@/-]+$/.test(name) ? name : `'${name}'`;
  const run = name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${quotedName}`;
  // Without CI=true it watches for changes and never ends.
  return /\breact-scripts test\b(?!.*--watchAll=false)/.test(body) ? `CI=true ${run}` : run;
}

/** Leaves out scripts that watch, which never end, and those that fix problems, which would change the tree during a check. */
function declaredScripts(scripts: readonly ProjectScript[], bodies: Record<string, string>): Commands {
  const usable = scripts.filter(
    ({ name }) => !/--watch(?:All)?(?!=false)\b|--fix\b|--write\b/.test(bodies[name] ?? ''),
  );
  return declaredCommands(
    usable,
    {
      ...usualNames,
      test: ['test', 'test:ci', 'test:run', 'test:unit', 'tests'],
      lint: ['lint', 'lint:check', 'lint:ci', 'eslint'],
      typecheck: [...usualNames.typecheck, 'tsc', 'lint:types', 'test:types'],
    },
    (name) => `package.json script ${name}`,
  );
}

async function conventionalCommands(folder: Folder, dependencies: ReadonlySet<string>): Promise<Commands> {
  const test = await nodeTestCommand(folder, dependencies);
  const lint = await linterOf(folder, dependencies);
  const typecheck = await typeCheckerOf(folder, dependencies);
  return { ...(test && { test }), ...(lint && { lint }), ...(typecheck && { typecheck }) };
}

const LINTERS: { program: string; from: string; config: RegExp; key?: string; command: string }[] = [
  { program: 'biome', from: '@biomejs/biome', config: /^\.?biome\.jsonc?$/, command: 'npx biome check .' },
  {
    program: 'eslint',
    from: 'eslint',
    config: /^(?:eslint\.config\.|\.eslintrc)/,
    key: 'eslintConfig',
    command: 'npx eslint .',
  },
  { program: 'oxlint', from: 'oxlint', config: /^\.oxlintrc\.json$/, command: 'npx oxlint' },
];

/** A linter that is configured, and either a dependency or installed. */
async function linterOf(folder: Folder, dependencies: ReadonlySet<string>): Promise<ProjectCommand | null> {
  const names = await folder.list();
  const manifest = await readJson(folder, 'package.json');
  for (const { program, from, config, key, command } of LINTERS) {
    const file = names.find((name) => config.test(name));
    const evidence = file ?? (key && key in manifest ? `${key} in package.json` : null);
    if (evidence && (dependencies.has(from) || (await isInstalled(folder, program)))) return { command, evidence };
  }
  return null;
}

async function isInstalled(folder: Folder, program: string): Promise<boolean> {
  const lookups = folder.upwards.map((path) => openFolder(path).has(join('node_modules', '.bin', program)));
  return (await Promise.all(lookups)).some(Boolean);
}

async function typeCheckerOf(folder: Folder, dependencies: ReadonlySet<string>): Promise<ProjectCommand | null> {
  const config = await folder.read('tsconfig.json');
  if (!config) return null;
  if (dependencies.has('vue-tsc')) return { command: 'npx vue-tsc --noEmit', evidence: 'tsconfig.json and vue-tsc' };
  if (!dependencies.has('typescript') && !(await isInstalled(folder, 'tsc'))) return null;
  // A config that only references others checks nothing itself.
  const isSolution = /"references"\s*:/.test(config) && /"files"\s*:\s*\[\s*\]/.test(config);
  return { command: isSolution ? 'npx tsc -b --noEmit' : 'npx tsc --noEmit', evidence: 'tsconfig.json' };
}
