import { auditLog, controlPlane, dataPlane, definePlugin, egress, eventLog, sealer } from '@svc/plugin'
import { bootFacts } from '@svc/plugin/contracts/boot-facts'
import { modelProviderKinds, models, modelUses } from '@svc/plugin/contracts/models'
import type { ModelUse } from '@svc/plugin/contracts/models'
import { Admission } from './admission/admission.ts'
import { CallLedger } from './admission/call-ledger.ts'
import { TokenBudgets } from './admission/token-budgets.ts'
import { ModelCatalog } from './model-catalog.ts'
import { ModelChoice } from './model-choice.ts'
import { offlineModelId } from './model-ids.ts'
import type { ConfiguredProvider, ModelsConfig } from './generated/config.ts'
import { OfflineProvider } from './offline/offline-provider.ts'
import { ProviderEntry } from './providers/provider-entry.ts'
import { InstallationProviders } from './providers/installation-providers.ts'
import { openAiCompatible, ProviderKinds } from './providers/provider-kinds.ts'
import { ProviderSets } from './providers/provider-sets.ts'
import { Providers } from './providers/providers.ts'
import { modelRoutes } from './routes/model-routes.ts'
import { providerRoutes } from './routes/provider-routes.ts'
import { environmentProvider } from './model-ids.ts'

export const plugin = definePlugin<ModelsConfig>()({
  id: 'models',
  uses: { egress, control: controlPlane, data: dataPlane, sealer, audit: auditLog, events: eventLog },
  setup({ egress, control, data, sealer, audit, events }, env) {
    const { config, clock, ids, log, signal } = env
    if (!config.base_url && (config.api_key || (config.name && config.providers.length === 0))) {
      log.warn(
        {},
        'SVC_MODEL_API_KEY and SVC_MODEL_NAME do nothing without SVC_MODEL_BASE_URL; set it to the address of the model server',
      )
    }
    const configured = configuredProviders(config)
    const defaultModel = config.base_url || configured.length > 0 ? (config.name ?? null) : null
    const kinds = new ProviderKinds(openAiCompatible(egress, clock), env.contributions(modelProviderKinds))
    const meters = env.contributions(modelUses)
    let isStarted = false
    env.onStart(async () => {
      isStarted = true
      await sets.renew()
    })
    const isServing = () => isStarted
    const defaultTimeoutSeconds = config.timeout_seconds
    const shared = { clock, log, signal }
    const installation = new InstallationProviders(control)
    const sets = new ProviderSets({
      ...shared,
      configured,
      installation,
      kinds,
      data,
      sealer,
      defaultTimeoutSeconds,
      isServing,
    })
    events.onCommitted(workspaceId => sets.notice(workspaceId))

    const offline = new OfflineProvider()
    const choice = new ModelChoice({
      sets,
      offline: new ProviderEntry(offline.id, offline, [], shared),
      defaultModel,
    })
    const ledger = new CallLedger(data, clock, log)
    const budgets = new TokenBudgets(ledger, clock)
    const onUse = (use: ModelUse) => {
      for (const meter of meters()) meter.value(use)
    }
    const admission = new Admission({ budgets, ledger, onUse, isServing, ids, clock, log })
    const catalog = new ModelCatalog({ choice, admission, budgets, clock, log })
    env.provide(models, catalog)
    env.onStop(() => ledger.flush())
    env.onWorkspaceLeaving((id, over) => over.addEventListener('abort', () => ledger.leave(id)))
    env.onWorkspaceClosed(workspaceId => {
      sets.forget(workspaceId)
      ledger.forget(workspaceId)
    })

    const providers = new Providers({
      ...shared,
      sets,
      kinds,
      configured,
      installation,
      data,
      egress,
      events,
      audit,
      sealer,
      ids,
      defaultTimeoutSeconds,
    })
    env.routes(app => {
      modelRoutes(app, { catalog, choice, ledger, providers, data })
      providerRoutes(app, providers)
    })
    env.contribute(bootFacts, {
      label: 'model',
      value: () => {
        const first = configured[0] ?? installation.rows[0]
        if (!first) return `${offlineModelId} (no model connected: set SVC_MODEL_BASE_URL, or see docs/models.md)`
        const place = first.base_url ? new URL(first.base_url).host : first.id
        return `${defaultModel ?? 'the first that is listed'} at ${place}`
      },
    })
  },
})

/** The providers of the configuration, the environment's first. @throws when two have the same id */
function configuredProviders(config: ModelsConfig): ConfiguredProvider[] {
  const { base_url, api_key, providers } = config
  const own = {
    id: environmentProvider,
    kind: 'openai-compatible',
    base_url: base_url ?? '',
    ...(api_key && { api_key }),
  }
  const all = base_url ? [own, ...providers] : providers
  const twice = all.find(({ id }, place) => all.findIndex(other => other.id === id) !== place)
  if (twice)
    throw new Error(`plugins.models.providers names the provider ${twice.id} twice; give each an id of its own.`)
  return all
}
