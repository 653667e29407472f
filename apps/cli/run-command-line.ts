import { CommanderError } from 'commander'
import { readFileSync } from 'node:fs'
import type { CliCommand } from '@svc/plugin/contracts/cli'
import { commandContext } from './command-context.ts'
import { localCommands } from './commands/local-commands.ts'
import type { LocalCommand } from './local-command.ts'
import { LocalMachine } from './local-machine.ts'
import { buildProgram } from './program.ts'
import type { RunnableCommand } from './program.ts'
import type { Shell } from './shell.ts'
import { showError } from './show-error.ts'

const wrongUse = 2
const interrupted = 130

/** Runs what the process was asked for and ends it: 0 done, 1 failed, 2 wrong use. */
export async function runCommandLine(ownProcess: NodeJS.Process): Promise<void> {
  const code = await runCommand(ownProcess.argv.slice(2), shellOf(ownProcess))
  // What plugins left open would keep a finished command waiting.
  ownProcess.stdout.write('', () => ownProcess.exit(code))
}

/** Runs one command in this process: 0 done, 1 failed, 2 wrong use. */
export async function runCommand(args: readonly string[], shell: Shell): Promise<number> {
  const machine = new LocalMachine(shell)
  const code = await run(args, shell, machine)
  await machine.close()
  return code
}

async function run(args: readonly string[], shell: Shell, machine: LocalMachine): Promise<number> {
  let exitCode = 0
  try {
    const contributed = needsContributions(args) ? await machine.contributedCommands() : []
    const program = buildProgram({
      version: version(),
      commands: [
        ...localCommands.map(command => runnable(command, shell, machine)),
        ...contributed.map(command => runnable(command, shell, machine)),
      ],
      onExit: code => (exitCode = code),
      write: { out: text => void shell.stdout.write(text), err: text => void shell.stderr.write(text) },
    })
    await program.parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has said what it has to say; it gives 0 after --help.
    if (error instanceof CommanderError) return isHelp(error) ? helpCode(args) : wrongUse
    return showError(error, shell, args.includes('--json'))
  }
}

function runnable(command: LocalCommand | CliCommand, shell: Shell, machine: LocalMachine): RunnableCommand {
  return {
    ...command,
    run: invocation => command.run(commandContext(invocation, shell, machine), { machine, shell }),
  }
}

/** A kernel on a scratch home tells which commands plugins add; ours do without. */
function needsContributions(args: readonly string[]): boolean {
  const words = args.filter(argument => !argument.startsWith('-'))
  if (words.length === 0) return !args.includes('--version')
  return !localCommands.some(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
}

function isHelp({ code }: CommanderError): boolean {
  return code === 'commander.help' || code === 'commander.helpDisplayed' || code === 'commander.version'
}

/** `svc` and `svc app` alone show the help too, but nothing was done. */
function helpCode(args: readonly string[]): number {
  return args.includes('--help') || args.includes('--version') || args[0] === 'help' ? 0 : wrongUse
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}

function shellOf(ownProcess: NodeJS.Process): Shell {
  const stop = new AbortController()
  const onSignal = (): void => {
    if (stop.signal.aborted) ownProcess.exit(interrupted)
    stop.abort(new Error('stopped by a signal'))
  }
  ownProcess.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  const { env, stdin, stdout, stderr } = ownProcess
  const interactive = Boolean(stdin.isTTY && stdout.isTTY && !env['CI'])
  return { env, cwd: ownProcess.cwd(), stdin, stdout, stderr, interactive, signal: stop.signal }
}
