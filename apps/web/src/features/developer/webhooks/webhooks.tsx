import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useListing } from '../../../live/listing.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { notice } from '../../../ui/overlays/notices.ts'
import { ShowMore } from '../../../ui/states/show-more.tsx'
import { RowsSketch } from '../../../ui/states/sketch.tsx'
import { CreateWebhook } from './create-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import classes from '../developer.module.css'

type Webhook = Awaited<ReturnType<typeof svc.developer.webhooks.get>>

/** Addresses that events are sent to. */
export function Webhooks() {
  const [isCreating, setCreating] = useState(false)
  const webhooks = useListing(['webhooks', 'list'], options => svc.developer.webhooks.list({ limit: 50 }, options))
  const create = <Button onClick={() => setCreating(true)}>Create webhook</Button>
  return (
    <>
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
      <Loaded query={webhooks} sketch={<RowsSketch />}>
        {items =>
          items.length === 0 ? (
            <EmptyState icon="send" action={create} manual="webhooks">
              An address of yours that receives the events of this workspace, each signed.
            </EmptyState>
          ) : (
            <>
              <Group justify="flex-end" mb={12}>
                {create}
              </Group>
              {items.map(webhook => (
                <OneWebhook key={webhook.id} webhook={webhook} />
              ))}
              <ShowMore listing={webhooks} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { id, url, description, events, status, disabled_reason } = webhook
  const attempt = (work: PromiseLike<unknown>, said?: string): void =>
    void Promise.resolve(work)
      .then(() => queries.invalidateQueries({ queryKey: ['webhooks'] }))
      .then(
        () => {
          setError(null)
          if (said !== undefined) notice(said)
        },
        (problem: unknown) => setError(problem),
      )
  return (
    <section className={classes.webhook} aria-label={url}>
      <h2 className={classes.url}>{url}</h2>
      <p className={classes.says}>
        {description !== null && `${description}. `}
        {events.join(', ')}. {status === 'enabled' ? 'Enabled' : `Disabled. ${disabled_reason ?? ''}`}
      </p>
      {error !== null && <ErrorPanel error={error} />}
      <Group gap={8}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            attempt(
              svc.developer.webhooks.test(id).then(() => setOpen(true)),
              'A test is on its way.',
            )
          }
        >
          Send test
        </Button>
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Deliveries
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() =>
            attempt(svc.developer.webhooks.update(id, { status: status === 'enabled' ? 'disabled' : 'enabled' }))
          }
        >
          {status === 'enabled' ? 'Disable' : 'Enable'}
        </Button>
        <Button variant="subtle" color="bad" size="compact-sm" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      </Group>
      {isOpen && <Deliveries webhookId={id} />}
      {isDeleting && (
        <Confirm
          verb="Delete webhook"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await svc.developer.webhooks.delete(id)
            await queries.invalidateQueries({ queryKey: ['webhooks'] })
          }}
        >
          Nothing more is sent to {url}, and its deliveries are forgotten.
        </Confirm>
      )}
    </section>
  )
}
