import { useCallback, useState } from 'react'
import { remember, remembered, rememberedNames } from './storage.ts'

const prefix = 'svc-draft:'

/** Drafts of tabs that were closed, each under the id of its tab. */
const leftPrefix = 'svc-left:'
const tabName = 'svc-tab'

interface LeftDrafts {
  user_id: string
  drafts: Readonly<Record<string, string>>
}

/** What a full or refused storage could not take lives as long as the page. */
const held = new Map<string, string>()

/** Before each name: the person and the workspace that it was typed in. */
let place = prefix

/** What was typed under this name and not yet saved; null: nothing was. */
export function draftOf(name: string): string | null {
  return held.get(place + name) ?? remembered('session', place + name)
}

/** Keeps what is typed until it is saved; null: it was, or is given up. */
export function keepDraft(name: string, text: string | null): void {
  keep(place + name, text)
}

function keep(full: string, text: string | null): void {
  held.delete(full)
  if (!remember('session', full, text) && text !== null) held.set(full, text)
}

/** Nothing of one person is left for the next. */
export function forgetDrafts(): void {
  held.clear()
  for (const name of rememberedNames('session')) if (name.startsWith(prefix)) remember('session', name, null)
  for (const name of rememberedNames('local')) if (name.startsWith(leftPrefix)) remember('local', name, null)
}

/**
 * From now on, drafts are those of this person in this workspace. What somebody else typed in this tab is forgotten. What this person typed in tabs that were
 * closed goes on here; where something else is typed already, it waits for another tab.
 */
export function openDrafts(userId: string, workspaceId: string): void {
  place = `${prefix}${userId}:${workspaceId}:`
  for (const name of rememberedNames('session'))
    if (name.startsWith(prefix) && !name.startsWith(`${prefix}${userId}:`)) remember('session', name, null)
  for (const name of rememberedNames('local')) {
    if (!name.startsWith(leftPrefix)) continue
    const left = JSON.parse(remembered('local', name) ?? 'null') as LeftDrafts | null
    if (left?.user_id !== userId) continue
    const drafts = Object.entries(left.drafts).filter(([draft]) => draft.startsWith(prefix))
    for (const [draft, text] of drafts) if (remembered('session', draft) === null) keep(draft, text)
    const others = drafts.filter(([draft, text]) => remembered('session', draft) !== text)
    const rest: LeftDrafts = { user_id: userId, drafts: Object.fromEntries(others) }
    remember('local', name, others.length === 0 ? null : JSON.stringify(rest))
  }
}

/** Leaves what is typed here for the next tab when this one is closed. Call what it returns to stop. */
export function leaveDrafts(userId: string): () => void {
  const tab = remembered('session', tabName) ?? String(Math.random()).slice(2)
  remember('session', tabName, tab)
  const own = leftPrefix + tab
  const leave = (): void => {
    const names = rememberedNames('session').filter(name => name.startsWith(prefix))
    const drafts = Object.fromEntries(names.map(name => [name, remembered('session', name) ?? '']))
    if (names.length > 0) remember('local', own, JSON.stringify({ user_id: userId, drafts } satisfies LeftDrafts))
  }
  // Back in the history, or after a reload, the tab is open again.
  const stay = (): void => void remember('local', own, null)
  addEventListener('pagehide', leave)
  addEventListener('pageshow', stay)
  return () => {
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', stay)
  }
}

/**
 * A text that survives a reload, a restart of the server and an expired session. `name` says which field of which record it belongs to, such as
 * `note:note_…:content`.
 */
export function useDraft(
  name: string,
  initial = '',
): [text: string, setText: (text: string) => void, forget: () => void] {
  // Null: nothing was typed, so that `initial` is shown, also when it changes.
  const [state, setState] = useState({ name, typed: draftOf(name) })
  const typed = state.name === name ? state.typed : draftOf(name)
  const setText = useCallback(
    (next: string) => {
      const kept = next === initial ? null : next
      keepDraft(name, kept)
      setState({ name, typed: kept })
    },
    [name, initial],
  )
  const forget = useCallback(() => {
    keepDraft(name, null)
    setState({ name, typed: null })
  }, [name])
  return [typed ?? initial, setText, forget]
}
