import { messageOf } from '@svc/plugin'
import type { Analysis } from '../analyses/analysis.ts'
import type { AnalysisPlot, Assumption } from '../methods/stat-method.ts'
import { plotSvg } from './plot-svg.ts'
import { defaultTitle, identifiersOf, originOf, printedTables, rowsOf, sourceOf } from './report.ts'
import type { Report } from './report.ts'
import { reportStyle } from './report-style.ts'
import { isNumberColumn, oneLine, shownCell, shownNumber, shownRows, unbroken, wordOf } from './shown-values.ts'
import { tableParts } from './table-parts.ts'
import type { TablePart } from './table-parts.ts'

const mostColumns = 12
// The file may be opened from anywhere: whatever got into it, nothing runs and nothing is fetched.
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** One file that needs no other. */
export async function reportHtml(report: Report): Promise<string> {
  const { title = defaultTitle } = report.cover
  const sections: string[] = []
  for (const [index, analysis] of report.analyses.entries()) sections.push(await section(analysis, index))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${plain(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
${cover(report)}
${contents(report.analyses)}
${sections.join('\n')}
<footer>${footer(report)}</footer>
</main>
</body>
</html>
`
}

function cover({ cover: { title = defaultTitle, author, date, text }, made_at }: Report): string {
  const by = [author, date ?? made_at.slice(0, 10)].flatMap(each => (each === undefined ? [] : plain(each))).join(' · ')
  const words = text === undefined ? '' : `\n<div class="text">${paragraphs(text)}</div>`
  return `<header>\n<h1>${plain(title)}</h1>\n<p class="by">${by}</p>${words}\n</header>`
}

function contents(analyses: readonly Analysis[]): string {
  if (analyses.length < 2) return ''
  const items = analyses.map((analysis, index) => `<li><a href="#a${index + 1}">${plain(headingOf(analysis))}</a></li>`)
  return `<nav aria-label="Contents"><ol>${items.join('')}</ol></nav>`
}

function headingOf({ title, dataset }: Analysis): string {
  return dataset === null ? title : `${title}, ${dataset}`
}

async function section(analysis: Analysis, index: number): Promise<string> {
  const { title, interpretation, assumptions, plots, warnings, syntax, filter } = analysis
  const about = [sourceOf(analysis), rowsOf(analysis), filter === null ? '' : `where ${filter}`].filter(
    part => part !== '',
  )
  const figures: string[] = []
  for (const plot of plots) figures.push(await figure(plot))
  const parts = [
    `<h2>${plain(title)}</h2>`,
    `<p class="about">${about.map(plain).join(' · ')}</p>`,
    `<div class="words">${paragraphs(interpretation)}</div>`,
    ...printedTables(analysis)
      .flatMap(table => tableParts(table, mostColumns))
      .map(printedTable),
    assumptionTable(assumptions),
    ...figures,
    remarks(warnings),
    script('R', syntax.r),
    script('Python', syntax.python),
  ]
  return `<section id="a${index + 1}">\n${parts.filter(part => part !== '').join('\n')}\n</section>`
}

function printedTable({ title, columns, rows, leftOut }: TablePart): string {
  const shown = shownRows({ columns, rows })
  const align = columns.map(column => (isNumberColumn(column) ? ' class="right"' : ''))
  const head = columns.map(({ name }, index) => `<th scope="col"${align[index]}>${plain(name)}</th>`).join('')
  const body = shown.map(
    row => `<tr>${row.map((text, index) => `<td${align[index]}>${escaped(text)}</td>`).join('')}</tr>`,
  )
  const more = leftOut === 0 ? '' : `\n<p class="more">${leftOut} more rows are in the CSV and JSON of this report.</p>`
  return `<h3>${plain(title)}</h3>\n<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>${more}`
}

function assumptionTable(assumptions: readonly Assumption[]): string {
  if (assumptions.length === 0) return ''
  const rows = assumptions.map(({ name, statistic, p_value, ok, note }) => {
    const number = statistic === null ? '–' : shownNumber(statistic)
    const verdict = `<td${ok === false ? ' class="doubtful"' : ''}>${wordOf(ok)}</td>`
    return `<tr><td>${plain(name)}</td><td class="right">${number}</td><td class="right">${escaped(shownCell(p_value, 'p_value'))}</td>${verdict}<td>${plain(unbroken(note))}</td></tr>`
  })
  const head =
    '<th scope="col">Assumption</th><th scope="col" class="right">Statistic</th><th scope="col" class="right">p</th><th scope="col"></th><th scope="col">Note</th>'
  return `<h3>Assumptions</h3>\n<div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

async function figure({ title, spec }: AnalysisPlot): Promise<string> {
  const drawn = await plotSvg(spec, 'system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif').catch(
    (error: unknown) => `<p class="more">This plot could not be drawn: ${plain(messageOf(error))}</p>`,
  )
  return `<figure><figcaption>${plain(title)}</figcaption>${drawn}</figure>`
}

function remarks(warnings: readonly string[]): string {
  if (warnings.length === 0) return ''
  return `<h3>Remarks</h3>\n<ul class="remarks">${warnings.map(warning => `<li>${plain(warning)}</li>`).join('')}</ul>`
}

function script(language: string, text: string): string {
  return `<details><summary>The same in ${language}</summary><pre><code>${escaped(text.toWellFormed())}</code></pre></details>`
}

function footer(report: Report): string {
  const items = report.analyses.map(analysis => `<li>${plain(`${analysis.title}: ${identifiersOf(analysis)}`)}</li>`)
  return `${plain(originOf(report))}<ol>${items.join('')}</ol>`
}

function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n|\n/).map(oneLine)
  return parts.flatMap(part => (part === '' ? [] : `<p>${escaped(unbroken(part))}</p>`)).join('')
}

function plain(text: string): string {
  return escaped(oneLine(text))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')
}
