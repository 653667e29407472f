import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import type { Verifier } from '../verify/verifier.ts'
import type { Lineage } from '../lineage/lineage.ts'
import { lineageRelations, lineageTypes } from '../lineage/lineage-types.ts'
import type { RecordTitles } from '../lineage/record-titles.ts'
import { closed, id, nullable, projectParams } from './schemas.ts'

const query = Type.Object(
  {
    focus: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: 'A node; default: all of the project.' }),
    ),
    depth: Type.Integer({ minimum: 1, maximum: 20, default: 20, description: 'Steps from the focus.' }),
    direction: Type.Enum(['up', 'down', 'both'], {
      default: 'both',
      description: '`down`: what the focus rests on; `up`: what rests on it.',
    }),
  },
  closed,
)
const node = Type.Object(
  {
    id,
    type: Type.Enum([...lineageTypes]),
    title: Type.String(),
    state: nullable(Type.String()),
    sha256: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer()),
  },
  { title: 'LineageNode' },
)
const edge = Type.Object(
  {
    from: Type.String(),
    to: Type.String({ description: 'What `from` rests on.' }),
    relation: Type.Enum([...lineageRelations]),
  },
  { title: 'LineageEdge' },
)
const graph = Type.Object(
  { nodes: Type.Array(node), edges: Type.Array(edge), truncated: Type.Boolean() },
  { title: 'ResearchLineage' },
)
const claim = 'clm_01jzcq3m5n8v7x2k4w6y9a0b1c'
const report = 'rpt_01jzcq3m5n8v7x2k4w6y9a0b1c'

export function lineageRoutes(
  app: RouteRegistrar,
  { lineage, titles, verifier }: { lineage: Lineage; titles: RecordTitles; verifier: Verifier },
): void {
  app.route({
    method: 'GET',
    path: '/api/research/projects/:research_project_id/lineage',
    operationId: 'getResearchLineage',
    summary: 'What rests on what in a project',
    description:
      'From reports over claims, quotes and snapshots down to files and versions of datasets. At most 5,000 nodes; then `truncated`. ' +
      'Records of other plugins have their titles where the caller may read them; one that is gone has the state `missing`.',
    permission: 'research:read',
    params: projectParams,
    query,
    responses: {
      200: {
        description: 'Nodes, and edges from what rests to what it rests on',
        schema: graph,
        example: {
          nodes: [
            { id: report, type: 'report', title: 'Naps', state: null, version: 2 },
            { id: claim, type: 'claim', title: 'A nap helps.', state: 'supported' },
          ],
          edges: [{ from: report, to: claim, relation: 'claims' }],
          truncated: false,
        },
      },
    },
    async handler({ principal, params: { research_project_id }, query: { focus, ...wanted }, signal }) {
      await verifier.refresh(research_project_id, { principal, signal })
      const graph = lineage.graph(principal.workspace_id, research_project_id, {
        ...wanted,
        ...(focus !== undefined && { focus }),
      })
      const use = { projectId: research_project_id, principal, signal }
      return { ...graph, nodes: await titles.titled(graph.nodes, use) }
    },
  })
}
