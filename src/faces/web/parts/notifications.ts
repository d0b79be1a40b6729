import { useState } from 'react';
import { NEEDS_PERSON } from '../../../core/state/status-word.ts';
import { keyOf, type LoopRow } from '../../reports/page-rows.ts';
import { isRunning, needsPerson } from '../data/loops.ts';
import { hrefOf } from '../data/route.ts';

/** What changed that a person may wait for; null if nothing did. */
export function newsOf(row: LoopRow, before: LoopRow | undefined): string | null {
  if (!before) return null;
  if (needsPerson(row) && !needsPerson(before)) return NEEDS_PERSON;
  if (isRunning(before) && !isRunning(row)) return row.status;
  return null;
}

/** Tells of gates and ends while the page is open, if the person asked for it. */
export function notifyOf(row: LoopRow, before: LoopRow | undefined): void {
  const news = newsOf(row, before);
  if (!news || !('Notification' in window) || Notification.permission !== 'granted') return;
  const title = `${news}: ${row.summary?.task.split('\n')[0] ?? row.id}`;
  const notification = new Notification(title, { body: row.summary?.reason ?? row.id, tag: keyOf(row) });
  notification.onclick = () => {
    window.focus();
    location.hash = hrefOf({ view: 'loop', project: row.project, loop: row.id });
  };
}

export function useNotifications() {
  const canNotify = 'Notification' in window && Notification.permission !== 'denied';
  const [isOn, setOn] = useState(canNotify && Notification.permission === 'granted');
  const turnOn = async () => setOn((await Notification.requestPermission()) === 'granted');
  return { canNotify, isOn, turnOn };
}
