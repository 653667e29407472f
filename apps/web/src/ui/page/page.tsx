import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
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
  const [own, setOwn] = useState<string | null>(null)
  const shown = own ?? title
  useEffect(() => {
    document.title = `${shown} · svc`
  }, [shown])
  useEffect(() => {
    // The link that opened the record is gone, and the focus with it.
    if (own !== null && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [own])
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
          {shown}
        </h1>
        {actions}
      </header>
      <PageTitle value={setOwn}>{bare ? children : <div className={body}>{children}</div>}</PageTitle>
    </>
  )
}

let visits = 0

const PageTitle = createContext<(title: string | null) => void>(() => undefined)

/** The page is about one record while this is shown: its name is the heading. */
export function usePageTitle(title: string): void {
  const setTitle = useContext(PageTitle)
  useLayoutEffect(() => {
    setTitle(title)
    return () => setTitle(null)
  }, [setTitle, title])
}
