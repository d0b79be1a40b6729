import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { existing } from './bwrap.ts';

/**
 * What root may still do in a cage, with the numbers of the kernel: what package managers and test suites need, which is what Docker
 * leaves to a container, but for devices. Without the rest nobody can unmount or remount what hides and protects files,
 * enter a namespace of another process, open files by handle, or load code into the kernel.
 */
const KEPT_CAPABILITIES = {
  CAP_CHOWN: 0,
  CAP_DAC_OVERRIDE: 1,
  CAP_FOWNER: 3,
  CAP_FSETID: 4,
  CAP_KILL: 5,
  CAP_SETGID: 6,
  CAP_SETUID: 7,
  CAP_SETPCAP: 8,
  CAP_NET_BIND_SERVICE: 10,
  CAP_NET_RAW: 13,
  CAP_SYS_CHROOT: 18,
  CAP_AUDIT_WRITE: 29,
  CAP_SETFCAP: 31,
};

/** Settings of the kernel that belong to root whatever its capabilities are: with one of them the kernel runs a program outside. */
const KERNEL_SETTINGS = ['/proc/sys', '/sys'];

/** Character devices by which a disk or the memory is read; disks themselves are block devices. */
const RAW = /^(?:sg\d+|mem|kmem|port)$/;

/** Bubblewrap takes all capabilities from other users, and leaves all to root. */
export const isRoot = process.getuid?.() === 0;

/**
 * Options of bubblewrap, after `--proc`, that hold root in a cage as they hold others. None for other users.
 * In a user namespace of its own root finds the mounts of the cage locked.
 */
export function rootLimits(): string[] {
  if (!isRoot) return [];
  return [
    ...['--cap-drop', 'ALL', ...keptOf(ownCapabilities()).flatMap((name) => ['--cap-add', name])],
    ...existing(KERNEL_SETTINGS).flatMap((path) => ['--ro-bind', path, path]),
  ];
}

/** Options that hide the raw disks and the memory from root, in a cage with the devices of the machine. */
export function hideDisks(): string[] {
  if (!isRoot) return [];
  return [...rawDevices('/dev'), ...rawDevices('/dev/mapper')].flatMap((path) => ['--ro-bind', '/dev/null', path]);
}

/** Bubblewrap fails if it is to keep what it does not have. */
function keptOf(own: bigint): string[] {
  return Object.entries(KEPT_CAPABILITIES)
    .filter(([, bit]) => (own >> BigInt(bit)) & 1n)
    .map(([name]) => name);
}

function ownCapabilities(): bigint {
  const [, mask = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return BigInt(`0x${mask}`);
}

function rawDevices(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isBlockDevice() || (entry.isCharacterDevice() && RAW.test(entry.name)))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
