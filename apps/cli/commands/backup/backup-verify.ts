import { resolve } from 'node:path'
import { verifyArchive } from '../../../../kernel/index.ts'
import { counted } from '../../counted.ts'
import type { LocalCommand } from '../../local-command.ts'
import { file } from './file-argument.ts'

/** Checks a backup as a restore would, and changes nothing. */
export const backupVerifyCommand: LocalCommand = {
  name: 'backup verify',
  summary: 'Check that a backup is whole: every byte, every file, every database',
  arguments: [file],
  async run(context) {
    const path = resolve(context.cwd, context.arguments['file'] ?? '')
    const manifest = await verifyArchive(path, context.signal)
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
    context.result(
      facts,
      `${path} is whole: a backup of ${scope === 'home' ? 'a whole home' : 'one workspace'}, made ${created_at} by svc ${svc_version}, with ${counted(files.length, 'file')} and ${counted(rows, 'row')} in ${counted(databases.length, 'database')}.`,
    )
    return 0
  },
}
