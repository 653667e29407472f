import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startTestKernel } from '../../rooms/kernel.ts'
import type { TestKernel } from '../../rooms/kernel.ts'
import { findPython, pythonEnvironment } from '../../support/programs/python.ts'
import { repositoryRoot } from '../../support/repository.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import type { FakeAnswer, FakeModelServer } from '../../support/servers/fake-model-server.ts'
import { listenLocally } from '../../support/servers/local-server.ts'
import { startFaultyProxy } from '../faulty-proxy.ts'
import type { Fault, FaultyProxy } from '../faulty-proxy.ts'

const run = promisify(execFile)
const failed = (error: { stdout: string; stderr: string }) => error
const text = 'One fish, two fish, red fish, blue fish. Zwölf Boxkämpfer 🦊 jagen.'
const plugins = [
  'admin',
  'developer',
  'memory',
  'files',
  'workspace',
  'models',
  'model-providers',
  'conversations',
  'tools',
]
const python = findPython('pytest', 'httpx')

interface Steered {
  svc: TestKernel
  proxy: FaultyProxy
  models: FakeModelServer
}

/** Server, proxy and model as a program in another language steers them. */
function steer({ svc, proxy, models }: Steered): ReturnType<typeof listenLocally> {
  const routes: Record<string, (body: never) => unknown> = {
    '/expect': (faults: Fault[]) => proxy.expect(faults),
    '/script': (answer: FakeAnswer) => models.script(answer),
    '/key': ({ elsewhere }: { elsewhere: boolean }) => makeKey(svc, elsewhere),
    '/revoke': ({ id }: { id: string }) => svc.request('DELETE', `/api/developer/keys/${id}`, { as: 'owner' }),
  }
  const state = () => ({ seen: proxy.seen, left: proxy.left(), open: proxy.open() })
  return listenLocally(
    createServer(async (request, response) => {
      const route = routes[request.url ?? '']
      const answer = (await route?.((await json(request)) as never)) ?? state()
      response.end(JSON.stringify(answer))
    }),
  )
}

/** A key that can be revoked, of the same workspace or of another. */
async function makeKey(svc: TestKernel, elsewhere: boolean): Promise<unknown> {
  const headers: Record<string, string> = {}
  if (elsewhere) {
    const made = await svc.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Elsewhere' } })
    headers['x-workspace-id'] = (made.body as { id: string }).id
  }
  const body = { name: 'other', scopes: ['*'] }
  return (await svc.request('POST', '/api/developer/keys', { as: 'owner', headers, body })).body
}

describe('the Python SDK, beside a server behind a bad network', () => {
  it
    .skipIf(python === null)
    .each(['test_contract.py', 'test_streams.py', 'test_modules.py', 'test_bad_input.py', 'test_docs.py'])(
    `passes %s${python === null ? ' (no python3 with pytest and httpx here)' : ''}`,
    async file => {
      const models = await startFakeModelServer()
      models.script({ text })
      const env = { SVC_MODEL_BASE_URL: models.baseUrl, SVC_MANIFESTS: join(repositoryRoot, 'manifests') }
      const server = await startTestKernel({ plugins: [...plugins, 'data', 'sandbox', 'agent-apps', 'playbooks'], env })
      const proxy = await startFaultyProxy({ target: server.url })
      const control = await steer({ svc: server, proxy, models })
      try {
        const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', `tests/${file}`]
        const { stdout, stderr } = await run(python ?? '', args, {
          cwd: join(repositoryRoot, 'sdk/python'),
          env: {
            ...pythonEnvironment(),
            SVC_TEST_URL: proxy.url,
            SVC_TEST_KEY: server.key,
            SVC_TEST_CONTROL: control.url,
          },
        }).catch(failed)
        expect(stdout + stderr).toMatch(/^\d+ passed in/m)
        expect(stdout).not.toMatch(/failed|error|skipped/)
      } finally {
        await control.close()
        await proxy[Symbol.asyncDispose]()
        await server.stop()
        await models.close()
      }
    },
  )
})
