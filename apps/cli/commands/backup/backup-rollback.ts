import { rollBackMigration } from '../../../../kernel/index.ts'
import type { LocalCommand } from '../../local-command.ts'

/** The way back after an upgrade. */
export const backupRollbackCommand: LocalCommand = {
  name: 'backup rollback',
  summary:
    'Put the data back as it was before the last migration (with the server stopped, before installing the older version)',
  async run(context, { machine }) {
    const { files, replaced } = await rollBackMigration(await machine.home(), new Date().toISOString())
    context.result(
      { files, replaced },
      `Put back ${files.length} files as they were before the last migration:\n${files.map(path => `  ${path}`).join('\n')}\nWhat stood there, with everything written since, is in ${replaced}.\nNow install and start the version that you had before.`,
    )
    return 0
  },
}
