import { InternalError } from '@svc/plugin'
import type { NumericColumn } from '@svc/plugin'
import type { HostNumbersHead } from '../query-host.ts'

/** A column of numbers or codes, put together from the pieces that the child sends. */
export async function readNumericColumn(
  head: HostNumbersHead,
  piece: (from: number) => Promise<Uint8Array>,
): Promise<NumericColumn> {
  // Of its own, so that the numbers in it begin where eight bytes begin.
  const bytes = new Uint8Array(new ArrayBuffer(head.bytes))
  for (let from = 0; from < head.bytes;) {
    const part = await piece(from)
    if (part.length === 0 || from + part.length > head.bytes)
      throw new InternalError('A query host sent a column of another length than it said.')
    bytes.set(part, from)
    from += part.length
  }
  const { name, type } = head
  if (head.kind === 'codes') {
    return {
      name,
      type,
      meaning: head.meaning === 'boolean' ? 'boolean' : 'text',
      kind: 'codes',
      codes: new Int32Array(bytes.buffer),
      levels: head.levels ?? [],
    }
  }
  const meaning = head.meaning === 'date' || head.meaning === 'timestamp' ? head.meaning : 'number'
  return { name, type, meaning, kind: 'number', values: new Float64Array(bytes.buffer) }
}
