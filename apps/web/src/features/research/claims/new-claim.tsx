import { Button, NativeSelect, Textarea } from '@mantine/core'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { changed, titleOf } from '../records.ts'
import type { Source } from '../records.ts'
import classes from '../research.module.css'

/** A passage that somebody marked, or is about to type. */
export interface MarkedQuote {
  source: Source
  quote: string
  start?: number
}

/** Makes a claim, with the quote that it rests on where one was marked. */
export function NewClaim({
  projectId,
  marked,
  onClose,
}: {
  projectId: string
  marked?: MarkedQuote
  onClose: () => void
}) {
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const quote = textIn(form, 'quote')
    const relation = textIn(form, 'relation') as 'supports'
    const isMarked = marked?.start !== undefined && quote === marked.quote
    await svc.research.claims.create(projectId, {
      text: textIn(form, 'text'),
      kind: textIn(form, 'kind') as 'finding',
      ...(marked !== undefined &&
        quote !== '' && {
          evidence: [
            {
              type: 'quote' as const,
              source_id: marked.source.source_id,
              quote,
              relation,
              ...(isMarked && { start: marked.start }),
            },
          ],
        }),
    })
    await changed()
    onClose()
  })
  return (
    <form onSubmit={onSubmit} aria-label="New claim" className={classes.newClaim}>
      <Textarea
        name="text"
        label="Claim"
        autosize
        minRows={1}
        maxLength={5000}
        required
        error={refusal.at('/text')}
        data-autofocus
      />
      {marked !== undefined && (
        <Textarea
          name="quote"
          label="Quote"
          description={`Word for word from ${titleOf(marked.source)}`}
          autosize
          minRows={2}
          maxRows={8}
          defaultValue={marked.quote}
          error={refusal.at('/quote')}
        />
      )}
      <div className={classes.bar}>
        <NativeSelect
          name="kind"
          label="Kind"
          data={[
            { value: 'finding', label: 'Finding' },
            { value: 'assumption', label: 'Assumption' },
            { value: 'opinion', label: 'Opinion' },
          ]}
        />
        {marked !== undefined && (
          <NativeSelect
            name="relation"
            label="The quote"
            data={[
              { value: 'supports', label: 'supports it' },
              { value: 'contradicts', label: 'contradicts it' },
              { value: 'context', label: 'is context' },
            ]}
          />
        )}
      </div>
      <RefusalPanel refusal={refusal} />
      <div className={classes.bar}>
        <SubmitButton loading={isBusy}>Make claim</SubmitButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
