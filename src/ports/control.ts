/** What another process asked of the running loop. Consumed once. */
export type ControlRequest =
  | { type: 'pause'; now: boolean }
  /** Takes back a pause that has not come yet. */
  | { type: 'go-on' }
  /** Ends the agent's run; what it has done so far is checked. */
  | { type: 'skip' }
  | { type: 'abort'; revert: boolean; toBest?: boolean; reason?: string | null }
  | { type: 'gate'; answer: 'approve' | 'reject'; reason: string | null; by?: string }
  /** `confirmed`: a person agreed to what the change loosens. */
  | { type: 'settings'; values: Record<string, unknown>; confirmed?: boolean };

/** What was left for the loop, but not by somebody who knows its secret. */
export interface ForgedRequest {
  type: 'forged';
  request: string;
  why: string;
}

export interface Control {
  /** The oldest request, or what pretends to be one; null if there is none. */
  take(): Promise<ControlRequest | ForgedRequest | null>;
}
