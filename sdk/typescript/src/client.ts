import { Call, readJson } from './core/call.ts'
import type { ClientOptions, QueryValue, RequestOptions } from './core/transport/options.ts'
import { uuid } from './core/transport/runtime.ts'
import { followed } from './core/streams/followed.ts'
import type { EventStream, StreamEvent } from './core/streams/stream.ts'
import { Transport } from './core/transport/transport.ts'
import type { Content, Method, Request } from './core/transport/transport.ts'
import { Webhooks } from './core/webhook.ts'
import { SvcError } from './core/errors.ts'
import { Admin } from './resources/admin.ts'
import { AgentApps } from './resources/agent-apps.ts'
import { Conversations } from './resources/conversations.ts'
import { Data } from './resources/data.ts'
import { Developer } from './resources/developer.ts'
import { Email } from './resources/email.ts'
import { Events } from './resources/events.ts'
import { Export } from './resources/export/export.ts'
import { Files } from './resources/files.ts'
import { Jobs } from './resources/jobs.ts'
import { Memory } from './resources/memory.ts'
import { Ml } from './resources/ml/ml.ts'
import { Models } from './resources/models.ts'
import { Playbooks } from './resources/playbooks.ts'
import { Research } from './resources/research/research.ts'
import { Stats } from './resources/stats.ts'
import { Tools } from './resources/tools.ts'
import { Workspace } from './resources/workspace.ts'

/** What a call of any route sends. */
export interface RawParts extends RequestOptions {
  query?: Readonly<Record<string, QueryValue>>
  /** An object, sent as JSON. */
  body?: unknown
  content?: Content
}

/** Calls the API of one svc server, in one workspace. */
export class SvcClient {
  readonly #transport: Transport
  readonly admin: Admin
  readonly agentApps: AgentApps
  readonly conversations: Conversations
  readonly data: Data
  readonly developer: Developer
  readonly email: Email
  readonly events: Events
  readonly export: Export
  readonly files: Files
  readonly jobs: Jobs
  readonly memory: Memory
  readonly ml: Ml
  readonly models: Models
  readonly playbooks: Playbooks
  readonly research: Research
  readonly stats: Stats
  readonly tools: Tools
  readonly webhooks: Webhooks = new Webhooks()
  readonly workspace: Workspace

  /** @throws SvcError when the address or the key is missing */
  constructor(options: ClientOptions | Transport = {}) {
    const transport = options instanceof Transport ? options : new Transport(options)
    this.#transport = transport
    this.admin = new Admin(transport)
    this.agentApps = new AgentApps(transport)
    this.conversations = new Conversations(transport)
    this.data = new Data(transport)
    this.developer = new Developer(transport)
    this.email = new Email(transport)
    this.events = new Events(transport)
    this.export = new Export(transport)
    this.files = new Files(transport)
    this.jobs = new Jobs(transport)
    this.memory = new Memory(transport)
    this.ml = new Ml(transport)
    this.models = new Models(transport)
    this.playbooks = new Playbooks(transport)
    this.research = new Research(transport)
    this.stats = new Stats(transport)
    this.tools = new Tools(transport)
    this.workspace = new Workspace(transport)
  }

  get baseUrl(): string {
    return this.#transport.baseUrl
  }

  /** A client that differs in some options. */
  withOptions(options: ClientOptions): SvcClient {
    return new SvcClient(this.#transport.with(options))
  }

  /** What is safe to show: the address, and never the key. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl }
  }

  get<T = unknown>(path: string, parts?: RawParts): Call<T> {
    return this.request('GET', path, parts)
  }

  post<T = unknown>(path: string, parts?: RawParts): Call<T> {
    return this.request('POST', path, parts)
  }

  put<T = unknown>(path: string, parts?: RawParts): Call<T> {
    return this.request('PUT', path, parts)
  }

  patch<T = unknown>(path: string, parts?: RawParts): Call<T> {
    return this.request('PATCH', path, parts)
  }

  delete<T = unknown>(path: string, parts?: RawParts): Call<T> {
    return this.request('DELETE', path, parts)
  }

  /** Any call of the API. @throws SvcError for a path that is none */
  request<T = unknown>(method: Method, path: string, { body, content, ...options }: RawParts = {}): Call<T> {
    return new Call(async () => this.#transport.send(rawRequest(method, path, { body, content, options })), readJson<T>)
  }

  /** The events of any route that streams them: to a GET, resumed by `Last-Event-ID`; to a POST, until its connection breaks. */
  stream<E extends StreamEvent = StreamEvent & Record<string, unknown>>(
    path: string,
    { method = 'GET', body, content, ...options }: RawParts & { method?: 'GET' | 'POST' } = {},
  ): EventStream<E> {
    // Of every try the same, so that nothing is begun twice.
    const idempotencyKey = options.idempotencyKey ?? uuid()
    return followed<E>(this.#transport, {
      request: () => rawRequest(method, path, { body, content }),
      options: method === 'GET' ? options : { ...options, idempotencyKey },
      resumes: method === 'GET',
      isLast: ({ type }) => type === 'done',
      final: () => Promise.resolve(undefined),
    })
  }
}

function rawRequest(
  method: Method,
  path: string,
  { body, content, options }: Pick<RawParts, 'body' | 'content'> & { options?: RequestOptions },
): Request {
  return {
    method,
    path: checkedPath(path),
    options,
    ...(body !== undefined && { body }),
    ...(content !== undefined && { content }),
  }
}

/** @throws SvcError for what is no path: an address of its own would get the key */
function checkedPath(path: string): string {
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path))
    throw new SvcError('path must begin with one slash, such as /api/memory.')
  return path
}
