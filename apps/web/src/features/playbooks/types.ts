import type { svc } from '../../live/server.ts'

export type { ListedPlaybookRun, PlaybookMistake, PlaybookRun, PlaybookTask } from '@svc/sdk'
/** A playbook with its definition. */
export type Playbook = Awaited<ReturnType<typeof svc.playbooks.get>>
/** A task of a definition. */
export type GraphNode = Playbook['graph']['nodes'][number]
/** Where a run goes from a task. */
export type GraphEdge = Playbook['graph']['edges'][number]
export type Values = Readonly<Record<string, unknown>>
