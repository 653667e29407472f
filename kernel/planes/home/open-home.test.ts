import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { createIds, systemClock } from '../../services/index.ts'
import type { Home } from '../planes.ts'
import { openHome } from './open-home.ts'

const log = recordingLog()
const services = { clock: systemClock, ids: createIds(systemClock), log }
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string
const opened: Home[] = []

async function open(at = path): Promise<Home> {
  const home = await openHome(at, services)
  opened.push(home)
  return home
}

async function modeOf(...names: string[]): Promise<string> {
  return ((await stat(join(path, ...names))).mode & 0o777).toString(8)
}

beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'home')
})
afterEach(async () => {
  for (const home of opened.splice(0)) await home.release()
  await folder.remove()
})

describe('openHome', () => {
  it('makes a folder and secrets that only this user can read', async () => {
    const home = await open()
    expect([await modeOf(), await modeOf('secrets.json'), await modeOf('lock.sqlite')]).toEqual(['700', '600', '600'])
    const kept = JSON.parse(await readFile(join(path, 'secrets.json'), 'utf8')) as Record<string, string>
    expect(kept).toEqual({ ...home.secrets })
    expect(Object.values(kept).map(key => Buffer.from(key, 'base64url').length)).toEqual([32, 32, 32])
    expect(new Set(Object.values(kept)).size).toBe(3)
  })

  it('writes its marker when `mark` is called, not before, and is then the same home with the same secrets', async () => {
    const first = await open()
    expect(first.marker).toBeNull()
    await first.mark({ control: 'registry', set_up_at: null })
    await first.release()
    const second = await open()
    expect([second.homeId, second.secrets, second.marker]).toEqual([first.homeId, first.secrets, first.marker])
  })

  it('is held by one at a time', async () => {
    const first = await open()
    await expect(open()).rejects.toMatchObject({
      code: 'home_in_use',
      message: expect.stringContaining(path) as string,
    })
    await first.release()
    await expect(open()).resolves.toBeDefined()
  })

  it('closes a home and secrets that stand open to others, and says so', async () => {
    await (await open()).release()
    await chmod(path, 0o755)
    await chmod(join(path, 'secrets.json'), 0o644)
    await open()
    expect([await modeOf(), await modeOf('secrets.json')]).toEqual(['700', '600'])
    expect(log.entries.filter(entry => entry.level === 'warn').length).toBeGreaterThanOrEqual(2)
  })

  it('does not take over a folder that others use', async () => {
    await mkdir(path)
    await chmod(path, 0o755)
    await writeFile(join(path, 'thesis.tex'), '')
    await expect(open()).rejects.toThrow(/holds files that are not svc's \(thesis\.tex\).*SVC_HOME/)
    expect(await modeOf()).toBe('755')
  })

  it('takes a folder where the operator has put the configuration first', async () => {
    await mkdir(path)
    await chmod(path, 0o755)
    await writeFile(join(path, 'svc.config.yaml'), 'port: 8421\n')
    await open()
    expect(await modeOf()).toBe('700')
  })

  it('refuses a file in the place of the home', async () => {
    await writeFile(path, '')
    await expect(open()).rejects.toThrow(/it is not a folder.*SVC_HOME/)
  })

  it('does not make new secrets for a home that was set up', async () => {
    const first = await open()
    await first.mark({ control: 'registry', set_up_at: systemClock.timestamp() })
    await first.release()
    await rm(join(path, 'secrets.json'))
    await expect(open()).rejects.toThrow(/secrets\.json is missing\. Restore it from a backup/)
    await writeFile(join(path, 'secrets.json'), '{}')
    const second = await open()
    expect(second.secrets.session_key).not.toBe(first.secrets.session_key)
  })

  it('refuses secrets and markers that are damaged, with the way back', async () => {
    await (await open()).release()
    await writeFile(join(path, 'secrets.json'), '{"session_key": "short"}')
    await expect(open()).rejects.toThrow(/secrets\.json: session_key must be 32 bytes/)
    await writeFile(join(path, 'secrets.json'), '{"session_key"')
    await expect(open()).rejects.toThrow(/secrets\.json is not valid JSON\. Restore it/)
    await writeFile(join(path, 'home.json'), '{"home_id": "../x"}')
    await expect(open()).rejects.toThrow(/home\.json lacks home_id, created_at or control/)
  })

  it('clears away what a killed process left unfinished', async () => {
    await (await open()).release()
    const unfinished = join(path, 'control_plane', 'registry.json.0123456789ab.tmp')
    await mkdir(dirname(unfinished))
    await writeFile(unfinished, '{"half')
    await open()
    await expect(stat(unfinished)).rejects.toThrow(/ENOENT/)
  })
})
