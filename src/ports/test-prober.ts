export interface ProbeRequest {
  /** A commit in the shadow repository. */
  commit: string;
  /** The ids of tests, as their runner reported them. */
  tests: readonly string[];
  /** Letters that nothing can know beforehand. */
  marker: string;
}

/** A program beside a test file that makes the calls of its tests, and others with neighbouring inputs. */
export interface Probe {
  path: string;
  text: string;
  command: string;
  calls: ProbedCall[];
}

/** The program prints the marker and, in this order, a digest of the call's own result and of that of every neighbour. */
export interface ProbedCall {
  test: string;
  function: string;
  call: string;
  path: string;
  line: number;
  neighbours: number;
}

/** Reads from tests which calls can be made with other inputs. Rejects if it could not work at all. */
export interface TestProber {
  probe(request: ProbeRequest, signal: AbortSignal): Promise<Probe[]>;
}
