import type { Actor, AuditLog, EventType, NewAuditEntry } from '@svc/plugin'
import type { FakeWebHost } from '../../support/servers/fake-web-host.ts'
import { eventTables, noMetrics, openEgress, openEvents, openMarks, openSealer } from '../open-rooms.ts'
import { ManualClock } from '@svc/plugin/testing'
import { recordingLog } from '../../support/recording-log.ts'
import { openTestPlanes } from '../planes.ts'
import { Deliveries } from '../../../plugins/webhooks/deliveries/deliveries.ts'
import type { Delivery } from '../../../plugins/webhooks/deliveries/deliveries.ts'
import { deliveryStore } from '../../../plugins/webhooks/deliveries/delivery-store.ts'
import { DeliveryOutbox } from '../../../plugins/webhooks/deliveries/delivery-outbox.ts'
import { Endpoints } from '../../../plugins/webhooks/endpoints/endpoints.ts'
import webhooks from '../../../plugins/webhooks/migrations/0001-webhooks.ts'
import { DeliveryMetrics } from '../../../plugins/webhooks/sending/delivery-metrics.ts'
import { DeliveryTry } from '../../../plugins/webhooks/sending/delivery-try.ts'
import { RetrySchedule } from '../../../plugins/webhooks/sending/retry-schedule.ts'
import { leaseMsOf, Sender } from '../../../plugins/webhooks/sending/sender.ts'
import type { WebhooksConfig } from '../../../plugins/webhooks/generated/config.ts'

const workspaceId = `ws_${'1'.repeat(26)}`
const defaults: WebhooksConfig = {
  retry_seconds: [0, 5, 30],
  timeout_seconds: 15,
  concurrency: 64,
  endpoint_concurrency: 4,
  max_webhooks: 50,
  max_pending: 20_000,
  disable_after_hours: 120,
  keep_days: 14,
}
const declared = (type: string, audience: EventType['audience'] = 'workspace'): EventType => ({
  type,
  title: type,
  data: {},
  audience,
  owner: 'test',
})
const types = [declared('run.finished'), declared('secret.read', 'admin'), declared('webhook.disabled')]

export const owner: Actor = {
  user_id: 'usr_owner',
  username: 'ada',
  role: 'owner',
  workspace_id: workspaceId,
  via: 'session',
  scopes: ['*'],
}

/** The plugin's parts over real planes, the real event log and the real way out, with a clock that stands still. */
export async function startTestWebhooks(receivers: readonly FakeWebHost[], settings: Partial<WebhooksConfig> = {}) {
  const clock = new ManualClock()
  const tables = [eventTables, { owner: 'webhooks', migrations: [webhooks] }]
  const planes = await openTestPlanes({ migrations: tables, clock })
  const { data, home } = planes
  const events = openEvents(planes, { clock, types })
  const marks = openMarks(planes, 'webhooks')
  const sealer = openSealer(home.secrets.config_key, 'webhooks')
  const egress = openEgress(receivers.map(({ key }) => key))
  const log = recordingLog()
  const ids = { create: (prefix: string) => `${prefix}_${String((count += 1)).padStart(26, '0')}`, secret: () => 's' }
  let count = 0
  const audited: NewAuditEntry[] = []
  const audit: AuditLog = {
    append: async entry => void audited.push(entry),
    list: async () => ({ items: [], next_cursor: null }),
  }
  const admins = new Set([owner.user_id])
  const config = { ...defaults, ...settings }
  const stops: (() => Promise<void>)[] = []

  /** One process's sender; several may work on one home. */
  const startSender = (homeKey = home.secrets.config_key) => {
    const abort = new AbortController()
    const schedule = new RetrySchedule(config.retry_seconds, () => 0.5)
    const isAdmin = async (userId: string) => admins.has(userId)
    const shared = { data, clock, log, signal: abort.signal }
    const numbers = new DeliveryMetrics(noMetrics)
    const attempt = new DeliveryTry({
      ...shared,
      egress,
      events,
      audit,
      sealer: openSealer(homeKey, 'webhooks'),
      schedule,
      metrics: numbers,
      config,
      isAdmin,
    })
    const sender = new Sender({ ...shared, marks, attempt, limits: config })
    const outbox = new DeliveryOutbox({ types: () => types, marks, ids, now: () => clock.now(), log })
    const wake = (id: string) => sender.wake(id)
    const deliveries = new Deliveries({ data, marks, attempt, wake, leaseMs: leaseMsOf(config), ids, clock })
    const stop = async () => {
      abort.abort()
      await sender.stop()
    }
    stops.push(stop)
    return { sender, outbox, deliveries, stop }
  }
  const first = startSender()
  events.addOutbox(first.outbox.fill)
  events.onCommitted((id, isForeign) => {
    if (first.outbox.takeFilled(id) || (isForeign && marks.has(id))) first.sender.wake(id)
  })
  const endpoints = new Endpoints({
    data,
    marks,
    egress,
    events,
    audit,
    sealer,
    maxWebhooks: config.max_webhooks,
    ids,
    clock,
  })
  return {
    ...first,
    startSender,
    clock,
    marks,
    endpoints,
    audited,
    admins,
    log,
    workspaceId,
    /** An event that another process on this home wrote and then announced. */
    emitElsewhere() {
      const { outbox } = startSender()
      const event = { id: ids.create('evt'), type: 'run.finished', at: clock.timestamp(), data: {} }
      data.use(workspaceId, db => db.transaction(() => outbox.fill(db, workspaceId, [event])))
      events.noticed(workspaceId)
    },
    emit: (type = 'run.finished', payload = {}, workspace = workspaceId) =>
      events.publish(workspace, { type, data: payload }),
    /** The deliveries of a webhook, oldest first. */
    deliveriesOf(webhookId: string): Delivery[] {
      const newest = { endpoint_id: webhookId, before: '~', count: 200 }
      const rows = data.use(workspaceId, db => deliveryStore.page(db, newest))
      return rows.map(({ id }) => first.deliveries.get(owner, id)).toReversed()
    },
    /** So many deliveries that succeeded. */
    fill(webhookId: string, count: number): void {
      const row = { endpoint_id: webhookId, event_id: 'evt_1', event_type: 'run.finished', for_admins: 0 as const }
      data.use(workspaceId, db =>
        db.transaction(() => {
          for (let number = 0; number < count; number += 1) {
            const id = ids.create('whd')
            deliveryStore.insert(db, { ...row, id, body: '{}', created_at: 0 })
            const claimed = deliveryStore.claim(db, id, 1, 2)
            if (claimed) deliveryStore.finish(db, claimed, { status: 'succeeded', error: null, now: clock.now() })
          }
        }),
      )
    },
    async close() {
      for (const stop of stops) await stop()
      events.close()
      await egress.close()
      await planes.close()
    },
  }
}

export type TestWebhooks = Awaited<ReturnType<typeof startTestWebhooks>>
