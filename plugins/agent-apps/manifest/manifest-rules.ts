import type { JsonObject, ToolEffect } from '@svc/plugin'
import { messageOf } from '@svc/plugin'
import { closestWord } from '@svc/plugin/library/closest-word'
import type { AppProblem } from '@svc/plugin/contracts/sandbox'
import { Cron } from 'croner'
import type { AgentAppsConfig } from '../generated/config.ts'
import type { AgentAppManifest } from '../generated/agent-app-manifest.ts'
import type { SandboxedToolManifest } from '../generated/tool-manifest.ts'
import type { AppPermissions } from './app-definition.ts'
import { leastEffect, rankOf } from './least-effect.ts'
import { problemIn } from './manifest-text.ts'
import type { ManifestText } from './manifest-text.ts'
import type { SchemaValidator } from './schema-validator.ts'

/** Paths of the API stand where an app or a tool of this name would. */
const reservedNames = { app: new Set(['runs']), tool: new Set(['calls', 'grants']) }
/** `<server>__<tool>`: of a remote server, which may be away while the folders are read. */
const remoteTool = /^.+__.+$/

/** The folder's name is the app's name; two apps of one name cannot be. */
export function nameProblems(
  text: ManifestText,
  folder: { name: string; names: ReadonlySet<string>; taken: ReadonlySet<string> },
): AppProblem[] {
  const { name } = text.manifest
  const kind = 'kind' in text.manifest ? 'tool' : 'app'
  if (reservedNames[kind].has(name))
    return [problemIn(text, ['name'], `"${name}" is a path of the API. Choose another name.`)]
  if (kind === 'tool' && folder.taken.has(name))
    return [problemIn(text, ['name'], `the server has a tool "${name}" already. Choose another name.`)]
  if (name === folder.name) return []
  if (folder.names.has(name)) {
    const message = `the ${kind} "${name}" is already in the folder ${name}; this folder is ${folder.name}. Give this ${kind} its own name: "${folder.name}".`
    return [problemIn(text, ['name'], message)]
  }
  const message = `"${name}" differs from the folder's name, ${folder.name}. Rename one of them.`
  return [problemIn(text, ['name'], message)]
}

/** A tool that is named must be there: a wrong name would only show when the app calls it. */
export function toolProblems(text: ManifestText, tools: ReadonlySet<string> | null): AppProblem[] {
  if (!tools) return []
  const problems: AppProblem[] = []
  for (const [index, tool] of (text.manifest.permissions?.tools ?? []).entries()) {
    if (tools.has(tool) || remoteTool.test(tool)) continue
    const suggestion = closestWord(tool, tools)
    const remedy = suggestion
      ? `Did you mean "${suggestion}"?`
      : `There are: ${[...tools].sort().join(', ') || 'none'}.`
    problems.push(problemIn(text, ['permissions', 'tools', index], `there is no tool "${tool}". ${remedy}`))
  }
  return problems
}

/** A tool that says it does less than it may do would be called where a person should have been asked. */
export function effectProblems(
  text: ManifestText<SandboxedToolManifest>,
  permissions: AppPermissions,
  { effectOf }: { effectOf: (tool: string) => ToolEffect | null },
): AppProblem[] {
  const { effect } = text.manifest
  const least = leastEffect(permissions, tool => effectOf(tool) ?? 'read')
  if (rankOf(effect) >= rankOf(least.effect)) return []
  const message = `"${effect}" is less than what the permissions allow: ${least.because} is "${least.effect}". Write "${least.effect}", or take the permission away.`
  return [problemIn(text, ['effect'], message)]
}

type Cap = Extract<keyof AgentAppsConfig, `max_${string}`>

/** A manifest asks, the operator's configuration caps. */
export function limitProblems(text: ManifestText, caps: Pick<AgentAppsConfig, Cap>): AppProblem[] {
  const problems: AppProblem[] = []
  for (const [limit, asked] of Object.entries(text.manifest.limits ?? {})) {
    const cap = caps[`max_${limit}` as Cap]
    if (typeof asked !== 'number' || asked <= cap) continue
    const remedy = `Ask for less, or have the operator raise plugins.agent-apps.max_${limit}.`
    problems.push(problemIn(text, ['limits', limit], `${asked} is over this server's cap of ${cap}. ${remedy}`))
  }
  return problems
}

export function scheduleProblems(
  text: ManifestText<AgentAppManifest>,
  validateInputs: SchemaValidator | null,
): AppProblem[] {
  const { schedule, runners } = text.manifest
  if (!schedule) return []
  const problems: AppProblem[] = []
  const zone = schedule.timezone ?? 'UTC'
  if (!isTimeZone(zone)) {
    problems.push(
      problemIn(
        text,
        ['schedule', 'timezone'],
        `"${zone}" is no time zone. Write an IANA name, such as Europe/London or UTC.`,
      ),
    )
  }
  const cronFault = faultOfCron(schedule.cron)
  if (cronFault) problems.push(problemIn(text, ['schedule', 'cron'], cronFault))
  if (runners && !runners.includes('job')) {
    problems.push(
      problemIn(text, ['schedule'], 'scheduled runs are jobs, and "runners" does not have "job". Add it there.'),
    )
  }
  const inputs = structuredClone((schedule.inputs ?? {}) as JsonObject)
  for (const { path, message } of validateInputs?.(inputs) ?? []) {
    problems.push(
      problemIn(
        text,
        ['schedule', 'inputs'],
        `inputs${path} ${message}: the inputs of a scheduled run must fit the schema in "inputs".`,
      ),
    )
  }
  return problems
}

export function newCron(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-or-6-parts', paused: true })
}

function faultOfCron(cron: string): string | null {
  const fields = 'Write five fields, minute hour day month weekday, such as "0 9 * * 1-5".'
  try {
    if (newCron(cron, 'UTC').nextRun() === null) return `"${cron}" never comes. ${fields}`
    return null
  } catch (error) {
    return `"${cron}" is no cron expression: ${messageOf(error).replace(/^CronPattern: /, '')}. ${fields}`
  }
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
