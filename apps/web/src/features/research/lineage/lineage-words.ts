import type { svc } from '../../../live/server.ts'
import { recordAddress } from '../../../ui/markdown/record-links.ts'
import { statusWords } from '../records.ts'
import type { ClaimStatus } from '../records.ts'

export type Graph = Awaited<ReturnType<typeof svc.research.lineage>>
export type LineageNode = Graph['nodes'][number]
export type LineageEdge = Graph['edges'][number]

export const relationWords: Record<LineageEdge['relation'], string> = {
  cites: 'cites',
  claims: 'claims',
  quotes: 'quotes',
  snapshot_of: 'is a snapshot of',
  computed_from: 'is computed from',
  version_of: 'is a version of',
  imported_from: 'was imported from',
  produced_by: 'was produced by',
  trained_on: 'was trained on',
  mentions: 'mentions',
}
const stateWords: Record<string, string | null> = {
  ...statusWords,
  ok: null,
  no_text: 'No text',
  changed: 'Changed since',
  missing: 'Missing',
  altered: 'Altered',
}

export function typeWord(type: LineageNode['type']): string {
  return type === 'session' ? 'conversation' : type.replaceAll('_', ' ')
}

/** Where a record is shown; null for what has no page of its own. */
export function addressOf({ id, type }: LineageNode, projectId: string): string | null {
  const [bare = ''] = id.split('@')
  const project = `/research?project=${projectId}`
  switch (type) {
    case 'report':
      return `${project}&tab=reports&report=${id}`
    case 'claim':
      return `${project}&tab=claims`
    case 'source':
      return `${project}&source=${id}`
    case 'model':
      return `/data?tab=ml&model=${encodeURIComponent(bare)}`
    case 'snapshot':
    case 'quote':
    case 'query':
      return null
    default:
      return recordAddress(bare)
  }
}

/** What is to be said of a record beside its title; null: it is as it should be. */
export function stateWord({ state, type }: LineageNode): string | null {
  if (state === null) return null
  if (type === 'quote') return 'Does not hold'
  const word = stateWords[state]
  return word === undefined ? state : word
}

/** Whether a reader has to look at it. */
export function isTrouble({ state, type }: LineageNode): boolean {
  if (state === null) return false
  return type === 'quote' || ['broken', 'missing', 'altered'].includes(state as ClaimStatus)
}
