import { actorOf, anyType } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Sources } from '../sources/sources.ts'
import { exampleSnapshot, exampleSource } from './examples.ts'
import * as schemas from './schemas.ts'

const path = '/api/research/projects/:research_project_id/sources'
const one = `${path}/:source_id`
const answered = { description: 'The source', schema: schemas.source, example: exampleSource }
const added = {
  description: 'The sources, in the order of what was sent',
  schema: schemas.addedSources,
  example: { items: [exampleSource], warnings: [] },
}
// 4,000,000 characters of text.
const bodyLimit = 16 * 1024 * 1024

export function sourceRoutes(app: RouteRegistrar, sources: Sources): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listResearchSources',
    summary: 'The reading list of a project',
    permission: 'research:read',
    params: schemas.projectParams,
    query: schemas.pageQuery,
    responses: {
      200: {
        description: 'A page of sources, the newest first',
        schema: schemas.pageOfItems(schemas.source),
        example: { items: [exampleSource], next_cursor: null },
      },
    },
    handler: ({ principal, params, query }) => sources.list(principal.workspace_id, params.research_project_id, query),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'addResearchSource',
    summary: 'Add sources to a project',
    description:
      'One of `file_id`, `url`, `doi`, `bibtex`, `ris`, `text` with `title`, or `csl` alone; fields of `csl` go over what was found. ' +
      'The exact bytes are kept with their hash, and their text is read once. A BibTeX or RIS file is added whole or not at all. ' +
      'What the project has already is answered with `duplicate: true`.',
    permission: 'research:write',
    params: schemas.projectParams,
    body: schemas.newSource,
    bodyLimit,
    jsonMembers: 200_000,
    longRunning: true,
    example: { summary: 'A page', body: { url: 'https://example.org/naps' } },
    responses: { 200: { ...added, description: 'The project had them already' }, 201: added },
    errors: {
      409: ['already_exists', 'conflict'],
      413: ['payload_too_large'],
      415: ['unsupported_media_type'],
      422: ['url_blocked', 'doi_unavailable', 'references_invalid', 'unprocessable'],
      502: ['upstream_error'],
      504: ['timeout'],
    },
    async handler(request, reply) {
      const { research_project_id } = request.params
      const by = { actor: actorOf(request), signal: request.signal }
      const { isNew, ...answer } = await sources.add(research_project_id, request.body, by)
      reply.status(isNew ? 201 : 200)
      const [first] = answer.items
      if (isNew && first) {
        const location = `${request.baseUrl}/api/research/projects/${research_project_id}/sources/${first.source_id}`
        reply.header('location', location)
      }
      return answer
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getResearchSource',
    summary: 'One source',
    permission: 'research:read',
    params: schemas.sourceParams,
    responses: { 200: answered },
    handler: ({ principal, params }) =>
      sources.get(principal.workspace_id, params.research_project_id, params.source_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateResearchSource',
    summary: 'Change what is known of a source',
    description:
      'Fields of `csl` are replaced one by one; null removes one. Another `key` does not change reports that use the old one.',
    permission: 'research:write',
    params: schemas.sourceParams,
    body: schemas.sourceChange,
    example: { summary: 'Another key', body: { key: 'lovelace2024' } },
    responses: { 200: answered },
    errors: { 409: ['already_exists'] },
    handler: request =>
      sources.update(actorOf(request), request.params.research_project_id, request.params.source_id, request.body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteResearchSource',
    summary: 'Delete a source',
    permission: 'research:write',
    params: schemas.sourceParams,
    responses: { 204: { description: 'Gone' } },
    errors: { 409: ['conflict'] },
    handler: request => sources.delete(actorOf(request), request.params.research_project_id, request.params.source_id),
  })

  app.route({
    method: 'GET',
    path: `${one}/text`,
    operationId: 'readResearchSource',
    summary: 'The text of a source',
    description: 'By places in code points, never in UTF-16. Pages of a PDF are parted by form feeds.',
    permission: 'research:read',
    params: schemas.sourceParams,
    query: schemas.textQuery,
    responses: {
      200: {
        description: 'Part of the text',
        schema: schemas.textPart,
        example: {
          text: 'Naps of an hour …',
          from: 0,
          to: 20000,
          chars: 48211,
          text_sha256: exampleSource.text.sha256,
        },
      },
    },
    errors: { 422: ['no_text'] },
    handler: ({ principal, params, query }) =>
      sources.text(principal.workspace_id, params.research_project_id, params.source_id, query),
  })

  app.route({
    method: 'GET',
    path: `${one}/content`,
    operationId: 'downloadResearchSource',
    summary: 'The bytes that were kept of a source',
    permission: 'research:read',
    params: schemas.sourceParams,
    responses: { 200: { description: 'The bytes, as a download', contentType: anyType, example: 'A nap helps.' } },
    longRunning: true,
    async handler({ principal, params }, reply) {
      const found = await sources.content(principal.workspace_id, params.research_project_id, params.source_id)
      reply
        .header('content-length', String(found.size))
        .header('etag', `"${found.sha256}"`)
        .header('content-disposition', `attachment; filename="${found.key.replaceAll(/[^\w.-]/g, '_')}"`)
        .header('content-security-policy', 'sandbox')
        .header('x-content-type-options', 'nosniff')
      return reply.stream(found.content, found.content_type)
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/refresh`,
    operationId: 'refreshResearchSource',
    summary: 'Fetch a source again',
    description: 'The old snapshot stays, and evidence stays with the bytes that it quoted.',
    permission: 'research:write',
    params: schemas.sourceParams,
    longRunning: true,
    responses: {
      200: {
        description: 'What was fetched',
        schema: schemas.refreshed,
        example: { changed: false, snapshot: exampleSnapshot, previous: exampleSnapshot },
      },
    },
    errors: { 422: ['url_blocked', 'unprocessable'], 502: ['upstream_error'], 504: ['timeout'] },
    handler: ({ principal, params, signal }) =>
      sources.refresh(params.research_project_id, params.source_id, { principal, signal }),
  })
}
