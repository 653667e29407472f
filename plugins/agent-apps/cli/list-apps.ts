import type { JsonValue, Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { AgentAppSummary } from '@svc/plugin/contracts/agent-apps'
import { problemText } from '../catalog/problem-text.ts'

const pageSize = 200

/** `svc app list` */
export async function listApps(context: CliContext): Promise<number> {
  const items = await allApps(context)
  const width = Math.max(0, ...items.map(({ name }) => name.length))
  const lines = items.map(({ name, version, description, enabled, error }) => {
    const state = enabled ? '' : ' (switched off)'
    const line = `${name.padEnd(width)}  ${version ?? '-'}${state}  ${description ?? ''}`.trimEnd()
    return error ? `${line}\n${problemText(error)}` : line
  })
  context.result(
    { items } as unknown as JsonValue,
    lines.length > 0 ? lines.join('\n') : 'There are no agent apps. Make one with "svc app new <name>".',
  )
  return 0
}

async function allApps(context: CliContext): Promise<AgentAppSummary[]> {
  const items: AgentAppSummary[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await context.api(
      'GET',
      `/api/agent-apps?limit=${pageSize}${after}`,
    )) as unknown as Page<AgentAppSummary>
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null)
  return items
}
