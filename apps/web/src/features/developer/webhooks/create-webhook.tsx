import { Button, Group, Stack, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { CopyButton } from '../../../ui/copy/copy-button.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'

/** An address and the events that it gets; the secret that signs them is shown this once. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<string[]>(['*'])
  const [description, setDescription] = useState('')
  // In memory while the dialog is open, and nowhere else.
  const [secret, setSecret] = useState<string | null>(null)
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    const made = await svc.developer.webhooks.create({
      url: url.trim(),
      events,
      ...(description.trim() !== '' && { description: description.trim() }),
    })
    setSecret(made.secret)
    void queries.invalidateQueries({ queryKey: ['webhooks'] })
  })
  return (
    <Modal opened onClose={onClose} title="Create webhook" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      {secret === null ? (
        <form onSubmit={onSubmit}>
          <Stack gap={16}>
            <TextInput
              label="Address"
              placeholder="https://example.com/events"
              value={url}
              onChange={event => setUrl(event.currentTarget.value)}
              error={refusal.at('/url')}
              data-autofocus
            />
            <TagsInput
              label="Events"
              description="Types such as job.dead, job.* for all of a kind, or * for everything"
              value={events}
              onChange={setEvents}
              error={refusal.at('/events')}
            />
            <TextInput
              label="What it is for"
              value={description}
              onChange={event => setDescription(event.currentTarget.value)}
              error={refusal.at('/description')}
            />
            <RefusalPanel refusal={refusal} />
            <Group justify="flex-end">
              <SubmitButton loading={isBusy}>Create webhook</SubmitButton>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack gap={16}>
          <TextInput label="Secret" description="Signs each delivery. It is shown this once." value={secret} readOnly />
          <Group justify="space-between">
            <CopyButton text={secret}>Copy secret</CopyButton>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
