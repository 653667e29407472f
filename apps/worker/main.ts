import { enableCompileCache } from 'node:module'

// First of all, and the rest loaded after it: what is compiled before is not kept.
enableCompileCache()
const { runWorker } = await import('./run-worker.ts')
await runWorker(process)
