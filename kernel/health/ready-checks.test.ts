import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlaneStatus, PlanesStatus } from '@svc/plugin'
import { clocksAgree, diskFree, homeWritable, planeChecks, queueAnswers } from './ready-checks.ts'

const well: PlaneStatus = { driver: 'sqlite', healthy: true, location: '/secret/place', version: null, detail: 'fine' }

describe('The checks of /readyz', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'svc-ready-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  it('write into the home and leave nothing there', async () => {
    await homeWritable(home).check()
    expect(await readdir(home)).toEqual([])
  })

  it('may look at the same home at one time', async () => {
    const { check } = homeWritable(home)
    const looks = Array.from({ length: 20 }, async () => check())
    expect((await Promise.allSettled(looks)).filter(({ status }) => status === 'rejected')).toEqual([])
    expect(await readdir(home)).toEqual([])
  })

  it('fail for a home that takes no file, and do not name its path', async () => {
    const gone = join(home, 'gone')
    const failure = await Promise.resolve(homeWritable(gone).check()).catch((error: unknown) => error)
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^Nothing can be written into the home\. Check/) as string,
    })
    expect((failure as Error).message).not.toContain(home)
    await chmod(home, 0o700)
  })

  it('pass where there is room', async () => {
    await diskFree(home).check()
  })

  it('name the plane that is down, and not where it is', async () => {
    const status: PlanesStatus = {
      control: { ...well, healthy: false, detail: 'connect /secret/place' },
      data: well,
      analytics: well,
      memory: well,
    }
    const [control, data] = planeChecks({ status: async () => status })
    await expect(control!.check()).rejects.toThrow(
      /^The control plane does not work\. Is the database or the home reachable\? "svc doctor"[^/]*$/,
    )
    await data!.check()
  })

  it.each([
    [0, null],
    [9_999, null],
    [-9_999, null],
    [25_000, /25 s behind that of the database/],
    [-25_000, /25 s ahead of that of the database/],
  ])('hold a clock that differs by %i ms against the database', async (skew, complaint) => {
    const [clock] = clocksAgree({ serverNow: async () => 1_000_000 + skew }, { now: () => 1_000_000 })
    const answer = Promise.resolve(clock!.check())
    if (complaint === null) await answer
    else await expect(answer).rejects.toThrow(complaint)
  })

  it('fail for a queue that does not answer', async () => {
    await queueAnswers(async () => null).check()
    const broken = queueAnswers(async () => {
      throw new Error('SQLITE_IOERR at /secret/place')
    })
    await expect(broken.check()).rejects.toThrow(
      /^The job queue does not answer\. The planes above, or the log, say why\.$/,
    )
  })
})
