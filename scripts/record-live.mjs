// Records a real screen of the live view as docs/images/live.svg for the README: `npm run build && node scripts/record-live.mjs`.
// Needs tmux, which gives the demo a terminal. The picture is what that terminal showed, colours and all.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const [COLUMNS, ROWS] = [100, 24];
const [LINE, EDGE] = [18, 14];
const SERVER = `jumar-record-${process.pid}`;
const COLOURS = { 31: '#ff7b72', 32: '#56d364', 33: '#e3b341' };

const env = { ...process.env, TERM: 'xterm-256color', LANG: 'C.UTF-8' };
for (const name of ['CI', 'GITHUB_ACTIONS', 'NO_COLOR', 'TMUX', 'LC_ALL']) delete env[name];
const tmux = (...args) =>
  execFileSync('tmux', ['-u', '-L', SERVER, '-f', '/dev/null', ...args], { encoding: 'utf8', env });

try {
  const size = ['-x', String(COLUMNS), '-y', String(ROWS)];
  tmux('new-session', '-d', '-s', 'main', ...size, `"${process.execPath}" dist/bin/jumar.js demo`);
  const screen = await seen(/#\d+ of \d+ · repair at work .*·.*[\s\S]*\n3: /);
  mkdirSync('docs/images', { recursive: true });
  writeFileSync('docs/images/live.svg', picture(screen.replace(/\n+$/, '').split('\n')));
} finally {
  tmux('kill-server');
}

/** The screen once it shows that; the demo takes a minute or two. */
async function seen(pattern) {
  for (let tries = 0; tries < 3000; tries++) {
    const shown = tmux('capture-pane', '-e', '-p', '-t', 'main');
    if (pattern.test(shown.replaceAll(/\u001b\[[\d;]*m/g, ''))) return shown;
    await wait(100);
  }
  throw new Error(`the demo never showed ${pattern}`);
}

function picture(lines) {
  const [width, height] = [COLUMNS * 7.85 + EDGE * 2, EDGE * 2 + lines.length * LINE];
  const look = { fill: null, bold: false, dim: false };
  const rows = lines.map(
    (line, row) => `<text x="${EDGE}" y="${EDGE + (row + 0.75) * LINE}">${spans(line, look)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The live view of a running loop in a terminal">
<style>rect{fill:#0d1117}text{font:13px ui-monospace,monospace;fill:#e6edf3;white-space:pre}</style>
<rect width="${width}" height="${height}" rx="8"/>
${rows.join('\n')}
</svg>
`;
}

/** Each stretch between two escape sequences in the colour, weight and brightness that hold there, from line to line. */
function spans(line, look) {
  return line
    .split(/\u001b\[([\d;]*)m/)
    .map((part, index) => {
      if (index % 2 === 1) return told(look, part);
      if (part === '') return '';
      const style = [look.fill && `fill:${look.fill}`, look.bold && 'font-weight:bold', look.dim && 'opacity:.65'];
      const given = style.filter(Boolean).join(';');
      return given ? `<tspan style="${given}">${escaped(part)}</tspan>` : escaped(part);
    })
    .join('');
}

function told(look, codes) {
  for (const code of codes.split(';').map(Number)) {
    if (code === 0) Object.assign(look, { fill: null, bold: false, dim: false });
    else if (code === 1) look.bold = true;
    else if (code === 2) look.dim = true;
    else if (code === 22) Object.assign(look, { bold: false, dim: false });
    else if (code === 39) look.fill = null;
    else if (COLOURS[code]) look.fill = COLOURS[code];
  }
  return '';
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
