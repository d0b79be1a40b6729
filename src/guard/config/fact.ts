/** What a configuration file says about checks, in any format. */
export type ConfigFact =
  | { kind: 'command'; name: string; text: string }
  | { kind: 'threshold'; name: string; value: number }
  /** `idiom`: matches lines of code, not files. */
  | { kind: 'exclusion'; area: 'tests' | 'coverage' | 'lint'; value: string; idiom?: true }
  | { kind: 'strict'; name: string; on: boolean }
  /** 0 off, 1 warning, 2 error. */
  | { kind: 'rule'; name: string; level: number }
  /** `step`: the command or step of the job or section that the name says. */
  | { kind: 'lenient'; name: string; step?: string; value: string }
  | { kind: 'check'; name: string };

export type FactOf<K extends ConfigFact['kind']> = ConfigFact & { kind: K };

export const ofKind = <K extends ConfigFact['kind']>(facts: readonly ConfigFact[], kind: K): FactOf<K>[] =>
  facts.filter((fact): fact is FactOf<K> => fact.kind === kind);
