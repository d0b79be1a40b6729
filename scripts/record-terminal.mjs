// Records a real run as docs/images/demo.svg for the README: `npm run build && node scripts/record-terminal.mjs`.
// The text is what the program printed, line by line as it came; the picture plays it back with pauses cut short.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';

const LINE = 18;
const EDGE = 14;
const LONGEST_PAUSE = 900;
const COLUMNS = 112;

const lines = await record(process.execPath, ['dist/bin/jumar.js', 'demo']);
mkdirSync('docs/images', { recursive: true });
writeFileSync('docs/images/demo.svg', picture(lines));

/** Every line with the time at which it was complete. */
function record(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: { ...process.env, NO_COLOR: '1', COLUMNS: String(COLUMNS) } });
    const found = [];
    let rest = '';
    let last = Date.now();
    let at = 0;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      const pieces = (rest + text).split('\n');
      rest = pieces.pop() ?? '';
      const now = Date.now();
      at += Math.min(now - last, LONGEST_PAUSE);
      last = now;
      for (const line of pieces.map(clean))
        for (const text of wrapped(line)) found.push({ at, text, tone: kind(line) });
    });
    child.on('close', (code) => (code === 0 ? resolve(found) : reject(new Error(`the demo ended with exit ${code}`))));
  });
}

/** Folders of this machine are nobody's business. */
function clean(line) {
  return line
    .replaceAll(/\/\S*?\/jumar-demo-\w+/g, '/tmp/demo')
    .replaceAll(process.execPath, 'node')
    .replaceAll(process.cwd(), '.');
}

/** As a terminal of that width would show it, but between words. */
function wrapped(line) {
  if (line.length <= COLUMNS) return [line];
  const space = line.lastIndexOf(' ', COLUMNS);
  const at = space > COLUMNS / 2 ? space : COLUMNS;
  return [line.slice(0, at).trimEnd(), ...wrapped(`    ${line.slice(at).trim()}`)];
}

function picture(shown) {
  const [width, height] = [940, EDGE * 2 + (shown.length + 1) * LINE];
  const text = (line, row, at, tone = '') =>
    `<text x="${EDGE}" y="${EDGE + (row + 1) * LINE}" class="${tone}" style="animation-delay:${(at / 1000).toFixed(2)}s">${escaped(line)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="A run of jumar demo in a terminal">
<style>rect{fill:#0d1117}text{font:13px ui-monospace,monospace;fill:#e6edf3;white-space:pre;opacity:0;animation:show .01s forwards}
.good{fill:#56d364}.warn{fill:#e3b341}.soft{fill:#9da7b3}@keyframes show{to{opacity:1}}
@media (prefers-reduced-motion:reduce){text{opacity:1;animation:none}}</style>
<rect width="${width}" height="${height}" rx="8"/>
${[text('$ npm start', 0, 0), ...shown.map(({ text: line, at, tone }, row) => text(line, row + 1, at + 600, tone))].join('\n')}
</svg>
`;
}

function kind(line) {
  if (/COMPLETE|best$|✓/.test(line)) return 'good';
  if (/rolled back|✗|LIMIT/.test(line)) return 'warn';
  return /^[═─ ]*$|^A sample|^(?:tests|pleases) /.test(line) ? 'soft' : '';
}

function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\u0000-\u001f]/g, '');
}
