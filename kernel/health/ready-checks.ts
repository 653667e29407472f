import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UnavailableError } from '@svc/plugin'
import type { Clock, ControlPlane, PlaneStatus, Planes } from '@svc/plugin'
import type { ReadyCheck } from '../room.ts'

const leastFreeBytes = 100 * 1024 ** 2
const mebibyte = 1024 ** 2
/** Leases are reckoned with the clocks of several machines. */
const mostSkewMs = 10_000
const writeTest = '.write-test.tmp'

/** Control plane and data plane, each on its own line; where they are stays in the log. */
export function planeChecks(planes: Planes): ReadyCheck[] {
  const check = (plane: 'control' | 'data', remedy: string): ReadyCheck => ({
    name: `${plane} plane`,
    async check() {
      const status = await planes.status()
      const { healthy, detail }: PlaneStatus = status[plane]
      if (!healthy) throw new UnavailableError(`The ${plane} plane does not work. ${remedy}`, { fields: { detail } })
    },
  })
  return [
    check('control', 'Is the database or the home reachable? "svc doctor" on the server says more.'),
    check('data', 'Is the home writable and whole? "svc doctor" on the server says more.'),
  ]
}

/** The queue answers; its next job is not worth knowing here. */
export function queueAnswers(nextDue: () => Promise<unknown>): ReadyCheck {
  return {
    name: 'jobs',
    async check() {
      try {
        await nextDue()
      } catch (cause) {
        throw new UnavailableError('The job queue does not answer. The planes above, or the log, say why.', { cause })
      }
    },
  }
}

/** A file can be written into the home. */
export function homeWritable(homePath: string): ReadyCheck {
  return {
    name: 'home writable',
    async check() {
      const path = join(homePath, writeTest)
      try {
        await writeFile(path, 'x'.repeat(4096), { mode: 0o600 })
        // Another look may have removed it.
        await rm(path, { force: true })
      } catch (cause) {
        const remedy = 'Check the disk and the rights of the folder SVC_HOME.'
        throw new UnavailableError(`Nothing can be written into the home. ${remedy}`, { cause })
      }
    },
  }
}

export function diskFree(homePath: string): ReadyCheck {
  return {
    name: 'disk',
    async check() {
      const { bavail, bsize } = await statfs(homePath)
      const free = bavail * bsize
      if (free >= leastFreeBytes) return
      throw new UnavailableError(
        `${Math.floor(free / mebibyte)} MiB are free on the disk of the home, and ${leastFreeBytes / mebibyte} are needed. Make room.`,
      )
    },
  }
}

/** The clock of a shared database and ours; nothing to check where there is none. */
export function clocksAgree(control: Pick<ControlPlane, 'serverNow'>, clock: Pick<Clock, 'now'>): ReadyCheck[] {
  const serverNow = control.serverNow?.bind(control)
  if (serverNow === undefined) return []
  const check = async (): Promise<void> => {
    const askedAt = clock.now()
    const there = await serverNow()
    // Half of the way there and back is taken for the way there.
    const skew = there - (askedAt + clock.now()) / 2
    if (Math.abs(skew) <= mostSkewMs) return
    throw new UnavailableError(
      `The clock of this machine is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'behind' : 'ahead of'} that of the database. Set both with NTP.`,
    )
  }
  return [{ name: 'clock', check }]
}
