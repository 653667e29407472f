import { remember, remembered } from './storage.ts'

const name = 'svc-workspace'

/** The workspace that this tab works in; null: the first one of the account. */
export function chosenWorkspace(): string | null {
  return remembered('session', name) ?? remembered('local', name)
}

/** This tab works there from its next page on, and so do tabs that are opened later. Null: the first one of the account again. */
export function chooseWorkspace(id: string | null): void {
  remember('session', name, id)
  remember('local', name, id)
}
