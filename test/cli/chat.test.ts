import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runSvc, runSvcHere } from '../support/programs/run-svc.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let server: TestKernel
let cwd: string

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'svc-cli-chat-'))
  server = await startTestKernel({ plugins: ['conversations', 'models', 'tools', 'developer'] })
})
afterAll(async () => {
  await server.stop()
  await rm(cwd, { recursive: true, force: true })
})

it('svc chat asks the server of the home as its operator, or another one with a key, and both see the conversation', async () => {
  const question = '/calculator {"expression": "17 * 6"}'
  const remote = { SVC_HOME: join(cwd, 'none'), SVC_BASE_URL: server.url, SVC_API_KEY: server.key }
  const [here, there] = await Promise.all([
    runSvcHere(['chat', question], { cwd, env: { SVC_HOME: server.home } }),
    runSvc(['chat', question, '--model', 'svc/offline'], { cwd, env: remote }),
  ])
  const asking = `svc: asking ${server.url} (SVC_BASE_URL), not the home ${join(cwd, 'none')}`
  for (const [{ code, stdout, stderr }, first] of [[here, []] as const, [there, [asking]] as const]) {
    expect(stdout).toContain('102')
    expect([code, stderr.split('\n')]).toEqual([
      0,
      [
        ...first,
        '  calculator {"expression":"17 * 6"}',
        '  → {"result":102,"text":"102"}',
        '',
        expect.stringMatching(/^It goes on with: svc chat --conversation ses_\w+$/) as string,
        '',
      ],
    ])
  }
  const { body } = await server.request('GET', '/api/conversations')
  expect(body.items.map(({ source }: { source: string }) => source)).toEqual(['cli', 'cli'])
  const id = /ses_\w+/.exec(there.stderr)?.[0] ?? ''
  const shown = await runSvcHere(['conversations', 'show', id], { cwd, env: { SVC_HOME: server.home } })
  expect(shown.stdout).toContain(`you: ${question}`)
})
