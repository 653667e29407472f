import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useMe } from '../../live/me.ts'
import { showDialog } from '../shell-dialog.ts'

/** Where `g` and a second letter go. */
export const goes = {
  c: { path: '/', title: 'Chat' },
  a: { path: '/agent-apps', title: 'Agent apps' },
  d: { path: '/data', title: 'Data' },
  s: { path: '/stats', title: 'Statistics' },
  m: { path: '/memory', title: 'Memory' },
  f: { path: '/files', title: 'Files' },
  n: { path: '/notes', title: 'Notes' },
  t: { path: '/tasks', title: 'Tasks' },
} as const

/** The preference of a person that switches the single letters off. */
export const lettersOff = 'single_letter_keys_off'

const secondWithinMs = 1500

/**
 * The keys of the whole app. A page says what is behind `n` and `/` by the attribute `data-key` of the button or field: `data-key="n"` on the button that
 * makes a new record, `data-key="/"` on its search.
 */
export function useShortcuts(): void {
  const navigate = useNavigate()
  const { preferences } = useMe()
  const hasLetters = preferences[lettersOff] !== true
  useEffect(() => {
    let wentAt = -Infinity
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        showDialog('palette')
        return
      }
      if (!hasLetters || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const isSecond = event.timeStamp - wentAt < secondWithinMs
      wentAt = event.key === 'g' && !isSecond ? event.timeStamp : -Infinity
      if (isSecond && Object.hasOwn(goes, event.key)) void navigate({ to: goes[event.key as keyof typeof goes].path })
      else if (event.key === '?') showDialog('keys')
      else if (event.key === 'n') use('n')
      else if (event.key === '/') use('/')
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [navigate, hasLetters])
}

function use(key: string): void {
  const element = document.querySelector<HTMLElement>(`main [data-key="${key}"]`)
  if (element === null) return
  element.focus()
  if (!isTyping(element)) element.click()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  // A list or a grid finds its entries by letters.
  return ['listbox', 'option', 'combobox', 'menu', 'menuitem'].includes(target.getAttribute('role') ?? '')
}
