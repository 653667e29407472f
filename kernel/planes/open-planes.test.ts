import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlanes, temporaryFolder } from '../../test/rooms/planes.ts'
import type { TestPlanes } from '../../test/rooms/planes.ts'
import { systemClock } from '../services/index.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let opened: TestPlanes | null = null

async function open(): Promise<TestPlanes> {
  opened = await openTestPlanes({ path: folder.path })
  return opened
}

async function close(): Promise<void> {
  await opened?.close()
  opened = null
}

async function addUser({ control }: TestPlanes): Promise<void> {
  await control.transaction(tx =>
    tx.insert('users', {
      id: 'usr_1',
      username: 'Ada',
      username_key: 'ada',
      password_hash: 'x',
      role: 'owner',
      disabled: false,
      default_workspace_id: 'ws_1',
      created_at: systemClock.timestamp(),
    }),
  )
}

function file(name: string): string {
  return join(folder.path, name)
}

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await close()
  await folder.remove()
})

describe('openPlanes', () => {
  it('shows the state of all four planes', async () => {
    const { planes } = await open()
    const status = await planes.status()
    const unused = { driver: 'none', healthy: true, location: '', version: null, detail: 'not in use yet' }
    expect(status).toMatchObject({
      control: { driver: 'registry', healthy: true, location: file('control_plane/registry.json') },
      data: { driver: 'sqlite', healthy: true, location: file('workspaces') },
      analytics: unused,
      memory: { driver: 'sqlite', healthy: true, location: file('workspaces') },
    })
  })

  it('marks a new home, and notes when its first user appears', async () => {
    const planes = await open()
    expect(planes.home.marker).toMatchObject({ control: 'registry', set_up_at: null })
    await addUser(planes)
    const kept = JSON.parse(await readFile(file('home.json'), 'utf8')) as unknown
    expect(kept).toEqual({
      ...planes.home.marker,
      home_id: planes.home.homeId,
      set_up_at: expect.any(String) as string,
    })
  })

  it('finds the migrations once the control plane is open', async () => {
    const { home } = await open()
    await close()
    let homeId: string | undefined
    const statements = ['CREATE TABLE notes_items (body TEXT) STRICT']
    opened = await openTestPlanes({
      path: folder.path,
      migrations: async control => {
        homeId = (await control.read(reader => reader.get('facts', 'home_id')))?.value
        return [{ owner: 'notes', migrations: [{ id: '0001-notes', statements }] }]
      },
    })
    expect(homeId).toBe(home.homeId)
    expect(opened.data.use('ws_00000000000000000000000000', db => db.all('SELECT * FROM notes_items'))).toEqual([])
  })

  it('refuses a home whose marker is missing while its registry has users', async () => {
    const planes = await open()
    await addUser(planes)
    const { homeId } = planes.home
    await close()
    await rm(file('home.json'))
    await expect(open()).rejects.toMatchObject({ code: 'home_mismatch' })
    await expect(open()).rejects.toThrow(/no home\.json, but its registry holds users\. Restore/)
    await writeFile(
      file('home.json'),
      JSON.stringify({ home_id: homeId, created_at: 'x', control: 'registry', set_up_at: 'x' }),
    )
    await expect(open()).resolves.toBeDefined()
  })

  it('refuses a home that was set up when its registry is empty', async () => {
    await addUser(await open())
    await close()
    await rm(file('control_plane/registry.json'))
    await rm(file('control_plane/registry.previous.json'))
    await expect(open()).rejects.toThrow(/was set up on .*registry\.json holds no users\. Restore it from a backup/)
  })

  it('lets a home without users begin anew', async () => {
    await open()
    await close()
    await rm(file('home.json'))
    const { home, control } = await open()
    const fact = await control.read(reader => reader.get('facts', 'home_id'))
    expect(fact?.value).toBe(home.homeId)
  })
})
