import { messageOf } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import { RemoteError } from '@svc/plugin/child'

const maxResultCharacters = 1024 * 1024
const maxMessageCharacters = 1000

/** The tool cannot do what it was asked; the sentence is for the caller. */
export function toolFailure(message: string): RemoteError {
  return new RemoteError('tool_failed', message.slice(0, maxMessageCharacters))
}

/** What the library throws is about the caller's own expression or text, and goes back as the tool's failure. */
export async function answering(compute: () => JsonValue | Promise<JsonValue>): Promise<JsonValue> {
  try {
    const result = await compute()
    if ((JSON.stringify(result)?.length ?? 0) > maxResultCharacters) {
      throw toolFailure(`The result is longer than ${maxResultCharacters} characters. Ask for less of it.`)
    }
    return result
  } catch (error) {
    throw error instanceof RemoteError ? error : toolFailure(messageOf(error))
  }
}
