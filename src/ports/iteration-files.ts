/** An iteration's large files, beside the log. */
export interface IterationFiles {
  /** Creates the iteration's folder; `relative` is what events record. */
  path(iteration: number, name: string): { absolute: string; relative: string };
  /** Replaces the file as a whole. */
  write(iteration: number, name: string, text: string): Promise<{ absolute: string; relative: string }>;
  /** The file's text, cut at `maxChars`; null if there is none. */
  read(iteration: number, name: string, maxChars?: number): Promise<string | null>;
  remove(iteration: number, name: string): Promise<void>;
}
