import type { BootReport } from '../../kernel/index.ts'

/** A plugin that takes longer keeps a person waiting. */
const slowMs = 1000

/**
 * One line a plugin: its name, the milliseconds of its setup, what became of it, and why when it does not run. Unless all are asked for, only
 * those that failed or were slow, so empty for most starts.
 */
export function pluginTable({ plugins }: BootReport, all: boolean): string {
  const shown = plugins.filter(plugin => all || plugin.error !== null || (plugin.setup_ms ?? 0) > slowMs)
  if (shown.length === 0) return ''
  const width = Math.max(...shown.map(({ id }) => id.length), 'plugin'.length)
  const rows = shown.map(({ id, setup_ms, outcome, error }) => {
    const time = setup_ms === null ? '-' : setup_ms.toFixed(1)
    const reason = error === null ? '' : `  ${error}`
    return `  ${id.padEnd(width)}  ${time.padStart(7)}  ${outcome}${reason}`
  })
  return [`  ${'plugin'.padEnd(width)}  ${'ms'.padStart(7)}  outcome`, ...rows, '', ''].join('\n')
}

/** What a person needs to know of a server that has just become ready. */
export function banner(report: BootReport, svc: string): string {
  const count = (...outcomes: string[]): number =>
    report.plugins.filter(({ outcome }) => outcomes.includes(outcome)).length
  const waiting = count('waiting-for-owner')
  const plugins = [
    `${count('running')} on`,
    `${count('disabled')} off`,
    `${count('failed', 'degraded')} failed`,
    ...(waiting > 0 ? [`${waiting} waiting for the owner`] : []),
  ]
  const rows: [string, string][] = [
    ['url', report.url ?? 'none'],
    ...firstSteps(report, svc),
    ['data folder', report.home],
    ['database', report.database],
    ...report.facts.map(({ label, value }): [string, string] => [label, value]),
    ['plugins', plugins.join(', ')],
    ['stop', 'Ctrl-C'],
    ['ready in', `${report.readyMs} ms`],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  return [`svc ${report.version} is ready`, ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)].join(
    '\n',
  )
}

/** What to do first: make the owner, and from then on open the page. */
function firstSteps({ setupUrl, url }: BootReport, svc: string): [string, string][] {
  if (setupUrl === null) return url === null ? [] : [['first', 'open the url in a browser and sign in']]
  const token = setupUrl.split('#token=')[1] ?? ''
  return [
    ['first', 'open the setup link in a browser and make the owner'],
    ['setup', `${setupUrl} (once; or run: ${svc} setup)`],
    ['setup token', token],
  ]
}
