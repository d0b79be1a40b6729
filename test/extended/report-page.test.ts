import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { agentScript } from '../support/agents.ts';
import { jumar, loopFolders, readableFiles } from '../support/cli.ts';
import { aProject, temporaryFolder } from '../support/project.ts';

const CHROMIUM = '/usr/bin/chromium';
const ITERATIONS = 50;
/** Screens are kept here as artefacts of the run. */
const shots = join('test-results', 'report');
let browser: Browser;

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) spawnSync(process.execPath, ['scripts/install-chromium.mjs'], { stdio: 'inherit' });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  mkdirSync(shots, { recursive: true });
});
afterAll(() => browser?.close());

/** A loop of fifty iterations on a project whose tests come and go, with sources that grow. */
async function longLoop(): Promise<string> {
  const lines = Array.from({ length: 400 }, (_, n) => `export const value${n} = ${n}; // line ${n}`);
  const { project, home, outside } = aProject({
    'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
    'src/values.js': `${lines.join('\n')}\n`,
    '.jumar/config.yaml': 'rules:\n  off: [regression, cycling, same-tree, no-ops]\n',
    'state.js': 'export const done = 0;\n',
    'a.test.js': `import { test } from 'node:test';
import assert from 'node:assert';
import { done } from './state.js';
${Array.from({ length: 30 }, (_, n) => `test('step ${n}', () => assert.ok(done > ${n} || ${n} % 7 === 3 && done % 2));`).join('\n')}
`,
  });
  const body = `i=$JUMAR_ITERATION
echo "export const done = $((i * 2 % 29));" > state.js
sed -i "$((i * 5))s/.*/export const changed$i = 'a <b> \\& c';/" src/values.js
for n in $(seq 400); do echo "iteration $i thinks about step $n"; done`;
  const args = ['run', 'finish every step', '--until', 'npm test', '--agent-command', agentScript(outside, body)];
  await jumar([...args, '--max-iterations', String(ITERATIONS)], { cwd: project, home });
  const id = loopFolders(home)[0]?.split('/').at(-1) ?? '';
  const file = join(temporaryFolder(), 'report.html');
  const report = await jumar(['report', id, '--out', file], { cwd: project, home });
  expect(report.code).toBe(0);
  return file;
}

async function opened(file: string): Promise<{ page: Page; problems: string[]; requests: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, bypassCSP: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`file://${file}`);
  await page.waitForSelector('html[data-ready]');
  return { page, problems, requests };
}

interface Violation {
  id: string;
  impact: string | null;
}

/** What axe-core finds that is serious or worse. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as { violations: Violation[] };
  return found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id);
}

test('fifty iterations in one page', async () => {
  const file = await longLoop();
  expect(readFileSync(file).length).toBeLessThan(2_000_000);
  const { page, problems, requests } = await opened(file);

  const crosses = await page.locator('svg.chart path.caught').count();
  expect((await page.locator('svg.chart circle').count()) + crosses).toBe(ITERATIONS + 1);
  expect(await page.locator('table.heat tbody tr').count()).toBeGreaterThan(5);
  expect(await page.locator('table.heat td.s-f').first().isVisible()).toBe(true);
  await page.getByLabel('From', { exact: true }).selectOption('1');
  await page.getByLabel('To', { exact: true }).selectOption('40');
  expect(await page.locator('table.diff tr.added').first().isVisible()).toBe(true);
  expect(await page.locator('table.diff .t-keyword').count()).toBeGreaterThan(0);
  await page.screenshot({ path: join(shots, 'light.png'), fullPage: true });

  await page.locator('#iteration-3 > summary').focus();
  await page.keyboard.press('Enter');
  const transcript = page.locator('#iteration-3 details.unpack[data-kind=transcript]');
  await transcript.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => transcript.locator('code').textContent()).toContain('iteration 3 thinks about step 400');

  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page)).toEqual([]);
  await page.screenshot({ path: join(shots, 'dark.png') });

  await page.getByLabel('Find', { exact: true }).fill('step 3');
  await expect.poll(() => page.locator('table.heat tbody tr').count()).toBe(1);
  expect(problems).toEqual([]);
  expect(requests).toEqual([`file://${file}`]);
  writeFileSync(join(shots, 'bytes.txt'), String(readFileSync(file).length));
});

test('everything can be reached by keyboard, and nothing is wider than a narrow page', async () => {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const agent = agentScript(outside, 'echo ready >> state.txt');
  await jumar(['run', 'get it ready', '--until', 'grep -q ready state.txt', '--agent-command', agent], {
    cwd: project,
    home,
  });
  const { page } = await opened(join(readableFiles(home), 'reports', 'report.html'));
  await page.setViewportSize({ width: 400, height: 800 });
  await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
  const wide =
    "[...document.querySelectorAll('.scroll:has(.rows)')].filter((one) => one.scrollWidth > one.clientWidth)";
  expect(await page.evaluate(`${wide}.map((one) => one.textContent)`)).toEqual([]);
  const reached = new Set<string>();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate('document.activeElement.tagName'));
  }
  expect([...reached]).toEqual(expect.arrayContaining(['A', 'SELECT', 'SUMMARY']));
});
