import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { fieldErrors } from './field-errors.ts'
import { Refusal } from './refusal.ts'

/**
 * A form that is sent once at a time. Each field shows what `refusal` says `at` its JSON Pointer, and the first that was refused takes the focus; a
 * `RefusalPanel` shows the rest.
 */
export function useSubmit(send: (form: HTMLFormElement) => Promise<void>) {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // Known at once: a second Enter comes before the form is drawn anew.
  const isSending = useRef(false)
  const run = async (form: HTMLFormElement): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    setError(null)
    try {
      await send(form)
    } catch (problem) {
      setError(problem)
      const field = Object.keys(fieldErrors(problem))[0]?.slice(1)
      if (field !== undefined) form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void run(event.currentTarget)
  }
  return { onSubmit, isBusy, refusal: new Refusal(error) }
}

/** What a field of the form holds, without the spaces around it. */
export function textIn(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '').trim()
}
