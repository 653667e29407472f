import { join, resolve } from 'node:path'
import { appFolderSetting } from '@svc/plugin/contracts/app-folders'
import { columns, counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { appsFolder } from '../archive/backup-manifest.ts'
import type { BackupManifest } from '../archive/backup-manifest.ts'
import { placeApps } from '../archive/place-apps.ts'
import { restoreArchive } from '../archive/restore-archive.ts'
import { verifyArchive } from '../archive/verify-archive.ts'
import type { Commands } from '../generated/commands.ts'
import { BackupFolder } from '../making/backup-folder.ts'
import { appsInWords, leftOutInWords } from './apps-in-words.ts'
import { megabytes } from './megabytes.ts'

// What works without a server, and while the plugin is switched off.

/** Lists what is there to restore by looking into the home, so that it also works when nothing else does. */
export async function listBackups({ home, io }: CommandContext<Commands['backup list']>): Promise<number> {
  const folder = new BackupFolder(await home.path())
  const items = await folder.list()
  const rows = items.map(({ created_at, reason, bytes, path }) => [created_at, reason, megabytes(bytes), path])
  io.result(
    { items },
    rows.length === 0
      ? `There is no backup in ${folder.path} yet. Make one: ${io.svc} backup create`
      : columns([['CREATED', 'REASON', 'SIZE', 'FILE'], ...rows]),
  )
  return 0
}

/** Checks a backup as a restore would, and changes nothing. */
export async function verifyBackup(context: CommandContext<Commands['backup verify']>): Promise<number> {
  const path = resolve(context.io.cwd, context.arguments.file)
  const sqlite = (await context.home.offline()).openSqlite()
  const manifest = await verifyArchive(path, { sqlite, signal: context.signal }).finally(() => sqlite.close())
  const { scope, created_at, svc_version, files, app_folders: apps = null, left_out = [] } = manifest
  const databases = files.filter(({ sqlite }) => sqlite)
  const rows = databases
    .flatMap(({ sqlite }) => Object.values(sqlite?.tables ?? {}))
    .reduce((sum, count) => sum + count, 0)
  const facts = {
    ok: true,
    path,
    scope,
    created_at,
    svc_version,
    files: files.length,
    databases: databases.length,
    rows,
    app_folders: apps,
    left_out,
  }
  context.io.result(
    facts,
    `${path} is whole: a backup of ${scope === 'home' ? 'a whole home' : 'one workspace'}, made ${created_at} by svc ${svc_version}, with ${counted(files.length, 'file')} and ${counted(rows, 'row')} in ${counted(databases.length, 'database')}.${leftOutInWords(left_out)}${appsInWords(apps)}`,
  )
  return 0
}

/** Makes an empty folder the home that a backup holds. */
export async function restoreBackup(context: CommandContext<Commands['backup restore']>): Promise<number> {
  const homes = await context.home.offline()
  const { home: configured, databaseUrl } = await homes.configured()
  const given = context.options.home
  const home = given === undefined ? configured : resolve(context.io.cwd, given)
  const path = resolve(context.io.cwd, context.arguments.file)
  context.io.note(`Unpacking and checking ${path} …`)
  const { manifest, users, workspaces, jobs } = await restoreArchive({
    file: path,
    home,
    databaseUrl,
    homes,
    signal: context.signal,
  })
  const { scope, created_at, svc_version } = manifest
  const apps = await restoredApps(manifest, {
    home,
    folder: home === configured ? await homes.setting(appFolderSetting.key) : null,
  })
  const where = databaseUrl === null ? '' : ' (users, keys and jobs into the database)'
  const lines = [
    `Restored the backup of ${created_at} (svc ${svc_version}) into ${home}${where}: ${counted(workspaces, 'workspace')}, ${counted(users, 'user')}.`,
    ...(scope === 'workspace'
      ? [
          'It holds one workspace. Its keys and its members’ passwords work; everybody signs in anew, and secrets that apps and webhooks kept must be entered again.',
        ]
      : []),
    ...apps.lines,
    `Start it: ${home === configured ? '' : `SVC_HOME=${home} `}${context.io.svc} start`,
    ...(home === configured
      ? []
      : ['While another server runs on this machine, add a port that is free: --port 8421.']),
  ]
  context.io.result(
    {
      home,
      scope,
      created_at,
      svc_version,
      workspaces,
      users,
      jobs,
      database: databaseUrl !== null,
      app_folders: apps.facts,
    },
    lines.join('\n'),
  )
  return 0
}

/** Agent apps go where a start of the restored home looks for them; of a home that is only tried out they stay in it. */
async function restoredApps(
  { app_folders: apps }: BackupManifest,
  { home, folder }: { home: string; folder: unknown },
): Promise<{ lines: string[]; facts: { folder: string; placed: string[]; same: string[]; kept: string[] } | null }> {
  if (!apps || apps.names.length === 0) return { lines: [], facts: null }
  const inHome = join(home, appsFolder)
  const count = counted(apps.names.length, 'agent app')
  if (typeof folder !== 'string') {
    const line = `Its ${count} are in ${inHome}, and nothing else was touched. To serve them, start with ${appFolderSetting.variable}=${inHome}`
    return { lines: [line], facts: { folder: inHome, placed: [], same: [], kept: apps.names } }
  }
  const { placed, same, kept } = await placeApps(apps.names, inHome, folder)
  const lines = [
    ...(placed.length > 0 ? [`Put ${placed.join(', ')} beside the agent apps in ${folder}.`] : []),
    ...(same.length > 0 ? [`${same.join(', ')}: in ${folder} already, as backed up.`] : []),
    ...kept.map(({ name, reason }) => `The agent app ${name} ${reason}; that of the backup is ${join(inHome, name)}.`),
  ]
  return { lines, facts: { folder, placed, same, kept: kept.map(({ name }) => name) } }
}

/** The way back after an upgrade. */
export async function rollBack({ home, io }: CommandContext<Commands['backup rollback']>): Promise<number> {
  const homes = await home.offline()
  const { files, replaced } = await homes.rollBackMigration(await home.path())
  io.result(
    { files, replaced },
    `Put back ${counted(files.length, 'file')} as they were before the last migration:\n${files.map(path => `  ${path}`).join('\n')}\nWhat stood there, with everything written since, is in ${replaced}.\nNow install and start the version that you had before.`,
  )
  return 0
}
