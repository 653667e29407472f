import {
  auditLog,
  dataPlane,
  definePlugin,
  egress,
  eventLog,
  metrics,
  NotFoundError,
  roleAtLeast,
  sealer,
  workspaceMarks,
} from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import { users } from '@svc/plugin/contracts/accounts'
import type { Users } from '@svc/plugin/contracts/accounts'
import { Deliveries } from './deliveries/deliveries.ts'
import { DeliveryOutbox } from './deliveries/delivery-outbox.ts'
import { Endpoints } from './endpoints/endpoints.ts'
import { deliveryRoutes } from './routes/delivery-routes.ts'
import { endpointRoutes } from './routes/endpoint-routes.ts'
import { DeliveryMetrics } from './sending/delivery-metrics.ts'
import { DeliveryTry } from './sending/delivery-try.ts'
import { RetrySchedule } from './sending/retry-schedule.ts'
import { leaseMsOf, Sender } from './sending/sender.ts'
import type { WebhooksConfig } from './generated/config.ts'

export const plugin = definePlugin<WebhooksConfig>()({
  id: 'webhooks',
  uses: {
    data: dataPlane,
    marks: workspaceMarks,
    events: eventLog,
    egress,
    sealer,
    audit: auditLog,
    people: users,
    metrics,
  },
  setup({ data, marks, events, egress, sealer, audit, people, metrics }, env) {
    const { config, clock, ids, log, signal } = env
    const schedule = new RetrySchedule(config.retry_seconds)
    const isAdmin = (userId: string) => isAdminNow(people, userId)
    const attempt = new DeliveryTry({
      data,
      egress,
      events,
      audit,
      sealer,
      schedule,
      metrics: new DeliveryMetrics(metrics),
      config,
      isAdmin,
      clock,
      log,
      signal,
    })
    const sender = new Sender({ data, marks, attempt, limits: config, clock, log, signal })
    const wake = (workspaceId: string) => sender.wake(workspaceId)
    const outbox = new DeliveryOutbox({ types: () => events.types(), marks, ids, now: () => clock.now(), log })
    events.addOutbox(outbox.fill)
    events.onCommitted((workspaceId, isForeign) => {
      const isFilled = outbox.takeFilled(workspaceId)
      // A worker leaves its deliveries to the server, and notes the workspace.
      if (env.role === 'server' && (isFilled || (isForeign && marks.has(workspaceId)))) wake(workspaceId)
    })

    const maxWebhooks = config.max_webhooks
    const endpoints = new Endpoints({ data, marks, egress, events, audit, sealer, maxWebhooks, ids, clock })
    const deliveries = new Deliveries({ data, marks, attempt, wake, leaseMs: leaseMsOf(config), ids, clock })
    env.routes(app => {
      endpointRoutes(app, endpoints)
      deliveryRoutes(app, deliveries)
    })
    if (env.role === 'server') env.onStart(() => sender.start())
    env.onStop(() => sender.stop())
    env.onWorkspaceClosed(workspaceId => {
      sender.forget(workspaceId)
      outbox.takeFilled(workspaceId)
    })
  },
})

async function isAdminNow(people: Users, userId: string): Promise<boolean> {
  // The maker of the webhook may be gone by now, so the server itself asks.
  const reader: Principal = {
    user_id: userId,
    username: 'webhooks',
    role: 'owner',
    workspace_id: '',
    via: 'operator',
    scopes: ['*'],
  }
  try {
    const { role, disabled } = await people.get(reader, userId)
    return !disabled && roleAtLeast(role, 'admin')
  } catch (error) {
    if (error instanceof NotFoundError) return false
    throw error
  }
}
