import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { assertNoBodyFaults, ConflictError } from '@svc/plugin'
import type { AuditLog, ConfiguredSetting, FieldError, JsonSchema, PluginDirectory, RouteRegistrar } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'
import { closed } from './schemas.ts'

const chosenFile = 'settings.json'
const setting = Type.Object(
  {
    key: Type.String({ description: 'As in `svc.config.yaml`.' }),
    value: Type.Unknown({ description: 'Of the last start. Secrets read `[redacted]`.' }),
    origin: Type.String({
      description:
        'Where the value came from: `--port`, `SVC_PORT`, `SVC_PORT_FILE`, `svc.config.yaml:3`, `settings.json` (chosen in the app) or `default`.',
    }),
    next: Type.Optional(Type.Unknown({ description: 'The value from the next start on, where it is another.' })),
    description: Type.String(),
    schema: Type.Unsafe<JsonSchema>({
      type: 'object',
      additionalProperties: true,
      description: 'The JSON Schema of its value.',
    }),
    read_only: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it cannot be changed in the app; null where it can be.',
    }),
  },
  { ...closed, title: 'Setting' },
)
const answer = {
  200: {
    description: 'All settings',
    schema: Type.Object({ items: Type.Array(setting), changed_at_restart: Type.Array(Type.String()) }, closed),
    example: {
      items: [
        {
          key: 'rate_limit_per_minute',
          value: 1200,
          origin: 'default',
          next: 600,
          description: 'Requests a minute that one caller may make.',
          schema: { type: 'integer', minimum: 1, default: 1200 },
          read_only: null,
        },
      ],
      changed_at_restart: ['rate_limit_per_minute'],
    },
  },
}
const changes = Type.Object(
  {
    values: Type.Record(Type.String({ minLength: 1, maxLength: 200 }), Type.Unknown(), {
      minProperties: 1,
      maxProperties: 200,
      description: 'By key; null takes back what was chosen in the app.',
    }),
  },
  closed,
)

/** What the server was started with, and what the owner chose for the next start. */
export function configRoutes(app: RouteRegistrar, directory: PluginDirectory, audit: AuditLog): void {
  // Each change is added to those before it: of two at once none may be lost.
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(change: () => Promise<Value>): Promise<Value> => {
    const changed = before.then(change, change)
    before = changed
    return changed
  }

  app.route({
    method: 'GET',
    path: '/api/admin/config',
    operationId: 'getConfiguration',
    summary: 'Every setting of the server and its plugins, with where its value came from',
    description: 'Flags, environment, file, the choice in the app, default: the first that says something counts.',
    permission: { role: 'owner' },
    responses: answer,
    handler: async () => shown(directory.settings(), await directory.chosenSettings()),
  })

  app.route({
    method: 'PATCH',
    path: '/api/admin/config',
    operationId: 'changeConfiguration',
    summary: 'Choose values of settings, from the next start on',
    description:
      'Kept in `settings.json` of the home. What a flag, the environment or the file sets is changed there, as are secrets and what says which files, programs and addresses of the machine the server may use.',
    permission: { role: 'owner' },
    body: changes,
    responses: answer,
    errors: { 409: ['set_by_configuration', 'conflict'] },
    example: { body: { values: { job_retention_days: 14 } } },
    handler: async request => {
      const { values } = request.body
      const settings = directory.settings()
      assertChangeable(values, settings)
      const chosen = await inTurn(async () => {
        const kept = Object.entries({ ...(await directory.chosenSettings()), ...values })
        const all = Object.fromEntries(kept.filter(([, value]) => value !== null))
        assertAccepted(await directory.chooseSettings(all))
        return all
      })
      await audit.append({
        principal: request.principal,
        action: 'configuration.changed',
        target: Object.keys(values).join(', '),
        ip: request.ip,
        request_id: request.id,
        details: { values },
      })
      return shown(settings, chosen)
    },
  })
}

type Chosen = Readonly<Record<string, unknown>>

function shown(settings: readonly ConfiguredSetting[], chosen: Chosen) {
  const items = settings.map(({ key, value, origin, schema }) => {
    const read_only = whyReadOnly({ key, origin, schema })
    const next = Object.hasOwn(chosen, key) ? chosen[key] : (schema['default'] ?? null)
    const changes = read_only === null && !isDeepStrictEqual(next, value)
    const { description: words, ...rest } = schema
    const description = typeof words === 'string' ? words : ''
    return { key, value, origin, ...(changes && { next }), description, schema: rest, read_only }
  })
  return { items, changed_at_restart: items.filter(item => 'next' in item).map(({ key }) => key) }
}

/** Who may sign in as owner does not get the machine with it. */
function whyReadOnly({ origin, schema }: Pick<ConfiguredSetting, 'key' | 'origin' | 'schema'>): string | null {
  if (schema['x-secret'] === true) return 'It is a secret, which is set on the machine.'
  if (schema['x-machine'] === true || holdsPath(schema))
    return 'It says which files, programs or addresses the server may use, and is set on the machine.'
  return origin === 'default' || origin === chosenFile ? null : `${origin} sets it. Change it there.`
}

function holdsPath(schema: JsonSchema): boolean {
  const items = schema['items'] as JsonSchema | undefined
  return schema['format'] === 'path' || (items !== undefined && holdsPath(items))
}

/** @throws ValidationError for keys that are none, ConflictError for what is set elsewhere */
function assertChangeable(values: Chosen, settings: readonly ConfiguredSetting[]): void {
  const known = settings.map(({ key }) => key)
  const unknown = Object.keys(values).filter(key => !known.includes(key))
  assertNoBodyFaults(
    unknown.map((key): FieldError => {
      const hint = didYouMean(key, known, 'GET /api/admin/config lists them.')
      return { path: pathOf(key), message: `is no setting. ${hint}` }
    }),
  )
  for (const setting of settings) {
    if (!Object.hasOwn(values, setting.key)) continue
    const reason = whyReadOnly(setting)
    if (reason !== null)
      throw new ConflictError('set_by_configuration', `${setting.key} cannot be changed here. ${reason}`)
  }
}

/** @throws ValidationError where values do not fit, ConflictError where a start would be refused for something else */
function assertAccepted(problems: readonly { where: string; message: string }[]): void {
  const faults = problems.flatMap(({ where, message }): FieldError[] => {
    const [, key, fault] = (where === chosenFile && /^([^:]+): (.*)$/s.exec(message)) || []
    return key !== undefined && fault !== undefined ? [{ path: pathOf(key), message: fault }] : []
  })
  assertNoBodyFaults(faults)
  const [other] = problems
  if (other) throw new ConflictError('conflict', `The next start would be refused. ${other.where}: ${other.message}`)
}

function pathOf(key: string): string {
  return `/values/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
