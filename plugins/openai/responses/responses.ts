import { CallerError, ForbiddenError, hasScope, NotFoundError, UnavailableError } from '@svc/plugin'
import type { ByteQuota, DataPlane, JsonObject, Principal } from '@svc/plugin'
import type { ClientTurn, Turn, Turns } from '@svc/plugin/contracts/conversations'
import type { ChatMessage } from '@svc/plugin/contracts/models'
import type { OpenAiServices } from '../openai-services.ts'
import { begun } from '../wire/begun.ts'
import { isOwnModel, turnsFor } from '../wire/own-models.ts'
import type { Item } from './input-items.ts'
import { messagesOf } from './input-items.ts'
import { ResponseBuilder, responseObject } from './response-builder.ts'
import type { ResponseHead, ResponseState } from './response-builder.ts'
import { logParts, modelParts } from './response-parts.ts'
import type { ResponsePart } from './response-parts.ts'
import type { ResponseRequest } from './response-request.ts'
import { responseStore } from './response-store.ts'
import type { ResponseRow } from './response-store.ts'

const maxChain = 1000

/** A response that has begun: its builder, and the parts it is yet to be fed. */
export interface OpenResponse {
  head: ResponseHead
  options: AsyncIterable<ResponsePart>
  /** Keeps what came of it; called once the last part was taken. */
  finished(state: ResponseState): void
}

export interface Asking {
  id: string
  asked: ResponseRequest
  principal: Principal
  requestId: string
  signal: AbortSignal
}

/** The responses of all workspaces. Each is a turn of a conversation, but for those of a model that are not to be stored. */
export class Responses {
  readonly #services: OpenAiServices
  readonly #data: DataPlane
  readonly #quota: ByteQuota

  constructor(services: OpenAiServices, data: DataPlane, quota: ByteQuota) {
    this.#services = services
    this.#data = data
    this.#quota = quota
  }

  /** @throws what keeps it from beginning: an unknown model, a response that is not there, a turn under way, a full workspace */
  async begin(asking: Asking): Promise<OpenResponse> {
    const { asked, principal } = asking
    if (!asked.store && !isOwnModel(asked.model)) return this.#unstored(asking)

    const turns = await turnsFor(this.#services, principal, asked.model)
    const { tools, ...options } = asked.options
    const kept = { echo: JSON.stringify(asked.echo), input: JSON.stringify(asked.input) }
    const bytes = Buffer.byteLength(kept.echo) + Buffer.byteLength(kept.input)
    // Before the turn: an answer that could not be stored would have been paid for.
    if (asked.store) this.#data.use(principal.workspace_id, db => this.#quota.grow(db, bytes))
    const turn = await turns.start({
      ...options,
      ...(tools && { client_tools: tools }),
      ...(await this.#messagesFor(asking)),
      principal,
      model: asked.model,
      source: 'v1',
    })
    const row = this.#newRow(asking, turn, kept)
    if (asked.store) this.#data.use(principal.workspace_id, db => responseStore.insert(db, row))
    return this.#opened(turns, principal.workspace_id, row, asking.signal)
  }

  /** A stored response, to be read from its beginning; with `live: false` as far as it has come. */
  open(principal: Principal, id: string, reading: { signal: AbortSignal; live: boolean }): OpenResponse {
    const row = this.#row(principal, id)
    return this.#opened(this.#turns(row.model), principal.workspace_id, row, reading.signal, reading.live)
  }

  async get(principal: Principal, id: string, signal: AbortSignal): Promise<JsonObject> {
    const { workspace_id } = principal
    const row = this.#row(principal, id)
    this.#mustBeThere(workspace_id, row)
    return responseObject(headOf(row), await this.#state(workspace_id, row, signal))
  }

  /** Stops a response that is under way; what was said is kept. */
  async cancel(principal: Principal, id: string, signal: AbortSignal): Promise<JsonObject> {
    const row = this.#rowToChange(principal, id)
    await this.#turns(row.model).cancel(principal.workspace_id, row.turn_id)
    return this.get(principal, id, signal)
  }

  /** The response is gone; the conversation it was a turn of stays until it is deleted itself. */
  async delete(principal: Principal, id: string): Promise<void> {
    const row = this.#rowToChange(principal, id)
    if (row.final === null) await this.#turns(row.model).cancel(principal.workspace_id, row.turn_id)
    this.#data.use(principal.workspace_id, db => responseStore.delete(db, id))
  }

  /** The items that it was asked with, oldest first. */
  inputItems(principal: Principal, id: string): Item[] {
    return itemsOf(this.#row(principal, id).input)
  }

  #opened(turns: Turns, workspaceId: string, row: ResponseRow, signal: AbortSignal, live = true): OpenResponse {
    const { session_id, turn_id, response_id } = row
    const events = turns.follow({ workspace_id: workspaceId, session_id, turn_id, after: null, live }, signal)
    return {
      head: headOf(row),
      options: logParts(events, () => turns.get(workspaceId, turn_id)),
      finished: state => this.#keep(workspaceId, response_id, state),
    }
  }

  async #unstored(asking: Asking): Promise<OpenResponse> {
    const { id, asked, principal, requestId, signal } = asking
    const { models, ids, clock } = this.#services
    const messages = await this.#wholeHistory(asking)
    const model = await models.resolve(principal, asked.model)
    const stream = models.stream({ ...asked.options, model: model.id, messages, principal, signal })
    const events = await begun(stream, signal)
    return {
      head: {
        id,
        message_id: ids.create('msg'),
        session_id: null,
        created_at: Math.floor(clock.now() / 1000),
        model: asked.model,
        echo: asked.echo,
      },
      options: modelParts(events, { requestId, now: () => clock.now(), signal }),
      finished: () => undefined,
    }
  }

  #newRow({ id, asked, principal }: Asking, turn: Turn, kept: Pick<ResponseRow, 'echo' | 'input'>): ResponseRow {
    return {
      response_id: id,
      previous_id: asked.previousId,
      session_id: turn.session_id,
      turn_id: turn.turn_id,
      message_id: turn.message_id,
      key_id: principal.key_id ?? null,
      model: asked.model,
      ...kept,
      final: null,
      created_at: this.#services.clock.now(),
    }
  }

  /** The messages for a turn: only new ones when its conversation has the rest. */
  async #messagesFor(asking: Asking): Promise<Pick<ClientTurn, 'messages' | 'after_message_id'>> {
    const { asked, principal, signal } = asking
    if (asked.previousId === null) return { messages: newMessages(asked) }
    const previous = this.#row(principal, asked.previousId, previousMissing)
    const { output, status } = await this.#state(principal.workspace_id, previous, signal)
    // A response of another key, or one without an answer, is not continued: its history begins a new conversation.
    const goesOn = previous.key_id === (principal.key_id ?? null) && (status === 'in_progress' || output.length > 0)
    if (!goesOn) return { messages: await this.#wholeHistory(asking) }
    return { messages: newMessages(asked), after_message_id: previous.message_id }
  }

  /** What the responses before were asked and answered, then what is asked now. */
  async #wholeHistory({ asked, principal, signal }: Asking): Promise<ChatMessage[]> {
    const { previousId } = asked
    if (previousId === null) return newMessages(asked)
    const chain = this.#data.use(principal.workspace_id, db => responseStore.chain(db, previousId, maxChain))
    if (chain.length === 0) throw previousMissing(previousId)
    if (chain[0]?.previous_id) throw brokenChain(chain[0].previous_id)
    const items: Item[] = []
    for (const { response_id, input } of chain) {
      const row = this.#row(principal, response_id, previousMissing)
      items.push(...itemsOf(input), ...answerItems(await this.#state(principal.workspace_id, row, signal)))
    }
    return newMessages({ ...asked, input: [...items, ...asked.input] })
  }

  /** What came of a response, or has come of it so far. */
  async #state(workspaceId: string, row: ResponseRow, signal: AbortSignal): Promise<ResponseState> {
    if (row.final !== null) return JSON.parse(row.final) as ResponseState
    const open = this.#opened(this.#turns(row.model), workspaceId, row, signal, false)
    const builder = new ResponseBuilder(open.head)
    for await (const part of open.options) builder.take(part)
    if (builder.state.status !== 'in_progress') open.finished(builder.state)
    return builder.state
  }

  /** Saves the way through the log of the turn, where there is room for it. */
  #keep(workspaceId: string, id: string, state: ResponseState): void {
    const final = JSON.stringify(state)
    if (this.#quota.used(workspaceId) + Buffer.byteLength(final) > this.#quota.limit) return
    this.#data.use(workspaceId, db => responseStore.keepFinal(db, id, final))
  }

  /** Someone else's key must be let into conversations; the one that asked need not. */
  #row(principal: Principal, id: string, missing = responseMissing): ResponseRow {
    const row = this.#data.use(principal.workspace_id, db => responseStore.get(db, id))
    const isOwn = row?.key_id === (principal.key_id ?? null)
    if (!row || !(isOwn || hasScope(principal.scopes, 'conversations:read'))) throw missing(id)
    return row
  }

  /** A caller that may only read learns that it exists, and no more. @throws ForbiddenError */
  #rowToChange(principal: Principal, id: string): ResponseRow {
    const row = this.#row(principal, id)
    if (row.key_id === (principal.key_id ?? null) || hasScope(principal.scopes, 'conversations:write')) return row
    throw new ForbiddenError(
      'forbidden',
      `The response ${id} is another key's: to stop or delete it needs the scope conversations:write.`,
    )
  }

  /** A deleted conversation takes its responses with it. */
  #mustBeThere(workspaceId: string, row: ResponseRow): void {
    this.#turns(row.model).get(workspaceId, row.turn_id)
  }

  #turns(model: string): Turns {
    const { turns } = this.#services
    if (turns) return turns
    throw new UnavailableError(`${model} needs the plugin conversations, which is off or has failed.`)
  }
}

function responseMissing(id: string): CallerError {
  return new NotFoundError(`There is no response ${id.slice(0, 80)} in this workspace.`)
}

function previousMissing(id: string): CallerError {
  const path = '/previous_response_id'
  const message = `There is no response ${id.slice(0, 80)} in this workspace that could be continued.`
  return new CallerError(400, 'previous_response_not_found', message, { errors: [{ path, message }] })
}

function brokenChain(id: string): CallerError {
  const path = '/previous_response_id'
  const message = `An earlier response of this conversation, ${id}, was deleted or lies more than ${maxChain} back: send the history as input.`
  return new CallerError(400, 'previous_response_not_found', message, { errors: [{ path, message }] })
}

function newMessages({ instructions, input }: Pick<ResponseRequest, 'instructions' | 'input'>): ChatMessage[] {
  const system: ChatMessage[] = instructions === null ? [] : [{ role: 'system', content: instructions }]
  return [...system, ...messagesOf(input)]
}

function headOf(row: ResponseRow): ResponseHead {
  return {
    id: row.response_id,
    message_id: row.message_id,
    session_id: row.session_id,
    created_at: Math.floor(row.created_at / 1000),
    model: row.model,
    echo: JSON.parse(row.echo) as JsonObject,
  }
}

function itemsOf(json: string): Item[] {
  return JSON.parse(json) as Item[]
}

/** The items of an answer that the next request gets: all but thoughts. */
function answerItems({ output }: ResponseState): Item[] {
  return output.filter(item => item['type'] !== 'reasoning') as Item[]
}
