import { Button, Group, Menu, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'

/** Questions that are kept by name, for everybody in the workspace. */
export function SavedQueries({ sql, onOpen }: { sql: string; onOpen: (sql: string) => void }) {
  const [isSaving, setSaving] = useState(false)
  const { data: saved = [] } = useQuery({
    queryKey: ['data', 'queries'],
    queryFn: async ({ signal }) => (await svc.data.queries.list({ limit: 100 }, { signal })).items,
  })
  return (
    <>
      <Button variant="default" onClick={() => setSaving(true)}>
        Save query
      </Button>
      {saved.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default">Saved queries</Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {saved.map(({ query_id: id, name, sql: text }) => (
              <Menu.Item key={id} onClick={() => onOpen(text)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isSaving && (
        <Modal opened onClose={() => setSaving(false)} title="Save query" closeButtonProps={{ 'aria-label': 'Close' }}>
          <SaveQuery sql={sql} onDone={() => setSaving(false)} />
        </Modal>
      )}
    </>
  )
}

function SaveQuery({ sql, onDone }: { sql: string; onDone: () => void }) {
  const [name, setName] = useState('')
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    await svc.data.queries.create({ name: name.trim(), sql })
    await queries.invalidateQueries({ queryKey: ['data', 'queries'] })
    onDone()
  })
  return (
    <form
      onSubmit={event => {
        event.stopPropagation()
        onSubmit(event)
      }}
    >
      <Stack gap={16}>
        <TextInput
          label="Name"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={refusal.at('/name')}
          data-autofocus
        />
        <RefusalPanel refusal={refusal} />
        <Group justify="flex-end">
          <SubmitButton loading={isBusy}>Save query</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
