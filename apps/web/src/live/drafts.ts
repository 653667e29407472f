import { useCallback, useState } from 'react'
import { remember, remembered, rememberedNames } from './storage.ts'

const prefix = 'svc-draft:'

/** What a full or refused storage could not take lives as long as the page. */
const held = new Map<string, string>()

/** What was typed under this name and not yet saved; null: nothing was. */
export function draftOf(name: string): string | null {
  return held.get(name) ?? remembered('session', prefix + name)
}

/** Keeps what is typed until it is saved; null: it was, or is given up. */
export function keepDraft(name: string, text: string | null): void {
  held.delete(name)
  if (!remember('session', prefix + name, text) && text !== null) held.set(name, text)
}

/** Nothing of one person is left for the next. */
export function forgetDrafts(): void {
  held.clear()
  for (const name of rememberedNames('session')) if (name.startsWith(prefix)) remember('session', name, null)
}

/**
 * A text that survives a reload, a restart of the server and an expired session. `name` says which field of which record it belongs to, such as
 * `note:note_…:content`.
 */
export function useDraft(
  name: string,
  initial = '',
): [text: string, setText: (text: string) => void, forget: () => void] {
  const [state, setState] = useState({ name, text: draftOf(name) ?? initial })
  const text = state.name === name ? state.text : (draftOf(name) ?? initial)
  const setText = useCallback(
    (next: string) => {
      keepDraft(name, next === initial ? null : next)
      setState({ name, text: next })
    },
    [name, initial],
  )
  const forget = useCallback(() => {
    keepDraft(name, null)
    setState({ name, text: initial })
  }, [name, initial])
  return [text, setText, forget]
}
