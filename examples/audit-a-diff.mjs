// Judges the working tree for cheating and loss, and fails where something blocks.
//   node examples/audit-a-diff.mjs
import { audit } from 'jumar';

const { label, findings, blocking } = await audit({ working: true });
console.log(`${label}: ${findings.length} findings, ${blocking.length} block`);
for (const { severity, why, after, before } of findings) {
  const place = after ?? before;
  console.log(`  ${severity}: ${why}${place ? ` (${place.path}:${place.line})` : ''}`);
}
process.exitCode = blocking.length > 0 ? 1 : 0;
