import { hash } from 'node:crypto'

interface CallMessage {
  role: string
  tool_calls?: readonly { id: string }[]
  tool_call_id?: string
}

const characters = 9

/**
 * The messages with nine letters and digits in place of each id of a call that does not fit, or that an earlier call has: vendors refuse
 * ids of each other's form, and the same one twice. The same id is replaced alike in every request; results follow their calls.
 */
export function withCallIds<T extends CallMessage>(messages: readonly T[], fits: (id: string) => boolean): T[] {
  const uses = new Map<string, number>()
  const sentAs = new Map<string, string>()
  const use = (id: string): string => {
    const count = uses.get(id) ?? 0
    const sent = count === 0 && fits(id) ? id : hash('sha256', `${count} ${id}`, 'hex').slice(0, characters)
    uses.set(id, count + 1)
    sentAs.set(id, sent)
    return sent
  }
  return messages.map(message => {
    const { tool_calls, tool_call_id: id } = message
    if (tool_calls) return { ...message, tool_calls: tool_calls.map(call => ({ ...call, id: use(call.id) })) }
    return id === undefined ? message : { ...message, tool_call_id: sentAs.get(id) ?? use(id) }
  })
}
