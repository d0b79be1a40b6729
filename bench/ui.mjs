// npm run bench -- ui: what the page costs with many loops, long loops, large suites and many tabs, in chromium over the real server.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ensureProject, iterationFolder } from '../dist/store/layout.js';
import { LONG_LOOP, writeLongLoop } from './long-loop.mjs';
import { writeScored } from './many-loops.mjs';
import { CLI, gitProject, inTemporaryFolder, median, ms, table } from './support.mjs';

export const title = 'The page';
const CHROMIUM = '/usr/bin/chromium';
const [LOOPS, ITERATIONS, LONG, TESTS, EVENTS, TABS] = [1000, 50, 2000, 10_000, 100, 50];

export async function measure() {
  if (!existsSync(CHROMIUM)) {
    console.error(`    not measured: ${CHROMIUM} is missing; node scripts/install-chromium.mjs installs it`);
    return null;
  }
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const rows = [];
    for (const part of [ofMany, ofLong, ofTests, ofLatency, ofTabs]) {
      const before = rows.length;
      rows.push(...(await inTemporaryFolder((folder) => part(browser, folder))));
      console.error(
        rows
          .slice(before)
          .map(([what, measured]) => `      ${what}: ${measured}`)
          .join('\n'),
      );
      console.error(`    ${part.name}: load ${loadavg()[0].toFixed(1)}`);
    }
    const load = `Load at the end: ${loadavg()[0].toFixed(1)} on ${availableParallelism()} processors, browser and server on the same.`;
    return `Chromium ${browser.version()} without a screen. ${load}\n\n${table(['what', 'measured', 'aim'], rows)}`;
  } finally {
    await browser.close();
  }
}

/** The list with so many loops, above an empty one. */
async function ofMany(browser, folder) {
  const [empty, full] = [join(folder, 'empty'), join(folder, 'full')];
  const project = await projectIn(full, folder);
  for (let n = 0; n < LOOPS; n++) {
    const ended = { ending: n % 2 === 0 ? 'completed' : 'iteration-limit', reason: 'as written' };
    writeScored(project, `bench-${String(n).padStart(8, '0')}`, { at: n * 1000, iterations: ITERATIONS, ended });
  }
  const [bare, many] = [await serve(empty, folder), await serve(full, folder)];
  const first = await timeToList(browser, many);
  const peak = many.memory('VmHWM');
  const pairs = [];
  for (let round = 0; round < 5; round++)
    pairs.push([await timeToList(browser, bare), await timeToList(browser, many)]);
  const above = median(pairs.map(([less, more]) => more.ms - less.ms));
  const warm = await serve(full, folder);
  await timeToList(browser, warm);
  const rest = warm.memory('VmHWM');
  for (const one of [bare, many, warm]) await one.stop();
  const name = `${LOOPS.toLocaleString('en')} loops × ${ITERATIONS} iterations`;
  return [
    [`${name}: interactive, above an empty page (${ms(median(pairs.map(([less]) => less.ms)))})`, ms(above), '1 s'],
    [`${name}: elements in the page`, String(pairs[0][1].elements), ''],
    [`${name}: most memory of the server`, rest, '150 MB'],
    [`${name}: the very first reading, which makes the summaries`, `${ms(first.ms)}, ${peak}`, ''],
  ];
}

async function ofLong(browser, folder) {
  const home = join(folder, 'home');
  const { project } = await writeLongLoop({ home, workspace: join(folder, 'project'), iterations: LONG });
  const server = await serve(home, folder);
  const { page, close } = await opened(browser, server, hashOf(project, LONG_LOOP));
  const took = await seen(page, `#iteration-${LONG}`);
  const rest = await seen(page, '#cost tbody tr');
  const count = await elements(page);
  const memory = server.memory('VmHWM');
  await close();
  await server.stop();
  const name = `a loop of ${LONG.toLocaleString('en')} iterations`;
  return [
    [`${name}: its last iteration is shown, from the link`, ms(took), ''],
    [`${name}: everything else is, too`, ms(rest), ''],
    [`${name}: elements in the page; most memory of the server`, `${count}; ${memory}`, ''],
  ];
}

async function ofTests(browser, folder) {
  const home = join(folder, 'home');
  const project = await projectIn(home, folder);
  const { paths } = writeScored(project, 'bench-tests-00000000', {
    iterations: ITERATIONS,
    ended: { ending: 'stalled', reason: 'as written' },
    each: (n) => ({ testsFile: `iterations/${iterationFolder(n)}/tests.json` }),
  });
  for (let n = 1; n <= ITERATIONS; n++) {
    const place = join(paths.iterations, iterationFolder(n));
    mkdirSync(place, { recursive: true });
    const status = (test) => ((test + n) % 7 === 0 ? 'failed' : 'passed');
    const all = Array.from({ length: TESTS }, (_, test) => [`suite ${test % 90} > does thing ${test}`, status(test)]);
    writeFileSync(join(place, 'tests.json'), JSON.stringify(Object.fromEntries(all)));
  }
  const server = await serve(home, folder);
  const { page, close } = await opened(browser, server, hashOf(project, 'bench-tests-00000000'));
  await seen(page, `#iteration-${ITERATIONS}`);
  const began = performance.now();
  await page.evaluate("document.getElementById('tests').scrollIntoView()");
  await page.waitForSelector('.heat tbody th');
  const drawn = performance.now() - began;
  const cells = await page.evaluate("document.querySelectorAll('.map *').length");
  const frames = await page.evaluate(`new Promise((resolve) => {
    const map = document.querySelector('.map');
    const times = [];
    let last = performance.now();
    const step = () => {
      const now = performance.now();
      times.push(now - last);
      last = now;
      map.scrollTop += 400;
      if (times.length < 120) requestAnimationFrame(step);
      else resolve(times.slice(5));
    };
    requestAnimationFrame(step);
  })`);
  await close();
  await server.stop();
  const name = `${TESTS.toLocaleString('en')} tests × ${ITERATIONS} iterations`;
  return [
    [`${name}: the map is drawn, from scrolling to it`, ms(drawn), ''],
    [`${name}: elements in the map`, String(cells), ''],
    [`${name}: a frame while it scrolls, median and p95`, `${ms(median(frames))}, ${ms(p95(frames))}`, ''],
  ];
}

/** From the append of an iteration's records to the frame that shows it. */
async function ofLatency(browser, folder) {
  const home = join(folder, 'home');
  const project = await projectIn(home, folder);
  const { paths, held } = writeScored(project, 'bench-live-00000000', { iterations: ITERATIONS, held: EVENTS });
  const server = await serve(home, folder);
  const { page, close } = await opened(browser, server, hashOf(project, 'bench-live-00000000'));
  await seen(page, `#iteration-${ITERATIONS}`);
  await page.evaluate(WATCH);
  const sent = new Map();
  for (const { n, line } of held) {
    // At no fixed place between two looks at the log.
    await wait(150 + ((n * 37) % 110));
    sent.set(n, Date.now());
    appendFileSync(paths.log, line);
  }
  await page.waitForSelector(`#iteration-${ITERATIONS + EVENTS}`);
  const shown = new Map(await page.evaluate('window.shown'));
  const times = [...sent].map(([n, at]) => (shown.get(n) ?? Number.NaN) - at);
  await close();
  await server.stop();
  return [
    [
      `from the log to the screen, ${EVENTS} iterations: median, p95, longest`,
      [median(times), p95(times), Math.max(...times)].map(ms).join(', '),
      'p95 250 ms',
    ],
  ];
}

/** Each tab shows a loop of its own; then all show the one that goes on. */
async function ofTabs(browser, folder) {
  const home = join(folder, 'home');
  const project = await projectIn(home, folder);
  const { paths, held } = writeScored(project, 'bench-live-00000000', { iterations: 5, held: 20 });
  const server = await serve(home, folder);
  const context = await browser.newContext({ viewport: { width: 1024, height: 800 } });
  context.setDefaultTimeout(120_000);
  const pages = [];
  const first = await context.newPage();
  await first.goto(server.url);
  const link = new URL(`/${hashOf(project, 'bench-live-00000000')}`, server.url).href;
  const began = performance.now();
  for (let tab = 0; tab < TABS; tab++) {
    const page = await context.newPage();
    await page.goto(link);
    await page.waitForSelector('#iteration-5');
    await page.evaluate(WATCH);
    pages.push(page);
  }
  const opening = (performance.now() - began) / TABS;
  const streams = server.connections();
  const sent = new Map();
  for (const { n, line } of held) {
    await wait(700);
    sent.set(n, Date.now());
    appendFileSync(paths.log, line);
  }
  const times = [];
  for (const page of pages) {
    await page.bringToFront();
    await page.waitForSelector('#iteration-25', { state: 'attached' });
    for (const [n, at] of await page.evaluate('window.shown')) times.push(at - sent.get(n));
  }
  const memory = server.memory('VmHWM');
  await context.close();
  await server.stop();
  return [
    [`${TABS} tabs: opening one`, ms(opening), ''],
    [`${TABS} tabs: connections to the server; its most memory`, `${streams}; ${memory}`, ''],
    [
      `${TABS} tabs of one browser: from the log to each screen, median, p95`,
      `${ms(median(times))}, ${ms(p95(times))}`,
      '',
    ],
  ];
}

/** Notes when an iteration that was not there is on the screen. */
const WATCH = `(() => {
  window.shown = [];
  const known = new Set();
  const look = () => {
    for (const one of document.querySelectorAll('details.iteration')) {
      const n = Number(one.id.slice('iteration-'.length));
      if (known.has(n)) continue;
      known.add(n);
      if (first) continue;
      if (document.hidden) window.shown.push([n, Date.now()]);
      else requestAnimationFrame(() => window.shown.push([n, Date.now()]));
    }
  };
  let first = true;
  look();
  first = false;
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
})()`;

async function projectIn(home, folder) {
  const workspace = join(folder, 'project');
  if (!existsSync(workspace)) gitProject(workspace, { 'a.txt': 'a\n' });
  return ensureProject(home, workspace);
}

const hashOf = (project, loop) => `#/loop/${project.folder.split('/').at(-1)}/${loop}`;

async function serve(home, cwd) {
  mkdirSync(home, { recursive: true });
  const child = spawn(process.execPath, [CLI, 'ui'], {
    cwd,
    env: { ...process.env, JUMAR_HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve) => child.stdout.setEncoding('utf8').once('data', resolve));
  const status = (field) =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
  const port = Number(new URL(url.trim()).port).toString(16).toUpperCase().padStart(4, '0');
  return {
    url: url.trim(),
    memory: (field) => `${Math.round(status(field) / 1024)} MB`,
    /** Established, at the server's side. */
    connections: () =>
      readFileSync('/proc/net/tcp', 'utf8')
        .split('\n')
        .filter((line) => new RegExp(`^\\s*\\d+: \\S+:${port} \\S+ 01 `).test(line)).length,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill();
      }),
    cookies: null,
  };
}

/** Its session is used again: the link works once. */
async function contextOf(browser, server) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  if (server.cookies) await context.addCookies(server.cookies);
  else {
    const page = await context.newPage();
    await page.goto(server.url);
    server.cookies = await context.cookies();
    await page.close();
  }
  return context;
}

async function opened(browser, server, hash) {
  const context = await contextOf(browser, server);
  const page = await context.newPage();
  await page.goto(new URL(`/${hash}`, server.url).href);
  return { page, close: () => context.close() };
}

async function timeToList(browser, server) {
  const { page, close } = await opened(browser, server, '#/');
  const took = await seen(page, 'a.loop, .empty h1');
  const count = await elements(page);
  await close();
  return { ms: took, elements: count };
}

/** Since the navigation began, when a frame has it. */
function seen(page, selector) {
  return page.evaluate(`new Promise((resolve) => {
    const look = () => (document.querySelector(${JSON.stringify(selector)}) ? requestAnimationFrame(() => resolve(performance.now())) : requestAnimationFrame(look));
    look();
  })`);
}

const elements = (page) => page.evaluate("document.querySelectorAll('*').length");

function p95(values) {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];
}
