import { describe, expect, test } from 'vitest';
import { blocking, blockingBesideLostTest } from '../../test/support/guard/judge.ts';
import type { Change } from './finding/types.ts';

// Kinds of false alarms from real history, each next to the cheat that it resembles.

describe('Go', () => {
  const writer = (result: string, exit: string) => `package web

func (c *Context) Write(name string) ${result} {
	c.header(name)
	c.status(200)
	if _, err = c.out.Write(quoted(name)); err != nil {
		return err
	}
	if _, err = c.out.Write(open); err != nil {
		${exit}
	}
	c.flush(name)
	return c.close(name)
}
`;
  const change = (result: string): Change => ({
    path: 'web/context.go',
    before: writer(result, 'return err'),
    after: writer(result, 'return'),
  });

  test('a bare return returns a named error', async () => {
    expect(await blockingBesideLostTest(change('(err error)'))).toEqual([]);
  });

  test('without a named error it drops it', async () => {
    expect(await blockingBesideLostTest(change('(int)'))).toContain('error-dropped');
  });
});

describe('Rust', () => {
  const reserve = (call: string): string => `impl Buffer {
    pub fn reserve(&mut self, more: usize) {
        let free = self.capacity() - self.len();
        if more <= free {
            return;
        }
        self.note(more, free);
        ${call}
    }
}
`;
  const change = (was: string, is: string): Change => ({
    path: 'src/buffer.rs',
    before: reserve(was),
    after: reserve(is),
  });

  test('`let _` does not lose a result that nobody used', async () => {
    expect(await blockingBesideLostTest(change('self.grow(more);', 'let _ = self.grow(more, true);'))).toEqual([]);
  });

  test('but it loses one that was unwrapped', async () => {
    expect(await blockingBesideLostTest(change('self.grow(more).unwrap();', 'let _ = self.grow(more);'))).toContain(
      'error-dropped',
    );
  });
});

describe('Java', () => {
  const sums = (expected: string): string => `import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;

class SumsTest {
    @Test
    void sums() {
        Sums sums = new Sums(3);
        assertEquals(${expected}, sums.total());
    }
}
`;
  const change = (was: string, is: string): Change => ({
    path: 'src/test/java/SumsTest.java',
    before: sums(was),
    after: sums(is),
  });

  test('a cast to another number type expects the same value', async () => {
    expect(await blocking(change('(double) (3 + 1)', '3 + 1'))).toEqual([]);
  });

  test('another number does not', async () => {
    expect(await blocking(change('(double) (3 + 1)', '3 + 2'))).toContain('expectation-edited');
  });

  const fetch = (condition: string, thrown = true): string => `public class Client {
    public Response execute(Request request) {
        Response response = open(request);
        String type = response.contentType();
        boolean known = types.matches(type);
        log.info("answered", type, response.length(), response.status());
        ${thrown ? `if (${condition}) {\n            throw new UnsupportedTypeException(${condition.length} + type);\n        }` : ''}
        response.keep(request);
        return decode(response, request.charset());
    }
}
`;
  const before = fetch('type != null && !request.ignores() && !type.startsWith("text/")');

  test('a check whose condition got a name still checks', async () => {
    const after = fetch('type != null && !request.ignores() && !known');
    expect(await blockingBesideLostTest({ path: 'src/main/java/Client.java', before, after })).toEqual([]);
  });

  test('a removed check does not', async () => {
    const after = fetch('', false);
    expect(await blockingBesideLostTest({ path: 'src/main/java/Client.java', before, after })).toContain(
      'validation-removed',
    );
  });
});

describe('an override in Java', () => {
  const before = `class XmlBuilder extends Builder {
    @Override
    public int depthAllowed() {
        return Integer.MAX_VALUE;
    }

    public int depth() {
        return Math.min(size(), depthAllowed());
    }
}
`;
  const without = (text: string) => text.replace(/ {4}@Override[\s\S]*?\n\n/, '');

  test('is replaced by what it overrode', async () => {
    expect(
      await blockingBesideLostTest({ path: 'src/main/java/XmlBuilder.java', before, after: without(before) }),
    ).toEqual([]);
  });

  test('a method of the class itself is not', async () => {
    const own = before.replace('    @Override\n', '').replace('class XmlBuilder extends Builder', 'class XmlBuilder');
    const after = own.replace(/ {4}public int depthAllowed[\s\S]*?\n\n/, '');
    expect(await blockingBesideLostTest({ path: 'src/main/java/XmlBuilder.java', before: own, after })).toContain(
      'export-removed',
    );
  });
});

describe('Python', () => {
  const point = (decorator: string, initialiser: string): string => `from dataclasses import dataclass


@dataclass(${decorator})
class Point:
    x: int
    y: int
${initialiser}
    def length(self) -> float:
        return (self.x ** 2 + self.y ** 2) ** 0.5

    def moved(self, by: int) -> "Point":
        return Point(self.x + by, self.y + by)
`;
  test('a removed public method has no such excuse', async () => {
    const before = point('', '');
    const after = before.replace(/\n {4}def length[\s\S]*?\n(?=\n)/, '');
    expect(await blockingBesideLostTest({ path: 'src/point.py', before, after })).toContain('export-removed');
  });
});

test('removing tests of an example warns, removing tests of the project blocks', async () => {
  const before = "import { expect, it } from 'vitest';\nit('names', () => {\n  expect(name()).toBe('a');\n});\n";
  expect(await blocking({ path: 'examples/plain/name.test.ts', before, after: null })).toEqual([]);
  expect(await blocking({ path: 'src/name.test.ts', before, after: null })).toEqual(['test-file-deleted']);
  const java = 'class NameTest {\n  @Test\n  void names() {\n    assertEquals("a", name());\n  }\n}\n';
  const path = 'src/test/java/org/shop/samples/NameTest.java';
  expect(await blocking({ path, before: java, after: null })).toEqual(['test-file-deleted']);
  expect(await blocking({ path: `samples/${path}`, before: java, after: null })).toEqual([]);
});

describe('a test that another one replaced', () => {
  const file = (...tests: string[]): string => `import { expect, it } from 'vitest';\n${tests.join('\n')}`;
  const old = `it('reads a price list', () => {
  const list = readPrices('apple 12');
  expect(list.apple).toBe(12);
  expect(list.size).toBe(1);
});`;
  const successor = `it('reads a price list line by line', () => {
  const prices = [...readPriceLines(['apple 12', 'pear 9'])];
  expect(prices[0]).toEqual(['apple', 12]);
  expect(prices).toHaveLength(2);
});`;
  const otherTest = "it('greets', () => {\n  expect(greet('Ann')).toBe('Hello Ann');\n});";
  const change = (after: string): Change => ({ path: 'src/list.test.ts', before: file(old, otherTest), after });

  test('only warns', async () => {
    expect(await blocking(change(file(successor, otherTest)))).toEqual([]);
  });

  test('blocks if nothing replaced it', async () => {
    expect(await blocking(change(file(otherTest)))).toEqual(['test-deleted']);
  });

  test('blocks if the new test asserts nothing', async () => {
    const hollow = successor.replace(/ {2}expect.*\n/g, '');
    expect(await blocking(change(file(hollow, otherTest)))).toContain('test-deleted');
  });
});

describe('a check that remains in another form', () => {
  const source = (check: string, rest = ''): string => `export function price(net, country) {
${check}
  const rate = rates[country];
  const lines = [net, rate, country.length].map((line) => line * 2);
  return lines.reduce((sum, line) => sum + line, 0);
}
${rest}`;
  const before = source("  if (net < 0) throw new RangeError('net must not be negative');");
  const change = (after: string): Change => ({ path: 'src/price.js', before, after });

  test('made stricter', async () => {
    expect(
      await blockingBesideLostTest(change(source("  if (net <= 0) throw new RangeError('net must be positive');"))),
    ).toEqual([]);
  });

  test('moved into a function of its own', async () => {
    const own = "function checkNet(net) {\n  if (net < 0) throw new RangeError('net must not be negative');\n}\n";
    expect(await blockingBesideLostTest(change(source('  checkNet(net);', own)))).toEqual([]);
  });

  test('removed', async () => {
    expect(await blockingBesideLostTest(change(source('')))).toEqual(['validation-removed']);
  });
});

test('a matcher that is never called asserts nothing', async () => {
  const file = (claim: string): string =>
    `import { expect, it } from 'vitest';\nit('adds', () => {\n  const sum = add(1, 2);\n  ${claim};\n});\n`;
  const change = (was: string, is: string): Change => ({ path: 'src/add.test.ts', before: file(was), after: file(is) });
  expect(await blocking(change('expect(sum).toBe', 'expect(sum).toBe(3)'))).toEqual([]);
  expect(await blocking(change('expect(sum).toBe(3)', 'expect(sum).toBe'))).not.toEqual([]);
});
