import type { JsonValue } from '@svc/plugin'
import type { ManualClock } from '@svc/plugin/testing'
import { createRequire } from 'node:module'
import type { WorkflowDefinition } from '../../plugins/playbooks/definitions/workflow.ts'
import { ExpressionError } from '../../plugins/playbooks/expressions/expressions.ts'
import type { Expressions } from '../../plugins/playbooks/expressions/expressions.ts'
import { Stopped } from '../../plugins/playbooks/interpreter/fault.ts'
import { usualLimits } from '../../plugins/playbooks/interpreter/limits.ts'
import type { Effect, EffectOutcome, Ports, RunEnd, RunLimits } from '../../plugins/playbooks/interpreter/ports.ts'
import { runWorkflow } from '../../plugins/playbooks/interpreter/run-workflow.ts'
import { MemoryJournal } from '../../plugins/playbooks/journal/memory-journal.ts'

interface Jq {
  json(input: unknown, program: string): unknown
}

const jq = createRequire(import.meta.url)('jq-web') as Promise<Jq>

/** The real jq, in this process. */
export const plainJq: Expressions = {
  async evaluate(programs, input, variables) {
    const names = Object.keys(variables)
    const bound = names.map(name => `.variables.${name} as $${name} | `).join('')
    const fields = Object.entries(programs).map(([name, program]) => `${JSON.stringify(name)}: [${program}\n]`)
    try {
      const text = `${bound}.input | {${fields.join(', ')}}`
      const found = (await jq).json({ input, variables }, text) as Record<string, unknown[]>
      return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, values[0] ?? null]))
    } catch (error) {
      throw new ExpressionError(String(error), { cause: error })
    }
  },
}

export interface PlaybookTestOptions {
  perform?: (effect: Effect) => Promise<EffectOutcome>
  withdraw?: (reference: string) => void
  clock: ManualClock
  inputs?: JsonValue
  limits?: Partial<RunLimits>
}

/** A run of the interpreter over a journal in memory: advanced as often as a test likes, as if by a new process each time. */
export class PlaybookTestRun {
  readonly journal: MemoryJournal
  readonly #definition: WorkflowDefinition
  readonly #options: PlaybookTestOptions
  readonly #startedAt: number
  #count = 0
  #nudge = Promise.withResolvers<void>()

  constructor(tasks: WorkflowDefinition['do'], options: PlaybookTestOptions, more: Partial<WorkflowDefinition> = {}) {
    const document = { dsl: '1.0.3', namespace: 'default', name: 'test', version: '1.0.0' }
    this.#definition = { document, do: tasks, ...more }
    this.#options = options
    this.#startedAt = options.clock.now()
    this.journal = new MemoryJournal('prun_1', { create: prefix => `${prefix}_${(this.#count += 1)}` })
  }

  nudge(): void {
    this.#nudge.resolve()
    this.#nudge = Promise.withResolvers()
  }

  advance(signal: AbortSignal = new AbortController().signal): Promise<RunEnd> {
    const { journal } = this
    const facts = {
      id: 'prun_1',
      definition: this.#definition,
      inputs: this.#options.inputs ?? {},
      started_at: this.#startedAt,
      started_by: null,
      trigger: 'api',
      deadline_at: this.#startedAt + 1000 * 60 * 60 * 24 * 30,
      tasks: journal.frames.length,
      context: journal.context,
      frames: journal.tree,
    }
    return runWorkflow(facts, this.#ports(), signal)
  }

  /** Begins to advance and dies when `isDue` says so of an effect: nothing that follows is written. */
  async crash(isDue: (effect: Effect) => boolean): Promise<void> {
    const end = new AbortController()
    const { perform } = this.#options
    this.#options.perform = async effect => {
      if (!isDue(effect)) return (perform ?? nothing)(effect)
      end.abort(new Stopped('killed'))
      throw end.signal.reason
    }
    await this.advance(end.signal).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error
    })
    if (perform) this.#options.perform = perform
    else delete this.#options.perform
  }

  /** Names of the tasks that completed, in the order in which they began. */
  get done(): string[] {
    return this.journal.frames.filter(({ status }) => status === 'completed').map(({ name }) => name)
  }

  get live(): string[] {
    return this.journal.frames.filter(frame => frame.ended_at === null).map(({ reference }) => reference)
  }

  #ports(): Ports {
    const { perform = nothing, withdraw, clock, limits } = this.#options
    return {
      journal: this.journal,
      effects: {
        perform: effect => perform(effect),
        endOfEvents: () => null,
        withdraw: frame => Promise.resolve(withdraw?.(frame.reference)),
      },
      expressions: plainJq,
      schemaFault: () => null,
      secrets: names => Object.fromEntries(names.map(name => [name, `secret of ${name}`])),
      clock,
      random: () => 0.5,
      limits: { ...usualLimits, ...limits },
      runtime: { name: 'svc', version: '1' },
      nudged: () => this.#nudge.promise,
      reload: frame => this.journal.reload(frame),
    }
  }
}

function nothing(effect: Effect): Promise<EffectOutcome> {
  return Promise.reject(new Error(`Nothing performs ${effect.kind} ${String(effect.call)}.`))
}
