import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './auth-card.module.css'
import { SkipLink } from './skip-link.tsx'

/** A page of somebody who is not signed in: one card in the middle. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · svc`
  }, [title])
  return (
    <div className={classes.page}>
      <SkipLink />
      <main id="main" className={classes.card} tabIndex={-1}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </main>
    </div>
  )
}
