import { join } from 'node:path';
import type { ProjectCommand, ProjectScript } from '../core/criteria/project.ts';
import { type Commands, declaredBy, type Ecosystem, usualNames } from './ecosystem.ts';
import { type Folder, isRecord, openFolder, readJson } from './folder.ts';
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
      [manifest.dependencies, manifest.devDependencies].flatMap((some) => (isRecord(some) ? Object.keys(some) : [])),
    );
    const typescript = dependencies.has('typescript') || (await folder.has('tsconfig.json'));
    return {
      language: typescript ? 'TypeScript' : 'JavaScript',
      packageManager: manager,
      scripts,
      declared: declared(scripts, bodies),
      conventional: await conventional(folder, dependencies),
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

/** The field `packageManager`, else the nearest lock file: in a monorepo it lies at the root. */
async function managerOf(folder: Folder, manifest: Record<string, unknown>): Promise<Manager> {
  for (const path of folder.upwards) {
    const above = openFolder(path);
    const { packageManager } = path === folder.path ? manifest : await readJson(above, 'package.json');
    const named = /^(npm|pnpm|yarn|bun)@/.exec(String(packageManager ?? ''))?.[1];
    if (named) return named as Manager;
    for (const [file, manager] of LOCK_FILES) if (await above.has(file)) return manager;
  }
  return 'npm';
}

/** What `npm init` writes in place of a test. */
const PLACEHOLDER = /^echo\s+\\?["']?Error: no test specified/;

function scriptsOf({ scripts }: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(isRecord(scripts) ? scripts : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => {
      const body = entry[1];
      return typeof body === 'string' && body.trim() !== '' && !PLACEHOLDER.test(body);
    }),
  );
}

function isHook(name: string, bodies: Record<string, string>): boolean {
  const hooked = /^(?:pre|post)(.+)$/.exec(name)?.[1];
  return hooked !== undefined && (hooked in bodies || /^(?:pare|install|pack|publish(?:Only)?|version)$/.test(hooked));
}

function runScript(manager: Manager, name: string, body: string): string {
  const shown = /^[\w:.@/-]+$/.test(name) ? name : `'${name}'`;
  const run = name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${shown}`;
  // This one waits for changes unless it believes itself in CI.
  return /\breact-scripts test\b(?!.*--watchAll=false)/.test(body) ? `CI=true ${run}` : run;
}

/** A script that watches never ends, and one that repairs what it finds would change the tree while it is judged. */
function declared(scripts: readonly ProjectScript[], bodies: Record<string, string>): Commands {
  const usable = scripts.filter(
    ({ name }) => !/--watch(?:All)?(?!=false)\b|--fix\b|--write\b/.test(bodies[name] ?? ''),
  );
  return declaredBy(
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

async function conventional(folder: Folder, dependencies: ReadonlySet<string>): Promise<Commands> {
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

/** One that is configured, and either declared or installed. */
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
  const looked = folder.upwards.map((path) => openFolder(path).has(join('node_modules', '.bin', program)));
  return (await Promise.all(looked)).some(Boolean);
}

async function typeCheckerOf(folder: Folder, dependencies: ReadonlySet<string>): Promise<ProjectCommand | null> {
  const config = await folder.read('tsconfig.json');
  if (!config) return null;
  if (dependencies.has('vue-tsc')) return { command: 'npx vue-tsc --noEmit', evidence: 'tsconfig.json and vue-tsc' };
  if (!dependencies.has('typescript') && !(await isInstalled(folder, 'tsc'))) return null;
  // A config that only refers to others checks nothing by itself.
  const solution = /"references"\s*:/.test(config) && /"files"\s*:\s*\[\s*\]/.test(config);
  return { command: solution ? 'npx tsc -b --noEmit' : 'npx tsc --noEmit', evidence: 'tsconfig.json' };
}
