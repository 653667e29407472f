import type { JsonObject, ToolEffect } from '@svc/plugin'
import type { AppRunner } from '@svc/plugin/contracts/agent-apps'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import type { AgentAppManifest } from '../generated/agent-app-manifest.ts'
import type { AgentAppsConfig } from '../generated/config.ts'
import type { AppDefinition, AppLimits, AppPermissions } from './app-definition.ts'
import { readEntry } from './entry-rules.ts'
import { readExamples } from './example-files.ts'
import { effectProblems, limitProblems, nameProblems, scheduleProblems, toolProblems } from './manifest-rules.ts'
import { isToolFolder, problemIn, readManifestText, readToolText } from './manifest-text.ts'
import type { ManifestText } from './manifest-text.ts'
import { readSchemas } from './schema-sections.ts'
import type { SchemaSections } from './schema-sections.ts'

/** What a folder is checked against, beside itself. */
interface DefinitionContext {
  /** The folder's name. */
  name: string
  /** Names of all folders beside it. */
  names: ReadonlySet<string>
  /** What the operator configured: caps of limits, and the values of each app. */
  settings: AgentAppsConfig
  /** Names of the server's tools; null while they are not known. */
  tools: ReadonlySet<string> | null
  /** What calling a tool does; null when that is not known. */
  effectOf: (tool: string) => ToolEffect | null
  /** Tools of the server that are no folders: their names are taken. */
  taken: ReadonlySet<string>
}

type Definition = { definition: AppDefinition } | { problems: AppProblem[] }

const allRunners: readonly AppRunner[] = ['api', 'ui', 'cli', 'job', 'playbook']

/** The values that the operator configured for an app, or a tool, of this name. */
function configuredFor({ name, settings: { apps } }: DefinitionContext): JsonObject {
  // An app may have any name, also that of a property which every object has.
  return (Object.hasOwn(apps, name) ? apps[name] : undefined) ?? {}
}

/** Checks a folder's manifest and all that it refers to, short of compiling. Every problem is collected. */
export function readDefinition(source: SourceFolder, context: DefinitionContext): Definition {
  return isToolFolder(source) ? readTool(source, context) : readApp(source, context)
}

function readApp(source: SourceFolder, context: DefinitionContext): Definition {
  const text = readManifestText(source)
  if ('problems' in text) return text
  const { manifest } = text
  const entry = readEntry(text, manifest.entry, source)
  const keys = { inputs: 'inputs', outputs: 'outputs' } as const
  const schemas = readSchemas(
    text,
    { inputs: manifest.inputs, outputs: manifest.outputs },
    keys,
    configuredFor(context),
  )
  const examples = readExamples(text, source, schemas.validateInputs)
  const problems = [
    ...nameProblems(text, context),
    ...entry.problems,
    ...schemas.problems,
    ...toolProblems(text, context.tools),
    ...limitProblems(text, context.settings),
    ...scheduleProblems(text, schemas.validateInputs),
    ...examples.problems,
  ]
  if (problems.length > 0 || !entry.entry || !schemas.validateInputs) return { problems }
  return {
    definition: {
      ...commonParts(text, schemas, source),
      kind: 'app',
      display_name: manifest.display_name ?? null,
      inputs: manifest.inputs,
      outputs: manifest.outputs ?? null,
      // A prompt is nothing but a question to the model.
      permissions: permissionsOf(manifest, { agent: manifest.entry.type === 'prompt' }),
      // What a playbook calls is not in the manifest; each of its calls meets its own grant.
      effect: manifest.entry.type === 'playbook' ? 'external' : null,
      icon: iconOf(source, undefined).icon,
      runners: manifest.runners ?? allRunners,
      schedule: manifest.schedule
        ? {
            timezone: 'UTC',
            inputs: {},
            ...(manifest.schedule as { cron: string; timezone?: string; inputs?: JsonObject }),
          }
        : null,
      examples: examples.examples,
      entry: entry.entry,
      validateInputs: schemas.validateInputs,
    },
  }
}

function readTool(source: SourceFolder, context: DefinitionContext): Definition {
  const text = readToolText(source)
  if ('problems' in text) return text
  const { manifest } = text
  const entry = readEntry(text, { type: 'module', file: manifest.entry?.file ?? 'tool.ts' }, source)
  const keys = { inputs: 'input_schema', outputs: 'output_schema' } as const
  const { input_schema: inputs, output_schema: outputs } = manifest
  const schemas = readSchemas(text, { inputs, outputs }, keys, configuredFor(context))
  const examples = readExamples(text, source, schemas.validateInputs)
  const icon = iconOf(source, manifest.icon)
  const permissions = permissionsOf(manifest, { agent: false })
  const problems = [
    ...nameProblems(text, context),
    ...entry.problems,
    ...schemas.problems,
    ...toolProblems(text, context.tools),
    ...effectProblems(text, permissions, context),
    ...limitProblems(text, context.settings),
    ...icon.problems(text),
    ...examples.problems,
  ]
  if (problems.length > 0 || !entry.entry || !schemas.validateInputs) return { problems }
  return {
    definition: {
      ...commonParts(text, schemas, source),
      kind: 'tool',
      display_name: manifest.title ?? manifest.display_name ?? null,
      inputs,
      outputs: outputs ?? null,
      permissions,
      effect: manifest.effect,
      icon: icon.icon,
      runners: [],
      schedule: null,
      examples: examples.examples,
      entry: entry.entry,
      validateInputs: schemas.validateInputs,
    },
  }
}

function commonParts({ manifest }: ManifestText, schemas: SchemaSections, source: SourceFolder) {
  return {
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    limits: { ...defaultLimits, ...manifest.limits },
    config: schemas.config,
    configSchema: manifest.config ?? null,
    hash: source.hash,
    validateOutput: schemas.validateOutput,
  }
}

function permissionsOf(
  { permissions = {} }: Pick<AgentAppManifest, 'permissions'>,
  otherwise: { agent: boolean },
): AppPermissions {
  return {
    agent: permissions.agent ?? otherwise.agent,
    tools: permissions.tools ?? [],
    memory: permissions.memory ?? 'none',
    files: permissions.files ?? 'none',
    datasets: permissions.datasets ?? 'none',
    network: permissions.network ?? [],
  }
}

export const defaultLimits: AppLimits = {
  timeout_ms: 30_000,
  cpu_ms: 1000,
  memory_mb: 64,
  output_bytes: 1024 * 1024,
  log_bytes: 256 * 1024,
  tool_calls: 50,
  tokens: 20_000,
  concurrency: 4,
}

const maxBytes = 16 * 1024

/** The icon that a manifest names, or the folder's icon.svg, as a `data:` URL. */
function iconOf(
  source: SourceFolder,
  named: string | undefined,
): { icon: string | null; problems: (text: ManifestText) => AppProblem[] } {
  const none = () => []
  if (named !== undefined && !named.endsWith('.svg')) return { icon: named, problems: none }
  const bytes = source.files.get(named ?? 'icon.svg')
  if (bytes !== undefined && bytes.length <= maxBytes) {
    return { icon: `data:image/svg+xml;base64,${Buffer.from(bytes).toString('base64')}`, problems: none }
  }
  if (named === undefined) return { icon: null, problems: none }
  const message =
    bytes === undefined
      ? `there is no file ${named} in this folder. Add it, or name one that is there.`
      : `${named} has more than ${maxBytes} bytes. Make it smaller.`
  return { icon: null, problems: text => [problemIn(text, ['icon'], message)] }
}
