import { Command } from 'commander'
import type { CliCommand, CliContext, CliOption } from '@svc/plugin/contracts/cli'
import { ValidationError } from '@svc/plugin'
import type { Invocation } from './command-context.ts'

/** A command with what runs it already inside. */
export type RunnableCommand = Omit<CliCommand, 'run'> & { run(invocation: Invocation): Promise<number> }

export interface ProgramOptions {
  version: string
  commands: readonly RunnableCommand[]
  /** Told the exit code of the command that ran. */
  onExit(code: number): void
  write: { out(text: string): void; err(text: string): void }
}

/** `svc` as commander sees it: `app run` becomes the command `run` of the group `app`. */
export function buildProgram({ version, commands, onExit, write }: ProgramOptions): Command {
  const program = new Command('svc')
    .description('A self-hosted workspace for AI agents')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'show this help')
    .configureOutput({
      writeOut: write.out,
      writeErr: write.err,
      outputError: (text, print) => print(text.replace(/^error: /, 'svc: ')),
    })
    .showHelpAfterError(
      'With --help the command says how it is used; "svc doctor" names plugins whose commands are missing because they failed.',
    )
    .exitOverride()
  const groups = new Map<string, Command>()
  for (const command of [...commands].sort((a, b) => a.name.localeCompare(b.name))) {
    const words = command.name.split(' ')
    const name = words.pop() ?? command.name
    const parent = groupFor(program, groups, words)
    addCommand(parent, name, command, onExit)
  }
  for (const [name, group] of groups) {
    // In its own help the group's commands stand below anyway.
    group.summary(`${group.commands.map(command => command.name()).join(', ')} (svc ${name} --help)`)
  }
  return program
}

function groupFor(program: Command, groups: Map<string, Command>, words: readonly string[]): Command {
  if (words.length === 0) return program
  const name = words.join(' ')
  const known = groups.get(name)
  if (known) return known
  const group = groupFor(program, groups, words.slice(0, -1)).command(words.at(-1) ?? name)
  groups.set(name, group)
  return group
}

function addCommand(parent: Command, name: string, definition: RunnableCommand, onExit: (code: number) => void): void {
  const command = parent.command(name).description(definition.summary)
  for (const argument of definition.arguments ?? []) {
    command.argument(argument.required ? `<${argument.name}>` : `[${argument.name}]`, argument.description)
  }
  for (const option of definition.options ?? []) addOption(command, option)
  command.option('--json', 'print one JSON document')
  if (definition.passThrough) command.allowUnknownOption().allowExcessArguments()
  command.action(async () => {
    onExit(await definition.run(invocationOf(command, definition)))
  })
}

function addOption(command: Command, { flags, description, repeatable }: CliOption): void {
  if (!repeatable) {
    command.option(flags, description)
    return
  }
  command.option(flags, `${description} (may be repeated)`, (value: string, earlier: string[] | undefined) => [
    ...(earlier ?? []),
    value,
  ])
}

function invocationOf(command: Command, { arguments: declared = [] }: RunnableCommand): Invocation {
  const given = command.args.slice(0, declared.length)
  const swallowed = given.find(value => value.startsWith('-'))
  if (swallowed !== undefined) {
    throw new ValidationError(
      `${swallowed} stands where <${declared[given.indexOf(swallowed)]?.name}> is expected. Write the arguments first, then the options.`,
    )
  }
  const options = command.opts<CliContext['options']>()
  return {
    arguments: Object.fromEntries(given.map((value, index) => [declared[index]?.name ?? String(index), value])),
    options,
    rest: command.args.slice(declared.length),
  }
}
