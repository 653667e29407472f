import { bodyFault, userFactId } from '@svc/plugin'
import type { ControlReader, ControlRecords, ControlTransaction, JsonObject } from '@svc/plugin'

/** Bytes of a person's preferences, as JSON. */
const mostBytes = 16 * 1024

const factId = (userId: string): string => userFactId(userId, 'preferences')

/** What a person chose for themselves, such as a theme: JSON that clients read and write and the server does not interpret. */
export class Preferences {
  readonly #control: ControlRecords

  constructor(control: ControlRecords) {
    this.#control = control
  }

  /** Empty for somebody who never chose. */
  async of(reader: ControlReader, userId: string): Promise<JsonObject> {
    const fact = await reader.get('facts', factId(userId))
    return fact === null ? {} : (JSON.parse(fact.value) as JsonObject)
  }

  /** Sets the members of `change`, takes away those that are null there and leaves the rest. @throws ValidationError when all together are too large */
  async change(userId: string, change: JsonObject): Promise<void> {
    await this.#control.transaction(async tx => {
      const all = Object.entries({ ...(await this.of(tx, userId)), ...change })
      await write(tx, userId, Object.fromEntries(all.filter(([, value]) => value !== null)))
    })
  }

  /** For the transaction that deletes the person. */
  async forget(tx: ControlTransaction, userId: string): Promise<void> {
    await tx.delete('facts', factId(userId))
  }
}

async function write(tx: ControlTransaction, userId: string, preferences: JsonObject): Promise<void> {
  const value = JSON.stringify(preferences)
  const bytes = Buffer.byteLength(value)
  if (bytes > mostBytes) {
    throw bodyFault(
      '/preferences',
      `would have ${bytes} bytes as JSON with what is kept already; at most ${mostBytes} are taken. Set members to null to remove them`,
    )
  }
  const id = factId(userId)
  if ((await tx.update('facts', id, { value })) === null) await tx.insert('facts', { id, value })
}
