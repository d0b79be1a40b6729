import { plainText } from '../../core/text/plain-text.ts';
import type { Activity, AgentEvent } from '../../ports/activity.ts';
import type { Glyphs } from './glyphs.ts';
import type { Paint } from './paint.ts';

/** A line of what agents and checks do and print, in the order in which it happened. */
export interface TranscriptLine {
  /** `title` is the start of an agent's run. */
  kind: 'title' | 'words' | 'tool' | 'output' | 'trouble' | 'command';
  text: string;
}

export interface Transcript {
  /** A run of an agent begins. */
  begin(title: string): TranscriptLine[];
  /** The lines that this activity completes. */
  add(activity: Activity): TranscriptLine[];
  /** The line that the agent is still writing; null if none. */
  open(): TranscriptLine | null;
  /** Ends the open line. */
  flush(): TranscriptLine[];
}

/** A line on its own, below the line of the iteration that it belongs to. */
export function transcriptText(
  { kind, text }: TranscriptLine,
  { paint, glyphs }: { paint: Paint; glyphs: Glyphs },
): string {
  if (kind === 'title') return `  ${text}`;
  if (kind === 'tool') return `    ${glyphs.step} ${text}`;
  if (kind === 'command') return `    $ ${text}`;
  if (kind === 'words') return `    ${text}`;
  return kind === 'trouble' ? paint.red(`      ${text}`) : paint.dim(`      ${text}`);
}

/** What a file holds is no news; what a command prints is. */
const PRINTS = /bash|shell|exec|run|command|terminal|test|process/i;
const MAX_OUTPUT = 3;
const MAX_COLUMNS = 400;

/** Paths in the workspace, relative to its root. */
export function withoutRoot(text: string, root: string): string {
  return text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '').replaceAll(root, '.');
}

/** Reads activity as lines for people. Paths in the workspace are relative to its root. */
export function createTranscript(root: string): Transcript {
  let words = '';
  let command = '';
  let lastTool = { name: '', subject: '' };

  const tidy = (text: string) => withoutRoot(plainText(text), root).trimEnd().slice(0, MAX_COLUMNS);
  const line = (kind: TranscriptLine['kind'], text: string): TranscriptLine[] =>
    tidy(text) === '' ? [] : [{ kind, text: tidy(text) }];
  const flush = () => {
    const rest = line('words', words);
    words = '';
    return rest;
  };
  const say = ({ text, more }: Extract<AgentEvent, { type: 'text' }>): TranscriptLine[] => {
    const before = more ? [] : flush();
    words += more ? text : `${text}\n`;
    const lines = words.split('\n');
    words = lines.pop() ?? '';
    return [...before, ...lines.flatMap((one) => line('words', one))];
  };
  const agentLines = (event: AgentEvent): TranscriptLine[] => {
    if (event.type === 'text') return say(event);
    const before = flush();
    switch (event.type) {
      case 'tool-started':
        lastTool = { name: event.tool, subject: tidy(event.subject ?? '') };
        return [...before, ...line('tool', event.subject ? `${event.tool} ${event.subject}` : event.tool)];
      case 'tool-ended': {
        const isShown = event.ok === false || PRINTS.test(lastTool.name);
        const lines = isShown ? (event.output ?? '').split('\n').flatMap((one) => line('output', one)) : [];
        const failed: TranscriptLine[] = event.ok === false ? [{ kind: 'trouble', text: 'failed' }] : [];
        return [...before, ...lines.slice(-MAX_OUTPUT), ...failed];
      }
      case 'file-changed':
        return lastTool.subject.includes(tidy(event.path))
          ? before
          : [...before, ...line('tool', `changed ${event.path}`)];
      case 'retry':
      case 'error':
        return [...before, ...line('trouble', event.fault.message)];
      case 'limit':
        return [...before, { kind: 'trouble', text: 'the service announced a limit' }];
      case 'raw':
        return [...before, ...line('output', event.text)];
      default:
        return before;
    }
  };
  return {
    begin(title) {
      command = '';
      return [...flush(), { kind: 'title', text: title }];
    },
    add(activity) {
      if (activity.type === 'waiting') return [];
      if (activity.type === 'agent-activity') {
        command = '';
        return agentLines(activity.event);
      }
      const isNew = activity.command !== command;
      command = activity.command;
      const { lines, omitted } = activity;
      return [
        ...flush(),
        ...(isNew ? line('command', activity.command) : []),
        ...(omitted > 0 ? line('output', `… ${omitted} more lines`) : []),
        ...lines.flatMap((one) => line('output', one)),
      ];
    },
    open: () => line('words', words)[0] ?? null,
    flush,
  };
}
