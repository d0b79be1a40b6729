const VAT = { standard: 0.21, reduced: 0.09, none: 0 };

/** Amounts are whole cents. */
export function lineTotal({ quantity, price, discount }) {
  const gross = quantity * price;
  const rebate = discount ? Math.round((gross * discount.percent) / 100) : 0;
  return gross - rebate;
}

export function vatOf(line) {
  const rate = VAT[line.vat ?? 'standard'];
  return Math.round(lineTotal(line) * rate);
}

export function summarise(lines) {
  const summary = { net: 0, vat: 0, gross: 0 };
  for (const line of lines) {
    summary.net += lineTotal(line);
    summary.vat += vatOf(line);
  }
  summary.gross = summary.net + summary.vat;
  return summary;
}

/** Days after the date of the invoice on which it is due; large customers have longer. */
export function dueDays(customer) {
  if (customer.terms !== undefined) return customer.terms;
  return customer.isLarge ? 60 : 30;
}

export function isOverdue(invoice, today) {
  return !invoice.paid && today > invoice.date + dueDays(invoice.customer);
}

export function reference(invoice) {
  return `${invoice.year}-${String(invoice.number).padStart(5, '0')}`;
}
