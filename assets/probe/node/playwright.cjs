'use strict';
const record = require('./record.cjs');

/** Named by PW_TEST_REPORTER, which adds to the reporters of the configuration. */
module.exports = class {
  constructor() {
    this.write = process.env.JUMAR_PROBE_INSIDE ? () => {} : record('playwright');
  }
  printsToStdio() {
    return false;
  }
  onBegin(_config, suite) {
    this.write({ ev: 'collected', count: suite.allTests().length });
  }
  onTestEnd(test, result) {
    this.write({
      ev: 'test',
      id: test.id,
      name: test.titlePath(),
      file: test.location.file,
      line: test.location.line,
      outcome: test.outcome(),
      ms: result.duration,
      err: result.error ? record.messageOf(result.error) : undefined,
    });
  }
  onError(error) {
    this.write({ ev: 'error', message: record.messageOf(error) });
  }
  onEnd() {
    this.write({ ev: 'end' });
  }
};
