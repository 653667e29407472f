import { InternalError } from '@svc/plugin'
import type { VectorSpace } from '@svc/plugin'

/** The vector with length 1. @throws InternalError when it has another length than its space, or a value that is no finite number */
export function normalized(values: Float32Array, space: VectorSpace): Float32Array {
  if (values.length !== space.dimensions) {
    throw new InternalError(
      `A vector of the space ${space.key} has ${values.length} dimensions; there must be ${space.dimensions}.`,
    )
  }
  let sum = 0
  for (const value of values) sum += value * value
  if (!Number.isFinite(sum)) {
    throw new InternalError(`A vector of the space ${space.key} has a value that is no finite number.`)
  }
  // A text can have no meaning to its embedder; it is then near to nothing.
  if (sum === 0) return values
  const scale = 1 / Math.sqrt(sum)
  return values.map(value => value * scale)
}

/** A normalised vector as it is kept: half precision, which costs similarities their fifth digit and spares two thirds of the pages. */
export function encodeVector(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 2)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < values.length; index += 1) view.setFloat16(index * 2, values[index] ?? 0, true)
  return bytes
}

export function decodeVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values = new Float32Array(bytes.byteLength / 2)
  for (let index = 0; index < values.length; index += 1) values[index] = view.getFloat16(index * 2, true)
  return values
}

/** One bit a dimension, whether its value is positive, in whole words of 32. */
export function sketchOf(values: Float32Array): Int32Array {
  const words = new Int32Array(Math.ceil(values.length / 32))
  for (let index = 0; index < values.length; index += 1) {
    if ((values[index] ?? 0) > 0) words[index >>> 5] = (words[index >>> 5] ?? 0) | (1 << (index & 31))
  }
  return words
}

export function bytesOfSketch(words: Int32Array): Uint8Array {
  const bytes = new Uint8Array(words.length * 4)
  const view = new DataView(bytes.buffer)
  for (let index = 0; index < words.length; index += 1) view.setInt32(index * 4, words[index] ?? 0, true)
  return bytes
}
