import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import { NotificationFeed } from '../../kernel/drivers/postgres/notification-feed.ts'
import { systemClock } from '../../kernel/services/clock.ts'
import { recordingLog } from '../support/recording-log.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

let server: TestPostgres
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(() => server?.stop())

it('hears channels that are asked for at one time, and gives its connection no second query meanwhile', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', onWarning)
  const config = { connectionString: await server.createDatabase('feed') }
  const feed = new NotificationFeed({ config, clock: systemClock, log: recordingLog() })
  const heard = new Map<string, string[]>()
  const listen = (channel: string): Promise<void> =>
    new Promise(resolve => {
      feed.listen(channel, payload => {
        if (payload === null) resolve()
        else heard.set(channel, [...(heard.get(channel) ?? []), payload])
      })
    })
  await listen('first')
  await Promise.all(['a', 'b', 'c'].map(listen))
  const sender = new pg.Client(config)
  await sender.connect()
  for (const channel of ['a', 'b', 'c', 'first']) await sender.query(`NOTIFY ${channel}, 'for ${channel}'`)
  await expect.poll(() => [...heard.values()].flat()).toEqual(['for a', 'for b', 'for c', 'for first'])
  expect(warnings).toEqual([])
  process.off('warning', onWarning)
  await sender.end()
  await feed.close()
})
