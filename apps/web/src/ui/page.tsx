import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

/** One page: its heading takes the focus after a navigation, and its title stands in the browser's tab. */
export function Page({ title, children, narrow = false }: { title: string; children: ReactNode; narrow?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · svc`
    // The first page of a visit is announced by the browser itself.
    if (visits > 0) heading.current?.focus({ preventScroll: true })
    visits += 1
  }, [title])
  return (
    <>
      <header className={classes.top}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      <div className={narrow ? classes.narrow : classes.body}>{children}</div>
    </>
  )
}

let visits = 0
