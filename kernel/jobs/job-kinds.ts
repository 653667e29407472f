import { InternalError } from '@svc/plugin'
import type { JobHandler } from '@svc/plugin'
import type { JobKind } from './jobs.ts'

export interface RegisteredKind {
  kind: JobKind
  handler: JobHandler<never>
}

/** The kinds that this process has a handler for. */
export class JobKinds {
  readonly #kinds = new Map<string, RegisteredKind>()

  register(kind: JobKind, handler: JobHandler<never>): void {
    if (this.#kinds.has(kind.kind)) throw new InternalError(`The job kind ${kind.kind} is bound twice.`)
    this.#kinds.set(kind.kind, { kind, handler })
  }

  get(kind: string): RegisteredKind | undefined {
    return this.#kinds.get(kind)
  }

  kindOf(kind: string): JobKind | undefined {
    return this.#kinds.get(kind)?.kind
  }

  all(): JobKind[] {
    return [...this.#kinds.values()].map(({ kind }) => kind)
  }
}
