import { ConflictError, ForbiddenError, hasScope, NotFoundError } from '@svc/plugin'
import type { Callers, Job, JobContext, JobHandler, JobQueue, JsonValue, Principal, SavedCaller } from '@svc/plugin'
import type { Memories } from '@svc/plugin/contracts/memory'
import { jsonHash } from '@svc/plugin/library/text/canonical-json'
import type { Library } from '../library/library.ts'

export const rememberJob = 'files.remember'

/** `schemas/remember-job.schema.json` */
export interface RememberPayload {
  file_id: string
  source: string | null
  tags: string[]
  caller: SavedCaller
}

export interface RememberingFilesOptions {
  library: Library
  /** Undefined while the plugin that remembers is off. */
  memories: Memories | undefined
  jobs: JobQueue
  callers: Callers
}

/** Puts the text of a file into the workspace's memory, in the background. */
export class RememberingFiles {
  readonly #options: RememberingFilesOptions

  constructor(options: RememberingFilesOptions) {
    this.#options = options
  }

  /** @throws ConflictError while there is no memory; ForbiddenError, NotFoundError */
  async ask(principal: Principal, fileId: string, options: { source?: string | null; tags?: string[] }): Promise<Job> {
    const { callers, jobs, library, memories } = this.#options
    if (!hasScope(principal.scopes, 'memory:write'))
      throw new ForbiddenError('forbidden', 'To remember a file takes the scope memory:write too.')
    const { workspace_id } = principal
    const file = library.get(workspace_id, fileId)
    if (!memories) throw new ConflictError('conflict', 'The plugin "memory" is not running: nothing can be remembered.')
    const { source = file.path, tags = [] } = options
    const payload: RememberPayload = { file_id: fileId, source, tags, caller: callers.save(principal) }
    // What another asks for, or asks for otherwise, is a job of its own.
    const order = jsonHash([fileId, file.version, source, tags, principal.user_id, principal.key_id ?? null])
    const unique_key = `${rememberJob} ${order}`
    const { job } = await jobs.enqueue(workspace_id, { kind: rememberJob, payload, unique_key })
    return job
  }

  handler(): JobHandler<RememberPayload> {
    return context => this.#remember(context)
  }

  async #remember({ job_id, workspace_id, payload, signal }: JobContext<RememberPayload>): Promise<JsonValue> {
    const { callers, library, memories } = this.#options
    if (!memories) throw new NotFoundError('The plugin "memory" is not running.')
    const principal = await callers.resume(payload.caller)
    const { file_id, source, tags } = payload
    return library.withPath(workspace_id, file_id, async (path, file) => {
      const { document, duplicate, warnings } = await memories.importFile(
        { name: file.name, content_type: file.content_type, path },
        { source, tags },
        {
          principal,
          provenance: {
            via: 'file',
            user_id: principal.user_id,
            username: principal.username,
            ...(principal.key_id === undefined ? {} : { key_id: principal.key_id }),
            file_id,
            file_name: file.name,
            job_id,
          },
          signal,
        },
      )
      return { file_id, document_id: document.id, chunks: document.chunks, duplicate, warnings }
    })
  }
}
