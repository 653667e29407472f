import { ForbiddenError } from '@svc/plugin'
import type { Actor, JsonObject } from '@svc/plugin'
import { isPending } from '@svc/plugin/contracts/tools'
import type { ToolCatalog, ToolPending } from '@svc/plugin/contracts/tools'
import type { NewMessage, Outbox, SentMessage } from './outbox.ts'

export const sendTool = 'email_send'

/** Who may send what: a person who is signed in, what they wrote; everyone else, what the tool's grant allows. */
export class SendGate {
  readonly #outbox: Outbox
  readonly #tools: ToolCatalog | undefined

  constructor(outbox: Outbox, tools: ToolCatalog | undefined) {
    this.#outbox = outbox
    this.#tools = tools
  }

  /** @throws ForbiddenError, and as {@link Outbox.send} */
  async send(actor: Actor, message: NewMessage, signal: AbortSignal): Promise<SentMessage | ToolPending> {
    const manifest = this.#tools?.get(sendTool, null)
    if (actor.via === 'session') {
      // A refusal is for everybody; where a person would be asked, this is the person.
      if (manifest && this.#tools?.grantsFor(actor)(manifest) === 'deny') throw refused()
      return this.#outbox.send(actor, message, signal)
    }
    if (!this.#tools || !manifest)
      throw new ForbiddenError(
        'forbidden',
        'Without the tools plugin nobody can be asked to approve a message, so only a person who is signed in sends one.',
      )
    const call = { name: sendTool, arguments: { ...message } as JsonObject, principal: actor, signal }
    const outcome = await this.#tools.call(call)
    return isPending(outcome) ? outcome : (outcome.result as SentMessage)
  }
}

function refused(): ForbiddenError {
  return new ForbiddenError(
    'forbidden',
    `Sending is denied in this workspace. An admin may change it: PUT /api/tools/${sendTool}/grant.`,
  )
}
