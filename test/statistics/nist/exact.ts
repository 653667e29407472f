/** A decimal as an integer and the power of ten that it was multiplied by. */
export interface Scaled {
  values: bigint[]
  digits: number
}

/** Decimals as integers on one scale. */
export function scaled(decimals: readonly string[]): Scaled {
  const parts = decimals.map(parse)
  const digits = Math.max(0, ...parts.map(part => part.digits))
  return { digits, values: parts.map(part => part.value * 10n ** BigInt(digits - part.digits)) }
}

function parse(decimal: string): { value: bigint; digits: number } {
  const found = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(decimal)
  if (!found) throw new TypeError(`${decimal} is no decimal.`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = found
  const digits = fraction.length - Number(exponent)
  const value = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  return digits < 0 ? { value: value * 10n ** BigInt(-digits), digits: 0 } : { value, digits }
}

/** A fraction of integers; the denominator is positive. */
export interface Fraction {
  over: bigint
  under: bigint
}

export function fraction(over: bigint, under = 1n): Fraction {
  return under < 0n ? { over: -over, under: -under } : { over, under }
}

export function ofDecimal(decimal: string): Fraction {
  const { values, digits } = scaled([decimal])
  return { over: values[0]!, under: 10n ** BigInt(digits) }
}

export const minus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.over * b.under - b.over * a.under, a.under * b.under)
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.over, a.under * b.under)
export const by = (a: Fraction, b: Fraction): Fraction => fraction(a.over * b.under, a.under * b.over)

/** The nearest doubles, near enough for digits to be counted. */
export function toNumber({ over, under }: Fraction): number {
  if (over === 0n) return 0
  const size = String(over < 0n ? -over : over).length - String(under).length
  const shift = 25 - size
  const quotient = shift >= 0 ? (over * 10n ** BigInt(shift)) / under : over / (under * 10n ** BigInt(-shift))
  return Number(`${quotient}e${-shift}`)
}

export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
export const dot = (a: readonly bigint[], b: readonly bigint[]): bigint =>
  a.reduce((total, value, index) => total + value * b[index]!, 0n)

/**
 * Solves `matrix` X = `right` by elimination without fractions (Bareiss): each column of the answer over the determinant.
 * `matrix` is symmetric and positive, so that no pivot is zero.
 */
export function solved(matrix: bigint[][], right: bigint[][]): { over: bigint[][]; under: bigint } {
  const size = matrix.length
  const rows = matrix.map((row, index) => [...row, ...right[index]!])
  let before = 1n
  for (let k = 0; k < size; k++) {
    const pivot = rows[k]!
    for (const [i, row] of rows.entries()) {
      if (i === k) continue
      const factor = row[k]!
      for (const [j, value] of row.entries()) row[j] = (pivot[k]! * value - factor * pivot[j]!) / before
    }
    before = pivot[k]!
  }
  return { over: rows.map(row => row.slice(size)), under: rows[0]![0]! }
}
