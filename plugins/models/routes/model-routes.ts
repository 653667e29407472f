import { actorOf, decodeCursor, pageOf } from '@svc/plugin'
import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import type { CallLedger } from '../admission/call-ledger.ts'
import { callStore } from '../admission/call-store.ts'
import type { ModelCatalog } from '../model-catalog.ts'
import type { ModelChoice } from '../model-choice.ts'
import type { FoundModel } from '../providers/provider-set.ts'
import type { Providers } from '../providers/providers.ts'
import { exampleCall, exampleModel, offlineExample } from './examples.ts'
import { budget, call, model, pageOfItems, pageQuery, settings, settingsBody } from './schemas.ts'

export interface ModelRoutesOptions {
  catalog: ModelCatalog
  choice: ModelChoice
  ledger: CallLedger
  providers: Providers
  data: DataPlane
}

const path = '/api/models'
const afterAllIds = '~'

/** Which models there are, which is asked by default, and what was asked of them. */
export function modelRoutes(app: RouteRegistrar, options: ModelRoutesOptions): void {
  const { catalog, choice, ledger, providers, data } = options

  app.route({
    method: 'GET',
    path,
    operationId: 'listModels',
    summary: 'List the models that the caller may ask',
    description:
      'All of them on one page. A provider that does not answer hides only its own. Where a key names its models, those alone are listed.',
    permission: 'models:read',
    responses: {
      200: {
        description: 'In the order of the providers, svc/offline last',
        schema: pageOfItems(model),
        example: { items: [exampleModel, offlineExample], next_cursor: null },
      },
    },
    handler: async ({ principal }) => {
      const all = await choice.all(principal)
      const chosen = choice.defaultIn(principal, all)
      return { items: all.map(found => shownModel(found, chosen)), next_cursor: null }
    },
  })

  app.route({
    method: 'GET',
    path: `${path}/settings`,
    operationId: 'getModelSettings',
    summary: 'The model that is asked when none is named',
    permission: 'models:read',
    responses: {
      200: {
        description: 'The settings of the workspace',
        schema: settings,
        example: { default_model: 'gpt-4o-mini' },
      },
    },
    handler: request => ({ default_model: providers.defaultModel(actorOf(request)) }),
  })

  app.route({
    method: 'PUT',
    path: `${path}/settings`,
    operationId: 'setModelSettings',
    summary: 'Choose the model that is asked when none is named',
    permission: { role: 'admin' },
    body: settingsBody,
    example: { body: { default_model: 'gpt-4o-mini' } },
    responses: {
      200: {
        description: 'The settings of the workspace',
        schema: settings,
        example: { default_model: 'gpt-4o-mini' },
      },
    },
    errors: { 403: ['model_not_allowed'], 502: ['upstream_error'] },
    handler: async request => {
      const { default_model } = request.body
      const { principal } = request
      // One that is not there would be refused later, to everybody who names none.
      if (default_model !== null) await catalog.resolve(principal, default_model)
      await providers.setDefaultModel(actorOf(request), default_model)
      return { default_model }
    },
  })

  app.route({
    method: 'GET',
    path: `${path}/budget`,
    operationId: 'getTokenBudget',
    summary: 'What the caller has used of its budget of tokens',
    permission: 'models:read',
    responses: {
      200: {
        description: 'Of this UTC day and month; without a budget both are null',
        schema: budget,
        example: { day: { limit: 100000, used: 4210, resets_at: '2026-02-01T00:00:00.000Z' }, month: null },
      },
    },
    etag: false,
    handler: ({ principal }) => catalog.budget(principal) ?? { day: null, month: null },
  })

  app.route({
    method: 'GET',
    path: `${path}/calls`,
    operationId: 'listModelCalls',
    summary: 'What was asked of models, and what it used',
    description: 'Kept for 90 days: who asked which model, tokens, cost, time and outcome. Never what was said.',
    permission: { role: 'admin', scope: 'models:read' },
    query: pageQuery,
    responses: {
      200: {
        description: 'Newest first',
        schema: pageOfItems(call),
        example: { items: [exampleCall], next_cursor: null },
      },
    },
    handler: ({ principal, query }) => {
      const { limit, cursor } = query
      const before = cursor === undefined ? afterAllIds : decodeCursor<[string]>(cursor, ['string'])[0]
      ledger.flushOne(principal.workspace_id)
      const rows = data.use(principal.workspace_id, db => callStore.page(db, before, limit + 1))
      return pageOf(
        rows,
        limit,
        row => [row.id],
        row => ({ ...row, at: new Date(row.at).toISOString() }),
      )
    },
  })
}

function shownModel({ info }: FoundModel, chosen: string | null) {
  const { id, provider, offline, context_window, created, prices = null } = info
  return { id, provider, offline, is_default: id === chosen, context_window, prices, created }
}
