import type { JsonObject, JsonValue } from '@svc/plugin'
import type { AgentAppSummary } from '@svc/plugin/contracts/agent-apps'
import { errorOf } from './app-entry.ts'
import type { AppEntry } from './app-entry.ts'

/** An app as the list shows it; a broken folder with its error, and with its last good version if there is one. */
export function summaryOf(entry: AppEntry, enabled: boolean): AgentAppSummary {
  const definition = entry.app?.definition
  const error = errorOf(entry.problems)
  return {
    name: entry.name,
    version: definition?.version ?? null,
    display_name: definition?.display_name ?? null,
    description: definition?.description ?? null,
    inputs: definition?.inputs ?? null,
    outputs: definition?.outputs ?? null,
    permissions: { ...definition?.permissions } as JsonObject,
    limits: { ...definition?.limits } as JsonObject,
    runners: [...(definition?.runners ?? [])],
    enabled,
    examples: (definition?.examples ?? []).map(example => ({ ...example }) as JsonValue),
    ...(error && { error }),
  }
}
