import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { JsonValue } from '@svc/plugin'
import { itOfOneServer as it } from '../rooms/first-of-two.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { temporaryFolder } from '../rooms/planes.ts'

const definition = {
  document: { dsl: '1.0.3', namespace: 'default', name: 'pausing', version: '1.0.0' },
  do: [{ pause: { wait: 'P1D' } }],
}

async function ask(svc: TestKernel, method: string, path: string, body?: JsonValue, workspaceId?: string) {
  const headers: Record<string, string> = { origin: svc.url, ...(workspaceId && { 'x-workspace-id': workspaceId }) }
  return svc.request(method, path, { as: 'owner', headers, ...(body !== undefined && { body }) })
}

it('a workspace whose file is damaged takes no plugin from the others at the next start', async () => {
  const folder = await temporaryFolder()
  const home = join(folder.path, 'home')
  const options = { home, plugins: ['admin', 'playbooks', 'export'] }
  const before = await startTestKernel(options)
  const made = await ask(before, 'POST', '/api/workspaces', { name: 'Lab' })
  expect(made).toMatchObject({ status: 201 })
  const { id } = made.body as { id: string }
  expect((await ask(before, 'POST', '/api/playbooks', { definition }, id)).status).toBe(201)
  expect((await ask(before, 'POST', '/api/playbooks/runs', { playbook_id: 'pausing' }, id)).status).toBe(201)
  const order = { items: [{ type: 'markdown', content: '# Kept' }], format: 'md' }
  expect((await ask(before, 'POST', '/api/export', order, id)).status).toBe(200)
  await before.stop()

  const file = await open(join(home, 'workspaces', id, 'data_plane.sqlite'), 'r+')
  await file.write(Buffer.alloc(4096, 'x'), 0, 4096, 0)
  await file.close()
  const after = await startTestKernel(options)
  expect((await ask(after, 'GET', '/api/playbooks')).status).toBe(200)
  expect((await ask(after, 'GET', '/api/export')).status).toBe(200)
  expect((await ask(after, 'GET', '/api/playbooks', undefined, id)).status).toBe(503)
  await after.stop()
  await folder.remove()
})
