import { Type } from 'typebox'
import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Links } from '../links/links.ts'
import { exampleLink } from './report-examples.ts'
import { link, linkParams, newLink } from './report-schemas.ts'
import { projectParams } from './schemas.ts'

const path = '/api/research/projects/:research_project_id/links'

export function linkRoutes(app: RouteRegistrar, links: Links): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listResearchLinks',
    summary: 'Records that a project is about',
    permission: 'research:read',
    params: projectParams,
    responses: {
      200: {
        description: 'The links',
        schema: Type.Object({ items: Type.Array(link) }),
        example: { items: [exampleLink] },
      },
    },
    handler: ({ principal, params }) => ({ items: links.list(principal.workspace_id, params.research_project_id) }),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'addResearchLink',
    summary: 'Link a record to a project',
    description:
      'The record is read as the caller: it needs the scope of its own domain too. One that is linked already is answered again.',
    permission: 'research:write',
    params: projectParams,
    body: newLink,
    example: { summary: 'A note', body: { type: 'note', id: exampleLink.id } },
    responses: { 201: { description: 'The link', schema: link, example: exampleLink } },
    async handler(request, reply) {
      const { research_project_id } = request.params
      const use = { actor: actorOf(request), signal: request.signal }
      const made = await links.add(research_project_id, request.body, use)
      const location = `${request.baseUrl}/api/research/projects/${research_project_id}/links`
      reply.status(201).header('location', location)
      return made
    },
  })

  app.route({
    method: 'DELETE',
    path: `${path}/:link_id`,
    operationId: 'deleteResearchLink',
    summary: 'Take a link from a project',
    permission: 'research:write',
    params: linkParams,
    responses: { 204: { description: 'Gone' } },
    handler: ({ principal, params: { research_project_id, link_id } }) =>
      links.delete(principal.workspace_id, research_project_id, link_id),
  })
}
