import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { agentScript } from '../support/agents.ts';
import { CLI, cleanEnvironment, jumar, startCli, WITHOUT_ANALYST } from '../support/cli.ts';
import { aProject } from '../support/project.ts';
import { testsFileOf, writeScoredLog } from '../support/scored-log.ts';
import { until } from '../support/until.ts';

/** The real page, by a real browser, over real loops. */

const CHROMIUM = '/usr/bin/chromium';
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** Screens are kept here as artefacts of the run. */
const shots = join('test-results', 'ui');
let browser: Browser;

beforeAll(async () => {
  if (!existsSync(CHROMIUM)) spawnSync(process.execPath, ['scripts/install-chromium.mjs'], { stdio: 'inherit' });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: QUIET });
  mkdirSync(shots, { recursive: true });
});
afterAll(() => browser?.close());

const SUM = {
  'package.json': '{"type":"module","scripts":{"test":"node --test"}}',
  'sum.js': 'export const add = (a, b) => a - b;\n',
  'sum.test.js': `import { test } from 'node:test';
import assert from 'node:assert';
import { add } from './sum.js';
test('adds <b>two</b>', () => assert.equal(add(2, 3), 5));
test('adds nothing', () => assert.equal(add(2, 0), 2));
`,
};

/** Starts `jumar ui` and gives the link that it printed. */
async function serve(
  { project, home }: { project: string; home: string },
  ...more: string[]
): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [CLI, 'ui', ...more], {
    cwd: project,
    env: { ...cleanEnvironment(), JUMAR_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.once('exit', (code) => reject(new Error(`jumar ui exited with ${code}`)));
  });
  return { url, child };
}

async function open(url: string, width = 1024): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  onTestFinished(() => context.close());
  // As long as the test itself may take: the machine may be slow.
  context.setDefaultTimeout(150_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(url);
  return { page, context, problems };
}

/** What axe-core finds. The policy of the page forbids foreign scripts, so it comes in by the debugger. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] };
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const isTooWide = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth') as Promise<boolean>;

describe('the page', () => {
  test('shows a loop from its start to its end, over a reload and in two tabs', async () => {
    const at = aProject(SUM);
    const go = join(at.outside, 'go');
    const agent = agentScript(
      at.outside,
      `echo "reading <i>sum.js</i>"; while [ ! -f "${go}" ]; do sleep 0.05; done; sed -i 's/a - b/a + b/' sum.js`,
    );
    const { page, context, problems } = await open((await serve(at)).url);
    await page.getByText('No loops yet').waitFor();

    const run = startCli(['run', 'make npm test pass', '--agent-command', agent, '--plain'], {
      cwd: at.project,
      home: at.home,
    });
    await page.locator('a.loop').waitFor();
    await page.locator('a.loop').click();
    await page.getByText('at work on #1').waitFor();
    await page.getByText('reading <i>sum.js</i>').waitFor();
    const second = await context.newPage();
    await second.goto(page.url());
    await second.getByText('at work on #1').waitFor();
    await page.reload();
    await page.getByText('at work on #1').waitFor();
    writeFileSync(go, '');
    for (const tab of [page, second]) await tab.locator('.status.completed').waitFor();
    expect((await run.done).code).toBe(0);
    expect(await page.locator('.figures').textContent()).toContain('1 → 0 of 2');

    await page.locator('#iteration-1 > summary').click();
    await page.locator('#iteration-1 details[data-kind=transcript] > summary').click();
    await page.locator('#iteration-1').getByText('reading <i>sum.js</i>').waitFor();
    await page.getByRole('heading', { name: 'Tests by iteration' }).scrollIntoViewIfNeeded();
    await page.getByRole('rowheader', { name: /adds <b>two<\/b>/ }).waitFor();
    await page.getByRole('heading', { name: 'Diffs' }).scrollIntoViewIfNeeded();
    await page.locator('tr.added', { hasText: 'a + b' }).waitFor();
    await page.getByLabel('side by side').check();
    await page.locator('td.removed', { hasText: 'a - b' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('holds a cheat before a person: the findings, a mark, an answer, and what came of it', async () => {
    const at = aProject(SUM);
    const agent = agentScript(at.outside, `sed -i "/adds nothing/d" sum.test.js; sed -i 's/a - b/a + b/' sum.js`);
    const args = ['run', 'make npm test pass', '--agent-command', agent, '--plain', '--max-iterations', '4'];
    expect((await jumar(args, { cwd: at.project, home: at.home })).code).toBe(4);
    const { page, problems } = await open((await serve(at)).url);
    await page.locator('a.loop .status', { hasText: 'needs a person' }).waitFor();
    await page.locator('a.loop').click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await page.locator('.gate').textContent()).toContain('adds nothing');
    expect(await violations(page)).toEqual([]);

    const finding = page.locator('#alerts .alert', { hasText: '"adds nothing" was removed' });
    await finding.getByRole('button', { name: 'Mark as a false positive' }).click();
    await finding.getByText('marked a false positive').waitFor();
    await finding.getByRole('button', { name: 'Take the mark back' }).click();
    await finding.getByRole('button', { name: 'Mark as a false positive' }).waitFor();
    await page.getByLabel('Reason').first().fill('keep the test');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText(/\$ jumar gate '?--reason=keep the test'? reject/).waitFor();
    const shown = await jumar(['show'], { cwd: at.project, home: at.home });
    expect(shown.stdout).toContain('keep the test');
    expect(problems).toEqual([]);
  });

  test('starts a loop after a dry run, and aborts it', async () => {
    const at = aProject(SUM);
    const never = [
      'run',
      'do it first',
      '--until',
      'test -f never',
      '--max-iterations',
      '1',
      '--agent-command',
      agentScript(at.outside, 'echo >> state'),
    ];
    await jumar(never, { cwd: at.project, home: at.home, env: WITHOUT_ANALYST });
    const slow = agentScript(at.outside, 'sleep 300', 'slow.sh');
    writeFileSync(join(at.project, 'jumar.config.json'), JSON.stringify({ agent: { command: slow } }));
    const { page, problems } = await open((await serve(at)).url);
    await page.getByRole('link', { name: 'New loop' }).click();
    await page.getByLabel('Task').fill('make npm test pass; echo $(whoami) --revert');
    await page.getByLabel('Checks').fill('npm test');
    await page.getByLabel('Agents').fill('command');
    await page.getByRole('button', { name: 'Show what would run' }).click();
    await page.getByText('Nothing has been started yet.').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'make npm test pass; echo $(whoami) --revert' }).waitFor();
    await page.getByText('at work on #1').waitFor();
    await page.getByRole('button', { name: 'Abort…' }).click();
    await page.getByLabel('Reason').fill('only a try');
    await page.getByRole('button', { name: 'Abort the loop' }).click();
    await page.locator('.status.aborted').waitFor();
    expect(problems).toEqual([]);
  });

  test('says when Jumar is gone, and when a loop is', async () => {
    const at = aProject(SUM);
    const agent = agentScript(at.outside, 'sleep 300');
    const run = startCli(['run', 'make npm test pass', '--agent-command', agent, '--plain'], {
      cwd: at.project,
      home: at.home,
    });
    const first = await serve(at);
    const { port } = new URL(first.url);
    const { page } = await open(first.url);
    await page.locator('a.loop').click();
    await page.getByText('at work on #1').waitFor();
    run.child.kill('SIGKILL');
    await page.locator('.status.crashed').waitFor();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();

    first.child.kill('SIGKILL');
    await page.getByText('Jumar does not answer').waitFor();
    const again = await serve(at, '--port', port);
    await page.getByText('Open the link that').waitFor();
    await page.goto(again.url);
    await page.locator('a.loop').waitFor();
  });

  test('is readable in every width, in light and dark, by keyboard and by axe', async () => {
    const at = aProject(SUM);
    await jumar(['run', 'make npm test pass', '--agent', 'repair', '--plain'], { cwd: at.project, home: at.home });
    const { page, problems } = await open((await serve(at)).url);
    await page.locator('a.loop').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('no such loop');
    await page.getByText('0 of 1 loops').first().waitFor();
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('#iteration-0').waitFor();
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true');
    await page.locator('#diffs').scrollIntoViewIfNeeded();
    await page.locator('.diff').first().waitFor();
    await page.locator('#tests').scrollIntoViewIfNeeded();
    await page.locator('.heat').waitFor();
    const views = [page.url(), page.url().replace(/#.*/, '#/'), page.url().replace(/#.*/, '#/new')];
    for (const [index, view] of views.entries()) {
      await page.goto(view);
      await page.locator('h1').waitFor();
      for (const theme of ['light', 'dark']) {
        await page.getByLabel('Colours').selectOption(theme);
        expect(await violations(page), `${view} ${theme}`).toEqual([]);
        for (const width of [390, 1024, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await isTooWide(page), `${view} at ${width}`).toBe(false);
          await page.screenshot({ path: join(shots, `${index}-${theme}-${width}.png`), fullPage: true });
        }
      }
    }
    expect(problems).toEqual([]);
  });
});

test('of a long loop and a large suite, only what is seen is in the page', async () => {
  const at = aProject({ 'a.txt': 'a\n' });
  const iterations = Array.from({ length: 2000 }, (_, index) => ({
    score: 0.5 + (index % 40) / 100,
    ...(index >= 1950 && { testsFile: testsFileOf(index + 1) }),
  }));
  const { hash, writeTests } = await writeScoredLog(at, 'long-loop-00000000', iterations);
  const statusOf = (test: number, n: number) => ((test + n) % 5 === 0 ? 'failed' : 'passed');
  for (let n = 1951; n <= 2000; n++)
    writeTests(n, Object.fromEntries(Array.from({ length: 10_000 }, (_, t) => [`suite > does ${t}`, statusOf(t, n)])));
  const { url } = await serve(at);
  const { page, problems } = await open(url);
  await page.goto(new URL(`/${hash}`, url).href);
  await page.locator('#iteration-2000').waitFor();
  expect(await page.locator('details.iteration').count()).toBe(30);
  await page.getByRole('link', { name: '#2000', exact: true }).first().click();
  await page.locator('#iteration-2000[open]').waitFor();
  await page.locator('#tests').scrollIntoViewIfNeeded();
  await page.getByText('10000 of 10000 tests').waitFor();
  const inMap = () => page.locator('.map *').count();
  expect(await inMap()).toBeLessThan(4000);
  await page.evaluate("document.querySelector('.map').scrollTop = 5000 * 24");
  await page.getByRole('rowheader', { name: 'suite > does 5005' }).waitFor();
  expect(await inMap()).toBeLessThan(4000);
  await page.getByLabel('Find', { exact: true }).fill('does 9999');
  await page.getByText('1 of 10000 tests').waitFor();
  expect(await page.locator('*').count()).toBeLessThan(15_000);
  expect(problems).toEqual([]);
});

test('shows a list of tasks with its graph, and leads to its loops', async () => {
  const at = aProject({
    'a.txt': '0\n',
    'tasks.md':
      '- [ ] Make <b>one</b>\n  id: one\n  until: test -f one\n- [ ] Make two\n  id: two\n  until: test -f two\n  after: one\n',
  });
  const agent = agentScript(at.outside, 'touch one two');
  const { page, problems } = await open((await serve(at)).url);
  await page.getByText('No loops yet').waitFor();
  const args = ['tasks', 'run', 'tasks.md', '--agent-command', agent];
  const run = startCli(args, { cwd: at.project, home: at.home, env: WITHOUT_ANALYST });
  await page.getByRole('heading', { name: 'Lists of tasks' }).waitFor();
  await page.locator('a.loop', { hasText: /^running.*tasks-/ }).click();
  await page.locator('svg.graph').waitFor();
  expect((await run.done).code).toBe(0);
  await page.getByText('ended: completed').waitFor();
  expect(await page.locator('svg.graph .integrated').count()).toBe(2);
  expect(await page.locator('table').textContent()).toContain('Make <b>one</b>');
  expect(await violations(page)).toEqual([]);
  expect(await isTooWide(page)).toBe(false);
  await page.locator('table a').first().click();
  await page.locator('.status.completed').waitFor();
  expect(problems).toEqual([]);
});

test('more tabs than a browser has connections follow a loop, and are told of its end', async () => {
  const at = aProject({ 'state.txt': '0\n' });
  const go = join(at.outside, 'go');
  const agent = agentScript(at.outside, `while [ ! -f "${go}" ]; do sleep 0.05; done; echo 1 > state.txt`);
  const args = ['run', 'count to one', '--until', 'grep -q 1 state.txt', '--agent-command', agent, '--plain'];
  const run = startCli(args, { cwd: at.project, home: at.home, env: WITHOUT_ANALYST });
  const { page, context } = await open((await serve(at)).url);
  await page.locator('a.loop').click();
  await page.getByText('at work on #1').waitFor();
  await context.addInitScript(`window.notes = [];
    window.Notification = class { static permission = 'granted'; constructor(title) { window.notes.push(title); } };`);
  const tabs: Page[] = [];
  for (let n = 0; n < 9; n++) {
    const tab = await context.newPage();
    await tab.goto(page.url());
    await tab.getByText('at work on #1').waitFor();
    tabs.push(tab);
  }
  writeFileSync(go, '');
  for (const tab of tabs) await tab.locator('.status.completed').waitFor();
  await expect.poll(() => tabs[0]?.evaluate('window.notes')).toEqual(['completed: count to one']);
  expect((await run.done).code).toBe(0);
});

test('fifty readers follow one loop', async () => {
  const at = aProject({ 'state.txt': '0\n' });
  const go = join(at.outside, 'go');
  const agent = agentScript(at.outside, `while [ ! -f "${go}" ]; do sleep 0.05; done; echo 1 > state.txt`);
  const run = startCli(['run', 'count to one', '--until', 'grep -q 1 state.txt', '--agent-command', agent, '--plain'], {
    cwd: at.project,
    home: at.home,
    env: WITHOUT_ANALYST,
  });
  const { page, context } = await open((await serve(at)).url);
  await page.locator('a.loop').click();
  await page.getByText('at work on #1').waitFor();
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const [, loop] = /loop\/(.*)$/.exec(page.url()) ?? [];
  const [project, id] = (loop ?? '').split('/');
  const origin = new URL(page.url()).origin;
  const readers = Array.from({ length: 50 }, () =>
    followed(`${origin}/api/v1/events?watch=loop:${project}/${id}`, cookies),
  );
  await until('every reader has begun', () => readers.every(({ text }) => text().includes('agent-started')));
  writeFileSync(go, '');
  await until('every reader has the end', () => readers.every(({ text }) => text().includes('"loop-ended"')));
  for (const reader of readers) reader.stop();
  expect((await run.done).code).toBe(0);
});

function followed(url: string, cookie: string) {
  const controller = new AbortController();
  let text = '';
  void (async () => {
    const response = await fetch(url, { headers: { cookie }, signal: controller.signal });
    for await (const piece of response.body ?? []) text += Buffer.from(piece).toString('utf8');
  })().catch(() => {});
  return { text: () => text, stop: () => controller.abort() };
}
