import { Button, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { PreconditionFailedError } from '@svc/sdk'
import { useState } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { fieldErrors } from '../../ui/field-errors.ts'
import type { TaggedDocument } from './memory-document.tsx'

/** Another text, source or tags; what it was goes into its history. */
export function EditMemory({ document, onDone }: { document: TaggedDocument; onDone: () => void }) {
  const [before] = useState(document)
  const [draft, setDraft, forget] = useDraft(
    `memory:${before.id}`,
    JSON.stringify({ content: before.content, source: before.source ?? '', tags: before.tags }),
  )
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const values = JSON.parse(draft) as { content: string; source: string; tags: string[] }
  const set = (change: Partial<typeof values>): void => setDraft(JSON.stringify({ ...values, ...change }))
  const faults = fieldErrors(error)
  const isBlank = values.content.trim() === ''
  const isStale = error instanceof PreconditionFailedError

  const save = async (etag: string): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const source = values.source.trim() === '' ? null : values.source.trim()
      const change = { content: values.content, source, tags: values.tags }
      await svc.memory.update(before.id, change, { headers: { 'if-match': etag } })
      forget()
      await queries.invalidateQueries({ queryKey: ['memory'] })
      onDone()
    } catch (problem) {
      setError(problem)
      setBusy(false)
      void queries.invalidateQueries({ queryKey: ['memory', 'one', before.id] })
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (!isBlank) void save(isStale ? document.etag : before.etag)
      }}
    >
      <Stack gap={16}>
        <Textarea
          label="Text"
          autosize
          minRows={8}
          maxRows={24}
          value={values.content}
          error={isBlank ? 'A memory needs a text' : faults['/content']}
          onChange={event => set({ content: event.currentTarget.value })}
        />
        <TextInput
          label="Source"
          maxLength={500}
          value={values.source}
          error={faults['/source']}
          onChange={event => set({ source: event.currentTarget.value })}
        />
        <TagsInput label="Tags" value={values.tags} error={faults['/tags']} onChange={tags => set({ tags })} />
        {error !== null && Object.keys(faults).length === 0 && <ErrorPanel error={error} />}
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
          <Button type="submit" loading={isBusy}>
            {isStale ? 'Save over it' : 'Save memory'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
