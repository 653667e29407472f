import { Argument, Command, Option } from 'commander'
import { ValidationError } from '@svc/plugin'
import type { CatalogueEntry } from './catalogue.ts'
import type { Invocation } from './command-context.ts'
import { optionValue } from './option-value.ts'
import type { ManifestOption } from './option-value.ts'

export interface ProgramOptions {
  entries: readonly CatalogueEntry[]
  /** The first word of the command line; of other groups the help shows no more than names. */
  firstWord: string | undefined
  /** Runs what was asked for. */
  onCommand(entry: CatalogueEntry, invocation: Invocation): Promise<void>
  write: { out(text: string): void; err(text: string): void }
  /** How `svc` was called. */
  calledAs: string
}

const placeholders: Partial<Record<NonNullable<ManifestOption['type']>, string>> = {
  integer: 'n',
  number: 'number',
  duration: 'time',
  json: 'json',
  object: 'json',
}

/** `svc` as commander sees it: `app run` becomes the command `run` of the group `app`. */
export function buildProgram({ entries, firstWord, onCommand, write, calledAs }: ProgramOptions): Command {
  const program = new Command(calledAs)
    .description('A self-hosted workspace for AI agents')
    .option('--version', 'print the version')
    .helpOption('--help', 'show this help')
    // A command may have commands of its own (`app run`, `app run show`): what stands behind a name is that command's.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: write.out,
      writeErr: write.err,
      outputError: (text, print) => print(text.replace(/^error: /, 'svc: ')),
    })
    .exitOverride()
  const groups = new Map<string, Command>()
  // Names are plain ASCII: to compare them by a locale would load its tables, a tenth of the time that a command takes.
  for (const entry of entries.toSorted((a, b) => (a.command.name < b.command.name ? -1 : 1))) {
    const words = entry.command.name.split(' ')
    const name = words.pop() ?? entry.command.name
    const parent = groupFor(program, groups, words)
    if (words.length === 0 || words[0] === firstWord)
      groups.set(entry.command.name, addCommand(parent, name, entry, { onCommand, calledAs }))
    else groups.set(entry.command.name, parent.command(name))
  }
  program.showHelpAfterError(commandList(program, calledAs, calledAs))
  for (const [name, group] of groups) {
    if (group.commands.length === 0 || group.description() !== '') continue
    group.showHelpAfterError(commandList(group, `${calledAs} ${name}`, calledAs))
    // In its own help the group's commands stand below anyway.
    group.summary(`${group.commands.map(command => command.name()).join(', ')} (${calledAs} ${name} --help)`)
  }
  return program
}

/** What there is, for a command that there is not. */
function commandList({ commands }: Command, group: string, calledAs: string): string {
  const names = commands.map(command => command.name()).join(', ')
  return `The commands of ${group}: ${names}. With --help each says how it is used; "${calledAs} doctor" names plugins whose commands are missing because they failed.`
}

function groupFor(program: Command, groups: Map<string, Command>, words: readonly string[]): Command {
  if (words.length === 0) return program
  const name = words.join(' ')
  const known = groups.get(name)
  if (known) return known
  const group = groupFor(program, groups, words.slice(0, -1))
    .command(words.at(-1) ?? name)
    .enablePositionalOptions()
  groups.set(name, group)
  return group
}

function addCommand(
  parent: Command,
  name: string,
  entry: CatalogueEntry,
  { onCommand, calledAs }: Pick<ProgramOptions, 'onCommand' | 'calledAs'>,
): Command {
  const { summary, arguments: declared = [], options = [], rest, examples = [], acts_on: actsOn } = entry.command
  const command = parent.command(name).description(summary).enablePositionalOptions()
  for (const { name: word, description, required = true, choices } of declared) {
    const argument = new Argument(required ? `<${word}>` : `[${word}]`, description)
    command.addArgument(choices ? argument.choices(choices) : argument)
  }
  const readers = options.map(option => addOption(command, option))
  const takesHome = actsOn === 'home' && !options.some(({ name: word }) => word === 'home')
  if (takesHome) command.option('--home <folder>', 'the home that it acts on (default: SVC_HOME, else ~/.svc)')
  const takesWorkspace = actsOn === 'server' && !options.some(({ name: word }) => word === 'workspace')
  if (takesWorkspace)
    command.option('--workspace <name>', 'the workspace that it works in, by name or id (default: SVC_WORKSPACE)')
  command.option('--json', 'print one JSON document')
  if (examples.length > 0) {
    const lines = examples.map(example => `  ${example.replace(/^svc\b/, calledAs)}`)
    command.addHelpText('after', `\n${examples.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}`)
  }
  const said = `${calledAs} ${entry.command.name}`
  command.showHelpAfterError(`Usage: ${said} ${command.usage()}\n${said} --help says more.`)
  if (rest) command.allowUnknownOption().allowExcessArguments()
  command.action(() => {
    const names = declared.map(({ name: word }) => word)
    return onCommand(entry, {
      ...argumentsOf(command, names),
      options: Object.fromEntries(readers.flatMap(read => read())),
      json: command.getOptionValue('json') === true,
      homeFolder: takesHome ? ((command.getOptionValue('home') as string | undefined) ?? null) : null,
      workspace: takesWorkspace ? ((command.getOptionValue('workspace') as string | undefined) ?? null) : null,
    })
  })
  return command
}

/** Adds it, and gives what reads its value once the line has been parsed. */
function addOption(command: Command, declared: ManifestOption): () => [string, unknown][] {
  const { name, type = 'text', value = placeholders[type] ?? 'text', description, choices, repeatable } = declared
  const opened = type === 'optional-text' ? ` [${value}]` : ` <${value}>`
  const words = `${description}${choices ? ` (${choices.join(', ')})` : ''}${repeatable ? ' (may be repeated)' : ''}`
  const option = new Option(`--${name}${type === 'flag' ? '' : opened}`, words)
  const key = name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  // Kept here, because commander takes a value of null for none.
  const values: unknown[] = []
  if (type !== 'flag') {
    option.argParser((text: string) => {
      values.push(optionValue(declared, text))
      return text
    })
  }
  command.addOption(option)
  return () => {
    if (repeatable) return [[key, values]]
    if (values.length > 0) return [[key, values.at(-1)]]
    const given: unknown = command.getOptionValue(option.attributeName())
    // Commander makes of --no-header that "header" is false.
    return given === !option.negate ? [[key, true]] : []
  }
}

function argumentsOf(command: Command, names: readonly string[]): Pick<Invocation, 'arguments' | 'rest'> {
  const given = command.args.slice(0, names.length)
  const swallowed = given.find(value => value.startsWith('-'))
  if (swallowed !== undefined) {
    throw new ValidationError(
      `${swallowed} stands where <${names[given.indexOf(swallowed)]}> is expected. Write the arguments first, then the options.`,
    )
  }
  return {
    arguments: Object.fromEntries(given.map((value, index) => [names[index] ?? String(index), value])),
    rest: command.args.slice(names.length),
  }
}
