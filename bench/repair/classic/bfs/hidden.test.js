import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortest } from '../src/bfs.js';

test('a circle', () => assert.deepEqual(shortest({ a: ["b"], b: ["a", "c"] }, "a", "c"), 2));
test('long', () => assert.deepEqual(shortest({ a: ["b"], b: ["c"], c: ["d"] }, "a", "d"), 3));
test('nowhere', () => assert.deepEqual(shortest({}, "x", "y"), -1));
