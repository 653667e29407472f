import { SvcError, ValidationError } from '@svc/plugin'
import { BootError, exitCodes } from '../boot-error.ts'
import { MigrationError, NewerDataError } from '../planes/index.ts'

/** What storage refuses in words, as a problem of the boot. */
export function storageError(error: unknown, where: string): unknown {
  if (error instanceof BootError || !(error instanceof SvcError)) return error
  const problem = { where, message: error.message, frame: null }
  if (error.code === 'home_in_use') return new BootError(exitCodes.homeInUse, [problem], { cause: error })
  if (error instanceof NewerDataError) return new BootError(exitCodes.newerData, [problem], { cause: error })
  const isOfConfiguration = error instanceof MigrationError || error instanceof ValidationError
  const exitCode = isOfConfiguration ? exitCodes.configuration : exitCodes.failed
  return new BootError(exitCode, [problem], { cause: error })
}
