import { defineConfig } from 'vitest/config'
import { DearestFirst } from './scripts/test-order.ts'

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Node loads every module itself, as the server does: one copy of each, also for plugins from folders elsewhere.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Workspaces are read from their TypeScript, in this process and in the children that tests start.
  execArgv: ['--conditions=svc-source'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // A busy machine needs longer than vitest's second for what a test waits for.
  expect: { poll: { timeout: 20_000 } },
  setupFiles: ['./test/support/patience.ts'],
  exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
}
/** Processes of R, of query engines, of readers or of other servers, models, signatures, damaged archives or large bodies: each takes more than five seconds of a processor. */
const dearTests = [
  'apps/query-host/duckdb/export/export-table.test.ts',
  'apps/query-host/duckdb/import/import-file.test.ts',
  'kernel/children/child-processes.test.ts',
  'kernel/children/process-pool.test.ts',
  'kernel/children/thread-runner.test.ts',
  'kernel/drivers/analytics/hosted-analytics-plane.test.ts',
  'kernel/http/connection/long-bodies.test.ts',
  'plugins/backup/archive/damaged-archives.test.ts',
  'plugins/backup/archive/restore-archive.test.ts',
  'plugins/data/imports/waiting-uploads.test.ts',
  'plugins/export/plugin.test.ts',
  'plugins/export/signing.test.ts',
  'plugins/export/verifying/pdf/verify-pdf.test.ts',
  'plugins/mcp/client/remote-servers.test.ts',
  'plugins/memory/embedders/built-in/embed-queue.test.ts',
  'plugins/memory/embedders/built-in/model/token-matcher.test.ts',
  'plugins/memory/embedders/built-in/model/use-lite.test.ts',
  'plugins/memory/embedders/embedders.test.ts',
  'plugins/memory/reading/document-reader.test.ts',
  'plugins/ml/bad-input.test.ts',
  'plugins/ml/exports/record-exports.test.ts',
  'plugins/ml/hosts/trainer/learning/scikit-learn.test.ts',
  'plugins/ml/serving/bad-onnx.test.ts',
  'plugins/ml/serving/serving.test.ts',
  'plugins/ml/tools/tools.test.ts',
  'plugins/ml/training/training.test.ts',
  'plugins/playbooks/expressions/jq-processes.test.ts',
  'plugins/research/bad-input.test.ts',
  'plugins/stats/methods/methods.test.ts',
  'plugins/stats/methods/unusual-data.test.ts',
  'plugins/stats/plugin.test.ts',
  'plugins/tools/compute-hosts.test.ts',
]
// No `import` here: Node would apply it to `require` too, and packages with both kinds of entry break.
const resolve = { conditions: ['svc-source'] }

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine: leases, restarts and timers leave a core idle for a third of the time.
    maxWorkers: 3,
    sequence: { sequencer: DearestFirst },
    // Servers that tests kill leave their folders behind.
    globalSetup: ['./test/support/temporary-folder.ts'],
    projects: [
      {
        resolve,
        ssr: { resolve },
        test: {
          ...shared,
          name: 'unit',
          include: ['{kernel,plugins,apps,sdk,scripts}/**/*.test.ts'],
          exclude: [...shared.exclude, ...dearTests],
          // Loading the modules of each file anew takes twice as long as its tests; none of them leaves anything behind in its process.
          isolate: false,
        },
      },
      {
        resolve,
        ssr: { resolve },
        test: {
          ...shared,
          name: 'integration',
          isolate: false,
          include: ['test/**/*.test.ts', 'examples/**/*.test.ts', ...dearTests],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
