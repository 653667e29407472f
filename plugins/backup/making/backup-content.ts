import { NotFoundError, roleAtLeast, userOfFact } from '@svc/plugin'
import type { ControlSnapshot, HomeCopies, JobExports, Role, StoredJobs } from '@svc/plugin'
import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { namesOfMachine } from '../archive/archive-path.ts'
import { appsFolder, jobsFile } from '../archive/backup-manifest.ts'
import type { ArchivedApps, BackupManifest, LeftOut } from '../archive/backup-manifest.ts'
import { pieceBytes } from '../archive/hashed-file.ts'
import type { Staging } from './staging.ts'

const registryFile = 'control_plane/registry.json'
const auditFile = 'control_plane/audit.jsonl'
const workspacesFolder = 'workspaces'
const tablesFolder = 'data_plane'
const homeIdFact = 'home_id'
/** Of a random text that nobody has. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$YADqzCvd/NNu7pPYegNv8Q$iMFiEZyVHlfti50sS36eG/sEaJAC4Np8/vE73KaXM8M'

export interface ContentSources {
  /** The folder whose subfolders are the agent apps; null when nothing serves any. */
  appFolder(): string | null
  copies: HomeCopies
  jobs: JobExports['store']
}

export interface HomeSources extends ContentSources {
  home: string
}

/** What the manifest says of the home beside its files. */
export type StagedHome = Pick<BackupManifest, 'app_folders'>

/**
 * Everything the home keeps, and the agent apps beside it. The workspaces come before `kernel.sqlite`, the records of users and keys last: a user who was added
 * meanwhile has an empty workspace then, and no workspace is without its record.
 */
export async function stageHome(staging: Staging, { home, appFolder, copies, jobs }: HomeSources): Promise<StagedHome> {
  for (const folder of [workspacesFolder, tablesFolder]) await takeWorkspaces(staging, copies, folder)
  const apps = await takeApps(staging, home, appFolder())
  const elsewhere = await copies.filesElsewhere()
  const files = (await staging.list()).filter(({ path }) => !elsewhere.has(path) && !copies.isOfServer(path))
  const isTaken = (path: string): boolean =>
    apps?.names.some(name => path.startsWith(`${appsFolder}/${name}/`)) ?? false
  const doubles = files.filter(({ path }) => isTaken(path))
  const isWorkspaces = (path: string): boolean => /^(?:workspaces|data_plane)\//.test(path)
  const added = [...elsewhere].filter(([path]) => !namesOfMachine.includes(path))
  staging.reserve([auditFile, registryFile, ...(jobs === null ? [] : [jobsFile]), ...added.map(([path]) => path)])
  await staging.take(files.filter(({ path }) => !isWorkspaces(path) && !isTaken(path)))
  for (const [path, text] of added) await staging.add(path, [text])
  if (jobs !== null) await staging.add(jobsFile, linesOf(jobs.export()))
  await staging.add(auditFile, linesOf(copies.audit()))
  await staging.add(registryFile, copies.registryOf(await copies.controlSnapshot()))
  if (apps === null) return {}
  const leftOut = doubles.map(({ path }) => ({
    path: join(home, path),
    reason: `is in the archive as it is in ${apps.from}`,
  }))
  return { app_folders: { ...apps, left_out: shortened([...apps.left_out, ...leftOut]) } }
}

const mostLeftOut = 100

export function shortened(all: readonly LeftOut[]): LeftOut[] {
  const more = all.length - mostLeftOut
  return more <= 0 ? [...all] : [...all.slice(0, mostLeftOut), { path: '…', reason: `and ${more} more are left out` }]
}

/** Null when they lie in the home, with which they are copied, or when there is no such folder. */
async function takeApps(staging: Staging, home: string, folder: string | null): Promise<ArchivedApps | null> {
  if (folder === null) return null
  const [place, ofHome] = await Promise.all([realpath(folder).catch(() => null), realpath(home)])
  if (place === null || !relative(ofHome, place).startsWith('..')) return null
  return staging.takeApps(folder)
}

/** One workspace, its members and its keys; no session, no secret of the home, and nobody else. */
export async function stageWorkspace(
  staging: Staging,
  { copies, jobs }: ContentSources,
  { workspaceId, reader }: { workspaceId: string; reader: Role },
): Promise<void> {
  for (const folder of copies.foldersOf(workspaceId)) await takeWorkspaces(staging, copies, folder)
  if (jobs !== null) await staging.add(jobsFile, linesOf(jobsOf(jobs.export(), workspaceId)))
  await staging.add(registryFile, copies.registryOf(await recordsOfWorkspace(copies, workspaceId, reader)))
}

/**
 * Records first, then what is there beside them: a file that comes meanwhile is one too many, never one too few. What goes meanwhile waits for
 * the end of the copy.
 */
async function takeWorkspaces(staging: Staging, copies: HomeCopies, below: string): Promise<void> {
  const list = async () => (await staging.list(below)).filter(({ path }) => !copies.isOfServer(path))
  await staging.take((await list()).filter(({ isSqlite }) => isSqlite))
  for await (const database of copies.workspaceFiles(below)) await staging.addDatabase(database)
  const beside = await list()
  await staging.take(beside.filter(({ isSqlite }) => !isSqlite))
  const inHome = new Set(beside.map(({ path }) => path))
  for await (const { path, open } of copies.contentsBelow(below)) {
    if (inHome.has(path)) continue
    // One that was deleted meanwhile is left out, as a file is.
    const content = await open().catch((error: unknown) => {
      if (error instanceof NotFoundError) return null
      throw error
    })
    if (content) await staging.add(path, content)
  }
}

async function recordsOfWorkspace(copies: HomeCopies, workspaceId: string, reader: Role): Promise<ControlSnapshot> {
  const all = await copies.controlSnapshot()
  const workspaces = all.workspaces.filter(({ id }) => id === workspaceId)
  if (workspaces.length === 0) throw new NotFoundError('There is no such workspace.')
  const members = all.members.filter(member => member.workspace_id === workspaceId)
  const isMember = (userId: string): boolean => members.some(member => member.user_id === userId)
  const isOurs = (userId: string | null): boolean => userId === null || isMember(userId)
  const users = all.users
    .filter(({ id }) => isMember(id))
    .map(user => ({ ...withoutPasswordAbove(user, reader), default_workspace_id: workspaceId }))
  return {
    users: withOwner(users, members),
    workspaces,
    members,
    api_keys: all.api_keys.filter(key => key.workspace_id === workspaceId && isMember(key.user_id)),
    plugin_settings: all.plugin_settings,
    facts: all.facts.filter(({ id }) => id !== homeIdFact && isOurs(userOfFact(id))),
    sessions: [],
    invites: [],
  }
}

/** An admin who could try passwords against an owner's hash, as fast as their machine can, would soon be one. */
function withoutPasswordAbove(user: ControlSnapshot['users'][number], reader: Role): ControlSnapshot['users'][number] {
  return roleAtLeast(reader, user.role) ? user : { ...user, password_hash: nobodysHash }
}

/** A home without an owner could never be administered: where none is among the members, the workspace's own owners become it. */
function withOwner(users: ControlSnapshot['users'], members: ControlSnapshot['members']): ControlSnapshot['users'] {
  if (users.some(({ role, disabled }) => role === 'owner' && !disabled)) return users
  const owners = new Set(members.filter(({ role }) => role === 'owner').map(({ user_id: id }) => id))
  return users.map(user => (owners.has(user.id) ? { ...user, role: 'owner' } : user))
}

async function* jobsOf(batches: AsyncIterable<StoredJobs>, workspaceId: string): AsyncGenerator<StoredJobs> {
  const isOurs = (row: { workspace_id: string }): boolean => row.workspace_id === workspaceId
  for await (const { jobs, schedules } of batches)
    yield { jobs: jobs.filter(isOurs), schedules: schedules.filter(isOurs) }
}

/** In large pieces: each of them waits for its turn in the event loop. */
async function* linesOf(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let lines = ''
  for await (const value of values) {
    lines += `${JSON.stringify(value)}\n`
    if (lines.length < pieceBytes) continue
    yield lines
    lines = ''
  }
  yield lines
}
