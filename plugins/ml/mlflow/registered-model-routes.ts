import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import type { ModelVersion, RegisteredModel } from '@svc/plugin/contracts/ml/learning'
import type { Aliases } from '../registry/aliases.ts'
import { modelOf } from '../registry/model-records.ts'
import type { Registry } from '../registry/registry.ts'
import { parseFilter, parseOrder } from '../search/filter.ts'
import { cursorOf, placeOf } from '../search/place.ts'
import { modelVocabulary, searchModels } from '../search/registry-search-store.ts'
import { anything, list, mlflowRoute, text, whole } from './mlflow-route.ts'
import type { Fields } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import { labelsIn, maxResultsIn, textIn, textOrNull, textsIn } from './wire/wire.ts'
import { versionIn, wireModel, wireVersion } from './wire/wire-model.ts'

const name = 'house-prices'
const answer = { registered_model: anything }
const example = { registered_model: { name } }
const mostVersions = 200
const nameIn = (fields: Fields): string => textIn(fields['name'], '/name')

/** MLflow's registered models. */
export function registeredModelRoutes(
  app: RouteRegistrar,
  { registry, aliases, data, rate }: { registry: Registry; aliases: Aliases; data: DataPlane; rate: MinuteRate },
): void {
  const shown = (workspaceId: string, model: RegisteredModel) =>
    wireModel(model, latestByStage(registry, workspaceId, model.name))

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'registered-models/create',
    operationId: 'mlflowCreateRegisteredModel',
    summary: 'Register a model by a name',
    fields: { name: text, tags: list, description: text },
    answer,
    example: { fields: { name }, answer: example },
    run({ fields, workspaceId }) {
      const model = registry.create(workspaceId, {
        name: nameIn(fields),
        description: textOrNull(fields['description'], '/description') ?? '',
        tags: labelsIn(fields['tags'], '/tags'),
      })
      return { registered_model: shown(workspaceId, model) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'registered-models/get',
    operationId: 'mlflowGetRegisteredModel',
    summary: 'One registered model',
    fields: { name: text },
    answer,
    example: { fields: { name }, answer: example },
    run: ({ fields, workspaceId }) => ({
      registered_model: shown(workspaceId, registry.get(workspaceId, nameIn(fields))),
    }),
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'registered-models/search',
    operationId: 'mlflowSearchRegisteredModels',
    summary: 'Find registered models',
    fields: { filter: text, max_results: whole, order_by: list, page_token: text },
    answer: { registered_models: list },
    example: { fields: { filter: `name LIKE 'house%'` }, answer: { registered_models: [] } },
    run({ fields, workspaceId }) {
      const limit = maxResultsIn(fields['max_results'], { usual: 100, most: 1000 })
      const order = textsIn(fields['order_by'], '/order_by').map(each => parseOrder(each, modelVocabulary))
      const token = textOrNull(fields['page_token'], '/page_token')
      const parts = order.length + 1
      const search = {
        filter: parseFilter(textOrNull(fields['filter'], '/filter') ?? '', modelVocabulary),
        order,
        after: token === null || token === '' ? null : placeOf(token, parts),
        limit: limit + 1,
      }
      const { models, next } = data.use(workspaceId, db => {
        const rows = searchModels(db, search)
        const page = rows.slice(0, limit)
        const last = rows.length > limit ? page.at(-1) : undefined
        return { models: page.map(row => modelOf(db, row)), next: last && cursorOf(last, parts) }
      })
      return {
        registered_models: models.map(model => shown(workspaceId, model)),
        ...(next !== undefined && { next_page_token: next }),
      }
    },
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'registered-models/rename',
    operationId: 'mlflowRenameRegisteredModel',
    summary: 'Rename a registered model',
    fields: { name: text, new_name: text },
    answer,
    example: { fields: { name, new_name: 'houses' }, answer: example },
    run({ fields, workspaceId }) {
      const model = registry.update(workspaceId, nameIn(fields), { name: textIn(fields['new_name'], '/new_name') })
      return { registered_model: shown(workspaceId, model) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'PATCH',
    path: 'registered-models/update',
    operationId: 'mlflowUpdateRegisteredModel',
    summary: 'Describe a registered model',
    fields: { name: text, description: text },
    answer,
    example: { fields: { name, description: 'What a house sells for' }, answer: example },
    run({ fields, workspaceId }) {
      const description = textOrNull(fields['description'], '/description') ?? ''
      return { registered_model: shown(workspaceId, registry.update(workspaceId, nameIn(fields), { description })) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'DELETE',
    path: 'registered-models/delete',
    operationId: 'mlflowDeleteRegisteredModel',
    summary: 'Delete a registered model with its versions',
    fields: { name: text },
    answer: {},
    example: { fields: { name }, answer: {} },
    async run({ fields, principal }) {
      // Clients of MLflow know no confirmation, and their call names the model already.
      await registry.delete(principal, nameIn(fields), nameIn(fields))
      return {}
    },
  })

  for (const method of ['POST', 'GET'] as const)
    mlflowRoute(app, rate, {
      method,
      path: 'registered-models/get-latest-versions',
      operationId: method === 'POST' ? 'mlflowGetLatestVersions' : 'mlflowListLatestVersions',
      summary: 'The newest version of each stage',
      reads: true,
      fields: { name: text, stages: list },
      answer: { model_versions: list },
      example: { fields: { name }, answer: { model_versions: [] } },
      run({ fields, workspaceId }) {
        const stages = textsIn(fields['stages'], '/stages')
        const latest = latestByStage(registry, workspaceId, nameIn(fields))
        const wanted = latest.filter(({ stage }) => stages.length === 0 || stages.includes(stage))
        return { model_versions: wanted.map(wireVersion) }
      },
    })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'registered-models/set-tag',
    operationId: 'mlflowSetRegisteredModelTag',
    summary: 'Tag a registered model',
    fields: { name: text, key: text, value: text },
    answer: {},
    example: { fields: { name, key: 'team', value: 'pricing' }, answer: {} },
    run({ fields, workspaceId }) {
      registry.setTags(workspaceId, nameIn(fields), null, labelsIn([fields], ''))
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'DELETE',
    path: 'registered-models/delete-tag',
    operationId: 'mlflowDeleteRegisteredModelTag',
    summary: 'Take a tag from a registered model',
    fields: { name: text, key: text },
    answer: {},
    example: { fields: { name, key: 'team' }, answer: {} },
    run({ fields, workspaceId }) {
      registry.deleteTag(workspaceId, nameIn(fields), null, textIn(fields['key'], '/key'))
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'registered-models/alias',
    operationId: 'mlflowSetModelAlias',
    summary: 'Let an alias point to a version',
    fields: { name: text, alias: text, version: text },
    answer: {},
    example: { fields: { name, alias: 'champion', version: '3' }, answer: {} },
    run({ fields, principal }) {
      aliases.set(principal, nameIn(fields), textIn(fields['alias'], '/alias'), versionIn(fields['version']))
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'DELETE',
    path: 'registered-models/alias',
    operationId: 'mlflowDeleteModelAlias',
    summary: 'Take an alias from a model',
    fields: { name: text, alias: text },
    answer: {},
    example: { fields: { name, alias: 'champion' }, answer: {} },
    run({ fields, principal }) {
      aliases.delete(principal, nameIn(fields), textIn(fields['alias'], '/alias'))
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'registered-models/alias',
    operationId: 'mlflowGetVersionByAlias',
    summary: 'The version behind an alias',
    fields: { name: text, alias: text },
    answer: { model_version: anything },
    example: { fields: { name, alias: 'champion' }, answer: { model_version: { name, version: '3' } } },
    run({ fields, workspaceId }) {
      const alias = textIn(fields['alias'], '/alias')
      return { model_version: wireVersion(registry.resolve(workspaceId, nameIn(fields), { alias })) }
    },
  })
}

function latestByStage(registry: Registry, workspaceId: string, name: string): ModelVersion[] {
  const { items } = registry.versions(workspaceId, name, { limit: mostVersions })
  const newest = new Map<string, ModelVersion>()
  for (const version of items) if (!newest.has(version.stage)) newest.set(version.stage, version)
  return [...newest.values()]
}
