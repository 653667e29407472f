import { createHash, hash } from 'node:crypto'
import type { ResultDigest, TableColumn } from '@svc/plugin'

const lanes = 8
const laneSize = 2 ** 32
/** Lanes are added up as doubles, which are exact that long. */
const rowsBeforeCarry = 2 ** 20

const floatTypes = new Set(['DOUBLE', 'FLOAT', 'REAL'])

/** Whether a column counts as floating-point numbers in a digest; all others are exact. */
export function isFloatType(type: string): boolean {
  return floatTypes.has(type)
}

/**
 * Adds a result up to a {@link ResultDigest}, row by row, in any order. The hash of a row's exact values also gives the
 * weight, in [1, 2), with which its floating-point numbers count: two rows cannot swap numbers unnoticed.
 */
export class DigestBuilder {
  readonly #columns: readonly TableColumn[]
  readonly #sum = new Float64Array(lanes)
  readonly #floats: { sum: number; lost: number; scale: number }[]
  #rows = 0

  constructor(columns: readonly TableColumn[]) {
    this.#columns = columns
    this.#floats = columns.filter(({ type }) => isFloatType(type)).map(() => ({ sum: 0, lost: 0, scale: 0 }))
  }

  /**
   * `exact`: the row as text without its floating-point numbers; where one is missing or not finite, the text says so.
   * `floats`: these numbers, in the order of the columns; anything but a finite number counts nothing.
   */
  add(exact: string, floats: readonly (number | null)[]): void {
    // Not a Buffer: to make one costs more than the hash.
    const row = hash('sha256', exact, 'binary')
    for (let lane = 0; lane < lanes; lane += 1) this.#sum[lane]! += uint32At(row, 4 * lane)
    this.#rows += 1
    if (this.#rows % rowsBeforeCarry === 0) this.#carry()
    if (floats.length === 0) return
    const weight = 1 + uint32At(row, 0) / laneSize
    for (let index = 0; index < floats.length; index += 1) {
      const value = floats[index]
      if (typeof value === 'number' && Number.isFinite(value)) addFloat(this.#floats[index]!, weight * value)
    }
  }

  end(): ResultDigest {
    this.#carry()
    const exact = createHash('sha256')
    exact.update(JSON.stringify(this.#columns.map(({ name, type }) => [name, type])))
    exact.update([...this.#sum].join(' '))
    const floating = this.#columns.filter(({ type }) => isFloatType(type))
    return {
      hash: exact.digest('hex'),
      rows: this.#rows,
      floats: floating.map(({ name }, index) => {
        const { sum, lost, scale } = this.#floats[index]!
        return { column: name, sum: finite(sum + lost), scale: finite(scale) }
      }),
    }
  }

  /** The lanes are the digits of one number of 256 bits: what is too much for a digit goes on to the next. */
  #carry(): void {
    let over = 0
    for (let lane = 0; lane < lanes; lane += 1) {
      const digit = this.#sum[lane]! + over
      this.#sum[lane] = digit % laneSize
      over = Math.floor(digit / laneSize)
    }
  }
}

function uint32At(binary: string, at: number): number {
  const high = binary.charCodeAt(at + 2) * 2 ** 16 + binary.charCodeAt(at + 3) * 2 ** 24
  return binary.charCodeAt(at) + binary.charCodeAt(at + 1) * 2 ** 8 + high
}

/** Numbers near the end of the range add up to infinity, which JSON cannot tell from nothing. */
function finite(sum: number): number {
  if (Number.isNaN(sum)) return 0
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum))
}

/** By Neumaier: what a sum rounds away is kept beside it, else a million rows in another order would differ. */
function addFloat(total: { sum: number; lost: number; scale: number }, value: number): void {
  const sum = total.sum + value
  const larger = Math.abs(total.sum) >= Math.abs(value)
  total.lost += larger ? total.sum - sum + value : value - sum + total.sum
  total.sum = sum
  total.scale += Math.abs(value)
}
