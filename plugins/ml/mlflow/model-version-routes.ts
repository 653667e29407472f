import { bodyFault } from '@svc/plugin'
import type { DataPlane, Principal, RouteRegistrar } from '@svc/plugin'
import type { ModelVersion, Stage, VersionFacts } from '@svc/plugin/contracts/ml/learning'
import { versionOf } from '../registry/model-records.ts'
import type { NewVersions } from '../registry/new-versions.ts'
import { requireModel } from '../registry/registry-rules.ts'
import type { Registry } from '../registry/registry.ts'
import { parseFilter, parseOrder } from '../search/filter.ts'
import { cursorOf, placeOf } from '../search/place.ts'
import { searchVersions, versionVocabulary } from '../search/registry-search-store.ts'
import { anything, list, mlflowRoute, text, whole } from './mlflow-route.ts'
import type { Fields } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import { labelsIn, maxResultsIn, textIn, textOrNull, textsIn } from './wire/wire.ts'
import { versionIn, versionUri, wireVersion } from './wire/wire-model.ts'

const named = 'house-prices'
const run_id = 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d'
const fieldsOfOne = { name: text, version: text }
const exampleOfOne = { name: named, version: '3' }
const answer = { model_version: anything }
const example = { model_version: { name: named, version: '3', status: 'READY' } }
const stages: readonly string[] = ['None', 'Staging', 'Production', 'Archived']
const sourceOfRun = /^(?:runs:\/|mlflow-artifacts:\/+[\w-]+\/)(mlr_\w+)(?:\/artifacts)?\/(.+?)\/?$/
const sourceOfLoggedModel = /^(?:models:\/|mlflow-artifacts:\/+[\w-]+\/models\/)(mdl_\w+)(?:\/artifacts)?\/?$/
const sourceOfVersion = /^models:\/([^/:]+)\/(\d{1,9})$/

/** MLflow's versions of registered models. */
export function modelVersionRoutes(
  app: RouteRegistrar,
  { registry, versions, data, rate }: { registry: Registry; versions: NewVersions; data: DataPlane; rate: MinuteRate },
): void {
  const one = (fields: Fields) => [textIn(fields['name'], '/name'), versionIn(fields['version'])] as const

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'model-versions/create',
    operationId: 'mlflowCreateModelVersion',
    summary: 'Register what a run kept as the next version of a model',
    fields: { name: text, source: text, run_id: text, model_id: text, tags: list, description: text },
    answer,
    example: { fields: { name: named, source: `runs:/${run_id}/model`, run_id }, answer: example },
    run({ fields, principal }) {
      const name = textIn(fields['name'], '/name')
      const facts = {
        tags: labelsIn(fields['tags'], '/tags'),
        description: textOrNull(fields['description'], '/description') ?? '',
      }
      return { model_version: wireVersion(made(versions, principal, name, sourceIn(fields['source']), facts)) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'model-versions/get',
    operationId: 'mlflowGetModelVersion',
    summary: 'One version of a model',
    fields: fieldsOfOne,
    answer,
    example: { fields: exampleOfOne, answer: example },
    run: ({ fields, workspaceId }) => ({ model_version: wireVersion(registry.version(workspaceId, ...one(fields))) }),
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'model-versions/search',
    operationId: 'mlflowSearchModelVersions',
    summary: 'Find versions of models',
    fields: { filter: text, max_results: whole, order_by: list, page_token: text },
    answer: { model_versions: list },
    example: { fields: { filter: `name = '${named}'` }, answer: { model_versions: [] } },
    run({ fields, workspaceId }) {
      const limit = maxResultsIn(fields['max_results'], { usual: 10_000, most: 200_000 })
      const order = textsIn(fields['order_by'], '/order_by').map(each => parseOrder(each, versionVocabulary))
      const token = textOrNull(fields['page_token'], '/page_token')
      const parts = order.length + 3
      const search = {
        filter: parseFilter(textOrNull(fields['filter'], '/filter') ?? '', versionVocabulary),
        order,
        after: token === null || token === '' ? null : placeOf(token, parts),
        limit: limit + 1,
      }
      return data.use(workspaceId, db => {
        const rows = searchVersions(db, search)
        const page = rows.slice(0, limit)
        const last = rows.length > limit ? page.at(-1) : undefined
        return {
          model_versions: page.map(row => wireVersion(versionOf(db, requireModel(db, row.model_id), row))),
          ...(last && { next_page_token: cursorOf(last, parts) }),
        }
      })
    },
  })

  mlflowRoute(app, rate, {
    method: 'PATCH',
    path: 'model-versions/update',
    operationId: 'mlflowUpdateModelVersion',
    summary: 'Describe a version of a model',
    fields: { ...fieldsOfOne, description: text },
    answer,
    example: { fields: { ...exampleOfOne, description: 'With rooms' }, answer: example },
    run({ fields, workspaceId }) {
      const description = textOrNull(fields['description'], '/description') ?? ''
      return { model_version: wireVersion(registry.updateVersion(workspaceId, ...one(fields), { description })) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'DELETE',
    path: 'model-versions/delete',
    operationId: 'mlflowDeleteModelVersion',
    summary: 'Delete a version of a model',
    fields: fieldsOfOne,
    answer: {},
    example: { fields: exampleOfOne, answer: {} },
    async run({ fields, principal }) {
      await registry.deleteVersion(principal, ...one(fields))
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'model-versions/transition-stage',
    operationId: 'mlflowTransitionStage',
    summary: 'Move a version to a stage',
    fields: { ...fieldsOfOne, stage: text, archive_existing_versions: anything },
    answer,
    example: { fields: { ...exampleOfOne, stage: 'Production' }, answer: example },
    run({ fields, workspaceId }) {
      const [model, version] = one(fields)
      const stage = stageIn(fields['stage'])
      const isArchiving = fields['archive_existing_versions'] === true
      return { model_version: wireVersion(registry.moveToStage(workspaceId, model, version, { stage, isArchiving })) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'model-versions/get-download-uri',
    operationId: 'mlflowGetDownloadUri',
    summary: 'Where the files of a version are',
    fields: fieldsOfOne,
    answer: { artifact_uri: text },
    example: { fields: exampleOfOne, answer: { artifact_uri: 'mlflow-artifacts:/registry/rm_01kq3v8d2m/3' } },
    run: ({ fields, workspaceId }) => ({ artifact_uri: versionUri(registry.version(workspaceId, ...one(fields))) }),
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'model-versions/set-tag',
    operationId: 'mlflowSetModelVersionTag',
    summary: 'Tag a version of a model',
    fields: { ...fieldsOfOne, key: text, value: text },
    answer: {},
    example: { fields: { ...exampleOfOne, key: 'checked', value: 'yes' }, answer: {} },
    run({ fields, workspaceId }) {
      registry.setTags(workspaceId, ...one(fields), labelsIn([fields], ''))
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'DELETE',
    path: 'model-versions/delete-tag',
    operationId: 'mlflowDeleteModelVersionTag',
    summary: 'Take a tag from a version of a model',
    fields: { ...fieldsOfOne, key: text },
    answer: {},
    example: { fields: { ...exampleOfOne, key: 'checked' }, answer: {} },
    run({ fields, workspaceId }) {
      registry.deleteTag(workspaceId, ...one(fields), textIn(fields['key'], '/key'))
      return {}
    },
  })
}

function made(
  versions: NewVersions,
  principal: Principal,
  name: string,
  source: Source,
  facts: VersionFacts,
): ModelVersion {
  if (source.kind === 'run') return versions.ofRun(principal, name, { ...source, ...facts })
  if (source.kind === 'version') return versions.ofVersion(principal, name, { ...source, ...facts })
  return versions.ofLoggedModel(principal, name, { ...source, ...facts })
}

type Source =
  | { kind: 'run'; run_id: string; path: string }
  | { kind: 'logged_model'; model_id: string }
  | { kind: 'version'; of: string; version: number }

/** @throws ValidationError for a source that is no artifact and no model of this workspace */
function sourceIn(value: unknown): Source {
  const source = typeof value === 'string' ? value : ''
  const [, run_id, path] = sourceOfRun.exec(source) ?? []
  if (run_id !== undefined && path !== undefined && !path.split('/').includes('..'))
    return { kind: 'run', run_id, path }
  const [, model_id] = sourceOfLoggedModel.exec(source) ?? []
  if (model_id !== undefined) return { kind: 'logged_model', model_id }
  const [, of, version] = sourceOfVersion.exec(source) ?? []
  if (of !== undefined) return { kind: 'version', of, version: Number(version) }
  throw bodyFault(
    '/source',
    'must be an artifact or a model of this workspace, such as runs:/{run_id}/model, models:/{model_id} or models:/{name}/{version}',
  )
}

function stageIn(value: unknown): Stage {
  const stage = stages.find(each => typeof value === 'string' && each.toLowerCase() === value.toLowerCase())
  if (stage !== undefined) return stage as Stage
  throw bodyFault('/stage', `must be one of ${stages.join(', ')}`)
}
