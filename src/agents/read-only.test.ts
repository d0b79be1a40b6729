import { expect, test } from 'vitest';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { aHost, aLaunch } from './contract/adapter.contract.ts';
import type { Adapter } from './contract/adapter.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

const WRITE_FLAGS = /skip-permissions|acceptEdits|bypass|workspace-write|yolo|--auto\b/;

test.each<[Adapter, string[]]>([
  [claude, ['--tools', '']],
  [codex, ['-s', 'read-only']],
  [gemini, ['--approval-mode', 'default']],
  [opencode, ['--agent', 'plan']],
])('$name cannot change anything in read-only mode', (adapter, flags) => {
  for (const isRoot of [false, true]) {
    const argsOf = (readOnly: boolean) => {
      const plan = adapter.plan(aLaunch({ readOnly, host: { ...aHost, isRoot } }));
      return 'problem' in plan || typeof plan.command === 'string' ? [] : plan.command.args;
    };
    const readOnlyArgs = argsOf(true);
    expect(readOnlyArgs.slice(readOnlyArgs.indexOf(flags[0] ?? '')).slice(0, 2)).toEqual(flags);
    expect(readOnlyArgs.join(' ')).not.toMatch(WRITE_FLAGS);
    expect(argsOf(false).join(' ')).toMatch(WRITE_FLAGS);
  }
});
