import type { RouteDefinition } from '../http.ts'
import type { JsonValue } from '../json-schema.ts'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'

/** One finished request, for usage accounting. */
export interface FinishedRequest {
  at: number
  /** `null` also where another server of the installation has answered, which counts the request. */
  principal: Principal | null
  method: string
  /** The route's pattern, such as `/api/jobs/:job_id`; `null` when none matched. */
  route: string | null
  status: number
  duration_ms: number
}

export interface InternalRequest {
  method: string
  /** `/api/…` with its query. */
  path: string
  body?: JsonValue
  headers?: Record<string, string>
  principal: Principal
  signal?: AbortSignal
}

export interface InternalResponse {
  status: number
  headers: Record<string, string>
  body: JsonValue
}

/** A page of HTML, and the headers that it needs beside the usual ones. */
export interface UnknownPage {
  /** 200 for a page that the browser draws by its address; 404 when left out. */
  status?: number
  html: string
  headers: Record<string, string>
}

/** What a probe answers. */
export interface ProbeAnswer {
  contentType: string
  text: string
}

/** A field of a route's input that names records of another plugin, and the scope that reading them takes beside the route's own. */
export interface RecordScope {
  /** Its path in the part of the request, `*` for each item of a list: `['items', '*', 'file_id']`. */
  path: readonly string[]
  scope: string
}

/** A route with what a description of the API says of it beside its definition. */
export interface DescribedRoute {
  definition: RouteDefinition
  /** Of the plugin that serves it. */
  title: string
  /** Whether it takes an `Idempotency-Key`; `handler`: it keeps the record itself. */
  idempotency: boolean | 'handler'
  /** Whether its answer has an `ETag` of the kernel's making, so that a matching `If-None-Match` is answered 304. */
  etag: boolean
  /** Of its path, query, body and form. */
  records: readonly RecordScope[]
}

/** What plugins may know of the HTTP server and ask of it. */
export interface HttpServer {
  /** Name and version of svc, and the address it is reached at. */
  facts(): { version: string; base_url: string; features: Record<string, boolean> }
  /** All routes; complete once every plugin is set up. */
  routes(): readonly DescribedRoute[]
  /** The `title` of problems with this code; without a code, that of the status. */
  problemTitle(code: string | null, status: number): string
  /**
   * Adds a page for machines that watch the server, at the root and below the base path: outside the API, its document and its limits,
   * open to everyone who reaches the port. During setup only.
   */
  addProbe(path: string, answer: (request: { authorization: string | undefined }) => Promise<ProbeAnswer>): void
  /**
   * What a browser is shown at a path that nothing serves; programs, which do not ask for HTML, get the problem. `path` is the one below the
   * base path. During setup only, and by one plugin.
   */
  setUnknownPage(page: (request: { path: string; detail: string }) => Promise<UnknownPage>): void
  onRequestFinished(listener: (request: FinishedRequest) => void): void
  /** Runs one of our own routes as `principal`, through validation and authorization, without a socket. */
  dispatch(request: InternalRequest): Promise<InternalResponse>
}

export const httpServer = defineService<HttpServer>('core.http')
