import { InternalError, SvcError } from '@svc/plugin'
import type { Callers, JsonValue, Logger } from '@svc/plugin'
import type { ApprovedCall } from '../calls/tool-calls.ts'
import { askedCallOf } from './approval-record.ts'
import type { ApprovalRow } from './approval-store.ts'
import type { ApprovalSettling } from './approval-settling.ts'

export interface ApprovedRunOptions {
  callers: Callers
  settling: ApprovalSettling
  perform(call: ApprovedCall): Promise<{ result: JsonValue }>
  log: Logger
  /** Aborts when the server stops. */
  signal: AbortSignal
}

interface Ending {
  result: string | null
  error: string | null
}

/** Runs an approved call as its original caller. It continues when the approver has left; the server's stop waits for it. */
export class ApprovedRun {
  readonly #options: ApprovedRunOptions
  readonly #running = new Set<Promise<void>>()

  constructor(options: ApprovedRunOptions) {
    this.#options = options
  }

  /** Resolves when the call has ended, well or not. `before` comes first: when it fails nothing runs. */
  async start(workspaceId: string, row: ApprovalRow, before: () => Promise<void>): Promise<void> {
    const { settling } = this.#options
    const ended = this.#endOf(row, before).then(ending =>
      settling.finish(workspaceId, { approval_id: row.approval_id, ...ending }),
    )
    this.#running.add(ended)
    try {
      await ended
    } finally {
      this.#running.delete(ended)
    }
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#running)
  }

  async #endOf(row: ApprovalRow, before: () => Promise<void>): Promise<Ending> {
    const { callers, perform, log, signal } = this.#options
    const { caller, app, arguments: values, origin } = askedCallOf(row)
    const { approval_id, binding, tool_name } = row
    try {
      await before()
      const principal = await callers.resume(caller)
      const call = { name: tool_name, arguments: values, principal, signal, origin, approval_id, binding }
      const { result } = await perform({ ...call, ...(app && { app }) })
      return { result: JSON.stringify(result), error: null }
    } catch (error) {
      if (!(error instanceof SvcError))
        log.error({ approval_id, tool: tool_name, err: error }, 'an approved call failed')
      return { result: null, error: JSON.stringify(faultOf(error, signal)) }
    }
  }
}

function faultOf(error: unknown, signal: AbortSignal): { code: string; message: string } {
  if (signal.aborted)
    return { code: 'interrupted', message: 'The server stopped while the call ran. It is not made again.' }
  if (error instanceof SvcError && !(error instanceof InternalError))
    return { code: error.code, message: error.message }
  return { code: 'internal_error', message: 'The call failed for a reason of the server’s own; its log says more.' }
}
