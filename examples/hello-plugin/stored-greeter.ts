import type { Clock } from '@svc/plugin'
import type { Greeter, Greeting } from './greeter.ts'
import type { GreetingStore } from './greeting-store.ts'

export class StoredGreeter implements Greeter {
  readonly #store: GreetingStore
  readonly #clock: Clock
  readonly #salutation: string

  constructor(store: GreetingStore, clock: Clock, salutation: string) {
    this.#store = store
    this.#clock = clock
    this.#salutation = salutation
  }

  greet(workspaceId: string, name: string): Greeting {
    const greeting = { name, text: `${this.#salutation}, ${name}!`, created_at: this.#clock.timestamp() }
    this.#store.add(workspaceId, greeting)
    return greeting
  }

  greeted(workspaceId: string): Greeting[] {
    return this.#store.newest(workspaceId)
  }
}
