import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestKernel } from '../rooms/kernel.ts'
import { ManifestsFolder, manifest, startWithApps } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  kernel = await startWithApps(apps)
})
afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

test('an app over its CPU limit is shown the line on which it was', async () => {
  await apps.write('spins', {
    'manifest.json': manifest('spins', { limits: { cpu_ms: 100 } }),
    'count.ts': 'export function count(): void {\n  let n = 0\n  while (n >= 0) {\n    n += 1\n    n %= 7\n  }\n}\n',
    'main.ts':
      "import { defineAgentApp } from '@svc/sdk/agent-app'\nimport { count } from './count.ts'\n\n" +
      'export default defineAgentApp({\n  async run() {\n    await null\n    count()\n  },\n})\n',
  })
  const { status, body } = await kernel.request('POST', '/api/agent-apps/spins/run', { body: {} })
  const sentence = /^The app used more than 100 ms of CPU without awaiting anything\. It was at count\.ts:[345] then\.$/
  expect({ status, ...body }).toMatchObject({
    status: 504,
    code: 'timeout',
    error: {
      name: 'CpuLimitError',
      message: expect.stringMatching(sentence) as string,
      stack: expect.stringMatching(
        /\n {4}at count \(count\.ts:[345]:\d+\)\n {4}at (\w+\.)?run \(main\.ts:7:5\)$/,
      ) as string,
    },
  })
})

test('nor does a function of its own in a loop of calls hide the line, and names are not believed', async () => {
  await apps.write('named', {
    'manifest.json': manifest('named', { limits: { cpu_ms: 100 } }),
    'main.ts':
      "import { defineAgentApp } from '@svc/sdk/agent-app'\n\n" +
      "const spin = { 'x (/etc/passwd:1:1)'() {\n  for (;;) Math.random()\n} }\n" +
      "export default defineAgentApp({ run: () => spin['x (/etc/passwd:1:1)']() })\n",
  })
  const { body } = await kernel.request('POST', '/api/agent-apps/named/run', { body: {} })
  expect(body.error.message).toContain('It was at main.ts:4 then.')
  expect(JSON.stringify(body)).not.toContain('passwd')
})
