import { SvcError } from '../errors.ts'

/**
 * A body as JSON.
 * @throws SvcError for what JSON cannot carry: a BigInt, a function, a number that is not finite, a cycle
 */
export function jsonBody(body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof Date) {
    throw new SvcError(`The body must be an object, not ${kindOf(body)}.`)
  }
  try {
    return JSON.stringify(body, checked)
  } catch (error) {
    if (error instanceof SvcError) throw error
    throw new SvcError(
      `The body cannot be sent as JSON: ${error instanceof Error ? error.message.split('\n', 1)[0] : ''}`,
    )
  }
}

/** The same stream; `onChunk` is called for each of its pieces. */
export function observedBody(stream: ReadableStream<Uint8Array>, onChunk: () => void): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        onChunk()
        controller.enqueue(chunk)
      },
    }),
  )
}

function checked(name: string, value: unknown): unknown {
  if (typeof value === 'bigint') throw new SvcError(`${name} is a BigInt. Send a number, or a string.`)
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new SvcError(`${name} is a ${typeof value}, which JSON cannot carry.`)
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new SvcError(`${name} is ${value}, which JSON cannot carry. Send null, or a string.`)
  }
  return value
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return value instanceof Date ? 'a Date' : `a value of the type ${typeof value}`
}
