import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEntry } from '@svc/plugin'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { temporaryFolder } from '../../../test/rooms/planes.ts'
import { AuditFile } from './audit-file.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let audit: AuditFile
const log = recordingLog()

function entry(action: string, details: Record<string, unknown> = {}): AuditEntry {
  const actor = { user_id: 'usr_1', username: 'ada', via: 'session', key_id: null }
  return {
    id: `aud_${action}`,
    at: '2026-01-31T12:00:00.000Z',
    actor,
    action,
    target: null,
    ip: null,
    request_id: null,
    details,
  }
}

function path(): string {
  return join(folder.path, 'control_plane', 'audit.jsonl')
}

async function reopen(): Promise<void> {
  await audit.close()
  audit = await AuditFile.open(folder.path, log)
}

async function actions(limit = 50): Promise<string[]> {
  return (await audit.list({ limit })).items.map(item => item.action)
}

beforeEach(async () => {
  folder = await temporaryFolder()
  audit = await AuditFile.open(folder.path, log)
})
afterEach(async () => {
  await audit.close()
  await folder.remove()
})

describe('the audit file', () => {
  it('keeps what is there and adds at the end, for this user alone', async () => {
    await audit.append(entry('one'))
    const before = await readFile(path(), 'utf8')
    await Promise.all([audit.append(entry('two')), audit.append(entry('three'))])
    expect((await readFile(path(), 'utf8')).startsWith(before)).toBe(true)
    expect(await actions()).toEqual(['three', 'two', 'one'])
    expect((await stat(path())).mode & 0o777).toBe(0o600)
  })

  it('skips the half line of a process that died, and begins a new one', async () => {
    await audit.append(entry('before'))
    await audit.close()
    await appendFile(path(), '{"id":"aud_half","act')
    audit = await AuditFile.open(folder.path, log)
    await audit.append(entry('after'))
    await reopen()
    expect(await actions()).toEqual(['after', 'before'])
    expect(log.entries.some(({ message }) => message.includes('unfinished line'))).toBe(true)
  })

  it('pages through long lines and many of them, each once', async () => {
    const count = 300
    const long = 'ä'.repeat(2000)
    const all = Array.from({ length: count }, (_, index) =>
      audit.append(entry(String(index), index % 7 === 0 ? { long } : {})),
    )
    await Promise.all(all)
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await audit.list({ limit: 37, cursor: cursor ?? undefined })
      seen.push(...page.items.map(item => item.action))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => String(count - 1 - index)))
  })

  it('is empty when the file is, and after nothing but a torn line', async () => {
    expect(await actions()).toEqual([])
    await audit.close()
    await writeFile(path(), '{"torn')
    audit = await AuditFile.open(folder.path, log)
    expect(await actions()).toEqual([])
  })
})
