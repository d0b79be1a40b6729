<?php
// Named by auto_prepend_file: adds a JUnit report to PHPUnit's own command line.
if (PHP_SAPI === 'cli' && isset($_SERVER['argv'][0]) && !getenv('JUMAR_PROBE_INSIDE')
    && preg_match('~(^|/)(phpunit|pest)(\.phar)?$~', $_SERVER['argv'][0])
    && !preg_grep('~^--(log-junit|list-tests|version|help)~', $_SERVER['argv'])) {
    putenv('JUMAR_PROBE_INSIDE=1');
    $report = dirname(__DIR__) . '/out/phpunit-' . getmypid() . '.xml';
    array_splice($_SERVER['argv'], 1, 0, ['--log-junit', $report]);
    $GLOBALS['argv'] = $_SERVER['argv'];
    $_SERVER['argc'] = $GLOBALS['argc'] = count($_SERVER['argv']);
}
