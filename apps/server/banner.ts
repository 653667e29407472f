import type { BootReport } from '../../kernel/index.ts'

/** One line a plugin: its name, the milliseconds of its setup, what became of it, and why when it does not run. */
export function pluginTable({ plugins }: BootReport): string {
  const width = Math.max(...plugins.map(({ id }) => id.length), 'plugin'.length)
  const rows = plugins.map(({ id, setup_ms, outcome, error }) => {
    const time = setup_ms === null ? '-' : setup_ms.toFixed(1)
    const reason = error === null ? '' : `  ${error}`
    return `  ${id.padEnd(width)}  ${time.padStart(7)}  ${outcome}${reason}`
  })
  return [`  ${'plugin'.padEnd(width)}  ${'ms'.padStart(7)}  outcome`, ...rows, ''].join('\n')
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
    ...setupRows(report, svc),
    ['data folder', report.home],
    ['database', report.database],
    ...report.facts.map(({ label, value }): [string, string] => [label, value]),
    ['plugins', plugins.join(', ')],
    ['ready in', `${report.readyMs} ms`],
  ]
  const width = Math.max(...rows.map(([label]) => label.length))
  return [`svc ${report.version} is ready`, ...rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)].join(
    '\n',
  )
}

function setupRows({ setupUrl }: BootReport, svc: string): [string, string][] {
  if (setupUrl === null) return []
  const token = setupUrl.split('#token=')[1] ?? ''
  return [
    ['setup', `${setupUrl} (once; or run: ${svc} setup)`],
    ['setup token', token],
  ]
}
