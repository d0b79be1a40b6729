import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveLevel, grant, levelOf, may, membersWho, revoke } from '../src/permissions.js';

test('the lowest', () => assert.equal(levelOf('none'), 0));
test('all levels', () => assert.deepEqual(['none', 'read', 'write', 'admin'].map(levelOf), [0, 1, 2, 3]));
test('a group without the resource', () => assert.equal(effectiveLevel({ groups: [{ grants: {} }] }, 'x'), 'none'));
test('own over better group', () => {
  assert.equal(effectiveLevel({ grants: { x: 'none' }, groups: [{ grants: { x: 'admin' } }] }, 'x'), 'none');
});
test('admin may all', () => {
  const admin = { grants: { x: 'admin' } };
  assert.deepEqual(['read', 'write', 'admin'].map((action) => may(admin, action, 'x')), [true, true, true]);
});
test('exactly enough', () => assert.equal(may({ grants: { x: 'write' } }, 'write', 'x'), true));
test('not enough', () => assert.equal(may({ grants: { x: 'write' } }, 'admin', 'x'), false));
test('suspended admin', () => assert.equal(may({ grants: { x: 'admin' }, suspended: true }, 'read', 'x'), false));
test('nobody', () => assert.deepEqual(membersWho([], 'read', 'x'), []));
test('grant to a blank member', () => assert.deepEqual(grant({}, 'x', 'read').grants, { x: 'read' }));
test('revoke one of two', () => assert.deepEqual(revoke({ grants: { x: 'read', y: 'read' } }, 'x').grants, { y: 'read' }));
test('overwriting', () => assert.deepEqual(grant({ grants: { x: 'read' } }, 'x', 'admin').grants, { x: 'admin' }));
