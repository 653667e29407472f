import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import { UpstreamError } from '@svc/plugin'
import type { EmbedAnswer, EmbedRequest } from '@svc/plugin/contracts/models'

const charactersAToken = 4

/** Asks for vectors, as many texts at a time as the vendor takes. @throws UpstreamError when it is not one vector a text, all as long */
export async function embeddings(
  embedder: EmbeddingModelV4,
  { model, input, dimensions, signal }: EmbedRequest & { model: string },
): Promise<EmbedAnswer> {
  const most = (await embedder.maxEmbeddingsPerCall) ?? input.length
  const vectors: number[][] = []
  let counted = 0
  for (let at = 0; at < input.length; at += most) {
    const values = input.slice(at, at + most)
    const part = await embedder.doEmbed({
      values,
      abortSignal: signal,
      ...(dimensions !== undefined && { dimensions }),
    })
    vectors.push(...part.embeddings)
    counted += part.usage?.tokens ?? estimatedTokens(values)
  }
  const length = dimensions ?? vectors[0]?.length ?? 0
  if (vectors.length !== input.length || vectors.some(vector => vector.length !== length)) {
    throw new UpstreamError(
      `The model provider answered ${vectors.length} vectors for ${input.length} texts, or not all of the same length.`,
    )
  }
  return { model, vectors, usage: { prompt_tokens: counted, completion_tokens: 0 } }
}

function estimatedTokens(texts: readonly string[]): number {
  return texts.reduce((tokens, text) => tokens + Math.ceil(text.length / charactersAToken), 0)
}
