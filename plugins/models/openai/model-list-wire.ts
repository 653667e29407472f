import { UpstreamError } from '@svc/plugin'
import type { ModelInfo } from '@svc/plugin/contracts/models'
import { isUsableId } from '../model-ids.ts'

const maxModels = 20_000
const tokensPerMillion = 1_000_000
// A thousand dollars a token is no price, and sums of such numbers would be none.
const mostDollars = 1_000_000_000

/** What we read of an entry of `GET /models`; each server has its own name for the size of the context. */
interface WireModel {
  id?: unknown
  created?: unknown
  /** OpenRouter, LM Studio. */
  context_length?: unknown
  /** Groq. */
  context_window?: unknown
  /** vLLM. */
  max_model_len?: unknown
  /** llama.cpp. */
  meta?: { n_ctx_train?: unknown } | null
  /** OpenRouter: US dollars a token, as text. */
  pricing?: { prompt?: unknown; completion?: unknown; input_cache_read?: unknown; input_cache_write?: unknown } | null
}

/** @throws UpstreamError for something that is not a list of models */
export function readModelList(text: string, provider: string): ModelInfo[] {
  return parseList(text)
    .slice(0, maxModels)
    .flatMap(model => (isUsableId(model?.id) ? [toInfo(model, model.id, provider)] : []))
}

function parseList(text: string): (WireModel | null)[] {
  try {
    const parsed = JSON.parse(text) as { data?: unknown } | null
    if (parsed && Array.isArray(parsed.data)) return parsed.data as (WireModel | null)[]
  } catch (cause) {
    throw notAList('something that is not JSON', cause)
  }
  throw notAList('JSON without "data", which is no list of models')
}

function notAList(what: string, cause?: unknown): UpstreamError {
  const message = `The model provider answered its list of models with ${what}.`
  return new UpstreamError(message, { cause, fields: { lasting: true } })
}

function toInfo(model: WireModel, id: string, provider: string): ModelInfo {
  const { context_length, context_window, max_model_len, meta, created, pricing } = model
  const sizes = [context_length, context_window, max_model_len, meta?.n_ctx_train]
  const input = dollarsPerMillion(pricing?.prompt)
  const output = dollarsPerMillion(pricing?.completion)
  const read = dollarsPerMillion(pricing?.input_cache_read)
  const written = dollarsPerMillion(pricing?.input_cache_write)
  return {
    id,
    provider,
    offline: false,
    context_window: sizes.find(isCount) ?? null,
    created: isCount(created) ? created : null,
    ...(input !== null &&
      output !== null && {
        prices: {
          input_usd_per_million: input,
          output_usd_per_million: output,
          ...(read !== null && { cache_read_usd_per_million: read }),
          ...(written !== null && { cache_write_usd_per_million: written }),
        },
      }),
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

function dollarsPerMillion(price: unknown): number | null {
  if (typeof price !== 'string' && typeof price !== 'number') return null
  const dollars = price === '' ? Number.NaN : Number(price) * tokensPerMillion
  return dollars >= 0 && dollars <= mostDollars ? Number(dollars.toPrecision(12)) : null
}
