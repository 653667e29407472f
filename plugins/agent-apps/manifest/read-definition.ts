import type { JsonObject } from '@svc/plugin'
import type { AppRunner } from '@svc/plugin/contracts/agent-apps'
import type { AppProblem, SourceFolder } from '@svc/plugin/contracts/sandbox'
import type { LimitCaps } from '../agent-apps-config.ts'
import type { AgentAppManifest } from '../generated/agent-app-manifest.ts'
import type { AppDefinition, AppLimits, AppPermissions } from './app-definition.ts'
import { readEntry } from './entry-rules.ts'
import { readExamples } from './example-files.ts'
import { readManifestText } from './manifest-text.ts'
import { limitProblems, nameProblems, scheduleProblems, toolProblems } from './manifest-rules.ts'
import { readSchemas } from './schema-sections.ts'

/** What a folder is checked against, beside itself. */
export interface DefinitionContext {
  /** The folder's name. */
  name: string
  /** Names of all folders beside it. */
  names: ReadonlySet<string>
  caps: LimitCaps
  /** What the operator configured for this app. */
  config: JsonObject
  /** Names of the server's tools; null while they are not known. */
  tools: ReadonlySet<string> | null
}

const allRunners: readonly AppRunner[] = ['api', 'ui', 'cli', 'job', 'playbook']

/** Checks a folder's manifest and all that it refers to, short of compiling. Every problem is collected. */
export function readDefinition(
  source: SourceFolder,
  context: DefinitionContext,
): { definition: AppDefinition } | { problems: AppProblem[] } {
  const text = readManifestText(source)
  if ('problems' in text) return text
  const { manifest } = text
  const entry = readEntry(text, source)
  const schemas = readSchemas(text, context.config)
  const examples = readExamples(text, source, schemas.validateInputs)
  const problems = [
    ...nameProblems(text, context),
    ...entry.problems,
    ...schemas.problems,
    ...toolProblems(text, context.tools),
    ...limitProblems(text, context.caps),
    ...scheduleProblems(text, schemas.validateInputs),
    ...examples.problems,
  ]
  if (problems.length > 0 || !entry.entry || !schemas.validateInputs) return { problems }
  return {
    definition: {
      name: manifest.name,
      version: manifest.version,
      display_name: manifest.display_name ?? null,
      description: manifest.description,
      inputs: manifest.inputs,
      outputs: manifest.outputs ?? null,
      permissions: permissionsOf(manifest),
      limits: limitsOf(manifest),
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
      config: schemas.config,
      configSchema: manifest.config ?? null,
      hash: source.hash,
      validateInputs: schemas.validateInputs,
      validateOutput: schemas.validateOutput,
    },
  }
}

function permissionsOf({ permissions = {}, entry }: AgentAppManifest): AppPermissions {
  return {
    // A prompt is nothing but a question to the model.
    agent: permissions.agent ?? entry.type === 'prompt',
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

function limitsOf({ limits = {} }: AgentAppManifest): AppLimits {
  return { ...defaultLimits, ...limits }
}
