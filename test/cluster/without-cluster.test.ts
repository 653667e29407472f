import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('loaded-files.ts', import.meta.url))

it('nothing of what servers share is loaded without SVC_CLUSTER_SECRET', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=svc-source', program])
  const loaded = stdout.split('\n')
  expect(loaded).toContain('answered 201')
  expect(loaded.filter(url => url.endsWith('/kernel/planes/join-cluster.ts'))).toHaveLength(1)
  const ofMode = /\/kernel\/(planes\/placement|drivers\/shipped)\/(?!open-shipping\.ts$)/
  expect(loaded.filter(url => ofMode.test(url))).toEqual([])
})
