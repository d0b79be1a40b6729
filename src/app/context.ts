/** The caller's folder, environment, and callbacks for notes and warnings. */
export interface AppContext {
  env: NodeJS.ProcessEnv;
  /** The caller's current folder, in the workspace. */
  cwd: string;
  note?(text: string): void;
  /** Called if something is probably a mistake. */
  warn?(text: string): void;
}
