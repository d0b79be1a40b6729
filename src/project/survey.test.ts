import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { defaultSettings } from '../core/state/settings.ts';
import { metricSources } from '../measure/metric-sources.ts';
import { surveyProject } from './survey.ts';
import { detectWorkspaces } from './workspaces.ts';

async function workspacesOf(files: Record<string, string>) {
  const root = temporaryFolder();
  writeFiles(root, files);
  return detectWorkspaces(root);
}

describe('the workspaces of a monorepo', () => {
  it.each<[string, Record<string, string>, string, string[]]>([
    [
      'npm',
      {
        'package.json': '{"workspaces":["packages/*","!packages/old","tools/deep/**"]}',
        'packages/a/package.json': '{}',
        'packages/old/package.json': '{}',
        'packages/no-package/README.md': '',
        'tools/deep/x/package.json': '{}',
        'node_modules/packages/b/package.json': '{}',
      },
      'package.json',
      ['packages/a', 'tools/deep/x'],
    ],
    [
      'yarn',
      { 'package.json': '{"workspaces":{"packages":["./apps/*/"]}}', 'apps/web/package.json': '{}' },
      'package.json',
      ['apps/web'],
    ],
    [
      'pnpm',
      { 'pnpm-workspace.yaml': "packages:\n  - 'libs/**'\n", 'libs/a/b/package.json': '{}' },
      'pnpm-workspace.yaml',
      ['libs/a/b'],
    ],
    [
      'cargo',
      { 'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n', 'crates/core/Cargo.toml': '' },
      'Cargo.toml',
      ['crates/core'],
    ],
    [
      'go',
      { 'go.work': 'go 1.19\n\nuse (\n\t./api // x\n\t./lib\n)\n', 'api/go.mod': '', 'lib/go.mod': '' },
      'go.work',
      ['api', 'lib'],
    ],
    [
      'maven',
      { 'pom.xml': '<project><modules><module>core</module></modules></project>', 'core/pom.xml': '' },
      'pom.xml',
      ['core'],
    ],
    [
      'gradle',
      {
        'settings.gradle.kts': 'include(":app", ":lib:util")\n',
        'app/build.gradle': '',
        'lib/util/build.gradle.kts': '',
      },
      'settings.gradle',
      ['app', 'lib/util'],
    ],
    [
      'uv',
      { 'pyproject.toml': '[tool.uv.workspace]\nmembers = ["py/*"]\n', 'py/a/pyproject.toml': '' },
      'pyproject.toml',
      ['py/a'],
    ],
  ])('%s', async (_, files, from, folders) => {
    expect(await workspacesOf(files)).toEqual([{ from, folders }]);
  });

  it.each<[string, Record<string, string>]>([
    ['a plain package', { 'package.json': '{}' }],
    ['nothing', {}],
    [
      'a file that cannot be parsed',
      { 'package.json': '{', 'pnpm-workspace.yaml': ': [', 'Cargo.toml': '[workspace]\nmembers = [' },
    ],
    ['a pattern without matching folders', { 'package.json': '{"workspaces":["packages/*"]}' }],
  ])('%s has none', async (_, files) => {
    expect(await workspacesOf(files)).toEqual([]);
  });
});

it('surveys several languages in one repository', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    'package.json': '{"workspaces":["packages/*"]}',
    'pnpm-lock.yaml': '',
    'packages/web/package.json': '{"devDependencies":{"typescript":"5"}}',
    'server/go.mod': 'module x\n',
    'tools/Cargo.toml': '[package]\nname = "x"\n',
    'scripts/pyproject.toml': '[project]\nname = "x"\n',
  });
  const { languages, packageManagers, workspaces } = await surveyProject(root);
  expect(languages).toEqual(
    expect.arrayContaining([
      { language: 'JavaScript', folders: ['.'] },
      { language: 'TypeScript', folders: ['packages/web'] },
      { language: 'Go', folders: ['server'] },
      { language: 'Rust', folders: ['tools'] },
      { language: 'Python', folders: ['scripts'] },
    ]),
  );
  expect(packageManagers).toContain('pnpm');
  expect(workspaces).toEqual([{ from: 'package.json', folders: ['packages/web'] }]);
});

it('lists which metric comes from which command', () => {
  const toolchain = {
    linters: [{ linter: 'eslint', folder: 'web', command: 'eslint . -f json', timeoutMs: 1, why: 'eslint.config.js' }],
    missing: ['ruff: ruff.toml, but ruff is not installed'],
    build: 'npm run build',
  };
  const { metrics } = defaultSettings;
  const settings = {
    ...defaultSettings,
    metrics: { ...metrics, custom: { kb: { command: 'du -k', direction: 'down' as const, threshold: 9 } } },
  };
  const sources = metricSources(settings, toolchain, { command: 'npm test' });
  expect(Object.fromEntries(sources.map(({ metric, source }) => [metric, source]))).toEqual({
    tests: 'npm test',
    coverage: 'what the checks write, else what their runners report, if that is cheap',
    lint: 'web: eslint . -f json  (eslint.config.js); missing: ruff: ruff.toml, but ruff is not installed',
    types: expect.stringMatching(/^unknown: no known type checker is set up; .*metrics\.types\.command$/),
    build: 'npm run build',
    size: 'files, lines and complexity, by syntax tree',
    'custom.kb': 'du -k  (<= 9)',
  });
  expect(sources.filter(({ isAvailable }) => !isAvailable).map(({ metric }) => metric)).toEqual(['lint', 'types']);
});
