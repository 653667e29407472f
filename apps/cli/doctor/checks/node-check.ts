import type { DoctorCheck } from '../doctor-check.ts'
import { failed, ok } from '../finding.ts'

const oldestNode = 24

export const nodeCheck: DoctorCheck<unknown> = {
  name: 'node',
  run() {
    const fits = Number(process.versions.node.split('.')[0]) >= oldestNode
    if (fits) return [ok('node', process.version)]
    return [
      failed(
        'node',
        `${process.version} is too old; svc needs ${oldestNode}`,
        'Start it with npm start, which brings one.',
      ),
    ]
  },
}
