import { expect, test } from 'vitest';
import { lastMeaningfulLine } from './last-line.ts';

test.each<[string, string, string]>([
  ['nothing', '\n\n', ''],
  ['one line', 'no such option: --x\n', 'no such option: --x'],
  [
    'an error that node did not catch',
    "file:///a.mjs:1\nimport 'x'\n^\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'\n    at f (node:internal:1:1) {\n  code: 'ERR_MODULE_NOT_FOUND'\n}\n\nNode.js v20.19.0\n",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'x'",
  ],
  [
    'a traceback',
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    import x\nModuleNotFoundError: No module named \'x\'\n',
    "ModuleNotFoundError: No module named 'x'",
  ],
  [
    'npm',
    'npm error code ENOENT\nnpm error enoent Could not read package.json\nnpm error A complete log of this run can be found in: /x/_logs/a.log\n',
    'npm error enoent Could not read package.json',
  ],
  ['colours', '\u001b[31mError: no key\u001b[0m\n', 'Error: no key'],
])('%s', (_, output, line) => {
  expect(lastMeaningfulLine(output)).toBe(line);
});
