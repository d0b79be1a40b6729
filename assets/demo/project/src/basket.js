import { formatPrice } from './price.js';

export class Basket {
  #lines = new Map();

  add(article, quantity = 1) {
    const line = this.#lines.get(article.name) ?? { article, quantity: 0 };
    line.quantity = quantity;
    this.#lines.set(article.name, line);
    return line;
  }

  get count() {
    return [...this.#lines.values()].reduce((sum, line) => sum + line.quantity, 0);
  }

  total() {
    const sum = [...this.#lines.values()].reduce((cents, { article, quantity }) => cents + article.price * quantity, 0);
    return sum - discount(sum);
  }

  receipt() {
    const lines = [...this.#lines.values()].map(
      ({ article, quantity }) => `${quantity} x ${article.name}  ${formatPrice(article.price * quantity)}`,
    );
    return [...lines, `total  ${formatPrice(this.total())}`].join('\n');
  }
}

/** Ten per cent off from 50.00 on, rounded to the customer's favour. */
export function discount(cents) {
  return cents >= 5000 ? Math.ceil(cents * 0.1) : 0;
}
