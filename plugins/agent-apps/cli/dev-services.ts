import { ForbiddenError, NotFoundError } from '@svc/plugin'
import type { HttpServer, JsonValue, ToolManifest } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { ownScopes } from '../runs/app-permissions.ts'
import type { CapabilityServices } from '../runs/capabilities.ts'
import type { AppWorkbench } from './app-workbench.ts'

/** What an app in development can call: the models configured here, tools and API through whichever server `svc` talks to. */
export function devServices(context: CommandContext, { models, clock }: AppWorkbench): CapabilityServices {
  const services = { models, clock, tools: toolsOf(context), http: httpOf(context) }
  return { ...services, scopesOf: () => [], callerScopes: ownScopes, callerNow: caller => Promise.resolve(caller) }
}

/** The server checks the call once more, as one of the author's own. */
function toolsOf(context: CommandContext): CapabilityServices['tools'] {
  return {
    get: name => toolNamed(name),
    async call({ name, arguments: values }) {
      const answer = await context.client.request<{ result?: JsonValue; approval_id?: string }>(
        'POST',
        `/api/tools/${encodeURIComponent(name)}/call`,
        {
          arguments: values,
        },
      )
      if (answer.approval_id !== undefined) throw approvalRequired(name, answer.approval_id)
      if (answer.result === undefined) throw new NotFoundError(`The tool "${name}" gave no result.`)
      return { tool_name: name, result: answer.result, is_error: false, duration_ms: 0 }
    },
  }
}

function approvalRequired(name: string, approvalId: string): ForbiddenError {
  const remedy = `Grant the tool to your key (PUT /api/tools/${name}/grant), or mock it in a test`
  return new ForbiddenError(
    'approval_required',
    `Calling ${name} waits for a person as ${approvalId}, for which a run cannot wait. ${remedy}.`,
  )
}

function toolNamed(name: string): ToolManifest {
  const annotations = { read_only: false, destructive: false, open_world: true }
  return {
    name,
    title: name,
    description: '',
    input_schema: {},
    effect: 'external',
    annotations,
    plugin: '',
    permission: null,
  }
}

function httpOf(context: CommandContext): Pick<HttpServer, 'dispatch'> {
  return {
    dispatch: async ({ method, path, body }) => ({
      status: 200,
      headers: {},
      body: await context.client.request(method, path, body),
    }),
  }
}
