import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { effectSentence } from '../../../ui/words/effect-sentence.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import type { Json } from '../../../ui/result/result-kind.ts'
import { ValueView } from '../../../ui/result/value-view.tsx'
import { Time } from '../../../ui/words/time.tsx'
import type { ToolPart } from './turns.ts'
import classes from './turn.module.css'

type Verdict = 'approve' | 'deny'

/** A call that waits for a person: what it will do, with what, until when. */
export function ToolDecision({ part, approval }: { part: ToolPart; approval: NonNullable<ToolPart['approval']> }) {
  const [busy, setBusy] = useState<Verdict | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { data: tool } = useQuery({
    queryKey: ['tools', 'one', part.name],
    queryFn: ({ signal }) => svc.tools.get(part.name, { signal }),
  })
  const decide = async (how: Verdict): Promise<void> => {
    setBusy(how)
    setError(null)
    try {
      await svc.tools.approvals[how](approval.id)
    } catch (problem) {
      setError(problem)
      setBusy(null)
    }
  }
  const title = tool?.title ?? part.name
  return (
    <div className={classes.decision}>
      <p>
        The agent wants to use <strong>{title}</strong>. {effectSentence(tool?.effect)}
      </p>
      <ValueView
        value={part.arguments}
        title={`Arguments of ${title}`}
        schema={(tool?.input_schema ?? null) as Json | null}
      />
      {error !== null && <ErrorPanel error={error} />}
      <Group gap={8}>
        <Button onClick={() => void decide('approve')} loading={busy === 'approve'} disabled={busy === 'deny'}>
          Approve
        </Button>
        <Button
          variant="default"
          onClick={() => void decide('deny')}
          loading={busy === 'deny'}
          disabled={busy === 'approve'}
        >
          Deny
        </Button>
        <span className={classes.quiet}>
          Denied by itself <Time at={approval.expiresAt} />
        </span>
      </Group>
    </div>
  )
}
