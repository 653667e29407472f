import type { ChatTool } from '@svc/plugin/contracts/models'

export const howToConnect =
  'To connect a model, set SVC_MODEL_BASE_URL to an OpenAI-compatible server and restart, or add a provider with POST /api/models/providers.'

export const offlineNotice = `svc/offline is no language model: it only quotes the text it is given. ${howToConnect}`

const mostTools = 20

/** Who answers, what it can do here, and how to get more. */
export function introduction(tools: readonly ChatTool[]): string {
  return [
    'I am svc/offline, no language model: I cannot hold a conversation, reason or write. No model is connected here, or this one was asked for by name.',
    'What I can do:\n- Quote: send a question, an empty line, and the text that has the answer, and I give back the sentences that fit best.\n' +
      '- Quote what this workspace remembers, with its source. I was given nothing of it that fits this question.\n' +
      `- ${toolLine(tools)}`,
    howToConnect,
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
