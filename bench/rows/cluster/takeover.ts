import { setTimeout as wait } from 'node:timers/promises'
import { median } from '../../support/load.ts'
import { addedAtMost } from '../../support/row.ts'
import type { Row } from '../../support/row.ts'
import type { SvcServer } from '../../support/svc.ts'
import { ask, BenchInstallation, leaseSeconds, ownerFirst, path } from './bench-installation.ts'

const rounds = 5
const notes = 50

/** The owner is killed; the other server is asked until it answers for the workspace. */
export async function takeover(): Promise<Row[]> {
  await using installation = await BenchInstallation.start()
  let homes = 0
  const serve = (): Promise<SvcServer> => installation.serve(`home-${(homes += 1)}`)
  let servers = [await serve(), await serve()]
  const away: number[] = []
  const restores: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [owner, other] = await ownerFirst(servers)
    if (owner === undefined || other === undefined) throw new Error('there are two servers')
    for (let n = 0; n < notes; n += 1)
      await (await ask(owner, 'POST', '/api/workspace/notes', { title: `note ${n}`, body: 'kept' })).text()
    const before = await restoreSeconds(other)
    await installation.kill(owner)
    const killedAt = performance.now()
    while ((await ask(other, 'GET', '/api/workspace/notes?limit=1')).status !== 200) await wait(10)
    away.push((performance.now() - killedAt) / 1000)
    restores.push((await restoreSeconds(other)) - before)
    servers = [other, await serve()]
  }
  const limit = leaseSeconds + median(restores)
  const measure = `owner killed: until its workspace answers elsewhere, longest of ${rounds}`
  const beside = { name: `the lease of ${leaseSeconds} s and the restore`, value: limit }
  return [addedAtMost({ path, measure, ours: Math.max(...away), unit: 's', beside }, 2)]
}

/** Of all restores together. */
async function restoreSeconds(server: SvcServer): Promise<number> {
  const text = await (await ask(server, 'GET', '/metrics')).text()
  return Number(/^svc_restore_seconds_sum (\S+)$/m.exec(text)?.[1] ?? 0)
}
