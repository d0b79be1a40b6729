import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centre, commonPrefix, initials, truncate, wrap } from '../src/text-wrap.js';

test('short text is one line', () => assert.deepEqual(wrap('two words', 20), ['two words']));
test('long text is broken at blanks', () => {
  assert.deepEqual(wrap('the quick brown fox jumps', 10), ['the quick', 'brown fox', 'jumps']);
});
test('a line may be exactly as wide', () => assert.deepEqual(wrap('aaa bbb ccc', 7), ['aaa bbb', 'ccc']));
test('blanks are not kept', () => assert.deepEqual(wrap('  a   b ', 10), ['a b']));
test('no text, no line', () => assert.deepEqual(wrap('', 10), []));
test('what fits is not truncated', () => assert.equal(truncate('hello', 5), 'hello'));
test('what does not fit is cut to the width', () => assert.equal(truncate('hello world', 6), 'hello…'));
test('another mark', () => assert.equal(truncate('hello world', 8, '...'), 'hello...'));
test('centred', () => assert.equal(centre('ab', 6), '  ab  '));
test('centred unevenly', () => assert.equal(centre('ab', 5), ' ab  '));
test('prefix', () => assert.equal(commonPrefix(['flower', 'flow', 'flight']), 'fl'));
test('initials', () => assert.equal(initials('ada king lovelace'), 'AKL'));
