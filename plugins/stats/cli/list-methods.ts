import { NotFoundError } from '@svc/plugin'
import type { JsonSchema } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

interface ListedMethod {
  method: string
  title: string
  description: string
  variables: JsonSchema
  options: JsonSchema
}

/** `svc stats methods` */
export async function listMethods(context: CommandContext<Commands['stats methods']>): Promise<number> {
  const { items } = await context.client.request<{ items: ListedMethod[] }>('GET', '/api/stats/methods')
  const wanted = context.arguments.method
  if (wanted === undefined) {
    const width = Math.max(0, ...items.map(({ method }) => method.length))
    const lines = items.map(({ method, title }) => `${method.padEnd(width)}  ${title}`)
    context.io.result(items, lines.join('\n'))
    return 0
  }
  const found = items.find(({ method }) => method === wanted)
  if (!found) throw new NotFoundError(`There is no method ${JSON.stringify(wanted)}. "svc stats methods" lists them.`)
  const { title, description, variables, options } = found
  const text = [`${title}\n${description}`, ...part('Variables', variables), ...part('Options', options)].join('\n')
  context.io.result(found, text)
  return 0
}

function part(title: string, schema: JsonSchema): string[] {
  const entries = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  if (entries.length === 0) return []
  const required = (schema['required'] ?? []) as string[]
  const lines = entries.map(([name, about]) => {
    const marks = [required.includes(name) ? 'required' : '', kindOf(about)].filter(mark => mark !== '').join(', ')
    return `  ${name} (${marks})  ${String(about['description'] ?? '')}`.trimEnd()
  })
  return [`\n${title}`, ...lines]
}

function kindOf(schema: JsonSchema): string {
  const measures = schema['x-measures'] as string[] | undefined
  const kind = schema['type'] === 'array' && measures ? 'columns' : String(schema['type'] ?? 'value')
  const words = schema['enum'] as unknown[] | undefined
  const fallback = schema['default'] === undefined ? '' : `; default ${JSON.stringify(schema['default'])}`
  if (words) return `${words.join(' | ')}${fallback}`
  return measures ? `${kind === 'columns' ? 'columns' : 'column'}: ${measures.join(' or ')}` : `${kind}${fallback}`
}
