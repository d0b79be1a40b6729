import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const CLI = resolve('dist/bin/jumar.js');

export function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-bench-'));
  return Promise.resolve(work(folder)).finally(() =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  );
}

export function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o755 });
  }
}

export function gitProject(folder, files) {
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, files);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'start');
}

export function timed(file, args, options = {}) {
  const start = performance.now();
  const { status, stderr } = spawnSync(file, args, { encoding: 'utf8', ...options });
  return { ms: performance.now() - start, status, stderr };
}

/** User and system time of a command, as the shell tells it: what it takes where nothing else runs. */
export function processorMs(command, { cwd, env = {}, rounds = 3 }) {
  const script = '"$@" > /dev/null; times';
  const one = () => {
    const { stdout } = spawnSync('sh', ['-c', script, 'sh', ...command], {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    const [, children = ''] = stdout.trim().split('\n');
    return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + 60_000 * m + 1000 * s, 0);
  };
  return median(Array.from({ length: rounds }, one));
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** A share with its 95 % Wilson interval. */
export function share(part, whole) {
  if (whole === 0) return '–';
  const [low, high] = wilson(part, whole);
  const percent = (value) => (100 * value).toFixed(1);
  return `${percent(part / whole)} % (${percent(low)}–${percent(high)}), ${part}/${whole}`;
}

function wilson(part, whole, z = 1.96) {
  const p = part / whole;
  const scale = 1 + (z * z) / whole;
  const centre = (p + (z * z) / (2 * whole)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / whole + (z * z) / (4 * whole * whole))) / scale;
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
