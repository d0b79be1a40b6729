/** Articles on hand and on order, by article number. */
export class Stock {
  #levels = new Map();

  receive(article, amount) {
    if (amount <= 0) throw new RangeError('nothing was received');
    this.#levels.set(article, this.onHand(article) + amount);
  }

  onHand(article) {
    return this.#levels.get(article) ?? 0;
  }

  /** Takes what is there and tells what is missing. */
  take(article, amount) {
    const taken = Math.min(amount, this.onHand(article));
    this.#levels.set(article, this.onHand(article) - taken);
    return { taken, missing: amount - taken };
  }

  low(threshold = 5) {
    return [...this.#levels]
      .filter(([, level]) => level < threshold)
      .map(([article]) => article)
      .sort();
  }
}

/** What to order so that every article is at its target again, in whole packs. */
export function order(stock, targets) {
  const orders = [];
  for (const { article, target, pack = 1 } of targets) {
    const lacking = target - stock.onHand(article);
    if (lacking > 0) orders.push({ article, packs: Math.ceil(lacking / pack) });
  }
  return orders;
}

export function value(stock, prices) {
  let total = 0;
  for (const [article, price] of Object.entries(prices)) total += stock.onHand(article) * price;
  return total;
}
