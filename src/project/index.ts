import { deno } from './deno.ts';
import { dotnet } from './dotnet.ts';
import type { Ecosystem } from './ecosystem.ts';
import { go } from './go.ts';
import { gradle } from './gradle.ts';
import { just } from './just.ts';
import { make } from './make.ts';
import { maven } from './maven.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

/** In order of preference: if two have a command for the same purpose, the first one is used. */
export const ecosystems: readonly Ecosystem[] = [
  node,
  deno,
  make,
  just,
  python,
  go,
  rust,
  maven,
  gradle,
  ruby,
  php,
  dotnet,
];
