import type { JsonValue } from '@svc/plugin'
import { UnavailableError } from '@svc/plugin'
import type { ApiClient } from '../api/api-client.ts'
import { HttpApi } from '../api/http-api.ts'
import { checkedUrl } from '../command-context.ts'
import type { LocalCommand } from '../local-command.ts'

interface Readiness {
  status: string
  checks: { name: string; ok: boolean; detail: string }[]
}

/** Asks a server that runs; starts none. */
export const healthCommand: LocalCommand = {
  name: 'health',
  summary: 'Ask the running server whether it is ready (exit code 1 when it is not)',
  async run(context, { machine, shell }) {
    const baseUrl = shell.env['SVC_BASE_URL']
    const api: ApiClient | null = baseUrl
      ? new HttpApi({ baseUrl: checkedUrl(baseUrl) })
      : await machine.runningServer()
    if (!api) {
      throw new UnavailableError(`No server runs on the home ${await machine.home()}. Start one with: svc start`)
    }
    try {
      const { status, body } = await api.request({ method: 'GET', path: '/readyz', signal: context.signal })
      const { checks } = body as unknown as Readiness
      const lines = checks.map(
        check => `${check.ok ? 'ok  ' : 'FAIL'} ${check.name}${check.ok ? '' : `: ${check.detail}`}`,
      )
      context.result(body satisfies JsonValue, [status === 200 ? 'ready' : 'not ready', ...lines].join('\n'))
      return status === 200 ? 0 : 1
    } finally {
      await api.close()
    }
  },
}
