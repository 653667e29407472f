import type { JsonObject } from '@svc/plugin'
import type { ChatMessage } from '@svc/plugin/contracts/models'
import { chatOptions } from '../wire/chat-options.ts'
import type { ChatOptions } from '../wire/chat-options.ts'
import { booleanIn, Faults, isGiven, isObject } from '../wire/faults.ts'
import { chatMessages } from '../wire/messages.ts'

/** A chat completion that is read and answered here, not passed through. */
export interface ChatCompletion {
  messages: ChatMessage[]
  options: ChatOptions
  stream: boolean
  withUsage: boolean
  store: boolean
}

/** @throws ValidationError that names every part that cannot be had */
export function chatCompletion(body: JsonObject): ChatCompletion {
  const faults = new Faults()
  const messages = chatMessages(body['messages'], faults)
  const options = chatOptions(body, faults)
  const stream = booleanIn(body, 'stream', faults) ?? false
  const store = booleanIn(body, 'store', faults) ?? false
  const streamOptions = body['stream_options']
  if (isGiven(streamOptions) && !isObject(streamOptions)) faults.add('/stream_options', 'must be an object')
  if (isGiven(streamOptions) && !stream) faults.add('/stream_options', 'may only be given with stream: true')
  const withUsage = isObject(streamOptions) && streamOptions['include_usage'] === true
  faults.refuse()
  return { messages, options, stream, withUsage, store }
}
