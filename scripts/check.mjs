// Builds, and checks types, style, unused code and dependencies: what does not need each other runs side by side. Each
// part's output is printed whole when the part has ended; the first that fails in a lane ends that lane.
import { spawn } from 'node:child_process';

/** First: tests are type-checked against what is built. */
const BUILD = 'build -- --no-check';
const LANES = [
  ['lint:unused', 'lint:rooms'],
  ['typecheck', 'lint:style'],
];

const built = await runLane([BUILD]);
const failed = built.length > 0 ? built : (await Promise.all(LANES.map(runLane))).flat();
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function runLane(scripts) {
  for (const script of scripts) if (!(await passes(script))) return [script];
  return [];
}

function passes(script) {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', ...script.split(' ')], { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      process.stdout.write(`> ${script}\n`);
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}
