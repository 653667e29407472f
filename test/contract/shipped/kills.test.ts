import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { restoreFile } from '../../../kernel/drivers/shipped/restore-file.ts'
import type { ShippingStep } from '../../../kernel/drivers/shipped/steps.ts'
import { openShippingPlace, workspace } from './kit.ts'
import type { ShippingPlace } from './kit.ts'

let place: ShippingPlace
beforeAll(async () => {
  place = await openShippingPlace()
})
afterAll(() => place.close())

const workspaceId = workspace(1)
const steps: ShippingStep[] = [
  'pages read',
  'row sent',
  'row committed',
  'gate opened',
  'chunk stored',
  'manifest stored',
  'log trimmed',
  'file restored',
]
const program = fileURLToPath(new URL('dying-server.ts', import.meta.url))

/** What a server answered until it ended, by itself or by its step. */
async function serve(home: string, ...step: string[]): Promise<{ answered: string[]; signal: unknown }> {
  const path = join(place.folder, home)
  await mkdir(path, { recursive: true })
  const server = spawn(
    process.execPath,
    ['--conditions=svc-source', program, path, place.objects, place.databaseUrl, workspaceId, ...step],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [said, [, signal]] = await Promise.all([text(server.stdout), once(server, 'exit')])
  return { answered: said.split('\n').filter(Boolean), signal }
}

/** What another server finds, in the order of its writing. */
async function found(): Promise<string[]> {
  const { seq } = await place.log.takeOver(workspaceId)
  const path = join(place.folder, `${workspaceId}.sqlite`)
  await restoreFile({ workspaceId, seq, path }, { store: place.store, log: place.log, notes: place.notes })
  const database = new Database(path)
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    return database.prepare<[], string>('SELECT item FROM notes_items ORDER BY rowid').pluck().all()
  } finally {
    database.close()
  }
}

it('loses nothing that was answered and doubles nothing, whatever step its server is killed at', async () => {
  const answered: string[] = []
  for (const [index, step] of steps.entries()) {
    // On two disks by turns, each with the files of the server that was killed on it before.
    const served = await serve(`home-${index % 2}`, step)
    expect([step, served.signal]).toEqual([step, 'SIGKILL'])
    answered.push(...served.answered)
  }
  const last = await serve('home-0')
  expect(last.signal).toBeNull()
  answered.push(...last.answered)
  const there = await found()
  expect(there).toEqual([...new Set(there)])
  expect(there.filter(item => answered.includes(item))).toEqual(answered)
  // At most one was under way without an answer each time.
  expect(there.length - answered.length).toBeLessThanOrEqual(steps.length)
})
