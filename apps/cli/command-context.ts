import { asCalled, calledAs } from '@svc/plugin/library/called-as'
import type { CommandClient, CommandContext, CommandInput, CommandIo } from '@svc/plugin/contracts/cli'

import type { ManifestCommand } from '../../kernel/catalogue.ts'
import type { ApiClient } from './api/api-client.ts'
import type { LocalMachine } from './local-machine.ts'
import type { Shell } from './shell.ts'

/** What was written after `svc`, read by the types of the command's manifest. */
export interface Invocation extends CommandInput {
  arguments: Record<string, unknown>
  options: Record<string, unknown>
  rest: string[]
  json: boolean
  /** The home that `--home` names. */
  homeFolder: string | null
  /** The workspace that `--workspace` names, by its name or id. */
  workspace: string | null
}

/** A command of `svc` itself, which may act on the home and not only through the API. */
export interface LocalContext<Input extends CommandInput = CommandInput> extends CommandContext<Input> {
  home: LocalMachine
  shell: Shell
}

/** The context of one command, with the API of what the command acts on. */
export function commandContext(
  { acts_on: actsOn }: Pick<ManifestCommand, 'acts_on'>,
  { json, arguments: given, options, rest }: Omit<Invocation, 'homeFolder' | 'workspace'>,
  { shell, machine }: { shell: Shell; machine: LocalMachine },
): LocalContext {
  const io = ioOf(shell, json)
  const client = clientOf(() => (actsOn === 'home' ? machine.api() : askedServer(machine, io)), shell)
  return { arguments: given, options, rest, client, io, home: machine, shell, signal: shell.signal }
}

async function askedServer(machine: LocalMachine, io: CommandIo): Promise<ApiClient> {
  const api = await machine.client()
  await noteServerElsewhere(machine, io)
  return api
}

/** Says on standard error which server is asked, when that is not the one of the home. */
export async function noteServerElsewhere(machine: LocalMachine, io: Pick<CommandIo, 'note'>): Promise<void> {
  const elsewhere = await machine.serverElsewhere()
  if (elsewhere !== null) io.note(`svc: asking ${elsewhere} (SVC_BASE_URL), not the home ${await machine.path()}`)
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
function clientOf(open: () => Promise<ApiClient>, { signal }: Pick<Shell, 'signal'>): CommandClient {
  let opened: Promise<ApiClient> | undefined
  const api = (): Promise<ApiClient> => (opened ??= open())
  return {
    request: async <Answer>(...call: Parameters<CommandClient['request']>) => (await api()).request<Answer>(...call),
    upload: async <Answer>(...call: Parameters<CommandClient['upload']>) => (await api()).upload<Answer>(...call),
    download: async (...call) => (await api()).download(...call),
    events: async (...call) => (await api()).events(...call),
    at: async (baseUrl, authorization) => {
      const [{ HttpApi }, { checkedAddress }] = await Promise.all([
        import('./api/http-api.ts'),
        import('./local-machine.ts'),
      ])
      const address = { baseUrl: checkedAddress(baseUrl, 'The address'), signal }
      return new HttpApi({ ...address, ...(authorization !== undefined && { authorization }) })
    },
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
