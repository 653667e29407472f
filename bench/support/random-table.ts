import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

const colours = ['red', 'green', 'blue', 'black']
const rowsAPiece = 2_000

/** Writes a CSV of ten columns (numbers, texts, dates, booleans), the same for the same count of rows. */
export async function writeRandomTable(path: string, rows: number): Promise<void> {
  const random = generator(7)
  const out = createWriteStream(path)
  out.write('id,name,color,price,qty,day,ts,flag,x,big\n')
  for (let from = 0; from < rows; from += rowsAPiece) {
    const lines: string[] = []
    for (let id = from; id < Math.min(rows, from + rowsAPiece); id += 1) {
      const at = new Date(Date.UTC(2020, 0, 1) + id * 1000).toISOString()
      lines.push(
        `${id},user${id % 5000},${colours[id % 4]},${(random() * 1000).toFixed(6)},${Math.floor(random() * 100)},${at.slice(0, 10)},${at.slice(0, 19).replace('T', ' ')},${random() < 0.5},${random()},${Math.floor(random() * 1e12)}\n`,
      )
    }
    if (!out.write(lines.join(''))) await once(out, 'drain')
  }
  out.end()
  await finished(out)
}

/** Mulberry32 by Tommy Ettinger, public domain: small, seeded, good enough for test data. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
