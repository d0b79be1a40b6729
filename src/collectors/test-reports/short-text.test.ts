import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortTexts } from './short-text.ts';

function pass(xml: string, size: number): string {
  const shorten = shortTexts();
  let out = '';
  for (let at = 0; at < xml.length; at += size) out += shorten(xml.slice(at, at + size));
  return out;
}

describe('texts in XML', () => {
  it('pass unchanged if they are short, however the document is split', () => {
    const piece = fc.constantFrom(
      '<a b="x>y">',
      "<c d='<'/>",
      '</a>',
      'text ] ]]> more',
      '<![CDATA[ <x> ]] > ]]>',
      '<!-- c -->',
      '<?p i?>',
      ']]',
      '>',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 30 }), (pieces, size) => {
        expect(pass(pieces.join(''), size)).toBe(pieces.join(''));
      }),
    );
  });

  it.each([1000, 65_537, 10_000_000])('are cut if they are long, in pieces of %i', (size) => {
    const long = 'x'.repeat(300_000);
    const out = pass(`<a>${long}<b/><![CDATA[${long}]]></a><c>end</c>`, size);
    expect(out.length).toBeLessThan(140_000);
    expect(out).toMatch(/^<a>x+<b\/><!\[CDATA\[x+\]\]><\/a><c>end<\/c>$/);
  });
});
