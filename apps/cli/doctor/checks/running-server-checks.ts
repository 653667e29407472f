import type { Page, PlaneStatus, PluginStatus } from '@svc/plugin'
import { ask } from '../ask.ts'
import type { DoctorCheck, Server } from '../doctor-check.ts'
import { failed, ok, warning } from '../doctor-check.ts'

export const planesCheck: DoctorCheck<Server> = {
  name: 'planes',
  async run({ api }, signal) {
    const answer = await ask<{ planes: Record<string, PlaneStatus> }>(api, '/api/data/planes/status', 'planes', signal)
    if (answer.refusal) return [answer.refusal]
    return Object.entries(answer.body.planes).map(([name, plane]) => {
      const detail = [plane.driver, plane.location, plane.detail].filter(Boolean).join(', ')
      if (plane.healthy) return ok(`plane ${name}`, detail)
      return failed(`plane ${name}`, detail, 'Fix what it says, or restore a backup. The log has the cause.')
    })
  },
}

export const pluginsCheck: DoctorCheck<Server> = {
  name: 'plugins',
  async run({ api }, signal) {
    const answer = await ask<Page<PluginStatus>>(api, '/api/admin/plugins', 'plugins', signal)
    if (answer.refusal) return [answer.refusal]
    const { items } = answer.body
    const troubled = items.filter(({ outcome }) => outcome !== 'running' && outcome !== 'disabled')
    const restart = items.filter(plugin => plugin.restart_required)
    return [
      ...(troubled.length === 0 ? [ok('plugins', `${items.filter(({ enabled }) => enabled).length} running`)] : []),
      ...troubled.map(({ id, outcome, error }) =>
        outcome === 'waiting-for-owner'
          ? warning(`plugin ${id}`, 'its manifest changed', `Look at it, then: svc plugin enable ${id}`)
          : failed(`plugin ${id}`, `${outcome}: ${error ?? 'the log says why'}`, wayOut(id, error)),
      ),
      ...restart.map(({ id }) => warning(`plugin ${id}`, 'its switch was changed', 'Start the server again.')),
    ]
  },
}

/** A plugin that cannot load says itself how to go on. */
function wayOut(id: string, error: string | null): string | undefined {
  const command = `svc plugin disable ${id}`
  return error?.includes(command) ? undefined : `Correct it, or: ${command}`
}

interface Readiness {
  checks: { name: string; ok: boolean; detail: string }[]
}

export const readinessCheck: DoctorCheck<Server> = {
  name: 'readiness',
  async run({ api }, signal) {
    const { body } = await api.exchange<Readiness>({ method: 'GET', path: '/readyz', signal })
    const { checks } = body
    // Plugins have a check of their own, which knows why they do not run.
    const failing = checks.filter(({ name, ok }) => !ok && !name.startsWith('plugin '))
    if (failing.length === 0) return [ok('readiness', `${checks.length} checks passed`)]
    return failing.map(({ name, detail }) => failed(name, detail, 'The log says more under the same name.'))
  },
}

const soonMs = 14 * 24 * 60 * 60 * 1000

interface ListedKey {
  name: string
  expires_at: string | null
}

/** Keys that have expired or soon will: what uses them stops without a change here. */
export const developerKeysCheck: DoctorCheck<Server> = {
  name: 'developer keys',
  async run({ api }, signal) {
    const answer = await ask<Page<ListedKey>>(api, '/api/developer/keys?limit=200', 'developer keys', signal)
    if (answer.refusal) return [answer.refusal]
    const ending = answer.body.items.filter(({ expires_at: at }) => at !== null && Date.parse(at) - Date.now() < soonMs)
    if (ending.length === 0) return [ok('developer keys', `${answer.body.items.length}, none about to expire`)]
    return ending.map(({ name, expires_at: at }) =>
      warning(
        'developer keys',
        `"${name}" ${Date.parse(at ?? '') < Date.now() ? 'expired' : 'expires'} at ${at}`,
        'Make a new one for what uses it, and revoke this one.',
      ),
    )
  },
}
