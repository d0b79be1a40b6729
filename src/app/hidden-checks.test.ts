import { expect, test } from 'vitest';
import { theSettings } from '../testing/builders.ts';
import { hiddenFrom } from './hidden-checks.ts';

const hiding = (source: string) =>
  theSettings({ verify: { hidden: { plain: 'true', edges: { command: 'sh x', files: { inside: source } } } } });
const sourceIn = (settings: ReturnType<typeof hiding>) =>
  (settings.verify.hidden.edges as { files: Record<string, string> }).files.inside;

test.each([
  ['../judge', '/home/ann/judge'],
  ['/srv/judge', '/srv/judge'],
  ['~/judge', '~/judge'],
])('in a worktree %s is %s, as seen from the working tree that it was made of', (source, found) => {
  expect(sourceIn(hiddenFrom('/home/ann/project', hiding(source)))).toBe(found);
  expect(hiddenFrom('/home/ann/project', hiding(source)).verify.hidden.plain).toBe('true');
});

test('paths inside of that one are rejected, and without a worktree nothing changes', () => {
  expect(() => hiddenFrom('/home/ann/project', hiding('judge'))).toThrow('judge is inside the workspace');
  expect(hiddenFrom(undefined, hiding('judge'))).toEqual(hiding('judge'));
});
