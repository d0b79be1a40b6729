/** What the service of an agent refused to another loop. */
export interface AgentLimit {
  /** Not before this time. */
  until: number;
  reason: string;
}

/** Ends a turn; only its first call counts. */
export type EndTurn = () => void;

/** How loops side by side share the services of their agents. */
export interface AgentTurns {
  /** What another loop learned of the agent's service; null if nothing holds now. */
  limitOf(agent: string): AgentLimit | null;
  /** A turn for one run of the agent; null if as many run as may. */
  tryTake(agent: string): EndTurn | null;
  /** The same, once it is free: those that wait take turns. Rejects with the signal's reason when it fires. */
  take(agent: string, signal: AbortSignal): Promise<EndTurn>;
}
