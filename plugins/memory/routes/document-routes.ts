import { actorOf, queryFault } from '@svc/plugin'
import type { AuditLog, RouteRegistrar, RouteReply, RouteRequest } from '@svc/plugin'
import type { MemoryDocument } from '@svc/plugin/contracts/memory'
import { callerProvenance } from '../documents/caller-provenance.ts'
import type { DocumentHistory } from '../documents/document-history.ts'
import type { MemoryDocuments } from '../documents/memory-documents.ts'
import { entityTag, isKnown, matchedVersion } from './entity-tag.ts'
import { exampleDocument, exampleVersion } from './examples.ts'
import {
  changeBody,
  createBody,
  deleteQuery,
  document,
  keptDocument,
  listQuery,
  memoryParams,
  pageOfItems,
  pageQuery,
  shownDocument,
  version,
  versionParams,
} from './schemas.ts'
import { Type } from 'typebox'

const path = '/api/memory'
const one = `${path}/:id`
// JSON takes up to three times the bytes of a text where it escapes all letters but those of ASCII.
const bodyLimit = 32 * 1024 * 1024

export interface DocumentRoutesOptions {
  documents: MemoryDocuments
  history: DocumentHistory
  audit: AuditLog
}

/** The documents themselves. */
export function documentRoutes(app: RouteRegistrar, { documents, history, audit }: DocumentRoutesOptions): void {
  const audited = async (request: RouteRequest, action: string, target: string, details: Record<string, unknown>) => {
    const principal = actorOf(request)
    const { ip = null, request_id = null } = principal
    await audit.append({ principal, action, target, ip, request_id, details })
  }

  app.route({
    method: 'POST',
    path,
    operationId: 'addMemory',
    summary: 'Remember a text',
    description:
      'The same text with the same source is answered as it is there, with `duplicate: true` (case and white space do not count). What only ' +
      'restates another document, or says nothing, is refused: 422 `memory_restates`, with `restates` (an id, or `nothing`); `force` keeps it all the same.',
    permission: 'memory:write',
    body: createBody,
    bodyLimit,
    example: {
      summary: 'A fact',
      body: { content: exampleDocument.content, source: 'runbook', tags: ['staging'] },
    },
    responses: {
      201: { description: 'It is remembered', schema: keptDocument, example: exampleDocument },
      200: {
        description: 'It was remembered already',
        schema: keptDocument,
        example: { ...exampleDocument, duplicate: true },
      },
    },
    errors: { 422: ['memory_restates', 'memory_full'] },
    async handler(request, reply) {
      const { force = false, ...memory } = request.body
      const { principal, signal } = request
      const remembering = { principal, provenance: callerProvenance(principal, 'api'), signal }
      const { document: kept, duplicate } = await documents.add(memory, remembering, { force })
      tagged(reply, kept)
      if (duplicate) return { ...kept, duplicate }
      reply.status(201).header('location', `${request.baseUrl}${path}/${kept.id}`)
      return kept
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listMemories',
    summary: 'What the workspace remembers',
    description: 'Newest first. A content of more than 8,000 characters is cut, which `content_truncated` says.',
    permission: 'memory:read',
    query: listQuery,
    responses: {
      200: {
        description: 'A page of documents',
        schema: pageOfItems(shownDocument),
        example: { items: [exampleDocument], next_cursor: null },
      },
    },
    handler: ({ principal, query }) => documents.list(principal.workspace_id, query),
  })

  app.route({
    method: 'DELETE',
    path,
    operationId: 'deleteMemoriesOfSource',
    summary: 'Forget all that came from a source',
    description: 'With their history. Asked to stop, it has deleted some; the rest is deleted when it is sent again.',
    permission: 'memory:write',
    query: deleteQuery,
    responses: {
      200: {
        description: 'How many there were',
        schema: Type.Object({ deleted: Type.Integer() }),
        example: { deleted: 12 },
      },
    },
    longRunning: true,
    async handler(request) {
      const { source } = request.query
      if (source === undefined) {
        const message = 'is missing: name the source whose documents are to be deleted, as ?source=…'
        throw queryFault('source', message)
      }
      const { principal, signal } = request
      const there = documents.countOf(principal.workspace_id, source)
      if (there > 0) await audited(request, 'memory.source_deleted', source, { deleted: there })
      return { deleted: await documents.deleteSource(principal.workspace_id, source, signal) }
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getMemory',
    summary: 'One document, whole',
    permission: 'memory:read',
    params: memoryParams,
    responses: {
      200: { description: 'The document', schema: document, example: exampleDocument },
      304: { description: 'It is as `If-None-Match` says' },
    },
    handler({ principal, params, headers }, reply) {
      const shown = tagged(reply, documents.get(principal.workspace_id, params.id))
      if (!isKnown(headers['if-none-match'], shown.version)) return shown
      reply.status(304)
    },
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateMemory',
    summary: 'Change a document',
    description:
      'What is left out stays as it is; what it was goes into its history. With `If-Match` only the version that was read is changed: 412 otherwise.',
    permission: 'memory:write',
    params: memoryParams,
    body: changeBody,
    bodyLimit,
    example: { summary: 'A correction', body: { content: 'The staging database listens on port 6544.' } },
    responses: { 200: { description: 'As it is now', schema: document, example: { ...exampleDocument, version: 2 } } },
    errors: { 412: ['precondition_failed'] },
    async handler({ principal, params, body, headers, signal }, reply) {
      const provenance = callerProvenance(principal, 'api')
      const by = { expected: matchedVersion(headers['if-match']), provenance, signal }
      return tagged(reply, await documents.update(principal.workspace_id, params.id, body, by))
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteMemory',
    summary: 'Forget a document, with its history',
    permission: 'memory:write',
    params: memoryParams,
    responses: { 204: { description: 'Gone' } },
    async handler(request) {
      const { principal, params } = request
      const { source } = documents.get(principal.workspace_id, params.id)
      // First, as deleteAudited says why.
      await audited(request, 'memory.deleted', params.id, { source })
      await documents.delete(principal.workspace_id, params.id)
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/history`,
    operationId: 'listMemoryVersions',
    summary: 'What a document was before',
    description:
      'The present version first: who made each, when, and what changed. The last 100 earlier versions are kept, and go with their document.',
    permission: 'memory:read',
    params: memoryParams,
    query: pageQuery,
    responses: {
      200: {
        description: 'A page of versions',
        schema: pageOfItems(version),
        example: { items: [exampleVersion], next_cursor: null },
      },
    },
    handler: ({ principal, params, query }) => history.list(principal.workspace_id, params.id, query),
  })

  app.route({
    method: 'GET',
    path: `${one}/history/:version`,
    operationId: 'getMemoryVersion',
    summary: 'One version of a document, whole',
    permission: 'memory:read',
    params: versionParams,
    responses: { 200: { description: 'The version', schema: version, example: exampleVersion } },
    handler: ({ principal, params }) => history.get(principal.workspace_id, params.id, params.version),
  })
}

function tagged(reply: RouteReply, shown: MemoryDocument): MemoryDocument {
  reply.header('etag', entityTag(shown.version))
  return shown
}
