import { lossesIn } from '../../core/findings/losses.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import type { LoopState } from '../../core/state/state.ts';
import { type ConsoleLook, consoleReporter } from './console.ts';
import { inGlyphs, unicodeGlyphs } from './glyphs.ts';
import { headlineIteration } from './headline-iteration.ts';
import { iterationPanel } from './iteration-panel.ts';
import type { Reporter } from './reporter.ts';
import { withoutCommands, workflowCommand } from './workflow-command.ts';

/**
 * The log of a GitHub Actions job: the console lines, with each iteration as a collapsible group of details, and
 * annotations for alerts and for the end.
 */
export function githubReporter(writeText: (text: string) => void, look: ConsoleLook = {}): Reporter {
  const write = (text: string) => writeText(inGlyphs(text, look.glyphs ?? unicodeGlyphs));
  const announced = new Set<string>();
  let buffer: string | null = null;
  const plain = consoleReporter(
    (text) => {
      if (buffer === null) write(withoutCommands(text));
      else buffer += text;
    },
    { ...look, live: false, verbose: false },
  );
  return {
    onEvent(record, state) {
      const { event } = record;
      if (event.type !== 'iteration-judged') {
        plain.onEvent(record, state);
      } else {
        buffer = '';
        plain.onEvent(record, state);
        const [title = '', ...more] = buffer.trimEnd().split('\n');
        buffer = null;
        const details = withoutCommands(`${iterationPanel(state, event.iteration, { columns: 80, ...look })}\n`);
        write(`${workflowCommand('group', {}, title)}${details}::endgroup::\n`);
        if (more.length > 0) write(withoutCommands(`${more.join('\n')}\n`));
        for (const { main, raised } of lossesIn(raisedIn(state))) {
          if (raised.every(({ key }) => !announced.has(key))) write(annotation(main));
          for (const { key } of raised) announced.add(key);
        }
      }
      if (event.type === 'loop-ended' || event.type === 'loop-paused') write(endAnnotation(state));
    },
  };
}

function annotation({ severity, type, place, text, expectedByTask, marked, iterations }: Raised): string {
  const level = expectedByTask || marked || severity === 'low' ? 'notice' : isSevere(severity) ? 'error' : 'warning';
  const title = `${severity} in iteration ${iterations.at(-1)}: ${type}`;
  return workflowCommand(level, { file: place?.path, line: place?.line, title }, text);
}

/** Notice if completed, warning if paused or aborted, else error. */
function endAnnotation(state: LoopState): string {
  const { id, ended } = state;
  if (!ended) return workflowCommand('warning', { title: 'Jumar: paused' }, `continue with: jumar resume ${id}`);
  const { n, word } = headlineIteration(state);
  const keptNote = n === null ? '' : ` Iteration ${n} is ${word}.`;
  const level = ended.ending === 'completed' ? 'notice' : ended.ending === 'aborted' ? 'warning' : 'error';
  return workflowCommand(level, { title: `Jumar: ${ended.ending}` }, `${ended.reason}.${keptNote}`);
}
