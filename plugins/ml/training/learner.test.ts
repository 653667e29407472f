import { Readable } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { UnprocessableError } from '@svc/plugin'
import { openChildProcesses } from '../../../test/rooms/kernel.ts'
import { orderOf } from '../hosts/trainer/fixtures/learn.ts'
import { OnnxRunner } from '../serving/onnx-runner.ts'
import { Learner } from './learner.ts'
import type { ModelBytes } from './learner.ts'
import type { ReadTable } from './read-table.ts'

const rows = 200
const caller = { workspaceId: 'a', signal: new AbortController().signal }
const numbers = (name: string, value: (row: number) => number) => ({
  name,
  type: 'BIGINT',
  kind: 'number' as const,
  meaning: 'number' as const,
  values: Float64Array.from({ length: rows }, (_, row) => value(row)),
})
const table: ReadTable = { rows, columns: [numbers('x', row => row % 101), numbers('y', row => (row % 101) * 3)] }

let children: ReturnType<typeof openChildProcesses>
let learner: Learner
const open = (answerMs: number): void => {
  children = openChildProcesses()
  learner = new Learner({ children: children.of('ml'), memoryMb: 1024, trainings: 1, answerMs })
}
afterEach(async () => {
  await learner.close()
  await children.close()
})

function train(): Promise<ModelBytes> {
  const order = orderOf({ trainer: 'knn', task: 'regression', validation: { folds: 2 } })
  const training = { order, table: () => Promise.resolve(table), onProgress: () => {} }
  return learner.train(caller, training, async ({ model }, read) => {
    const bytes = Buffer.concat(await read('model', model.bytes).toArray())
    return { sha256: model.sha256, size: bytes.length, open: () => Promise.resolve(Readable.from([bytes])) }
  })
}

it('a prediction that is answered at once ends at its limit, and one in a job at that of the job', async () => {
  open(1)
  const model = await train()
  const tables = { baseline: table, now: table, threshold: 0.2 }
  const late = [learner.predictTable(caller, model, table, false), learner.drift(caller, model, tables)]
  for (const outcome of await Promise.allSettled(late))
    expect(outcome).toMatchObject({ reason: expect.any(UnprocessableError), status: 'rejected' })
  const job = { ...caller, isJob: true }
  const call = { table, texts: { rows: 0, columns: [] }, probabilities: false }
  expect(await learner.predictToCsv(job, model, call, answer => Promise.resolve(answer.rows))).toBe(rows)
  expect(await learner.drift(job, model, tables)).toMatchObject({ drifted: false })
})

it('one workspace leaves a process that predicts to the others', async () => {
  open(60_000)
  const onnx = new OnnxRunner({ children: children.of('ml'), memoryMb: 1024 })
  const { promise: held, resolve: letGo } = Promise.withResolvers<Readable>()
  const slow: ModelBytes = { sha256: 'a', size: 1, open: () => held }
  const call = { rows: [{ x: 1 }], probabilities: false }
  const first = [1, 2].flatMap(() => [
    learner.predictRows(caller, slow, call),
    onnx.predictRows(caller, slow, call.rows),
  ])
  const damaged: ModelBytes = { ...slow, open: () => Promise.resolve(Readable.from([Buffer.from('x')])) }
  const other = { ...caller, workspaceId: 'b' }
  await expect(learner.predictRows(other, damaged, call)).rejects.toMatchObject({ code: 'model_damaged' })
  await expect(onnx.predictRows(other, damaged, call.rows)).rejects.toMatchObject({ code: 'onnx_refused' })
  letGo(Readable.from([Buffer.from('x')]))
  await Promise.allSettled(first)
  await onnx.close()
})
