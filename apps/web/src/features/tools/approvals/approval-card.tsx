import { Badge, Button, Group, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { effectSentence } from '../../../ui/words/effect-sentence.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Result } from '../../../ui/result/result.tsx'
import { ValueView } from '../../../ui/result/value-view.tsx'
import { Time } from '../../../ui/words/time.tsx'
import { decide } from '../queries.ts'
import type { Approval, ToolManifest } from '../queries.ts'
import { approvalState, askerWords } from '../tool-words.ts'
import classes from '../tools.module.css'

/** A call and its decision: who asks for what, until when; then what came of it. Without `tool` it is not offered any more. */
export function ApprovalCard({ approval, tool }: { approval: Approval; tool: ToolManifest | undefined }) {
  const { tool_name: name, status, origin } = approval
  const state = approvalState(approval)
  const title = tool?.title ?? name
  return (
    <article className={classes.card} aria-label={title}>
      <header className={classes.cardHead}>
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <Badge color={state.color}>{state.word}</Badge>
        <span className={classes.quiet}>
          <Time at={approval.created_at} />
        </span>
      </header>
      <p className={classes.sentence}>
        {askerWords(approval)} {status === 'pending' ? 'wants' : 'wanted'} to call <code>{name}</code>.{' '}
        {effectSentence(tool?.effect)}
        {origin.session_id !== undefined && (
          <>
            {' '}
            <Link to="/c/$session_id" params={{ session_id: origin.session_id } as never}>
              Open the conversation
            </Link>
          </>
        )}
      </p>
      <ValueView value={approval.arguments} title={`Arguments of ${title}`} schema={tool?.input_schema ?? null} />
      {status === 'pending' ? <Decision approval={approval} title={title} /> : <Outcome approval={approval} />}
    </article>
  )
}

function Decision({ approval, title }: { approval: Approval; title: string }) {
  const [busy, setBusy] = useState<'approve' | 'deny' | null>(null)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const go = async (how: 'approve' | 'deny'): Promise<void> => {
    setBusy(how)
    setError(null)
    try {
      await decide(approval, how, reason)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {error !== null && <ErrorPanel error={error} />}
      <Group gap={8}>
        <Button
          variant="light"
          aria-label={`Approve ${title}`}
          loading={busy === 'approve'}
          disabled={busy === 'deny'}
          onClick={() => void go('approve')}
        >
          Approve
        </Button>
        <Button
          variant="default"
          aria-label={`Deny ${title}`}
          loading={busy === 'deny'}
          disabled={busy === 'approve'}
          onClick={() => void go('deny')}
        >
          Deny
        </Button>
        <TextInput
          className={classes.reason}
          aria-label={`Reason for ${title}`}
          placeholder="Reason (optional)"
          maxLength={1000}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <span className={classes.quiet}>
          Expires <Time at={approval.expires_at} />
        </span>
      </Group>
    </>
  )
}

function Outcome({ approval }: { approval: Approval }) {
  const [isOpen, setOpen] = useState(false)
  const { decided_by: by, decided_at: at, reason, error, result } = approval
  return (
    <>
      {by !== null && at !== null && (
        <p className={classes.quiet}>
          {approval.status === 'denied' ? 'Denied' : 'Approved'} by {by.username} <Time at={at} />
          {reason !== null && `: ${reason}`}
        </p>
      )}
      {error !== null && (
        <p className={classes.bad}>
          {error.code}: {error.message}
        </p>
      )}
      {result !== null && result !== undefined && (
        <details onToggle={event => setOpen(event.currentTarget.open)}>
          <summary>Result</summary>
          {isOpen && <Result value={result} name={approval.tool_name} />}
        </details>
      )}
    </>
  )
}
