import { bodyFault } from '@svc/plugin'
import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import { parseFilter, parseOrder } from '../search/filter.ts'
import { experimentVocabulary, searchExperiments } from '../search/experiment-search-store.ts'
import { cursorOf, placeOf } from '../search/place.ts'
import { experimentOf } from '../tracking/experiments.ts'
import type { Experiments } from '../tracking/experiments.ts'
import type { Experiment } from '../tracking/records.ts'
import { anything, list, mlflowRoute, text, whole } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import {
  labelsIn,
  maxResultsIn,
  ownExperimentId,
  textIn,
  textOrNull,
  textsIn,
  viewIn,
  wireExperimentId,
} from './wire/wire.ts'

const example = { name: 'Houses' }
const page = { usual: 1000, most: 50_000 }
const idOf = (fields: Readonly<Record<string, unknown>>): string =>
  ownExperimentId(textIn(fields['experiment_id'], '/experiment_id'))

/** MLflow's experiments. */
export function experimentRoutes(
  app: RouteRegistrar,
  { experiments, data, rate }: { experiments: Experiments; data: DataPlane; rate: MinuteRate },
): void {
  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'experiments/create',
    operationId: 'mlflowCreateExperiment',
    summary: 'Make an experiment',
    fields: { name: text, artifact_location: text, tags: list },
    answer: { experiment_id: text },
    example: { fields: example, answer: { experiment_id: 'exp_01kq3v8d2m5w7x9y1z3a5b7c9d' } },
    run({ fields, workspaceId }) {
      assertLocation(fields['artifact_location'])
      const tags = labelsIn(fields['tags'], '/tags')
      const { experiment_id } = experiments.create(workspaceId, { name: textIn(fields['name'], '/name'), tags })
      return { experiment_id }
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'experiments/get',
    operationId: 'mlflowGetExperiment',
    summary: 'One experiment',
    fields: { experiment_id: text },
    answer: { experiment: anything },
    example: { fields: { experiment_id: '0' }, answer: { experiment: { experiment_id: '0', name: 'Default' } } },
    run: ({ fields, workspaceId }) => ({ experiment: wireExperiment(experiments.get(workspaceId, idOf(fields))) }),
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'experiments/get-by-name',
    operationId: 'mlflowGetExperimentByName',
    summary: 'One experiment by its name',
    fields: { experiment_name: text },
    answer: { experiment: anything },
    example: {
      fields: { experiment_name: 'Default' },
      answer: { experiment: { experiment_id: '0', name: 'Default' } },
    },
    run({ fields, workspaceId }) {
      const name = textIn(fields['experiment_name'], '/experiment_name')
      return { experiment: wireExperiment(experiments.byName(workspaceId, name)) }
    },
  })

  for (const method of ['POST', 'GET'] as const)
    mlflowRoute(app, rate, {
      method,
      path: 'experiments/search',
      operationId: method === 'POST' ? 'mlflowSearchExperiments' : 'mlflowListExperiments',
      summary: 'Find experiments',
      reads: true,
      fields: { max_results: whole, page_token: text, filter: text, order_by: list, view_type: text },
      answer: { experiments: list },
      example: { fields: { max_results: 10 }, answer: { experiments: [] } },
      run({ fields, workspaceId }) {
        const limit = maxResultsIn(fields['max_results'], page)
        const order = textsIn(fields['order_by'], '/order_by').map(each => parseOrder(each, experimentVocabulary))
        const token = textOrNull(fields['page_token'], '/page_token')
        const parts = order.length + 2
        const search = {
          filter: parseFilter(textOrNull(fields['filter'], '/filter') ?? '', experimentVocabulary),
          order,
          state: viewIn(fields['view_type']),
          after: token === null || token === '' ? null : placeOf(token, parts),
          limit: limit + 1,
        }
        return data.use(workspaceId, db => {
          const rows = searchExperiments(db, search)
          const shown = rows.slice(0, limit)
          const last = rows.length > limit ? shown.at(-1) : undefined
          return {
            experiments: shown.map(row => wireExperiment(experimentOf(db, row))),
            ...(last && { next_page_token: cursorOf(last, parts) }),
          }
        })
      },
    })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'experiments/update',
    operationId: 'mlflowUpdateExperiment',
    summary: 'Rename an experiment',
    fields: { experiment_id: text, new_name: text },
    answer: {},
    example: { fields: { experiment_id: 'exp_01kq3v8d2m5w7x9y1z3a5b7c9d', new_name: 'Houses 2' }, answer: {} },
    run({ fields, workspaceId }) {
      experiments.update(workspaceId, idOf(fields), { name: textIn(fields['new_name'], '/new_name') })
      return {}
    },
  })

  for (const [path, verb, id] of [
    ['delete', 'Delete', 'mlflowDeleteExperiment'],
    ['restore', 'Restore', 'mlflowRestoreExperiment'],
  ] as const)
    mlflowRoute(app, rate, {
      method: 'POST',
      path: `experiments/${path}`,
      operationId: id,
      summary: `${verb} an experiment with its runs`,
      fields: { experiment_id: text },
      answer: {},
      example: { fields: { experiment_id: 'exp_01kq3v8d2m5w7x9y1z3a5b7c9d' }, answer: {} },
      async run({ fields, principal }) {
        await experiments[path](principal, idOf(fields))
        return {}
      },
    })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'experiments/set-experiment-tag',
    operationId: 'mlflowSetExperimentTag',
    summary: 'Tag an experiment',
    fields: { experiment_id: text, key: text, value: text },
    answer: {},
    example: { fields: { experiment_id: '0', key: 'team', value: 'pricing' }, answer: {} },
    run({ fields, workspaceId }) {
      const value = textOrNull(fields['value'], '/value') ?? ''
      experiments.setTag(workspaceId, idOf(fields), textIn(fields['key'], '/key'), value)
      return {}
    },
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'experiments/delete-experiment-tag',
    operationId: 'mlflowDeleteExperimentTag',
    summary: 'Take a tag from an experiment',
    fields: { experiment_id: text, key: text },
    answer: {},
    example: { fields: { experiment_id: '0', key: 'team' }, answer: {} },
    run({ fields, workspaceId }) {
      experiments.deleteTag(workspaceId, idOf(fields), textIn(fields['key'], '/key'))
      return {}
    },
  })
}

export function wireExperiment(experiment: Experiment) {
  const { experiment_id, name, tags, description, state, created_at, updated_at } = experiment
  const id = wireExperimentId(experiment_id)
  const note = description === '' || 'mlflow.note.content' in tags ? {} : { 'mlflow.note.content': description }
  return {
    experiment_id: id,
    name,
    artifact_location: `mlflow-artifacts:/${id}`,
    lifecycle_stage: state,
    creation_time: Date.parse(created_at),
    last_update_time: Date.parse(updated_at),
    tags: Object.entries({ ...tags, ...note }).map(([key, value]) => ({ key, value })),
  }
}

/** Artifacts lie in the workspace and nowhere else. */
function assertLocation(location: unknown): void {
  if (location === undefined || location === null || location === '') return
  if (typeof location === 'string' && /^mlflow-artifacts:\/(?!.*\.\.)/.test(location)) return
  throw bodyFault('/artifact_location', 'must be left out: artifacts are kept by this server')
}
