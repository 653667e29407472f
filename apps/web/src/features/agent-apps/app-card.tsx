import { Badge } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Time } from '../../ui/words/time.tsx'
import classes from './agent-apps.module.css'
import { AppIcon } from './app-icon.tsx'
import { FolderProblem } from './folder-problem.tsx'
import { statusWord } from './run/run-words.ts'
import type { App } from './types.ts'

/** An app that can be run. */
export function AppCard({ app }: { app: App }) {
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <AppIcon icon={app.icon} />
        <h2>
          <AppLink app={app} />
        </h2>
      </div>
      <p>{app.description}</p>
      <div className={classes.facts}>
        {app.error && <Badge color="warn">Newest edit is broken</Badge>}
        {!app.enabled && <Badge color="warn">Switched off</Badge>}
        {app.schedule !== null && <Badge color="info">Scheduled</Badge>}
        {app.last_run === null ? (
          <span>Not run yet</span>
        ) : (
          <span>
            {statusWord(app.last_run.status)} <Time at={app.last_run.started_at} />
          </span>
        )}
      </div>
    </li>
  )
}

/** A folder that has never been served, with its place and lines. */
export function BrokenApp({ app }: { app: App }) {
  return (
    <li>
      <h3>
        <AppLink app={app} />
      </h3>
      {app.error && <FolderProblem error={app.error} />}
    </li>
  )
}

function AppLink({ app: { name, display_name } }: { app: App }) {
  return (
    <Link to="/agent-apps/$name" params={{ name } as never}>
      <bdi>{display_name ?? name}</bdi>
    </Link>
  )
}
