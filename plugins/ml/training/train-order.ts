import { assertNoBodyFaults } from '@svc/plugin'
import type { DatasetVersion } from '@svc/plugin/contracts/datasets'
import type { FieldError, JsonObject, JsonSchema } from '@svc/plugin'
import { closestWord } from '@svc/plugin/library/closest-word'
import type { FoldScheme, Preprocess, Trainer, TrainOrder } from '@svc/plugin/contracts/ml/learning'
import type { LearningOrder } from '../hosts/trainer/learning/training/order.ts'
import { isReadable } from './read-table.ts'
import { trainers } from './trainers.ts'

/** The order with all defaults. @throws ValidationError with every fault at its place in the body */
export function learningOrder(body: TrainOrder, version: DatasetVersion): LearningOrder {
  const trainer = trainers.find(each => each.trainer === body.trainer)!
  const params = withDefaults(trainer.params, body.params ?? {})
  const validation = validationOf(body)
  assertNoBodyFaults([
    ...paramFaults(trainer, body.params ?? {}),
    ...taskFaults(trainer, body),
    ...validationFaults(body, validation),
    ...columnFaults(body, version),
  ])
  return {
    trainer: body.trainer,
    params,
    task: body.task,
    target: body.target,
    features: body.features ?? null,
    weights: body.weights ?? null,
    preprocess: preprocessOf(trainer, body),
    validation,
    calibrate: body.calibrate ?? 'none',
    importance: body.importance ?? { repeats: 5 },
    threshold: body.threshold ?? 0.5,
    seed: body.seed ?? 0,
    threads: body.threads ?? 1,
  } as LearningOrder
}

/** Trees do not care for scales, and a model without scaling is the simpler one. */
function preprocessOf({ trainer, preprocess }: Trainer, body: TrainOrder): Preprocess {
  const hasTrees = trainer === 'gradient_boosting' || trainer === 'random_forest'
  return { ...preprocess, ...body.preprocess, ...(hasTrees && { scale: 'none' }) }
}

function validationOf({ task, validation = {} }: TrainOrder): LearningOrder['validation'] {
  const scheme = validation.scheme ?? schemeFor(task, validation)
  return {
    scheme,
    folds: validation.folds ?? 5,
    repeats: validation.repeats ?? 1,
    shuffle: validation.shuffle ?? true,
    test_size: validation.test_size ?? 0.2,
    group: validation.group ?? null,
    order: validation.order ?? null,
    fold_column: validation.fold_column ?? null,
  }
}

function schemeFor(task: TrainOrder['task'], { group, order }: NonNullable<TrainOrder['validation']>): FoldScheme {
  if (group !== undefined) return 'group_k_fold'
  if (order !== undefined) return 'time_series'
  return task === 'classification' ? 'stratified_k_fold' : 'k_fold'
}

function withDefaults({ properties }: JsonSchema, given: JsonObject): JsonObject {
  const known = Object.entries(properties as Record<string, JsonSchema>)
  return {
    ...Object.fromEntries(known.map(([name, schema]) => [name, schema['default'] ?? null])),
    ...given,
  } as JsonObject
}

function paramFaults({ trainer, params }: Trainer, given: JsonObject): FieldError[] {
  const known = Object.keys(params['properties'] as object)
  return Object.entries(given).flatMap(([name, value]) => {
    const path = `/params/${name}`
    if (!known.includes(name)) {
      const near = closestWord(name, known)
      return [
        {
          path,
          message: `is no parameter of ${trainer}${near ? `; do you mean ${near}?` : `: it has ${known.join(', ')}`}`,
        },
      ]
    }
    const message = faultOf(value, (params['properties'] as Record<string, JsonSchema>)[name]!)
    return message === null ? [] : [{ path, message }]
  })
}

/** The few keywords that the parameters use. */
function faultOf(value: unknown, schema: JsonSchema): string | null {
  const {
    type,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    enum: words,
    anyOf,
  } = schema as {
    type?: string | string[]
    minimum?: number
    maximum?: number
    exclusiveMinimum?: number
    exclusiveMaximum?: number
    enum?: string[]
    anyOf?: JsonSchema[]
  }
  if (anyOf)
    return anyOf.some(each => faultOf(value, each) === null) ? null : 'must be "sqrt", "third" or a number above 0'
  if (words)
    return words.includes(value as string)
      ? null
      : `must be one of ${words.map(word => JSON.stringify(word)).join(', ')}`
  if (value === null) return type?.includes('null') ? null : 'must not be null'
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false'
  if (typeof value !== 'number') return 'must be a number'
  if (type !== 'number' && !Number.isInteger(value)) return 'must be a whole number'
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `must be more than ${exclusiveMinimum}`
  return exclusiveMaximum !== undefined && value >= exclusiveMaximum ? `must be less than ${exclusiveMaximum}` : null
}

function taskFaults({ trainer, tasks }: Trainer, { task, calibrate = 'none', weights }: TrainOrder): FieldError[] {
  const faults: FieldError[] = []
  if (!tasks.includes(task))
    faults.push({
      path: '/trainer',
      message: `cannot do ${task}; ${trainers
        .filter(each => each.tasks.includes(task))
        .map(each => each.trainer)
        .join(', ')} can`,
    })
  if (task === 'regression' && calibrate !== 'none')
    faults.push({ path: '/calibrate', message: 'is for classification alone' })
  if (trainer === 'knn' && weights !== undefined)
    faults.push({ path: '/weights', message: 'cannot be used by knn: each neighbour counts the same' })
  return faults
}

function validationFaults(
  { task, validation: given = {} }: TrainOrder,
  { scheme, folds }: LearningOrder['validation'],
): FieldError[] {
  const at = (field: string, message: string): FieldError => ({ path: `/validation/${field}`, message })
  const faults: FieldError[] = []
  if (given.fold_column !== undefined) {
    for (const field of ['scheme', 'folds', 'repeats', 'group', 'order', 'test_size'] as const)
      if (given[field] !== undefined)
        faults.push(at(field, 'has no place beside fold_column, which says every row’s fold'))
    return faults
  }
  if (scheme === 'stratified_k_fold' && task === 'regression') faults.push(at('scheme', 'needs classes; use k_fold'))
  if (scheme === 'group_k_fold' && given.group === undefined) faults.push(at('group', 'is required for group_k_fold'))
  if (scheme !== 'group_k_fold' && given.group !== undefined) faults.push(at('group', `is not used by ${scheme}`))
  if (scheme === 'time_series' && given.order === undefined) faults.push(at('order', 'is required for time_series'))
  if (scheme !== 'time_series' && given.order !== undefined) faults.push(at('order', `is not used by ${scheme}`))
  const repeats = given.repeats ?? 1
  const isRepeatable = scheme === 'k_fold' || scheme === 'stratified_k_fold' || scheme === 'group_k_fold'
  if (repeats > 1 && (!isRepeatable || given.shuffle === false))
    faults.push(at('repeats', 'would do the same again: only shuffled folds are repeated'))
  if (folds * repeats > 100)
    faults.push(at('folds', `times repeats are ${folds * repeats} models; at most 100 are trained`))
  return faults
}

function columnFaults(body: TrainOrder, { columns, name: dataset }: DatasetVersion): FieldError[] {
  const known = columns.map(({ name }) => name)
  const { validation = {} } = body
  const named: [string, string | undefined][] = [
    ['/target', body.target],
    ['/weights', body.weights],
    ['/validation/group', validation.group],
    ['/validation/order', validation.order],
    ['/validation/fold_column', validation.fold_column],
    ...(body.features ?? []).map((feature, index): [string, string] => [`/features/${index}`, feature]),
  ]
  return named.flatMap(([path, name]) => {
    if (name === undefined) return []
    const column = columns.find(each => each.name === name)
    if (column)
      return isReadable(column)
        ? []
        : [{ path, message: `names a column of the type ${column.type}, which a model cannot take` }]
    const near = closestWord(name, known)
    return [{ path, message: `names no column of ${dataset}${near ? `; do you mean ${JSON.stringify(near)}?` : ''}` }]
  })
}
