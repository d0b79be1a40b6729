import { type ReactNode, useEffect, useState } from 'react';
import { readJson } from '../data/api.ts';

/** A section whose data is read when it is opened, and again when `path` changes. */
export function Lazy<T>({ title, path, children }: { title: string; path: string; children(data: T): ReactNode }) {
  const [open, setOpen] = useState(false);
  const [data, setData] = useState<T | Error | null>(null);
  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    readJson<T>(path).then(
      (answer) => isCurrent && setData(answer),
      (error: Error) => isCurrent && setData(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [open, path]);
  return (
    <details
      className="section"
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
      </summary>
      {open &&
        (data === null ? (
          <p>Loading…</p>
        ) : data instanceof Error ? (
          <p className="bad">{data.message}</p>
        ) : (
          children(data)
        ))}
    </details>
  );
}
