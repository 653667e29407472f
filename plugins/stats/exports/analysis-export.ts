import type { Clock } from '@svc/plugin'
import type { ExportAttachment, ExportedRecord, ExportSource } from '@svc/plugin/contracts/export'
import type { Analyses } from '../analyses/analyses.ts'
import type { Analysis } from '../analyses/analysis.ts'
import { originOf } from './report.ts'
import type { StoredAnalysis } from './report.ts'
import type { Reports } from './reports.ts'

export interface AnalysisExportOptions {
  analyses: Analyses
  reports: Reports
  clock: Clock
}

/** An analysis as a chapter; in a ZIP its tables in full, its scripts and a notebook lie beside it. */
export function analysisExport({ analyses, reports, clock }: AnalysisExportOptions): ExportSource {
  return {
    type: 'analysis',
    title: 'Statistical analysis',
    permission: 'stats:read',
    async read({ id = '' }, { principal, signal, wantsAttachments, wantsNotebook }): Promise<ExportedRecord> {
      const workspaceId = principal.workspace_id
      const [stored] = analyses.texts(workspaceId, [id])
      const analysis = analyses.get(workspaceId, id)
      const { title, dataset } = analysis
      const filesOf = async (text: StoredAnalysis): Promise<ExportAttachment[]> => {
        const task = { format: 'csv' as const, cover: {}, made_at: clock.timestamp(), analyses: [text] }
        return [
          { name: 'tables.csv', content: await reports.file(workspaceId, task, signal) },
          { name: 'script.R', content: analysis.syntax.r },
          { name: 'script.py', content: analysis.syntax.python },
          ...(wantsNotebook ? [{ name: 'notebook.ipynb', content: notebookOf(analysis) }] : []),
        ]
      }
      const chapter = await reports.chapter(workspaceId, stored ?? { summary: '{}', rest: '{}' }, signal)
      return {
        title: dataset === null ? title : `${title}, ${dataset}`,
        version: null,
        chapters: [chapter],
        provenance: originOf(analysis),
        record: { ...analysis },
        attachments: wantsAttachments && stored ? await filesOf(stored) : [],
      }
    },
  }
}

/** A notebook that computes the numbers anew, from the dataset as `data.csv`. */
function notebookOf({ title, interpretation, syntax }: Analysis): string {
  const lines = (text: string): string[] => text.split(/(?<=\n)/)
  const notebook = {
    cells: [
      { cell_type: 'markdown', id: 'about', metadata: {}, source: lines(`# ${title}\n\n${interpretation}`) },
      {
        cell_type: 'code',
        id: 'script',
        metadata: {},
        execution_count: null,
        outputs: [],
        source: lines(syntax.python),
      },
    ],
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  }
  return `${JSON.stringify(notebook, null, 1)}\n`
}
