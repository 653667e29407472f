import type { ModelFeature, Model } from './model-file.ts'

/** A number that goes in or comes out, as the registry and a form show it. */
export interface ModelField {
  name: string
  type: ModelFeature['kind'] | 'label'
  /** Of a category or a label, the values that are known. */
  values?: (string | number | boolean)[]
  /** Of a number or a date, the least and the greatest that training saw. */
  range?: [number, number]
}

/** What a row must have, and what is answered. */
export function modelInterface({ features, task, classes, target }: Model): {
  inputs: ModelField[]
  outputs: ModelField[]
} {
  const inputs = features.map(({ name, kind, levels, range }) => ({
    name,
    type: kind,
    ...(levels && { values: levels.slice(0, 100) }),
    ...(range && { range }),
  }))
  const output: ModelField =
    task === 'regression' ? { name: target, type: 'number' } : { name: target, type: 'label', values: classes }
  return { inputs, outputs: [output] }
}
