import type { DoctorCheck, Server } from '../doctor-check.ts'
import { failed, ok } from '../finding.ts'

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
