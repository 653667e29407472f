import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { JsonValue } from '@svc/plugin'
import { UnavailableError, ValidationError } from '@svc/plugin'
import type { CliContext, CliUpload } from '@svc/plugin/contracts/cli'
import { HttpApi } from './api/http-api.ts'
import { problemError } from './api/problem-error.ts'
import type { LocalMachine } from './local-machine.ts'
import type { Shell } from './shell.ts'

export interface Invocation {
  arguments: Record<string, string>
  options: Record<string, string | boolean | string[]>
  rest: string[]
}

/** The context of one command, with the API behind whichever door is open. */
export function commandContext(invocation: Invocation, shell: Shell, machine: LocalMachine): CliContext {
  const json = invocation.options['json'] === true
  return {
    ...invocation,
    cwd: shell.cwd,
    json,
    interactive: shell.interactive && !json,
    signal: shell.signal,
    result(value, text) {
      shell.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`)
    },
    note(text) {
      if (!json) shell.stderr.write(`${text}\n`)
    },
    print(text) {
      if (!json) shell.stdout.write(text)
    },
    ask: question => askLine(shell, question),
    api: (method, path, body, signal = shell.signal) => callApi(machine, shell, { method, path, body, signal }),
    upload: (method, path, content) => upload(machine, shell, method, path, content),
    download: (path, body) => download(machine, shell, path, body),
    events: (method, path, body) => openEvents(machine, shell, { method, path, body, signal: shell.signal }),
  }
}

interface Call {
  method: string
  path: string
  body: JsonValue | undefined
  signal: AbortSignal
}

async function openEvents(machine: LocalMachine, shell: Shell, { body, ...call }: Call) {
  const remote = remoteApi(shell.env)
  const api = remote ?? (await machine.api())
  const events = await api.events({ ...call, ...(body === undefined ? {} : { body }) })
  return events && remote ? closedAfter(events, remote) : events
}

async function upload(
  machine: LocalMachine,
  shell: Shell,
  method: 'POST' | 'PUT',
  path: string,
  content: CliUpload,
): Promise<JsonValue> {
  const remote = remoteApi(shell.env)
  try {
    const api = remote ?? (await runningServer(machine))
    return await api.upload({ method, path, ...content, signal: shell.signal })
  } finally {
    await remote?.close()
  }
}

async function download(machine: LocalMachine, shell: Shell, path: string, sent?: JsonValue): Promise<Readable> {
  const remote = remoteApi(shell.env)
  const api = remote ?? (await runningServer(machine))
  const body = await api.download(path, shell.signal, sent)
  return remote ? body.once('close', () => void remote.close()) : body
}

/** Bytes go through a server alone: what this process answers itself is JSON. */
async function runningServer(machine: LocalMachine): Promise<HttpApi> {
  const api = await machine.api()
  if (api instanceof HttpApi) return api
  throw new UnavailableError(
    'No server runs on this home. Start one with "svc start", or name one with SVC_BASE_URL and SVC_API_KEY.',
  )
}

async function* closedAfter<T>(events: AsyncIterable<T>, remote: HttpApi): AsyncGenerator<T> {
  try {
    yield* events
  } finally {
    await remote.close()
  }
}

/** On standard error, so that what is piped on is the result alone. */
async function askLine({ stdin, stderr, signal }: Shell, question: string): Promise<string | null> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true })
  try {
    return await new Promise<string | null>(resolve => {
      lines.question(question, { signal }, resolve)
      // A terminal in raw mode makes Ctrl-C a key; it ends the input as Ctrl-D does.
      lines.once('SIGINT', () => resolve(null)).once('close', () => resolve(null))
    })
  } finally {
    lines.close()
  }
}

async function callApi(machine: LocalMachine, shell: Shell, call: Call): Promise<JsonValue> {
  const remote = remoteApi(shell.env)
  const api = remote ?? (await machine.api())
  try {
    const answer = await api.request({
      method: call.method,
      path: call.path,
      signal: call.signal,
      ...(call.body === undefined ? {} : { body: call.body }),
    })
    if (answer.status >= 400) throw problemError(answer)
    return answer.body
  } finally {
    await remote?.close()
  }
}

/** The server that the reader names, when they name one. */
export function remoteApi(env: Shell['env']): HttpApi | null {
  const { SVC_BASE_URL: baseUrl, SVC_API_KEY: key } = env
  if (!baseUrl && !key) return null
  if (!baseUrl)
    throw new ValidationError(
      'SVC_API_KEY is set and SVC_BASE_URL is not. Set both to call a server, or none to use the home of this machine.',
    )
  if (!key)
    throw new ValidationError(
      'SVC_BASE_URL is set and SVC_API_KEY is not. Set both to call a server, or none to use the home of this machine.',
    )
  return new HttpApi({ baseUrl: checkedUrl(baseUrl), headers: { authorization: `Bearer ${key}` } })
}

/** Scheme, host and path of a server, without a trailing slash. */
export function checkedUrl(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
  throw new ValidationError(
    `SVC_BASE_URL is "${text}", which is no address of a server. Write it like http://127.0.0.1:8420.`,
  )
}
