import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import classes from './alert-dialog.module.css'

/** A question that must be answered: neither Escape nor a click beside it closes it. `actions` are its buttons. */
export function AlertDialog({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={classes.dialog}
      // A browser that is asked twice to close it would do so without asking the page.
      onKeyDown={event => {
        if (event.key === 'Escape') event.preventDefault()
      }}
      onCancel={event => event.preventDefault()}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={classes.text}>
        {children}
      </div>
      <div className={classes.actions}>{actions}</div>
    </dialog>
  )
}
