import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { noteTag } from '../notes/notes.ts'
import type { Notes } from '../notes/notes.ts'
import { answerTagged } from '../versions.ts'
import { exampleListedNote, exampleNote } from './examples.ts'
import { listedNote, note, noteParams, noteQuery, pageOfItems, writtenNote } from './schemas.ts'

const path = '/api/workspace/notes'
const one = `${path}/:note_id`
const answered = { description: 'The note', schema: note, example: exampleNote }
const example = { title: exampleNote.title, body: exampleNote.body, tags: exampleNote.tags }
// A note of 500,000 characters, each written as `\uXXXX`.
const bodyLimit = 4 * 1024 * 1024

export function noteRoutes(app: RouteRegistrar, notes: Notes): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listNotes',
    summary: 'List or search the notes of the workspace',
    description:
      'The newest first; with `search` the best first. A page ends early when its notes have more than 1 MiB of text: go on with `next_cursor`.',
    permission: 'workspace:read',
    query: noteQuery,
    responses: {
      200: {
        description: 'A page of notes',
        schema: pageOfItems(listedNote),
        example: { items: [exampleListedNote], next_cursor: null },
      },
    },
    handler({ principal: { workspace_id }, query: { search, title, ...query }, signal }) {
      if (title !== undefined) return notes.ledToBy(workspace_id, title)
      return search === undefined ? notes.list(workspace_id, query) : notes.find(workspace_id, search, query, signal)
    },
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createNote',
    summary: 'Write a note',
    description: 'Titles need not be unique: a link leads to the oldest note that has the title.',
    permission: 'workspace:write',
    body: writtenNote,
    bodyLimit,
    example: { summary: 'With a link to another note', body: example },
    responses: { 201: answered },
    handler(request, reply) {
      const made = notes.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}${path}/${made.note_id}`).header('etag', noteTag(made))
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getNote',
    summary: 'One note, with the notes it links to and those that link to it',
    permission: 'workspace:read',
    params: noteParams,
    responses: { 200: answered },
    handler(request, reply) {
      const found = notes.get(request.principal.workspace_id, request.params.note_id)
      return answerTagged(request, reply, noteTag(found), found)
    },
  })

  app.route({
    method: 'PUT',
    path: one,
    operationId: 'replaceNote',
    summary: 'Write a note anew',
    description:
      'Tags that are left out stay. Links that name its former title still lead to it, unless another note takes that title. ' +
      'With `If-Match`: 412 when somebody changed it since; a note that begins to link to it changes its `ETag`, and is no conflict.',
    permission: 'workspace:write',
    params: noteParams,
    body: writtenNote,
    bodyLimit,
    example: { summary: 'Another text', body: example },
    responses: { 200: answered },
    errors: { 412: ['precondition_failed'] },
    handler(request, reply) {
      const { note_id } = request.params
      const changed = notes.replace(actorOf(request), note_id, request.body, request.headers['if-match'])
      reply.header('etag', noteTag(changed))
      return changed
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteNote',
    summary: 'Delete a note',
    description: 'Links to it stay in the texts of other notes, and lead nowhere until a note has that title again.',
    permission: 'workspace:write',
    params: noteParams,
    responses: { 204: { description: 'Gone' } },
    errors: { 412: ['precondition_failed'] },
    handler: request => notes.delete(actorOf(request), request.params.note_id, request.headers['if-match']),
  })

  app.route({
    method: 'POST',
    path: `${one}/restore`,
    operationId: 'restoreNote',
    summary: 'Bring back a note that was deleted within a day',
    description: 'It has its id again, and is its next version. For those who follow the events it is created.',
    permission: 'workspace:write',
    params: noteParams,
    responses: { 200: answered },
    async handler(request, reply) {
      const restored = await notes.restore(actorOf(request), request.params.note_id)
      reply.header('etag', noteTag(restored))
      return restored
    },
  })
}
