import { expect, test } from 'vitest';
import { measuredLists } from './measured-lists.ts';

const files: Record<string, string> = {
  'weigh.js':
    "import { parts } from './parts.js';\nimport { limit } from './limit.js';\nreadFileSync('bundle.json');\n",
  'parts.js': "export const parts = ['lib/a.js', 'lib/b.js'];\n",
  'limit.js': 'export const limit = 40;\n',
  'bundle.json': '{ "entry": "lib/a.js" }',
  'lib/a.js': "import './b.js';\nexport const a = 1;\n",
  'lib/b.js': 'export const b = 2;\n',
};
const listsIn = (own: Record<string, string>) => {
  const all = { ...files, ...own };
  const code = new Map(Object.entries(all).filter(([path]) => path.endsWith('.js')));
  return measuredLists(['weigh.js'], {
    paths: Object.keys(all),
    code,
    text: async (path) => all[path as keyof typeof all] ?? null,
  });
};

test.each<[string, Record<string, string>, string[]]>([
  ['modules and data that name files', {}, ['parts.js', 'bundle.json']],
  ['not what the work uses, too', { 'lib/c.js': "import '../parts.js';\nreadFile('bundle.json');\n" }, []],
  ['not a module that computes', { 'parts.js': "export const parts = () => ['lib/a.js'];\n" }, ['bundle.json']],
  ['not settings, which are the work', { 'bundle.json': '{ "level": 9 }' }, ['parts.js']],
])('what only the measuring script reads: %s', async (_, own, lists) => {
  expect(await listsIn(own)).toEqual(lists);
});
