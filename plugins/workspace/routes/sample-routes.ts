import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { SampleData } from '../sample/sample-data.ts'

const path = '/api/workspace/sample'
const closed = { additionalProperties: false }
const item = Type.Object(
  {
    kind: Type.Enum(['dataset', 'file', 'memory', 'note', 'task']),
    title: Type.String(),
    id: Type.Union([Type.String(), Type.Null()], { description: 'Of the record; null: it is not in the workspace.' }),
    changed: Type.Boolean({ description: 'Somebody wrote into it since it was added.' }),
  },
  { ...closed, title: 'SampleItem' },
)
const sample = Type.Object(
  {
    added: Type.Boolean({ description: 'All of it that the caller may add is in the workspace.' }),
    items: Type.Array(item, { description: 'What it is made of, in the order in which it is added.' }),
  },
  { ...closed, title: 'Sample' },
)
const removal = Type.Object(
  {
    removed: Type.Array(item),
    kept: Type.Array(item, { description: 'Somebody wrote into these; they are no sample data any more.' }),
  },
  { ...closed, title: 'SampleRemoval' },
)
const removeQuery = Type.Object(
  {
    changed: Type.Enum(['keep', 'delete'], {
      default: 'keep',
      description: 'What happens to records that somebody wrote into since they were added.',
    }),
  },
  closed,
)

const exampleItem = { kind: 'task', title: 'Sample: find the dearest district', changed: false }
const exampleAdded = { ...exampleItem, id: 'task_01jzcq3m5n8v7x2k4w6y9a0b1c' }
const exampleNote = {
  kind: 'note',
  title: 'Sample: the house prices',
  id: 'note_01jzcq3m5n8v7x2k4w6y9a0b1d',
  changed: true,
}

export function sampleRoutes(app: RouteRegistrar, samples: SampleData): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'getSample',
    summary: 'What the sample data is made of, and what of it is in the workspace',
    description: 'A record stands here when the caller may add it; those of plugins that are off do not.',
    permission: 'workspace:read',
    responses: {
      200: {
        description: 'The sample data',
        schema: sample,
        example: { added: false, items: [{ ...exampleItem, id: null }] },
      },
    },
    handler: request => samples.report(actorOf(request)),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'addSample',
    summary: 'Add the sample data: a text, a dataset, notes and tasks to try things on',
    description:
      'Records that are there already stay as they are, deleted ones come back. When one of them cannot be made, those that this call made are taken back and the answer is its error.',
    permission: 'workspace:write',
    longRunning: true,
    responses: {
      201: {
        description: 'Added',
        schema: sample,
        example: { added: true, items: [exampleAdded] },
      },
      200: {
        description: 'It was there already',
        schema: sample,
        example: { added: true, items: [exampleAdded] },
      },
    },
    errors: { 413: ['payload_too_large'] },
    async handler(request, reply) {
      const { isNew, report } = await samples.add(actorOf(request), request.signal)
      if (isNew) reply.status(201).header('location', `${request.baseUrl}${path}`)
      return report
    },
  })

  app.route({
    method: 'DELETE',
    path,
    operationId: 'removeSample',
    summary: 'Remove the sample data, and nothing else',
    description:
      'Records are known by their ids: what has the tag `sample` from somebody else stays. So does, with `changed=keep`, what somebody wrote into: a text, or another version of a dataset or file. A task that was only ticked off goes.',
    permission: 'workspace:write',
    query: removeQuery,
    longRunning: true,
    responses: {
      200: {
        description: 'What was removed and what stayed',
        schema: removal,
        example: { removed: [exampleAdded], kept: [exampleNote] },
      },
    },
    handler: request => samples.remove(actorOf(request), { keepChanged: request.query.changed === 'keep' }),
  })
}
