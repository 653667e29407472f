import type { PluginManifest } from '../../../kernel/manifest/index.ts'
import { pageText, table } from './page.ts'

type DeclaredCommand = NonNullable<PluginManifest['commands']>[number]

const head = `Every command of \`svc\`, with its arguments and options. In a clone it is \`./svc\`. Each takes \`--json\`, and those that act on a
home take \`--home\`. Those that ask a server use \`SVC_BASE_URL\` and \`SVC_API_KEY\` when they are set ([which server](getting-started.md#svc)).

A command ends with 0 when it is done, 1 when it failed, 2 when it was called wrongly.`

/** The manual's page of the command line, in the order of the alphabet. */
export function commandsPage(commands: readonly DeclaredCommand[]): string {
  const sorted = commands.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const words = Map.groupBy(sorted, ({ name }) => name.split(' ')[0] ?? name)
  return pageText({
    title: 'The command line',
    source: "the plugins' manifests and apps/cli/commands.json",
    head,
    sections: [...words].map(([heading, group]) => ({ heading, text: group.map(commandText).join('\n\n') })),
  })
}

function commandText(command: DeclaredCommand): string {
  const { name, summary, acts_on, arguments: taken = [], options = [], examples = [] } = command
  const usage = ['svc', name, ...taken.map(argumentText), ...(options.length > 0 ? ['[options]'] : [])].join(' ')
  const rows = [
    ...taken.map(({ name: argument, description, choices }) => [`\`${argument}\``, withChoices(description, choices)]),
    ...options.map(option => [
      `\`--${option.name}${valueText(option)}\``,
      withChoices(option.description, option.choices),
    ]),
  ]
  return [
    `\`${usage}\``,
    `${summary}. Acts on a ${acts_on}.`,
    ...(rows.length > 0 ? [table(['', 'what it is'], rows)] : []),
    ...(examples.length > 0 ? [['```text', ...examples, '```'].join('\n')] : []),
  ].join('\n\n')
}

function argumentText({ name, required = true }: NonNullable<DeclaredCommand['arguments']>[number]) {
  return required ? `<${name}>` : `[${name}]`
}

function valueText({ type = 'text', value = type }: NonNullable<DeclaredCommand['options']>[number]): string {
  if (type === 'flag') return ''
  return type === 'optional-text' ? ` [${value}]` : ` <${value}>`
}

function withChoices(description: string, choices: readonly string[] = []): string {
  return choices.length > 0 ? `${description} (${choices.map(choice => `\`${choice}\``).join(', ')})` : description
}
