import { Call, readJson } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import { uuid } from '../core/transport/runtime.ts'
import { followed } from '../core/streams/followed.ts'
import { EventStream } from '../core/streams/stream.ts'
import type { Method } from '../core/transport/transport.ts'
import type { Conversation, ConversationEvent, Message } from '../types.ts'
import { sessionOf } from './session.ts'
import type { Session } from './session.ts'

const one = '/api/conversations/{session_id}'
const oneMessage = `${one}/messages/{message_id}`

type Turn = 'sendMessage' | 'editMessage' | 'regenerateMessage' | 'retryTurn'
type Overrides<Op extends Turn> = Omit<Body<Op>, 'message' | 'stream'>

/** The events of one turn; `text()` is what was said, `final()` the message. */
export type ConversationStream = EventStream<ConversationEvent, Message>
export interface EventsQuery {
  /** Only what came after the event with this id. */
  after?: string
  /** Only this turn; the stream ends with it. */
  turn_id?: string
  /** False: only what is stored. */
  follow?: boolean
}

/** Conversations with the agent. */
export class Conversations extends Resource {
  /** Begins a conversation, which has methods of its own: `session.send('…')`. */
  create(body: Body<'createConversation'> = {}, options?: RequestOptions): Call<Session> {
    return new Call(
      async () => this.transport.send(this.request('POST', '/api/conversations', { body, options })),
      answer => sessionOf(this, readJson<Conversation>(answer)),
    )
  }

  /** Those last used first; with `search`, those in which every word of it occurs. */
  list(query?: ListQuery<'listConversations'>, options?: RequestOptions): Pages<Item<'listConversations'>> {
    return this.pages<'listConversations'>('/api/conversations', { query, options })
  }

  /** Brings conversations in from another program; those that came before are left alone. */
  import(body: Body<'importConversations'>, options?: RequestOptions): Call<Answer<'importConversations'>> {
    return this.ask<'importConversations'>('POST', '/api/conversations/import', { body, options })
  }

  get(session_id: string, options?: RequestOptions): Call<Answer<'getConversation'>> {
    return this.ask<'getConversation'>('GET', one, { path: { session_id }, options })
  }

  update(
    session_id: string,
    body: Body<'updateConversation'>,
    options?: RequestOptions,
  ): Call<Answer<'updateConversation'>> {
    return this.ask<'updateConversation'>('PATCH', one, { path: { session_id }, body, options })
  }

  delete(session_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', one, { path: { session_id }, options })
  }

  /** Says something and waits for the whole answer. `status: "waiting"`: a person is asked first. */
  send(
    session_id: string,
    message: string,
    body: Overrides<'sendMessage'> = {},
    options?: RequestOptions,
  ): Call<Answer<'sendMessage'>> {
    return this.ask<'sendMessage'>('POST', `${one}/messages`, {
      path: { session_id },
      body: { ...body, message },
      options,
    })
  }

  /** Says something and gives the answer as it is made. */
  stream(
    session_id: string,
    message: string,
    body: Overrides<'sendMessage'> = {},
    options?: RequestOptions,
  ): ConversationStream {
    return this.#turn('POST', `${one}/messages`, { session_id }, { ...body, message }, options)
  }

  /** What happened so far and what happens from now on. It ends when the loop is left, or with the turn that is named. */
  events(
    session_id: string,
    { after, ...query }: EventsQuery = {},
    options?: RequestOptions,
  ): EventStream<ConversationEvent> {
    const ends = query.turn_id !== undefined
    return followed<ConversationEvent>(this.transport, {
      request: () => this.request('GET', `${one}/events`, { path: { session_id }, query }),
      after,
      options,
      isLast: ends ? ({ type }) => type === 'done' : null,
      stopsAtEnd: query.follow === false,
      final: () => Promise.resolve(undefined),
    })
  }

  /** The messages of the branch that is shown, oldest first, or with `order: 'desc'` newest first. */
  messages(
    session_id: string,
    query?: ListQuery<'listMessages'>,
    options?: RequestOptions,
  ): Pages<Item<'listMessages'>> {
    return this.pages<'listMessages'>(`${one}/messages`, { path: { session_id }, query, options })
  }

  message(session_id: string, message_id: string, options?: RequestOptions): Call<Answer<'getMessage'>> {
    return this.ask<'getMessage'>('GET', oneMessage, { path: { session_id, message_id }, options })
  }

  /** Ends the turn under way. What was said is kept. */
  cancel(session_id: string, options?: RequestOptions): Call<Answer<'cancelTurn'>> {
    return this.ask<'cancelTurn'>('POST', `${one}/cancel`, { path: { session_id }, options })
  }

  /** Asks the last question again, after an answer that broke off. */
  retry(
    session_id: string,
    body: Overrides<'retryTurn'> & { stream: true },
    options?: RequestOptions,
  ): ConversationStream
  retry(
    session_id: string,
    body?: Overrides<'retryTurn'> & { stream?: false },
    options?: RequestOptions,
  ): Call<Answer<'retryTurn'>>
  retry(session_id: string, body: Body<'retryTurn'> = {}, options?: RequestOptions) {
    return this.#either<'retryTurn'>('POST', `${one}/retry`, { session_id }, body, options)
  }

  /** Asks something else in the place of a question: a new branch. */
  edit(
    session_id: string,
    message_id: string,
    message: string,
    body: Overrides<'editMessage'> & { stream: true },
    options?: RequestOptions,
  ): ConversationStream
  edit(
    session_id: string,
    message_id: string,
    message: string,
    body?: Overrides<'editMessage'> & { stream?: false },
    options?: RequestOptions,
  ): Call<Answer<'editMessage'>>
  edit(
    session_id: string,
    message_id: string,
    message: string,
    body: Omit<Body<'editMessage'>, 'message'> = {},
    options?: RequestOptions,
  ) {
    const edited: Body<'editMessage'> = { ...body, message }
    return this.#either<'editMessage'>('PATCH', oneMessage, { session_id, message_id }, edited, options)
  }

  /** Another answer in the place of this one. */
  regenerate(
    session_id: string,
    message_id: string,
    body: Overrides<'regenerateMessage'> & { stream: true },
    options?: RequestOptions,
  ): ConversationStream
  regenerate(
    session_id: string,
    message_id: string,
    body?: Overrides<'regenerateMessage'> & { stream?: false },
    options?: RequestOptions,
  ): Call<Answer<'regenerateMessage'>>
  regenerate(session_id: string, message_id: string, body: Body<'regenerateMessage'> = {}, options?: RequestOptions) {
    return this.#either<'regenerateMessage'>(
      'POST',
      `${oneMessage}/regenerate`,
      { session_id, message_id },
      body,
      options,
    )
  }

  /** Shows the branch that ends with this message. */
  activate(session_id: string, message_id: string, options?: RequestOptions): Call<Answer<'activateMessage'>> {
    return this.ask<'activateMessage'>('POST', `${oneMessage}/activate`, { path: { session_id, message_id }, options })
  }

  /** The whole conversation as a file, Markdown or JSON. */
  export(session_id: string, query: Query<'exportConversation'> = {}, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', `${one}/export`, { path: { session_id }, query, options })
  }

  #either<Op extends Turn>(
    method: Method,
    template: string,
    path: TurnPath,
    body: object & { readonly stream?: boolean },
    options?: RequestOptions,
  ) {
    const { stream = false, ...rest } = body
    return stream
      ? this.#turn(method, template, path, rest, options)
      : this.ask<Op>(method, template, { path, body: rest, options })
  }

  #turn(method: Method, template: string, path: TurnPath, body: object, options?: RequestOptions): ConversationStream {
    const { session_id } = path
    // Of every try the same: a question that was heard is answered again, not asked again.
    const idempotencyKey = options?.idempotencyKey ?? uuid()
    return new EventStream<ConversationEvent, Message>({
      open: async signal =>
        this.transport.send({
          ...this.request(method, template, { path, body: { ...body, stream: true } }),
          options: { ...options, signal, ...(method === 'POST' && { idempotencyKey }) },
          accept: 'text/event-stream',
        }),
      repeatable: method === 'POST',
      resume: async (lastEventId, signal, last) =>
        this.transport.send({
          ...this.request('GET', `${one}/events`, { path: { session_id }, query: { turn_id: last?.turn_id } }),
          options: { ...options, signal, maxRetries: 0 },
          accept: 'text/event-stream',
          headers: { 'last-event-id': lastEventId },
        }),
      isLast: ({ type }) => type === 'done',
      final: async last => this.message(session_id, last?.type === 'done' ? last.message_id : ''),
      cancel: () => this.cancel(session_id).then(),
      signal: options?.signal,
    })
  }
}

interface TurnPath extends Readonly<Record<string, string>> {
  readonly session_id: string
}
