import { isMainThread } from 'node:worker_threads'

// Each loads what it needs and no more, and all of it before the first request: afterwards these files may be out of reach.
if (isMainThread) {
  const { serveTrainer } = await import('./serve-trainer.ts')
  await serveTrainer(new URL(import.meta.url))
} else {
  const { serveFits } = await import('./fit-thread.ts')
  serveFits()
}
