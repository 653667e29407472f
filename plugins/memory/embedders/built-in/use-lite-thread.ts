import { parentPort } from 'node:worker_threads'
import { useLite } from './use-lite-model.ts'
import type { LoadedModel } from './use-lite-model.ts'

export interface EmbedTask {
  id: number
  texts: readonly string[]
}
export type EmbedReply = { id: number; vectors: Float32Array[] } | { id: number; message: string }

let model: Promise<LoadedModel> | null = null

// The model takes hundreds of megabytes and computes for tens of milliseconds a text, which the server's own thread does not have.
parentPort?.on('message', (task: EmbedTask) => void answer(task))

async function answer({ id, texts }: EmbedTask): Promise<void> {
  try {
    const { embed } = await (model ??= useLite())
    const vectors = await embed(texts)
    parentPort?.postMessage(
      { id, vectors } satisfies EmbedReply,
      vectors.map(vector => vector.buffer as ArrayBuffer),
    )
  } catch (error) {
    parentPort?.postMessage({ id, message: String(error) } satisfies EmbedReply)
  }
}
