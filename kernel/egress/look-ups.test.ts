import { afterAll, expect, it, vi } from 'vitest'
import { publicAddress } from '../../test/support/servers/fake-internet.ts'
import { recordingLog } from '../../test/support/recording-log.ts'
import { createEgress } from './index.ts'

const dead = Promise.withResolvers<never>()
const asked: string[] = []
const resolve = (name: string) => {
  asked.push(name)
  return name.startsWith('dead') ? dead.promise : Promise.resolve([{ address: publicAddress, family: 4 }])
}
const open = () =>
  createEgress(
    { allow: [], log: recordingLog() },
    { resolve, connect: (_, callback) => callback(new Error('no'), null) },
  )
const egress = open()
const ofOtherPlugin = open()
afterAll(() => Promise.all([egress.close(), ofOtherPlugin.close()]))

it('a name that nothing answers for holds up only what its own workspace looks up', async () => {
  const get = (host: string, workspaceId?: string, timeoutMs = 60_000) =>
    egress.fetch({ url: `http://${host}/`, timeoutMs, ...(workspaceId !== undefined && { workspaceId }) })
  const addresses = (host: string, workspaceId: string) => ofOtherPlugin.addresses({ host, port: 993, workspaceId })
  const first = get('dead-1.example', 'a')
  await vi.waitFor(() => expect(asked).toEqual(['dead-1.example']), 10_000)
  const waiting = addresses('mail.example', 'a')
  await expect(get('dead-2.example', 'a', 20)).rejects.toMatchObject({ code: 'timeout' })
  await expect(addresses('news.example', 'b')).resolves.toHaveLength(1)
  // Dialled, that is: a host that the operator chose waits for nobody.
  await expect(get('model.example')).rejects.toMatchObject({ code: 'upstream_error' })
  expect(asked).toEqual(['dead-1.example', 'news.example', 'model.example'])

  dead.reject(new Error('no answer'))
  await expect(first).rejects.toThrow('its name does not resolve to an address')
  await expect(waiting).resolves.toEqual([{ address: publicAddress, family: 4 }])
})
