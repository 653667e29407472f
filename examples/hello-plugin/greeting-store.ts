import type { DataPlane } from '@svc/plugin'
import type { Greeting } from './greeter.ts'

const insertGreeting = 'INSERT INTO hello_greetings (name, text, created_at) VALUES (@name, @text, @created_at)'
const selectNewest = 'SELECT name, text, created_at FROM hello_greetings ORDER BY id DESC LIMIT 50'

export class GreetingStore {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  add(workspaceId: string, greeting: Greeting): void {
    this.#data.use(workspaceId, db => db.run(insertGreeting, { ...greeting }))
  }

  newest(workspaceId: string): Greeting[] {
    return this.#data.use(workspaceId, db => db.all<Greeting>(selectNewest))
  }
}
