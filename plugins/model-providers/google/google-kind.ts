import { NotFoundError, ValidationError } from '@svc/plugin'
import type { Egress, Logger } from '@svc/plugin'
import type { ChatRequest, ModelFeature, ModelInfo, ModelProviderKind } from '@svc/plugin/contracts/models'
import type { ImageLoader } from '../sdk/prompt.ts'
import { ProviderConnection } from '../sdk/provider-connection.ts'
import type { ProviderServices } from '../sdk/provider-connection.ts'
import { SdkProvider } from '../sdk/sdk-provider.ts'
import type { Vendor } from '../sdk/sdk-provider.ts'

const defaultBaseUrl = 'https://generativelanguage.googleapis.com/v1beta'
// Gemini takes 20 MB a request, images and all.
const maxImageBytes = 20 * 1024 * 1024
const mostImages = 100
// The id stands in the address that is asked, with the key: it must not lead anywhere else there.
const modelId = /^(?:models\/|tunedModels\/)?[A-Za-z0-9][A-Za-z0-9._-]*$/
const features: ReadonlySet<ModelFeature> = new Set([
  'tools',
  'images',
  'json_object',
  'json_schema',
  'seed',
  'penalties',
  'stop',
])

interface ListedModel {
  name?: unknown
  inputTokenLimit?: unknown
  supportedGenerationMethods?: unknown
}

/** Gemini, by Google's Generative Language API. */
export function googleKind(services: ProviderServices & { log: Logger }): ModelProviderKind {
  return {
    kind: 'google',
    title: 'Google (Gemini)',
    needs_base_url: false,
    open: settings => {
      const connection = new ProviderConnection(settings, defaultBaseUrl, services)
      return new SdkProvider(google(connection, services.egress), connection, services.log)
    },
  }
}

function google(connection: ProviderConnection, egress: Egress): Vendor {
  const { settings, baseUrl } = connection
  return {
    features,
    open: async (model, fetch) => {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL: baseUrl, apiKey: settings.api_key ?? 'none', fetch }).languageModel(modelOf(model))
    },
    openEmbedder: async (model, fetch) => {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ baseURL: baseUrl, apiKey: settings.api_key ?? 'none', fetch }).embeddingModel(
        modelOf(model),
      )
    },
    list: async signal => {
      const headers: Record<string, string> = settings.api_key === null ? {} : { 'x-goog-api-key': settings.api_key }
      return listed(await connection.json('/models?pageSize=1000', headers, signal), settings.id)
    },
    imageLoader: request => imageLoader(egress, request),
  }
}

/** @throws NotFoundError */
function modelOf(id: string): string {
  if (modelId.test(id)) return id
  throw new NotFoundError(`Google has no model ${JSON.stringify(id.slice(0, 100))}.`)
}

/** Gemini takes images inline; one that is named by its address is fetched here, by the rules that hold for every address. */
function imageLoader(egress: Egress, { principal, signal }: ChatRequest): ImageLoader {
  let images = 0
  let bytes = 0
  return async url => {
    images += 1
    if (images > mostImages) throw new ValidationError(`At most ${mostImages} images can be named by their address.`)
    const response = await egress.fetch({ url, signal, maxBytes: maxImageBytes, workspaceId: principal.workspace_id })
    const mediaType = (response.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
    if (response.status >= 300 || !mediaType.startsWith('image/')) {
      throw new ValidationError(
        `There is no image at ${url.slice(0, 200)} (status ${response.status}, ${mediaType || 'no content type'}).`,
      )
    }
    const pieces: Uint8Array[] = []
    for await (const piece of response.body) {
      bytes += piece.byteLength
      if (bytes > maxImageBytes)
        throw new ValidationError(`The images are larger than ${maxImageBytes} bytes together.`)
      pieces.push(piece)
    }
    return { mediaType, data: Buffer.concat(pieces) }
  }
}

function listed(answer: unknown, provider: string): ModelInfo[] {
  const { models } = (answer ?? {}) as { models?: ListedModel[] }
  return (Array.isArray(models) ? models : []).flatMap(({ name, inputTokenLimit, supportedGenerationMethods }) => {
    const methods: unknown[] = Array.isArray(supportedGenerationMethods) ? supportedGenerationMethods : []
    const isOurs = methods.includes('generateContent') || methods.includes('embedContent')
    if (typeof name !== 'string' || !isOurs) return []
    return [
      {
        id: name.replace(/^models\//, ''),
        provider,
        offline: false,
        context_window: typeof inputTokenLimit === 'number' ? inputTokenLimit : null,
        created: null,
      },
    ]
  })
}
