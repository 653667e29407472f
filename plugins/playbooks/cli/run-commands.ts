import type { JsonObject, Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { ListedRun, ShownRun } from '../runs/shown-run.ts'
import { readObject, readPairs } from './given-values.ts'
import { plain, runsText, runText } from './texts.ts'

const path = '/api/playbooks/runs'
const runPath = (id: string): string => `${path}/${encodeURIComponent(id)}`

/** `svc playbooks start` */
export async function startPlaybook(context: CommandContext<Commands['playbooks start']>): Promise<number> {
  const { client, io, options, rest, arguments: given } = context
  const pairs = readPairs([...(options.input ?? []), ...rest])
  const inputs = { ...(await readObject(options.inputs, '--inputs', io.cwd)), ...pairs }
  const version: JsonObject = options.release === undefined ? {} : { version: options.release }
  const run = await client.request<ShownRun>('POST', path, { playbook_id: given.playbook, inputs, ...version })
  if (options.watch) return watch(context, run.id)
  io.result(run, run.id)
  io.note(`Follow it: svc playbooks watch ${run.id}`)
  return 0
}

/** `svc playbooks runs` */
export async function listRuns(context: CommandContext<Commands['playbooks runs']>): Promise<number> {
  const { client, io, options, arguments: given } = context
  const query = new URLSearchParams({ limit: String(options.limit ?? 50) })
  if (given.playbook !== undefined) query.set('playbook_id', given.playbook)
  if (options.status !== undefined) query.set('status', options.status)
  const page = await client.request<Page<ListedRun>>('GET', `${path}?${query.toString()}`)
  if (page.next_cursor !== null) io.note('There are more. See them with --limit.')
  io.result(page, page.items.length > 0 ? runsText(page.items) : 'There are no such runs.')
  return 0
}

/** `svc playbooks watch`: until the run ends. */
export function watchRun(context: CommandContext<Commands['playbooks watch']>): Promise<number> {
  return watch(context, context.arguments.run)
}

/** Says each step as it comes; 1 when the run does not complete. */
async function watch({ client, io }: CommandContext, id: string): Promise<number> {
  const events = await client.events('GET', `${runPath(id)}/events`)
  if (events === null) io.note('No server runs, so the run goes on when one does.')
  else for await (const { type, data } of events) say(io, id, type, data)
  const run = await client.request<ShownRun>('GET', runPath(id))
  io.result(run, runText(run))
  if (run.status === 'faulted')
    io.note(
      `Go on with the task that failed: svc playbooks resume ${id} (with --release ${run.version} in the playbook as it is now, once you have repaired it)`,
    )
  return run.status === 'faulted' || run.status === 'cancelled' ? 1 : 0
}

function say(io: CommandContext['io'], id: string, type: string, event: JsonObject): void {
  const { task, name, title, approval_id: approval, error } = event['data'] as JsonObject
  if (type === 'approval.requested' && typeof approval === 'string')
    io.note(`asks: ${plain(String(title))} (svc playbooks approve ${id} --approval ${approval})`)
  else if (type.startsWith('task.') || type.startsWith('workflow.')) {
    const where = typeof task === 'string' ? ` ${task}` : ''
    const called = typeof name === 'string' ? ` ${plain(name)}` : ''
    const why = typeof error === 'object' && error !== null && 'title' in error ? `: ${plain(String(error.title))}` : ''
    io.note(`${type}${called}${where}${why}`)
  }
}

type Acts = Commands['playbooks cancel'] | Commands['playbooks suspend'] | Commands['playbooks resume']

async function act({ client, io, arguments: given }: CommandContext<Acts>, what: string, body: JsonObject) {
  const run = await client.request<ShownRun>('POST', `${runPath(given.run)}/${what}`, body)
  const isEnding = what === 'cancel' && run.status !== 'cancelled'
  io.result(run, isEnding ? `${run.id} ends with the step under way.` : `${run.id} is ${run.status}.`)
  if (what === 'resume') io.note(`Follow it: svc playbooks watch ${run.id}`)
  return 0
}

const because = (reason: string | undefined): JsonObject => (reason === undefined ? {} : { reason })

/** `svc playbooks cancel` */
export function cancelRun(context: CommandContext<Commands['playbooks cancel']>): Promise<number> {
  return act(context, 'cancel', because(context.options.reason))
}

/** `svc playbooks suspend` */
export function suspendRun(context: CommandContext<Commands['playbooks suspend']>): Promise<number> {
  return act(context, 'suspend', because(context.options.reason))
}

/** `svc playbooks resume` */
export function resumeRun(context: CommandContext<Commands['playbooks resume']>): Promise<number> {
  const { from, reason, release } = context.options
  const to: JsonObject = release === undefined ? {} : { version: release }
  return act(context, 'resume', { ...because(reason), ...(from !== undefined && { from_task: from }), ...to })
}

type Decisions = Commands['playbooks approve'] | Commands['playbooks deny']

async function decide(context: CommandContext<Decisions>, how: 'approve' | 'deny', form: JsonObject): Promise<number> {
  const { client, io, options, arguments: given } = context
  const which: JsonObject = options.approval === undefined ? {} : { approval_id: options.approval }
  const body = { ...which, ...because(options.reason), ...form }
  const approval = await client.request<JsonObject>('POST', `${runPath(given.run)}/${how}`, body)
  io.result(approval, `${plain(String(approval['title']))}: ${String(approval['status'])}`)
  return 0
}

/** `svc playbooks approve` */
export async function approveRun(context: CommandContext<Commands['playbooks approve']>): Promise<number> {
  const { form } = context.options
  const filled: JsonObject = form === undefined ? {} : { form: await readObject(form, '--form', context.io.cwd) }
  return decide(context, 'approve', filled)
}

/** `svc playbooks deny` */
export function denyRun(context: CommandContext<Commands['playbooks deny']>): Promise<number> {
  return decide(context, 'deny', {})
}
