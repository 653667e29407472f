import { serveThread, Transferred } from '@svc/plugin/child'
import { useLite } from './use-lite-model.ts'
import type { LoadedModel } from './use-lite-model.ts'

let model: Promise<LoadedModel> | null = null

// The model takes hundreds of megabytes and computes for tens of milliseconds a text, which the server's own thread does not have.
serveThread(async (texts: readonly string[]) => {
  const { embed } = await (model ??= useLite())
  const vectors = await embed(texts)
  return new Transferred(
    vectors,
    vectors.map(vector => vector.buffer as ArrayBuffer),
  )
})
