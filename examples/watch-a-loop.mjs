// Runs a loop and tells what happens, until the checks hold or Ctrl-C pauses it.
//   node examples/watch-a-loop.mjs "make npm test pass" "claude -p"
import { runLoop } from 'jumar';

const [task = 'make npm test pass', agentCommand = 'claude -p'] = process.argv.slice(2);
const controller = new AbortController();
process.once('SIGINT', () => controller.abort());

const run = runLoop({ task, agentCommand, maxIterations: 5, signal: controller.signal });
for await (const { event } of run) {
  if (event.type === 'iteration-judged') {
    console.log(
      `#${event.iteration}: score ${event.score ?? 'unknown'}, ${event.decision.action}: ${event.decision.reason}`,
    );
  }
}
const { exitCode, receipt } = await run.result;
console.log(`${receipt.status}: ${receipt.reason}; kept iteration ${receipt.best}`);
process.exitCode = exitCode;
