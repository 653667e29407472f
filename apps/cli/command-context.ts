import type { JsonValue } from '@svc/plugin'
import { ValidationError } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
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
    api: (method, path, body) => callApi(machine, shell, { method, path, body }),
  }
}

async function callApi(
  machine: LocalMachine,
  shell: Shell,
  call: { method: string; path: string; body: JsonValue | undefined },
): Promise<JsonValue> {
  const remote = remoteApi(shell.env)
  const api = remote ?? (await machine.api())
  try {
    const answer = await api.request({
      method: call.method,
      path: call.path,
      signal: shell.signal,
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
