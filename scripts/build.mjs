// Compiles src/ into dist/ (the library) and bundles the command line into dist/bin/, where fewer files make it start
// faster. A stale dist is replaced only when everything succeeded. `--no-check` is for scripts/check.mjs, which checks the
// types of the same files beside it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { build as buildPage } from 'vite';
import { bundlePrograms } from './bundle-programs.mjs';

const next = `dist.${process.pid}`;
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const unchecked = process.argv.includes('--no-check') ? ['--noCheck'] : [];
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', next, ...unchecked], {
  stdio: 'inherit',
});
if (compiled.status !== 0) {
  rmSync(next, { recursive: true, force: true });
  process.exit(compiled.status ?? 1);
}

await bundlePrograms(next, `${next}/bin`);

// What the HTML report carries inside it: a script and a style sheet.
const page = await rolldown({ input: 'src/faces/report-page/main.ts', platform: 'browser' });
await page.write({ file: `${next}/report/page.js`, format: 'esm', minify: true });
await page.close();
copyFileSync('src/faces/report-page/page.css', `${next}/report/page.css`);

// What `jumar ui` serves.
await buildPage({
  root: 'src/faces/web',
  configFile: false,
  logLevel: 'warn',
  build: { outDir: resolve(next, 'web'), emptyOutDir: true, modulePreload: false, chunkSizeWarningLimit: 800 },
});

rmSync('dist', { recursive: true, force: true });
renameSync(next, 'dist');
