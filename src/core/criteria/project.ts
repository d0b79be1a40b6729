/** A command that a project can run, and why it is believed to be there. */
export interface ProjectCommand {
  command: string;
  /** `package.json script test`, `Cargo.toml`. */
  evidence: string;
}

/** A script or target that the project names itself. */
export interface ProjectScript {
  name: string;
  /** How it is run: `npm run lint`, `make check`. */
  command: string;
}

/** What a project can run. The core is pure: the code that reads the disk fills this in. */
export interface ProjectCommands {
  test: ProjectCommand | null;
  lint: ProjectCommand | null;
  typecheck: ProjectCommand | null;
  build: ProjectCommand | null;
  scripts: readonly ProjectScript[];
  /** The word is a program on the PATH or among the project's own. */
  isExecutable(word: string): boolean;
}

/** A criterion that no machine could check, and what could stand in its place. */
export interface CriterionRefusal {
  refused: true;
  text: string;
  reason: string;
  suggestions: string[];
}
