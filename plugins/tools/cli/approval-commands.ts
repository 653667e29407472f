import type { JsonObject, Page } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Approval } from '@svc/plugin/contracts/tools'
import type { Commands } from '../generated/commands.ts'

const path = '/api/approvals'
const shownArguments = 60
const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** `svc approvals list` */
export async function listApprovals({ client, io, options }: CommandContext<Commands['approvals list']>) {
  const query = new URLSearchParams({ limit: String(options.limit ?? 50) })
  if (!options.all) query.set('status', 'pending')
  const page = await client.request<Page<Approval>>('GET', `${path}?${query}`)
  if (page.next_cursor !== null) io.note('There are more. See them with --limit.')
  const none = options.all ? 'No call has waited yet.' : 'No call waits.'
  io.result(page, page.items.length > 0 ? table(page.items) : none)
  return 0
}

function table(items: readonly Approval[]): string {
  const rows = items.map(({ approval_id, tool_name, arguments: input, requested_by, expires_at, status }) => [
    approval_id,
    status,
    tool_name,
    requested_by.username,
    expires_at,
    cut(JSON.stringify(input)),
  ])
  return columns([['APPROVAL', 'STATUS', 'TOOL', 'ASKED BY', 'UNTIL', 'ARGUMENTS'], ...rows])
}

/** `svc approvals show` */
export async function showApproval({ arguments: { id }, client, io }: CommandContext<Commands['approvals show']>) {
  const approval = await client.request<Approval>('GET', `${path}/${encodeURIComponent(id)}`)
  io.result(approval, described(approval))
  if (approval.status === 'pending') io.note(`\nDecide it: svc approvals approve ${id}, or svc approvals deny ${id}`)
  return 0
}

function described(approval: Approval): string {
  const { approval_id, tool_name, status, origin, requested_by, decided_by, reason, result, error } = approval
  const by = requested_by.key_id === null ? '' : ` with the key ${requested_by.key_id}`
  const rows = [
    ['Approval', approval_id],
    ['Status', `${status}${decided_by === null ? '' : ` by ${decided_by.username}`}`],
    ['Tool', tool_name],
    ['Asked by', `${requested_by.username}${by}, ${originText(origin as JsonObject)}`],
    ['Asked at', approval.created_at],
    ['Open until', approval.expires_at],
    ...(reason === null ? [] : [['Reason', plain(reason)]]),
    ...(error === null ? [] : [['Error', plain(`${error.code}: ${error.message}`)]]),
  ]
  const values = (name: string, value: unknown) => `\n${name}:\n${JSON.stringify(value, null, 2)}`
  const answer = result === null ? '' : `\n${values('Result', result)}`
  return `${columns(rows)}\n${values('Arguments', approval.arguments)}${answer}`
}

function originText({ kind, app, session_id: conversation }: JsonObject): string {
  if (typeof app === 'string') return `in the agent app ${app}`
  if (typeof conversation === 'string') return `in the conversation ${conversation}`
  return kind === 'mcp' ? 'over MCP' : 'over the API'
}

/** `svc approvals approve` */
export async function approveCall(context: CommandContext<Commands['approvals approve']>): Promise<number> {
  const approval = await decide(context, 'approve')
  const { error, result, tool_name: tool } = approval
  if (error !== null) {
    context.io.result(approval, `${tool} was approved and failed. ${plain(`${error.code}: ${error.message}`)}`)
    return 1
  }
  if (approval.finished_at === null) {
    context.io.result(approval, `${tool} is approved and still runs.`)
    return 0
  }
  context.io.note(`${tool} ran once. It answered:`)
  context.io.result(approval, JSON.stringify(result, null, 2))
  return 0
}

/** `svc approvals deny` */
export async function denyCall(context: CommandContext<Commands['approvals deny']>): Promise<number> {
  const approval = await decide(context, 'deny')
  context.io.result(approval, `${approval.tool_name} is denied. Nothing ran.`)
  return 0
}

type Decision = Commands['approvals approve'] | Commands['approvals deny']

function decide({ arguments: { id }, options, client }: CommandContext<Decision>, how: 'approve' | 'deny') {
  const { reason } = options
  return client.request<Approval>('POST', `${path}/${encodeURIComponent(id)}/${how}`, reason ? { reason } : {})
}

/** Text of others, without characters that move the cursor or turn text around. */
function plain(text: string): string {
  return text.replace(unprintable, ' ')
}

function cut(text: string): string {
  const line = plain(text)
  return line.length > shownArguments ? `${line.slice(0, shownArguments - 1).toWellFormed()}…` : line
}
