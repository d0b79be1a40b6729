import { useState } from 'react';
import { type DiffLine, diffLines, hunks } from '../../report-page/diff.ts';
import { tokens } from '../../report-page/highlight.ts';
import { type Payload, type PayloadFile, versionTexts } from '../../report-page/payload.ts';
import { numbered } from './numbered.ts';
import { Scroll } from './scroll.tsx';

const MARKS = { same: ' ', removed: '-', added: '+' };
const OPEN_AT_FIRST = 10;

/** The files that differ between two iterations; unified or side by side. */
export function Diff({ files, notes }: Pick<Payload, 'files' | 'notes'>) {
  const [split, setSplit] = useState(false);
  const changed = files.filter(({ at }) => at[0] !== at[1]);
  return (
    <>
      <p className="controls">
        <label>
          <input type="checkbox" checked={split} onChange={(event) => setSplit(event.target.checked)} /> side by side
        </label>
      </p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p role="status">
        {changed.length} {changed.length === 1 ? 'file differs' : 'files differ'}
      </p>
      {changed.map((file, index) => (
        <FileDiff key={file.path} file={file} split={split} openAtFirst={index < OPEN_AT_FIRST} />
      ))}
    </>
  );
}

function FileDiff({ file, split, openAtFirst }: { file: PayloadFile; split: boolean; openAtFirst: boolean }) {
  const [open, setOpen] = useState(openAtFirst);
  const [before, after] = [sideOf(file, 0), sideOf(file, 1)];
  const state = file.at[0] === -1 ? ' (new)' : file.at[1] === -1 ? ' (deleted)' : '';
  const lines = before && after ? diffLines(before, after) : null;
  const count = (kind: DiffLine['kind']) => lines?.filter((line) => line.kind === kind).length;
  return (
    <details className="file" open={openAtFirst} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {file.path}
        {state} {lines && `+${count('added')} −${count('removed')}`}
      </summary>
      {!lines && <p>Binary, or too long to show.</p>}
      {lines && open && (
        <Scroll label={file.path}>
          <table className={`diff ${split ? 'split' : ''}`}>
            <tbody>{split ? splitRows(hunks(lines), file.path) : unifiedRows(hunks(lines), file.path)}</tbody>
          </table>
        </Scroll>
      )}
    </details>
  );
}

function unifiedRows(rows: readonly (DiffLine | null)[], path: string) {
  return numbered(rows).map(({ key, item: line }) =>
    line ? (
      <tr key={key} className={line.kind}>
        <td className="n">{line.before}</td>
        <td className="n">{line.after}</td>
        <td>
          <code>
            {MARKS[line.kind]} <Code text={line.text} path={path} />
          </code>
        </td>
      </tr>
    ) : (
      <Gap key={key} columns={3} />
    ),
  );
}

/** Removed lines stand beside the added ones that replace them. */
function splitRows(rows: readonly (DiffLine | null)[], path: string) {
  const result: ([DiffLine | null, DiffLine | null] | null)[] = [];
  for (let at = 0; at < rows.length; ) {
    const line = rows[at];
    if (!line || line.kind === 'same') {
      result.push(line ? [line, line] : null);
      at++;
      continue;
    }
    const take = (kind: DiffLine['kind']) => {
      const taken: DiffLine[] = [];
      while (rows[at]?.kind === kind) taken.push(rows[at++] as DiffLine);
      return taken;
    };
    const [removed, added] = [take('removed'), take('added')];
    for (let n = 0; n < Math.max(removed.length, added.length); n++)
      result.push([removed[n] ?? null, added[n] ?? null]);
  }
  return numbered(result).map(({ key, item: pair }) =>
    pair ? (
      <tr key={key}>
        {pair.map((line, side) => (
          <Side
            key={side === 0 ? 'before' : 'after'}
            line={line}
            number={side === 0 ? line?.before : line?.after}
            path={path}
          />
        ))}
      </tr>
    ) : (
      <Gap key={key} columns={4} />
    ),
  );
}

function Side({ line, number, path }: { line: DiffLine | null; number: number | null | undefined; path: string }) {
  return (
    <>
      <td className="n">{number}</td>
      <td className={line?.kind ?? 'none'}>
        {line && (
          <code>
            <Code text={line.text} path={path} />
          </code>
        )}
      </td>
    </>
  );
}

function Gap({ columns }: { columns: number }) {
  return (
    <tr className="gap">
      <td colSpan={columns}>⋯</td>
    </tr>
  );
}

function Code({ text, path }: { text: string; path: string }) {
  return numbered(tokens(text, path)).map(({ key, item: token }) =>
    token.kind === 'plain' ? (
      token.text
    ) : (
      <span key={key} className={`t-${token.kind}`}>
        {token.text}
      </span>
    ),
  );
}

/** The lines of a file on one side; empty if it does not exist there, null if they are not known. */
function sideOf(file: PayloadFile, side: number): string[] | null {
  const version = file.at[side] ?? -1;
  return version === -1 ? [] : (versionTexts(file)[version] ?? null);
}
