import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPostgres } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import type { PostgresControlPlane } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import { ControlFiles } from '../../kernel/planes/installation-files/control-files.ts'
import { HomeFiles } from '../../kernel/planes/installation-files/home-files.ts'
import { createIds, createSealer, systemClock } from '../../kernel/services/index.ts'
import { InstanceKeys } from '../../plugins/export/certificates/instance-keys.ts'
import { KeyFolder } from '../../plugins/export/certificates/key-folder.ts'
import { recordingLog } from '../support/recording-log.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

const secret = Buffer.alloc(32, 7).toString('base64url')
const log = recordingLog()
const list = 'mcp.json'

interface Server {
  home: string
  files: ControlFiles
  control: PostgresControlPlane
}

let postgres: TestPostgres
let folder: string
let databases = 0
let here: Server
let there: Server
const opened: PostgresControlPlane[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  folder = await mkdtemp(join(tmpdir(), 'svc-shared-'))
})
beforeEach(async () => {
  databases += 1
  const databaseUrl = await postgres.createDatabase(`shared_${databases}`)
  here = await server(databaseUrl)
  there = await server(databaseUrl)
})
afterAll(async () => {
  for (const control of opened) await control.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function server(databaseUrl: string): Promise<Server> {
  const home = await mkdtemp(join(folder, 'home-'))
  const control = await openPostgres({ databaseUrl, clock: systemClock, log })
  opened.push(control)
  const sealer = createSealer(secret, 'shared files')
  return { home, control, files: new ControlFiles({ control, home, files: new HomeFiles(home), sealer, log }) }
}

describe('Files that servers share', () => {
  it('are the same for all, sealed in the database, and taken over from a home once', async () => {
    await mkdir(join(here.home, 'keys'))
    await writeFile(join(here.home, 'keys', 'old.json'), 'from before')
    await here.files.write('keys/new.json', 'a private key')
    await here.files.write('keys-of-others/x.json', 'not of this folder')
    const all = new Map([
      ['new.json', 'a private key'],
      ['old.json', 'from before'],
    ])
    expect(await here.files.list('keys')).toEqual(all)
    expect(new Map([...(await there.files.list('keys'))].toSorted())).toEqual(all)
    const facts = await here.control.read(reader => reader.find('facts', {}))
    expect(JSON.stringify(facts)).not.toMatch(/a private key|from before/)

    await there.files.remove('keys/old.json')
    expect([...(await here.files.list('keys')).keys()]).toEqual(['new.json'])
    expect(await here.files.read('keys/old.json')).toBeNull()
  })

  it('are created once, by the first server that asks, and then lie in the homes of all who asked', async () => {
    const [one, other] = await Promise.all([
      here.files.create('token', 'of here'),
      there.files.create('token', 'of there'),
    ])
    expect(one).toBe(other)
    expect(await readFile(join(there.home, 'token'), 'utf8')).toBe(one)
    expect((await stat(join(there.home, 'token'))).mode & 0o777).toBe(0o600)
  })

  it('give all servers the same keys to sign with, however many make one at first', async () => {
    const keysOf = ({ files }: Server) =>
      new InstanceKeys({
        folder: new KeyFolder(files),
        sealer: createSealer(secret, 'export'),
        clock: systemClock,
        ids: createIds(systemClock),
        log,
        host: () => 'example.org',
      })
    const servers = [keysOf(here), keysOf(there)]
    await Promise.all(servers.map(keys => keys.manifestKey()))
    await Promise.all(servers.map(keys => keys.certificate()))
    const [one, other] = await Promise.all(
      servers.map(async keys => [(await keys.manifestKey()).key_id, (await keys.certificate()).certificate_id]),
    )
    expect(one).toEqual(other)
    const rotated = await servers[0]!.rotate()
    expect((await servers[1]!.manifestKey()).key_id).toBe(rotated.key_id)
  })
})

describe('A file that people edit', () => {
  const own = ({ home }: Server) => readFile(join(home, list), 'utf8').catch(() => null)
  const edit = ({ home }: Server, text: string) => writeFile(join(home, list), text)

  it('is taken over, follows at the other servers wherever it is changed, and goes everywhere when it is deleted', async () => {
    await edit(here, 'first')
    await here.files.follow(list)
    await there.files.follow(list)
    expect(await own(there)).toBe('first')

    await edit(there, 'second, changed there')
    await there.files.follow(list)
    await vi.waitFor(async () => {
      await here.files.follow(list)
      expect(await own(here)).toBe('second, changed there')
    })

    await rm(join(here.home, list))
    await here.files.follow(list)
    await vi.waitFor(async () => {
      await there.files.follow(list)
      expect(await own(there)).toBeNull()
    })
  })

  it('is asked for in the database only when something was changed', async () => {
    await edit(here, 'first')
    await here.files.follow(list)
    await vi.waitFor(async () => {
      const reads = vi.spyOn(here.control, 'read')
      await here.files.follow(list)
      const { length } = reads.mock.calls
      reads.mockRestore()
      expect(length).toBe(0)
    })
  })

  it('that two servers have at first, or change in one moment, is that of the first; the other is kept aside', async () => {
    await edit(here, 'of here')
    await edit(there, 'of there')
    await here.files.follow(list)
    await there.files.follow(list)
    expect([await own(there), await readFile(join(there.home, `${list}.replaced`), 'utf8')]).toEqual([
      'of here',
      'of there',
    ])
    expect(log.entries.at(-1)).toMatchObject({ level: 'warn', fields: { file: list, aside: `${list}.replaced` } })

    await edit(here, 'changed here')
    await edit(there, 'changed there too')
    await here.files.follow(list)
    await vi.waitFor(async () => {
      await there.files.follow(list)
      expect(await own(there)).toBe('changed here')
    })
    expect(await own(here)).toBe('changed here')
  })

  it('keeps an edit that was made while its server was stopped', async () => {
    await edit(here, 'first')
    await here.files.follow(list)
    await edit(here, 'edited meanwhile')
    const again = new ControlFiles({
      control: here.control,
      home: here.home,
      files: new HomeFiles(here.home),
      sealer: createSealer(secret, 'shared files'),
      log,
    })
    await again.follow(list)
    expect([await own(here), await there.files.read(list)]).toEqual(['edited meanwhile', 'edited meanwhile'])
  })
})
