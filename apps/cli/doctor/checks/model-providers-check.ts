import { createRedaction } from '../../../../kernel/index.ts'
import type { DoctorCheck, Finding, Server } from '../doctor-check.ts'
import { ask } from '../ask.ts'
import { counted } from '@svc/plugin/contracts/cli'
import { messageOf } from '@svc/plugin'
import { failed, ok } from '../doctor-check.ts'

const patienceMs = 8_000
const path = '/api/models/providers'

interface Provider {
  id: string
  name: string
  kind: string
}

interface ProviderTest {
  ok: boolean
  models: number
  error: { code: string; message: string } | null
}

/** Each provider of models answers, and takes its key. All of them are asked at once. */
export const modelProvidersCheck: DoctorCheck<Server> = {
  name: 'models',
  async run(server, signal) {
    const { status } = await server.api.exchange({ method: 'GET', path, signal })
    // The plugin is off or failed, which has a finding of its own.
    if (status === 404 || status === 503) return []
    const answer = await ask<{ items: Provider[] }>(server.api, path, 'models', signal)
    if (answer.refusal) return [answer.refusal]
    const redaction = createRedaction()
    redaction.add(server.configuration.secrets)
    const findings = await Promise.all(answer.body.items.map(provider => test(server, provider, signal)))
    return findings.map(finding => ({ ...finding, detail: redaction.redact(finding.detail) }))
  },
}

async function test({ api }: Server, { id, name, kind }: Provider, signal: AbortSignal): Promise<Finding> {
  const check = `models of ${name}`
  const limit = AbortSignal.timeout(patienceMs)
  try {
    const { status, body } = await api.exchange<ProviderTest>({
      method: 'POST',
      path: `${path}/${encodeURIComponent(id)}/test`,
      body: {},
      signal: AbortSignal.any([signal, limit]),
    })
    if (status !== 200) return failed(check, `the server answered ${status} when it was asked to test the provider`)
    if (body.ok) return ok(check, `${kind}, ${counted(body.models, 'model')}`)
    return failed(check, body.error?.message ?? 'it does not work', 'Correct its address or its key.')
  } catch (error) {
    signal.throwIfAborted()
    const reason = limit.aborted ? `no answer within ${patienceMs / 1000} s` : messageOf(error)
    return failed(check, reason, 'See whether the provider runs, and whether its address is right.')
  }
}
