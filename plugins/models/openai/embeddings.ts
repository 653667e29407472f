import { UpstreamError } from '@svc/plugin'
import type { EmbedAnswer, EmbedRequest } from '@svc/plugin/contracts/models'
import { tokensIn } from '../token-usage.ts'

interface WireEmbeddings {
  data?: ({ index?: unknown; embedding?: unknown } | null)[]
  usage?: { prompt_tokens?: unknown; total_tokens?: unknown } | null
}

/** @throws UpstreamError when it is not one vector a text, all of the same and of the asked length */
export function readEmbeddings(text: string, request: EmbedRequest & { model: string }): EmbedAnswer {
  const { input, dimensions, model } = request
  const answer = parse(text)
  const data = answer.data
  if (!Array.isArray(data) || data.length !== input.length)
    throw bad(`${Array.isArray(data) ? data.length : 'no'} vectors for ${input.length} texts`)
  const vectors = Array.from<number[]>({ length: input.length })
  for (const [place, item] of data.entries()) {
    const index = item?.index ?? place
    if (typeof index !== 'number' || !(index in vectors) || vectors[index] !== undefined)
      throw bad('vectors whose places cannot be told')
    vectors[index] = vectorOf(item?.embedding)
  }
  const length = vectors[0]?.length ?? 0
  const odd = vectors.find(vector => vector.length !== length)
  if (odd) throw bad(`vectors of ${length} and of ${odd.length} numbers`)
  if (length === 0) throw bad('empty vectors')
  if (dimensions !== undefined && length !== dimensions)
    throw bad(`vectors of ${length} numbers where ${dimensions} were asked for; the model may have only one size`)
  return { model, vectors, usage: usageOf(answer, input) }
}

function parse(text: string): WireEmbeddings {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch (cause) {
    throw bad('something that is not JSON', cause)
  }
  throw bad('no JSON object')
}

/** Numbers, or the base64 of 32-bit floats, lowest byte first, which some servers send unasked. */
function vectorOf(embedding: unknown): number[] {
  const vector = typeof embedding === 'string' ? floatsOf(embedding) : embedding
  if (!Array.isArray(vector) || !vector.every(Number.isFinite)) throw bad('a vector that is not a list of numbers')
  return vector as number[]
}

function floatsOf(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64')
  const isWhole = bytes.byteLength > 0 && bytes.byteLength % 4 === 0
  if (!isWhole) throw bad('a vector that is not base64 of floats')
  return Array.from({ length: bytes.byteLength / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

function usageOf({ usage }: WireEmbeddings, input: readonly string[]): EmbedAnswer['usage'] {
  const reported = usage?.prompt_tokens ?? usage?.total_tokens
  const counted = typeof reported === 'number' && Number.isSafeInteger(reported) && reported >= 0
  const prompt_tokens = counted ? reported : input.reduce((sum, text) => sum + tokensIn(text), 0)
  return { prompt_tokens, completion_tokens: 0 }
}

function bad(what: string, cause?: unknown): UpstreamError {
  return new UpstreamError(`The model provider answered with ${what}.`, { cause, fields: { lasting: true } })
}
