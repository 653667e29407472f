import { RemoteError } from '@svc/plugin/child'

export type EngineFailureCode =
  'sql_forbidden' | 'sql_error' | 'query_limit' | 'payload_too_large' | 'not_found' | 'import_failed'

/** An error that reaches the caller with its code and its sentence, which may name no path of this machine. */
export function engineFailure(code: EngineFailureCode, message: string): RemoteError {
  return new RemoteError(code, message)
}
