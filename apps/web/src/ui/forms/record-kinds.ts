import type { RequestOptions } from '@svc/sdk'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  /** The newest whose name or text has `search`, where the server looks for that; elsewhere the newest of all. */
  read: (search: string | undefined, options: RequestOptions) => Promise<PickedRecord[]>
}

const most = { limit: 100 }
const mostTitle = 80

/** What can be picked, with the newest of each. */
export const recordKinds: readonly RecordKind[] = [
  {
    type: 'note',
    title: 'Note',
    read: async (search, options) =>
      (await svc.workspace.notes.list({ ...most, search }, options)).items.map(({ note_id, title }) =>
        picked('note', note_id, title),
      ),
  },
  {
    type: 'file',
    title: 'File',
    read: async (search, options) =>
      (await svc.files.list({ ...most, search }, options)).items.map(({ file_id, path }) =>
        picked('file', file_id, path),
      ),
  },
  {
    type: 'dataset',
    title: 'Dataset',
    read: async (search, options) =>
      (await svc.data.catalog({ ...most, search }, options)).items.map(({ dataset_id, name, latest_version }) => ({
        ...picked('dataset', dataset_id, name),
        version: latest_version,
      })),
  },
  {
    type: 'analysis',
    title: 'Analysis',
    read: async (_search, options) =>
      (await svc.stats.analyses(most, options)).items.map(({ analysis_id, title, dataset }) =>
        picked('analysis', analysis_id, dataset === null ? title : `${title}, ${dataset}`),
      ),
  },
  {
    type: 'run',
    title: 'Run of machine learning',
    read: async (_search, options) =>
      (await svc.ml.runs.search(most, options)).items.map(({ run_id, name }) => picked('run', run_id, name)),
  },
  {
    type: 'model_version',
    title: 'Registered model',
    read: async (_search, options) =>
      (await svc.ml.models.list(most, options)).items
        .filter(({ latest_version }) => latest_version !== null)
        .map(({ model_id, name }) => picked('model_version', model_id, name)),
  },
  {
    type: 'conversation',
    title: 'Conversation',
    read: async (search, options) =>
      (await svc.conversations.list({ ...most, search }, options)).items.map(({ session_id, title }) =>
        picked('conversation', session_id, title ?? 'Conversation'),
      ),
  },
  {
    type: 'memory',
    title: 'Memory',
    read: async (_search, options) =>
      (await svc.memory.list(most, options)).items.map(({ id, content, source }) =>
        picked('memory', id, source ?? content),
      ),
  },
  {
    type: 'app_run',
    title: 'Run of an agent app',
    read: async (_search, options) =>
      (await svc.agentApps.runs(most, options)).items.map(({ run_id, app, started_at }) =>
        picked('app_run', run_id, `${app}, ${started_at.slice(0, 16).replace('T', ' ')}`),
      ),
  },
  {
    type: 'playbook_run',
    title: 'Run of a playbook',
    read: async (_search, options) =>
      (await svc.playbooks.runs(most, options)).items.map(({ id, name, created_at }) =>
        picked('playbook_run', id, `${name}, ${created_at.slice(0, 16).replace('T', ' ')}`),
      ),
  },
]

const pauseMs = 200

/** The records of a kind, the newest first. What is typed into the picker finds older ones too, once typing pauses. */
export function useRecords(type: string) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), pauseMs)
  const kind = recordKinds.find(each => each.type === type)
  const query = useQuery({
    queryKey: ['records', 'offered', type, asked] as const,
    queryFn: async ({ signal }) => (await kind?.read(asked || undefined, { signal })) ?? [],
    placeholderData: (before, query) => (query?.queryKey[2] === type ? before : undefined),
    enabled: kind !== undefined,
  })
  const onSearch = (text: string): void => {
    // A choice writes its own title into the picker.
    if (query.data?.some(({ title }) => title === text) !== true) setSearch(text)
  }
  return { ...query, onSearch }
}

function picked(type: string, id: string, title: string): PickedRecord {
  const line = title.replaceAll(/\s+/g, ' ').trim()
  return { type, id, title: line.length > mostTitle ? `${line.slice(0, mostTitle - 1)}…` : line }
}
