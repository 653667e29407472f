import { HeldRemovals } from '@svc/plugin'
import type { Contents, JobUpkeepStore, StoredJobs } from '@svc/plugin'
import { join } from 'node:path'
import { openTestPlanes, temporaryFolder } from '../planes.ts'
import type { TestPlanes } from '../planes.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { createIds, systemClock } from '../../../kernel/services/index.ts'
import { ThreadedSqliteCopies } from '../../../kernel/index.ts'
import { ThreadRunner } from '../../../kernel/children/index.ts'
import { FolderContents } from '../../../kernel/drivers/content/folder-contents.ts'
import { createWorkspaceFolders } from '../../../kernel/drivers/content/workspace-folders.ts'
import { createHomeCopies } from '../../../kernel/planes/home/home-copies.ts'
import type { BackupManifest } from '../../../plugins/backup/archive/backup-manifest.ts'
import { verifyArchive } from '../../../plugins/backup/archive/verify-archive.ts'
import { BackupFolder } from '../../../plugins/backup/making/backup-folder.ts'
import { HomeBackups } from '../../../plugins/backup/making/home-backups.ts'
import type { HomeBackupsOptions } from '../../../plugins/backup/making/home-backups.ts'

export const noteMigrations = [
  {
    owner: 'notes',
    migrations: [{ id: '0001-notes', statements: ['CREATE TABLE notes_items (body TEXT NOT NULL) STRICT'] }],
  },
]
export const testWorkspace = 'ws_00000000000000000000000one'
export const insertNote = 'INSERT INTO notes_items (body) VALUES (?)'
export const countNotes = 'SELECT count(*) AS count FROM notes_items'

/** Real backups of a real home, without a server around them. */
export interface TestBackups {
  service: HomeBackups
  home: string
  planes: TestPlanes
  /** Bytes beside the notes, which name them by their hash. */
  contents: Contents
  note(body: string): void
  stop(): Promise<void>
}

interface TestBackupsOptions extends Partial<HomeBackupsOptions> {
  /** Runs in each backup between the copies of the databases and those of what lies beside them. */
  onRecordsCopied?: () => Promise<void>
}

/** `home`: one that outlives the test. */
export async function startTestBackups({ onRecordsCopied, ...options }: TestBackupsOptions = {}): Promise<TestBackups> {
  const temporary = options.home === undefined ? await temporaryFolder() : null
  const home = options.home ?? join(temporary?.path ?? '', 'home')
  const planes = await openTestPlanes({ path: home, migrations: noteMigrations })
  const stopping = new AbortController()
  const removals = new HeldRemovals(recordingLog())
  const copies = createHomeCopies({
    control: planes.control,
    contentsBelow: async function* () {},
    holdingRemovals: work => removals.during(work),
    home: planes.home,
    placement: null,
    files: async () => new Map(),
  })
  const { workspaceFiles } = copies
  copies.workspaceFiles = async function* (below) {
    yield* workspaceFiles(below)
    if (below === 'workspaces') await onRecordsCopied?.()
  }
  const contents = removals
    .ofContents({
      of: each =>
        new FolderContents({
          ...{ folders: createWorkspaceFolders(home, 'notes'), data: planes.data, role: 'server', ...each },
          ids: createIds(systemClock),
        }),
    })
    .of({ isKept: (db, sha256) => db.get('SELECT 1 FROM notes_items WHERE body = ?', sha256) !== undefined })
  const folder = new BackupFolder(home)
  const service = new HomeBackups({
    home,
    homeId: planes.home.homeId,
    appFolder: () => null,
    copies,
    // They are in the workspaces' files.
    jobs: null,
    folder,
    children: { thread: options => new ThreadRunner(options) },
    version: () => '1.2.3',
    clock: systemClock,
    ids: createIds(systemClock),
    log: recordingLog(),
    signal: stopping.signal,
    ...options,
  })
  await addOwner(planes)
  await folder.removeUnfinished()
  return {
    service,
    home,
    planes,
    contents,
    note: body => void planes.data.use(testWorkspace, db => db.run(insertNote, body)),
    async stop() {
      stopping.abort(new Error('stopping'))
      await service.idle()
      await planes.close()
      await temporary?.remove()
    },
  }
}

/** Checks an archive as `svc backup verify` does. */
export async function verifyTestArchive(path: string): Promise<BackupManifest> {
  const sqlite = new ThreadedSqliteCopies()
  return verifyArchive(path, { sqlite }).finally(() => sqlite.close())
}

async function addOwner({ control }: TestPlanes): Promise<void> {
  const isThere = await control.read(reader => reader.get('users', 'usr_1'))
  if (isThere) return
  const created_at = systemClock.timestamp()
  await control.transaction(async tx => {
    await tx.insert('users', {
      id: 'usr_1',
      username: 'Ada',
      username_key: 'ada',
      password_hash: 'x',
      role: 'owner',
      disabled: false,
      default_workspace_id: testWorkspace,
      created_at,
    })
    await tx.insert('workspaces', { id: testWorkspace, name: "Ada's workspace", created_at })
    const member = { workspace_id: testWorkspace, user_id: 'usr_1', role: 'owner' as const, created_at }
    await tx.insert('members', { id: `${testWorkspace}:usr_1`, ...member })
  })
}

/** Jobs as a store outside of the workspaces' files gives them. */
export function storeWith(batches: readonly StoredJobs[]): Pick<JobUpkeepStore, 'export'> {
  return {
    async *export() {
      yield* batches
    },
  }
}
