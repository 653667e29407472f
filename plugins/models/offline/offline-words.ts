import type { Principal } from '@svc/plugin'
import type { ChatTool } from '@svc/plugin/contracts/models'

/** Only the person who starts the server sets its environment; only admins and owners add providers. */
const waysToConnect: Record<Principal['role'], string> = {
  owner:
    'To connect a model, open Admin, Models in the browser. Or set SVC_MODEL_BASE_URL to an OpenAI-compatible server and restart, or send POST /api/models/providers, with "scope": "installation" for everybody on this server.',
  admin:
    'To connect a model for this workspace, add a provider with POST /api/models/providers; with "scope": "installation" it serves everybody on this server. For a model server in a private network, ask its owner to set SVC_MODEL_BASE_URL and restart.',
  user: 'To get a model, ask the owner of this server to connect one: SVC_MODEL_BASE_URL connects it for everybody.',
}

/** How the caller gets a model, by what their role lets them do. */
export function howToConnect({ role }: Pick<Principal, 'role'>): string {
  return waysToConnect[role]
}

export function offlineNotice(principal: Pick<Principal, 'role'>): string {
  return `svc/offline is no language model: it only quotes the text it is given. ${howToConnect(principal)}`
}

const mostTools = 20

/** Who answers, what it can do here, and how to get more. */
export function introduction(tools: readonly ChatTool[], principal: Pick<Principal, 'role'>): string {
  return [
    'I am svc/offline, no language model: I cannot hold a conversation, reason or write. No model is connected here, or this one was asked for by name.',
    'What I can do:\n- Quote: send a question, an empty line, and the text that has the answer, and I give back the sentences that fit best.\n' +
      '- Quote what this workspace remembers, with its source. I was given nothing of it that fits this question.\n' +
      `- ${toolLine(tools)}`,
    howToConnect(principal),
  ].join('\n\n')
}

function toolLine(tools: readonly ChatTool[]): string {
  if (tools.length === 0) return 'Run tools by name, where there are any; none can be called here.'
  const names = tools.slice(0, mostTools).map(({ name }) => name)
  const more = tools.length > mostTools ? ` and ${tools.length - mostTools} more` : ''
  return `Run a tool by name: ${sampleCall(tools)}. Tools here: ${names.join(', ')}${more}.`
}

/** A call that works as it stands, of the first tool whose schema has an example for all that it requires. */
function sampleCall(tools: readonly ChatTool[]): string {
  for (const { name, parameters } of tools) {
    const required = parameters['required']
    if (!Array.isArray(required) || required.length === 0) continue
    const sample = required.map(property => [property, exampleOf(parameters['properties'], String(property))] as const)
    if (sample.every(([, example]) => example !== undefined))
      return `/${name} ${JSON.stringify(Object.fromEntries(sample))}`
  }
  return `/${tools[0]?.name} {"key": "value"}`
}

function exampleOf(properties: unknown, name: string): unknown {
  const schema = (properties as Record<string, { examples?: unknown } | undefined> | undefined)?.[name]
  return Array.isArray(schema?.examples) ? schema.examples[0] : undefined
}
