import { InternalError, UpstreamError, CallerError } from '@svc/plugin'
import type { Principal, VectorSpace } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import { EmbedderChangedError, normalized } from './embedder.ts'
import type { Embedder } from './embedder.ts'

export interface ModelEmbedderOptions {
  models: Models
  model: string
  space: VectorSpace
  /** Who documents are embedded for: nobody waits for them, so it is no request's caller. */
  caretaker: () => Promise<Principal>
}

// Well inside what every provider takes: 2,048 texts, and tokens by the hundred thousand.
const textsARequest = 64
const shortestText = 32
const harmless = 'What is the meaning of this text?'
// A question is no document: what is longer says nothing more, and costs tokens.
const mostOfQuestion = 4000

/** A model of the catalogue, such as `text-embedding-3-small`. */
export class ModelEmbedder implements Embedder {
  readonly space: VectorSpace
  readonly batch = textsARequest
  readonly #options: ModelEmbedderOptions

  constructor(options: ModelEmbedderOptions) {
    this.#options = options
    this.space = options.space
  }

  async query(principal: Principal, text: string, signal: AbortSignal): Promise<Float32Array> {
    const [vector] = await this.#ask(principal, [text.slice(0, mostOfQuestion)], signal)
    if (!vector) throw new InternalError('The catalogue answered no vector for a text.')
    return vector
  }

  async documents(_workspaceId: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    if (texts.length === 0) return []
    const principal = await this.#options.caretaker()
    try {
      return await this.#ask(principal, texts, signal)
    } catch (error) {
      if (!isOfTheText(error)) throw error
      // Where it refuses any text, it is not for what stands in these.
      await this.#ask(principal, [harmless], signal)
      return this.#patiently(principal, texts, signal)
    }
  }

  /** A text that the model refuses is asked for by itself, then shortened, then left without a meaning: it must not keep the others from being found. */
  async #patiently(principal: Principal, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    try {
      return await this.#ask(principal, texts, signal)
    } catch (error) {
      if (!isOfTheText(error)) throw error
      const [only = ''] = texts
      if (texts.length === 1 && only.length <= shortestText) return [new Float32Array(this.space.dimensions)]
      if (texts.length === 1) return this.#patiently(principal, [firstHalf(only)], signal)
      const middle = Math.ceil(texts.length / 2)
      const first = await this.#patiently(principal, texts.slice(0, middle), signal)
      return [...first, ...(await this.#patiently(principal, texts.slice(middle), signal))]
    }
  }

  async #ask(principal: Principal, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const { models, model, space } = this.#options
    const answer = await models.embed({ model, input: texts.map(readable), principal, signal })
    const odd = answer.vectors.find(vector => vector.length !== space.dimensions)
    if (odd) throw new EmbedderChangedError(model, space.dimensions, odd.length)
    return answer.vectors.map(normalized)
  }
}

/** The space of a model, which is only known from one of its answers. @throws as `Models.embed` */
export async function spaceOf(
  models: Models,
  model: string,
  principal: Principal,
  signal: AbortSignal,
): Promise<VectorSpace> {
  const { vectors } = await models.embed({ model, input: [harmless], principal, signal })
  const dimensions = vectors[0]?.length ?? 0
  return { key: `${model}/${dimensions}`, dimensions }
}

/** The model refuses the text, or answers it with something that is no vector. */
function isOfTheText(error: unknown): boolean {
  if (error instanceof EmbedderChangedError) return true
  // A provider's refusal has the provider's own code.
  if (error instanceof CallerError) return error.status === 400
  return error instanceof UpstreamError && error.fields['lasting'] === true
}

function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2))
}

function readable(text: string): string {
  return text.toWellFormed().trim() || '.'
}
