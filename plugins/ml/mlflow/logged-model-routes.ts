import { bodyFault } from '@svc/plugin'
import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import type { Artifacts } from '../artifacts/artifacts.ts'
import type { LoggedModels } from '../logged-models/logged-models.ts'
import { registryStore } from '../registry/registry-store.ts'
import { anything, list, mlflowRoute, text, whole } from './mlflow-route.ts'
import type { Fields } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import { runIdIn } from './run-routes.ts'
import {
  int64OrNull,
  labelsIn,
  listIn,
  maxResultsIn,
  objectIn,
  ownExperimentId,
  textIn,
  textOrNull,
  textsIn,
} from './wire/wire.ts'
import { loggedModelStatusIn, loggedModelUri, wireLoggedModel } from './wire/wire-logged-model.ts'

const model_id = 'mdl_01kq3v8d2m5w7x9y1z3a5b7c9d'
const one = 'logged-models/:model_id'
const answer = { model: anything }
const example = { model: { info: { model_id, status: 'LOGGED_MODEL_READY' } } }
const idIn = (fields: Fields): string => textIn(fields['model_id'], '/model_id')

/** Models that clients of MLflow 3 log, and what runs made of them. */
export function loggedModelRoutes(
  app: RouteRegistrar,
  options: { loggedModels: LoggedModels; artifacts: Artifacts; data: DataPlane; rate: MinuteRate },
): void {
  const { loggedModels, artifacts, data, rate } = options
  const shown = (workspaceId: string, model: ReturnType<LoggedModels['get']>) =>
    data.use(workspaceId, db => wireLoggedModel(model, registryStore.ofSource(db, `models:/${model.row.model_id}`)))

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'logged-models',
    operationId: 'mlflowCreateLoggedModel',
    summary: 'Begin to log a model',
    fields: { experiment_id: text, name: text, model_type: text, source_run_id: text, params: list, tags: list },
    answer,
    example: { fields: { experiment_id: '0', name: 'ridge' }, answer: example },
    run({ fields, principal, workspaceId }) {
      const read = (name: string) => textOrNull(fields[name], `/${name}`) ?? ''
      const [name, type, run] = [read('name'), read('model_type'), read('source_run_id')]
      const made = loggedModels.create(principal, {
        experiment_id: ownExperimentId(textOrNull(fields['experiment_id'], '/experiment_id') ?? '0'),
        name,
        ...(type !== '' && { model_type: type }),
        ...(run !== '' && { source_run_id: run }),
        params: labelsIn(fields['params'], '/params'),
        tags: labelsIn(fields['tags'], '/tags'),
      })
      return { model: shown(workspaceId, made) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'logged-models/search',
    operationId: 'mlflowSearchLoggedModels',
    summary: 'Find logged models',
    reads: true,
    fields: { experiment_ids: list, filter: text, max_results: whole, order_by: list, page_token: text },
    answer: { models: list },
    example: { fields: { experiment_ids: ['0'], filter: "name = 'ridge'" }, answer: { models: [] } },
    run({ fields, workspaceId }) {
      const token = textOrNull(fields['page_token'], '/page_token')
      const { models, next_cursor } = loggedModels.search(workspaceId, {
        experimentIds: textsIn(fields['experiment_ids'], '/experiment_ids').map(ownExperimentId),
        filter: textOrNull(fields['filter'], '/filter') ?? '',
        orderBy: listIn(fields['order_by'], '/order_by').map(orderIn),
        limit: maxResultsIn(fields['max_results'], { usual: 50, most: 100 }),
        cursor: token === '' ? null : token,
      })
      return {
        models: models.map(model => shown(workspaceId, model)),
        ...(next_cursor !== null && { next_page_token: next_cursor }),
      }
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: one,
    operationId: 'mlflowGetLoggedModel',
    summary: 'One logged model',
    params: ['model_id'],
    fields: {},
    answer,
    example: { fields: {}, answer: example },
    run: ({ fields, workspaceId }) => ({ model: shown(workspaceId, loggedModels.get(workspaceId, idIn(fields))) }),
  })

  mlflowRoute(app, rate, {
    method: 'PATCH',
    path: one,
    operationId: 'mlflowFinalizeLoggedModel',
    summary: 'Say that the files of a logged model are all there, or that they failed',
    params: ['model_id'],
    fields: { status: text },
    answer,
    example: { fields: { status: 'LOGGED_MODEL_READY' }, answer: example },
    run({ fields, workspaceId }) {
      const status = loggedModelStatusIn(fields['status'])
      return { model: shown(workspaceId, loggedModels.finalize(workspaceId, idIn(fields), status)) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'DELETE',
    path: one,
    operationId: 'mlflowDeleteLoggedModel',
    summary: 'Delete a logged model',
    params: ['model_id'],
    fields: {},
    answer: {},
    example: { fields: {}, answer: {} },
    run({ fields, workspaceId }) {
      loggedModels.delete(workspaceId, idIn(fields))
      return {}
    },
  })

  for (const [method, kind, id] of [
    ['PATCH', 'tag', 'mlflowSetLoggedModelTags'],
    ['POST', 'param', 'mlflowLogLoggedModelParams'],
  ] as const)
    mlflowRoute(app, rate, {
      method,
      path: `${one}/${kind}s`,
      operationId: id,
      summary: kind === 'tag' ? 'Tag a logged model' : 'Log params of a logged model',
      params: ['model_id'],
      fields: { [`${kind}s`]: list },
      answer: {},
      example: { fields: { [`${kind}s`]: [{ key: 'team', value: 'pricing' }] }, answer: {} },
      run({ fields, workspaceId }) {
        const labels = labelsIn(fields[`${kind}s`], `/${kind}s`)
        loggedModels.setLabels(workspaceId, idIn(fields), kind, labels)
        return {}
      },
    })

  mlflowRoute(app, rate, {
    method: 'DELETE',
    path: `${one}/tags/:tag_key`,
    operationId: 'mlflowDeleteLoggedModelTag',
    summary: 'Take a tag from a logged model',
    params: ['model_id', 'tag_key'],
    fields: {},
    answer: {},
    example: { fields: {}, answer: {} },
    run({ fields, workspaceId }) {
      loggedModels.deleteTag(workspaceId, idIn(fields), textIn(fields['tag_key'], '/tag_key'))
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: `${one}/artifacts/directories`,
    operationId: 'mlflowListLoggedModelArtifacts',
    summary: 'The files and folders of a logged model, or of a folder of it',
    params: ['model_id'],
    fields: { artifact_directory_path: text, page_token: text },
    answer: { root_uri: text, files: list },
    example: { fields: {}, answer: { root_uri: `mlflow-artifacts:/0/models/${model_id}/artifacts`, files: [] } },
    run({ fields, workspaceId }) {
      const { row } = loggedModels.get(workspaceId, idIn(fields))
      const folder = textOrNull(fields['artifact_directory_path'], '/artifact_directory_path') ?? ''
      const files = artifacts.list(workspaceId, row.model_id, folder).map(({ path, size, is_dir }) => ({
        path,
        is_dir,
        ...(size !== null && { file_size: size }),
      }))
      return { root_uri: loggedModelUri(row), files }
    },
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'runs/outputs',
    operationId: 'mlflowLogOutputs',
    summary: 'Say which logged models came out of a run',
    fields: { run_id: text, models: list },
    answer: {},
    example: {
      fields: { run_id: 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d', models: [{ model_id, step: 0 }] },
      answer: {},
    },
    run({ fields, workspaceId }) {
      const models = listIn(fields['models'], '/models').map((model, index) => {
        const { model_id: id, step } = objectIn(model, `/models/${index}`)
        return {
          side: 'output' as const,
          model_id: textIn(id, `/models/${index}/model_id`),
          step: int64OrNull(step, `/models/${index}/step`) ?? 0,
        }
      })
      if (models.length === 0) throw bodyFault('/models', 'has no model')
      loggedModels.link(workspaceId, runIdIn(fields), models)
      return {}
    },
  })
}

/** Clients send an object where other searches have text. */
function orderIn(order: unknown, index: number): string {
  if (typeof order === 'string') return order
  const { field_name, ascending } = objectIn(order, `/order_by/${index}`)
  return `${textIn(field_name, `/order_by/${index}/field_name`)} ${ascending === false ? 'DESC' : 'ASC'}`
}
