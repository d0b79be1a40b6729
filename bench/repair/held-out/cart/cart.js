export class Cart {
  #lines = [];

  add(product, quantity = 1) {
    const line = this.#lines.find((one) => one.product.id === product.id);
    if (line) line.quantity += quantity;
    else this.#lines.push({ product, quantity });
    return this;
  }

  remove(id) {
    const index = this.#lines.findIndex((one) => one.product.id === id);
    if (index === -1) return false;
    this.#lines.splice(index, 1);
    return true;
  }

  get size() {
    return this.#lines.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  subtotal() {
    return this.#lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
  }

  /** Shipping is free from 50.00 on, and for an empty cart. */
  shipping() {
    const subtotal = this.subtotal();
    if (subtotal === 0 || subtotal >= 5000) return 0;
    return this.#lines.some(({ product }) => product.bulky) ? 1500 : 495;
  }

  applyVoucher({ percent, minimum = 0 }) {
    const subtotal = this.subtotal();
    if (subtotal < minimum) return subtotal;
    return Math.round(subtotal * (1 - percent / 100));
  }

  cheapest() {
    const [first] = [...this.#lines].sort((a, b) => a.product.price - b.product.price);
    return first?.product ?? null;
  }
}
