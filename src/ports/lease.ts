/** The right to be the only writer, as long as nobody takes it away. */
export interface Lease {
  /** Unique among all leases of the same name, earlier and later; passed with each append. */
  fence: string;
  /**
   * Fires as soon as the lease is lost (removed, or taken over by another), with an error whose `code` is `lock-lost`
   * as its reason. Work under the lease must stop. A release does not fire it.
   */
  signal: AbortSignal;
  /** Releases the lease if it is still this one; leaves a successor's alone. May be called twice. */
  release(): Promise<void>;
}

export interface Leases {
  /**
   * Takes the lease at once, also from a holder that is dead. Rejects with an error whose `code` is `locked`, and whose
   * message names the holder, if somebody has it; never waits for it. `purpose` is shown to others.
   */
  acquire(name: string, purpose: string): Promise<Lease>;
}

/** The lease of a project's working tree: one loop at a time works in it. */
export const WORKSPACE_LEASE = 'workspace';

/** The lease under which the log of a loop is written. */
export function loopLease(loop: string): string {
  return `loop/${loop}`;
}

/** The lease under which the log of a list of tasks is written. */
export function listLease(list: string): string {
  return `list/${list}`;
}

/** The lease was lost: record nothing more, because another process may already be writing. */
export function isLeaseLost(reason: unknown): reason is Error {
  return reason instanceof Error && 'code' in reason && reason.code === 'lock-lost';
}
