import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced } from '../src/balanced.js';

test('pairs', () => assert.deepEqual(isBalanced("a(b[c]{d})"), true));
test('crossed', () => assert.deepEqual(isBalanced("([)]"), false));
test('never closed', () => assert.deepEqual(isBalanced("(("), false));
test('nothing', () => assert.deepEqual(isBalanced(""), true));
