import type { PluginOutcome } from '@svc/plugin'
import { faultsInWords } from '../plan/plan.ts'
import type { PlannedPlugin } from '../plan/plan.ts'
import type { CollectingEnv } from './plugin-env.ts'

/** A plugin and what became of it. */
export class BootedPlugin {
  readonly planned: PlannedPlugin
  /** Null until its setup begins. */
  env: CollectingEnv | null = null
  outcome: PluginOutcome
  error: string | null
  setupMs: number | null = null

  constructor(planned: PlannedPlugin) {
    this.planned = planned
    this.outcome = startingOutcome(planned)
    this.error = planned.enabled ? reasonOf(planned) : null
  }

  get id(): string {
    return this.planned.loaded.manifest.id
  }

  get title(): string {
    return this.planned.loaded.manifest.title
  }

  get isRunning(): boolean {
    return this.outcome === 'running'
  }

  /** Why its routes cannot answer, or null when they can. The whole reason may name paths: only who writes the plugin reads it here. */
  unavailable(): string | null {
    if (this.isRunning) return null
    if (this.outcome === 'disabled') return this.#offInWords()
    const reason = this.planned.loaded.isDeveloped ? `: ${this.error}` : '. "svc plugin list" on the server says why.'
    return `${this.title} is not available, it is ${this.outcome}${reason}`
  }

  #offInWords(): string {
    const remedy =
      this.planned.origin === null
        ? `Switch it on with "svc plugin enable ${this.id}"`
        : `Switch it on in the server's configuration (plugins.${this.id}.enabled)`
    return `The plugin ${this.id} (${this.title}) is off. ${remedy} and start the server again.`
  }

  fail(outcome: 'failed' | 'degraded', error: string): void {
    this.outcome = outcome
    this.error = error
  }
}

function startingOutcome({ loaded, enabled, waiting, missing }: PlannedPlugin): PluginOutcome {
  if (!enabled) return 'disabled'
  if (waiting) return 'waiting-for-owner'
  if (loaded.faults.length > 0) return 'failed'
  return missing === null ? 'running' : 'degraded'
}

function reasonOf({ waiting, missing, loaded }: PlannedPlugin): string | null {
  if (!waiting) return loaded.faults.length > 0 ? faultsInWords(loaded) : missing
  return `Its manifest has changed since it was enabled. Read ${loaded.file}, then enable it again: svc plugin enable ${loaded.manifest.id}.`
}
