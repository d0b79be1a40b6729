// Records docs/images/page.png and report.png for the README: `npm run build && node scripts/record-page.mjs`. Needs chromium, which
// scripts/install-chromium.mjs installs. Both are of the same real run of the demo: the page while it runs, its report when it has ended.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const CLI = resolve('dist/bin/jumar.js');
const SIZE = { width: 1440, height: 900 };
const folder = mkdtempSync(join(tmpdir(), 'jumar-record-'));
const [project, home] = [join(folder, 'corner-shop'), join(folder, 'state')];
const env = { ...process.env, JUMAR_HOME: home };
const children = [];

try {
  cpSync('assets/demo/project', project, { recursive: true });
  const hidden = {
    'orders that no test has': {
      command: 'node hidden-check.mjs',
      files: { 'hidden-check.mjs': resolve('assets/demo/hidden-check.mjs') },
    },
  };
  mkdirSync(join(project, '.jumar'));
  writeFileSync(join(project, '.jumar', 'config.yaml'), JSON.stringify({ verify: { hidden } }));
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['-c', 'user.name=demo', '-c', 'user.email=demo@localhost', 'commit', '-qm', 'A corner shop with bugs'],
  ])
    spawnSync('git', args, { cwd: project });

  const ui = jumar('ui');
  const url = await new Promise((done) => ui.stdout.setEncoding('utf8').once('data', (text) => done(text.trim())));
  const loop = jumar('run', 'make npm test pass', '--agent', 'repair', '--plain');
  loop.stdout.resume();
  const ended = new Promise((done) => loop.once('exit', done));

  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'dark' });
  await page.goto(url);
  await page.locator('a.loop').click({ timeout: 120_000 });
  await page.locator('#iteration-3').getByText('continue', { exact: true }).waitFor({ timeout: 300_000 });
  await page.locator('.activity li').nth(4).waitFor({ timeout: 120_000 });
  mkdirSync('docs/images', { recursive: true });
  await page.screenshot({ path: 'docs/images/page.png' });

  await ended;
  const [id] = readdirSync(join(home, 'projects')).flatMap((name) =>
    readdirSync(join(home, 'projects', name, 'loops')),
  );
  const file = join(folder, 'report.html');
  spawnSync(process.execPath, [CLI, 'report', id, '--out', file], { cwd: project, env });
  await page.goto(`file://${file}`);
  await page.waitForSelector('html[data-ready]');
  await page.screenshot({ path: 'docs/images/report.png' });
  await browser.close();
} finally {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

function jumar(...args) {
  const child = spawn(process.execPath, [CLI, ...args], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}
