import { defineDriver } from '@svc/plugin'
import { SqliteDataPlane } from '../../../kernel/drivers/sqlite/data/sqlite-data-plane.ts'

/** The test reaches it by this name, because a plugin is loaded apart from the test. */
const opened = Symbol.for('svc-test-closing-plane')

/** A data plane whose workspaces come and go, as they do where many servers share them. */
export class ClosingDataPlane extends SqliteDataPlane {
  /** Closes the workspace, and has `change` change its file behind everybody's back. */
  replace(workspaceId: string, change: (path: string) => void): void {
    this.forget(workspaceId)
    this.listeners.closed(workspaceId)
    change(this.pathOf(workspaceId))
  }
}

export const closing = defineDriver({
  id: 'closing',
  inHome: true,
  serves: () => 0,
  provides: {
    data(options) {
      const plane = new ClosingDataPlane(options)
      Reflect.set(globalThis, opened, plane)
      return plane
    },
  },
})

export function openedPlane(): ClosingDataPlane {
  return Reflect.get(globalThis, opened) as ClosingDataPlane
}
