import { serveThread } from '@svc/plugin/child'
import type { Analysis } from '../analyses/analysis.ts'
import type { RenderTask, Report } from './report.ts'

// Plots and pages take their time, and nobody waits for it on the main thread.
serveThread(render)

async function render({ format, cover, made_at, analyses: stored }: RenderTask): Promise<Uint8Array> {
  const analyses = stored.map(({ summary, rest }) => ({ ...JSON.parse(summary), ...JSON.parse(rest) }) as Analysis)
  const report: Report = { cover, made_at, analyses }
  switch (format) {
    case 'html':
      return bytes(await (await import('./report-html.ts')).reportHtml(report))
    case 'pdf':
      return (await import('./report-pdf.ts')).reportPdf(report)
    case 'md':
      return bytes((await import('./report-markdown.ts')).reportMarkdown(report))
    case 'csv':
      return bytes((await import('./report-csv.ts')).reportCsv(report))
    case 'json':
      return bytes(`${JSON.stringify({ ...cover, made_at, analyses }, null, 2)}\n`)
    case 'r':
      return bytes((await import('./report-script.ts')).reportScript(report))
  }
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
