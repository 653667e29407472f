import type { CommandClient, CommandContext, CommandInput, CommandIo } from '@svc/plugin/contracts/cli'
import { asCalled, calledAs } from '../../kernel/catalogue.ts'
import type { LocalMachine } from './local-machine.ts'
import type { Shell } from './shell.ts'

/** What was written after `svc`, read by the types of the command's manifest. */
export interface Invocation extends CommandInput {
  arguments: Record<string, unknown>
  options: Record<string, unknown>
  rest: string[]
  json: boolean
}

/** A command of `svc` itself, which may act on the home and not only through the API. */
export interface LocalContext<Input extends CommandInput = CommandInput> extends CommandContext<Input> {
  home: LocalMachine
  shell: Shell
}

/** The context of one command, with the API behind whichever door is open. */
export function commandContext({ json, ...input }: Invocation, shell: Shell, machine: LocalMachine): LocalContext {
  return { ...input, client: clientOf(machine), io: ioOf(shell, json), home: machine, shell, signal: shell.signal }
}

function ioOf(shell: Shell, json: boolean): CommandIo {
  return {
    cwd: shell.cwd,
    json,
    interactive: shell.interactive && !json,
    svc: calledAs(shell.env),
    result(value, text) {
      shell.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`)
    },
    note(text) {
      if (!json) shell.stderr.write(`${asCalled(text, shell.env)}\n`)
    },
    print(text) {
      if (!json) shell.stdout.write(text)
    },
    ask: question => askLine(shell, question),
  }
}

/** Opened at the first call: a command that makes none looks for no server. */
function clientOf(machine: LocalMachine): CommandClient {
  return {
    isRemote: machine.isRemote,
    request: async <Answer>(...call: Parameters<CommandClient['request']>) =>
      (await machine.client()).request<Answer>(...call),
    upload: async <Answer>(...call: Parameters<CommandClient['upload']>) =>
      (await machine.client()).upload<Answer>(...call),
    download: async (...call) => (await machine.client()).download(...call),
    events: async (...call) => (await machine.client()).events(...call),
  }
}

/** On standard error, so that what is piped on is the result alone. */
async function askLine({ stdin, stderr, signal }: Shell, question: string): Promise<string | null> {
  const { createInterface } = await import('node:readline')
  const lines = createInterface({ input: stdin, output: stderr, terminal: true })
  try {
    return await new Promise<string | null>(resolve => {
      lines.question(question, { signal }, resolve)
      // A terminal in raw mode makes Ctrl-C a key; it ends the input as Ctrl-D does.
      lines.once('SIGINT', () => resolve(null)).once('close', () => resolve(null))
    })
  } finally {
    lines.close()
  }
}
