import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import type { PluginPages } from './plugin-pages.ts'

const closed = { additionalProperties: false }
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const roles = ['user', 'admin', 'owner'] as const
const page = Type.Object(
  {
    path: Type.String({
      description: 'The address of the page below that of the server; all addresses below it are its too.',
    }),
    title: Type.String(),
    icon: textOrNull('The name of an icon.'),
    group: Type.Union([Type.Enum(['main', 'knowledge', 'automate', 'build', 'instance']), Type.Null()], {
      description: 'The part of the menu; null: not in the menu.',
    }),
    order: Type.Integer({ description: 'Its place in the group, the smallest first.' }),
    role: Type.Enum([...roles], { description: 'The least role that sees it.' }),
    plugin: Type.String({ description: 'The id of the plugin that declares it.' }),
    plugin_title: Type.String(),
    state: Type.Enum(['on', 'off', 'failed', 'waiting'], {
      description: '`waiting`: the owner has not allowed the plugin yet.',
    }),
    reason: textOrNull('Why it cannot be used, in a sentence; null when it can.'),
    module: textOrNull(
      'The module that draws it, relative to the address of the server; null: the browser app draws it itself.',
    ),
  },
  { ...closed, title: 'PluginPage' },
)
const example = {
  path: '/hello',
  title: 'Greetings',
  icon: 'hand',
  group: 'main' as const,
  order: 100,
  role: 'user' as const,
  plugin: 'hello',
  plugin_title: 'Hello',
  state: 'on' as const,
  reason: null,
  module: 'web/plugins/hello/9f86d081884c7d65/page.js',
}

export function pageRoutes(app: RouteRegistrar, pages: PluginPages): void {
  app.route({
    method: 'GET',
    path: '/api/web/pages',
    operationId: 'listPluginPages',
    summary: 'The pages of the browser app that plugins bring, as far as the caller may see them',
    description:
      'In the order of the menu. A page of a plugin that is off, that failed or that waits for the owner is listed with its state and a sentence.',
    permission: { role: 'user' },
    responses: {
      200: {
        description: 'All of them',
        schema: Type.Object({ items: Type.Array(page), next_cursor: Type.Null() }, closed),
        example: { items: [example], next_cursor: null },
      },
    },
    handler: async ({ principal }) => ({ items: await pages.list(principal.role), next_cursor: null }),
  })

  app.route({
    method: 'GET',
    path: '/web/plugins/:id/:hash/*',
    operationId: 'getPluginPageFile',
    summary: 'A file of the page of a plugin',
    internal: true,
    permission: { role: 'user' },
    params: Type.Object({ id: Type.String(), hash: Type.String(), '*': Type.String() }),
    responses: { 200: { description: 'The file', contentType: '*/*', example: 'export default function mount() {}' } },
    errors: { 404: ['not_found'] },
    etag: false,
    async handler({ principal, params: { id, hash, '*': path } }, reply) {
      const { bytes, contentType } = await pages.file(principal.role, { id, hash, path })
      // Another content has another address.
      reply.header('cache-control', 'private, max-age=31536000, immutable')
      return reply.stream(Readable.from([bytes]), contentType)
    },
  })
}
