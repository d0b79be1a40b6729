export interface HookPlaces {
  env: NodeJS.ProcessEnv;
  /** The user's home folder. */
  home: string;
  /** The working tree's root. */
  root: string;
}

export type Scope = 'user' | 'project';

/** How one agent calls hooks and reads their answers. All of them pass JSON on stdin and read JSON from stdout. */
export interface Dialect {
  agent: string;
  /** As its makers write it. */
  title: string;
  /** The settings file that names hooks. */
  file(scope: Scope, places: HookPlaces): string;
  events: {
    /** A person's prompt, before the agent works. */
    begin: string;
    /** The agent wants to stop. */
    end: string;
  };
  /** What one second is in its settings. */
  second: number;
  /** The word that sends the agent back. */
  sendBack: 'block' | 'deny';
  /** The field with what the agent said last. */
  said: string;
  /** What to do after the installation; null if nothing. */
  afterwards: string | null;
}
