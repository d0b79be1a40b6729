/** What the server says of itself and of the session. */
export interface Session {
  version: string;
  readOnly: boolean;
  csrf: string;
}

/** A request that the server did not answer as asked; `status` is 0 if it did not answer at all. */
export class RequestFailed extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface CommandResult {
  ok: boolean;
  command: string[];
  /** Null while it goes on. */
  code: number | null;
  stdout: string;
  stderr: string;
}

let session: Session | null = null;

export async function readSession(): Promise<Session> {
  session = await readJson<Session>('/api/v1/session');
  return session;
}

export async function readJson<T>(path: string): Promise<T> {
  return answerOf(await reach(path));
}

/** Runs a `jumar` command in a project; resolves also if the command refused. */
export async function act(project: string, action: Record<string, unknown>): Promise<CommandResult> {
  const { csrf } = session ?? (await readSession());
  const response = await reach(`/api/v1/projects/${project}/actions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Jumar-Token': csrf },
    body: JSON.stringify(action),
  });
  if (response.status === 409) return (await response.json()) as CommandResult;
  return answerOf(response);
}

export function loopPath(project: string, loop: string): string {
  return `/api/v1/projects/${project}/loops/${loop}`;
}

async function reach(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new RequestFailed(0, 'Jumar does not answer');
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const said = (await response.json().catch(() => null)) as { message?: string; hint?: string | null } | null;
  const text = [said?.message ?? `${response.status} ${response.statusText}`, said?.hint].filter(Boolean).join('; ');
  throw new RequestFailed(response.status, text);
}
