import type { JsonValue } from '@svc/plugin'
import type { CliEvent } from '@svc/plugin/contracts/cli'

export interface ApiRequest {
  method: string
  /** `/api/…` with its query, or a probe such as `/readyz`. */
  path: string
  body?: JsonValue
  signal: AbortSignal
}

export interface ApiResponse {
  status: number
  body: JsonValue
}

/** One way to the API: over the network, over the home's socket, or inside this process. */
export interface ApiClient {
  request(request: ApiRequest): Promise<ApiResponse>
  /** An event stream; null where answers come whole. @throws SvcError made from the problem that came instead */
  events(request: ApiRequest): Promise<AsyncIterable<CliEvent> | null>
  close(): Promise<void>
}
