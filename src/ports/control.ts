/** What another process asked of the running loop. Consumed once. */
export type ControlRequest =
  | { type: 'pause'; now: boolean }
  /** Takes back a pause that has not come yet. */
  | { type: 'go-on' }
  /** Ends the agent's run; what it has done so far is checked. */
  | { type: 'skip' }
  | { type: 'abort'; revert: boolean; reason?: string | null }
  | { type: 'gate'; answer: 'approve' | 'reject'; reason: string | null; by?: string }
  | { type: 'settings'; values: Record<string, unknown> };

export interface Control {
  take(): Promise<ControlRequest | null>;
}
