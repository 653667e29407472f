import type { SearchFile } from './search-file.ts'
import { sketchOf } from '../vector-numbers.ts'
import { searchStore } from './search-store.ts'
import type { SketchSlice } from './search-store.ts'
import type { AllowedDocuments } from './document-filter.ts'

const firstRoom = 1024
const sliceLength = 4096
// So many are taken by their bits alone and sifted once more in memory before vectors are read from the file.
const leastSifted = 2000
const siftedEach = 10
// Of the three ids that stand before the bits, in words.
const ids = 3
const compactAbove = 0.25

/** The sketches of a space in memory, in the order in which their vectors came; dead ones keep their place for a while. */
export class SketchIndex {
  readonly #spaceId: number
  readonly #words: number
  #length = 0
  #dead = 0
  #bits: Int32Array
  // 0 where there is none any more; keys begin at 1.
  #documentKeys: Uint32Array = new Uint32Array(firstRoom)
  #passageIds: Uint32Array = new Uint32Array(firstRoom)
  #vectorIds: Uint32Array = new Uint32Array(firstRoom)
  #seq = 0

  constructor(spaceId: number, dimensions: number) {
    this.#spaceId = spaceId
    this.#words = Math.ceil(dimensions / 32)
    this.#bits = new Int32Array(firstRoom * this.#words)
  }

  /** Up to which change of the file it is complete. */
  get seq(): number {
    return this.#seq
  }

  get length(): number {
    return this.#length
  }

  get bytes(): number {
    return this.#bits.byteLength + 3 * this.#documentKeys.byteLength
  }

  /** Reads what came and went since. */
  update(file: SearchFile, seq: number): void {
    if (seq === this.#seq) return
    for (const id of searchStore.removed(file, this.#spaceId, this.#seq)) this.#remove(id)
    let after = this.#seq
    for (;;) {
      const slice = searchStore.sketches(file, this.#spaceId, after, sliceLength)
      if (slice === undefined || slice.count === 0) break
      this.#add(slice)
      after = slice.last
      if (slice.count < sliceLength) break
    }
    this.#seq = seq
    if (this.#dead > this.#length * compactAbove) this.#compact()
  }

  /** The slots that are likely nearest, at most `limit`, in no order. */
  nearest(values: Float32Array, limit: number, allowed: AllowedDocuments | null): number[] {
    const distances = this.#distances(sketchOf(values))
    this.#bar(distances, allowed)
    const slots = this.#within(distances, Math.max(leastSifted, limit * siftedEach))
    return slots.length <= limit ? slots : this.#sifted(slots, values, limit)
  }

  /** Those that differ in the fewest bits; about `count`, more when many differ in as many. */
  #within(distances: Uint16Array, count: number): number[] {
    const furthest = this.#words * 32
    const counts = new Uint32Array(furthest + 2)
    for (const distance of distances) counts[distance] = (counts[distance] ?? 0) + 1
    let within = 0
    let most = -1
    while (most < furthest && within < count) {
      most += 1
      within += counts[most] ?? 0
    }
    const slots: number[] = []
    for (let slot = 0; slot < distances.length; slot += 1) if ((distances[slot] as number) <= most) slots.push(slot)
    return slots
  }

  /** Compares with the question's numbers instead of their signs alone: some five times as accurate. */
  #sifted(slots: readonly number[], values: Float32Array, limit: number): number[] {
    const sums = sumsOfBytes(values, this.#words * 4)
    const scored = slots.map(slot => ({ slot, score: this.#score(slot, sums) }))
    return scored
      .sort((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(each => each.slot)
  }

  #score(slot: number, sums: Float32Array): number {
    let score = 0
    let table = 0
    const end = (slot + 1) * this.#words
    for (let at = slot * this.#words; at < end; at += 1) {
      const word = this.#bits[at] as number
      for (let shift = 0; shift < 32; shift += 8, table += 256) {
        score += sums[table + ((word >>> shift) & 255)] as number
      }
    }
    return score
  }

  at(slot: number): { passageId: number; vectorId: number; documentKey: number } {
    return {
      passageId: this.#passageIds[slot] ?? 0,
      vectorId: this.#vectorIds[slot] ?? 0,
      documentKey: this.#documentKeys[slot] ?? 0,
    }
  }

  /** In bits. */
  #distances(sketch: Int32Array): Uint16Array {
    const words = this.#words
    const bits = this.#bits
    const distances = new Uint16Array(this.#length)
    for (let slot = 0, at = 0; slot < distances.length; slot += 1) {
      let distance = 0
      for (let word = 0; word < words; word += 1, at += 1) {
        let x = (bits[at] as number) ^ (sketch[word] as number)
        x -= (x >>> 1) & 0x55555555
        x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
        distance += Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
      }
      distances[slot] = distance
    }
    return distances
  }

  /** What may not be found is further away than anything can be. */
  #bar(distances: Uint16Array, allowed: AllowedDocuments | null): void {
    const beyond = this.#words * 32 + 1
    const keys = this.#documentKeys
    if (allowed === null) {
      if (this.#dead === 0) return
      for (let slot = 0; slot < distances.length; slot += 1) if (keys[slot] === 0) distances[slot] = beyond
      return
    }
    const { flags } = allowed
    for (let slot = 0; slot < distances.length; slot += 1) {
      // No document has the key 0, and none is flagged there but where every one is.
      const key = keys[slot] as number
      if (key === 0 || flags[key] !== 1) distances[slot] = beyond
    }
  }

  #add({ count, digits }: SketchSlice): void {
    if (this.#length + count > this.#documentKeys.length) {
      this.#resize(Math.max(this.#length + count, this.#documentKeys.length * 2))
    }
    const bytes = Buffer.from(digits, 'hex')
    const width = (ids + this.#words) * 4
    for (let row = 0; row < count; row += 1) {
      const at = row * width
      const slot = this.#length + row
      this.#vectorIds[slot] = bytes.readUInt32BE(at)
      this.#passageIds[slot] = bytes.readUInt32BE(at + 4)
      this.#documentKeys[slot] = bytes.readUInt32BE(at + 8)
      const first = slot * this.#words
      for (let word = 0; word < this.#words; word += 1) {
        this.#bits[first + word] = bytes.readInt32LE(at + (ids + word) * 4)
      }
    }
    this.#length += count
  }

  #remove(vectorId: number): void {
    let low = 0
    let high = this.#length - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      const id = this.#vectorIds[middle] as number
      if (id === vectorId) {
        if (this.#documentKeys[middle] !== 0) this.#dead += 1
        this.#documentKeys[middle] = 0
        return
      }
      if (id < vectorId) low = middle + 1
      else high = middle - 1
    }
  }

  #resize(room: number): void {
    const bits = new Int32Array(room * this.#words)
    bits.set(this.#bits.subarray(0, this.#length * this.#words))
    this.#bits = bits
    const resized = (from: Uint32Array): Uint32Array => {
      const to = new Uint32Array(room)
      to.set(from.subarray(0, this.#length))
      return to
    }
    this.#documentKeys = resized(this.#documentKeys)
    this.#passageIds = resized(this.#passageIds)
    this.#vectorIds = resized(this.#vectorIds)
  }

  #compact(): void {
    let to = 0
    const words = this.#words
    for (let slot = 0; slot < this.#length; slot += 1) {
      if (this.#documentKeys[slot] === 0) continue
      this.#bits.copyWithin(to * words, slot * words, (slot + 1) * words)
      this.#documentKeys[to] = this.#documentKeys[slot] as number
      this.#passageIds[to] = this.#passageIds[slot] as number
      this.#vectorIds[to] = this.#vectorIds[slot] as number
      to += 1
    }
    this.#length = to
    this.#dead = 0
    this.#resize(Math.max(firstRoom, Math.ceil(to * 1.25)))
  }
}

/** For each byte of a sketch and each of its 256 values: the sum of the question's numbers where a bit is set, less the others. */
function sumsOfBytes(values: Float32Array, bytes: number): Float32Array {
  const sums = new Float32Array(bytes * 256)
  for (let byte = 0; byte < bytes; byte += 1) {
    for (let value = 0; value < 256; value += 1) {
      let sum = 0
      for (let bit = 0; bit < 8; bit += 1) {
        const number = values[byte * 8 + bit] ?? 0
        sum += (value >>> bit) & 1 ? number : -number
      }
      sums[byte * 256 + value] = sum
    }
  }
  return sums
}
