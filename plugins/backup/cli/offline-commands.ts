import { resolve } from 'node:path'
import { columns, counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { restoreArchive } from '../archive/restore-archive.ts'
import { verifyArchive } from '../archive/verify-archive.ts'
import type { Commands } from '../generated/commands.ts'
import { BackupFolder } from '../making/backup-folder.ts'
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
  const { scope, created_at, svc_version, files } = manifest
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
  }
  context.io.result(
    facts,
    `${path} is whole: a backup of ${scope === 'home' ? 'a whole home' : 'one workspace'}, made ${created_at} by svc ${svc_version}, with ${counted(files.length, 'file')} and ${counted(rows, 'row')} in ${counted(databases.length, 'database')}.`,
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
  const where = databaseUrl === null ? '' : ' (users, keys and jobs into the database)'
  const lines = [
    `Restored the backup of ${created_at} (svc ${svc_version}) into ${home}${where}: ${counted(workspaces, 'workspace')}, ${counted(users, 'user')}.`,
    ...(scope === 'workspace'
      ? [
          'It holds one workspace. Its keys and its members’ passwords work; everybody signs in anew, and secrets that apps and webhooks kept must be entered again.',
        ]
      : []),
    `Start it: ${home === configured ? '' : `SVC_HOME=${home} `}${context.io.svc} start`,
  ]
  context.io.result(
    { home, scope, created_at, svc_version, workspaces, users, jobs, database: databaseUrl !== null },
    lines.join('\n'),
  )
  return 0
}

/** The way back after an upgrade. */
export async function rollBack({ home, io }: CommandContext<Commands['backup rollback']>): Promise<number> {
  const homes = await home.offline()
  const { files, replaced } = await homes.rollBackMigration(await home.path())
  io.result(
    { files, replaced },
    `Put back ${files.length} files as they were before the last migration:\n${files.map(path => `  ${path}`).join('\n')}\nWhat stood there, with everything written since, is in ${replaced}.\nNow install and start the version that you had before.`,
  )
  return 0
}
