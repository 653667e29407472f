import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { actor, openMl } from '../../../test/rooms/plugins/ml.ts'
import type { TestMl } from '../../../test/rooms/plugins/ml.ts'
import { sha256 } from '../../../test/rooms/plugins/files.ts'

const { workspace_id } = actor
const dayMs = 24 * 60 * 60 * 1000

let ml: TestMl
beforeEach(async () => {
  ml = await openMl()
})
afterEach(() => ml.close())

const stateOf = (runId: string): string => {
  try {
    return ml.runs.get(workspace_id, runId).state
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('what was deleted', () => {
  it('goes after its days with metrics, params and bytes; younger, restored and active runs stay', async () => {
    const old = await ml.newRun('old')
    const restored = await ml.newRun('restored')
    const young = await ml.newRun('young')
    const active = await ml.newRun('active')
    await ml.runs.delete(actor, old)
    await ml.runs.delete(actor, restored)
    await ml.runs.restore(actor, restored)
    ml.clock.advance(dayMs)
    await ml.runs.delete(actor, young)

    ml.clock.advance(29 * dayMs)
    await ml.upkeep.look()
    expect(stateOf(old)).toBe('deleted')
    ml.clock.advance(1)
    await ml.upkeep.look()
    expect([old, restored, young, active].map(stateOf)).toEqual(['not_found', 'active', 'deleted', 'active'])
    expect(['ml_series', 'ml_points', 'ml_params', 'ml_artifacts', 'ml_contents'].map(ml.count)).toEqual([
      3, 3, 3, 3, 3,
    ])
    expect((await ml.stored()).toSorted()).toEqual(['restored', 'young', 'active'].map(sha256).toSorted())
    expect(ml.deleted.has(workspace_id)).toBe(true)
    expect(ml.removed).toEqual([old])

    ml.clock.advance(dayMs)
    await ml.upkeep.look()
    expect(stateOf(young)).toBe('not_found')
    expect([ml.deleted.has(workspace_id), ml.marks.has(workspace_id)]).toEqual([false, false])
  })

  it('goes at a later look when one has failed', async () => {
    const old = await ml.newRun('old')
    await ml.runs.delete(actor, old)
    ml.clock.advance(31 * dayMs)
    vi.spyOn(ml.deleted, 'list').mockRejectedValueOnce(new Error('The registry cannot be read.'))
    void ml.upkeep.run()
    await vi.waitFor(() => expect(ml.clock.sleepers).toBe(1))
    expect(stateOf(old)).toBe('deleted')
    ml.clock.advance(10 * 60 * 1000)
    await vi.waitFor(() => expect(stateOf(old)).toBe('not_found'))
  })

  it('goes without the files that a version of a model, or another run, has', async () => {
    const registered = await ml.newRun('model')
    const other = await ml.newRun('shared')
    const shared = await ml.newRun('shared')
    ml.registry.create(workspace_id, { name: 'price' })
    const { model_id } = ml.versions.ofRun(actor, 'price', { run_id: registered })
    await ml.runs.delete(actor, registered)
    await ml.runs.delete(actor, shared)
    ml.clock.advance(31 * dayMs)
    await ml.upkeep.look()
    expect([registered, shared, other].map(stateOf)).toEqual(['not_found', 'not_found', 'active'])
    expect(ml.registry.version(workspace_id, 'price', 1).run_id).toBe(registered)
    const file = await ml.artifacts.open(workspace_id, `${model_id}@1`, 'a.bin')
    expect(Buffer.concat(await file.toArray()).toString()).toBe('model')
    expect((await ml.stored()).toSorted()).toEqual(['model', 'shared'].map(sha256).toSorted())

    expect(ml.marks.has(workspace_id)).toBe(false)
    await ml.registry.delete(actor, 'price')
    // Noted before its records go: a crash before its files go is swept at the next start.
    expect(ml.marks.has(workspace_id)).toBe(true)
    expect(await ml.stored()).toEqual([sha256('shared')])
  })

  it('goes piece by piece when its history is long, and cannot be restored from then on', async () => {
    const run = await ml.newRun('long')
    for (let batch = 0; batch < 3; batch += 1) {
      const metrics = Array.from({ length: 1000 }, (_, step) => ({ key: `loss${batch}`, value: NaN, step }))
      ml.log.log(workspace_id, run, { metrics })
    }
    await ml.runs.delete(actor, run)
    ml.clock.advance(31 * dayMs)
    const looking = ml.upkeep.look()
    await expect.poll(() => ml.count('ml_points'), { interval: 1 }).toBeLessThan(3001)
    const restored = ml.runs.restore(actor, run)
    await expect(restored).rejects.toMatchObject({ code: 'not_found' })
    await looking
    expect([stateOf(run), ml.count('ml_points'), ml.count('ml_series')]).toEqual(['not_found', 0, 0])
  })

  it('goes with its experiment, whose name is free again', async () => {
    const { experiment_id } = ml.experiments.create(workspace_id, { name: 'Houses', tags: { team: 'a' } })
    const run = await ml.newRun('x', experiment_id)
    await ml.experiments.delete(actor, experiment_id)
    ml.clock.advance(31 * dayMs)
    await ml.upkeep.look()
    expect(stateOf(run)).toBe('not_found')
    expect([ml.count('ml_experiments'), ml.count('ml_experiment_tags'), await ml.stored()]).toEqual([1, 0, []])
    expect(ml.experiments.create(workspace_id, { name: 'Houses' }).state).toBe('active')
  })
})

it('a start sweeps what a crash left where artifacts were under way, and nothing that is kept', async () => {
  await ml.newRun('kept')
  const folder = await ml.folders.folder(workspace_id)
  const orphan = join(folder, sha256('orphan').slice(0, 2), sha256('orphan'))
  await mkdir(dirname(orphan), { recursive: true })
  await writeFile(orphan, 'orphan')
  await writeFile(join(folder, 'server-left.tmp'), 'x')
  expect(ml.marks.has(workspace_id)).toBe(true)
  await ml.upkeep.start()
  await ml.upkeep.look()
  expect(await ml.stored()).toEqual([sha256('kept')])
  expect(ml.marks.has(workspace_id)).toBe(false)
})
