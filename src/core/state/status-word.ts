/** The one name that people read for a loop that waits for one of them. JSON keeps the status `blocked` and the endings that lead to it. */
export const NEEDS_PERSON = 'needs a person';

/** A status as people read it. */
export const statusWord = (status: string): string => (status === 'blocked' ? NEEDS_PERSON : status);
