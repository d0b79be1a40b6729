/** A small module in every language: a public function with a check, and one that may fail. */
export const ts = `import { rates } from './rates.ts';

export function price(net: number, country: string): number {
  if (net < 0) {
    throw new RangeError('net must not be negative');
  }
  const rate = rates[country];
  if (rate === undefined) throw new Error(\`unknown country \${country}\`);
  return net + (net * rate) / 100;
}

export async function save(order: Order): Promise<void> {
  const text = JSON.stringify(order);
  await store.write(order.id, text);
  await store.flush();
}

function helper(value: number): number {
  const doubled = value * 2;
  return doubled + 1;
}

export const shown = (value: number): string => helper(value).toFixed(2) + currencyOf(value) + suffixOf(value);
`;

export const py = `import json

from shop.rates import RATES


def price(net, country):
    """Net price plus tax."""
    if net < 0:
        raise ValueError("net must not be negative")
    rate = RATES[country]
    return net + net * rate / 100


def save(order, store):
    text = json.dumps(order)
    store.write(order.id, text)
    store.flush()


class Basket:
    def __init__(self, lines):
        self.lines = lines

    def total(self):
        amounts = [line.amount for line in self.lines]
        return sum(amounts)
`;

export const go = `package shop

import (
	"errors"
	"fmt"
)

// Price adds tax.
func Price(net int, country string) (int, error) {
	if net < 0 {
		return 0, errors.New("net must not be negative")
	}
	rate, ok := rates[country]
	if !ok {
		return 0, fmt.Errorf("unknown country %q", country)
	}
	return net + net*rate/100, nil
}

// Save writes an order.
func Save(order Order, store Store) error {
	text, err := encode(order)
	if err != nil {
		return err
	}
	return store.Write(order.ID, text)
}

func encode(order Order) (string, error) {
	out := fmt.Sprintf("%s:%d", order.ID, order.Total)
	return out, nil
}
`;

export const rust = `use std::collections::HashMap;

/// Net price plus tax.
pub fn price(net: i64, country: &str, rates: &HashMap<String, i64>) -> Result<i64, Error> {
    if net < 0 {
        return Err(Error::new("net must not be negative"));
    }
    let rate = rates.get(country).ok_or(Error::new("unknown country"))?;
    Ok(net + net * rate / 100)
}

pub fn save(order: &Order, store: &mut Store) -> Result<(), Error> {
    let text = encode(order)?;
    store.write(&order.id, &text)?;
    store.flush()
}

fn encode(order: &Order) -> Result<String, Error> {
    let line = format!("{}:{}", order.id, order.total);
    Ok(line)
}
`;

export const java = `package shop;

import java.util.Map;

public class Price {
  private final Map<String, Integer> rates;

  public Price(Map<String, Integer> rates) {
    this.rates = rates;
  }

  public int of(int net, String country) {
    if (net < 0) {
      throw new IllegalArgumentException("net must not be negative");
    }
    Integer rate = rates.get(country);
    return net + net * rate / 100;
  }

  public void save(Order order, Store store) throws IOException {
    String text = encode(order);
    store.write(order.id(), text);
    store.flush();
  }

  private String encode(Order order) {
    String line = order.id() + ":" + order.total();
    return line;
  }
}
`;

export const paths = {
  ts: 'src/price.ts',
  py: 'shop/price.py',
  go: 'shop/price.go',
  rust: 'src/price.rs',
  java: 'src/main/java/shop/Price.java',
};
