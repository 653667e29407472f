import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UnavailableError } from '@svc/plugin'
import type { ControlPlane } from '@svc/plugin'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { createIds, systemClock } from '../../services/index.ts'
import { openRegistry } from './registry-control-plane.ts'

const ids = createIds(systemClock)
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let plane: ControlPlane | null = null

async function open(): Promise<ControlPlane> {
  plane = await openRegistry({ homePath: folder.path, log: recordingLog() })
  return plane
}

function file(name = 'registry.json'): string {
  return join(folder.path, 'control_plane', name)
}

function addWorkspace(to: ControlPlane, name: string): Promise<void> {
  return to.transaction(tx =>
    tx.insert('workspaces', { id: ids.create('ws'), name, created_at: systemClock.timestamp() }),
  )
}

async function names(of: ControlPlane): Promise<string[]> {
  return (await of.read(reader => reader.find('workspaces', {}))).map(workspace => workspace.name)
}

beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await plane?.close()
  plane = null
  await folder.remove()
})

describe('the registry', () => {
  it('is one file of this user, one record a line, with the one before it kept', async () => {
    const registry = await open()
    await addWorkspace(registry, 'one')
    const before = await readFile(file(), 'utf8')
    await addWorkspace(registry, 'two')
    expect(await readFile(file('registry.previous.json'), 'utf8')).toBe(before)
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    const lines = (await readFile(file(), 'utf8')).split('\n')
    expect(lines.filter(line => line.includes('"name"')).length).toBe(2)
  })

  it('writes transactions that come together together', async () => {
    const registry = await open()
    await addWorkspace(registry, 'first')
    const { ino } = await stat(file())
    const written = new Set([ino])
    const all = Array.from({ length: 40 }, async (_, index) => {
      await addWorkspace(registry, String(index))
      written.add((await stat(file())).ino)
    })
    await Promise.all(all)
    expect((await names(registry)).length).toBe(41)
    expect(written.size).toBeLessThan(10)
  })

  it('changes nothing when it cannot write, for all that were waiting, and goes on once it can', async () => {
    const registry = await open()
    await addWorkspace(registry, 'kept')
    await rename(file(), file('aside'))
    await mkdir(join(file(), 'in the way'), { recursive: true })
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(name => addWorkspace(registry, name)))
    expect(outcomes.map(outcome => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(outcomes.every(outcome => outcome.status === 'rejected' && outcome.reason instanceof UnavailableError)).toBe(
      true,
    )
    expect(await names(registry)).toEqual(['kept'])
    expect(await registry.status()).toMatchObject({ healthy: false })
    await rm(file(), { recursive: true })
    await rename(file('aside'), file())
    await addWorkspace(registry, 'later')
    expect(await names(registry)).toEqual(['kept', 'later'])
    expect(await registry.status()).toMatchObject({ healthy: true })
  })

  it('shows readers only what is on the disk', async () => {
    const registry = await open()
    const writing = addWorkspace(registry, 'soon')
    expect(await names(registry)).toEqual([])
    await writing
    expect(await names(registry)).toEqual(['soon'])
  })

  it.each([
    ['torn', (text: string) => text.slice(0, -40), /not a whole JSON object/],
    ['empty', () => '', /not a whole JSON object/],
    [
      'of a newer version',
      (text: string) => text.replace('"format":2', '"format":3'),
      /written by a newer version \(format 3\)/,
    ],
    [
      'edited wrongly',
      (text: string) => text.replace('"name":"one"', '"nmae":"one"'),
      /workspaces\[0\]: nmae is not a column; workspaces\[0\]: name is missing/,
    ],
    [
      'edited to hold a record twice',
      (text: string) => text.replace(/\n(\{.*"one".*\}),\n/, '\n$1,\n$1,\n'),
      /its id stands there twice/,
    ],
  ])('refuses a file that is %s, and names the previous one', async (_, damage, fault) => {
    const registry = await open()
    await addWorkspace(registry, 'one')
    await addWorkspace(registry, 'two')
    await registry.close()
    const text = await readFile(file(), 'utf8')
    await writeFile(file(), damage(text))
    const opening = openRegistry({ homePath: folder.path, log: recordingLog() })
    await expect(opening).rejects.toThrow(fault)
    await expect(opening).rejects.toThrow(
      /state before its last change is in .*registry\.previous\.json.*copy it to .*registry\.json/,
    )
    await writeFile(file(), await readFile(file('registry.previous.json')))
    expect(await names(await open())).toEqual(['one'])
  })

  it('refuses to begin anew when only the previous file is left', async () => {
    const registry = await open()
    await addWorkspace(registry, 'one')
    await addWorkspace(registry, 'two')
    await registry.close()
    await rm(file())
    await expect(openRegistry({ homePath: folder.path, log: recordingLog() })).rejects.toThrow(
      /it is missing.*previous/,
    )
  })

  it('answers after closing that it is closed', async () => {
    const registry = await open()
    await registry.close()
    plane = null
    await expect(addWorkspace(registry, 'late')).rejects.toThrow(UnavailableError)
  })
})
