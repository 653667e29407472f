import type { JsonValue } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'

export interface ApiRequest {
  method: string
  /** `/api/…` with its query, or a probe such as `/readyz`. */
  path: string
  body?: JsonValue
  signal: AbortSignal
}

export interface ApiResponse<Body = JsonValue> {
  status: number
  body: Body
}

/** One way to the API: over the network, over the home's socket, or inside this process. */
export interface ApiClient extends Omit<CommandClient, 'at'> {
  /** The answer as it came, problem or not; the route says what `Body` is. */
  exchange<Body = JsonValue>(request: ApiRequest): Promise<ApiResponse<Body>>
  /** Later calls work in this workspace of the caller's. */
  useWorkspace(id: string): void
  close(): Promise<void>
}
