import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon.tsx'
import classes from './empty-state.module.css'

/** Where there is nothing yet: what this is for, at most one thing to do, and the page of the manual that says more. */
export function EmptyState({
  icon,
  children,
  action,
  manual,
}: {
  icon: IconName
  children: ReactNode
  action?: ReactNode
  /** A page of the manual, such as `data`. */
  manual?: string
}) {
  return (
    <div className={classes.box}>
      <span className={classes.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p>{children}</p>
      {action}
      {manual !== undefined && (
        <Link to="/docs/$page" params={{ page: manual } as never}>
          Read how it works
        </Link>
      )}
    </div>
  )
}
