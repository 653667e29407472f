import { resolve } from 'node:path'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { counted } from '@svc/plugin/contracts/cli-text'
import { verifyArchive } from '../archive/verify-archive.ts'
import type { Commands } from '../generated/commands.ts'

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
