import type { EncoderStep, NumberStep } from '../learning/encoding/encoder.ts'
import { elementTypes, mlDomain } from './graph.ts'
import type { Graph } from './graph.ts'

/** A missing category is the empty text there. */
const missingText = ''

/** The names of the step's terms, each `rows` by some. */
export function encoderNodes(graph: Graph, step: EncoderStep): string[] {
  if (step.kind === 'number') return numberNodes(graph, step)
  const label = (keys: readonly string[], values: readonly number[], otherwise: number): string =>
    graph.op(
      'LabelEncoder',
      [step.column],
      { keys_strings: { texts: keys }, values_floats: { floats: values }, default_float: { float: otherwise } },
      mlDomain,
    )
  if (step.kind === 'target')
    return step.means.map((means, output) =>
      label([...step.levels, missingText], [...means, step.missing[output]!], step.prior[output]!),
    )
  const places = [...step.levels.map((_, place) => place), ...step.rare.map(() => step.levels.length)]
  const levels = [...step.levels, ...step.rare]
  if (step.kind === 'ordinal') return [label(levels, places, step.unknown ?? Number.NaN)]
  const width = step.levels.length + (step.rare.length > 0 ? 1 : 0) + (step.missing ? 1 : 0)
  if (width === 0) return []
  const isMissing = step.missing && !levels.includes(missingText)
  const code = graph.op(
    'LabelEncoder',
    [step.column],
    {
      keys_strings: { texts: isMissing ? [...levels, missingText] : levels },
      values_int64s: { ints: isMissing ? [...places, width - 1] : places },
      default_int64: { int: -1 },
    },
    mlDomain,
  )
  const cats = Array.from({ length: width }, (_, place) => place)
  const hot = graph.op('OneHotEncoder', [code], { cats_int64s: { ints: cats }, zeros: { int: 1 } }, mlDomain)
  return [graph.op('Flatten', [hot], { axis: { int: 1 } })]
}

function numberNodes(graph: Graph, { column, fill, indicator, shift, divide }: NumberStep): string[] {
  let value = column
  if (fill !== null) {
    const attributes = { imputed_value_floats: { floats: [fill] }, replaced_value_float: { float: Number.NaN } }
    value = graph.op('Imputer', [value], attributes, mlDomain)
  }
  if (shift !== 0 || divide !== 1) {
    // A large number less a large number: in float32 little would be left of it.
    const wide = graph.op('Cast', [value], { to: { int: elementTypes.DOUBLE } })
    const moved = graph.op('Sub', [wide, graph.doubles([shift], [1])])
    value = graph.op('Cast', [graph.op('Div', [moved, graph.doubles([divide], [1])])], {
      to: { int: elementTypes.FLOAT },
    })
  }
  if (!indicator) return [value]
  return [value, graph.op('Cast', [graph.op('IsNaN', [column])], { to: { int: elementTypes.FLOAT } })]
}
