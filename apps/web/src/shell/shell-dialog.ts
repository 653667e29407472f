import { useSyncExternalStore } from 'react'

/** What stands over any page. */
export type ShellDialog = 'palette' | 'keys'

let open: ShellDialog | null = null
const listeners = new Set<() => void>()

export function showDialog(dialog: ShellDialog | null): void {
  open = dialog
  for (const listener of listeners) listener()
}

export function useShellDialog(): ShellDialog | null {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}
