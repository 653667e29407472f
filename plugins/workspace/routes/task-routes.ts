import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Tasks } from '../tasks/tasks.ts'
import { answerTagged, entityTag } from '../versions.ts'
import { exampleTask } from './examples.ts'
import { newTask, pageOfItems, task, taskChange, taskParams, taskQuery } from './schemas.ts'

const path = '/api/workspace/tasks'
const one = `${path}/:task_id`
const answered = { description: 'The task', schema: task, example: exampleTask }

export function taskRoutes(app: RouteRegistrar, tasks: Tasks): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listTasks',
    summary: 'List or search the tasks of the workspace',
    permission: 'workspace:read',
    query: taskQuery,
    responses: {
      200: {
        description: 'A page of tasks',
        schema: pageOfItems(task),
        example: { items: [exampleTask], next_cursor: null },
      },
    },
    handler: ({ principal, query, signal }) => tasks.list(principal.workspace_id, query, signal),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createTask',
    summary: 'Make a task',
    permission: 'workspace:write',
    body: newTask,
    example: {
      summary: 'Due on a day',
      body: { title: exampleTask.title, due: exampleTask.due, priority: 'high', tags: exampleTask.tags },
    },
    responses: { 201: answered },
    handler(request, reply) {
      const made = tasks.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}${path}/${made.task_id}`)
      reply.header('etag', entityTag(made.version))
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getTask',
    summary: 'One task',
    permission: 'workspace:read',
    params: taskParams,
    responses: { 200: answered },
    handler(request, reply) {
      const found = tasks.get(request.principal.workspace_id, request.params.task_id)
      return answerTagged(request, reply, entityTag(found.version), found)
    },
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateTask',
    summary: 'Change a task',
    description:
      'What is left out stays. `status: "done"` sets `completed_at`, any other status takes it away. With `If-Match`: 412 when somebody changed it since.',
    permission: 'workspace:write',
    params: taskParams,
    body: taskChange,
    example: { summary: 'It is done', body: { status: 'done' } },
    responses: { 200: answered },
    errors: { 412: ['precondition_failed'] },
    handler(request, reply) {
      const { task_id } = request.params
      const changed = tasks.update(actorOf(request), task_id, request.body, request.headers['if-match'])
      reply.header('etag', entityTag(changed.version))
      return changed
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteTask',
    summary: 'Delete a task',
    permission: 'workspace:write',
    params: taskParams,
    responses: { 204: { description: 'Gone' } },
    errors: { 412: ['precondition_failed'] },
    handler: request => tasks.delete(actorOf(request), request.params.task_id, request.headers['if-match']),
  })

  app.route({
    method: 'POST',
    path: `${one}/restore`,
    operationId: 'restoreTask',
    summary: 'Bring back a task that was deleted within a day',
    description: 'It has its id again, and is its next version. For those who follow the events it is created.',
    permission: 'workspace:write',
    params: taskParams,
    responses: { 200: answered },
    async handler(request, reply) {
      const restored = await tasks.restore(actorOf(request), request.params.task_id)
      reply.header('etag', entityTag(restored.version))
      return restored
    },
  })
}
