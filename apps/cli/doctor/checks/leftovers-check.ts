import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { ok, warning } from '../finding.ts'
import { walkHome } from '../walk-home.ts'

const unfinished = /\.(tmp|partial)$/
const oldMs = 60 * 60 * 1000

/** Files that a killed process left half-written. */
export const leftoversCheck: DoctorCheck<Machine> = {
  name: 'leftovers',
  async run({ home, homeExists }) {
    if (!homeExists) return []
    const files = await walkHome(home)
    const left = files.filter(({ path, changedAt }) => unfinished.test(path) && Date.now() - changedAt > oldMs)
    if (left.length === 0) return [ok('leftovers', 'none')]
    const bytes = left.reduce((sum, file) => sum + file.bytes, 0)
    return [
      warning(
        'leftovers',
        `${left
          .map(({ path }) => path)
          .slice(0, 5)
          .join(', ')} (${left.length} in all, ${bytes} bytes) were never finished`,
        'While no server runs they may be deleted.',
      ),
    ]
  },
}
