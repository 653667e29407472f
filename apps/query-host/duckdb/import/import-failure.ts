import { messageOf, RemoteError } from '@svc/plugin/child'
import { engineFailure, roomFailure } from '../../engine-failure.ts'

/** What the engine threw while it read a file, as the person who sent it may read it. */
export function importFailure(error: unknown): Error {
  if (error instanceof RemoteError) return error
  const isFull = roomFailure(error)
  if (isFull) return isFull
  const { type, message } = told(messageOf(error))
  const [, key] = /^Duplicate name "(.*)" in struct/.exec(message) ?? []
  if (key !== undefined)
    return engineFailure(
      'import_failed',
      `The file cannot be read: objects inside of its rows have the key "${key}" and another that differs in case alone. Fields are the same whatever their case: rename one of them.`,
    )
  if (/^BYTE_STREAM_SPLIT /.test(message))
    return engineFailure(
      'import_failed',
      'The file cannot be read: a column is encoded by BYTE_STREAM_SPLIT, which is read for floating-point numbers alone. Write it with another encoding.',
    )
  if (/^Out ?of ?Memory$/i.test(type))
    return engineFailure(
      'import_failed',
      'The file needs more memory than an import may use. Import it in parts, or with fewer columns.',
    )
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error
  if (
    /^(?:Invalid Input|Conversion|Out of Range|Parser|Binder|Serialization|Not implemented|IO|Mismatch Type|Sequence)$/i.test(
      type,
    )
  )
    return engineFailure('import_failed', `The file cannot be read: ${message}`)
  console.error('an import failed:', messageOf(error).slice(0, 2000))
  return engineFailure(
    'import_failed',
    'The file cannot be read: it is damaged, or not made by the rules of its format.',
  )
}

/** The engine's own sentence, without its advice about options that people do not have here, and without paths. */
function told(text: string): { type: string; message: string } {
  const start = text.indexOf('{"')
  let type = /^([A-Za-z ]+) Error:/.exec(text)?.[1] ?? ''
  let message = text.replace(/^[A-Za-z ]+ Error: /, '')
  if (start !== -1)
    try {
      const parsed = JSON.parse(text.slice(start)) as { exception_type?: string; exception_message?: string }
      type = parsed.exception_type ?? type
      message = parsed.exception_message ?? message
    } catch {
      // Not every failure is told as JSON; the text itself will do.
    }
  const sentence = message
    .replace(/\s*(?:Possible (?:fixes|solutions):|Try (?:increasing|setting)|LINE \d+:)[\s\S]*$/, '')
    .replaceAll(/(?: in)?(?: file)? ?["']?[\w./-]*staging\/[\w./-]*["']?/gi, ' the file')
    .replaceAll(/["']?\/[\w.-]+\/[\w./-]*["']?/g, 'the file')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { type, message: /[.!?]$/.test(sentence) ? sentence : `${sentence}.` }
}
