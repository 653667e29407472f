import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { ManualClock } from '../../test/support/manual-clock.ts'
import { temporaryFolder } from '../../test/support/test-planes.ts'
import type { CreateBackupsOptions } from './index.ts'
import { startTestBackups } from './start-test-backups.ts'
import type { TestBackups } from './start-test-backups.ts'

let room: TestBackups | null = null

afterEach(async () => {
  await room?.stop()
  room = null
})

const hour = 3_600_000

interface Scheduled {
  clock: ManualClock
  told: unknown[]
}

type ClockOf = Pick<Scheduled, 'clock'>

async function start(options: Partial<CreateBackupsOptions> & { clock?: ManualClock } = {}): Promise<Scheduled> {
  const clock = options.clock ?? new ManualClock()
  const told: unknown[] = []
  room = await startTestBackups({
    schedule: '0 * * * *',
    keep: 2,
    clock,
    tell: async event => void told.push(event),
    ...options,
  })
  await room.start()
  return { clock, told }
}

async function archives(): Promise<string[]> {
  return ((await room?.service.list()) ?? []).map(({ created_at, reason }) => `${created_at} ${reason}`)
}

const asleep = ({ clock }: ClockOf) => vi.waitFor(() => expect(clock.sleepers).toBe(1), { timeout: 10_000 })

it('makes a backup when it is time, keeps as many as asked, and none of those that somebody made by hand goes', async () => {
  const scheduled = await start()
  await room?.service.create({ reason: 'manual' })
  for (let round = 0; round < 3; round += 1) {
    await asleep(scheduled)
    scheduled.clock.advance(hour)
  }
  await asleep(scheduled)
  expect(await archives()).toEqual([
    '2026-01-31T15:00:00.000Z scheduled',
    '2026-01-31T14:00:00.000Z scheduled',
    '2026-01-31T12:00:00.000Z manual',
  ])
  const names = (await room?.service.list())?.filter(({ reason }) => reason === 'scheduled').map(({ name }) => name)
  expect(scheduled.told.slice(1)).toMatchObject(
    names?.toReversed().map(name => ({ type: 'backup.created', data: { name, reason: 'scheduled' } })) ?? [],
  )
})

it('keeps the old ones when a new one cannot be made, tells so, and tries again at the next time', async () => {
  const scheduled = await start({ keep: 1 })
  await asleep(scheduled)
  scheduled.clock.advance(hour)
  await asleep(scheduled)
  const broken = join(room?.home ?? '', 'broken.sqlite')
  await writeFile(broken, 'not a database')
  scheduled.clock.advance(hour)
  await asleep(scheduled)
  expect(await archives()).toEqual(['2026-01-31T13:00:00.000Z scheduled'])
  const message = expect.stringContaining('is damaged') as string
  expect(scheduled.told[1]).toEqual({ type: 'backup.failed', data: { reason: 'scheduled', error: { message } } })
  await writeFile(broken, '')
  scheduled.clock.advance(hour)
  await asleep(scheduled)
  expect(await archives()).toEqual(['2026-01-31T15:00:00.000Z scheduled'])
})

it('makes up a minute after the start for one that was missed while nothing ran', async () => {
  const folder = await temporaryFolder()
  const home = join(folder.path, 'home')
  const scheduled = await start({ home })
  await asleep(scheduled)
  scheduled.clock.advance(hour)
  await asleep(scheduled)
  await room?.stop()
  const late = new ManualClock()
  late.advance(3.5 * hour)
  await start({ home, clock: late })
  await asleep({ clock: late })
  late.advance(60_000)
  await vi.waitFor(async () => {
    expect((await archives())[0]).toBe('2026-01-31T15:31:00.000Z scheduled')
  })
  await room?.stop()
  room = null
  await folder.remove()
})

it('does nothing without a schedule, but to clear away what is old', async () => {
  const folder = await temporaryFolder()
  const backups = join(folder.path, 'home', 'backups')
  await mkdir(join(folder.path, 'home'), { mode: 0o700 })
  await mkdir(join(backups, 'svc-backup-20260101T000000Z-abcdef.tar.gz.files.tmp'), { recursive: true })
  await writeFile(join(backups, 'svc-backup-20260101T000000Z-abcdef.tar.gz.tmp'), 'half')
  for (const [index, digit] of ['1', '2', '3', '4', '5'].entries()) {
    const path = join(backups, `before-${digit.repeat(16)}`)
    await mkdir(path)
    await utimes(path, index, index)
  }
  const { clock } = await start({ home: join(folder.path, 'home'), schedule: null })
  expect(clock.sleepers).toBe(0)
  expect(await readdir(backups)).toEqual(['3', '4', '5'].map(digit => `before-${digit.repeat(16)}`))
  await room?.stop()
  room = null
  await folder.remove()
})
