import { keyOf, type ListRow } from '../../reports/page-rows.ts';
import { hrefOf } from '../data/route.ts';
import { ago, folderName, money } from './words.ts';

export function ListRows({ rows }: { rows: readonly ListRow[] }) {
  return (
    <ul className="loops">
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <a className="loop" href={hrefOf({ view: 'list', project: row.project, list: row.id })}>
            <span className={`status ${row.status}`}>{row.status}</span>
            <span className="task">{row.id}</span>
            <span className="where" title={row.workspace}>
              {folderName(row.workspace)} · {ago(row.createdAt, Date.now())}
            </span>
            <span className="numbers words">
              <span>{row.problem ?? row.progress}</span>
              {row.counts.underWay > 0 && <span>{row.counts.underWay} under way</span>}
              {row.costUsd !== null && row.costUsd > 0 && <span>{money(row.costUsd)}</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
