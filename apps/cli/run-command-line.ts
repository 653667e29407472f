import { asCalled, calledAs } from '@svc/plugin/library/called-as'
import { resolve } from 'node:path'
import { allCommands, ownCommands } from './catalogue.ts'
import type { Catalogue } from './catalogue.ts'

import { commandContext } from './command-context.ts'
import { LocalMachine } from './local-machine.ts'
import type { Shell } from './shell.ts'
import { showError } from './show-error.ts'

const wrongUse = 2
const interrupted = 130
/** As a program that SIGPIPE ended. */
const readerLeft = 141

/** Runs what the process was asked for and ends it: 0 done, 1 failed, 2 wrong use. */
export async function runCommandLine(ownProcess: NodeJS.Process): Promise<void> {
  const code = await runCommand(ownProcess.argv.slice(2), shellOf(ownProcess))
  // Handles that plugins left open would keep a finished command from exiting.
  ownProcess.stdout.write('', () => ownProcess.exit(code))
}

/** Runs one command in this process: 0 done, 1 failed, 2 wrong use. */
export async function runCommand(args: readonly string[], shell: Shell): Promise<number> {
  const opened: LocalMachine[] = []
  const code = await run(args, shell, around => {
    const machine = new LocalMachine(around)
    opened.push(machine)
    return machine
  })
  await Promise.all(opened.map(machine => machine.close()))
  return code
}

async function run(args: readonly string[], shell: Shell, machineOf: (around: Shell) => LocalMachine): Promise<number> {
  let exitCode = 0
  const { CommanderError } = await import('commander')
  try {
    const { entries, missing } = await catalogueFor(args, shell)
    if (!args.includes('--json')) {
      for (const { id, reason } of missing) {
        const sentence = `svc: the commands of ${id} are missing: ${reason.replace(/\.$/, '')}. See: svc doctor`
        shell.stderr.write(`${asCalled(sentence, shell.env)}\n`)
      }
    }
    const { buildProgram } = await import('./program.ts')
    const program = buildProgram({
      entries,
      firstWord: args.find(argument => !argument.startsWith('-') && argument !== 'help'),
      calledAs: calledAs(shell.env),
      async onCommand({ command, load }, { homeFolder, workspace, ...invocation }) {
        const at = homeFolder === null ? shell : atHome(shell, homeFolder)
        const around = workspace === null ? at : { ...at, env: { ...at.env, SVC_WORKSPACE: workspace } }
        const runs = await load()
        exitCode = await runs(commandContext(command, invocation, { shell: around, machine: machineOf(around) }))
      },
      write: {
        out: text => void shell.stdout.write(asCalled(text, shell.env)),
        err: text => void shell.stderr.write(asCalled(text, shell.env)),
      },
    })
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has said what it has to say; it gives 0 after --help.
    if (error instanceof CommanderError) return isHelp(error.code) ? helpCode(args) : wrongUse
    return showError(error, shell, args.includes('--json'))
  }
}

/** What `--home` names is stronger than what is configured, as a flag of `svc start` is. */
function atHome(shell: Shell, folder: string): Shell {
  return { ...shell, env: { ...shell.env, SVC_HOME: resolve(shell.cwd, folder), SVC_HOME_FILE: undefined } }
}

/** Our own commands need no manifest of a plugin, whatever state that is in. */
async function catalogueFor(args: readonly string[], shell: Shell): Promise<Catalogue> {
  const words = args.filter(argument => !argument.startsWith('-'))
  const own = ownCommands()
  const isOwn = own.some(({ command: { name } }) => name === words.slice(0, name.split(' ').length).join(' '))
  return isOwn ? { entries: own, missing: [] } : allCommands(shell)
}

function isHelp(code: string): boolean {
  return code === 'commander.help' || code === 'commander.helpDisplayed'
}

/** `svc` and `svc app` alone show the help too, but nothing was done. */
function helpCode(args: readonly string[]): number {
  return args.includes('--help') || args[0] === 'help' ? 0 : wrongUse
}

function shellOf(ownProcess: NodeJS.Process): Shell {
  const stop = new AbortController()
  const onSignal = (): void => {
    if (stop.signal.aborted) ownProcess.exit(interrupted)
    stop.abort(new Error('stopped by a signal'))
  }
  ownProcess.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  // As by `| head`: nobody reads what would follow.
  ownProcess.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    ownProcess.exit(readerLeft)
  })
  const { env, stdin, stdout, stderr } = ownProcess
  const interactive = Boolean(stdin.isTTY && stdout.isTTY && !env['CI'])
  return { env, cwd: ownProcess.cwd(), stdin, stdout, stderr, interactive, signal: stop.signal }
}
