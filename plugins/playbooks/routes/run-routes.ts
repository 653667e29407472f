import { ValidationError } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { RunTrigger } from '../runs/run-starter.ts'
import type { Runs } from '../runs/runs.ts'
import { exampleListedRun, exampleRun, exampleTask } from './examples.ts'
import { runEvents } from './run-events.ts'
import {
  listedRun,
  reasonBody,
  resumeBody,
  run,
  runParams,
  runStatus,
  startBody,
  task,
  taskParams,
} from './run-schemas.ts'
import { cursor, limit, page } from './schemas.ts'

const path = '/api/playbooks/runs'
const one = `${path}/:run_id`
const text = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))
const shown = { description: 'The run', schema: run, example: exampleRun }
const eventQuery = Type.Object(
  {
    types: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'Only these: types, or `task.*` and its like, separated by commas.',
      }),
    ),
    format: Type.Optional(Type.Literal('cloudevents', { description: 'Each event as a CloudEvent of the standard.' })),
  },
  { additionalProperties: false },
)
/** A person in the browser, or at the machine; everybody else has a key. */
const triggers: Readonly<Record<string, RunTrigger | undefined>> = { session: 'ui', operator: 'cli' }
const inputsLimit = 8 * 1024 * 1024
const jsonMembers = 100_000

/** Runs: started, followed, cancelled, suspended and resumed. */
export function runRoutes(app: RouteRegistrar, runs: Runs): void {
  app.route({
    method: 'POST',
    path,
    operationId: 'startPlaybook',
    summary: 'Start a playbook',
    description:
      'Answers when the run is on disk; from then on it goes on by itself, also when the server dies. With `wait_seconds` the answer has the run as it ' +
      'is when it has ended or the time is over. `Idempotency-Key` is kept as long as the run: a start may be repeated after any failure.',
    permission: 'playbooks:write',
    body: startBody,
    bodyLimit: inputsLimit,
    jsonMembers,
    idempotent: 'handler',
    longRunning: true,
    example: { summary: 'Wait for its end', body: { playbook_id: 'greet', inputs: { name: 'Ada' }, wait_seconds: 10 } },
    responses: { 201: shown },
    errors: { 409: ['conflict'] },
    async handler(request, reply) {
      const { principal, body, idempotency, signal } = request
      const { wait_seconds = 0, inputs = {}, ...asked } = body
      const trigger = triggers[principal.via] ?? 'api'
      const started = await runs.start({ ...asked, inputs, trigger, principal, request: idempotency })
      if (started.replayed) reply.header('idempotency-replayed', 'true')
      reply.status(201).header('location', `${request.baseUrl}${path}/${started.run.id}`)
      return runs.ended(principal.workspace_id, started.run.id, wait_seconds, signal)
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listPlaybookRuns',
    summary: 'List the runs of playbooks',
    description: 'The newest first. What a run was given and gave is in the run itself.',
    permission: 'playbooks:read',
    query: Type.Object(
      {
        playbook_id: text,
        status: Type.Optional(runStatus),
        trigger: text,
        parent_run_id: text,
        label: Type.Optional(Type.String({ minLength: 3, maxLength: 300, description: 'Written as `name=value`.' })),
        limit,
        cursor,
      },
      { additionalProperties: false },
    ),
    responses: {
      200: {
        description: 'A page of runs',
        schema: page(listedRun),
        example: { items: [exampleListedRun], next_cursor: null },
      },
    },
    handler: ({ query, principal }) => runs.list(principal.workspace_id, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getPlaybookRun',
    summary: 'One run',
    permission: 'playbooks:read',
    params: runParams,
    responses: { 200: shown },
    handler: ({ params, principal }) => runs.get(principal.workspace_id, params.run_id),
  })

  app.route({
    method: 'GET',
    path: `${one}/tasks`,
    operationId: 'listPlaybookTasks',
    summary: 'The tasks that a run has executed',
    description:
      'In the order in which they began. Of a value over 32 KiB only the size is shown; the task itself has it whole.',
    permission: 'playbooks:read',
    params: runParams,
    query: Type.Object({ name: text, status: text, limit, cursor }, { additionalProperties: false }),
    responses: {
      200: { description: 'A page of tasks', schema: page(task), example: { items: [exampleTask], next_cursor: null } },
    },
    handler: ({ params, query, principal }) => runs.tasks(principal.workspace_id, params.run_id, query),
  })

  app.route({
    method: 'GET',
    path: `${one}/tasks/:task_id`,
    operationId: 'getPlaybookTask',
    summary: 'One task of a run, with its values whole',
    permission: 'playbooks:read',
    params: taskParams,
    responses: { 200: { description: 'The task', schema: task, example: exampleTask } },
    handler: ({ params, principal }) => runs.task(principal.workspace_id, params.run_id, params.task_id),
  })

  app.route({
    method: 'GET',
    path: `${one}/events`,
    operationId: 'streamPlaybookRunEvents',
    summary: 'Stream the events of a run',
    description:
      'Server-sent events, stored: what happened before comes first, also after the run has ended; `done` is the last, whatever `types` says. `Last-Event-ID` ' +
      'resumes behind an event. What an agent says comes as it does; `content_reset` takes back what it has said since its last event.',
    permission: 'playbooks:read',
    params: runParams,
    query: eventQuery,
    responses: {
      200: {
        description: 'The events',
        contentType: 'text/event-stream',
        events: runEvents,
        example: 'id: 1\nevent: workflow.started\ndata: {"type":"workflow.started","id":"1","data":{}}\n\n',
      },
    },
    longRunning: true,
    handler({ params, query, principal, headers, signal }, reply) {
      const asked = {
        after: lastEventId(headers['last-event-id']),
        types: query.types?.split(',').map(type => type.trim()),
        format: query.format,
      }
      return reply.sse(runs.events(principal.workspace_id, params.run_id, asked, signal))
    },
  })

  for (const { verb, operationId, summary, description, act } of actions(runs))
    app.route({
      method: 'POST',
      path: `${one}/${verb}`,
      operationId,
      summary,
      description,
      permission: 'playbooks:write',
      params: runParams,
      body: reasonBody,
      example: { summary: 'With the reason', body: { reason: 'The order was withdrawn.' } },
      responses: { 202: shown },
      errors: { 409: ['conflict'] },
      handler({ params, body, principal }, reply) {
        reply.status(202)
        return act(principal.workspace_id, params.run_id, body.reason ?? `${principal.username} asked for it.`)
      },
    })

  app.route({
    method: 'POST',
    path: `${one}/resume`,
    operationId: 'resumePlaybookRun',
    summary: 'Resume a run',
    description:
      'A suspended run goes on. In a faulted one the task that faulted runs again, with the key it had; what has finished stays. With `from_task` that ' +
      'task and all behind it run again, also in a run that was cancelled or has completed; their old records stay, `superseded`. `version` moves the run ' +
      'to that version, if every task that has finished stands there unchanged. With any of the three you must have started the run or be an admin, with the scopes that the run has.',
    permission: 'playbooks:write',
    params: runParams,
    body: resumeBody,
    bodyLimit: inputsLimit,
    jsonMembers,
    example: { summary: 'From a task', body: { from_task: 'charge', reason: 'The card works again.' } },
    responses: { 202: shown },
    errors: { 409: ['conflict'] },
    handler({ params, body, principal }, reply) {
      reply.status(202)
      const reason = body.reason ?? `${principal.username} asked for it.`
      return runs.resume(principal, params.run_id, { ...body, reason })
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deletePlaybookRun',
    summary: 'Delete a run that has ended',
    permission: 'playbooks:write',
    params: runParams,
    responses: { 204: { description: 'Gone' } },
    errors: { 409: ['conflict'] },
    handler: ({ params, principal }) => runs.delete(principal.workspace_id, params.run_id),
  })
}

function actions(runs: Runs) {
  return [
    {
      verb: 'cancel',
      operationId: 'cancelPlaybookRun',
      summary: 'Cancel a run',
      description: 'No new step begins, and what is in flight is ended. What a finished step has done stays done.',
      act: runs.cancel.bind(runs),
    },
    {
      verb: 'suspend',
      operationId: 'suspendPlaybookRun',
      summary: 'Suspend a run',
      description: 'The step that is under way ends, and no other begins until somebody resumes the run.',
      act: runs.suspend.bind(runs),
    },
  ]
}

function lastEventId(header: string | undefined): number {
  if (header === undefined || header === '') return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const message = 'must be the id of an event of this run, a whole number'
  throw new ValidationError(`header Last-Event-ID ${message}`, [{ path: '/last-event-id', message }])
}
