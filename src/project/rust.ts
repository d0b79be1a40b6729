import type { Ecosystem } from './ecosystem.ts';

export const rust: Ecosystem = {
  name: 'rust',
  async detect(folder) {
    const manifest = await folder.read('Cargo.toml');
    if (!manifest) return null;
    const workspace = /^\[workspace\]/m.test(manifest) ? ' --workspace' : '';
    const evidence = 'Cargo.toml';
    return {
      language: 'Rust',
      packageManager: 'cargo',
      conventional: {
        test: { command: `cargo test${workspace}`, evidence },
        lint: { command: `cargo clippy${workspace} --all-targets -- -D warnings`, evidence },
        typecheck: { command: `cargo check${workspace}`, evidence },
        build: { command: `cargo build${workspace}`, evidence },
      },
    };
  },
};
