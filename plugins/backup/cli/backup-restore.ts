import { resolve } from 'node:path'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { counted } from '@svc/plugin/contracts/cli-text'
import { restoreArchive } from '../archive/restore-archive.ts'
import type { Commands } from '../generated/commands.ts'

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
