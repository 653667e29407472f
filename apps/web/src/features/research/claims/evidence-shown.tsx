import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { recordAddress } from '../../../ui/markdown/record-links.ts'
import { AppLink } from '../../../ui/page/app-link.tsx'
import type { Claim } from '../records.ts'
import classes from '../research.module.css'

type Evidence = Claim['evidence'][number]

const relationWords: Record<string, string> = { contradicts: 'Contradicts: ', context: 'Context: ' }

/** One piece of evidence; where it fails, what was kept beside what is there now. */
export function EvidenceShown({ evidence, onRemove }: { evidence: Evidence; onRemove: () => void }) {
  const { type, relation, problem, note } = evidence
  return (
    <>
      <div className={classes.piece}>
        <p className={classes.plain}>
          {relationWords[relation]}
          <Said evidence={evidence} />
          {note !== null && <span className={classes.small}> {note}</span>}
        </p>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Remove evidence: ${nameOf(evidence)}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      {problem !== null && (
        <div role="group" aria-label={`What changed in the ${type}`} className={classes.change}>
          <p className={classes.problem}>{problem.message}</p>
          {problem.was !== undefined && (
            <dl>
              <div>
                <dt>Then</dt>
                <dd>
                  <del>{problem.was}</del>
                </dd>
              </div>
              <div>
                <dt>Now</dt>
                <dd>{problem.is === undefined || problem.is === '' ? 'Nothing' : <ins>{problem.is}</ins>}</dd>
              </div>
            </dl>
          )}
        </div>
      )}
    </>
  )
}

function Said({ evidence }: { evidence: Evidence }) {
  const { type, quote, source_id, note_id, dataset_id, version, columns } = evidence
  if (type === 'quote')
    return (
      <>
        <q>{quote}</q>{' '}
        <Link
          to="/research"
          search={(before: Record<string, unknown>) => ({ ...before, tab: undefined, source: source_id }) as never}
        >
          Open source
        </Link>
      </>
    )
  if (type === 'note')
    return (
      <>
        <q>{quote}</q> <RecordLink id={note_id}>Open note</RecordLink>
      </>
    )
  if (type === 'dataset') {
    const which = columns === undefined ? '' : `, ${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}`
    return (
      <>
        Version {version} of a dataset{which} <RecordLink id={dataset_id}>Open dataset</RecordLink>
      </>
    )
  }
  if (type === 'analysis')
    return (
      <>
        An analysis{figureOf(evidence, evidence.pointer)}{' '}
        <RecordLink id={evidence.analysis_id}>Open analysis</RecordLink>
      </>
    )
  if (type === 'run')
    return (
      <>
        A run of machine learning{figureOf(evidence, evidence.metric)}{' '}
        <RecordLink id={evidence.run_id}>Open run</RecordLink>
      </>
    )
  if (type === 'query')
    return (
      <>
        The result of <code>{statementOf(evidence)}</code>
      </>
    )
  return (
    <>
      The file {evidence.path ?? ''} <RecordLink id={evidence.file_id}>Open file</RecordLink>
    </>
  )
}

function RecordLink({ id, children }: { id: string | undefined; children: ReactNode }) {
  return id === undefined ? null : <AppLink address={recordAddress(id)}>{children}</AppLink>
}

function figureOf({ value }: Evidence, name: string | undefined): string {
  return name === undefined ? '' : `, ${name} = ${JSON.stringify(value)}`
}

function statementOf({ receipt }: Evidence): string {
  const sql = receipt?.['sql']
  return typeof sql === 'string' ? sql : 'a query'
}

/** For who hears which button it is. */
function nameOf(evidence: Evidence): string {
  const { type, quote, path, metric, pointer } = evidence
  const more = quote ?? path ?? metric ?? pointer
  return more === undefined ? type : `${type} ${more}`
}
