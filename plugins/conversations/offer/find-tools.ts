import type { JsonObject, JsonValue, ToolManifest } from '@svc/plugin'
import type { ChatTool } from '@svc/plugin/contracts/models'
import { guessTokens } from '../history/token-count.ts'
import type { ToolGroups } from './tool-groups.ts'

export const findToolsName = 'find_tools'
const mostWhole = 5
const mostNamed = 8
const mostLine = 140
const mostShortLine = 70

/** What a model is offered in place of all the tools that it does not need at once. */
export const findTools: ChatTool = {
  name: findToolsName,
  description:
    'Finds more tools of this workspace and makes the best of them callable: e-mail, notes, tasks, files, data, statistics, web, dates, agent apps, other servers. Use it before you say that something cannot be done.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What the tool is to do, in a few English words.' } },
    required: ['query'],
    additionalProperties: false,
  },
}

/** What a model is answered, and the tools that it can call from then on. */
export interface FoundTools {
  result: JsonObject
  tools: ToolManifest[]
}

/** The best of the ranked tools whole, as many as `room` tokens hold and at least one; of some more the names. */
export function foundTools(ranked: readonly ToolManifest[], groups: ToolGroups, room: number): FoundTools {
  let left = room
  const whole = new Map<ToolManifest, JsonObject>()
  for (const tool of ranked.slice(0, mostWhole)) {
    const shown = wholeTool(tool, groups)
    const tokens = guessTokens(JSON.stringify(shown))
    // The best is shown whatever its size; of the others a small one may still have room.
    if (tokens > left && whole.size > 0) continue
    left -= tokens
    whole.set(tool, shown)
  }
  const others = ranked.filter(tool => !whole.has(tool)).slice(0, mostNamed)
  const more = others.map(({ name, description, title }) => ({
    name,
    description: firstLine(description || title, mostShortLine),
  }))
  const note = 'Call what fits. To get one of `more`, find it by its name.'
  return {
    result: { tools: [...whole.values()], ...(more.length > 0 && { more, note }) },
    tools: [...whole.keys()],
  }
}

/** The answer to words that fit nothing: what there is, each group by its own name, as far as `room` tokens hold it. */
export function allNames(tools: readonly ToolManifest[], groups: ToolGroups, room: number): FoundTools {
  const names = [...new Set(tools.map(({ name }) => groups.of(name) ?? name))]
  const kept: string[] = []
  let left = room
  for (const name of names) {
    left -= guessTokens(`"${name}",`)
    if (left < 0) break
    kept.push(name)
  }
  const message = 'No tool fits these words. Try others, or the name of one of these.'
  const more = names.length - kept.length
  return { result: { tools: [], message, names: kept, ...(more > 0 && { names_left_out: more }) }, tools: [] }
}

function wholeTool(tool: ToolManifest, groups: ToolGroups): JsonObject {
  const { name, title, description, input_schema } = tool
  const group = groups.of(name)
  return {
    name,
    ...(group !== null && { call: `${group} with {"tool": "${name}", "arguments": …}` }),
    description: firstLine(description || title),
    input_schema: input_schema as JsonValue,
  }
}

function firstLine(text: string, most = mostLine): string {
  const [line = ''] = text.split(/(?<=[.!?]) |\n/, 1)
  return line.length <= most
    ? line
    : `${line
        .slice(0, most)
        .toWellFormed()
        .replace(/\s+\S*$/, '')} …`
}
