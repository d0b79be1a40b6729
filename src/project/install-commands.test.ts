import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { installCommands } from './install-commands.ts';

test('a lock file says more than a manifest, and the folders above count', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    'pnpm-lock.yaml': '',
    'packages/a/package.json': '{}',
    'requirements.txt': '',
    'pyproject.toml': '',
  });
  expect(await installCommands(root, `${root}/packages/a`)).toEqual({
    node: 'pnpm install --frozen-lockfile',
    python: 'pip install -r requirements.txt',
  });
  expect(await installCommands(root, `${root}/nowhere`)).toMatchObject({ node: 'pnpm install --frozen-lockfile' });
  expect(await installCommands(temporaryFolder(), '/')).toEqual({});
});
