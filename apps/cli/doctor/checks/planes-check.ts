import type { PlaneStatus } from '@svc/plugin'
import { ask } from '../ask.ts'
import type { DoctorCheck, Server } from '../doctor-check.ts'
import { failed, ok } from '../finding.ts'

export const planesCheck: DoctorCheck<Server> = {
  name: 'planes',
  async run({ api }, signal) {
    const answer = await ask<{ planes: Record<string, PlaneStatus> }>(api, '/api/data/planes/status', 'planes', signal)
    if (answer.notTold) return [answer.notTold]
    return Object.entries(answer.body.planes).map(([name, plane]) => {
      const detail = [plane.driver, plane.location, plane.detail].filter(Boolean).join(', ')
      if (plane.healthy) return ok(`plane ${name}`, detail)
      return failed(`plane ${name}`, detail, 'Mend what it says, or restore a backup; the log has the cause.')
    })
  },
}
