import { serveThread } from '@svc/plugin/child'
import type { Chapter } from '@svc/plugin/contracts/export'
import type { Analysis } from '../analyses/analysis.ts'
import type { RenderTask, Report, StoredAnalysis } from './report.ts'

// Plots and long tables take their time, and nobody waits for them on the main thread.
serveThread(render)

async function render(task: RenderTask): Promise<Uint8Array | Chapter> {
  if (task.kind === 'chapter') return (await import('./analysis-chapter.ts')).analysisChapter(parsed(task.analysis))
  const { format, cover, made_at } = task
  const report: Report = { cover, made_at, analyses: task.analyses.map(parsed) }
  switch (format) {
    case 'csv':
      return bytes((await import('./report-csv.ts')).reportCsv(report))
    case 'json':
      return bytes(`${JSON.stringify({ ...cover, made_at, analyses: report.analyses }, null, 2)}\n`)
    case 'r':
      return bytes((await import('./report-script.ts')).reportScript(report))
  }
}

function parsed({ summary, rest }: StoredAnalysis): Analysis {
  return { ...JSON.parse(summary), ...JSON.parse(rest) } as Analysis
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
