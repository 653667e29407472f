import type { Logger } from '@svc/plugin'
import type { ModelFeature, ModelInfo, ModelProviderKind } from '@svc/plugin/contracts/models'
import { ProviderConnection } from '../sdk/provider-connection.ts'
import type { ProviderServices } from '../sdk/provider-connection.ts'
import { SdkProvider } from '../sdk/sdk-provider.ts'
import type { Vendor } from '../sdk/sdk-provider.ts'

const defaultBaseUrl = 'https://api.anthropic.com/v1'
const apiVersion = '2023-06-01'
const features: ReadonlySet<ModelFeature> = new Set(['tools', 'images', 'json_schema', 'stop', 'parallel_tool_calls'])

interface ListedModel {
  id?: unknown
  created_at?: unknown
  max_input_tokens?: unknown
}

/** Claude, by Anthropic's Messages API. */
export function anthropicKind(services: ProviderServices & { log: Logger }): ModelProviderKind {
  return {
    kind: 'anthropic',
    title: 'Anthropic (Claude)',
    needs_base_url: false,
    open: settings => {
      const connection = new ProviderConnection(settings, defaultBaseUrl, services)
      return new SdkProvider(anthropic(connection), connection, services.log)
    },
  }
}

function anthropic(connection: ProviderConnection): Vendor {
  const { settings, baseUrl } = connection
  return {
    features,
    open: async (model, fetch) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ baseURL: baseUrl, apiKey: settings.api_key ?? 'none', fetch }).languageModel(model)
    },
    list: async signal => {
      const headers: Record<string, string> = { 'anthropic-version': apiVersion }
      if (settings.api_key !== null) headers['x-api-key'] = settings.api_key
      return listed(await connection.json('/models?limit=1000', headers, signal), settings.id)
    },
    imageLoader: () => null,
    cachePoint: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    providerOptions: request =>
      request.parallel_tool_calls === false ? { anthropic: { disableParallelToolUse: true } } : undefined,
  }
}

function listed(answer: unknown, provider: string): ModelInfo[] {
  const { data } = (answer ?? {}) as { data?: ListedModel[] }
  return (Array.isArray(data) ? data : []).flatMap(({ id, created_at, max_input_tokens }) => {
    if (typeof id !== 'string') return []
    const created = typeof created_at === 'string' ? Math.floor(Date.parse(created_at) / 1000) : Number.NaN
    return [
      {
        id,
        provider,
        offline: false,
        context_window: typeof max_input_tokens === 'number' ? max_input_tokens : null,
        created: Number.isNaN(created) ? null : created,
      },
    ]
  })
}
