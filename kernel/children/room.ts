import { childProcesses, operatorPrograms } from '@svc/plugin'
import { installedPlugins } from '../installed-plugins.ts'
import { defineRoom, defineValue } from '../room.ts'
import { HardenedChildProcesses } from './child-processes.ts'
import { createOperatorPrograms } from './operator-programs.ts'
import type { ChildPrograms } from './program.ts'

/** The programs that the composition root brings. They go before those of plugins: tests take them from a build. */
export const childPrograms = defineValue<ChildPrograms>('child programs')

/** Child processes behind their walls, and the programs that the operator named. */
export const childrenRoom = defineRoom({
  name: 'children',
  needs: { brought: childPrograms, installed: installedPlugins },
  open: ({ brought, installed }, { log, signal }) => ({
    processes: new HardenedChildProcesses({ programs: { ...installed.programs, ...brought }, log, signal }),
    programs: createOperatorPrograms(signal),
  }),
  services: ({ scoped, shared }) => [
    scoped(childProcesses, ({ processes }, plugin) => processes.of(plugin)),
    shared(operatorPrograms, ({ programs }) => programs),
  ],
  close: ({ processes }) => processes.close(),
})
