import { AsyncLocalStorage } from 'node:async_hooks'
import { InternalError } from '@svc/plugin'

/**
 * Notices a transaction that is begun inside another one: it would wait for the outer one, which waits for it, for ever.
 */
export class TransactionScope {
  readonly #current = new AsyncLocalStorage<{ isOpen: boolean }>()

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#current.getStore()?.isOpen) {
      throw new InternalError(
        'A control plane transaction was begun inside another one; pass its handle along instead.',
      )
    }
    const scope = { isOpen: true }
    try {
      return await this.#current.run(scope, work)
    } finally {
      scope.isOpen = false
    }
  }
}

/** @throws InternalError when a transaction's handle is used after the transaction has ended */
export function assertOpen(isOpen: boolean): void {
  if (!isOpen) throw new InternalError('A control plane handle was used after its transaction had ended.')
}
