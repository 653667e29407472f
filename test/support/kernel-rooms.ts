import type { Egress } from '@svc/plugin'
import { createChildProcesses } from '../../kernel/children/index.ts'
import type { HardenedChildProcesses } from '../../kernel/children/index.ts'
import { createEgress } from '../../kernel/egress/index.ts'
import { recordingLog } from './recording-log.ts'
import { childPrograms } from './start-test-kernel.ts'

/** The real way out, for a test of one part without a kernel around it. */
export function openEgress(allow: readonly string[] = []): Egress & { close(): Promise<void> } {
  return createEgress({ allow, log: recordingLog() })
}

/** The real child programs, likewise; close them. */
export function openChildProcesses(): HardenedChildProcesses {
  return createChildProcesses({ programs: childPrograms(), log: recordingLog(), signal: new AbortController().signal })
}
