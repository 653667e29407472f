import type { Page, ToolManifest } from '@svc/plugin'
import type { AgentAppSummary } from '@svc/plugin/contracts/agent-apps'
import type { CommandClient, CommandContext } from '@svc/plugin/contracts/cli'
import { problemsText, problemText } from '../catalog/problem-text.ts'
import type { SandboxedToolSummary } from '../tools/sandboxed-tool-summary.ts'

/** `svc app list` */
export async function listApps(context: CommandContext): Promise<number> {
  const items = await allPages<AgentAppSummary>(context.client, '/api/agent-apps')
  const width = Math.max(0, ...items.map(({ name }) => name.length))
  const lines = items.map(({ name, version, description, enabled, error }) => {
    const state = enabled ? '' : ' (switched off)'
    const line = `${name.padEnd(width)}  ${version ?? '-'}${state}  ${description ?? ''}`.trimEnd()
    return error ? `${line}\n${problemText(error)}` : line
  })
  context.io.result(
    { items },
    lines.length > 0 ? lines.join('\n') : `There are no agent apps. Make one with "${context.io.svc} app new <name>".`,
  )
  return 0
}

/** `svc tool list` */
export async function listTools(context: CommandContext): Promise<number> {
  const folders = await allPages<SandboxedToolSummary>(context.client, '/api/sandboxed-tools')
  const tools = await allPages<ToolManifest>(context.client, '/api/tools')
  const broken = folders.filter(({ error }) => error !== undefined)
  const width = Math.max(0, ...tools.map(({ name }) => name.length))
  const lines = tools.map(({ name, effect, title }) => `${name.padEnd(width)}  ${effect.padEnd(11)}  ${title}`)
  const faults = broken.map(({ name, error }) => `${name} is broken:\n${problemsText(error?.problems ?? [])}`)
  context.io.result(
    { items: tools, broken },
    [...lines, ...faults].join('\n') || `There are no tools. Make one with "${context.io.svc} tool new <name>".`,
  )
  return 0
}

const pageSize = 200

/** Every item of a list of the API, page after page. */
async function allPages<Item>(client: CommandClient, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await client.request<Page<Item>>('GET', `${path}?limit=${pageSize}${after}`)
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}
