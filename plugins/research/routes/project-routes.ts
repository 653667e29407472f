import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Projects } from '../projects/projects.ts'
import { exampleProject } from './examples.ts'
import { confirmation, newProject, pageOfItems, pageQuery, project, projectChange, projectParams } from './schemas.ts'

const path = '/api/research/projects'
const one = `${path}/:research_project_id`
const answered = { description: 'The project', schema: project, example: exampleProject }

export function projectRoutes(app: RouteRegistrar, projects: Projects): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listResearchProjects',
    summary: 'Research projects of the workspace',
    permission: 'research:read',
    query: pageQuery,
    responses: {
      200: {
        description: 'A page of projects, the newest first',
        schema: pageOfItems(project),
        example: { items: [exampleProject], next_cursor: null },
      },
    },
    handler: ({ principal, query }) => projects.list(principal.workspace_id, query),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createResearchProject',
    summary: 'Make a research project',
    permission: 'research:write',
    body: newProject,
    example: { summary: 'A question', body: { title: exampleProject.title, question: exampleProject.question } },
    responses: { 201: answered },
    handler(request, reply) {
      const made = projects.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}${path}/${made.research_project_id}`)
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getResearchProject',
    summary: 'One research project',
    permission: 'research:read',
    params: projectParams,
    responses: { 200: answered },
    handler: ({ principal, params }) => projects.get(principal.workspace_id, params.research_project_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateResearchProject',
    summary: 'Change a research project',
    permission: 'research:write',
    params: projectParams,
    body: projectChange,
    example: { summary: 'Another style', body: { style: 'vancouver' } },
    responses: { 200: answered },
    handler: request => projects.update(actorOf(request), request.params.research_project_id, request.body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteResearchProject',
    summary: 'Delete a research project',
    description: 'With its sources, claims, links and reports. Snapshots that no other project has go with it.',
    permission: 'research:write',
    params: projectParams,
    body: confirmation,
    example: { summary: 'Its title', body: { confirm: exampleProject.title } },
    responses: { 204: { description: 'Gone' } },
    handler: request => projects.delete(actorOf(request), request.params.research_project_id, request.body.confirm),
  })
}
