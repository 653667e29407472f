import { createChildProcesses } from '../../kernel/children/index.ts'
import type { HardenedChildProcesses } from '../../kernel/children/index.ts'
import { recordingLog } from '../support/recording-log.ts'
import { childPrograms } from './kernel.ts'

/** The real child programs, for a test of one part without a kernel around it; close them. */
export function openChildProcesses(): HardenedChildProcesses {
  return createChildProcesses({ programs: childPrograms(), log: recordingLog(), signal: new AbortController().signal })
}
