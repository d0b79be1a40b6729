import { describe, expect, test } from 'vitest';
import { guard } from './guard.ts';
import { withSuppression } from './suppress.ts';
import { keepsLoss, readTuning } from './tune.ts';

const one = { pattern: 'test-skipped', path: 'test/a.test.js', reason: 'waits: for "b"' };

describe('a suppression', () => {
  test.each([
    { into: 'no file', text: '' },
    { into: 'an empty list', text: '[]\n' },
    { into: 'a list', text: '# ours\n- id: any-cast\n  off: true # for now\n' },
    { into: 'a single pattern', text: 'id: any-cast\noff: true\n' },
    { into: 'a list that tunes the same pattern', text: '- id: test-skipped\n  severity: high\n' },
  ])('is added to $into', ({ text }) => {
    const written = withSuppression(text, one) as string;
    const before = text === '' ? [] : readTuning(text, 'file');
    expect(readTuning(written, 'file')).toEqual([
      ...before,
      { id: 'test-skipped', exclude: ['test/a.test.js'], reason: one.reason },
    ]);
    for (const comment of text.match(/#.*/g) ?? []) expect(written).toContain(comment);
    expect(withSuppression(written, one)).toBeNull();
  });

  test.each(['app/[id]/(group)/page.test.tsx', 'a{b,c}.js', 'src/*.js', '!x/+(y).js', 'a b/@(c)|d.js', 'plain.py'])(
    'covers %s and no other file',
    (path) => {
      const [tuning] = readTuning(withSuppression('', { ...one, path }) as string, 'file');
      const loss = (at: string) => ({
        place: { before: null, after: { path: at, line: 1, text: '' } },
        subject: [],
        reasons: [],
      });
      expect(keepsLoss(tuning!, loss(path))).toBe(false);
      for (const other of ['app/i/group/page.test.tsx', 'ab.js', 'src/a.js', 'x/y.js', 'plain.pyi'])
        expect(keepsLoss(tuning!, loss(other))).toBe(true);
    },
  );

  test('counts in addition to other tuning of the same pattern', async () => {
    const before = "test('a', () => {\n  expect(sum(1, 2)).toBe(3);\n});\n";
    const after = before.replace('test(', 'test.skip(');
    const changes = [one.path, 'test/b.test.js'].map((path) => ({ path, before, after }));
    const tuning = readTuning(withSuppression('- id: test-skipped\n  severity: high\n', one) as string, 'file');
    const { findings } = await guard({ changes, tuning });
    expect(findings.map(({ severity, after: place }) => [severity, place?.path])).toEqual([['high', 'test/b.test.js']]);
  });

  test('is not added to a file that is not YAML', () => {
    expect(() => withSuppression('- id: [', one)).toThrow();
  });
});
