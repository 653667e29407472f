import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Analyses } from '../analyses/analyses.ts'
import type { AnalyzeJobs } from '../analyses/analyze-job.ts'
import { exampleAnalysis, exampleOrder, exampleSummary } from './examples.ts'
import { analysis, analysisBody, analysisParams, analysisQuery, analysisSummary, pageOfItems } from './schemas.ts'

const path = '/api/stats/analyses'
const one = `${path}/:analysis_id`

export interface AnalysisRouteOptions {
  analyses: Analyses
  jobs: AnalyzeJobs
}

export function analysisRoutes(app: RouteRegistrar, { analyses, jobs }: AnalysisRouteOptions): void {
  app.route({
    method: 'POST',
    path: '/api/stats/analyze',
    operationId: 'analyze',
    summary: 'Analyse a dataset',
    description:
      'By one of GET /api/stats/methods, in R. What cannot be computed is refused with the variable and the reason. The analysis is kept; ' +
      'with `mode: "job"` it is made in the background, and the job’s result is `{analysis_id}`. Needs the scope data:read too.',
    permission: 'stats:write',
    body: analysisBody,
    example: { summary: 'Do two groups differ?', body: exampleOrder },
    responses: {
      200: { description: 'The analysis', schema: analysis, example: exampleAnalysis },
      202: {
        description: 'It is made in the background',
        schema: Type.Object({ job_id: Type.String() }),
        example: { job_id: 'job_01kq3v8d2m5w7x9y1z3a5b7c9d' },
      },
    },
    errors: {
      422: ['unprocessable', 'r_error', 'sql_error', 'sql_forbidden', 'query_limit', 'analyses_full'],
      504: ['timeout'],
    },
    longRunning: true,
    async handler({ body: { mode, ...order }, principal, signal, baseUrl }, reply) {
      if (mode === 'job') {
        const job_id = await jobs.enqueue(order, principal)
        reply.status(202).header('location', `${baseUrl}/api/jobs/${job_id}`)
        return { job_id }
      }
      return analyses.run(order, { principal, signal })
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listAnalyses',
    summary: 'Analyses that were made',
    description: 'The newest first; without results, tables and plots.',
    permission: 'stats:read',
    query: analysisQuery,
    responses: {
      200: {
        description: 'A page of analyses',
        schema: pageOfItems(analysisSummary),
        example: { items: [exampleSummary], next_cursor: null },
      },
    },
    handler: ({ principal, query }) => analyses.list(principal.workspace_id, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getAnalysis',
    summary: 'One analysis, whole',
    permission: 'stats:read',
    params: analysisParams,
    responses: { 200: { description: 'The analysis', schema: analysis, example: exampleAnalysis } },
    handler: ({ principal, params }) => analyses.get(principal.workspace_id, params.analysis_id),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteAnalysis',
    summary: 'Delete an analysis',
    permission: 'stats:write',
    params: analysisParams,
    responses: { 204: { description: 'Gone' } },
    handler: request => analyses.delete(actorOf(request), request.params.analysis_id),
  })
}
