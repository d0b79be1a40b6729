/** A stream with any number of readers; each reads it from the beginning, even after it has ended. */
export function updates<T>() {
  const items: T[] = [];
  let ended: { error: unknown } | 'well' | null = null;
  let wake: () => void = () => {};
  let turn = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const wakeReaders = () => {
    wake();
    turn = new Promise<void>((resolve) => {
      wake = resolve;
    });
  };
  return {
    push(item: T): void {
      items.push(item);
      wakeReaders();
    },
    end(): void {
      ended = 'well';
      wakeReaders();
    },
    fail(error: unknown): void {
      ended = { error };
      wakeReaders();
    },
    async *iterate(): AsyncGenerator<T> {
      for (let at = 0; ; ) {
        while (at < items.length) yield items[at++] as T;
        if (ended === 'well') return;
        if (ended !== null) throw ended.error;
        await turn;
      }
    },
  };
}
