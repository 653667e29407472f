import type { JsonValue } from '@svc/plugin'
import type { Block, ExportSource } from '@svc/plugin/contracts/export'
import type { Runs } from './runs.ts'

const mostTasks = 200

/** A run of a playbook as a chapter: what went in, each task, what came out. */
export function playbookRunExport(runs: Runs): ExportSource {
  return {
    type: 'playbook_run',
    title: 'Run of a playbook',
    permission: 'playbooks:read',
    async read({ id = '' }, { principal }) {
      const run = runs.get(principal.workspace_id, id)
      const { items, next_cursor } = runs.tasks(principal.workspace_id, id, { limit: mostTasks })
      const title = `Run of ${run.name}`
      const tasks: Block = {
        type: 'table',
        caption: next_cursor === null ? 'Tasks' : `The first ${mostTasks} tasks`,
        columns: ['Task', 'Kind', 'Status', 'Started', 'Ended'].map(name => ({ name, kind: 'text' as const })),
        rows: items.map(task => [task.name, task.kind, task.status, task.started_at ?? '–', task.ended_at ?? '–']),
      }
      return {
        title,
        version: run.version,
        chapters: [
          {
            title,
            about: `${run.name} ${run.version}, ${run.status}, begun ${run.created_at}${run.ended_at === null ? '' : `, ended ${run.ended_at}`}`,
            blocks: [
              ...(run.error === null ? [] : [warning(JSON.stringify(run.error))]),
              ...valueBlocks('Input', run.inputs),
              tasks,
              ...valueBlocks('Output', run.output),
            ],
          },
        ],
        provenance: `${title}: ${run.id}, version ${run.version}`,
        record: { ...run, tasks: items },
      }
    },
  }
}

function warning(text: string): Block {
  return { type: 'paragraph', tone: 'warning', children: [{ type: 'text', text }] }
}

function valueBlocks(name: string, value: JsonValue): Block[] {
  if (value === null) return []
  return [
    { type: 'heading', level: 2, children: [{ type: 'text', text: name }] },
    typeof value === 'string'
      ? { type: 'markdown', text: value }
      : { type: 'code', language: 'json', text: JSON.stringify(value, null, 2) },
  ]
}
