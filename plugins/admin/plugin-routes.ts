import { Type } from 'typebox'
import { NotFoundError } from '@svc/plugin'
import type { AuditLog, PluginDirectory, PluginStatus, RouteRegistrar } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'
import { closed, nullableText, pageOf } from './schemas.ts'

const status = Type.Object(
  {
    id: Type.String(),
    version: Type.String(),
    title: Type.String(),
    description: Type.String(),
    builtin: Type.Boolean(),
    enabled: Type.Boolean(),
    outcome: Type.Enum(['running', 'failed', 'degraded', 'disabled', 'waiting-for-owner', 'not-started']),
    setup_ms: Type.Union([Type.Number(), Type.Null()]),
    error: nullableText,
    manifest_hash: Type.String(),
    restart_required: Type.Boolean(),
  },
  { ...closed, title: 'Plugin' },
)
const statusExample = {
  id: 'stats',
  version: '1.0.0',
  title: 'Statistics',
  description: 'Statistical analyses over datasets',
  builtin: true,
  enabled: true,
  outcome: 'running',
  setup_ms: 4.2,
  error: null,
  manifest_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  restart_required: false,
}
const change = Type.Object({ enabled: Type.Boolean() }, closed)
const nameParams = Type.Object({ name: Type.String() }, closed)

/** Which plugins run, and the switches. */
export function pluginRoutes(app: RouteRegistrar, directory: PluginDirectory, audit: AuditLog): void {
  const all = async (): Promise<PluginStatus[]> => [...directory.list(), ...(await directory.added())]

  app.route({
    method: 'GET',
    path: '/api/admin/plugins',
    operationId: 'listPlugins',
    summary: 'List all plugins and how they fared at the last start, and those that begin with the next',
    permission: { role: 'owner' },
    responses: {
      200: {
        description: 'All plugins',
        schema: pageOf(status),
        example: { items: [statusExample], next_cursor: null },
      },
    },
    handler: async () => ({ items: await all(), next_cursor: null }),
  })

  app.route({
    method: 'PATCH',
    path: '/api/admin/plugins/:name',
    operationId: 'setPluginEnabled',
    summary: 'Switch a plugin on or off, from the next start on',
    description:
      'Switching on a third-party plugin pins the hash of its manifest; a changed manifest waits until it is switched on again.',
    permission: { role: 'owner' },
    params: nameParams,
    body: change,
    responses: { 200: { description: 'The plugin', schema: status, example: statusExample } },
    errors: { 404: ['not_found'], 409: ['required_by', 'set_by_configuration'] },
    example: { body: { enabled: false } },
    handler: async request => {
      const { enabled } = request.body
      const { name } = request.params
      assertKnown(name, await all())
      const changed = await directory.setEnabled(request.principal, name, enabled)
      await audit.append({
        principal: request.principal,
        action: enabled ? 'plugin.enabled' : 'plugin.disabled',
        target: name,
        ip: request.ip,
        request_id: request.id,
        details: { manifest_hash: changed.manifest_hash },
      })
      return changed
    },
  })
}

/** @throws NotFoundError with the id that was probably meant */
function assertKnown(id: string, plugins: readonly PluginStatus[]): void {
  const ids = plugins.map(plugin => plugin.id)
  if (ids.includes(id)) return
  const hint = didYouMean(id, ids, 'GET /api/admin/plugins lists them.')
  throw new NotFoundError(`There is no plugin ${JSON.stringify(id.slice(0, 100))}. ${hint}`)
}
