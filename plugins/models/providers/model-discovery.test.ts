import { expect, it } from 'vitest'
import type { ModelProvider } from '@svc/plugin/contracts/models'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../../test/support/recording-log.ts'
import { ModelDiscovery } from './model-discovery.ts'

it('a provider that could not list its models is asked again, also when the clock was set back meanwhile', async () => {
  const clock = new ManualClock()
  let isDown = true
  const provider: ModelProvider = {
    id: 'test',
    features: new Set(),
    list: async () => {
      if (isDown) throw new Error('down')
      return []
    },
    stream: async function* () {},
  }
  const { signal } = new AbortController()
  const discovery = new ModelDiscovery(provider, { clock, log: recordingLog(), signal })
  await discovery.refresh()
  expect([discovery.isKnown, discovery.error]).toEqual([false, 'down'])
  isDown = false
  clock.step(-3_600_000)
  void discovery.refresh()
  await expect.poll(() => [discovery.isKnown, discovery.error]).toEqual([true, null])
})
