import { readFileSync } from 'node:fs'
import type { JsonObject } from '@svc/plugin'
import { startTestKernel } from '../kernel.ts'
import type { TestKernel } from '../kernel.ts'

/** A server with statistics, and what a client does with it. */
export interface TestStats {
  svc: TestKernel
  /** Headers of the owner's second workspace. */
  elsewhere: Record<string, string>
}

export async function startTestStats(): Promise<TestStats> {
  const svc = await startTestKernel({
    plugins: ['stats', 'data', 'export', 'tools', 'developer', 'admin'],
    // Its start would take as long as all that is tested.
    env: { SVC_STATS_SPARE_PROCESS: 'false' },
  })
  const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Elsewhere' } })
  return { svc, elsewhere: { 'x-workspace-id': made.body.id } }
}

/** A form as a browser sends it. */
export async function sendForm(svc: TestKernel, fields: [string, string | File][]) {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const headers = { authorization: `Bearer ${svc.key}` }
  const answer = await fetch(`${svc.url}/api/stats/import`, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as JsonObject }
}

/** A report as bytes. */
export async function exportOf(svc: TestKernel, body: JsonObject) {
  const headers = { authorization: `Bearer ${svc.key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${svc.url}/api/stats/export`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

export const referenceData = (name: string): string =>
  readFileSync(new URL(`../../../plugins/stats/reference/${name}.csv`, import.meta.url), 'utf8')
