import { ArchiveFault, foreign } from './archive-fault.ts'
import { pathFaults } from './archive-path.ts'

/** Of the layout of the archive, not of what svc keeps; a higher one was written by a newer version. */
export const formatVersion = 1
export const manifestName = 'manifest.json'
/** Enough for a million files. */
export const mostManifestBytes = 256 * 1024 * 1024
/** Jobs that are kept outside of the home, a batch a line. */
export const jobsFile = 'jobs.jsonl'
/** Agent apps that lie outside of the home; a restored home has them there. */
export const appsFolder = 'manifests'
const formatName = 'svc-backup'

export interface ArchivedFile {
  /** Below the home, with `/`. */
  path: string
  bytes: number
  sha256: string
  /** May be run, such as a script of a plugin. */
  executable?: true
  /** Of an SQLite file: its rows by table and which migrations had run. */
  sqlite?: { tables: Record<string, number>; schema: string | null }
}

/** The agent apps of an archive, which lay outside of the home; their files are in the list of files. */
export interface ArchivedApps {
  /** The folder that held them, on the machine of the backup. */
  from: string
  /** Each is a folder below {@link appsFolder}. */
  names: string[]
  /** What lay there and is not in the archive. */
  left_out: LeftOut[]
}

/** A file or folder, and why it is not in the archive: the rest of a sentence. */
export interface LeftOut {
  path: string
  reason: string
}

/** `manifest.json`, the first entry of an archive: what follows, in this order and nothing else. */
export interface BackupManifest {
  format: typeof formatName
  format_version: number
  svc_version: string
  created_at: string
  /** Why it was made. */
  reason: 'manual' | 'scheduled' | 'before-migration'
  scope: 'home' | 'workspace'
  home_id: string
  /** Of an archive of one workspace. */
  workspace_id: string | null
  /** Where the jobs are: in the workspaces' files, or in `jobs.jsonl`. */
  jobs: 'workspaces' | 'file'
  /** Absent when they lie in the home, or when it was made by a version that left them out. */
  app_folders?: ArchivedApps
  /** Files of the home that are not in the archive; absent when all are. */
  left_out?: LeftOut[]
  files: ArchivedFile[]
}

export function newManifest(facts: Omit<BackupManifest, 'format' | 'format_version'>): BackupManifest {
  return { format: formatName, format_version: formatVersion, ...facts }
}

/** @throws ArchiveFault when it is not one of ours, of a newer version, or names files that must not be written */
export function parseManifest(text: string, file: string): BackupManifest {
  const value = parsed(text)
  if (value?.['format'] !== formatName) throw foreign(file, `its ${manifestName} is not one of svc`)
  const { format_version: version, svc_version: made } = value
  if (typeof version === 'number' && version > formatVersion) {
    throw new ArchiveFault(
      'backup_newer',
      `${file} was made by a newer version of svc (${String(made)}, format ${version}). Install that version or a later one, and restore with it.`,
    )
  }
  const faults: string[] = []
  if (isManifest(value, faults)) return value
  throw foreign(file, `its ${manifestName} does not hold what it should (${faults.slice(0, 3).join('; ')})`)
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Adds to `faults` what is wrong with it. */
function isManifest(value: object, faults: string[]): value is BackupManifest {
  faults.push(...faultsOf({ ...value }))
  return faults.length === 0
}

function faultsOf(value: Record<string, unknown>): string[] {
  const { format_version: version, scope, files, workspace_id: workspaceId, jobs } = value
  const texts = ['svc_version', 'created_at', 'reason', 'home_id'].filter(name => typeof value[name] !== 'string')
  const faults = texts.map(name => `"${name}" is not a text`)
  if (version !== formatVersion) faults.push('"format_version" is unknown')
  if (scope !== 'home' && scope !== 'workspace') faults.push('"scope" is unknown')
  if (jobs !== 'workspaces' && jobs !== 'file') faults.push('"jobs" is unknown')
  if (workspaceId !== null && typeof workspaceId !== 'string') faults.push('"workspace_id" is unknown')
  if (value['app_folders'] !== undefined && !isArchivedApps(value['app_folders']))
    faults.push('"app_folders" is unknown')
  if (value['left_out'] !== undefined && !areLeftOut(value['left_out'])) faults.push('"left_out" is unknown')
  if (!Array.isArray(files)) return [...faults, '"files" is not a list']
  const wrong = files.findIndex(each => !isArchivedFile(each))
  if (wrong !== -1) return [...faults, `"files" has a wrong entry at ${wrong}`]
  return [...faults, ...pathFaults((files as ArchivedFile[]).map(({ path }) => path))]
}

function isArchivedFile(value: unknown): boolean {
  if (!isObject(value)) return false
  const { path, bytes, sha256, executable, sqlite } = value
  if (typeof path !== 'string' || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return false
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) return false
  if (executable !== undefined && executable !== true) return false
  return sqlite === undefined || isSqliteFacts(sqlite)
}

function isSqliteFacts(value: unknown): boolean {
  if (!isObject(value) || !isObject(value['tables'])) return false
  const schema = value['schema']
  return (
    Object.values(value['tables']).every(count => typeof count === 'number') &&
    (schema === null || typeof schema === 'string')
  )
}

function isArchivedApps(value: unknown): boolean {
  if (!isObject(value)) return false
  const { from, names, left_out: leftOut } = value
  const areNames =
    Array.isArray(names) &&
    names.every(
      name => typeof name === 'string' && !name.includes('/') && pathFaults([`${appsFolder}/${name}`]).length === 0,
    )
  return typeof from === 'string' && areNames && areLeftOut(leftOut)
}

function areLeftOut(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(each => isObject(each) && typeof each['path'] === 'string' && typeof each['reason'] === 'string')
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
