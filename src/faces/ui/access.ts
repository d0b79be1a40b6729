/** What a request says of who sent it. */
export interface Asked {
  method: string;
  path: string;
  host: string | null;
  origin: string | null;
  /** `Sec-Fetch-Site`; null from a client that is no browser. */
  site: string | null;
  session: string | null;
  csrf: string | null;
}

/** Whom the server answers. */
export interface Access {
  /** The values of `Host` under which the server was started, port included. */
  hosts: readonly string[];
  session: string;
  csrf: string;
  readOnly: boolean;
  isSame(a: string, b: string): boolean;
}

export interface Refusal {
  status: 401 | 403 | 405 | 421;
  code: string;
  message: string;
}

const READING = ['GET', 'HEAD'];

/**
 * Pure: why a request is refused; null if it is answered. Another name for this machine (DNS rebinding), another page's script,
 * a form of another site and anybody without the session's cookie get no further than here.
 */
export function refusalOf(asked: Asked, access: Access): Refusal | null {
  if (asked.host === null || !access.hosts.includes(asked.host.toLowerCase())) {
    return { status: 421, code: 'wrong-host', message: `this server answers to ${access.hosts.join(' and ')} only` };
  }
  const isReading = READING.includes(asked.method);
  if (!isFromHere(asked, access.hosts, isReading))
    return { status: 403, code: 'wrong-origin', message: 'the request came from another page' };
  if (asked.session === null || !access.isSame(asked.session, access.session)) {
    return {
      status: 401,
      code: 'no-session',
      message: 'open the link that `jumar ui` printed; each start of it prints a new one',
    };
  }
  if (isReading) return null;
  if (asked.csrf === null || !access.isSame(asked.csrf, access.csrf))
    return { status: 403, code: 'no-csrf-token', message: 'reload the page: its token is not that of this server' };
  if (access.readOnly)
    return { status: 405, code: 'read-only', message: 'this server only shows: it was started with --read-only' };
  return null;
}

/** Whoever acts must say where from; a reader may be the address bar, which says nothing. */
function isFromHere({ origin, site }: Asked, hosts: readonly string[], isReading: boolean): boolean {
  if (site !== null && site !== 'same-origin' && !(isReading && site === 'none')) return false;
  if (origin === null) return isReading;
  return hosts.some((host) => origin.toLowerCase() === `http://${host}`);
}
