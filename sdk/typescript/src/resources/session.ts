import type { Call } from '../core/call.ts'
import type { Answer } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Conversation } from '../types.ts'
import type { Conversations, ConversationStream } from './conversations.ts'

type Rest<Method extends keyof Conversations> = Conversations[Method] extends (
  id: string,
  ...rest: infer Others
) => unknown
  ? Others
  : never

/** A conversation with its fields, and with the methods that would take its id. */
export type Session = Conversation & SessionMethods

export function sessionOf(conversations: Conversations, conversation: Conversation): Session {
  return Object.assign(new SessionMethods(conversations, conversation.id), conversation)
}

class SessionMethods {
  readonly #conversations: Conversations
  readonly #id: string

  constructor(conversations: Conversations, id: string) {
    this.#conversations = conversations
    this.#id = id
  }

  send(message: string, body?: Rest<'send'>[1], options?: RequestOptions): Call<Answer<'sendMessage'>> {
    return this.#conversations.send(this.#id, message, body, options)
  }

  stream(message: string, body?: Rest<'stream'>[1], options?: RequestOptions): ConversationStream {
    return this.#conversations.stream(this.#id, message, body, options)
  }

  messages(...rest: Rest<'messages'>): ReturnType<Conversations['messages']> {
    return this.#conversations.messages(this.#id, ...rest)
  }

  events(...rest: Rest<'events'>): ReturnType<Conversations['events']> {
    return this.#conversations.events(this.#id, ...rest)
  }

  cancel(options?: RequestOptions): ReturnType<Conversations['cancel']> {
    return this.#conversations.cancel(this.#id, options)
  }

  delete(options?: RequestOptions): Call<void> {
    return this.#conversations.delete(this.#id, options)
  }
}
