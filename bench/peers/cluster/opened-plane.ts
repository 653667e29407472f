import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openWorkspaceLog } from '../../../kernel/drivers/shipped/open-workspace-log.ts'
import { ShippedDataPlane } from '../../../kernel/drivers/shipped/shipped-data-plane.ts'
import type { S3Keys } from '../../../kernel/drivers/s3/s3-requests.ts'
import { SqliteDataPlane } from '../../../kernel/drivers/sqlite/data/sqlite-data-plane.ts'
import { planMigrations } from '../../../kernel/planes/index.ts'
import { systemClock as clock } from '../../../kernel/services/index.ts'
import { openTestStore } from '../../../test/contract/objects/open-test-store.ts'
import { RandomDocuments } from '../../support/random-documents.ts'

/** What is written: two rows, in two tables with three B-trees. */
export const tables = [
  'CREATE TABLE bench_notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT NOT NULL)',
  'CREATE TABLE bench_events (id INTEGER PRIMARY KEY, note_id INTEGER NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL)',
  'CREATE INDEX bench_events_of_note ON bench_events (note_id, type)',
]

const documents = new RandomDocuments(1, 1)
const texts = Array.from({ length: 500 }, () => documents.text())

/** The values of the rows: a note of some 50 words, and what happened to it. */
export function noteOf(id: number): [title: string, body: string, ...event: [number, string, string]] {
  const body = texts[id % texts.length] ?? ''
  const title = body.slice(0, 40)
  return [title, body, id, 'note.created', JSON.stringify({ id: `note_${id}`, title, at: Date.now() })]
}

const plan = planMigrations([
  {
    owner: 'bench',
    migrations: [
      { id: '0001-notes', statements: tables.map(sql => (sql.startsWith('CREATE TABLE') ? `${sql} STRICT` : sql)) },
    ],
  },
])
const log = { debug() {}, info() {}, warn: console.error, error: console.error }

export function workspace(index: number): string {
  return `ws_${String(index).padStart(26, '0')}`
}

export interface OpenedPlane {
  data: SqliteDataPlane
  /** Runs `work` and waits until what it wrote is kept. */
  kept(workspaceId: string, work: () => void): Promise<void>
  close(): Promise<void>
}

/** Today's files, whose commits are on the disk, in a home of their own. */
export async function openFiles(): Promise<OpenedPlane> {
  const homePath = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const data = new SqliteDataPlane({ homePath, plan, clock, log })
  return {
    data,
    kept: async (_id, work) => work(),
    async close() {
      await data.close()
      await rm(homePath, { recursive: true, force: true })
    },
  }
}

export interface OpenedShippedPlane extends OpenedPlane {
  data: ShippedDataPlane
}

/** Files whose commits are in PostgreSQL, in an empty home. `content`: where their snapshots go; a folder of its own else. */
export async function openShipped(
  databaseUrl: string,
  content: { url: string; keys: S3Keys | null } | null = null,
): Promise<OpenedShippedPlane> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const [homePath, objects] = [join(folder, 'home'), join(folder, 'objects')]
  for (const path of [homePath, objects]) await mkdir(path)
  const { store, close } = openTestStore(content?.url ?? pathToFileURL(objects).href, content?.keys ?? null)
  const workspaceLog = await openWorkspaceLog({ databaseUrl, clock, log })
  const data = new ShippedDataPlane({ homePath, plan, clock, log, workspaceLog, store, retentionHours: 24 })
  return {
    data,
    kept: (id, work) => data.gated(async () => work(), id),
    async close() {
      await data.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
