/** All primes up to and with the limit (Eratosthenes). */
export function primes(limit) {
  const composite = new Set();
  const found = [];
  for (let n = 2; n <= limit; n++) {
    if (composite.has(n)) continue;
    found.push(n);
    for (let multiple = n * n; multiple <= limit; multiple += n) composite.add(multiple);
  }
  return found;
}
