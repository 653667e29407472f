import type { LocalContext } from '../../command-context.ts'
import type { Commands } from '../../generated/commands.ts'
import { loadKernel } from '../../local-machine.ts'

/** The way back after an upgrade. */
export async function rollBack(context: LocalContext<Commands['backup rollback']>): Promise<number> {
  const { rollBackMigration } = await loadKernel()
  const { files, replaced } = await rollBackMigration(await context.home.path(), new Date().toISOString())
  context.io.result(
    { files, replaced },
    `Put back ${files.length} files as they were before the last migration:\n${files.map(path => `  ${path}`).join('\n')}\nWhat stood there, with everything written since, is in ${replaced}.\nNow install and start the version that you had before.`,
  )
  return 0
}
