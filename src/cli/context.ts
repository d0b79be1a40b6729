/** What a command knows of the process it runs in; tests and the library can give another. */
export interface CommandContext {
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdout: { write(text: string | Uint8Array): unknown; isTTY?: boolean; columns?: number };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  stdin: NodeJS.ReadStream;
}

export function processContext(): CommandContext {
  return {
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
  };
}
