import { borders } from './scripts/borders/rules.mjs'

// Nobody imports these: Node, the kernel (by manifest), a browser, a test runner or a tool starts them.
const startingPoints = [
  '\\.test\\.ts$',
  '\\.d\\.m?ts$',
  '\\.config\\.(ts|mjs)$',
  '^apps/[^/]+/main\\.ts$',
  '^apps/web/(src/main\\.tsx|public/)',
  '^plugins/[^/]+/hosts/[^/]+/main\\.ts$',
  '^apps/sandbox-host/prelude\\.js$',
  '^(plugins|examples)/[^/]+/plugin\\.ts$',
  '/migrations/\\d{4}-[^/]+\\.ts$',
  '^plugins/[^/]+/page/',
  '^examples/[^/]+/web/page\\.js$',
  '^manifests/',
  '^scripts/',
  '^bench/',
  '/fixtures/',
  '(^|/)\\.[^/]+\\.mjs$',
].join('|')

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...borders.map(rule => ({ severity: 'error', ...rule })),
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Two files that need each other are one file, or want a third. Types alone may point both ways.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that nothing imports and that imports nothing is dead.',
      from: { orphan: true, pathNot: startingPoints },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'The import leads nowhere: a package that package.json does not list, or a path that is not exported.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-packages-in-production',
      severity: 'error',
      comment: 'What runs in production stands in "dependencies".',
      from: { path: '^(kernel|plugins|apps|sdk)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Of our own folders: most packages keep what they export in theirs.
    // The explorer's one file is a bundle for browsers, taken whole from its package.
    exclude: { path: '^(?!.*node_modules/).*/(dist|fixtures)/|^dist/|^plugins/web/app/|/generated/api-explorer\\.js$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svc-source', 'node', 'import', 'require', 'default', 'types'],
      mainFields: ['main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
}
