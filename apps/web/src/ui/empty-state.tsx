import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import classes from './empty-state.module.css'

/** Where there is nothing yet: what this is for, and at most one thing to do. */
export function EmptyState({ icon, children, action }: { icon: IconName; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.box}>
      <span className={classes.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p>{children}</p>
      {action}
    </div>
  )
}
