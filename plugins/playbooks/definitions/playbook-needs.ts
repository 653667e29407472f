import type { JsonObject, JsonValue } from '@svc/plugin'
import { expressionIn } from '../interpreter/rules/template.ts'
import { functionName } from '../interpreter/rules/functions.ts'
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
  const found = foundIn(definition)
  const { use: named } = definition as JsonObject
  const use = isObject(named) ? named : {}
  const has = (call: string): boolean => found.calls.some(each => each.call === call)
  const namesFor = (call: string): string[] => [
    ...new Set(found.calls.flatMap(({ call: made, name }) => (made === call && isLiteral(name) ? [name] : []))),
  ]
  return {
    agent: has('agent'),
    tools: [...new Set([...namesFor('tool'), ...found.agentTools])],
    apps: namesFor('app'),
    playbooks: [...new Set(found.playbooks)],
    network: has('http'),
    secrets: Array.isArray(use['secrets']) ? use['secrets'].map(String) : [],
    sql: has('sql'),
    memory: has('memory.search'),
    approvals: has('approval'),
  }
}

/** Whether it calls a tool, app or playbook that an expression names: which one is not known beforehand. */
export function namesByExpression(definition: object): boolean {
  const { calls, hasUnknown } = foundIn(definition)
  return hasUnknown || calls.some(({ call, name }) => (call === 'tool' || call === 'app') && !isLiteral(name))
}

/** A name that is known before the run comes to it. */
function isLiteral(name: JsonValue | undefined): name is string {
  return typeof name === 'string' && expressionIn(name) === null
}

interface Found {
  calls: { call: string; name: JsonValue | undefined }[]
  playbooks: string[]
  /** Those that its agents may call. */
  agentTools: string[]
  /** A playbook, or tools of an agent, that an expression names. */
  hasUnknown: boolean
}

function foundIn(definition: object): Found {
  const found: Found = { calls: [], playbooks: [], agentTools: [], hasUnknown: false }
  const { do: tasks, use } = definition as JsonObject
  collect(tasks, found)
  if (isObject(use)) collect(use['functions'], found)
  return found
}

function collect(value: JsonValue | undefined, found: Found): void {
  if (Array.isArray(value)) for (const item of value) collect(item, found)
  if (!isObject(value)) return
  const { call, with: given, run } = value
  if (typeof call === 'string') {
    const name = functionName(call)
    found.calls.push({ call: name, name: isObject(given) ? given['name'] : undefined })
    const tools = name === 'agent' && isObject(given) && Array.isArray(given['tools']) ? given['tools'] : []
    found.agentTools.push(...tools.filter(isLiteral))
    if (tools.some(tool => !isLiteral(tool))) found.hasUnknown = true
  }
  if (isObject(run) && isObject(run['workflow'])) {
    const { name } = run['workflow']
    if (isLiteral(name)) found.playbooks.push(name)
    else found.hasUnknown = true
  }
  // What tasks carry is theirs: only what may hold tasks is gone into.
  for (const [key, inner] of Object.entries(value)) if (!dataKeys.has(key)) collect(inner, found)
}

const dataKeys = new Set(['with', 'set', 'metadata', 'input', 'output', 'export', 'raise', 'emit'])
