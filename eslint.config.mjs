import tseslint from 'typescript-eslint'
import { house } from './scripts/borders/eslint-plugin.mjs'

const typescript = ['**/*.ts', '**/*.tsx']
const tests = ['**/*.test.ts', 'test/**', 'bench/**', 'examples/**']

const erasable = [
  {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of string literals: sources run unbuilt, so syntax must be erasable.',
  },
  { selector: 'TSParameterProperty', message: 'Declare the field: sources run unbuilt, so syntax must be erasable.' },
  { selector: 'Decorator', message: 'Inject by factory and token: sources run unbuilt, so syntax must be erasable.' },
  {
    selector: 'TSModuleDeclaration[kind="namespace"]',
    message: 'Use a module: sources run unbuilt, so syntax must be erasable.',
  },
]
const plainNames = [
  {
    selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z][a-z]/]',
    message: 'Name it for what it promises, without an I.',
  },
  {
    selector: 'ClassDeclaration[id.name=/(Impl|Manager|Helper|Utils)$/]',
    message: 'Name it for how it differs: SqliteTables, not TablesImpl.',
  },
]
const oneSubmitButton = [
  {
    selector: 'JSXOpeningElement[name.name="Button"] > JSXAttribute[name.name="type"] > Literal[value="submit"]',
    message: 'Use SubmitButton of ui/forms: it waits while the browser is offline, and stays under the mouse.',
  },
]
const oneModal = [
  {
    selector: 'ImportDeclaration[source.value="@mantine/core"] > ImportSpecifier[imported.name=/^(Modal|Drawer)$/]',
    message: 'Use Modal and Drawer of ui/overlays: Escape closes only the one on top.',
  },
]
const namedExports = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name: every name stays traceable.' },
  { selector: 'ExportSpecifier[exported.name="default"]', message: 'Export by name: every name stays traceable.' },
]

const knownImports = [
  {
    selector: 'ImportExpression[source.type!="Literal"]',
    message: 'Import by a literal path: a computed one is seen by no border.',
  },
]

const network = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map(name => ({
  name,
  message: 'only-egress-opens-sockets: the way out to the network is the egress service.',
}))

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      'plugins/web/app/**',
      '**/generated/**',
      '**/fixtures/**',
      '.runtime/**',
      '.cache/**',
      'coverage/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    plugins: { house, '@typescript-eslint': tseslint.plugin },
    languageOptions: { parser: tseslint.parser },
    rules: {
      'house/borders': 'error',
      'max-lines': ['error', { max: 400 }],
      'no-nested-ternary': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-async-promise-executor': 'error',
      'no-control-regex': 'error',
      'no-empty': 'error',
      'no-fallthrough': 'error',
      'no-misleading-character-class': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'anywhere' }],
    },
  },
  {
    // Not a module: the body of a function that the sandbox host compiles inside an isolate.
    files: ['apps/sandbox-host/prelude.js'],
    languageOptions: { sourceType: 'commonjs' },
  },
  {
    files: typescript,
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-restricted-syntax': ['error', ...erasable, ...plainNames, ...namedExports],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-ignore': true, 'ts-expect-error': 'allow-with-description' },
      ],
      // With types: what only the compiler's knowledge can find.
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['kernel/**/*.ts', 'plugins/**/*.ts', 'apps/**/*.ts', 'sdk/**/*.ts'],
    ignores: tests,
    rules: { 'no-console': 'error', 'house/sql-in-stores': 'error' },
  },
  {
    // A child program's standard error is its log: the parent reads it.
    files: ['sdk/plugin/src/child/**', 'apps/*-host/**', 'plugins/*/hosts/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Vite takes its configuration as the default export; a redirect of the router is thrown.
    files: ['apps/web/**/*.ts', 'apps/web/**/*.tsx'],
    rules: {
      'no-restricted-syntax': ['error', ...erasable, ...plainNames, ...oneSubmitButton, ...oneModal],
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  {
    files: ['apps/web/src/ui/forms/submit-button.tsx', 'apps/web/src/ui/overlays/modal.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...erasable, ...plainNames] },
  },
  {
    // The drivers and the engines in the query host are about SQL and nothing else; a migration is one.
    files: [
      '**/*-store.ts',
      '**/migrations/*.ts',
      '**/migrations.ts',
      '**/*-migrations.ts',
      'kernel/drivers/**',
      'apps/query-host/**',
    ],
    rules: { 'house/sql-in-stores': 'off' },
  },
  {
    files: ['kernel/**/*.ts', 'plugins/**/*.ts', 'apps/**/*.ts', 'sdk/**/*.ts'],
    // `svc`, the browser app and the SDK are clients: they call the server that their user names.
    ignores: ['kernel/egress/**', 'apps/cli/**', 'apps/web/**', 'sdk/typescript/**', ...tests],
    rules: { 'no-restricted-globals': ['error', ...network] },
  },
  {
    files: ['plugins/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...erasable, ...plainNames, ...namedExports, ...knownImports] },
  },
  {
    // Their readers ask for a default export (the migration loader, the sandbox, the tools), or the package has one that they describe.
    files: [
      '**/migrations/*.ts',
      'manifests/**/*.ts',
      'examples/**/{main,tool}.ts',
      '*.config.ts',
      'plugins/**/*.d.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', ...erasable, ...plainNames] },
  },
  {
    // `expect(...)` chains and handlers that a test leaves running on purpose read better without ceremony.
    files: tests,
    rules: { '@typescript-eslint/only-throw-error': 'off', '@typescript-eslint/no-empty-function': 'off' },
  },
)
