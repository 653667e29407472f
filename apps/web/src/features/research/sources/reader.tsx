import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { NewClaim } from '../claims/new-claim.tsx'
import type { MarkedQuote } from '../claims/new-claim.tsx'
import { partsOf, selectedIn } from '../passages.ts'
import type { Span } from '../passages.ts'
import { changed, titleOf } from '../records.ts'
import type { Claim, Source } from '../records.ts'
import classes from '../research.module.css'
import { CitationForm } from './citation-form.tsx'

const partLength = 20_000

/** The text of a source. What is marked in it becomes the quote of a claim; what claims quote already is highlighted. */
export function Reader({ projectId, sourceId }: { projectId: string; sourceId: string }) {
  const source = useQuery({
    queryKey: ['research', 'source', projectId, sourceId],
    queryFn: ({ signal }) => svc.research.sources.get(projectId, sourceId, { signal }),
  })
  return (
    <Loaded query={source} sketch={<RowsSketch rows={8} />}>
      {found => (
        <article aria-label={titleOf(found)} className={classes.reader}>
          <BackToList />
          <h2>{titleOf(found)}</h2>
          <p className={classes.small}>
            {found.key} · {found.kind}
            {found.snapshot !== null && ` · SHA-256 ${found.snapshot.sha256.slice(0, 12)}…`}
          </p>
          <CitationForm projectId={projectId} source={found} />
          {found.kind === 'url' && <FetchAgain projectId={projectId} source={found} />}
          {found.text === null ? (
            <p>It has no text that could be read: it can be cited, and nothing of it quoted.</p>
          ) : (
            <ReadText projectId={projectId} source={found} />
          )}
        </article>
      )}
    </Loaded>
  )
}

function ReadText({ projectId, source }: { projectId: string; source: Source }) {
  const { source_id: sourceId } = source
  const [from, setFrom] = useState(0)
  const [marked, setMarked] = useState<MarkedQuote | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const part = useQuery({
    queryKey: ['research', 'text', projectId, sourceId, source.text?.sha256, from],
    queryFn: ({ signal }) =>
      svc.research.sources.text(projectId, sourceId, { from, to: from + partLength }, { signal }),
  })
  const claims = useQuery({
    queryKey: ['research', 'claims-of', projectId, sourceId],
    queryFn: async ({ signal }) =>
      (await svc.research.claims.list(projectId, { source_id: sourceId, limit: 200 }, { signal })).items,
  })
  const quoted = (claims.data ?? []).flatMap(claim => quotesIn(claim, source))
  const mark = (): void => {
    const found = place.current === null ? null : selectedIn(place.current)
    if (found !== null) setMarked({ source, quote: found.text, start: from + found.start })
  }
  return (
    <Loaded query={part} sketch={<RowsSketch rows={8} />}>
      {({ text, to, chars }) => (
        <>
          <div className={classes.bar}>
            <Button
              variant="default"
              // The button takes the focus, and with it the selection.
              onMouseDown={event => event.preventDefault()}
              onClick={() => {
                mark()
                setMarked(before => before ?? { source, quote: '' })
              }}
            >
              Claim from this text
            </Button>
            {chars > partLength && (
              <span className={classes.parts}>
                <Button variant="subtle" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - partLength))}>
                  Previous part
                </Button>
                <span className={classes.small}>
                  {Math.floor(from / partLength) + 1} of {Math.ceil(chars / partLength)}
                </span>
                <Button variant="subtle" disabled={to >= chars} onClick={() => setFrom(to)}>
                  Next part
                </Button>
              </span>
            )}
          </div>
          {marked !== null && (
            <NewClaim
              key={`${marked.start ?? ''} ${marked.quote}`}
              projectId={projectId}
              marked={marked}
              onClose={() => setMarked(null)}
            />
          )}
          <div
            ref={place}
            role="document"
            aria-label="Text of the source"
            tabIndex={0}
            className={classes.text}
            onMouseUp={mark}
          >
            {partsOf(text, from, quoted).map(({ text: piece, note }, index) =>
              note === null ? (
                <span key={index}>{piece}</span>
              ) : (
                <mark key={index} title={note}>
                  {piece}
                </mark>
              ),
            )}
          </div>
        </>
      )}
    </Loaded>
  )
}

/** Fetches the address of a source anew. What was quoted of the bytes before stays with them. */
function FetchAgain({ projectId, source: { source_id, snapshot } }: { projectId: string; source: Source }) {
  const [outcome, setOutcome] = useState('')
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    setOutcome('')
    const answer = await svc.research.sources.refresh(projectId, source_id)
    await changed()
    setOutcome(
      answer.changed
        ? 'The page has changed. Quotes that claims rest on stay with what was kept before; Claims shows those that are no longer there.'
        : 'The page is as it was.',
    )
  })
  return (
    <form onSubmit={onSubmit} aria-label="Fetched page" className={classes.fetched}>
      <p className={classes.small}>
        Fetched from {snapshot?.url} {snapshot !== null && <Time at={snapshot.fetched_at} />}
      </p>
      <SubmitButton variant="default" size="compact-sm" loading={isBusy}>
        Fetch again
      </SubmitButton>
      <p role="status" className={classes.plain}>
        {outcome}
      </p>
      <RefusalPanel refusal={refusal} />
    </form>
  )
}

function quotesIn(claim: Claim, { source_id, text }: Source): Span[] {
  return claim.evidence.flatMap(({ source_id: of, selector }) =>
    of === source_id && selector !== undefined && selector.text_sha256 === text?.sha256
      ? [{ start: selector.start, end: selector.end, note: claim.text }]
      : [],
  )
}

function BackToList() {
  return (
    <Button
      component={Link}
      variant="subtle"
      size="compact-sm"
      to="/research"
      search={(before: Record<string, unknown>) => ({ ...before, source: undefined }) as never}
      className={classes.backToList ?? ''}
    >
      All sources
    </Button>
  )
}
