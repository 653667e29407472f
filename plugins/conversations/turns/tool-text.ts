import type { JsonValue } from '@svc/plugin'

const mostForModel = 32 * 1024
const mostInLog = 64 * 1024

/** A tool's output as a model is given it: text as it is, all else as JSON, cut where it is too long. */
export function resultForModel(result: JsonValue): string {
  const text = typeof result === 'string' && result !== '' ? result : JSON.stringify(result)
  return cut(text, mostForModel)
}

/** A tool's output as it stands in the log. */
export function resultForLog(result: JsonValue): JsonValue {
  const text = typeof result === 'string' ? result : JSON.stringify(result)
  return Buffer.byteLength(text) <= mostInLog ? result : cut(text, mostInLog)
}

function cut(text: string, most: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  // A character that is cut in two at the end is left out.
  const kept = new TextDecoder('utf-8').decode(bytes.subarray(0, most), { stream: true })
  return `${kept}\n[cut: the first ${Buffer.byteLength(kept)} of ${bytes.length} bytes]`
}
