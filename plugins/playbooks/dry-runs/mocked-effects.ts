import type { JsonObject, JsonValue } from '@svc/plugin'
import { isObject } from '../definitions/mistakes.ts'
import { Fault, fault } from '../interpreter/fault.ts'
import type { FaultKind } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome, Effects } from '../interpreter/ports.ts'

/** What calls give, by the name or the reference of their task; `{error}` in place of an output is a fault. */
export type Mocks = Readonly<Record<string, JsonValue>>

/** What the author should know of a dry run. */
export interface DryRunWarning {
  /** The reference of a task, or a name that no task has. */
  task: string
  message: string
}

const kinds: readonly FaultKind[] = [
  'configuration',
  'validation',
  'expression',
  'authentication',
  'authorization',
  'timeout',
  'communication',
  'runtime',
]

/** The world of a dry run: nothing is done, a call gives what its mock says. */
export class MockedEffects implements Effects {
  readonly #mocks: Mocks
  readonly #used = new Set<string>()
  readonly #missing = new Map<string, DryRunWarning>()

  constructor(mocks: Mocks) {
    this.#mocks = mocks
  }

  get warnings(): DryRunWarning[] {
    const unused = Object.keys(this.#mocks).filter(name => !this.#used.has(name))
    const message = 'This mock was not used: no task of this name or reference was reached that makes a call.'
    return [...this.#missing.values(), ...unused.map(task => ({ task, message }))]
  }

  perform({ kind, call, arguments: given, frame }: Effect): Promise<EffectOutcome> {
    const name = [frame.reference, frame.name].find(each => Object.hasOwn(this.#mocks, each))
    if (name === undefined) {
      if (kind === 'emit') return Promise.resolve({ output: given as JsonValue })
      const message = `There is no mock for this ${call ?? kind}: it gives null.`
      this.#missing.set(frame.reference, { task: frame.reference, message })
      return Promise.resolve({ output: null })
    }
    this.#used.add(name)
    const mock = this.#mocks[name] ?? null
    if (isObject(mock) && isObject(mock['error']) && Object.keys(mock).length === 1)
      return Promise.reject(faultFrom(mock['error']))
    return Promise.resolve({ output: mock })
  }

  endOfEvents(): JsonValue {
    return null
  }

  withdraw(): Promise<void> {
    return Promise.resolve()
  }
}

/** An error as a mock has it: `type` is one of the standard's names, or a URI. What is left out is as a failing call has it. */
function faultFrom({ type = 'runtime', status, title, detail = 'A mock says so.' }: JsonObject): Fault {
  const known = kinds.find(kind => kind === type)
  const details = typeof status === 'number' ? { status } : {}
  const usual = fault(known ?? 'runtime', String(detail), details)
  if (known !== undefined && title === undefined) return usual
  return new Fault({
    ...usual.error,
    ...(known === undefined && { type: String(type) }),
    ...(title !== undefined && { title: String(title) }),
  })
}
