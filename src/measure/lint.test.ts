import { expect, it } from 'vitest';
import { defaultSettings } from '../core/settings.ts';
import type { MeasureRequest } from '../runner/ports.ts';
import { measureLint } from './lint.ts';

const linter = (name: string, command: string) => ({ linter: name, folder: '', command, timeoutMs: 1000, why: '' });

const REPORT = '[{"filePath":"/nowhere/a.js","messages":[],"errorCount":0,"warningCount":0}]';

/** Each tool finds nothing. */
const clean = async ({ name }: { name: string }) => ({
  text: name.startsWith('eslint') ? REPORT : '',
  exitCode: 0,
  durationMs: 1,
});

function measured(
  missing: string[],
  metrics: Partial<MeasureRequest['settings']['metrics']> = {},
  run: Parameters<typeof measureLint>[2] = clean,
) {
  const settings = { ...defaultSettings, metrics: { ...defaultSettings.metrics, ...metrics } };
  const linters = [linter('eslint', 'eslint -f json'), linter('tsc', 'tsc --noEmit')];
  const request = { root: '/nowhere', settings, toolchain: { linters, missing, build: null } };
  return measureLint(request as unknown as MeasureRequest, {}, run);
}

const ruff = 'ruff: [tool.ruff] in pyproject.toml, but ruff is not installed';
const mypy = 'mypy: mypy.ini, but mypy is not installed';

it('is known where every linter that is set up was read', async () => {
  expect(await measured([])).toMatchObject({ lint: { errors: 0 }, types: { errors: 0 }, unknown: [] });
});

it('is unknown where one that is set up is not installed, in its own area alone', async () => {
  expect(await measured([ruff])).toMatchObject({ lint: null, types: { errors: 0 }, unknown: [`lint: ${ruff}`] });
  expect(await measured([mypy])).toMatchObject({ lint: { errors: 0 }, types: null, unknown: [`types: ${mypy}`] });
});

it('is what the command of the settings says, whatever else is set up', async () => {
  const own = { lint: { command: 'lint' } };
  expect(await measured([ruff], own)).toMatchObject({ lint: { errors: 0, tools: ['command'] }, unknown: [] });
});

it('says that the command of the settings was not found', async () => {
  const absent = async () => ({ text: 'sh: 1: nosuchlint: not found\n', exitCode: 127, durationMs: 1 });
  expect(await measured([], { lint: { command: 'nosuchlint' }, types: false }, absent)).toMatchObject({
    lint: null,
    unknown: ['lint: its command was not found (sh: 1: nosuchlint: not found)'],
  });
});
