import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centre, commonPrefix, initials, truncate, wrap } from '../src/text-wrap.js';

test('a word longer than the line stands alone', () => assert.deepEqual(wrap('a incomprehensible b', 5), ['a', 'incomprehensible', 'b']));
test('many words', () => assert.deepEqual(wrap('a b c d e f', 3), ['a b', 'c d', 'e f']));
test('line ends are blanks', () => assert.deepEqual(wrap('a\nb', 9), ['a b']));
test('one too many', () => assert.deepEqual(wrap('aaa bbbb', 7), ['aaa', 'bbbb']));
test('truncate empty', () => assert.equal(truncate('', 3), ''));
test('truncate to the mark', () => assert.equal(truncate('abc', 1), '…'));
test('width is kept', () => assert.equal(truncate('abcdefghij', 7).length, 7));
test('centre too long', () => assert.equal(centre('abcdef', 3), 'abcdef'));
test('centre width', () => assert.equal(centre('a', 8).length, 8));
test('centre odd', () => assert.equal(centre('a', 4), ' a  '));
test('no words', () => assert.equal(commonPrefix([]), ''));
test('nothing shared', () => assert.equal(commonPrefix(['a', 'b']), ''));
test('one word', () => assert.equal(commonPrefix(['alone']), 'alone'));
test('last differs', () => assert.equal(commonPrefix(['inter', 'internet', 'interval']), 'inter'));
test('initials with double blanks', () => assert.equal(initials('a  b'), 'AB'));
