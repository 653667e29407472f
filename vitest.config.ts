import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  // Workspaces are read from their TypeScript, in this process and in the children that tests start.
  execArgv: ['--conditions=svc-source'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
}
const resolve = { conditions: ['svc-source', 'node', 'import', 'module', 'default'] }

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve,
        ssr: { resolve },
        test: { ...shared, name: 'unit', include: ['{kernel,plugins,apps,sdk,scripts}/**/*.test.ts'] },
      },
      {
        resolve,
        ssr: { resolve },
        test: { ...shared, name: 'integration', include: ['test/**/*.test.ts', 'examples/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 120_000 },
      },
    ],
  },
})
