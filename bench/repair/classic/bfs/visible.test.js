import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortest } from '../src/bfs.js';

test('near', () => assert.deepEqual(shortest({ a: ["b"], b: ["c"] }, "a", "c"), 2));
test('the shorter of two', () => assert.deepEqual(shortest({ a: ["d", "b"], b: ["c"], c: ["e"], d: ["e"] }, "a", "e"), 2));
test('no way', () => assert.deepEqual(shortest({ a: ["b"] }, "b", "a"), -1));
test('itself', () => assert.deepEqual(shortest({}, "a", "a"), 0));
