import { Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Refusal } from '../../ui/forms/refusal.ts'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import type { Dataset } from './open-dataset.tsx'

export function RenameDataset({ dataset, onDone }: { dataset: Dataset; onDone: () => void }) {
  const [name, setName] = useState(dataset.name)
  const [error, setError] = useState<unknown>(null)
  const refusal = new Refusal(error)
  const save = async (): Promise<void> => {
    try {
      await svc.data.update(dataset.dataset_id, { name: name.trim() })
      await queries.invalidateQueries({ queryKey: ['data'] })
      onDone()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap={16}>
        <TextInput
          label="Name"
          description="Its name in SQL changes with it"
          value={name}
          maxLength={200}
          onChange={event => setName(event.currentTarget.value)}
          error={refusal.at('/name')}
          data-autofocus
        />
        <RefusalPanel refusal={refusal} />
        <Group justify="flex-end">
          <SubmitButton>Rename</SubmitButton>
        </Group>
      </Stack>
    </form>
  )
}
