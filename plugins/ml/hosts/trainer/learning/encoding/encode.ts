import type { CategoryColumn, Column, Design, Frame } from '../data/frame.ts'
import { takeRows, takeValues } from '../data/frame.ts'
import type { Random } from '../data/random.ts'
import { datePart } from './encoder.ts'
import type { Encoder, EncoderStep, NumberStep, TargetStep } from './encoder.ts'
import { fitEncoder, innerParts } from './fit-encoder.ts'
import type { FitOrder } from './fit-encoder.ts'

/** The rows as numbers. Levels that training did not see are all zeros, the average, or unknown. */
export function encode(encoder: Encoder, frame: Frame): Design {
  const columns = new Map(frame.columns.map(column => [column.name, column]))
  return { rows: frame.rows, terms: encoder.steps.flatMap(step => encodeStep(step, columns.get(step.column)!)) }
}

export function encodeStep(step: EncoderStep, column: Column): Float32Array[] {
  if (step.kind === 'number') return numberTerms(step, column)
  const { codes, levels } = column as CategoryColumn
  if (step.kind === 'target') return targetTerms(step, codes, levels)
  const places = placesOf(step, levels)
  if (step.kind === 'ordinal') {
    const unknown = step.unknown ?? Number.NaN
    return [Float32Array.from(codes, code => (code < 0 || places[code]! < 0 ? unknown : places[code]!))]
  }
  const width = step.levels.length + (step.rare.length > 0 ? 1 : 0) + (step.missing ? 1 : 0)
  const terms = Array.from({ length: width }, () => new Float32Array(codes.length))
  for (let row = 0; row < codes.length; row += 1) {
    const code = codes[row]!
    if (code >= 0) {
      const term = terms[places[code]!]
      if (term) term[row] = 1
    } else if (step.missing) terms[width - 1]![row] = 1
  }
  return terms
}

function numberTerms({ part, fill, indicator, shift, divide }: NumberStep, column: Column): Float32Array[] {
  const values =
    part === null
      ? (column as { values: Float32Array }).values
      : datePart((column as { values: Float64Array }).values, part)
  const term = new Float32Array(values.length)
  const missing = fill ?? Number.NaN
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row]!
    const known = value === value ? value : missing
    term[row] = shift === 0 && divide === 1 ? known : (known - shift) / divide
  }
  if (!indicator) return [term]
  return [term, Float32Array.from(values, value => (Number.isNaN(value) ? 1 : 0))]
}

function placesOf(step: { levels: string[]; rare?: string[] }, levels: readonly string[]): Int32Array {
  const position = new Map(step.levels.map((level, index) => [level, index]))
  for (const level of step.rare ?? []) position.set(level, step.levels.length)
  return Int32Array.from(levels, level => position.get(level) ?? -1)
}

function targetTerms(step: TargetStep, codes: Int32Array, levels: readonly string[]): Float32Array[] {
  const places = placesOf(step, levels)
  return step.means.map((means, output) =>
    Float32Array.from(codes, code => {
      if (code < 0) return step.missing[output]!
      return places[code]! < 0 ? step.prior[output]! : means[places[code]!]!
    }),
  )
}

/** Fits on the training rows and encodes them; where the target goes into the encoding, each part of the rows by what the other parts say. */
export function fitAndEncode(order: FitOrder, random: Random): { encoder: Encoder; design: Design } {
  const { frame, target } = order
  const encoder = fitEncoder(order)
  const design = encode(encoder, frame)
  if (!encoder.steps.some(step => step.kind === 'target')) return { encoder, design }

  const parts = innerParts(frame.rows, random)
  for (let part = 0; part < 5; part += 1) {
    const inside = rowsWhere(parts, each => each === part)
    const others = rowsWhere(parts, each => each !== part)
    const values = takeValues(target.values, others, new Float64Array(others.length))
    const partial = fitEncoder({ ...order, frame: takeRows(frame, others), target: { ...target, values } })
    overwrite(design, { encoder, partial, frame: takeRows(frame, inside), rows: inside })
  }
  return { encoder, design }
}

interface Part {
  encoder: Encoder
  partial: Encoder
  frame: Frame
  rows: Int32Array
}

function overwrite(design: Design, { encoder, partial, frame, rows }: Part): void {
  const columns = new Map(frame.columns.map(column => [column.name, column]))
  let place = 0
  encoder.steps.forEach((step, index) => {
    if (step.kind !== 'target') {
      place += encodedWidth(step)
      return
    }
    for (const term of encodeStep(partial.steps[index]!, columns.get(step.column)!)) {
      const into = design.terms[place++]!
      for (let row = 0; row < rows.length; row += 1) into[rows[row]!] = term[row]!
    }
  })
}

function encodedWidth(step: EncoderStep): number {
  if (step.kind === 'number') return step.indicator ? 2 : 1
  if (step.kind === 'one_hot') return step.levels.length + (step.rare.length > 0 ? 1 : 0) + (step.missing ? 1 : 0)
  return step.kind === 'target' ? step.prior.length : 1
}

function rowsWhere(parts: Int32Array, isWanted: (part: number) => boolean): Int32Array {
  const rows: number[] = []
  for (let row = 0; row < parts.length; row += 1) if (isWanted(parts[row]!)) rows.push(row)
  return Int32Array.from(rows)
}
