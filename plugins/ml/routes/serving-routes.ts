import type { RouteRegistrar } from '@svc/plugin'
import type { PredictOrder } from '@svc/plugin/contracts/ml/learning'
import type { DriftReports } from '../serving/drift-reports.ts'
import type { OnnxExports } from '../serving/onnx-exports.ts'
import type { Predictions } from '../serving/predictions.ts'
import {
  driftBody,
  driftReport,
  modelParams,
  predictBody,
  predicted,
  startedJob,
  versionParams,
} from './serving-schemas.ts'
import { exampleDrift, examplePrediction } from './examples.ts'

const one = '/api/ml/models/:name'
const exampleJob = { job_id: 'job_01kq3v8d2m5w7x9y1z3a5b7c9d' }
const accepted = { description: 'It goes on in the background', schema: startedJob, example: exampleJob }

export interface ServingRouteOptions {
  predictions: Predictions
  drift: DriftReports
  exports: OnnxExports
}

/** What registered models are asked. */
export function servingRoutes(app: RouteRegistrar, { predictions, drift, exports }: ServingRouteOptions): void {
  app.route({
    method: 'POST',
    path: `${one}/predict`,
    operationId: 'predict',
    summary: 'Ask a model about rows, or about a whole dataset',
    description:
      'Columns go by name; null is a value that is not known. Without `version` and `alias` the alias `champion` answers, else the highest ' +
      'version. With `mode: "job"` the rows of a dataset become a new one with what is predicted of each. A dataset needs the scope data:read too.',
    permission: 'ml:read',
    params: modelParams,
    body: predictBody,
    jsonMembers: 400_000,
    example: { body: examplePrediction.body },
    responses: {
      200: { description: 'In the order of the rows', schema: predicted, example: examplePrediction.answer },
      202: accepted,
    },
    errors: { 413: ['payload_too_large'], 422: ['unprocessable', 'onnx_refused', 'query_limit'] },
    longRunning: true,
    async handler({ body: { mode, ...body }, params, principal, signal, baseUrl }, reply) {
      const order = body as PredictOrder
      if (mode !== 'job') return predictions.predict(params.name, order, { principal, signal })
      const job_id = await predictions.enqueue(params.name, order, principal)
      reply.status(202).header('location', `${baseUrl}/api/jobs/${job_id}`)
      return { job_id }
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/drift`,
    operationId: 'checkDrift',
    summary: 'Compare a dataset with what a model was trained on',
    description:
      'For each feature the population stability index, and a test of Kolmogorov and Smirnov or of chi-square; for what the model predicts, ' +
      'too. Drifted is what has an index above `threshold`; the event `ml.drift.detected` says so. Needs the scope data:read too.',
    permission: 'ml:read',
    params: modelParams,
    body: driftBody,
    example: { body: exampleDrift.body },
    responses: { 200: { description: 'The report', schema: driftReport, example: exampleDrift.answer }, 202: accepted },
    errors: { 413: ['payload_too_large'], 422: ['unprocessable', 'query_limit'] },
    longRunning: true,
    async handler({ body: { mode, ...body }, params, principal, signal, baseUrl }, reply) {
      if (mode !== 'job') return drift.report(params.name, body, { principal, signal })
      const job_id = await drift.enqueue(params.name, body, principal)
      reply.status(202).header('location', `${baseUrl}/api/jobs/${job_id}`)
      return { job_id }
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/versions/:version/onnx`,
    operationId: 'exportOnnx',
    summary: 'A version as an ONNX file',
    description:
      'One input a feature, by name: numbers as float, categories as text. 422 `not_exportable` says why there is none.',
    permission: 'ml:read',
    params: versionParams,
    responses: { 200: { description: 'The file', contentType: 'application/octet-stream', example: 'ONNX' } },
    errors: { 422: ['not_exportable', 'unprocessable'] },
    async handler({ params, principal, signal }, reply) {
      const { bytes, name } = await exports.export(principal.workspace_id, params.name, params.version, signal)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return bytes
    },
  })
}
