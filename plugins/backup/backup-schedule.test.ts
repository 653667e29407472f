import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import type { ClusterServer } from '@svc/plugin'
import { startTestBackups } from '../../test/rooms/plugins/backups.ts'
import type { TestBackups } from '../../test/rooms/plugins/backups.ts'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../test/support/recording-log.ts'
import { temporaryFolder } from '../../test/rooms/planes.ts'
import { BackupSchedule } from './backup-schedule.ts'
import type { BackupScheduleOptions } from './backup-schedule.ts'

let room: TestBackups | null = null
let schedule: BackupSchedule | null = null

afterEach(async () => {
  schedule?.stop()
  await room?.stop()
  room = null
})

const hour = 3_600_000

interface Scheduled {
  clock: ManualClock
  notified: unknown[]
}

type ClockOf = Pick<Scheduled, 'clock'>

async function start(
  options: {
    home?: string
    keep?: number
    clock?: ManualClock
    cluster?: BackupScheduleOptions['cluster']
    notify?: () => Promise<void>
  } = {},
): Promise<Scheduled> {
  const { keep = 2, clock = new ManualClock(), cluster = null, home } = options
  const notified: unknown[] = []
  room = await startTestBackups({ clock, ...(home === undefined ? {} : { home }) })
  schedule = new BackupSchedule({
    backups: room.service,
    schedule: '0 * * * *',
    keep,
    clock,
    log: recordingLog(),
    signal: new AbortController().signal,
    cluster,
    notify: options.notify ?? (async event => void notified.push(event)),
  })
  schedule.start()
  return { clock, notified }
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
  expect(scheduled.notified.slice(1)).toMatchObject(
    names?.toReversed().map(name => ({ type: 'backup.created', data: { name, reason: 'scheduled' } })) ?? [],
  )
})

it('keeps the old ones when a new one cannot be made, logs it, and tries again at the next time', async () => {
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
  expect(scheduled.notified[1]).toEqual({ type: 'backup.failed', data: { reason: 'scheduled', error: { message } } })
  await writeFile(broken, '')
  scheduled.clock.advance(hour)
  await asleep(scheduled)
  expect(await archives()).toEqual(['2026-01-31T15:00:00.000Z scheduled'])
})

it('goes on, and removes old ones, where nobody could be notified of a backup or of a failure', async () => {
  const scheduled = await start({ keep: 1, notify: () => Promise.reject(new Error('the disk is full')) })
  const broken = join(room?.home ?? '', 'broken.sqlite')
  for (const content of ['', 'not a database', '']) {
    await asleep(scheduled)
    await writeFile(broken, content)
    scheduled.clock.advance(hour)
  }
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
  schedule?.stop()
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

it('goes on, and removes old ones, beside a file that cannot be read', async () => {
  const folder = await temporaryFolder()
  const home = join(folder.path, 'home')
  const unreadable = join(home, 'backups', 'svc-backup-20250101T000000Z-abcdef.tar.gz')
  await mkdir(join(home, 'backups'), { recursive: true, mode: 0o700 })
  await symlink(unreadable, unreadable)
  const scheduled = await start({ home, keep: 1 })
  for (let round = 0; round < 2; round += 1) {
    await asleep(scheduled)
    scheduled.clock.advance(hour)
  }
  await asleep(scheduled)
  expect(await archives()).toEqual(['2026-01-31T14:00:00.000Z scheduled'])
  expect(scheduled.notified).toMatchObject([{ type: 'backup.created' }, { type: 'backup.created' }])
  await room?.stop()
  room = null
  await folder.remove()
})

it('leaves it to the server that has run longest, and takes its place when that one is gone', async () => {
  const now = '2026-01-01T00:00:00.000Z'
  const server = (server_id: string): ClusterServer => ({
    ...{ server_id, url: 'http://127.0.0.1', version: '1', state: 'active', workspaces: 0, weight: 1 },
    ...{ started_at: now, lease_expires_at: now, hashes: {} },
  })
  const servers = [server('srv_2'), server('srv_1'), { ...server('srv_0'), state: 'lost' as const }]
  const scheduled = await start({ cluster: { serverId: 'srv_2', servers: async () => servers } })
  await asleep(scheduled)
  scheduled.clock.advance(hour)
  await asleep(scheduled)
  expect(await archives()).toEqual([])
  servers.splice(1, 1)
  scheduled.clock.advance(hour)
  await asleep(scheduled)
  expect(await archives()).toHaveLength(1)
})
