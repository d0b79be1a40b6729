import { expect, test } from 'vitest';
import { aHost, aLaunch } from '../testing/adapter-contract.ts';
import type { Adapter } from './adapter.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

const FREE = /skip-permissions|acceptEdits|bypass|workspace-write|yolo|--auto\b/;

test.each<[Adapter, string[]]>([
  [claude, ['--tools', '']],
  [codex, ['-s', 'read-only']],
  [gemini, ['--approval-mode', 'default']],
  [opencode, ['--agent', 'plan']],
])('$name is kept from changing anything where it is only asked', (adapter, flags) => {
  for (const isRoot of [false, true]) {
    const argsOf = (readOnly: boolean) => {
      const plan = adapter.plan(aLaunch({ readOnly, host: { ...aHost, isRoot } }));
      return 'problem' in plan || typeof plan.command === 'string' ? [] : plan.command.args;
    };
    const asked = argsOf(true);
    expect(asked.slice(asked.indexOf(flags[0] ?? '')).slice(0, 2)).toEqual(flags);
    expect(asked.join(' ')).not.toMatch(FREE);
    expect(argsOf(false).join(' ')).toMatch(FREE);
  }
});
