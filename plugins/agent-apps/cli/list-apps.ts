import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { AgentAppSummary } from '@svc/plugin/contracts/agent-apps'
import { problemText } from '../catalog/problem-text.ts'
import { allPages } from './all-pages.ts'

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
