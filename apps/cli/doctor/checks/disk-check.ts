import { statfs } from 'node:fs/promises'
import type { DoctorCheck, Machine } from '../doctor-check.ts'
import { failed, ok, warning } from '../finding.ts'

const tightBytes = 1024 ** 3
const tooTightBytes = 100 * 1024 ** 2

export const diskCheck: DoctorCheck<Machine> = {
  name: 'disk',
  async run({ home, homeExists }) {
    if (!homeExists) return []
    const { bavail, bsize, ffree, files } = await statfs(home)
    const free = bavail * bsize
    const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`
    if (free < tooTightBytes) return [failed('disk', detail, 'Make room: writes will fail.')]
    // Some file systems have no fixed number of inodes and say 0.
    if (files > 0 && ffree < 1000)
      return [failed('disk', `${detail}, and ${ffree} inodes`, 'Delete files: no new ones can be made soon.')]
    if (free < tightBytes) return [warning('disk', detail, 'Make room soon.')]
    return [ok('disk', detail)]
  },
}
