import { Badge, Button, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { NewClaim } from './new-claim.tsx'
import { changed, statusColours, statusWords } from './records.ts'
import type { Claim, ClaimStatus } from './records.ts'
import classes from './research.module.css'

type Evidence = Claim['evidence'][number]

const relationWords: Record<string, string> = { contradicts: 'Contradicts: ', context: 'Context: ' }

/** What is claimed, what that rests on, and what no longer holds. */
export function ClaimList({ projectId }: { projectId: string }) {
  const [status, setStatus] = useState<ClaimStatus | ''>('')
  const [isNew, setNew] = useState(false)
  const [deleted, setDeleted] = useState<Claim | null>(null)
  const listing = useListing<Claim>(['research', 'list', 'claims', projectId, status], options =>
    svc.research.claims.list(projectId, status === '' ? {} : { status: status as 'broken' }, options),
  )
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          aria-label="Show"
          value={status}
          data={[
            { value: '', label: 'All claims' },
            ...Object.entries(statusWords).map(([value, label]) => ({ value, label })),
          ]}
          onChange={event => setStatus(event.currentTarget.value as ClaimStatus)}
        />
        <Button onClick={() => setNew(true)}>New claim</Button>
      </div>
      {isNew && <NewClaim projectId={projectId} onClose={() => setNew(false)} />}
      <Loaded query={listing} sketch={<RowsSketch />}>
        {claims => (
          <>
            {claims.length === 0 && (
              <p className={classes.small}>
                {status === ''
                  ? 'Nothing is claimed yet. Open a source and mark what a claim rests on.'
                  : 'None is so.'}
              </p>
            )}
            <ul aria-label="Claims" className={classes.claims}>
              {claims.map(claim => (
                <li key={claim.claim_id}>
                  <article aria-label={claim.text}>
                    <p className={classes.claimText}>
                      <Badge variant="light" color={statusColours[claim.status]}>
                        {statusWords[claim.status]}
                      </Badge>{' '}
                      {claim.text}
                    </p>
                    {claim.problem !== null && <p className={classes.problem}>{claim.problem.message}</p>}
                    <ul className={classes.evidence} aria-label="Evidence">
                      {claim.evidence.map(each => (
                        <li key={each.evidence_id}>
                          <EvidenceShown evidence={each} />
                        </li>
                      ))}
                    </ul>
                    <div className={classes.acts}>
                      <CopyButton text={`[[claim:${claim.claim_id}]]`}>Copy mark</CopyButton>
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        aria-label={`Delete claim: ${claim.text}`}
                        onClick={() => setDeleted(claim)}
                      >
                        Delete
                      </Button>
                    </div>
                  </article>
                </li>
              ))}
            </ul>
            <ShowMore listing={listing} />
          </>
        )}
      </Loaded>
      {deleted !== null && (
        <Confirm
          verb="Delete claim"
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            await svc.research.claims.delete(projectId, deleted.claim_id)
            await changed()
          }}
        >
          “{deleted.text}” and its evidence are deleted for good. Reports that name it no longer leave the house.
        </Confirm>
      )}
    </>
  )
}

/** One piece of evidence; where it fails, what was kept beside what is there now. */
function EvidenceShown({ evidence }: { evidence: Evidence }) {
  const { type, relation, problem, source_id, quote, note } = evidence
  const said = relationWords[relation] ?? ''
  return (
    <>
      <p className={classes.plain}>
        {said}
        {quote === undefined ? namedOf(evidence) : <q>{quote}</q>}
        {source_id !== undefined && (
          <>
            {' '}
            <Link
              to="/research"
              search={(before: Record<string, unknown>) => ({ ...before, tab: undefined, source: source_id }) as never}
            >
              Open source
            </Link>
          </>
        )}
        {note !== null && <span className={classes.small}> {note}</span>}
      </p>
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

function namedOf({ type, ...fields }: Evidence): string {
  const id = fields.dataset_id ?? fields.analysis_id ?? fields.run_id ?? fields.file_id ?? 'receipt'
  const version = fields.version === undefined || fields.version === null ? '' : `, version ${fields.version}`
  const figure = fields.value === undefined ? '' : `: ${JSON.stringify(fields.value)}`
  return `${type} ${id}${version}${figure}`
}
