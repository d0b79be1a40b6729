/** Small test files in every language, each with two tests of the same shape. */
export const js = `import { describe, expect, it } from 'vitest';
import { price } from './price.ts';

describe('price', () => {
  it('adds tax', () => {
    const result = price(100, 'DE');
    expect(result.total).toBe(119);
    expect(result.currency).toEqual('EUR');
  });

  it('refuses an unknown country', () => {
    expect(() => price(100, 'XX')).toThrow(RangeError);
  });
});
`;

export const node = `const assert = require('node:assert');
const { test } = require('node:test');
const { price } = require('./price');

test('adds tax', () => {
  const result = price(100, 'DE');
  assert.strictEqual(result.total, 119);
  assert.deepStrictEqual(result.lines, ['a', 'b']);
});

test('refuses an unknown country', () => {
  assert.throws(() => price(100, 'XX'), /unknown country/);
});
`;

export const py = `import pytest

from shop import price


def test_adds_tax():
    result = price(100, "DE")
    assert result.total == 119
    assert "EUR" in result.label


@pytest.mark.parametrize("country, rate", [("DE", 19), ("FR", 20), ("PL", 23)])
def test_rates(country, rate):
    assert price(100, country).total == 100 + rate


def test_refuses_an_unknown_country():
    with pytest.raises(ValueError, match="unknown country"):
        price(100, "XX")
`;

export const unit = `import unittest

from shop import price


class PriceTest(unittest.TestCase):
    def test_adds_tax(self):
        result = price(100, "DE")
        self.assertEqual(result.total, 119)
        self.assertAlmostEqual(result.rate, 0.19, places=5)

    def test_refuses_an_unknown_country(self):
        with self.assertRaises(ValueError):
            price(100, "XX")
`;

export const go = `package shop

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAddsTax(t *testing.T) {
	result := Price(100, "DE")
	if result.Total != 119 {
		t.Errorf("total = %d, want 119", result.Total)
	}
	assert.Equal(t, "EUR", result.Currency)
}

func TestRates(t *testing.T) {
	tests := []struct {
		country string
		rate    int
	}{
		{"DE", 19},
		{"FR", 20},
		{"PL", 23},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.rate, Rate(tt.country))
	}
}

func TestRefusesUnknownCountry(t *testing.T) {
	_, err := TryPrice(100, "XX")
	assert.ErrorIs(t, err, ErrUnknownCountry)
}
`;

export const rust = `use shop::price;

#[test]
fn adds_tax() {
    let result = price(100, "DE").unwrap();
    assert_eq!(result.total, 119);
    assert!(result.label.contains("EUR"));
}

#[test]
fn refuses_an_unknown_country() {
    let error = price(100, "XX").unwrap_err();
    assert_eq!(error.to_string(), "unknown country");
}
`;

export const java = `package shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PriceTest {
  @Test
  void addsTax() {
    Price result = Price.of(100, "DE");
    assertEquals(119, result.total());
    assertThat(result.currency()).isEqualTo("EUR");
  }

  @Test
  void refusesAnUnknownCountry() {
    assertThrows(IllegalArgumentException.class, () -> Price.of(100, "XX"));
  }
}
`;

/** Where each sample lives. */
export const samples: Record<string, [path: string, source: string]> = {
  vitest: ['src/price.test.ts', js],
  'node:test': ['test/price.js', node],
  pytest: ['tests/test_price.py', py],
  unittest: ['tests/test_price_unit.py', unit],
  go: ['price_test.go', go],
  rust: ['tests/price.rs', rust],
  java: ['src/test/java/shop/PriceTest.java', java],
};
