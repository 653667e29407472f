import { afterEach, expect, it } from 'vitest'
import { startTestKernel } from '../../test/rooms/kernel.ts'
import type { TestKernel } from '../../test/rooms/kernel.ts'

let svc: TestKernel | undefined
afterEach(() => svc?.stop())

it('serves the numbers at the root and below the base path where the configuration says so, with the version of svc', async () => {
  svc = await startTestKernel({ env: { SVC_METRICS_ENABLED: 'true', SVC_BASE_PATH: '/svc' } })
  const { origin } = new URL(svc.url)
  const answers = await Promise.all(['/metrics', '/svc/metrics'].map(path => fetch(origin + path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const text = (await answers[0]?.text()) ?? ''
  expect(text).toContain(`svc_build_info{version="${svc.report.version}",node="${process.version}"} 1`)
  expect(text).toContain('svc_plugin_running{plugin="metrics"} 1')
})

it('serves nothing otherwise', async () => {
  svc = await startTestKernel()
  expect((await fetch(`${svc.url}/metrics`)).status).toBe(404)
})
