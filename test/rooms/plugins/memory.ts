import { expect, vi } from 'vitest'
import type { JsonObject, JsonValue } from '@svc/plugin'
import { startTestKernel } from '../kernel.ts'
import type { TestKernel } from '../kernel.ts'

/** A server with memory, and what a client does with it. */
export interface TestMemory {
  svc: TestKernel
  /** Headers of the owner's second workspace, which none of the first may enter. */
  elsewhere: Record<string, string>
}

export async function startTestMemory(): Promise<TestMemory> {
  // By keywords alone: what a model makes of it is measured elsewhere.
  const svc = await startTestKernel({ plugins: ['memory', 'developer', 'tools', 'admin'] })
  const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Elsewhere' } })
  return { svc, elsewhere: { 'x-workspace-id': made.body.id } }
}

export const addTo = (svc: TestKernel, body: JsonObject) => svc.request('POST', '/api/memory', { body })

/** The contents that a search by keywords finds. */
export async function findIn(svc: TestKernel, body: JsonObject): Promise<string[]> {
  const { body: answer } = await svc.request('POST', '/api/memory/search', { body: { mode: 'keyword', ...body } })
  return answer.results.map((result: { content: string }) => result.content)
}

/** A form as a browser sends it. */
export async function sendForm(svc: TestKernel, fields: [string, string | File][]) {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const headers = { authorization: `Bearer ${svc.key}` }
  const answer = await fetch(`${svc.url}/api/memory/import`, { method: 'POST', headers, body })
  return { status: answer.status, body: (await answer.json()) as JsonObject }
}

/** An export of the owner's, as text. */
export async function exportOf(svc: TestKernel, query = '', headers: Record<string, string> = {}) {
  const answer = await fetch(`${svc.url}/api/memory/export${query}`, {
    headers: { cookie: svc.owner.cookie, ...headers },
  })
  return { headers: answer.headers, body: await answer.text() }
}

/** The job once it has ended. */
export async function endedJob(svc: TestKernel, jobId: JsonValue | undefined) {
  return vi.waitFor(
    async () => {
      const { body: job } = await svc.request('GET', `/api/jobs/${String(jobId)}`)
      expect(['succeeded', 'dead']).toContain(job.state)
      return job
    },
    { timeout: 60_000, interval: 50 },
  )
}
