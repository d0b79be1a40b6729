import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { declaredDependencies } from './declared-dependencies.ts';

test('what the manifests here and above name as dependencies, and nothing else', async () => {
  const root = temporaryFolder();
  writeFiles(root, {
    'package.json': JSON.stringify({ name: 'root', devDependencies: { vitest: '1' } }),
    'packages/a/package.json': JSON.stringify({ name: 'a', dependencies: { '@scope/b': 'workspace:*' } }),
    'requirements.txt': '# tools\nrequests[socks]>=2 ; python_version > "3.8"\n-r more.txt\nhttps://x.y/z.whl\n\n',
    'requirements-dev.txt': 'pytest\n',
    'pyproject.toml': `[project]
name = "calc"
dependencies = ["PyYAML==6"]
[project.optional-dependencies]
fast = ["orjson ~= 3"]
[dependency-groups]
dev = ["hypothesis", { include-group = "x" }]
[tool.poetry.group.docs.dependencies]
sphinx = "^7"
`,
  });
  expect(await declaredDependencies(root, `${root}/packages/a`)).toEqual(
    ['@scope/b', 'PyYAML', 'hypothesis', 'orjson', 'pytest', 'requests', 'sphinx', 'vitest'].sort(),
  );
});

test('a manifest that cannot be read names none', async () => {
  const root = temporaryFolder();
  writeFiles(root, { 'package.json': '{', 'pyproject.toml': '[' });
  expect(await declaredDependencies(root, root)).toEqual([]);
});
