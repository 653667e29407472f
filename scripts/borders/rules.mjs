// The borders of docs/architecture, once. Two nets read them: dependency-cruiser (the whole graph, in CI) and the ESLint
// rule beside this file (one import at a time, in the editor). Paths are regular expressions from the root of the
// repository; `$1` in a `to` stands for what the `from` captured. Packages are `node_modules/<name>/…`, Node's modules
// their name alone.

const production = '^(kernel|plugins|apps|sdk)/'
const tests = '\\.test\\.ts$|^test/|^bench/'

/** @param {string} names */
const builtIn = names => `^(node:)?(${names})(/|$)`
/** @param {string} names */
// Without the folder when it is not installed: then it is named as it was asked for.
const packages = names => `(^|(^|/)node_modules/)(${names})(/|$)`

export const borders = [
  {
    name: 'kernel-never-plugins',
    comment:
      'The kernel boots plugins and knows none: what it needs of one is a service or an extension point in @svc/plugin.',
    from: { path: '^kernel/' },
    to: { path: '^(plugins|apps|manifests|examples|bench|scripts|sdk/typescript)/' },
  },
  {
    name: 'plugins-own-or-public',
    comment: 'A plugin imports its own files and @svc/plugin. What two plugins share is a contract in @svc/plugin.',
    from: { path: '^plugins/([^/]+)/' },
    to: {
      path: '^(kernel|plugins|apps|manifests|examples|bench|scripts|sdk/typescript)/',
      pathNot: '^plugins/$1/',
    },
  },
  {
    name: 'plugins-start-through-the-kernel',
    comment:
      'A plugin starts processes and threads through the service `childProcesses` alone: its `pool` and `thread` limit, watch and end them.',
    // A child program is what is started.
    from: { path: '^plugins/', pathNot: '^plugins/[^/]+/hosts/|\\.test\\.ts$' },
    to: { path: builtIn('child_process|cluster|worker_threads') },
  },
  {
    name: 'kernel-starts-in-children',
    comment:
      'The kernel starts processes and threads in kernel/children alone: it limits them and ends them at the stop.',
    from: { path: '^kernel/', pathNot: '^kernel/children/|\\.test\\.ts$' },
    to: { path: builtIn('child_process|cluster|worker_threads') },
  },
  {
    name: 'programs-stand-alone',
    comment:
      'A child program of a plugin reads its own folder and the packages it names; the plugin talks with it over the pipe alone.',
    from: { path: '^(plugins/[^/]+/hosts/[^/]+)/', pathNot: '\\.test\\.ts$' },
    to: { path: '^plugins/', pathNot: '^$1/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'plugins-leave-their-programs-alone',
    comment: 'What runs behind walls is not loaded into the server: the plugin talks with it over the pipe alone.',
    from: { path: '^plugins/', pathNot: '^plugins/[^/]+/hosts/|\\.test\\.ts$' },
    to: { path: '^plugins/[^/]+/hosts/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-test-code-in-production',
    comment:
      'Nothing but a *.test.ts, test/ itself and the benches imports from test/: what a program needs lives in its room.',
    from: { pathNot: tests },
    to: { path: '^test/|\\.test\\.ts$' },
  },
  {
    name: 'rooms-by-their-face',
    comment:
      'A kernel room uses another through its index.ts; types may come from the file that declares the interface.',
    from: { path: '^kernel/([^/]+)/', pathNot: tests },
    to: { path: '^kernel/[^/]+/', pathNot: '^kernel/$1/|/index\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'apps-own-or-face',
    comment:
      'A composition root imports kernel/index.ts (or kernel/catalogue.ts, to know what is installed), the SDKs and its own files. Plugins come by manifest, never by import.',
    from: { path: '^apps/([^/]+)/', pathNot: tests },
    // `svc start` and `svc worker` are those mains in this process: starting a second one would only stand between it and its signals.
    to: {
      path: '^(kernel|plugins|apps|manifests|examples|bench|scripts)/',
      pathNot: '^apps/$1/|^kernel/(index|catalogue)\\.ts$|^apps/(server|worker)/main\\.ts$',
    },
  },
  {
    name: 'web-app-by-the-api',
    comment:
      'The browser app knows svc through @svc/sdk, and shares with the server how its manual is cut and searched.',
    from: { path: '^apps/web/src/', pathNot: '\\.test\\.tsx?$' },
    to: {
      path: '^(kernel|plugins|apps|manifests|examples|bench|scripts|sdk/plugin)/',
      pathNot: '^apps/web/(src|node_modules)/|^sdk/plugin/src/library/manual/',
    },
  },
  {
    name: 'web-features-apart',
    comment:
      'A feature of the browser app imports ui, live, theme and its own files; what two features use is a part of ui or live.',
    from: { path: '^apps/web/src/features/([^/]+)/' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(features/$1|ui|live|theme)/' },
  },
  {
    name: 'web-features-by-their-routes',
    comment: 'Only the table of routes knows the features of the browser app.',
    from: { path: '^apps/web/src/', pathNot: '^apps/web/src/(features/|routes\\.tsx$)' },
    to: { path: '^apps/web/src/features/' },
  },
  {
    name: 'web-ui-below',
    comment: 'ui, live and theme of the browser app are what shell and features stand on; ui may use live and theme.',
    from: { path: '^apps/web/src/(ui|live|theme)/', pathNot: '\\.test\\.tsx?$' },
    to: { path: '^apps/web/src/', pathNot: '^apps/web/src/(ui|live|theme)/' },
  },
  {
    name: 'only-cli-starts-the-server',
    comment: 'apps/server/main.ts starts a server when it is imported, apps/worker/main.ts a worker.',
    from: { pathNot: '^apps/(server|worker|cli)/|^scripts/' },
    to: { path: '^apps/(server|worker)/' },
  },
  {
    name: 'sdk-plugin-stands-alone',
    comment: '@svc/plugin is published: it imports its own files and its own dependencies.',
    from: { path: '^sdk/plugin/', pathNot: tests },
    to: { path: '^(kernel|plugins|apps|manifests|examples|bench|scripts|sdk/typescript)/' },
  },
  {
    name: 'sdk-typescript-stands-alone',
    comment: '@svc/sdk is published and runs in isolates and browsers: its own files, no package and no Node module.',
    from: { path: '^sdk/typescript/src/', pathNot: tests },
    to: { pathNot: '^sdk/typescript/' },
  },
  {
    name: 'only-container-imports-tsyringe',
    comment:
      'Injection is by factory and token, through @svc/plugin; the library behind it is the container room’s own affair.',
    from: { pathNot: '^kernel/container/' },
    to: { path: packages('tsyringe|reflect-metadata') },
  },
  {
    name: 'only-planes-import-drivers',
    comment: 'Planes and jobs find a driver by what it serves; everyone else uses a plane or a store.',
    from: { pathNot: `^kernel/(drivers|planes|jobs)/|${tests}` },
    to: { path: '^kernel/drivers/' },
  },
  {
    name: 'only-drivers-import-databases',
    comment: 'Databases are opened by kernel/drivers alone; everyone else uses a plane.',
    // The query host is the analytics plane’s own child: its SQLite engine takes DuckDB’s place where that does not run.
    from: { pathNot: `^kernel/drivers/|^apps/query-host/|${tests}` },
    to: {
      path: `${packages('better-sqlite3|pg|pg-[^/]+|@types/(pg|better-sqlite3)')}|${builtIn('sqlite')}`,
    },
  },
  {
    name: 'only-query-host-imports-duckdb',
    comment: 'User SQL runs in a child that can be killed.',
    from: { pathNot: `^apps/query-host/|${tests}` },
    to: { path: packages('@duckdb/[^/]+|duckdb') },
  },
  {
    name: 'only-sandbox-host-imports-isolated-vm',
    comment: 'Isolates do not contain hostile code inside the server process: they live in a child that can be killed.',
    // A bench may measure the bare library beside us.
    from: { pathNot: '^apps/sandbox-host/|^bench/peers/' },
    to: { path: packages('isolated-vm') },
  },
  {
    name: 'only-build-host-imports-esbuild',
    comment:
      'The compiler runs over people’s sources in a killable child. scripts/, which bundles our own, runs at build time.',
    from: { pathNot: `^apps/build-host/|^scripts/|${tests}` },
    to: { path: packages('esbuild|esbuild-wasm') },
  },
  {
    name: 'only-types-host-imports-typescript',
    comment: 'The check of types runs over people’s sources in a killable child.',
    from: { pathNot: `^apps/types-host/|^scripts/|^test/borders/|${tests}` },
    to: { path: packages('typescript') },
  },
  {
    name: 'only-r-host-imports-webr',
    comment:
      'R is under the GPL: it stays a program of its own that others talk to over a pipe, and that can be killed.',
    from: { pathNot: '^plugins/stats/hosts/r/' },
    to: { path: packages('webr') },
  },
  {
    name: 'nothing-evaluates-strings',
    comment: 'One path runs user code: the sandbox host. node:vm is no border.',
    from: { pathNot: '^bench/peers/' },
    to: { path: builtIn('vm') },
  },
  {
    name: 'only-egress-opens-sockets',
    comment: 'The way out to the network is kernel/egress: it classifies every address before and after connecting.',
    // kernel/http listens and never dials. `svc` is a client: it dials the server the reader names and the operator's socket; so does
    // apps/worker, which works for that server.
    // serve-parent.ts wraps the pipe that a child is born with. Examples are client programs, tests and benches talk to
    // servers they started themselves.
    from: {
      path: production,
      pathNot: `^kernel/(egress|http)/|^apps/(cli|worker)/|^sdk/plugin/src/child/serve-parent\\.ts$|${tests}`,
    },
    to: {
      path: `${packages('undici|node-fetch|axios|got|ws')}|${builtIn('http|https|http2|net|tls|dgram|dns')}`,
      dependencyTypesNot: ['type-only'],
    },
  },
]
