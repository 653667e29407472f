import { SvcError } from '../index.ts'
import type { MigrationPlan, WorkspaceDatabase, WorkspaceFiles } from '../index.ts'
import { ManualClock } from './manual-clock.ts'
import { notes } from './notes-store.ts'
import type { TestRunner } from './test-runner.ts'

export interface OpenedDataPlane {
  data: WorkspaceFiles
  /** Closes it and opens the same place again with this plan. Null where nothing outlives the closing. */
  reopen: ((plan: MigrationPlan) => Promise<WorkspaceFiles>) | null
  close(): Promise<void>
}

/** Opens a data plane on a place of its own. */
export type OpenDataPlane = (options: { plan: MigrationPlan; clock: ManualClock }) => Promise<OpenedDataPlane>

const hostileIds = ['', '..', '../../etc', 'ws_../../../../../../tmp/x', 'kernel', 'ws_01JZ', `${workspace(1)}/..`]

/** What every place where workspaces keep their tables promises, as `describeJobStore` does for jobs. */
export function describeDataPlane(runner: TestRunner, name: string, open: OpenDataPlane): void {
  const { afterEach, describe, expect, it } = runner
  let opened: OpenedDataPlane | null = null
  afterEach(async () => {
    await opened?.close()
    opened = null
  })
  async function start(plan = planOf(['0001-notes', notes.create])): Promise<WorkspaceFiles> {
    opened = await open({ plan, clock: new ManualClock() })
    return opened.data
  }

  describe(`the data plane on ${name}`, () => {
    it('keeps workspaces apart, and names those that have something', async () => {
      const data = await start()
      data.use(workspace(1), db => db.run(notes.insert, 'mine'))
      expect(data.use(workspace(2), db => db.all(notes.all))).toEqual([])
      expect((await data.workspaceIds()).toSorted()).toEqual([workspace(1), workspace(2)])
    })

    it('binds parameters in order or by name, and answers how many rows changed', async () => {
      const data = await start()
      const seen = data.use(workspace(1), db => [
        db.run(notes.insert, "Robert'); DROP TABLE notes_items;--").changes,
        db.run(notes.insertNamed, { body: 'named' }).changes,
        db.get(notes.one, 'named'),
        db.get(notes.oneNamed, { body: 'absent' }),
        db.run(notes.delete).changes,
      ])
      expect(seen).toEqual([1, 1, { body: 'named' }, undefined, 2])
    })

    it('reads aside what was committed before, workspace by workspace', async () => {
      const data = await start()
      data.use(workspace(1), db => db.run(notes.insert, 'mine'))
      const read = (sql: string) => data.read(workspace(1), { sql, params: { body: 'mine' } })
      expect(await read(notes.oneNamed)).toEqual([{ body: 'mine' }])
      expect(await data.read(workspace(2), { sql: notes.oneNamed, params: { body: 'mine' } })).toEqual([])
    })

    it('gives back every type of value as it was given', async () => {
      const data = await start(planOf(['0001-values', notes.createValues]))
      const values = ['ä \u{1f600}', '', 0, -1.5, 2 ** 40, null]
      const kept = data.use(workspace(1), db => {
        for (const value of values) db.run(notes.insertValue, value)
        db.run(notes.insertValue, new Uint8Array([0, 255]))
        return db.all<{ value: unknown }>(notes.allValues).map(row => row.value)
      })
      expect(kept.slice(0, -1)).toEqual(values)
      expect([...(kept.at(-1) as Uint8Array)]).toEqual([0, 255])
    })

    it('undoes an inner transaction alone, and the outer one with all within', async () => {
      const data = await start()
      const fail = (): never => {
        throw new Error('no')
      }
      data.use(workspace(1), db =>
        db.transaction(() => {
          db.run(notes.insert, 'outer')
          thrownBy(() => db.transaction(() => [db.run(notes.insert, 'inner'), fail()]))
        }),
      )
      const thrown = thrownBy(() =>
        data.use(workspace(1), db =>
          db.transaction(() => {
            db.transaction(() => db.run(notes.insert, 'released'))
            fail()
          }),
        ),
      )
      expect(thrown?.message).toBe('no')
      expect(data.use(workspace(1), db => db.all(notes.all))).toEqual([{ body: 'outer' }])
    })

    it('refuses a handle that was kept, and work that is asynchronous', async () => {
      const data = await start()
      let kept: WorkspaceDatabase | undefined
      data.use(workspace(1), db => void (kept = db))
      expect(codeOf(() => kept?.all(notes.all))).toBe('internal_error')
      expect(codeOf(() => kept?.transaction(() => 1))).toBe('internal_error')
      expect(codeOf(() => data.use(workspace(1), async db => db.all(notes.all)))).toBe('internal_error')
    })

    it('refuses every id that is not one of a workspace', async () => {
      const data = await start()
      for (const id of [...hostileIds, `${workspace(1)}\0`, `${workspace(1)}\n`]) {
        expect([id, codeOf(() => data.use(id, () => 'reached'))]).toEqual([id, 'not_found'])
      }
      expect(await data.workspaceIds()).toEqual([])
    })

    it('runs the steps of all owners in order before the first work', async () => {
      const steps = [
        ['0001-items', notes.create],
        ['0002-words', notes.addWords, notes.insertFirst],
      ] as const
      const data = await start(planOf(...steps))
      expect(data.use(workspace(1), db => db.all(notes.whole))).toEqual([{ body: 'first', words: null }])
    })

    it('refuses work where a step fails, and undoes all of them', async () => {
      const data = await start(planOf(['0001-notes', notes.create], ['0002-again', notes.create]))
      const refusals = [1, 2].map(() => thrownBy(() => data.use(workspace(1), () => 'reached'))?.message ?? '')
      for (const refusal of refusals) expect(refusal).toMatch(/notes 0002-again failed and was undone/)
      const [first, second] = refusals
      expect(first).toBe(second)
    })

    it("refuses tables that do not begin with their owner's name", async () => {
      const data = await start(planOf(['0001-files', notes.createOfAnother]))
      const refused = thrownBy(() => data.use(workspace(1), () => 'reached'))
      expect(refused?.message ?? '').toMatch(/files_items; the names of its tables must begin with notes_/)
    })

    it("keeps the kernel's own tables beside the workspaces", async () => {
      const data = await start()
      data.useKernelFile(db => {
        db.run(notes.createInKernelFile)
        db.run(notes.insertInKernelFile)
      })
      expect(data.useKernelFile(db => db.all(notes.allInKernelFile))).toEqual([{ name: 'one' }])
      expect(await data.workspaceIds()).toEqual([])
    })

    it('says that it is healthy, and refuses work after it was closed', async () => {
      const data = await start()
      expect(await data.status()).toMatchObject({ healthy: true })
      await data.close()
      expect(codeOf(() => data.use(workspace(1), () => 'reached'))).toBe('unavailable')
      expect(await data.status()).toMatchObject({ healthy: false })
    })

    it('finds what was kept when it is opened again, runs later steps once, and refuses an older plan', async () => {
      const older = planOf(['0001-notes', notes.create])
      const newer = planOf(['0001-notes', notes.create], ['0002-more', notes.createMore])
      const data = await start(older)
      data.use(workspace(1), db => db.run(notes.insert, 'kept'))
      expect(data.use(workspace(1), db => db.all(notes.all))).toEqual([{ body: 'kept' }])
      const reopen = opened?.reopen
      if (!reopen) return
      for (const plan of [newer, newer]) {
        const again = await reopen(plan)
        const found = again.use(workspace(1), db => [db.all(notes.all), db.all(notes.allMore)])
        expect(found).toEqual([[{ body: 'kept' }], []])
      }
      const old = await reopen(older)
      expect(thrownBy(() => old.use(workspace(1), () => 'reached'))?.message ?? '').toMatch(/newer version/)
    })
  })
}

function workspace(number: number): string {
  return `ws_${String(number).padStart(26, '0')}`
}

/** A plan with steps of the owner `notes`: the id of each, then its statements. */
function planOf(...steps: readonly (readonly [id: string, ...statements: string[]])[]): MigrationPlan {
  const planned = steps.map(([id, ...statements]) => ({
    owner: 'notes',
    id,
    statements,
    series: 0,
    checksum: statements.join(';'),
  }))
  return { steps: planned, owners: new Set(['notes']), fingerprint: planned.map(({ id }) => id).join(' ') }
}

function thrownBy(work: () => unknown): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return error as Error
  }
}

function codeOf(work: () => unknown): string | null {
  const error = thrownBy(work)
  return error instanceof SvcError ? error.code : (error?.message ?? null)
}
