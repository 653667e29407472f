import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { Email } from '@svc/sdk'
import { useState } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Refusal } from '../../ui/forms/refusal.ts'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { notice } from '../../ui/overlays/notices.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'

/** A new message, or the answer to one. */
export function WriteMessage({ answered, onClose }: { answered: Email | null; onClose: () => void }) {
  const [draft, setDraft, forget] = useDraft(
    answered === null ? 'email:new' : `email:answer:${answered.id}`,
    JSON.stringify({
      to: answered?.reply_to[0]?.address ?? answered?.from?.address ?? '',
      subject: answered === null ? '' : answered.subject.replace(/^(?:re:\s*)?/i, 'Re: '),
      text: '',
    }),
  )
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const values = JSON.parse(draft) as { to: string; subject: string; text: string }
  const set = (change: Partial<typeof values>): void => setDraft(JSON.stringify({ ...values, ...change }))
  const refusal = new Refusal(error)
  const send = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const to = values.to.split(/[,;]/).flatMap(each => each.trim() || [])
      await svc.email.send({
        to,
        subject: values.subject,
        text: values.text,
        ...(answered && { in_reply_to: answered.id }),
      })
      forget()
      void queries.invalidateQueries({ queryKey: ['email'] })
      notice('The message is sent.')
      onClose()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={answered === null ? 'New message' : 'Reply'} size="lg">
      <form
        onSubmit={event => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="To"
            description="Addresses, separated by commas."
            required
            withAsterisk={false}
            value={values.to}
            error={refusal.at('/to')}
            onChange={event => set({ to: event.currentTarget.value })}
          />
          <TextInput
            label="Subject"
            maxLength={1000}
            value={values.subject}
            error={refusal.at('/subject')}
            onChange={event => set({ subject: event.currentTarget.value })}
          />
          <Textarea
            label="Text"
            autosize
            minRows={8}
            maxRows={20}
            value={values.text}
            error={refusal.at('/text')}
            onChange={event => set({ text: event.currentTarget.value })}
          />
          <RefusalPanel refusal={refusal} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <SubmitButton loading={isBusy}>Send message</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
