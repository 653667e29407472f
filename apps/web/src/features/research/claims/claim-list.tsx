import { Badge, Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { svc } from '../../../live/server.ts'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { AddEvidence } from './add-evidence.tsx'
import { EvidenceShown } from './evidence-shown.tsx'
import { NewClaim } from './new-claim.tsx'
import { changed, statusColours, statusWords } from '../records.ts'
import type { Claim, ClaimStatus } from '../records.ts'
import classes from '../research.module.css'

/** What is claimed, what that rests on, and what no longer holds. */
export function ClaimList({ projectId }: { projectId: string }) {
  const [status, setStatus] = useState<ClaimStatus | ''>('')
  const [isNew, setNew] = useState(false)
  const [deleted, setDeleted] = useState<Claim | null>(null)
  const [removed, setRemoved] = useState<{ claim: Claim; evidenceId: string } | null>(null)
  const [open, setOpen] = useState<string | null>(null)
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
                  : 'No claim is in this state.'}
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
                          <EvidenceShown
                            evidence={each}
                            onRemove={() => setRemoved({ claim, evidenceId: each.evidence_id })}
                          />
                        </li>
                      ))}
                    </ul>
                    {open === claim.claim_id && (
                      <AddEvidence projectId={projectId} claim={claim} onClose={() => setOpen(null)} />
                    )}
                    <div className={classes.acts}>
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Add evidence to: ${claim.text}`}
                        aria-expanded={open === claim.claim_id}
                        onClick={() => setOpen(open === claim.claim_id ? null : claim.claim_id)}
                      >
                        Add evidence
                      </Button>
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
      {removed !== null && (
        <Confirm
          verb="Remove evidence"
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            await svc.research.claims.deleteEvidence(projectId, removed.claim.claim_id, removed.evidenceId)
            await changed()
          }}
        >
          “{removed.claim.text}” no longer rests on it. What it was is not kept.
        </Confirm>
      )}
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
