import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './auth-card.module.css'

/** A page of somebody who is not signed in: one card in the middle. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · svc`
  }, [title])
  return (
    <div className={classes.page}>
      <a className="visually-hidden" href="#main">
        Skip to content
      </a>
      <main id="main" className={classes.card} tabIndex={-1}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </main>
    </div>
  )
}
