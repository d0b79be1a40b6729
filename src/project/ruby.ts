import type { ProjectCommand } from '../core/criteria/project.ts';
import type { Ecosystem } from './ecosystem.ts';

export const ruby: Ecosystem = {
  name: 'ruby',
  async detect(folder) {
    const usesBundler = await folder.has('Gemfile');
    if (!usesBundler && !(await folder.has('.rspec', 'Rakefile'))) return null;
    const run = (command: string) => (usesBundler ? `bundle exec ${command}` : command);
    const hasSpecs = (await folder.list('spec')).length > 0;
    const hasRakeTest = /Rake::TestTask|task\s+:?test\b/.test(await folder.read('Rakefile'));
    const test: ProjectCommand | null = hasSpecs
      ? { command: run('rspec'), evidence: usesBundler ? 'Gemfile and spec/' : 'spec/' }
      : hasRakeTest
        ? { command: run('rake test'), evidence: 'Rakefile task test' }
        : null;
    return {
      language: 'Ruby',
      ...(usesBundler && { packageManager: 'bundler' }),
      conventional: {
        ...(test && { test }),
        ...((await folder.has('.rubocop.yml')) && { lint: { command: run('rubocop'), evidence: '.rubocop.yml' } }),
      },
    };
  },
};
