import { Type } from 'typebox'
import { ConflictError } from '@svc/plugin'
import type { Clock, Logger, RouteDefinition, RouteRegistrar } from '@svc/plugin'
import { workerLinkPath, workerMismatch } from '@svc/plugin/contracts/worker-link'
import type { WorkerQueue } from '@svc/plugin/contracts/worker-link'
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
import { CancelFeed, Turns } from './waits.ts'
import { assertNotServerWorker, giveBack } from './outside-claims.ts'
import { answerCall, assertJson, storeBody } from './store-calls.ts'

const mostBytes = 8 * 1024 * 1024
/** Results of many jobs at once. */
const mostMembers = 1_000_000
const shared: Pick<RouteDefinition, 'permission' | 'idempotent' | 'rateLimited' | 'internal'> = {
  permission: { role: 'owner' },
  internal: true,
  idempotent: false,
  rateLimited: false,
}
const exampleWorker = { id: 'worker:host:1:abc', version: '0.1.0', schema: null }
const exampleClaim = { workspace_id: 'ws_01', job_id: 'job_01', claim_token: 'Zm9y' }

/** What `svc worker` speaks to: the queue of all workspaces, for processes of the operator alone. */
export function linkRoutes(
  app: RouteRegistrar,
  { store, source, server, notes }: WorkerQueue,
  { clock, log }: { clock: Clock; log: Logger },
): void {
  const cancels = new CancelFeed(store)
  const turns = new Turns()

  const assertFits = (worker: ExchangeBody['worker']): void => {
    assertNotServerWorker(worker.id, '/worker/id')
    if (worker.version !== server.version)
      throw mismatch(`The server is version ${server.version}, the worker ${worker.version}.`)
    if (worker.schema === null || worker.schema === server.schema) return
    throw mismatch(
      "The server runs with other plugins than the worker, or keeps the workspaces' files in another form.",
    )
  }

  app.route({
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
    handler: () => server,
  })

  app.route({
    ...shared,
    method: 'POST',
    path: `${workerLinkPath}/exchange`,
    operationId: 'exchangeJobs',
    summary: 'Settle jobs and claim the next ones, of all workspaces',
    body: exchangeBody,
    bodyLimit: mostBytes,
    jsonMembers: mostMembers,
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
    async handler({ body: { worker, turn, settlements, claim, wait_seconds }, signal }) {
      assertFits(worker)
      const results = settlements.flatMap(each => (each.type === 'succeeded' ? [each.result] : []))
      assertJson(results, 'settlements')
      const ended = AbortSignal.any([turns.begin(worker.id, turn), signal])
      const asked = claim && { ...claim, workspaceId: null, worker_id: worker.id, wait_ms: wait_seconds * 1000 }
      const answer = await source.exchange({ settlements, claim: asked }, ended)
      if (signal.aborted) await giveBack(store, answer.claimed, log)
      return answer
    },
  })

  app.route({
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
  })

  app.route({
    ...shared,
    method: 'GET',
    path: `${workerLinkPath}/cancels`,
    operationId: 'awaitCancels',
    summary: 'Wait for requests to cancel running jobs',
    query: cancelsQuery,
    longRunning: true,
    etag: false,
    responses: {
      200: { description: 'The requests since then', schema: cancelsAnswer, example: { after: 'b7:0', jobs: [] } },
    },
    async handler({ query, signal }) {
      const over = new AbortController()
      const end = (): void => over.abort()
      void clock.sleep(query.wait_seconds * 1000, over.signal).then(end, () => undefined)
      try {
        return await cancels.after(query.after, AbortSignal.any([signal, over.signal]))
      } finally {
        end()
      }
    },
  })

  app.route({
    ...shared,
    method: 'POST',
    path: `${workerLinkPath}/store`,
    operationId: 'callQueue',
    summary: 'Ask the queue on behalf of a handler that a worker runs',
    body: storeBody,
    bodyLimit: mostBytes,
    jsonMembers: mostMembers,
    responses: {
      200: {
        description: "The queue's answer",
        schema: Type.Object({ answer: Type.Unsafe<unknown>({}) }),
        example: { answer: null },
      },
    },
    example: { body: { call: { method: 'get', workspace_id: 'ws_01', job_id: 'job_01' } } },
    handler: async ({ body }) => ({
      answer: await answerCall(store, body.call),
    }),
  })

  app.route({
    ...shared,
    method: 'POST',
    path: `${workerLinkPath}/notes`,
    operationId: 'noteWorker',
    summary: 'Take note of what a worker on this home did',
    body: notesBody,
    responses: { 204: { description: 'Noted' } },
    example: { body: { changed_workspaces: ['ws_01'], outdated_workspaces: [], audit: [] } },
    async handler({ body }) {
      for (const entry of body.audit) await notes.audit(entry)
      for (const workspaceId of body.outdated_workspaces) notes.outdated(workspaceId)
      for (const workspaceId of body.changed_workspaces) notes.changed(workspaceId)
    },
  })
}

function mismatch(what: string): ConflictError {
  return new ConflictError(
    workerMismatch,
    `${what} Restart the worker with the version and the plugins of its server (the same environment and svc.config.yaml).`,
  )
}
