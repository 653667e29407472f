import { UnavailableError } from '@svc/plugin'
import type { ApiClient } from '../api/api-client.ts'
import { HttpApi } from '../api/http-api.ts'
import { noteServerElsewhere } from '../command-context.ts'
import type { LocalContext } from '../command-context.ts'
import { checkedUrl } from '../local-machine.ts'
import type { Commands } from '../generated/commands.ts'

interface Readiness {
  status: string
  checks: { name: string; ok: boolean; detail: string }[]
}

/** Asks a server that runs; starts none. */
export async function health(context: LocalContext<Commands['health']>): Promise<number> {
  const { home, shell, signal } = context
  const baseUrl = shell.env['SVC_BASE_URL']
  await noteServerElsewhere(home, context.io)
  const api: ApiClient | null = baseUrl
    ? new HttpApi({ baseUrl: checkedUrl(baseUrl), signal })
    : await home.runningServer()
  if (!api) {
    throw new UnavailableError(`No server runs on the home ${await home.path()}. Start one with: svc start`)
  }
  try {
    const { status, body } = await api.exchange<Readiness>({ method: 'GET', path: '/readyz', signal })
    const { checks } = body
    const lines = checks.map(
      check => `${check.ok ? 'ok  ' : 'FAIL'} ${check.name}${check.ok ? '' : `: ${check.detail}`}`,
    )
    context.io.result(body, [status === 200 ? 'ready' : 'not ready', ...lines].join('\n'))
    return status === 200 ? 0 : 1
  } finally {
    await api.close()
  }
}
