import type { Analysis } from '../analyses/analysis.ts'
import type { Assumption } from '../methods/stat-method.ts'
import { defaultTitle, identifiersOf, printedTables, rowsOf, sourceOf } from './report.ts'
import type { Report } from './report.ts'
import { isNumberColumn, oneLine, shownCell, shownNumber, shownRows, wordOf } from './shown-values.ts'
import { tableParts } from './table-parts.ts'

const mostColumns = 12

/** Words and tables; plots are in HTML and PDF. */
export function reportMarkdown({ cover, made_at, analyses }: Report): string {
  const { title = defaultTitle, author, date = made_at.slice(0, 10), text = '' } = cover
  const head = [`# ${plain(title)}`, [author, date].flatMap(each => (each === undefined ? [] : plain(each))).join(', ')]
  const paragraphs = text.split(/\n\s*\n/).map(plain)
  return `${[...head, ...paragraphs, ...analyses.flatMap(section)].filter(part => part !== '').join('\n\n')}\n`
}

function section(analysis: Analysis): string[] {
  const { title, interpretation, assumptions, warnings, syntax, engine, filter } = analysis
  const about = [sourceOf(analysis), rowsOf(analysis), filter === null ? '' : `where ${filter}`].filter(
    part => part !== '',
  )
  return [
    `## ${plain(title)}`,
    `${about.map(plain).join(' · ')}`,
    ...interpretation.split(/\n+/).map(plain),
    ...printedTables(analysis)
      .flatMap(table => tableParts(table, mostColumns))
      .flatMap(part => [
        `### ${plain(part.title)}`,
        grid(
          part.columns.map(({ name }) => name),
          shownRows(part),
          part.columns.map(isNumberColumn),
        ),
        part.leftOut === 0 ? '' : `${part.leftOut} more rows are in the CSV and JSON of this report.`,
      ]),
    ...(assumptions.length === 0 ? [] : ['### Assumptions', assumptionGrid(assumptions)]),
    ...(warnings.length === 0 ? [] : ['### Remarks', warnings.map(warning => `- ${plain(warning)}`).join('\n')]),
    fenced('r', syntax.r),
    fenced('python', syntax.python),
    `${plain(`${engine.name} ${engine.version}`)} · ${plain(identifiersOf(analysis))}`,
  ]
}

function assumptionGrid(assumptions: readonly Assumption[]): string {
  const number = (value: number | null): string => (value === null ? '–' : shownNumber(value))
  const rows = assumptions.map(({ name, statistic, p_value, ok, note }) => [
    name,
    number(statistic),
    shownCell(p_value, 'p_value'),
    wordOf(ok),
    note,
  ])
  return grid(['Assumption', 'Statistic', 'p', 'Holds', 'Note'], rows, [false, true, true, false, false])
}

function grid(names: readonly string[], rows: readonly string[][], isRight: readonly boolean[]): string {
  const lines = [names, ...rows].map(cells => `| ${cells.map(plain).join(' | ')} |`)
  const rule = `| ${names.map((_, index) => (isRight[index] ? '---:' : '---')).join(' | ')} |`
  return [lines[0] ?? '', rule, ...lines.slice(1)].join('\n')
}

function fenced(language: string, script: string): string {
  // Longer than any row of backticks within.
  const longest = Math.max(2, ...[...script.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${script.trimEnd()}\n${fence}`
}

/** Names of columns and levels are people's: nothing in them is Markdown or HTML. */
function plain(text: string): string {
  const escaped = oneLine(text).replaceAll(/[\\`*_[\]<>#|~!&]/g, '\\$&')
  // What would begin a list or a heading, or make a link of itself.
  const within = escaped.replace(/^(?=[-+=])/, '\\').replace(/^(\d+)(?=[.)](\s|$))/, '$1\\')
  return within.replaceAll(/(https?|ftp|mailto|www)([:.])/gi, '$1\\$2')
}
