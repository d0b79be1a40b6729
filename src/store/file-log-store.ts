import type { LoopEvent, Recorded } from '../core/state/events.ts';
import type { AppendCondition, LogStore, LoopLog } from '../ports/log-store.ts';
import { StoreError } from '../system/errors.ts';
import { type LogWriter, openLogForAppend } from './append-log.ts';
import { listLoops } from './find-loop.ts';
import { followLog } from './follow-log.ts';
import { loopPaths, type Project } from './layout.ts';
import { lockLost, lockToken } from './lock.ts';
import { checkLog, damageError } from './read-log.ts';

export interface FileLogOptions {
  /** Receives a note if opening a log for appending moved the bytes of an unfinished append. */
  note?(text: string): void;
  now?(): number;
  /** How often a follower polls the file, in milliseconds. */
  followEvery?: number;
}

/** The logs of one project: a file for each loop. A fence is valid as long as the loop's lock file contains it. */
export function createFileLogStore(project: Project, options: FileLogOptions = {}): LogStore {
  return {
    list: async () => (await listLoops(project)).map(({ id, createdAt }) => ({ id, createdAt })),
    loop: (id) => openFileLog(project, id, options),
  };
}

function openFileLog(project: Project, loop: string, options: FileLogOptions): LoopLog {
  const { log: path, head: headPath, lock } = loopPaths(project, loop);
  const files = { path, headPath, loop };
  let writer: { fence: string | null; log: LogWriter } | null = null;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function closeWriter(): Promise<void> {
    await writer?.log.close();
    writer = null;
  }

  /** A writer knows only its own records: with another fence or position, the whole log is verified again. */
  async function writerFor({ expectedSeq, fence }: AppendCondition): Promise<LogWriter> {
    if (writer && (writer.fence !== fence || writer.log.last().seq !== expectedSeq)) await closeWriter();
    if (!writer) {
      writer = { fence, log: await openLogForAppend({ ...files, ...(options.now && { now: options.now }) }) };
      for (const text of writer.log.notes) options.note?.(text);
    }
    return writer.log;
  }

  async function append(event: LoopEvent, condition: AppendCondition): Promise<Recorded> {
    const { expectedSeq, fence } = condition;
    if (fence !== null && (await lockToken(lock)) !== fence) throw lockLost(`beside ${path}`);
    const log = await writerFor(condition);
    if (log.last().seq !== expectedSeq) throw logMoved(path, expectedSeq, log.last().seq);
    try {
      return await log.append(event);
    } catch (error) {
      // With a lease, any other write is tampering. Without one, other writers are allowed.
      if (fence !== null || !(error instanceof StoreError) || error.code !== 'tampered') throw error;
      const { damage, head } = await checkLog(files, () => {});
      throw damage || head.seq === expectedSeq ? error : logMoved(path, expectedSeq, head.seq);
    }
  }

  async function scan(visit: (record: Recorded) => void, fromSeq = 1) {
    const { torn, damage, notes, head } = await checkLog(files, (record) => {
      if (record.seq >= fromSeq) visit(record);
    });
    return { torn, damage, refusal: damage && damageError(path, damage), notes, head };
  }

  return {
    async read(fromSeq) {
      const records: Recorded[] = [];
      const found = await scan((record) => void records.push(record), fromSeq);
      return { records, ...found };
    },
    scan,
    async append(event, condition) {
      if (closed) throw new StoreError('unwritable', `${path} was closed`, 'open the log again');
      const appended = turn.then(() => append(event, condition));
      turn = appended.catch(() => {});
      return appended;
    },
    async *follow(fromSeq, signal) {
      const every = options.followEvery;
      for await (const record of followLog({ path, loop, signal, ...(every !== undefined && { every }) })) {
        if (record.seq >= fromSeq) yield record;
      }
    },
    async close() {
      closed = true;
      await turn;
      await closeWriter();
    },
  };
}

function logMoved(path: string, expected: number, found: number): StoreError {
  return new StoreError(
    'log-moved',
    `${path} ends at record ${found}, and the writer knows it up to record ${expected}; nothing was recorded`,
    'read the log again, then continue from there',
  );
}
