import { resolve } from 'node:path'
import { readKernelConfiguration, restoreHome } from '../../../../kernel/index.ts'
import { counted } from '../../counted.ts'
import type { LocalCommand } from '../../local-command.ts'
import { file } from './file-argument.ts'

/** Makes an empty folder the home that a backup holds. */
export const backupRestoreCommand: LocalCommand = {
  name: 'backup restore',
  summary: 'Restore a backup into an empty or new folder, all of it or nothing',
  arguments: [file],
  options: [{ flags: '--home <folder>', description: 'the new home (default: SVC_HOME, else ~/.svc)' }],
  async run(context, { shell }) {
    const { env, cwd } = shell
    const config = await readKernelConfiguration({ env, cwd })
    const given = context.options['home']
    const home = typeof given === 'string' ? resolve(context.cwd, given) : config.home
    const path = resolve(context.cwd, context.arguments['file'] ?? '')
    const databaseUrl = config.database_url ?? null
    context.note(`Unpacking and checking ${path} …`)
    const { manifest, users, workspaces, jobs } = await restoreHome({
      file: path,
      home,
      databaseUrl,
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
      `Start it: ${home === config.home ? '' : `SVC_HOME=${home} `}npx svc start`,
    ]
    context.result(
      { home, scope, created_at, svc_version, workspaces, users, jobs, database: databaseUrl !== null },
      lines.join('\n'),
    )
    return 0
  },
}
