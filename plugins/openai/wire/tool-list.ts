import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatTool } from '@svc/plugin/contracts/models'
import { isGiven, isObject } from './faults.ts'
import type { Faults } from './faults.ts'

const maxTools = 512

/**
 * Reads `tools` of a body; undefined when there are none to read. `readTool` reads one as its API writes it: null for one that is wrong,
 * which it has added to the faults.
 */
export function toolList(
  body: JsonObject,
  faults: Faults,
  {
    readTool,
    namePath,
  }: { readTool(tool: JsonValue, path: string, faults: Faults): ChatTool | null; namePath: string },
): ChatTool[] | undefined {
  const value = body['tools']
  if (!isGiven(value)) return undefined
  if (!Array.isArray(value) || value.length > maxTools) {
    faults.add('/tools', `must be a list of up to ${maxTools} tools`)
    return undefined
  }
  const places = new Map<ChatTool, string>()
  for (const [index, item] of value.entries()) {
    const tool = readTool(item, `/tools/${index}`, faults)
    if (tool) places.set(tool, `/tools/${index}${namePath}`)
  }
  const tools = [...places.keys()]
  const names = new Set<string>()
  for (const [{ name }, place] of places) {
    if (names.has(name)) faults.add(place, `${name} stands in the list twice`)
    names.add(name)
  }
  return tools
}

/** A tool that may have no parameters. */
export function chatTool(
  name: string,
  description: JsonValue | undefined,
  parameters: JsonValue | undefined,
): ChatTool {
  return {
    name,
    description: typeof description === 'string' ? description.toWellFormed() : '',
    parameters: isObject(parameters) ? parameters : { type: 'object', properties: {} },
  }
}
