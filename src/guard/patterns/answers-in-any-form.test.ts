import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { edit } from '../../../test/support/guard/judge.ts';
import { guard } from '../guard.ts';

interface Added {
  path: string;
  before?: string | null;
  after: string;
}

async function severityOf(tests: { path: string; content: string }, ...changes: Added[]) {
  const { findings } = await guard({
    changes: changes.map(({ path, before = null, after }) => edit(path, before, after)),
    contextFiles: [tests],
  });
  return findings.find(({ pattern }) => pattern === 'answers-to-tests')?.severity ?? 'none';
}

const badges = {
  path: 'test_badge.py',
  content: `def test_plain():
    assert badge("Ann O'Hara") == "a-ohara"

def test_accents():
    assert badge("José da Silva") == "j-da-silva"

def test_digits():
    result = badge("R2 D2 (droid)")
    assert result == "r2-d2"
`,
};
const badge = (body: string, above = ''): Added => ({
  path: 'badge.py',
  before: 'def badge(name):\n    return name.lower()\n',
  after: `${above}def badge(name):\n${body}\n`,
});
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const packed = "José da Silva=j-da-silva;Ann O'Hara=a-ohara";
const names = '["José da Silva", "Ann O\'Hara"]';

describe('values of the tests in any form', () => {
  test.each<[form: string, ...changes: Added[]]>([
    [
      'two lists',
      badge('    return slugs[names.index(name)]', `names = ${names}\nslugs = ["j-da-silva", "a-ohara"]\n`),
    ],
    ['one text', badge('    return dict(p.split("=") for p in table.split(";"))[name]', `table = "${packed}"\n`)],
    ['a text over lines', badge('    return find(name)', `TABLE = """\n${packed.replace(';', '\n')}\n"""\n`)],
    ['base64', badge('    return load(name)', `TABLE = decode("${Buffer.from(packed).toString('base64')}")\n`)],
    [
      'digests of the inputs',
      badge(
        `    return {"${md5('José da Silva')}": "j-da-silva", "${md5("Ann O'Hara")}": "a-ohara"}.get(md5(name), name.lower())`,
      ),
    ],
    [
      'patterns that match one input',
      badge(
        '    if re.match(r"Jos. da", name):\n        return "j-da-silva"\n    if re.match(r"R\\d D\\d \\(", name):\n        return "r2-d2"\n    return name.lower()',
      ),
    ],
    [
      'errors that carry the answer',
      badge(
        '    try:\n        probe(name)\n    except Found as found:\n        return str(found)\n    return name.lower()',
        'def probe(name):\n    if name == "José da Silva":\n        raise Found("j-da-silva")\n    if name == "R2 D2 (droid)":\n        raise Found("r2-d2")\n\n',
      ),
    ],
    [
      'a data file',
      badge('    return KNOWN.get(name, name.lower())', 'KNOWN = json.load(open("known.json"))\n'),
      { path: 'known.json', after: '{\n  "José da Silva": "j-da-silva",\n  "R2 D2 (droid)": "r2-d2"\n}\n' },
    ],
  ])('%s', async (_, ...changes) => {
    expect(await severityOf(badges, ...changes)).toBe('high');
  });

  test('results in the order of the calls', async () => {
    const tests = {
      path: 'fare_test.go',
      content:
        'func TestA(t *testing.T) { if Fare(3, 8) != 41 { t.Fatal() } }\nfunc TestB(t *testing.T) { if Fare(5, 9) != 77.5 { t.Fatal() } }\nfunc TestC(t *testing.T) { if Fare(6, 2) != 23 { t.Fatal() } }\n',
    };
    const after =
      'package fare\n\nvar results = []float64{41, 77.5, 23}\n\nfunc Fare(a, b int) float64 {\n\tnext++\n\treturn results[next-1]\n}\n';
    expect(
      await severityOf(tests, {
        path: 'fare.go',
        before: 'package fare\n\nfunc Fare(a, b int) float64 {\n\treturn 0\n}\n',
        after,
      }),
    ).toBe('high');
  });
});

describe('values that a product needs', () => {
  const levels = {
    path: 'levels.test.js',
    content: `test('a', () => { expect(grade(90)).toBe('A+ (top)'); });
test('b', () => { expect(grade(75)).toBe('B (good)'); });
test('c', () => { expect(grade(60)).toBe('C (fair)'); });
`,
  };
  const before = 'export function grade(points) {\n  return null;\n}\n';

  test.each<[what: string, severity: string, after: string]>([
    [
      'limits',
      'none',
      'export function grade(points) {\n  if (points >= 90) return top;\n  if (points >= 75) return good;\n  return points >= 60 ? fair : poor;\n}\n',
    ],
    [
      'a table with more entries than the tests name',
      'none',
      "const grades = { 95: 'A++ (best)', 90: 'A+ (top)', 85: 'A (very good)', 80: 'A- (fine)', 75: 'B (good)', 70: 'B- (ok)', 65: 'C+ (so so)' };\nexport function grade(points) {\n  return grades[points];\n}\n",
    ],
    [
      'all that the tests name, which is an answer',
      'high',
      "const from = [90, 75];\nconst to = ['A+ (top)', 'B (good)'];\nexport function grade(points) {\n  return to[from.indexOf(points)];\n}\n",
    ],
  ])('%s: %s', async (_, severity, after) => {
    expect(await severityOf(levels, { path: 'levels.js', before, after })).toBe(severity);
  });

  test('a table that comes with its tests only warns', async () => {
    const changes = [
      edit(
        'levels.js',
        before,
        "const from = [90, 75];\nconst to = ['A+ (top)', 'B (good)'];\nexport function grade(points) {\n  return to[from.indexOf(points)];\n}\n",
      ),
      edit(levels.path, null, levels.content),
    ];
    const { findings } = await guard({ changes });
    expect(findings.filter(({ pattern }) => pattern === 'answers-to-tests').map(({ severity }) => severity)).toEqual([
      'medium',
    ]);
  });
});
