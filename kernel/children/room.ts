import { childProcesses, operatorPrograms } from '@svc/plugin'
import { defineRoom, defineValue } from '../room.ts'
import { createChildProcesses } from './child-processes.ts'
import { createOperatorPrograms } from './operator-programs.ts'

/** The programs that the composition root brings, by name. */
export const childPrograms = defineValue<Readonly<Record<string, URL>>>('child programs')

/** Child processes behind their walls, and the programs that the operator named. */
export const childrenRoom = defineRoom({
  name: 'children',
  needs: { programs: childPrograms },
  open: ({ programs }, { log, signal }) => ({
    processes: createChildProcesses({ programs, log, signal }),
    programs: createOperatorPrograms(signal),
  }),
  services: ({ shared }) => [
    shared(childProcesses, ({ processes }) => processes),
    shared(operatorPrograms, ({ programs }) => programs),
  ],
  close: ({ processes }) => processes.close(),
})
