import type { AppRunRecord } from '@svc/plugin/contracts/agent-apps'
import type { Block, ExportSource } from '@svc/plugin/contracts/export'
import type { RunHistory } from './run-history.ts'

const mostLogs = 500

/** A run of an agent app as a chapter: what it gave, what it logged, what it cost. */
export function runExport(history: RunHistory): ExportSource {
  return {
    type: 'app_run',
    title: 'Run of an agent app',
    permission: 'agent-apps:read',
    async read({ id = '' }, { principal }) {
      const short = await history.get(principal.workspace_id, id)
      const pieces = await history.output(principal.workspace_id, id)
      const record = pieces === null ? short : { ...short, output: JSON.parse(Buffer.concat(pieces).toString()) }
      const title = `Run of ${record.app}`
      return {
        title,
        version: record.version,
        chapters: [
          {
            title,
            about: `${record.app} ${record.version}, ${record.status}, ${record.started_at}`,
            blocks: [...outputBlocks(record), ...logBlocks(record)],
          },
        ],
        provenance: `${title}: ${record.run_id}, ${record.app} ${record.version}, ${record.usage.duration_ms} ms`,
        record: { ...record },
      }
    },
  }
}

function outputBlocks({ output, error }: AppRunRecord): Block[] {
  if (error !== null) return [{ type: 'paragraph', tone: 'warning', children: [{ type: 'text', text: error.message }] }]
  if (typeof output === 'string') return [{ type: 'markdown', text: output }]
  const isObject = typeof output === 'object' && output !== null && !Array.isArray(output)
  if (!isObject) return [{ type: 'code', language: 'json', text: JSON.stringify(output, null, 2) }]
  return Object.entries(output).flatMap(([name, value]): Block[] => [
    { type: 'heading', level: 2, children: [{ type: 'text', text: name.replaceAll('_', ' ') }] },
    typeof value === 'string'
      ? { type: 'markdown', text: value }
      : { type: 'code', language: 'json', text: JSON.stringify(value, null, 2) },
  ])
}

function logBlocks({ logs }: AppRunRecord): Block[] {
  if (logs.length === 0) return []
  return [
    {
      type: 'table',
      caption: 'Log',
      columns: [
        { name: 'Time', kind: 'text' },
        { name: 'Level', kind: 'text' },
        { name: 'Message', kind: 'text' },
      ],
      rows: logs.slice(0, mostLogs).map(({ at, level, message }) => [at, level, message]),
      left_out: Math.max(0, logs.length - mostLogs),
    },
  ]
}
