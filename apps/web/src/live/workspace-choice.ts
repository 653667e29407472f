import { remember, remembered } from './storage.ts'

const name = 'svc-workspace'

// Read once: what another tab chooses later is not for this one. An empty text is the first workspace of the account, also after a reload.
let chosen = remembered('session', name) ?? remembered('local', name) ?? ''
remember('session', name, chosen)

/** The workspace that this tab works in; null: the first one of the account. */
export function chosenWorkspace(): string | null {
  return chosen === '' ? null : chosen
}

/** This tab works there from its next page on, and so do tabs that are opened later. Null: the first one of the account again. */
export function chooseWorkspace(id: string | null): void {
  remember('session', name, id ?? '')
  remember('local', name, id)
}

/** The chosen one is closed to this person: the tab works in the first one of the account at once. */
export function leaveWorkspace(): void {
  chosen = ''
  chooseWorkspace(null)
}
