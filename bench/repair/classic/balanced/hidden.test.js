import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced } from '../src/balanced.js';

test('closed first', () => assert.deepEqual(isBalanced(")("), false));
test('deep', () => assert.deepEqual(isBalanced("{[()()]}"), true));
test('left over', () => assert.deepEqual(isBalanced("(()"), false));
