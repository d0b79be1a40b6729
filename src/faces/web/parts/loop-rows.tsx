import { keyOf, type LoopRow } from '../../reports/page-rows.ts';
import { needsPerson } from '../data/loops.ts';
import { hrefOf } from '../data/route.ts';
import { Sparkline } from './sparkline.tsx';
import { ago, folderName, money, percent, statusText } from './words.ts';

export function LoopRows({ rows }: { rows: readonly LoopRow[] }) {
  return (
    <ul className="loops">
      {rows.map((row) => (
        <Row key={keyOf(row)} row={row} />
      ))}
    </ul>
  );
}

function Row({ row }: { row: LoopRow }) {
  const { summary } = row;
  const share = summary ? Math.min(1, summary.iterations / Math.max(1, summary.maxIterations)) : 0;
  return (
    <li>
      <a className="loop" href={hrefOf({ view: 'loop', project: row.project, loop: row.id })}>
        <span className={`status ${row.status} ${needsPerson(row) ? 'asks' : ''}`}>{statusText(row)}</span>
        <span className="task">{summary?.task.split('\n')[0] ?? row.problem ?? row.id}</span>
        <span className="where" title={row.workspace}>
          {folderName(row.workspace)} · {ago(row.createdAt, Date.now())}
          {summary && ` · ${summary.agent}`}
        </span>
        {summary && (
          <span className="numbers">
            <span className="progress">
              <span className="bar-of" aria-hidden="true">
                <span className={`bar-in w${Math.round(share * 20)}`} />
              </span>
              {summary.iterations} of {summary.maxIterations}
              <span className="unseen"> iterations</span>
            </span>
            <span className={summary.tests ? (summary.tests.failed > 0 ? 'bad' : 'good') : 'soft'}>
              {summary.tests
                ? summary.tests.failed > 0
                  ? `${summary.tests.failed} of ${summary.tests.total} tests fail`
                  : `${summary.tests.total} tests pass`
                : 'no tests counted'}
            </span>
            <span className="quality">
              <Sparkline scores={summary.recentScores} /> <span className="unseen">quality </span>
              {percent(summary.scores.best)}
            </span>
            <span>{summary.costUsd !== null && summary.costUsd > 0 ? money(summary.costUsd) : ''}</span>
            <span className="bad">{summary.raised.caught > 0 ? `${summary.raised.caught} caught` : ''}</span>
          </span>
        )}
      </a>
    </li>
  );
}
