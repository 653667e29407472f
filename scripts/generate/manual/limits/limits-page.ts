import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kernelSettings } from '../../../../kernel/config/kernel-settings.ts'
import { settingsOf } from '../../../../kernel/config/setting.ts'
import type { Setting, SettingsSchema } from '../../../../kernel/config/setting.ts'
import type { OpenApiDocument } from '../../open-api-document.ts'
import { pageText, table } from '../page.ts'
import { constantLimits } from './constant-limits.ts'
import type { ConstantLimit } from './constant-limits.ts'
import { requestLimits } from './request-limits.ts'
import { otherNumbers, overSetting } from './setting-limits.ts'

const head = `You see every limit that you can meet, what holds without a change, and what happens to what is over it. A refusal always
says the limit, and the setting where there is one. [Configuration](configuration.md) says how you change a setting;
[error codes](errors.md) says what each code means. A key can have limits of its own: [limits of a key](model-budget.md).`

interface LimitSources {
  root: string
  /** The schemas of the plugins' configuration, by the plugins' ids. */
  plugins: ReadonlyMap<string, SettingsSchema>
  document: OpenApiDocument
}

/** The manual's page of limits: of settings, of constants and of the fields of requests. */
export async function limitsPage({ root, plugins, document }: LimitSources): Promise<string> {
  const constants = await Promise.all(
    constantLimits.map(async limit => ({ ...limit, value: await valueOf(root, limit) })),
  )
  const parts = Map.groupBy(constants, ({ part }) => part)
  const fixed = [...parts].map(([heading, rows]) => ({
    heading: `Fixed limits: ${heading.charAt(0).toLowerCase()}${heading.slice(1)}`,
    text: table(
      ['limit', 'at most', 'over it'],
      rows.map(({ what, value, unit, over }) => [what, amount(value, unit), over]),
    ),
  }))
  return pageText({
    title: 'Limits',
    source: 'the settings, the constants and the schemas that hold them',
    head,
    sections: [
      { heading: 'Limits that a setting changes', text: settingsTables(limitSettings(plugins)) },
      ...fixed,
      {
        heading: 'Fields of requests',
        text: [
          'Of a longer text, a longer list or a larger number you get 400 `validation_error` with the place. Routes with the same limit stand together.',
          table(['field', 'at most', 'routes'], requestLimits(document)),
        ].join('\n\n'),
      },
    ],
  })
}

/** The settings that are numbers, or name numbers of queues, and limit something. */
export function limitSettings(plugins: ReadonlyMap<string, SettingsSchema>): (Setting & { over: string })[] {
  const settings = [
    ...settingsOf(kernelSettings),
    ...[...plugins].flatMap(([id, schema]) => settingsOf(schema, { kind: 'plugin', id })),
  ]
  return settings.flatMap(setting => {
    const key = setting.key.replace(/^plugins\./, '')
    const types = [setting.schema['type']].flat()
    if (!types.includes('integer') && !types.includes('number') && !(key in overSetting)) return []
    if (otherNumbers.has(key)) return []
    return [{ ...setting, over: overSetting[key] ?? '' }]
  })
}

/** A table for the server, and one for each plugin that has limits. */
function settingsTables(settings: readonly (Setting & { over: string })[]): string {
  const owners = Map.groupBy(settings, ({ key }) => /^plugins\.([^.]+)\./.exec(key)?.[1])
  const parts = [...owners].map(([plugin, rows]) => {
    const cells = rows.map(({ key, variable, schema, over }) => [
      String(schema['description'] ?? '').replace(/[^.]$/, '$&.'),
      `\`${key}\`, \`${variable}\``,
      `\`${JSON.stringify(schema['default'])}\``,
      over,
    ])
    const heading = plugin === undefined ? 'Of the server' : `Of the plugin ${plugin}`
    return `### ${heading}\n\n${table(['limit', 'setting', 'default', 'over it'], cells)}`
  })
  return parts.join('\n\n')
}

/** The number of a constant, from its source. @throws Error when it is not there any more */
async function valueOf(root: string, { file, constant }: ConstantLimit): Promise<number> {
  const source = await readFile(join(root, file), 'utf8')
  const [, text] = new RegExp(`^(?:export )?const ${constant} = ([\\d_ *]+)$`, 'm').exec(source) ?? []
  if (text === undefined)
    throw new Error(
      `${file} has no constant ${constant} any more: correct scripts/generate/manual/limits/constant-limits.ts.`,
    )
  return text
    .replaceAll('_', '')
    .split(/(?<!\*)\*(?!\*)/)
    .map(factor => factor.split('**').map(Number))
    .reduce((product, [base = 1, power = 1]) => product * base ** power, 1)
}

function amount(value: number, unit: string): string {
  if (unit === 'ms') return `${value / 1000} s`
  if (unit !== 'bytes') return `${value.toLocaleString('en')} ${unit}`.trim()
  const [size = '', divisor = 1] = (
    [
      ['GiB', 1024 ** 3],
      ['MiB', 1024 ** 2],
      ['KiB', 1024],
    ] as const
  ).find(([, least]) => value >= least && value % least === 0) ?? ['bytes', 1]
  return `${(value / divisor).toLocaleString('en')} ${size}`
}
