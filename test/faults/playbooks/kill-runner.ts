// A program that advances the runs of a home as a server does, until none can go on, for tests that kill it. Its argument is a
// {@link RunnerTask} as JSON. Models, tools and endpoints are at one host outside, which counts what reaches it; people and events
// answer at once. It prints how the first run stands.
import type { JsonValue } from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import { Decisions } from '../../../plugins/playbooks/approvals/decisions.ts'
import type { TaskList } from '../../../plugins/playbooks/definitions/workflow.ts'
import { AgentCall } from '../../../plugins/playbooks/effects/agent-call.ts'
import { askPeople } from '../../../plugins/playbooks/effects/approval-call.ts'
import { childRun } from '../../../plugins/playbooks/effects/child-run.ts'
import { emitEvent } from '../../../plugins/playbooks/effects/emit-event.ts'
import { callHttp } from '../../../plugins/playbooks/effects/http-call.ts'
import { callTool } from '../../../plugins/playbooks/effects/tool-call.ts'
import type { ToolServices } from '../../../plugins/playbooks/effects/tool-call.ts'
import type { Effect, EffectOutcome } from '../../../plugins/playbooks/interpreter/ports.ts'
import { journalStore } from '../../../plugins/playbooks/journal/journal-store.ts'
import { taskStore } from '../../../plugins/playbooks/journal/task-store.ts'
import type { RunRow } from '../../../plugins/playbooks/journal/run-row.ts'
import { emittedEvent } from '../../../plugins/playbooks/listening/cloud-events.ts'
import { endOfEvents, listenForEvents } from '../../../plugins/playbooks/listening/listen-call.ts'
import { Advance } from '../../../plugins/playbooks/runs/advance.ts'
import { RunStarter } from '../../../plugins/playbooks/runs/run-starter.ts'
import { openMarks, systemClock } from '../../rooms/open-rooms.ts'
import { advanceOptions, openPlaybookRoom, savedCallers, testEgress } from '../../rooms/plugins/playbooks.ts'
import { testPrincipal } from '../../support/test-principal.ts'

export interface RunnerTask {
  home: string
  workspaceId: string
  /** From 1. */
  life: number
  /** `127.0.0.1:PORT` */
  host: string
  /** By name; one run of the first is started. */
  playbooks: Record<string, TaskList>
}

const task = JSON.parse(process.argv[2] ?? '') as RunnerTask
const { workspaceId, life, host, playbooks } = task
const room = await openPlaybookRoom(task.home)
const clock = systemClock
const { data } = room.planes
const events = room.eventLog(clock)
const egress = testEgress([host])
const principal = testPrincipal({ workspace_id: workspaceId })
const person = testPrincipal({ workspace_id: workspaceId, user_id: 'usr_2', username: 'bob' })

async function post(path: string, key: string | undefined): Promise<JsonValue> {
  const headers = { 'idempotency-key': String(key) }
  const response = await fetch(`http://${host}${path}`, { method: 'POST', headers })
  return (await response.json()) as JsonValue
}

/** Calls the first of its tools first, and answers with what that gives. */
const models: Pick<Models, 'stream'> = {
  async *stream({ messages, idempotency_key, tools: [offered] = [] }) {
    await post('/model', idempotency_key)
    const result = messages.find(({ role }) => role === 'tool')
    if (result) yield { type: 'content', delta: result.content }
    else yield { type: 'tool_call', call: { id: 'call_1', name: offered?.name ?? '', arguments: '{}' } }
    const usage = { prompt_tokens: 10, completion_tokens: 5 }
    yield { type: 'done', finish_reason: result ? 'stop' : 'tool_calls', usage, model: 'fake' }
  },
}

/** What `destroy…` does may not be done twice, unless the tool says that it heeds its key. */
const tools: ToolServices['tools'] = {
  get(name) {
    const destructive = name.startsWith('destroy')
    const annotations = { read_only: false, destructive, open_world: true }
    const facts = { title: name, description: name, input_schema: { type: 'object' as const }, annotations }
    const effect = destructive ? 'destructive' : 'external'
    return { name, ...facts, effect, idempotent: name === 'destroy_by_key', plugin: 'test', permission: null }
  },
  async call({ name, origin }) {
    const key = origin?.kind === 'playbook' ? origin.idempotency_key : undefined
    const result = await post(`/${name}`, key)
    return { tool_name: name, result, is_error: false, effect: 'external', duration_ms: 0 }
  },
}

const starter = new RunStarter({
  data,
  marks: openMarks(room.planes, 'playbooks'),
  events,
  callers: savedCallers,
  wake: () => undefined,
  cancelHere: () => undefined,
  ids: room.ids,
  clock,
  maxInputBytes: 1024 * 1024,
  maxLiveRuns: 100,
})

function forStart(_workspaceId: string, name: string) {
  const document = { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' }
  const definition = { document, do: playbooks[name] ?? [] }
  return { id: `pb_${name}`, name, version: '1.0.0', revision: 1, definition }
}

const services = { data, events, clock, ids: room.ids, models, tools, approvals: undefined }
const children = { data, playbooks: { forStart }, starter, wake: () => undefined, now: () => clock.now() }

async function perform(run: RunRow, effect: Effect): Promise<EffectOutcome> {
  const { kind, call, frame, isResumed, signal } = effect
  const place = { workspaceId, runId: run.id }
  if (kind === 'emit') return emitEvent(services, place, effect)
  if (kind === 'listen') return listenForEvents(services, { ...place, principal }, effect)
  if (kind === 'run') return childRun(children, run, principal, effect)
  if (call === 'http') return callHttp(egress, workspaceId, effect)
  if (call === 'approval') return askPeople(services, { workspaceId, run }, effect)
  if (call === 'agent') {
    const caller = () => Promise.resolve(principal)
    const agent = { ...services, caller, namesTool: () => true, checkBudget: () => undefined, say: () => undefined }
    return new AgentCall(agent, effect, workspaceId, run.id).run()
  }
  const { name } = effect.arguments as { name: string }
  const asked = { name, arguments: {}, principal, isNamed: true, runId: run.id, frame, key: frame.key }
  const answer = await callTool(services, { ...asked, signal, isRepeated: isResumed, onCrash: effect.onCrash })
  return 'waiting' in answer ? answer : { output: answer.result }
}

const advance = new Advance({
  ...advanceOptions(room, clock, () => Promise.reject(new Error('Each run has effects of its own.'))),
  events,
  effectsFor: run => ({
    effects: {
      perform: effect => perform(run, effect),
      withdraw: () => Promise.resolve(),
      endOfEvents: () => endOfEvents(services, workspaceId),
    },
    secrets: () => ({}),
  }),
})

const decisions = new Decisions({
  data,
  events,
  audit: { append: () => Promise.resolve() },
  tools: undefined,
  clock,
  changed: () => undefined,
})

/** What runs wait for comes: people say yes, and an event happens. */
async function answerWaiting(): Promise<void> {
  for (const { id: run_id } of runs()) {
    const waiting = data.use(workspaceId, db => taskStore.waiting(db, run_id))
    for (const { waiting: text } of waiting) {
      const { kind, approval_id } = JSON.parse(text ?? '{}') as { kind?: string; approval_id?: string }
      if (kind === 'approval') await decisions.decideAbout(person, approval_id ?? '', 'approved', {})
      if (kind === 'event') happen(run_id)
    }
  }
}

function happen(run_id: string): void {
  const event = { specversion: '1.0', id: 'go', source: 'https://test', type: 'test.go', data: 'gone' }
  data.use(workspaceId, db =>
    db.transaction(() => {
      events.append(db, workspaceId, [{ type: emittedEvent, data: { event, run_id } }])
      journalStore.nudge(db, { run_id, now: clock.now() })
    }),
  )
}

const anyRun = { playbook_id: null, status: null, trigger: null, parent_run_id: null, label: null, label_value: null }

function runs(): RunRow[] {
  return data.use(workspaceId, db => journalStore.list(db, { ...anyRun, before: '~', limit: 100 }))
}

let jobs = 0
/** Goes on with what can go on; false: all of it waits. */
async function goOn(): Promise<boolean> {
  const due = data.use(workspaceId, db => [...journalStore.running(db), ...journalStore.due(db, clock.now(), 100)])
  for (const { id: run_id, claims } of due) {
    const { signal } = new AbortController()
    const job_id = `job_${life}_${(jobs += 1)}`
    await advance.run({ run_id, claims, job_id, workspace_id: workspaceId, attempt: 1, signal })
  }
  return due.length > 0
}

const [first = ''] = Object.keys(playbooks)
const request = { key_hash: 'first', body_hash: '' }
const playbook = forStart(workspaceId, first)
const { run } = starter.start({ playbook, inputs: { count: 0 }, trigger: 'api', principal, request })
while (runs().some(({ ended_at }) => ended_at === null)) {
  if (await goOn()) continue
  await answerWaiting()
  const next = data.use(workspaceId, db => journalStore.nextWake(db, 0)) ?? 0
  await clock.sleep(Math.max(0, next - clock.now()))
}
const ended = data.use(workspaceId, db => journalStore.get(db, run.id))
const names = runs().map(({ name }) => name)
const { status, output, error, usage } = ended ?? run
process.stdout.write(`${JSON.stringify({ status, output, error, usage, names: names.toSorted() })}\n`)
await room.planes.close()
process.exit(0)
