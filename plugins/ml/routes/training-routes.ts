import type { RouteRegistrar } from '@svc/plugin'
import type { TrainOrder } from '@svc/plugin/contracts/ml/learning'
import { trainers } from '../training/trainers.ts'
import type { HeldOutPredictions } from '../training/held-out-predictions.ts'
import type { Trainings } from '../training/trainings.ts'
import { exampleTrainer, exampleTraining } from './examples.ts'
import { runParams, wholeRun } from './schemas.ts'
import { predictionPage, predictionQuery, startedTraining, trainBody, trainerList } from './training-schemas.ts'

const waitMs = 60_000

/** Training, and what was predicted of rows that the models did not see. */
export function trainingRoutes(
  app: RouteRegistrar,
  { trainings, predictions }: { trainings: Trainings; predictions: HeldOutPredictions },
): void {
  app.route({
    method: 'GET',
    path: '/api/ml/trainers',
    operationId: 'listTrainers',
    summary: 'What can be trained, with the parameters of each',
    permission: 'ml:read',
    responses: { 200: { description: 'All of them', schema: trainerList, example: { items: [exampleTrainer] } } },
    handler: async () => ({ items: [...trainers] }),
  })

  app.route({
    method: 'POST',
    path: '/api/ml/train',
    operationId: 'train',
    summary: 'Train a model on a dataset',
    description:
      'Every figure is of rows that the model was not trained on, beside a baseline; every step of the preparation is fitted on the training ' +
      'rows of its fold alone. The same body gives the same numbers and the same model, with any number of threads. With `mode: "job"`, or when ' +
      '60 s are over, the answer is 202 and the run shows the rest. Needs the scope data:read too.',
    permission: 'ml:write',
    body: trainBody,
    example: { summary: 'Will it rain?', body: exampleTraining.body },
    responses: {
      200: { description: 'The run, with its result', schema: wholeRun, example: exampleTraining.run },
      202: { description: 'It goes on in the background', schema: startedTraining, example: exampleTraining.started },
    },
    errors: {
      409: ['conflict'],
      413: ['payload_too_large'],
      422: ['unprocessable', 'training_failed', 'sql_error', 'sql_forbidden', 'query_limit'],
    },
    longRunning: true,
    async handler({ body: { mode, ...body }, principal, signal, baseUrl }, reply) {
      const started = await trainings.start(body as TrainOrder, principal)
      const run = mode === 'job' ? null : await trainings.outcome(started, { principal, signal, waitMs })
      if (run) return run
      reply.status(202).header('location', `${baseUrl}/api/ml/runs/${started.run_id}`)
      return started
    },
  })

  app.route({
    method: 'GET',
    path: '/api/ml/runs/:run_id/predictions',
    operationId: 'listHeldOutPredictions',
    summary: 'What was predicted of rows that the model had not seen',
    description:
      'By row of the dataset. All figures of the run are computed from these; the whole list is the artifact `predictions.csv`.',
    permission: 'ml:read',
    params: runParams,
    query: predictionQuery,
    responses: {
      200: {
        description: 'A page',
        schema: predictionPage,
        example: {
          items: [{ row: 1, fold: 2, y: 'yes', prediction: 'yes', probabilities: { no: 0.2, yes: 0.8 } }],
          next_cursor: null,
        },
      },
    },
    handler: ({ principal, params, query }) => predictions.page(principal.workspace_id, params.run_id, query),
  })
}
