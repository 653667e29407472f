import { Button, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { PreconditionFailedError } from '@svc/sdk'
import { useState } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { Refusal } from '../../ui/forms/refusal.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import type { TaggedDocument } from './memory-document.tsx'

interface Changes {
  content?: string
  source?: string | null
  tags?: string[]
}

/** Another text, source or tags; what it was goes into its history. */
export function EditMemory({ document, onDone }: { document: TaggedDocument; onDone: () => void }) {
  const [draft, setDraft, forget] = useDraft(`memory:${document.id}`, JSON.stringify({ etag: document.etag }))
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  // The version that the changes were made over stays with them, also over a reload.
  const { etag, ...changes } = JSON.parse(draft) as { etag: string } & Changes
  const values = { content: document.content, source: document.source, tags: [...document.tags], ...changes }
  const set = (change: Changes): void => setDraft(JSON.stringify({ etag, ...changes, ...change }))
  const refusal = new Refusal(error)
  const isBlank = values.content.trim() === ''
  const isStale = error instanceof PreconditionFailedError

  const save = async (over: string): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const { source, ...rest } = changes
      const change = { ...rest, ...(source !== undefined && { source: source?.trim() || null }) }
      if (Object.keys(change).length > 0) {
        await svc.memory.update(document.id, change, { headers: { 'if-match': over } })
      }
      forget()
      await queries.invalidateQueries({ queryKey: ['memory'] })
      onDone()
    } catch (problem) {
      setError(problem)
      setBusy(false)
      void queries.invalidateQueries({ queryKey: ['memory', 'one', document.id] })
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isBlank) void save(isStale ? document.etag : etag)
      }}
    >
      <Stack gap={16}>
        <Textarea
          label="Text"
          autosize
          minRows={8}
          maxRows={24}
          value={values.content}
          error={isBlank ? 'A memory needs a text' : refusal.at('/content')}
          onChange={event => set({ content: event.currentTarget.value })}
        />
        <TextInput
          label="Source"
          maxLength={500}
          value={values.source ?? ''}
          error={refusal.at('/source')}
          onChange={event => set({ source: event.currentTarget.value })}
        />
        <TagsInput label="Tags" value={values.tags} error={refusal.at('/tags')} onChange={tags => set({ tags })} />
        <RefusalPanel refusal={refusal} />
        <Group justify="flex-end" gap={8}>
          <Button
            variant="default"
            onClick={() => {
              forget()
              onDone()
            }}
          >
            Discard changes
          </Button>
          <SubmitButton loading={isBusy}>{isStale ? 'Save over it' : 'Save memory'}</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
