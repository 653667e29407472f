import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Experiments } from '../tracking/experiments.ts'
import { exampleExperiment } from './examples.ts'
import {
  closed,
  experiment,
  experimentBody,
  experimentChange,
  experimentParams,
  pageFields,
  pageOfItems,
  stateQuery,
} from './schemas.ts'

const path = '/api/ml/experiments'
const one = `${path}/:experiment_id`
const listQuery = Type.Object({ ...pageFields, state: stateQuery }, closed)
const answer = { description: 'The experiment', schema: experiment, example: exampleExperiment }

/** What runs are gathered under. */
export function experimentRoutes(app: RouteRegistrar, experiments: Experiments): void {
  app.route({
    method: 'POST',
    path,
    operationId: 'createExperiment',
    summary: 'Make an experiment',
    permission: 'ml:write',
    body: experimentBody,
    example: { body: { name: 'House prices', description: 'What a house sells for', tags: { team: 'pricing' } } },
    responses: { 201: answer },
    errors: { 409: ['already_exists'] },
    handler({ principal, body, baseUrl }, reply) {
      const made = experiments.create(principal.workspace_id, body)
      reply.status(201).header('location', `${baseUrl}${path}/${made.experiment_id}`)
      return made
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listExperiments',
    summary: 'List the experiments, newest first',
    description: 'With `state=deleted` those that can be restored.',
    permission: 'ml:read',
    query: listQuery,
    responses: {
      200: {
        description: 'A page of experiments',
        schema: pageOfItems(experiment),
        example: { items: [exampleExperiment], next_cursor: null },
      },
    },
    handler: async ({ principal, query }) => experiments.list(principal.workspace_id, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getExperiment',
    summary: 'One experiment',
    permission: 'ml:read',
    params: experimentParams,
    responses: { 200: answer },
    handler: async ({ principal, params }) => experiments.get(principal.workspace_id, params.experiment_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateExperiment',
    summary: 'Rename, describe or tag an experiment',
    description: '`tags` take the place of all that there were.',
    permission: 'ml:write',
    params: experimentParams,
    body: experimentChange,
    example: { body: { name: 'House prices 2026' } },
    responses: { 200: answer },
    errors: { 409: ['already_exists', 'conflict'] },
    handler: async ({ principal, params, body }) =>
      experiments.update(principal.workspace_id, params.experiment_id, body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteExperiment',
    summary: 'Delete an experiment with its runs',
    description: 'They can be restored for 30 days (SVC_ML_KEEP_DELETED_DAYS). The default experiment stays.',
    permission: 'ml:write',
    params: experimentParams,
    responses: { 204: { description: 'It is deleted' } },
    errors: { 409: ['conflict'] },
    handler: request => experiments.delete(actorOf(request), request.params.experiment_id),
  })

  app.route({
    method: 'POST',
    path: `${one}/restore`,
    operationId: 'restoreExperiment',
    summary: 'Restore a deleted experiment with the runs that were deleted with it',
    permission: 'ml:write',
    params: experimentParams,
    responses: { 200: answer },
    handler: request => experiments.restore(actorOf(request), request.params.experiment_id),
  })
}
