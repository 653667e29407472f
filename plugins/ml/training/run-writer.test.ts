import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { actor, openMl } from '../../../test/rooms/plugins/ml.ts'
import type { TestMl } from '../../../test/rooms/plugins/ml.ts'
import { orderOf } from '../hosts/trainer/fixtures/learn.ts'
import { RegisteredModels } from '../registry/registered-models.ts'
import type { ReadOutput, Trained } from './learner.ts'
import { RunWriter } from './run-writer.ts'

const { workspace_id } = actor
let ml: TestMl
beforeEach(async () => {
  ml = await openMl()
})
afterEach(() => ml.close())

const result = {
  validation: {
    scheme: 'k_fold',
    metrics: { accuracy: { mean: 0.9, sd: 0.1, pooled: 0.9 } },
    folds: [{ fold: 1, n_train: 9, n_test: 1, metrics: { accuracy: 0.9 } }],
  },
  baseline: { accuracy: 0.5 },
} as Partial<Trained['result']> as Trained['result']
const trained: Trained = {
  result,
  losses: [{ step: 1, train_loss: 0.7, validation_loss: null }],
  model: { sha256: 'a', bytes: 5, onnx: true, inputs: [], outputs: [] },
  predictions: { bytes: 5 },
  duration_ms: 1,
  cpu_ms: 1,
}

it('points that could not be written are written with the next', () => {
  const { runs, log, artifacts, clock, registry, versions, aliases } = ml
  const registered = new RegisteredModels(registry, versions, aliases)
  const writer = new RunWriter({ runs, log, artifacts, clock, registry: registered })
  const { run_id } = runs.create(actor, { params: {} })
  const open = writer.begin(workspace_id, run_id, orderOf({ trainer: 'gradient_boosting' }), null)
  const step = (number: number) => {
    clock.advance(1000)
    open.step({ done: 0.1, fold: 1, step: { step: number, steps: 2, trainLoss: 1 / number, validationLoss: null } })
  }
  vi.spyOn(log, 'log').mockImplementationOnce(() => {
    throw new Error('The disk is full.')
  })
  expect(() => step(1)).toThrow('The disk is full.')
  step(2)
  expect(ml.count('ml_points')).toBe(2)
})

it('a training that is made again after a crash leaves each figure once, and one version', async () => {
  const { runs, log, artifacts, clock, registry, versions, aliases } = ml
  const registered = new RegisteredModels(registry, versions, aliases)
  const writer = new RunWriter({ runs, log, artifacts, clock, registry: registered })
  const { run_id } = runs.create(actor, { params: {} })
  const order = orderOf({ trainer: 'knn' })
  const attempt = (read: ReadOutput) => {
    clock.advance(1000)
    const open = writer.begin(workspace_id, run_id, order, null)
    return open.finish(actor, { trained, read, register_as: 'price' })
  }
  const whole: ReadOutput = () => Readable.from([Buffer.from('bytes')])
  const dies: ReadOutput = () => {
    throw new Error('The process died.')
  }
  await expect(attempt(dies)).rejects.toThrow('The process died.')
  vi.spyOn(runs, 'end').mockImplementationOnce(() => {
    throw new Error('It died before the end.')
  })
  await expect(attempt(whole)).rejects.toThrow('It died before the end.')
  await attempt(whole)
  expect(runs.get(workspace_id, run_id).status).toBe('finished')
  expect(ml.count('ml_points')).toBe(5)
  expect(ml.count('ml_versions')).toBe(1)
})
