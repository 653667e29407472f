import type { ReactNode } from 'react'
import classes from './split-view.module.css'

/** A list at the side and what is open of it; where there is no room for both, what is open stands alone. */
export function SplitView({
  label,
  side,
  isOpen,
  children,
}: {
  label: string
  side: ReactNode
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.split} data-open={isOpen || undefined}>
      <section aria-label={label} className={classes.side}>
        {side}
      </section>
      <div className={classes.main}>{children}</div>
    </div>
  )
}
