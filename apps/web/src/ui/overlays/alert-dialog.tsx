import { FocusTrap, Portal } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import classes from './alert-dialog.module.css'
import { useLayer } from './layers.ts'

/**
 * A question that must be answered: neither Escape nor a click beside it closes it. `actions` are its buttons. It is no `<dialog>`, which would lie above the
 * dialog that asks for the password when the session has ended.
 */
export function AlertDialog({ title, children, actions }: { title: string; children: ReactNode; actions: ReactNode }) {
  const id = useId()
  useLayer(true, () => undefined)
  return (
    <Portal>
      <div className={classes.shade} onMouseDown={event => event.preventDefault()} />
      <FocusTrap>
        <section
          role="alertdialog"
          aria-modal
          tabIndex={-1}
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
          className={classes.dialog}
        >
          <h2 id={`${id}-title`}>{title}</h2>
          <div id={`${id}-text`} className={classes.text}>
            {children}
          </div>
          <div className={classes.actions}>{actions}</div>
        </section>
      </FocusTrap>
    </Portal>
  )
}
