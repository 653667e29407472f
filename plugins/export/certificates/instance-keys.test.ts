import { randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '@svc/plugin/testing'
import { openFiles, openSealer } from '../../../test/rooms/open-rooms.ts'
import { countingIds } from '../../../test/support/counting-ids.ts'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { hostOf, InstanceKeys } from './instance-keys.ts'
import { KeyFolder } from './key-folder.ts'

const day = 24 * 3_600_000

describe('The keys of an instance', () => {
  let home: string
  let clock: ManualClock
  const log = recordingLog()
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'svc-keys-'))
    clock = new ManualClock()
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  const keysWith = (secret = Buffer.alloc(32, 7).toString('base64url')): InstanceKeys =>
    new InstanceKeys({
      folder: new KeyFolder(openFiles(home)),
      sealer: openSealer(secret, 'export'),
      clock,
      ids: countingIds(),
      log,
      host: () => 'example.org',
    })

  it('are made once, however many first signatures there are, and are the same after a restart', async () => {
    const keys = keysWith()
    const made = await Promise.all([keys.manifestKey(), keys.manifestKey(), keysWith().list()])
    expect(made[0].key_id).toBe(made[1].key_id)
    const { certificate_id: id, isNew } = await keys.certificate()
    expect([isNew, (await keysWith().certificate()).certificate_id]).toEqual([true, id])
    expect((await keysWith().manifestKey()).key_id).toBe(made[0].key_id)
    expect(await keys.list()).toHaveLength(2)
  })

  it('are sealed: no file holds a private key that can be read', async () => {
    const { key } = await keysWith().manifestKey()
    const secret = key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
    const files = readdirSync(join(home, 'signing')).map(name => readFileSync(join(home, 'signing', name), 'utf8'))
    expect(files.filter(text => text.includes(secret) || text.includes('PRIVATE KEY'))).toEqual([])
  })

  it('get a new certificate 60 days before the end of the old one, which stays listed without its key', async () => {
    const keys = keysWith()
    const old = await keys.certificate()
    clock.advance(3 * 365 * day - 61 * day)
    expect((await keys.certificate()).certificate_id).toBe(old.certificate_id)
    clock.advance(2 * day)
    const renewed = await keys.certificate()
    expect(renewed.certificate_id).not.toBe(old.certificate_id)
    expect(log.entries.at(-1)).toMatchObject({ level: 'warn', fields: { certificate_id: old.certificate_id } })
    expect((await keys.list()).map(key => [key.key_id, key.retired_at !== null, key.sealed_key === null])).toEqual([
      [renewed.certificate_id, false, false],
      [old.certificate_id, true, true],
    ])
    expect(new X509Certificate(renewed.chain[0]!).subject).toBe('CN=svc example.org')
  })

  it('are made anew in a home that has other secrets, and the old ones verify on', async () => {
    const old = await keysWith().manifestKey()
    const keys = keysWith(randomBytes(32).toString('base64url'))
    const made = await keys.manifestKey()
    expect(made.key_id).not.toBe(old.key_id)
    expect((await keys.list()).find(key => key.key_id === old.key_id)).toMatchObject({ sealed_key: null })
  })

  it('name the host that others reach, or the machine', () => {
    expect(hostOf('https://svc.example.org/base')).toBe('svc.example.org')
    expect(hostOf('http://127.0.0.1:8420')).not.toContain('127')
  })
})
