import { definePlugin, egress } from '@svc/plugin'
import { bootFacts } from '@svc/plugin/contracts/boot-facts'
import { modelProviders, models, modelUses } from '@svc/plugin/contracts/models'
import type { ModelProvider } from '@svc/plugin/contracts/models'
import { ModelDirectory } from './model-directory.ts'
import { OfflineProvider, offlineModelId } from './offline/offline-provider.ts'
import { OpenAiProvider } from './openai/openai-provider.ts'

export interface ModelsConfig {
  base_url?: string
  api_key?: string
  name?: string
  timeout_seconds: number
}

export const plugin = definePlugin<ModelsConfig>()({
  id: 'models',
  uses: { egress },
  setup({ egress }, env) {
    const { base_url, api_key, name, timeout_seconds } = env.config
    if (!base_url && (api_key || name)) {
      env.log.warn(
        {},
        'SVC_MODEL_API_KEY and SVC_MODEL_NAME do nothing without SVC_MODEL_BASE_URL; set it to the address of the model server',
      )
    }
    const configured =
      base_url &&
      new OpenAiProvider({
        baseUrl: base_url,
        apiKey: api_key ?? null,
        timeoutMs: timeout_seconds * 1000,
        egress,
        clock: env.clock,
        log: env.log,
      })
    const contributed = env.contributions(modelProviders)
    const meters = env.contributions(modelUses)
    let isServing = false
    env.onStart(() => {
      isServing = true
    })
    const connected = (): ModelProvider[] => [
      ...(configured ? [configured] : []),
      ...contributed().map(({ value }) => value),
    ]

    env.provide(
      models,
      new ModelDirectory({
        offline: new OfflineProvider(),
        connected,
        onUse: use => {
          // A command that runs an app in a kernel of its own does so in no workspace: there is nobody to count it for.
          if (isServing) for (const meter of meters()) meter.value(use)
        },
        defaultModel: name ?? null,
        clock: env.clock,
        log: env.log,
        signal: env.signal,
      }),
    )
    env.contribute(bootFacts, {
      label: 'model',
      value: () => {
        const [provider] = connected()
        if (!provider) return `${offlineModelId} (no model connected: set SVC_MODEL_BASE_URL)`
        return `${name ?? 'the first that is listed'} at ${base_url ? new URL(base_url).host : provider.id}`
      },
    })
  },
})
