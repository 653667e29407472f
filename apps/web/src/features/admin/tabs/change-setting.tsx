import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { SchemaForm } from '../../../ui/schema-form/schema-form.tsx'
import type { FieldSchema } from '../../../ui/schema-form/field-schema.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'
import type { Setting } from './configuration.tsx'

/** One setting, chosen for the next start; **Take back** leaves it to the file or the default again. */
export function ChangeSetting({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { key, value, origin, description, schema } = setting
  const current = 'next' in setting ? setting.next : value
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({ [key]: current ?? undefined })
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const form: FieldSchema = {
    type: 'object',
    properties: { [key]: { ...schema, title: 'Value', description } },
    required: [key],
  }
  const save = async (next: unknown): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const answer = await svc.admin.setConfig({ values: { [key]: next ?? null } })
      queries.setQueryData(['admin', 'config'], answer)
      onClose()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  const isChosen = origin === 'settings.json' || 'next' in setting
  return (
    <Modal opened onClose={onClose} title={`Change ${key}`}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void save(values[key])
        }}
      >
        <Stack gap={16}>
          <SchemaForm schema={form} values={values} onChange={setValues} error={error} pointer="/values" />
          <Group justify="flex-end" gap={8}>
            {isChosen && (
              <Button variant="default" disabled={isBusy} onClick={() => void save(null)}>
                Take back
              </Button>
            )}
            <SubmitButton loading={isBusy}>Save for the next start</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
