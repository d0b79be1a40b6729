import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** In a time that tells nothing of where they differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** The token in the link that opens the page. Whoever comes first with it gets the session; then it is worth nothing. */
export function oneTimeToken() {
  let token: string | null = newSecret();
  return {
    read: () => token,
    take(offered: string): boolean {
      if (token === null || !isSameSecret(offered, token)) return false;
      token = null;
      return true;
    },
    /** For a new link. */
    renew(): string {
      token = newSecret();
      return token;
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
