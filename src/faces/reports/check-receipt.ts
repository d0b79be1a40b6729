import type { ReceiptSubject } from '../../app/receipt-subject.ts';
import type { LoopState } from '../../core/state/state.ts';
import { commitMessage } from './commit-message.ts';
import { receiptOf } from './receipt.ts';

/** One thing that a receipt claims, and what became of it here. */
export interface ReceiptRow {
  what: string;
  outcome: 'holds' | 'broken' | 'not checked';
  detail: string;
}

/** What is compared, claim by claim; times and costs of a loop that went on since may differ. */
const FIELDS = [
  'loop',
  'status',
  'ending',
  'verified',
  'best',
  'selected_tree',
  'task',
  'criteria',
  'iterations',
] as const;

/** The loop and the iteration that a receipt names. */
export function namedIn(subject: ReceiptSubject): { loop: string; iteration: number | null } {
  if (subject.kind === 'file') {
    const { loop, best } = subject.receipt;
    return { loop: String(loop), iteration: typeof best === 'number' ? best : null };
  }
  const iteration = Number.parseInt(trailer(subject.message, 'Jumar-Iteration') ?? '', 10);
  return { loop: trailer(subject.message, 'Jumar-Loop') ?? '', iteration: Number.isNaN(iteration) ? null : iteration };
}

/** Whether the receipt says what the log says; `state` is folded from a log whose chain was verified. */
export function rowsAgainstLog(subject: ReceiptSubject, state: LoopState): ReceiptRow[] {
  const log: ReceiptRow = { what: 'log', outcome: 'holds', detail: `the chain of ${state.id} is whole` };
  return [log, ...(subject.kind === 'file' ? fileRows(subject.receipt, state) : commitRows(subject, state))];
}

/** Whether the files are those that were checked. */
export function treeRow(subject: ReceiptSubject): ReceiptRow {
  const claimed = subject.kind === 'file' ? subject.receipt.selected_tree : trailer(subject.message, 'Jumar-Tree');
  const actual = subject.kind === 'file' ? subject.headTree : subject.tree;
  const where = subject.kind === 'file' ? 'HEAD' : subject.commit.slice(0, 12);
  if (claimed === actual) return { what: 'tree', outcome: 'holds', detail: `${where} holds the tree that was checked` };
  const isSaid = subject.kind === 'commit' && subject.message.includes('This commit differs from that tree');
  if (subject.kind === 'commit' && !isSaid)
    return { what: 'tree', outcome: 'broken', detail: `${where} holds ${actual}, but ${claimed} was checked` };
  const detail = isSaid
    ? `${where} says itself that it differs from what was checked`
    : `${where} holds another tree than the one that was checked`;
  return { what: 'tree', outcome: 'not checked', detail };
}

function fileRows(receipt: Record<string, unknown>, state: LoopState): ReceiptRow[] {
  const actual = JSON.parse(JSON.stringify(receiptOf(state))) as Record<string, unknown>;
  return FIELDS.map((field) => {
    const isSame = canonical(receipt[field]) === canonical(actual[field]);
    const detail = isSame
      ? 'as the log has it'
      : `the receipt has ${brief(receipt[field])}, the log ${brief(actual[field])}`;
    return { what: field, outcome: isSame ? 'holds' : 'broken', detail };
  });
}

function commitRows({ message, tree }: ReceiptSubject & { kind: 'commit' }, state: LoopState): ReceiptRow[] {
  const { iteration } = namedIn({ kind: 'commit', commit: '', message, tree });
  if (iteration === null || !state.iterations[iteration])
    return [{ what: 'Jumar-Iteration', outcome: 'broken', detail: 'the loop has no such iteration' }];
  const actual = commitMessage(state, iteration);
  return ['Jumar-Loop', 'Jumar-Verified', 'Jumar-Approved', 'Jumar-Score', 'Jumar-Tree'].map((name) => {
    const [claimed, logged] = [trailer(message, name), trailer(actual, name)];
    const isSame = claimed === logged;
    const detail = isSame
      ? 'as the log has it'
      : `the commit has ${claimed ?? 'nothing'}, the log ${logged ?? 'nothing'}`;
    return { what: name, outcome: isSame ? 'holds' : 'broken', detail };
  });
}

function trailer(message: string, name: string): string | null {
  return new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1]?.trim() ?? null;
}

/** Times are of no interest, and the order of keys is none. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (key, one) => {
    if (key === 'own' || key === 'time_ms') return undefined;
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function brief(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length > 60 ? 'something else' : text;
}
