/** An iteration's large files, beside the log. */
export interface IterationFiles {
  /** Creates the iteration's folder; `relative` is what events record. */
  path(iteration: number, name: string): { absolute: string; relative: string };
  /** Replaces the file as a whole. For text that people and agents read: secrets in it are hidden. */
  write(iteration: number, name: string, text: string): Promise<{ absolute: string; relative: string }>;
  /** The file's text, cut at `maxChars`; null if there is none. */
  read(iteration: number, name: string, maxChars?: number): Promise<string | null>;
  /** For names, paths and ids that the loop itself uses later: nothing in them is ever changed. */
  writeData(iteration: number, name: string, data: unknown): Promise<{ absolute: string; relative: string }>;
  /** What `writeData` wrote; null if there is none. */
  readData(iteration: number, name: string): Promise<unknown>;
  remove(iteration: number, name: string): Promise<void>;
}
