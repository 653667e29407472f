import { NotFoundError } from '../errors.ts'
import type { Actor } from '../principal.ts'
import { defineExtensionPoint } from '../service.ts'

/** `changed`: somebody wrote into it since it was added; `gone`: deleted. */
export type SampleState = 'as_added' | 'changed' | 'gone'

/** The tag of every record of the sample data, where its kind has tags. */
export const sampleTag = 'sample'

/** One record of the sample data: something that a new person finds in a workspace to try things on. */
export interface WorkspaceSample {
  /** `<plugin>.<name>`; the same in every version of the plugin. */
  id: string
  kind: 'dataset' | 'file' | 'memory' | 'note' | 'task'
  title: string
  /** The scope that adding and removing it needs. */
  permission: string
  /** Makes the record, all or nothing. Gives its id. @throws as the routes of its plugin */
  add(actor: Actor, signal: AbortSignal): Promise<string>
  /** The record of an earlier {@link add} that was cut off before it could give the id; null: it made none. */
  find(actor: Actor): Promise<string | null>
  state(workspaceId: string, recordId: string): SampleState
  /** For good. */
  remove(actor: Actor, recordId: string): Promise<void>
}

/** The sample data of a workspace; hosted by the workspace plugin, which adds and removes it. */
export const workspaceSamples = defineExtensionPoint<WorkspaceSample>('workspace.samples')

/** The state of a record by its version, which is 1 until somebody changes it. `read` throws a NotFoundError when there is none. */
export function stateByVersion(read: () => { version: number }): SampleState {
  try {
    return read().version === 1 ? 'as_added' : 'changed'
  } catch (error) {
    if (error instanceof NotFoundError) return 'gone'
    throw error
  }
}
