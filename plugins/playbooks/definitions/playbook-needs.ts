import type { JsonObject, JsonValue } from '@svc/plugin'
import { functionName } from './checks/check-calls.ts'
import { isObject } from './mistakes.ts'

/** What a definition reaches of the workspace and the world. */
export interface PlaybookNeeds {
  agent: boolean
  tools: string[]
  apps: string[]
  playbooks: string[]
  network: boolean
  secrets: string[]
  sql: boolean
  memory: boolean
  approvals: boolean
}

/** Looks through everything that a definition says, whether it can be run or not. */
export function needsOf(definition: object): PlaybookNeeds {
  const { do: tasks, use: named } = definition as JsonObject
  const found: Found = { calls: [], playbooks: [] }
  collect(tasks, found)
  const use = isObject(named) ? named : {}
  collect(use['functions'], found)
  const has = (call: string): boolean => found.calls.some(each => each.call === call)
  const namesFor = (call: string): string[] => [
    ...new Set(found.calls.flatMap(each => (each.call === call && typeof each.name === 'string' ? [each.name] : []))),
  ]
  return {
    agent: has('agent'),
    tools: namesFor('tool'),
    apps: namesFor('app'),
    playbooks: [...new Set(found.playbooks)],
    network: has('http'),
    secrets: Array.isArray(use['secrets']) ? use['secrets'].map(String) : [],
    sql: has('sql'),
    memory: has('memory.search'),
    approvals: has('approval'),
  }
}

interface Found {
  calls: { call: string; name: JsonValue | undefined }[]
  playbooks: string[]
}

function collect(value: JsonValue | undefined, found: Found): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found)
  if (!isObject(value)) return
  const { call, with: given, run } = value
  if (typeof call === 'string')
    found.calls.push({ call: functionName(call), name: isObject(given) ? given['name'] : undefined })
  if (isObject(run) && isObject(run['workflow'])) found.playbooks.push(String(run['workflow']['name']))
  // What tasks carry is theirs: only what may hold tasks is gone into.
  for (const [key, inner] of Object.entries(value)) if (!dataKeys.has(key)) collect(inner, found)
}

const dataKeys = new Set(['with', 'set', 'metadata', 'input', 'output', 'export', 'raise', 'emit'])
