import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText, withoutEscapes } from './plain-text.ts';

describe('plain text', () => {
  test.each([
    ['colours', '\x1b[1m\x1b[31mred\x1b[39m\x1b[22m', 'red'],
    ['256 colours and truecolour', '\x1b[38;5;196mx\x1b[38;2;1;2;3my\x1b[38:2::1:2:3mz', 'xyz'],
    ['character sets', 'ok\x1b(B\x1b[m', 'ok'],
    ['titles', '\x1b]0;building…\x07done\x1b]2;x\x1b\\!', 'done!'],
    ['links', '\x1b]8;;https://example.com\x1b\\here\x1b]8;;\x1b\\', 'here'],
    ['cursor movement', '\x1b[2A\x1b[?25lx\x1b[?25h', 'x'],
    ['device strings', '\x1bPq#0\x1b\\x', 'x'],
    ['the one-byte form', '\x9b31mred\x9b0m', 'red'],
    ['an escape cut off at the end', 'x\x1b[3', 'x'],
    ['a lone escape', 'x\x1b', 'x'],
    ['bells and backspaces', 'a\x07b\x08c\x00', 'abc'],
    ['tabs and newlines stay', 'a\tb\nc', 'a\tb\nc'],
    ['Windows line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['doubled carriage returns', 'a\r\r\nb', 'a\nb'],
    ['progress bars', '10%\r50%\r100%\ndone', '100%\ndone'],
    ['a bar that was wiped', '50%\r    \rdone\r\n', 'done\n'],
    ['spinners', '\x1b[2K\x1b[1G⠋ work\x1b[2K\x1b[1G✔ work\n', '✔ work\n'],
  ])('%s', (_, output, text) => {
    expect(plainText(output)).toBe(text);
  });

  test('what was drawn over is still searched', () => {
    expect(withoutEscapes('error\rfine\r\nend')).toBe('error\nfine\nend');
  });

  test('no escape is left of any text, and text without escapes is left alone', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('\x1b', '[', ']', '3', 'm', '\r', '\n', 'a', '\x07', '\\', ';', 'é') }),
        (output) => {
          expect(plainText(output)).not.toMatch(/[\x1b\r\x07]/);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (output) => {
        fc.pre(!/[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(output));
        expect(plainText(output)).toBe(output);
      }),
    );
  });
});
