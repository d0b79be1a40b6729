import { expect, test } from 'vitest';
import { pathRules } from '../../system/path-rules.ts';
import { theSettings } from '../../testing/builders.ts';
import { protectedGlobs } from './protected-globs.ts';

const isProtected = (path: string, task: string, protect: string[] = []) =>
  pathRules(protectedGlobs({ protect: ['/check.sh'], settings: theSettings({ verify: { protect } }), task })).matches(
    path,
  );

test.each([
  ['.jumar/config.yaml', true],
  ['.jumar/types/x.md', true],
  ['jumar.config.json', true],
  ['jumar.config.js', true],
  ['jumar.config.mjs', true],
  ['jumar.config.ts', true],
  ['jumar.config.mts', true],
  ['jumar.config.yaml', true],
  ['jumar.config.yml', true],
  ['pkg/deep/jumar.config.yml', true],
  ['pkg/.jumar/config.yaml', true],
  ['check.sh', true],
  ['jumar.md', false],
  ['src/jumar.config.test.ts', false],
])('%s: %s', (path, expected) => {
  expect(isProtected(path, 'make it work')).toBe(expected);
});

test('Jumar’s settings are not protected if the task names them or a person excludes them', () => {
  expect(isProtected('jumar.config.ts', 'Write a jumar.config.ts.')).toBe(false);
  expect(isProtected('jumar.config.json', 'Write a jumar.config.ts.')).toBe(true);
  expect(isProtected('examples/jumar.config.ts', 'make it work', ['!examples/'])).toBe(false);
});
