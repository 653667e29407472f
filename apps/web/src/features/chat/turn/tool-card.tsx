import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Time } from '../../../ui/time.tsx'
import type { ToolPart } from './turns.ts'
import classes from './turn.module.css'

const words = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  approval: 'Needs approval',
  denied: 'Denied',
} as const

/** A call of a tool: what it is, how it stands, and folded what went in and came out. */
export function ToolCard({ part }: { part: ToolPart }) {
  return (
    <div className={classes.tool} data-state={part.state}>
      <details>
        <summary>
          <span className={classes.toolName}>{part.name}</span>
          <span className={classes.toolState}>{words[part.state]}</span>
        </summary>
        <h3>Arguments</h3>
        <CodeBlock copies="Copy arguments">{asText(part.arguments)}</CodeBlock>
        {part.error !== undefined && <p className={classes.toolError}>{part.error}</p>}
        {part.result !== undefined && (
          <>
            <h3>Result</h3>
            <CodeBlock copies="Copy result">{asText(part.result)}</CodeBlock>
          </>
        )}
      </details>
      {part.state === 'approval' && part.approval && <Decision part={part} approval={part.approval} />}
    </div>
  )
}

function Decision({ part, approval }: { part: ToolPart; approval: NonNullable<ToolPart['approval']> }) {
  const [busy, setBusy] = useState<'approve' | 'deny' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const decide = async (how: 'approve' | 'deny'): Promise<void> => {
    setBusy(how)
    setError(null)
    try {
      await svc.tools.approvals[how](approval.id)
    } catch (problem) {
      setError(problem)
      setBusy(null)
    }
  }
  return (
    <div className={classes.decision}>
      <p>
        The agent wants to call <strong>{part.name}</strong> with the arguments above. It is denied by itself{' '}
        <Time at={approval.expiresAt} />.
      </p>
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
      </Group>
    </div>
  )
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
