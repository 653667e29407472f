import { Button } from '@mantine/core'
import type { Finding, LintResult } from '../records.ts'
import classes from '../research.module.css'

/** What is wrong with a report, each with the way to its line and where possible a fix. */
export function Findings({
  result,
  findings,
  isCurrent,
  onGo,
  onFix,
}: {
  result: LintResult
  findings: readonly Finding[]
  /** Whether the text is still the one that was looked over. */
  isCurrent: boolean
  onGo: (finding: Finding) => void
  onFix: (finding: Finding) => void
}) {
  const { errors, warnings, stats } = result
  const said = errors.length === 0 ? 'No errors' : `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}`
  return (
    <section aria-label="Check" className={classes.findings}>
      <h2>Check</h2>
      <p role="status" className={classes.small}>
        {said}, {warnings.length} {warnings.length === 1 ? 'warning' : 'warnings'}. {stats.with_evidence} of{' '}
        {stats.claims} claims hold, {stats.citations} citations.
        {isCurrent ? '' : ' The text has changed since: save to check it again.'}
      </p>
      <ul aria-label="Findings">
        {findings.map((finding, index) => {
          const { code, line, column, message, fix } = finding
          const isError = errors.includes(finding)
          return (
            <li key={`${code} ${line} ${column} ${index}`} data-error={isError || undefined}>
              <p className={classes.plain}>
                {isError ? 'Error' : 'Warning'}: {message}
              </p>
              <Button variant="subtle" size="compact-sm" onClick={() => onGo(finding)}>
                Line {line}
              </Button>
              {fix !== undefined && isCurrent && (
                <Button variant="subtle" size="compact-sm" onClick={() => onFix(finding)}>
                  {fix.title}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
