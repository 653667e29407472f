import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

/**
 * One page: its heading takes the focus after a navigation, and its title stands in the browser's tab. `actions` stand beside the heading; `bare` leaves the
 * space below to the page; `keepsFocus`: somebody is typing while they get here.
 */
export function Page({
  title,
  children,
  actions,
  narrow = false,
  bare = false,
  keepsFocus = false,
}: {
  title: string
  children: ReactNode
  actions?: ReactNode
  narrow?: boolean
  bare?: boolean
  keepsFocus?: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · svc`
  }, [title])
  useEffect(() => {
    // The first page of a visit is announced by the browser itself.
    if (visits > 0 && !keepsFocus) heading.current?.focus({ preventScroll: true })
    visits += 1
  }, [keepsFocus])
  const body = narrow ? classes.narrow : classes.body
  return (
    <>
      <header className={classes.top}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </header>
      {bare ? children : <div className={body}>{children}</div>}
    </>
  )
}

let visits = 0
