import { actorOf, bodyFault, decodeCursor, encodeCursor } from '@svc/plugin'
import type { JsonObject, RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { GivenDefinition, Playbooks } from '../definitions/playbooks.ts'
import type { CheckedDefinition } from '../definitions/read-definition.ts'
import type { Schedules } from '../schedules/schedules.ts'
import { exampleDefinition, exampleGraph, exampleNeeds, examplePlaybook, exampleSource } from './examples.ts'
import {
  checkedPlaybook,
  givenDefinition,
  playbook,
  playbookDetail,
  playbookPage,
  playbookParams,
  playbookVersion,
} from './playbook-schemas.ts'
import { cursor, limit } from './schemas.ts'

const path = '/api/playbooks'
const one = `${path}/:playbook_id`
const admin = { role: 'admin', scope: 'playbooks:write' } as const
// A definition of 256 KiB, each character escaped.
const bodyLimit = 2 * 1024 * 1024

/** Text or an object, and not both. @throws ValidationError */
export function givenOf({ source, definition }: { source?: string; definition?: JsonObject }): GivenDefinition {
  if (source !== undefined && definition === undefined) return { source }
  if (definition !== undefined && source === undefined) return { definition }
  throw bodyFault('/source', 'must be given, or definition in its place, and not both')
}

const checkResponses = {
  200: {
    description: 'What was found',
    schema: checkedPlaybook,
    example: {
      valid: true,
      errors: [],
      warnings: [],
      inputs_schema: null,
      needs: exampleNeeds,
      graph: exampleGraph,
    },
  },
}

/** What a check has found, as the API shows it. */
function shownCheck({ definition, errors, warnings, inputs_schema, needs, graph }: CheckedDefinition) {
  return { valid: definition !== null, errors, warnings, inputs_schema, needs, graph }
}

/** What playbooks there are: stored, looked at and checked. */
export function playbookRoutes(app: RouteRegistrar, playbooks: Playbooks, schedules: Schedules): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listPlaybooks',
    summary: 'List the playbooks of the workspace',
    description:
      'By name, each with the version that a start takes. `problems` has the folders of the server that cannot be served as they are; their last good version stays up.',
    permission: 'playbooks:read',
    query: Type.Object(
      {
        search: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'A part of the name, title or summary.' }),
        ),
        tag: Type.Optional(
          Type.String({ minLength: 1, maxLength: 200, description: 'The name of a tag, or `name=value`.' }),
        ),
        limit,
        cursor,
      },
      { additionalProperties: false },
    ),
    responses: {
      200: {
        description: 'A page of playbooks',
        schema: playbookPage,
        example: { items: [examplePlaybook], next_cursor: null, problems: [] },
      },
    },
    async handler({ query: { limit: most = 50, cursor: from, ...filter }, principal }) {
      const after = from === undefined ? '' : decodeCursor<readonly [string]>(from, ['string'])[0]
      await playbooks.refresh(principal.workspace_id)
      const { items, last } = playbooks.list(principal.workspace_id, { after, limit: most, ...filter })
      const problems = playbooks.problems()
      return { items, next_cursor: last === null ? null : encodeCursor([last]), problems }
    },
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createPlaybook',
    summary: 'Store a version of a playbook',
    description:
      'A definition in the Serverless Workflow DSL 1.0, as YAML or JSON text in `source` or as JSON in `definition`. The same version with the same ' +
      'content again answers 200; with other content 409. One that cannot be run answers 422 with all its `errors`, each with its line.',
    permission: admin,
    body: givenDefinition,
    bodyLimit,
    example: { summary: 'A playbook with one task', body: { source: exampleSource } },
    responses: {
      200: { description: 'It was stored before', schema: playbook, example: examplePlaybook },
      201: { description: 'The playbook', schema: playbook, example: examplePlaybook },
    },
    errors: { 409: ['already_exists'], 422: ['playbook_invalid'] },
    async handler(request, reply) {
      const made = await playbooks.create(actorOf(request), givenOf(request.body))
      reply.status(made.created ? 201 : 200).header('location', `${request.baseUrl}${path}/${made.playbook.id}`)
      return made.playbook
    },
  })

  app.route({
    method: 'POST',
    path: `${path}/validate`,
    operationId: 'validatePlaybook',
    summary: 'Check a definition without storing it',
    permission: 'playbooks:read',
    body: givenDefinition,
    bodyLimit,
    idempotent: false,
    example: { summary: 'A playbook with one task', body: { source: exampleSource } },
    responses: checkResponses,
    async handler({ body, principal }) {
      return shownCheck(await playbooks.check(principal.workspace_id, givenOf(body)))
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/validate`,
    operationId: 'validateStoredPlaybook',
    summary: 'Check a playbook, or another content for it',
    description:
      'As it is stored, or with `source` or `definition` in its place. Files beside it are read where it is a folder.',
    permission: 'playbooks:read',
    params: playbookParams,
    body: givenDefinition,
    bodyLimit,
    idempotent: false,
    example: { summary: 'As it is stored', body: {} },
    responses: checkResponses,
    async handler({ params, body, principal }) {
      const { workspace_id } = principal
      await playbooks.refresh(workspace_id)
      const given = Object.keys(body).length === 0 ? null : givenOf(body)
      return shownCheck(await playbooks.checkStored(workspace_id, params.playbook_id, given))
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getPlaybook',
    summary: 'One playbook, with its definition',
    permission: 'playbooks:read',
    params: playbookParams,
    query: Type.Object(
      {
        version: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'That one in place of the one a start takes.' }),
        ),
      },
      { additionalProperties: false },
    ),
    responses: {
      200: {
        description: 'The playbook',
        schema: playbookDetail,
        example: { ...examplePlaybook, text: exampleSource, definition: exampleDefinition, graph: exampleGraph },
      },
    },
    async handler({ params, query, principal }) {
      await playbooks.refresh(principal.workspace_id)
      return playbooks.detail(principal.workspace_id, params.playbook_id, query.version)
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/versions`,
    operationId: 'listPlaybookVersions',
    summary: 'The versions of a playbook, the newest first',
    permission: 'playbooks:read',
    params: playbookParams,
    responses: {
      200: {
        description: 'Its versions',
        schema: Type.Object({ items: Type.Array(playbookVersion) }),
        example: {
          items: [
            { version: '1.0.0', revision: 1, created_at: examplePlaybook.created_at, created_by: 'ada', active: true },
          ],
        },
      },
    },
    handler: ({ params, principal }) => ({ items: playbooks.versions(principal.workspace_id, params.playbook_id) }),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updatePlaybook',
    summary: 'Enable or disable a playbook or its schedule, or choose its version',
    permission: admin,
    params: playbookParams,
    body: Type.Object(
      {
        enabled: Type.Optional(Type.Boolean()),
        schedule_enabled: Type.Optional(
          Type.Boolean({
            description: 'Whether the schedule of the definition starts runs. They act as who switched it on.',
          }),
        ),
        active_version: Type.Optional(
          Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
            description: 'What a start takes; null: the highest that is no pre-release.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    example: { summary: 'No new runs', body: { enabled: false } },
    responses: {
      200: { description: 'The playbook', schema: playbook, example: { ...examplePlaybook, enabled: false } },
    },
    errors: { 409: ['conflict'] },
    async handler(request) {
      const actor = actorOf(request)
      const { schedule_enabled, ...changes } = request.body
      const { playbook_id } = request.params
      await playbooks.refresh(actor.workspace_id)
      if (schedule_enabled !== undefined) await schedules.switch(actor, playbook_id, schedule_enabled)
      if (Object.keys(changes).length > 0) await playbooks.change(actor, playbook_id, changes)
      return playbooks.get(actor.workspace_id, playbook_id)
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deletePlaybook',
    summary: 'Delete a playbook with its versions',
    description: 'Its runs stay, and those that live go on with their own copy of the definition.',
    permission: admin,
    params: playbookParams,
    responses: { 204: { description: 'Gone' } },
    errors: { 409: ['conflict'] },
    handler: request => playbooks.delete(actorOf(request), request.params.playbook_id),
  })
}
