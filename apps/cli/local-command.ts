import type { CliCommand, CliContext } from '@svc/plugin/contracts/cli'
import type { LocalMachine } from './local-machine.ts'
import type { Shell } from './shell.ts'

/** A command of `svc` itself, which may act on the home and not only through the API. */
export interface LocalCommand extends Omit<CliCommand, 'run'> {
  run(context: CliContext, means: { machine: LocalMachine; shell: Shell }): Promise<number>
}
