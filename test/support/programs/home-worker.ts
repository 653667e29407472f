// A program that works on a home, for tests that kill it, or fill its disk. Arguments: what to do, the home's folder.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SvcError } from '@svc/plugin'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { openTestPlanes } from '../../rooms/planes.ts'
import type { TestPlanes } from '../../rooms/planes.ts'

export const workerMigrations = [
  {
    owner: 'notes',
    migrations: [{ id: '0001-notes', statements: ['CREATE TABLE notes_items (body TEXT NOT NULL) STRICT'] }],
  },
]
export const workerWorkspace = 'ws_000000000000000000000write'
const insertNote = 'INSERT INTO notes_items (body) VALUES (?)'
const countNotes = 'SELECT count(*) AS count FROM notes_items'
const ids = createIds(systemClock)

function say(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function writeWorkspace(planes: TestPlanes, name: string): Promise<string> {
  const id = ids.create('ws')
  await planes.control.transaction(tx => tx.insert('workspaces', { id, name, created_at: systemClock.timestamp() }))
  return id
}

async function writeAudit(planes: TestPlanes, size: number): Promise<string> {
  const actor = { user_id: null, username: null, via: 'operator', key_id: null }
  const details = { filler: 'x'.repeat(size) }
  const id = ids.create('aud')
  const at = systemClock.timestamp()
  await planes.control.appendAudit({ id, at, actor, action: 'test', target: null, ip: null, request_id: null, details })
  return id
}

function writeNote(planes: TestPlanes, body: string): void {
  planes.data.use(workerWorkspace, db => db.run(insertNote, body))
}

/** Writes to every plane without end, and says what was acknowledged. */
async function write(planes: TestPlanes): Promise<void> {
  for (let note = 0; ; note += 1) {
    writeNote(planes, String(note))
    const [workspace, audit] = await Promise.all([writeWorkspace(planes, String(note)), writeAudit(planes, 10)])
    say({ note, workspace, audit })
  }
}

/** Repeats a write until it fails, and answers how often it was acknowledged and with which code it failed. */
async function untilFull(work: () => unknown): Promise<{ acknowledged: number; code: unknown }> {
  for (let acknowledged = 0; ; acknowledged += 1) {
    try {
      await work()
    } catch (error) {
      return { acknowledged, code: error instanceof SvcError ? error.code : String(error) }
    }
  }
}

/** Fills the disk through every plane, makes room, and writes again. */
async function fill(planes: TestPlanes): Promise<void> {
  const fillers = ['one', 'two', 'three'].map(name => join(planes.home.path, name))
  for (const filler of fillers) await writeFile(filler, Buffer.alloc(300_000))
  const makeRoom = () => rm(fillers.pop() ?? '')
  const text = 'n'.repeat(20_000)
  const data = await untilFull(() => writeNote(planes, text))
  await makeRoom()
  const audit = await untilFull(() => writeAudit(planes, 20_000))
  await makeRoom()
  const registry = await untilFull(() => writeWorkspace(planes, text))
  const full = await planes.control.status()
  await makeRoom()
  await writeWorkspace(planes, 'after')
  await writeAudit(planes, 10)
  writeNote(planes, 'after')
  const kept = {
    workspaces: (await planes.control.read(reader => reader.find('workspaces', {}))).length,
    audit: (await planes.control.listAudit({ limit: 200 })).items.length,
    notes: planes.data.use(workerWorkspace, db => db.get<{ count: number }>(countNotes))?.count,
  }
  const after = await planes.control.status()
  say({ audit, registry, data, kept, healthy: [full.healthy, after.healthy] })
  await planes.close()
}

const [command = '', path = ''] = process.argv.slice(2)
const commands: Record<string, (planes: TestPlanes) => Promise<void>> = {
  write,
  fill,
  hold: () => new Promise(() => setInterval(() => undefined, 60_000)),
}
if (commands[command] !== undefined) {
  const planes = await openTestPlanes({ path, migrations: workerMigrations })
  say('ready')
  await commands[command](planes)
}
