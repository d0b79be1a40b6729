import { fieldsOrEmpty, listOfTexts, number, textOrEmpty } from '../../core/text/foreign-json.ts';
import type { ReportFormat } from './format.ts';
import { jsonElements } from './json-elements.ts';
import { runBuilder } from './run-builder.ts';
import { message, seconds } from './values.ts';

/** `rspec --format json`. */
export const rspecJson: ReportFormat = {
  name: 'rspec-json',
  recognises: (head) => /^\s*\{\s*"version"\s*:\s*"[^"]*"\s*,\s*("seed"|"messages"|"examples")/.test(head),
  reader(context) {
    const run = runBuilder('rspec', context);
    const document = jsonElements('examples', (element) => {
      const example = fieldsOrEmpty(element);
      const name = textOrEmpty(example.description);
      const full = textOrEmpty(example.full_description);
      run.add({
        file: textOrEmpty(example.file_path),
        suite: full.endsWith(name) ? [full.slice(0, full.length - name.length).trim()] : [],
        name,
        status: example.status === 'passed' ? 'passed' : example.status === 'pending' ? 'skipped' : 'failed',
        durationMs: seconds(example.run_time),
        message: message(fieldsOrEmpty(example.exception).message) ?? message(example.pending_message),
      });
    });
    return {
      write: document.write,
      end() {
        const { rest, isClosed, skippedElements } = document.end();
        const report = fieldsOrEmpty(rest);
        const summary = fieldsOrEmpty(report.summary);
        const outside = number(summary.errors_outside_of_examples_count) ?? 0;
        const messages = listOfTexts(report.messages).filter((text) => /error occurred/i.test(text));
        for (let n = 0; n < Math.min(outside, 100); n += 1) {
          run.collectionError(message(messages[n]) ?? 'an error outside all examples');
        }
        const total = number(summary.example_count);
        if (total !== null) run.expect(total);
        if (isClosed && total !== null) run.complete();
        if (skippedElements > 0) run.unfinished(`${skippedElements} examples of the report could not be read`);
        return run.finish();
      },
    };
  },
};
