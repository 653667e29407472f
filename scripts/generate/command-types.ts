import type { PluginManifest } from '../../kernel/manifest/index.ts'

type ManifestCommand = NonNullable<PluginManifest['commands']>[number]
type CommandOption = NonNullable<ManifestCommand['options']>[number]
type CommandArgument = NonNullable<ManifestCommand['arguments']>[number]

const valueTypes: Record<NonNullable<CommandOption['type']>, string> = {
  text: 'string',
  flag: 'true',
  integer: 'number',
  number: 'number',
  duration: 'number',
  json: 'JsonValue',
  object: 'JsonObject',
  'optional-text': 'string | true',
}

/** The types of what a manifest's commands are given, so that the code of a command cannot disagree with its manifest. */
export function generateCommandTypes(commands: readonly ManifestCommand[], source: string): string {
  const body = commands.map(typesOf).join('\n')
  const imported = ['JsonObject', 'JsonValue'].filter(name => body.includes(name))
  return [
    `// Generated from ${source} by npm run generate. Do not edit.`,
    ...(imported.length > 0 ? [`import type { ${imported.join(', ')} } from '@svc/plugin'`, ''] : []),
    'export interface Commands {',
    body,
    '}',
    '',
  ].join('\n')
}

function typesOf({ name, arguments: given = [], options = [] }: ManifestCommand): string {
  const key = name.includes(' ') ? `'${name}'` : name
  return [
    `  ${key}: {`,
    ...section('arguments', given.map(argumentType)),
    ...section('options', options.map(optionType)),
    '  }',
  ].join('\n')
}

function section(name: string, fields: readonly string[]): string[] {
  if (fields.length === 0) return [`    ${name}: object`]
  return [`    ${name}: {`, ...fields.map(field => `      ${field}`), '    }']
}

function argumentType({ name, required = true, choices }: CommandArgument): string {
  return `${name}${required ? '' : '?'}: ${choices ? oneOf(choices) : 'string'}`
}

function optionType({ name, type = 'text', choices, repeatable }: CommandOption): string {
  const value = choices ? oneOf(choices) : valueTypes[type]
  return repeatable ? `${camelCase(name)}: ${listOf(value)}` : `${camelCase(name)}?: ${value}`
}

function oneOf(choices: readonly string[]): string {
  return choices.map(choice => `'${choice}'`).join(' | ')
}

function listOf(type: string): string {
  return type.includes('|') ? `(${type})[]` : `${type}[]`
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
