import { ConflictError, messageOf, route } from '@svc/plugin'
import type { AuditEntry, Clock, JobRecord, JobStore, Logger, RouteDefinition, RouteRequest } from '@svc/plugin'
import type { JobSource } from '../job-source.ts'
import { assertNotServerWorker } from '../server-workers.ts'
import { workerLinkPath, workerMismatch } from '@svc/plugin/contracts/worker-link'
import { CancelFeed } from './cancel-feed.ts'
import {
  cancelsAnswer,
  cancelsQuery,
  exchangeAnswer,
  exchangeBody,
  helloAnswer,
  notesBody,
  renewAnswer,
  renewBody,
} from './link-schemas.ts'
import type { ExchangeBody } from './link-schemas.ts'
import { answerCall, assertJson, storeBody } from './store-calls.ts'
import { Turns } from './turns.ts'
import { Type } from 'typebox'

const mostBytes = 8 * 1024 * 1024

export interface WorkerRoutesOptions {
  store: JobStore
  source: JobSource
  /** What a worker must have in common with this server. */
  version: string
  schema: string
  homeId: string
  clock: Clock
  log: Logger
  appendAudit(entry: AuditEntry): Promise<void>
  /** A worker on this home appended events. */
  onEvents(workspaceId: string): void
  /** A worker met a file of another version. */
  bringUpToDate(workspaceId: string): void
}

type Worker = ExchangeBody['worker']
type Shared = Pick<RouteDefinition, 'permission' | 'idempotent' | 'rateLimited' | 'tags'>

const shared: Shared = { permission: { role: 'owner' }, idempotent: false, rateLimited: false, tags: ['workers'] }
const exampleWorker = { id: 'worker:host:1:abc', version: '0.1.0', schema: null }
const exampleClaim = { workspace_id: 'ws_01', job_id: 'job_01', claim_token: 'Zm9y' }

/** What `svc worker` speaks to: the queue of all workspaces, for processes of the operator alone. */
export function workerRoutes(options: WorkerRoutesOptions): RouteDefinition[] {
  const { store, source, version, schema, homeId, clock, log } = options
  const cancels = new CancelFeed(store)
  const turns = new Turns()

  const assertFits = (worker: Worker): void => {
    assertNotServerWorker(worker.id, '/worker/id')
    if (worker.version !== version) throw mismatch(`The server is version ${version}, the worker ${worker.version}.`)
    if (worker.schema === null || worker.schema === schema) return
    throw mismatch(
      "The server runs with other plugins than the worker, or keeps the workspaces' files in another form.",
    )
  }

  const waitOf = (seconds: number, ...signals: AbortSignal[]): { signal: AbortSignal; end: () => void } => {
    const over = new AbortController()
    const end = (): void => over.abort()
    void clock.sleep(seconds * 1000, over.signal).then(end, () => undefined)
    return { signal: AbortSignal.any([...signals, over.signal]), end }
  }

  const giveBack = async (claimed: readonly JobRecord[]): Promise<void> => {
    const settlements = claimed.map(({ workspace_id, job_id, claim_token }) => {
      return { workspace_id, job_id, claim_token: claim_token ?? '', type: 'given_back' as const }
    })
    try {
      await store.settle(settlements)
    } catch (error) {
      // Their leases end by themselves.
      log.warn({ reason: messageOf(error) }, 'jobs of a worker that left could not be given back')
    }
  }

  const exchange = async (request: RouteRequest<{ body: ExchangeBody }>) => {
    const { worker, turn, settlements, claim, wait_seconds } = request.body
    assertFits(worker)
    assertJson(
      settlements.flatMap(each => (each.type === 'succeeded' ? [each.result] : [])),
      'settlements',
    )
    const turnsEnd = turns.begin(worker.id, turn)
    const asked = claim && { ...claim, workspaceId: null, worker_id: worker.id, wait_ms: wait_seconds * 1000 }
    const ended = AbortSignal.any([turnsEnd, request.signal])
    const answer = await source.exchange({ settlements, claim: asked }, ended)
    if (request.signal.aborted && answer.claimed.length > 0) await giveBack(answer.claimed)
    return answer
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: `${workerLinkPath}/hello`,
      operationId: 'greetWorker',
      summary: 'Tell a worker which server this is',
      etag: false,
      responses: {
        200: {
          description: 'What worker and server must have in common',
          schema: helloAnswer,
          example: { version: '0.1.0', schema: '3f1c', home_id: 'b7Qe', store: 'sqlite' },
        },
      },
      handler: () => ({ version, schema, home_id: homeId, store: store.driver }),
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${workerLinkPath}/exchange`,
      operationId: 'exchangeJobs',
      summary: 'Settle jobs and claim the next ones, of all workspaces',
      body: exchangeBody,
      bodyLimit: mostBytes,
      longRunning: true,
      responses: {
        200: {
          description: 'What became of the settlements, and the claimed jobs',
          schema: exchangeAnswer,
          example: { settled: [{ type: 'accepted' }], claimed: [] },
        },
      },
      errors: { 409: [workerMismatch] },
      example: {
        body: {
          worker: exampleWorker,
          turn: 1,
          settlements: [{ ...exampleClaim, type: 'succeeded', result: 'null' }],
          claim: { kinds: ['thumbnails.make'], queues: null, limit: 4, lease_ms: 30_000 },
          wait_seconds: 0,
        },
      },
      handler: exchange,
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${workerLinkPath}/renew`,
      operationId: 'renewJobs',
      summary: 'Renew the leases of jobs that a worker runs',
      body: renewBody,
      responses: {
        200: {
          description: 'By job, in their order',
          schema: renewAnswer,
          example: { renewed: [{ type: 'renewed', cancel_requested: false }] },
        },
      },
      errors: { 409: [workerMismatch] },
      example: { body: { worker: exampleWorker, renewals: [{ ...exampleClaim, lease_ms: 30_000, progress: 0.5 }] } },
      async handler({ body }) {
        assertFits(body.worker)
        const answers = await source.renew(body.renewals)
        return { renewed: answers.map(answer => ({ cancel_requested: false, ...answer })) }
      },
    }),
    route({
      ...shared,
      method: 'GET',
      path: `${workerLinkPath}/cancels`,
      operationId: 'awaitCancels',
      summary: 'Wait for wishes to cancel running jobs',
      query: cancelsQuery,
      longRunning: true,
      etag: false,
      responses: {
        200: { description: 'The wishes since then', schema: cancelsAnswer, example: { after: 'b7:0', jobs: [] } },
      },
      async handler({ query, signal }) {
        const wait = waitOf(query.wait_seconds, signal)
        try {
          return await cancels.after(query.after, wait.signal)
        } finally {
          wait.end()
        }
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${workerLinkPath}/store`,
      operationId: 'callQueue',
      summary: 'Ask the queue on behalf of a handler that a worker runs',
      body: storeBody,
      bodyLimit: mostBytes,
      responses: {
        200: {
          description: "The queue's answer",
          schema: Type.Object({ answer: Type.Unsafe<never>({}) }),
          example: { answer: null },
        },
      },
      example: { body: { call: { method: 'get', workspace_id: 'ws_01', job_id: 'job_01' } } },
      handler: async ({ body }) => ({
        answer: await answerCall(store, body.call),
      }),
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${workerLinkPath}/notes`,
      operationId: 'noteWorker',
      summary: 'Take note of what a worker on this home did',
      body: notesBody,
      responses: { 204: { description: 'Noted' } },
      example: { body: { changed_workspaces: ['ws_01'], outdated_workspaces: [], audit: [] } },
      async handler({ body }) {
        for (const entry of body.audit) await options.appendAudit(entry satisfies AuditEntry)
        for (const workspaceId of body.outdated_workspaces) options.bringUpToDate(workspaceId)
        for (const workspaceId of body.changed_workspaces) options.onEvents(workspaceId)
      },
    }),
  ]
}

function mismatch(what: string): ConflictError {
  return new ConflictError(
    workerMismatch,
    `${what} Restart the worker with the version and the plugins of its server (the same environment and svc.config.yaml).`,
  )
}
