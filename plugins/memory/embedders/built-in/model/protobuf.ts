/** A number that is written in four bytes, as protobuf's `float`. */
export interface Real {
  real: number
}

/** What a field holds: an integer, a real, a text, or bytes (a message in a message among them). */
export type FieldValue = number | Real | string | Uint8Array

const kinds = { integer: 0, bytes: 2, fourBytes: 5 }

export function real(value: number): Real {
  return { real: value }
}

/** One message of protobuf: its fields by their numbers, in the order they are given. */
export function message(...fields: readonly (readonly [field: number, value: FieldValue])[]): Uint8Array {
  return Buffer.concat(fields.flatMap(([field, value]) => parts(field, value)))
}

function parts(field: number, value: FieldValue): Uint8Array[] {
  const head = (kind: number) => integer((field << 3) | kind)
  if (typeof value === 'number') return [head(kinds.integer), integer(value)]
  if (typeof value === 'string') return parts(field, Buffer.from(value))
  if (value instanceof Uint8Array) return [head(kinds.bytes), integer(value.length), value]
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value.real)
  return [head(kinds.fourBytes), bytes]
}

/** Seven bits a byte, the lowest first. A negative number is written as its 64 bits. */
function integer(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Uint8Array.of(...bytes, Number(rest))
}
