/** Calls an operation until it succeeds, at most `attempts` times. */
export async function retry(operation, { attempts = 3, isFatal = () => false, wait = async () => {} } = {}) {
  let failure;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try {
      return await operation(attempt);
    } catch (error) {
      failure = error;
      if (isFatal(error)) break;
      if (attempt < attempts) await wait(delayBefore(attempt + 1));
    }
  }
  throw failure;
}

/** 100 ms before the second attempt, twice as long before each further one, at most 5 s. */
export function delayBefore(attempt) {
  return Math.min(100 * 2 ** (attempt - 2), 5000);
}

export async function inOrder(tasks) {
  const results = [];
  for (const task of tasks) results.push(await task());
  return results;
}

export async function firstOf(sources, isGood) {
  for (const source of sources) {
    const value = await source();
    if (isGood(value)) return value;
  }
  return null;
}

/** Remembers what a function returned for a key. */
export function memoise(load) {
  const known = new Map();
  return async (key) => {
    if (!known.has(key)) known.set(key, await load(key));
    return known.get(key);
  };
}
