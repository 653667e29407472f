import { Button, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { APIError } from '@svc/sdk'
import { useState } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { Refusal } from '../../ui/forms/refusal.ts'
import { notice } from '../../ui/overlays/notices.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'

const blank = { content: '', source: '', tags: [] as string[] }

/** A text to remember. */
export function AddMemory({ onClose }: { onClose: () => void }) {
  const [draft, setDraft, forget] = useDraft('memory:new', JSON.stringify(blank))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const values = JSON.parse(draft) as typeof blank
  const set = (change: Partial<typeof blank>): void => setDraft(JSON.stringify({ ...values, ...change }))
  const isBlank = values.content.trim() === ''
  const refusal = new Refusal(error)
  const isRestated = error instanceof APIError && error.code === 'memory_restates'

  const add = async (force: boolean): Promise<void> => {
    setChecked(true)
    if (isBlank) return
    setBusy(true)
    setError(null)
    try {
      const { content, tags } = values
      const source = values.source.trim() === '' ? undefined : values.source.trim()
      const kept = await svc.memory.add({ content, source, tags, ...(force && { force }) })
      forget()
      await queries.invalidateQueries({ queryKey: ['memory'] })
      if (kept.duplicate) notice('This was remembered already.')
      onClose()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Add memory" size="lg">
      <form
        onSubmit={event => {
          event.preventDefault()
          void add(false)
        }}
      >
        <Stack gap={16}>
          <Textarea
            label="Text"
            description="A fact, a page, a whole document. Markdown keeps its headings."
            autosize
            minRows={5}
            maxRows={16}
            value={values.content}
            error={isChecked && isBlank ? 'Type what to remember' : refusal.at('/content')}
            onChange={event => set({ content: event.currentTarget.value })}
            data-autofocus
          />
          <TextInput
            label="Source"
            description="Where it comes from, such as a page or a meeting."
            maxLength={500}
            value={values.source}
            error={refusal.at('/source')}
            onChange={event => set({ source: event.currentTarget.value })}
          />
          <TagsInput
            label="Tags"
            value={values.tags}
            error={refusal.at('/tags')}
            onChange={tags => set({ tags })}
            placeholder={values.tags.length === 0 ? 'Type a tag and press Enter' : undefined}
          />
          <RefusalPanel refusal={refusal} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            {isRestated && (
              <Button variant="default" loading={isBusy} onClick={() => void add(true)}>
                Add it all the same
              </Button>
            )}
            <SubmitButton loading={isBusy}>Add memory</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
