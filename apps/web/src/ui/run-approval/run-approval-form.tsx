import { Button, Group, TextInput } from '@mantine/core'
import type { PlaybookApproval } from '@svc/sdk'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../states/error-panel.tsx'
import { MarkdownText } from '../markdown/markdown-text.tsx'
import { ValueView } from '../result/value-view.tsx'
import type { FieldSchema } from '../schema-form/field-schema.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useFormDraft } from '../schema-form/use-form-draft.ts'
import { Time } from '../words/time.tsx'
import classes from './run-approval-form.module.css'

/** What a run asks people: the question, what it is about, the form it wants filled in, and the decision. */
export function RunApprovalForm({ approval, origin }: { approval: PlaybookApproval; origin?: ReactNode }) {
  const { approval_id, run_id, title, body, data, form, approvals_needed: needed, decisions, assignees } = approval
  const schema = (form ?? {}) as FieldSchema
  const [values, change] = useFormDraft(`approval:${approval_id}`, schema)
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState<'approve' | 'deny' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const decide = async (how: 'approve' | 'deny'): Promise<void> => {
    setBusy(how)
    setError(null)
    const why = reason.trim() === '' ? {} : { reason: reason.trim() }
    try {
      if (how === 'deny') await svc.playbooks.deny(run_id, { approval_id, ...why })
      else
        await svc.playbooks.approve(run_id, {
          approval_id,
          ...why,
          ...(form !== null && { form: { ...values } as never }),
        })
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['playbooks'] }),
        queries.invalidateQueries({ queryKey: ['approvals'] }),
      ])
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(null)
    }
  }
  return (
    <section aria-label={title} className={classes.asks}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      {body !== null && <MarkdownText text={body} />}
      {data !== null && data !== undefined && <ValueView value={data} title={`About ${title}`} schema={null} />}
      {form !== null && <SchemaForm schema={schema} values={values} onChange={change} error={error} pointer="/form" />}
      <TextInput
        label="Reason"
        description="Optional; it is kept with the decision."
        maxLength={1000}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      {form === null && error !== null && <ErrorPanel error={error} />}
      <Group gap={8}>
        <Button loading={busy === 'approve'} disabled={busy === 'deny'} onClick={() => void decide('approve')}>
          Approve
        </Button>
        <Button
          variant="default"
          loading={busy === 'deny'}
          disabled={busy === 'approve'}
          onClick={() => void decide('deny')}
        >
          Deny
        </Button>
      </Group>
      <p className={classes.quiet}>
        {needed > 1 && `${decisions.length} of ${needed} people have approved. `}
        {assignees.length > 0 && `For ${assignees.join(', ')}. `}
        Expires <Time at={approval.expires_at} />. {origin}
      </p>
    </section>
  )
}
