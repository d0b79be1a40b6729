import { JumarError } from './errors.ts';

/** Invalid input from the user: what, where, and what to try. The command line prints it and exits with 2. */
export class UsageError extends JumarError<'usage'> {
  override readonly name = 'UsageError';

  constructor(message: string, hint: string | null = null) {
    super('usage', message, hint);
  }
}
