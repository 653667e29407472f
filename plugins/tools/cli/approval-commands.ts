import type { JsonObject, Page } from '@svc/plugin'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { AnyApproval, RunApproval, ToolApproval } from '@svc/plugin/library/approvals/approval-schemas'
import type { Commands } from '../generated/commands.ts'

const path = '/api/approvals'
const shownArguments = 60
const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** `svc approvals list` */
export async function listApprovals({ client, io, options }: CommandContext<Commands['approvals list']>) {
  const query = new URLSearchParams({ limit: String(options.limit ?? 50) })
  if (!options.all) query.set('status', 'pending')
  if (options.cursor !== undefined) query.set('cursor', options.cursor)
  const page = await client.request<Page<AnyApproval>>('GET', `${path}?${query}`)
  const more = page.next_cursor === null ? '' : `\nThere are more: --cursor ${page.next_cursor}`
  const none = options.all ? 'No call has waited yet.' : 'No call waits.'
  io.result(page, page.items.length > 0 ? table(page.items) + more : none)
  return 0
}

function table(items: readonly AnyApproval[]): string {
  return columns([['APPROVAL', 'STATUS', 'WHAT', 'ASKED BY', 'UNTIL', 'ABOUT'], ...items.map(row)])
}

function row(approval: AnyApproval): string[] {
  const { approval_id, status, expires_at } = approval
  const [what, by, about] =
    approval.kind === 'tool'
      ? [approval.tool_name, approval.requested_by.username, approval.arguments]
      : [plain(approval.title), `playbook ${approval.playbook}`, approval.data]
  return [approval_id, status, what, by, expires_at, cut(JSON.stringify(about))]
}

/** `svc approvals show` */
export async function showApproval({ arguments: { id }, client, io }: CommandContext<Commands['approvals show']>) {
  const approval = await client.request<AnyApproval>('GET', `${path}/${encodeURIComponent(id)}`)
  io.result(approval, approval.kind === 'tool' ? described(approval) : question(approval))
  const command =
    approval.kind === 'tool'
      ? `svc approvals approve ${id}`
      : `svc playbooks approve ${approval.run_id} --approval ${id}`
  if (approval.status === 'pending') io.note(`\nDecide it: ${command}, or svc approvals deny ${id}`)
  return 0
}

function described(approval: ToolApproval): string {
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
  const answer = result === null ? '' : `\n${values('Result', result)}`
  return `${columns(rows)}\n${values('Arguments', approval.arguments)}${answer}`
}

function values(name: string, value: unknown): string {
  return `\n${name}:\n${JSON.stringify(value, null, 2)}`
}

function question({
  approval_id,
  status,
  title,
  body,
  data,
  form,
  playbook,
  run_id,
  expires_at,
  ...rest
}: RunApproval) {
  const decided = rest.decisions.map(({ username, decision }) => `${decision} by ${username}`).join(', ')
  const rows = [
    ['Approval', approval_id],
    ['Status', status],
    ['Title', plain(title)],
    ['Asked by', `the run ${run_id} of the playbook ${playbook}`],
    ['Open until', expires_at],
    ...(decided === '' ? [] : [['Decided', decided]]),
  ]
  const parts = [body === null ? '' : `\n${plain(body)}`, data === null ? '' : values('About', data)]
  return [columns(rows), ...parts, form === null ? '' : values('Form', form)].filter(Boolean).join('\n')
}

function originText({ kind, app, session_id: conversation }: JsonObject): string {
  if (typeof app === 'string') return `in the agent app ${app}`
  if (typeof conversation === 'string') return `in the conversation ${conversation}`
  return kind === 'mcp' ? 'over MCP' : 'over the API'
}

/** `svc approvals approve` */
export async function approveCall(context: CommandContext<Commands['approvals approve']>): Promise<number> {
  const { io } = context
  const approval = await decide(context, 'approve')
  if (approval.kind === 'playbook') {
    const still = approval.status === 'pending' ? ' More people have to approve.' : ' The run goes on.'
    io.result(approval, `"${plain(approval.title)}" is approved.${still}`)
    return 0
  }
  const { error, result, tool_name: tool } = approval
  if (error !== null) {
    io.result(approval, `${tool} was approved and failed. ${plain(`${error.code}: ${error.message}`)}`)
    return 1
  }
  if (approval.finished_at === null) {
    io.result(approval, `${tool} is approved and still runs.`)
    return 0
  }
  io.note(`${tool} ran once. It answered:`)
  io.result(approval, JSON.stringify(result, null, 2))
  return 0
}

/** `svc approvals deny` */
export async function denyCall(context: CommandContext<Commands['approvals deny']>): Promise<number> {
  const approval = await decide(context, 'deny')
  const what =
    approval.kind === 'tool' ? `${approval.tool_name} is denied. Nothing ran.` : `"${plain(approval.title)}" is denied.`
  context.io.result(approval, what)
  return 0
}

type Decision = Commands['approvals approve'] | Commands['approvals deny']

function decide({ arguments: { id }, options, client }: CommandContext<Decision>, how: 'approve' | 'deny') {
  const { reason } = options
  return client.request<AnyApproval>('POST', `${path}/${encodeURIComponent(id)}/${how}`, reason ? { reason } : {})
}

/** Text of others, without characters that move the cursor or turn text around. */
function plain(text: string): string {
  return text.replace(unprintable, ' ')
}

function cut(text: string): string {
  const line = plain(text)
  return line.length > shownArguments ? `${line.slice(0, shownArguments - 1).toWellFormed()}…` : line
}
