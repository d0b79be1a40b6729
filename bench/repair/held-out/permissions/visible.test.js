import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveLevel, grant, levelOf, may, membersWho, revoke } from '../src/permissions.js';

const editors = { grants: { wiki: 'write' } };
const readers = { grants: { wiki: 'read', blog: 'read' } };
const ann = { name: 'ann', groups: [readers, editors] };
const bob = { name: 'bob', grants: { wiki: 'read' }, groups: [editors] };
const cat = { name: 'cat', groups: [readers], suspended: true };

test('levels are ordered', () => assert.ok(levelOf('admin') > levelOf('write')));
test('unknown levels are refused', () => assert.throws(() => levelOf('god'), /no such level: god/));
test('of the groups the highest counts', () => assert.equal(effectiveLevel(ann, 'wiki'), 'write'));
test('in any order', () => assert.equal(effectiveLevel({ groups: [editors, readers] }, 'wiki'), 'write'));
test('an own grant counts first', () => assert.equal(effectiveLevel(bob, 'wiki'), 'read'));
test('nothing granted', () => assert.equal(effectiveLevel({}, 'wiki'), 'none'));
test('who may write', () => {
  assert.equal(may(ann, 'write', 'wiki'), true);
  assert.equal(may(bob, 'write', 'wiki'), false);
  assert.equal(may(ann, 'read', 'wiki'), true);
});
test('suspended members may nothing', () => assert.equal(may(cat, 'read', 'wiki'), false));
test('members by right', () => assert.deepEqual(membersWho([ann, bob, cat], 'read', 'wiki'), ['ann', 'bob']));
test('granting leaves the rest', () => {
  assert.deepEqual(grant(bob, 'blog', 'write').grants, { wiki: 'read', blog: 'write' });
  assert.deepEqual(bob.grants, { wiki: 'read' });
});
test('granting nonsense', () => assert.throws(() => grant(bob, 'blog', 'all'), TypeError));
test('revoking', () => assert.deepEqual(revoke(bob, 'wiki').grants, {}));
test('revoking from nobody', () => assert.deepEqual(revoke({}, 'wiki').grants, {}));
