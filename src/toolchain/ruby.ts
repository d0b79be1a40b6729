import type { ProjectCommand } from '../core/criteria/project.ts';
import type { Ecosystem } from './ecosystem.ts';

export const ruby: Ecosystem = {
  name: 'ruby',
  async detect(folder) {
    const bundled = await folder.has('Gemfile');
    if (!bundled && !(await folder.has('.rspec', 'Rakefile'))) return null;
    const run = (command: string) => (bundled ? `bundle exec ${command}` : command);
    const specs = (await folder.list('spec')).length > 0;
    const rake = /Rake::TestTask|task\s+:?test\b/.test(await folder.read('Rakefile'));
    const test: ProjectCommand | null = specs
      ? { command: run('rspec'), evidence: bundled ? 'Gemfile and spec/' : 'spec/' }
      : rake
        ? { command: run('rake test'), evidence: 'Rakefile task test' }
        : null;
    return {
      language: 'Ruby',
      ...(bundled && { packageManager: 'bundler' }),
      conventional: {
        ...(test && { test }),
        ...((await folder.has('.rubocop.yml')) && { lint: { command: run('rubocop'), evidence: '.rubocop.yml' } }),
      },
    };
  },
};
