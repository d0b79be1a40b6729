const LEVELS = ['none', 'read', 'write', 'admin'];

export function levelOf(name) {
  const level = LEVELS.indexOf(name);
  if (level === -1) throw new TypeError(`no such level: ${name}`);
  return level;
}

/** A member's own grant counts before those of their groups; of the groups the highest counts. */
export function effectiveLevel(member, resource) {
  const own = member.grants?.[resource];
  if (own) return own;
  let best = 'none';
  for (const group of member.groups ?? []) {
    const granted = group.grants[resource] ?? 'none';
    if (levelOf(granted) > levelOf(best)) best = granted;
  }
  return best;
}

export function may(member, action, resource) {
  if (member.suspended) return false;
  return levelOf(effectiveLevel(member, resource)) >= levelOf(action);
}

export function membersWho(members, action, resource) {
  return members.filter((member) => may(member, action, resource)).map(({ name }) => name);
}

export function grant(member, resource, level) {
  levelOf(level);
  return { ...member, grants: { ...member.grants, [resource]: level } };
}

export function revoke(member, resource) {
  const { [resource]: _, ...grants } = member.grants ?? {};
  return { ...member, grants };
}
