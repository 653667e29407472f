import { Autocomplete, Button, Group, Stack, TextInput } from '@mantine/core'
import { ConflictError } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { mlSearch } from '../ml-link.tsx'

/** What a run kept becomes the next version of a model, which is made where there is none of this name. */
export function RegisterRun({ runId, onClose }: { runId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const models = useQuery({
    queryKey: ['ml', 'models', 'names'],
    queryFn: async ({ signal }) => (await svc.ml.models.list({ limit: 200 }, { signal })).items.map(({ name }) => name),
  })
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const [name, path] = [textIn(form, 'name'), textIn(form, 'path')]
    try {
      await svc.ml.models.create({ name })
    } catch (error) {
      // It is there already, and gets another version.
      if (!(error instanceof ConflictError)) throw error
    }
    const { model_id: model } = await svc.ml.models.register(name, { run_id: runId, path })
    await queries.invalidateQueries({ queryKey: ['ml'] })
    await navigate({ to: '/data', search: mlSearch({ model }) })
  })
  return (
    <Modal opened onClose={onClose} title="Register model">
      <form onSubmit={onSubmit}>
        <Stack gap={16}>
          <Autocomplete
            label="Name"
            name="name"
            description="Of a model that there is, or of a new one."
            data={models.data ?? []}
            required
            maxLength={255}
            error={refusal.at('/name')}
            data-autofocus
          />
          <TextInput
            label="File or folder"
            name="path"
            description="Among the files of the run."
            defaultValue="model"
            required
            error={refusal.at('/path')}
          />
          <RefusalPanel refusal={refusal} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton loading={isBusy}>Register version</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
