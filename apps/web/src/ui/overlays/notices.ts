import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { Undo } from './undo.tsx'

const closeButtonProps = { 'aria-label': 'Close' }

/** Says that work elsewhere has ended. */
export function notice(message: string): void {
  notifications.show({ message, closeButtonProps })
}

/** Says what was done, with a way back for a few seconds. */
export function noticeWithUndo(message: string, undo: () => Promise<unknown>): void {
  const id = crypto.randomUUID?.() ?? String(Math.random())
  notifications.show({ id, autoClose: 8000, closeButtonProps, message: createElement(Undo, { id, message, undo }) })
}
