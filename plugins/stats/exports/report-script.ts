import { oneLine } from '@svc/plugin/library/text/visible-text'
import { defaultTitle, identifiersOf, sourceOf } from './report.ts'
import type { Report } from './report.ts'

/** The scripts of all analyses, each in a scope of its own. */
export function reportScript({ cover, made_at, analyses }: Report): string {
  const datasets = new Set(analyses.map(({ dataset_id, version }) => `${dataset_id}@${version}`))
  const head = [
    comment(cover.title ?? defaultTitle),
    ...(cover.author === undefined ? [] : [comment(cover.author)]),
    comment(`Made ${cover.date ?? made_at}. Each part reads data.csv, the dataset as POST /api/data/export gives it.`),
    ...(datasets.size > 1
      ? [comment('The parts are of different datasets: put the right file there before each.')]
      : []),
  ]
  const parts = analyses.map(analysis => {
    const title = comment(`${analysis.title}, ${sourceOf(analysis)}, ${identifiersOf(analysis)}`)
    return `${title}\nlocal({\n${analysis.syntax.r.trimEnd()}\n})\n`
  })
  return `${[`${head.join('\n')}\n`, ...parts].join('\n')}`
}

function comment(text: string): string {
  return `# ${oneLine(text)}`
}
