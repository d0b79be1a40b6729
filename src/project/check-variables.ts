/**
 * The variables that checks inherit, by family. Each family says how a tool finds itself, its files or the network, or how
 * it should run. What gives access to a service (tokens, keys, addresses of databases) is in none: a check that needs one
 * gets it by name, with `checks.env`. A `*` matches any characters, but no name that sounds like a secret.
 */
const FAMILIES: Record<string, string> = {
  account: 'HOME USER LOGNAME SHELL PWD HOSTNAME',
  programs: 'PATH LD_LIBRARY_PATH DYLD_* LIBRARY_PATH ASDF_* MISE_* HOMEBREW_* NIX_*',
  'language and terminal': 'LANG LANGUAGE LC_* TZ TERM COLORTERM NO_COLOR FORCE_COLOR CLICOLOR* COLUMNS LINES',
  folders: 'TMPDIR TMP TEMP XDG_*',
  'what kind of run it is':
    'CI CONTINUOUS_INTEGRATION GITHUB_ACTIONS GITLAB_CI BUILDKITE CIRCLECI TRAVIS TF_BUILD TEAMCITY_VERSION NODE_ENV BABEL_ENV APP_ENV RAILS_ENV RACK_ENV',
  'the way to the network':
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS',
  'display and browsers':
    'DISPLAY WAYLAND_DISPLAY XAUTHORITY CHROME_* PUPPETEER_* PLAYWRIGHT_* CYPRESS_* ELECTRON_* SELENIUM_* GECKODRIVER_* PW_TEST_*',
  // NODE_OPTIONS is the person's own: without their memory limit a build may fail.
  node: 'NODE_PATH NODE_OPTIONS NODE_ICU_DATA NODE_NO_WARNINGS NODE_DISABLE_COLORS UV_THREADPOOL_SIZE npm_config_* NPM_CONFIG_* NVM_* FNM_* VOLTA_* COREPACK_* PNPM_HOME YARN_* BUN_* DENO_* TS_NODE_* ESLINT_* NX_* TURBO_*',
  python:
    'PYTHON* PYENV_* VIRTUAL_ENV CONDA_* MAMBA_* UV_* POETRY_* PDM_* PIP_* PIPENV_* PIPX_* TOX_* NOX_* PYTEST_* COVERAGE_* MYPY* RUFF_* DJANGO_SETTINGS_MODULE FLASK_APP',
  jvm: 'JAVA_* JDK_* _JAVA_OPTIONS M2_HOME MAVEN_* MVN_* GRADLE_* ANT_* KOTLIN_* SBT_* SDKMAN_* GRAALVM_HOME ANDROID_*',
  go: 'GOPATH GOROOT GOBIN GOFLAGS GOCACHE GOMODCACHE GOPROXY GOPRIVATE GONOPROXY GONOSUMDB GOSUMDB GOINSECURE GOTOOLCHAIN GOOS GOARCH GOARM GOAMD64 GOWORK GOENV GOEXPERIMENT GODEBUG GOMAXPROCS GOMEMLIMIT GOGC GOTMPDIR GO111MODULE CGO_*',
  rust: 'CARGO CARGO_* RUST* SCCACHE_DIR',
  'C and C++':
    'CC CXX CPP AR LD NM CFLAGS CXXFLAGS CPPFLAGS LDFLAGS LDLIBS CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH PKG_CONFIG* MAKEFLAGS CMAKE_* CTEST_* CCACHE_* VCPKG_* CONAN_* BAZEL* SDKROOT DEVELOPER_DIR MACOSX_DEPLOYMENT_TARGET',
  dotnet: 'DOTNET_* NUGET_* MSBUILD*',
  ruby: 'RUBY* SPEC_OPTS GEM_HOME GEM_PATH BUNDLE_PATH BUNDLE_GEMFILE BUNDLE_WITH BUNDLE_WITHOUT BUNDLE_JOBS BUNDLE_APP_CONFIG BUNDLE_BIN BUNDLE_DEPLOYMENT BUNDLE_FROZEN RBENV_* rvm_*',
  php: 'PHP* COMPOSER_* XDEBUG_*',
  others:
    'MIX_* HEX_* ERL_* ELIXIR_* GHC* STACK_* CABAL_* OPAM* FLUTTER_* PUB_* LUA_* R_* JULIA_* PERL* ZIG_* SWIFT_* DOCKER_HOST DOCKER_CONTEXT TESTCONTAINERS_*',
  git: 'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM GIT_TERMINAL_PROMPT GIT_PAGER PAGER EDITOR VISUAL',
};

const SECRET =
  /token(?!iz)|secret|passw(?:or)?d|passphrase|credential|auth(?!or)|(?:api|access|private|record|signing|encryption|publish|license)_?key|_pat$/i;

const NAMES = Object.values(FAMILIES).flatMap((names) => names.split(' '));
const exact = new Set(NAMES.filter((name) => !name.includes('*')));
const patterns = NAMES.filter((name) => name.includes('*'));

/** Whether checks inherit a variable. `passed` are names and patterns that a person chose: no name is too secret for them. */
export function isForChecks(name: string, passed: readonly string[]): boolean {
  if (exact.has(name) || passed.some((pattern) => matches(pattern, name))) return true;
  return !SECRET.test(name) && patterns.some((pattern) => matches(pattern, name));
}

function matches(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return name === pattern;
  const [start = '', end = ''] = pattern.split('*');
  return name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end);
}
