import type { News } from '../core/gates/news.ts';
import type { Settings } from '../core/state/settings.ts';

/** The notification at a gate and at the end; also what a notification command reads on its stdin. */
export interface Notifier {
  /** One result per channel that is set. Rejects only with the signal's reason. */
  notify(
    news: News,
    settings: Settings['notify'],
    signal: AbortSignal,
  ): Promise<{ channel: 'command' | 'webhook'; problem: string | null }[]>;
}
