import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

/** `svc ml env`: the two variables with which clients of MLflow log into this workspace. */
export async function showEnvironment(context: CommandContext<Commands['ml env']>): Promise<number> {
  const { client, io } = context
  const { base_url } = await client.request<{ base_url: string }>('GET', '/api/developer/platform')
  const variables = { MLFLOW_TRACKING_URI: base_url, MLFLOW_TRACKING_TOKEN: '$SVC_API_KEY' }
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}="${value}"`)
  io.result(variables, lines.join('\n'))
  io.note('SVC_API_KEY is a developer key with the scopes ml:read and ml:write; it names the workspace.')
  return 0
}
