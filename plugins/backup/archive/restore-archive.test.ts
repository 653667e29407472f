import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlanes, temporaryFolder } from '../../../test/rooms/planes.ts'
import {
  countNotes,
  noteMigrations,
  startTestBackups,
  storeWith,
  testWorkspace,
  verifyTestArchive,
} from '../../../test/rooms/plugins/backups.ts'
import type { TestBackups } from '../../../test/rooms/plugins/backups.ts'
import { lockTestHome, restoreTestArchive, storedJobsIn } from '../../../test/rooms/offline-homes.ts'
import type { Restored } from './restore-archive.ts'

const storedJob = {
  workspace_id: testWorkspace,
  job_id: 'job_1',
  queue: 'default',
  kind: 'test.work',
  state: 'queued',
  priority: 0,
  payload: '{}',
  result: null,
  error: null,
  progress: 0,
  attempt: 0,
  max_attempts: 5,
  unique_key: null,
  run_at: 1,
  worker_id: null,
  claim_token: null,
  lease_expires_at: null,
  cancel_requested: false,
  created_at: 1,
  started_at: null,
  finished_at: null,
} as const
let room: TestBackups
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let file: string
let home: string

beforeEach(async () => {
  folder = await temporaryFolder()
  home = join(folder.path, 'restored')
  room = await startTestBackups()
  room.note('one')
  file = (await room.service.create({ reason: 'manual' })).path
})
afterEach(async () => {
  await room.stop()
  await folder.remove()
})

function restore(options: { file?: string; home?: string; version?: string } = {}): Promise<Restored> {
  return restoreTestArchive(options.file ?? file, options.home ?? home, { version: options.version ?? '1.2.3' })
}

async function notes(): Promise<unknown> {
  const planes = await openTestPlanes({ path: home, migrations: noteMigrations })
  const count = planes.data.use(testWorkspace, db => db.get(countNotes))
  await planes.close()
  return count
}

describe('restoreArchive', () => {
  it('makes the home that was backed up, in a folder that only this user reads', async () => {
    expect(await restore()).toMatchObject({ users: 1, workspaces: 1, jobs: 0 })
    const modes = await Promise.all(
      ['', 'secrets.json', 'workspaces'].map(async name => (await stat(join(home, name))).mode & 0o777),
    )
    expect([modes, await notes()]).toEqual([[0o700, 0o600, 0o700], { count: 1 }])
    expect(await readFile(join(home, 'home.json'), 'utf8')).toContain(room.planes.home.homeId)
    expect(await readdir(folder.path)).toEqual(['restored'])
  })

  it('fills an empty folder', async () => {
    await mkdir(home)
    await restore()
    expect(await notes()).toEqual({ count: 1 })
  })

  it('leaves a folder alone that holds something, or that a server runs on', async () => {
    await mkdir(home)
    await writeFile(join(home, 'letter.txt'), 'dear')
    await expect(restore()).rejects.toMatchObject({
      code: 'home_not_empty',
      message: expect.stringContaining('letter.txt') as string,
    })
    expect(await readdir(home)).toEqual(['letter.txt'])
    await expect(restore({ home: room.home })).rejects.toMatchObject({ code: 'home_in_use' })
  })

  it('leaves nothing behind when the archive is damaged, in the middle or at its end', async () => {
    const good = await readFile(file)
    for (const bytes of [good.subarray(0, good.length / 2), good.subarray(0, -1)]) {
      await writeFile(join(folder.path, 'bad.tar.gz'), bytes)
      await expect(restore({ file: join(folder.path, 'bad.tar.gz') })).rejects.toMatchObject({ code: 'backup_damaged' })
    }
    expect(await readdir(folder.path)).toEqual(['bad.tar.gz'])
  })

  it('refuses what a newer svc made, whose data it may not be able to read', async () => {
    await expect(restore({ version: '1.2.2' })).rejects.toMatchObject({ code: 'backup_newer' })
    await expect(restore({ version: '1.10.0' })).resolves.toBeDefined()
  })

  it('takes up the place of a restore that was killed, and waits for none that runs', async () => {
    const unfinished = `${home}.restore.tmp`
    await mkdir(join(unfinished, 'home'), { recursive: true })
    await writeFile(join(unfinished, 'home', 'half'), 'x')
    const lock = lockTestHome(unfinished)
    await expect(restore()).rejects.toMatchObject({ code: 'restore_running' })
    lock.release()
    await restore()
    expect([await notes(), await readdir(folder.path)]).toEqual([{ count: 1 }, ['restored']])
  })

  it('says that an interrupted restore into a volume left pieces', async () => {
    await mkdir(join(home, 'restore.tmp'), { recursive: true })
    await writeFile(join(home, 'secrets.json'), '{}')
    await expect(restore()).rejects.toThrow(/An earlier restore was interrupted/)
  })

  it('brings jobs that were kept in a database into the home, where they were before', async () => {
    await room.stop()
    const batch = { jobs: [storedJob], schedules: [] }
    room = await startTestBackups({ jobs: storeWith([batch]) })
    file = (await room.service.create({ reason: 'manual' })).path
    expect(await restore()).toMatchObject({ jobs: 1 })
    expect([await storedJobsIn(home), (await readdir(home)).includes('jobs.jsonl')]).toEqual([[batch], false])
  })
})

describe('an archive of one workspace', () => {
  it('makes a home with its own secrets, whose first owner is the workspace’s', async () => {
    await room.planes.control.transaction(tx => tx.update('users', 'usr_1', { role: 'admin' }))
    const { body, name } = await room.service.workspace(testWorkspace, new AbortController().signal, 'owner')
    file = join(folder.path, name)
    await writeFile(file, body)
    expect(await verifyTestArchive(file)).toMatchObject({ scope: 'workspace', workspace_id: testWorkspace })
    await restore()
    const planes = await openTestPlanes({ path: home, migrations: noteMigrations })
    const user = await planes.control.read(reader => reader.get('users', 'usr_1'))
    const { home_id: homeId } = planes.home.marker ?? {}
    await planes.close()
    expect([user?.role, homeId === room.planes.home.homeId, await notes()]).toEqual(['owner', false, { count: 1 }])
    const secrets = async (path: string): Promise<string> => readFile(join(path, 'secrets.json'), 'utf8')
    expect(await secrets(home)).not.toBe(await secrets(room.home))
  })
})
