import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { PlaybookApproval } from '@svc/sdk'
import { RunApprovalForm } from '../../../ui/run-approval/run-approval-form.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../tools.module.css'

const states: Readonly<Record<string, { word: string; color: string } | undefined>> = {
  pending: { word: 'Waits', color: 'warn' },
  approved: { word: 'Approved', color: 'ok' },
  denied: { word: 'Denied', color: 'bad' },
  expired: { word: 'Expired', color: 'info' },
  withdrawn: { word: 'Withdrawn', color: 'info' },
}

/** What a run of a playbook asks: the form of it while it waits, then who decided. */
export function RunApprovalCard({ approval }: { approval: PlaybookApproval }) {
  const { title, playbook, run_id, status, created_at, decisions } = approval
  const run = (
    <Link to="/playbooks/$name/runs/$run_id" params={{ name: playbook, run_id } as never}>
      Open the run of {playbook}
    </Link>
  )
  if (status === 'pending') return <RunApprovalForm approval={approval} origin={run} />
  return (
    <article className={classes.card} aria-label={title}>
      <header className={classes.cardHead}>
        <h3>
          <bdi>{title}</bdi>
        </h3>
        <Badge color={states[status]?.color ?? 'info'}>{states[status]?.word ?? status}</Badge>
        <span className={classes.quiet}>
          <Time at={created_at} />
        </span>
      </header>
      {decisions.map(({ user_id, username, decision, at, reason }) => (
        <p key={user_id} className={classes.quiet}>
          {states[decision]?.word} by {username} <Time at={at} />
          {reason !== null && `: ${reason}`}
        </p>
      ))}
      <p className={classes.quiet}>{run}</p>
    </article>
  )
}
