import type { RequestOptions } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { svc } from '../../live/server.ts'

/** A record that somebody picks by its name. */
export interface PickedRecord {
  type: string
  id: string
  title: string
  /** The latest, where it has versions. */
  version?: number
}

export interface RecordKind {
  type: string
  title: string
  read: (options: RequestOptions) => Promise<PickedRecord[]>
}

const most = { limit: 100 }
const mostTitle = 80

/** What can be picked, with the newest of each. */
export const recordKinds: readonly RecordKind[] = [
  {
    type: 'note',
    title: 'Note',
    read: async options =>
      (await svc.workspace.notes.list(most, options)).items.map(({ note_id, title }) => picked('note', note_id, title)),
  },
  {
    type: 'file',
    title: 'File',
    read: async options =>
      (await svc.files.list(most, options)).items.map(({ file_id, path }) => picked('file', file_id, path)),
  },
  {
    type: 'dataset',
    title: 'Dataset',
    read: async options =>
      (await svc.data.catalog(most, options)).items.map(({ dataset_id, name, latest_version }) => ({
        ...picked('dataset', dataset_id, name),
        version: latest_version,
      })),
  },
  {
    type: 'analysis',
    title: 'Analysis',
    read: async options =>
      (await svc.stats.analyses(most, options)).items.map(({ analysis_id, title, dataset }) =>
        picked('analysis', analysis_id, dataset === null ? title : `${title}, ${dataset}`),
      ),
  },
  {
    type: 'run',
    title: 'Run of machine learning',
    read: async options =>
      (await svc.ml.runs.search(most, options)).items.map(({ run_id, name }) => picked('run', run_id, name)),
  },
  {
    type: 'model_version',
    title: 'Registered model',
    read: async options =>
      (await svc.ml.models.list(most, options)).items
        .filter(({ latest_version }) => latest_version !== null)
        .map(({ model_id, name }) => picked('model_version', model_id, name)),
  },
  {
    type: 'conversation',
    title: 'Conversation',
    read: async options =>
      (await svc.conversations.list(most, options)).items.map(({ session_id, title }) =>
        picked('conversation', session_id, title ?? 'Conversation'),
      ),
  },
  {
    type: 'memory',
    title: 'Memory',
    read: async options =>
      (await svc.memory.list(most, options)).items.map(({ id, content, source }) =>
        picked('memory', id, source ?? content),
      ),
  },
  {
    type: 'app_run',
    title: 'Run of an agent app',
    read: async options =>
      (await svc.agentApps.runs(most, options)).items.map(({ run_id, app, started_at }) =>
        picked('app_run', run_id, `${app}, ${started_at.slice(0, 16).replace('T', ' ')}`),
      ),
  },
  {
    type: 'playbook_run',
    title: 'Run of a playbook',
    read: async options =>
      (await svc.playbooks.runs(most, options)).items.map(({ id, name, created_at }) =>
        picked('playbook_run', id, `${name}, ${created_at.slice(0, 16).replace('T', ' ')}`),
      ),
  },
]

/** The records of a kind, the newest first. */
export function useRecords(type: string) {
  const kind = recordKinds.find(each => each.type === type)
  return useQuery({
    queryKey: ['records', 'offered', type],
    queryFn: async ({ signal }) => (await kind?.read({ signal })) ?? [],
    enabled: kind !== undefined,
  })
}

function picked(type: string, id: string, title: string): PickedRecord {
  const line = title.replaceAll(/\s+/g, ' ').trim()
  return { type, id, title: line.length > mostTitle ? `${line.slice(0, mostTitle - 1)}…` : line }
}
