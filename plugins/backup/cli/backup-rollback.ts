import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

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
