import { Button, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { Modal } from '../../../ui/overlays/modal.tsx'
import { mlSearch } from '../ml-link.tsx'
import { startTraining } from '../start-training.ts'
import type { Training } from '../start-training.ts'

/** Numbers with more values than these are amounts, not classes. */
const numeric = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|UTINYINT|USMALLINT|UINTEGER|UBIGINT|FLOAT|DOUBLE|DECIMAL)/

/** What to learn from which dataset; everything else has a default that is said in the manual. */
export function NewTraining({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [datasetId, setDataset] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const [task, setTask] = useState<Training['task']>('classification')
  const [trainer, setTrainer] = useState<string | null>('gradient_boosting')
  const [features, setFeatures] = useState<string[]>([])
  const datasets = useQuery({
    queryKey: ['data', 'list', 'to-train'],
    queryFn: async ({ signal }) => (await svc.data.catalog({ limit: 200 }, { signal })).items,
  })
  const dataset = useQuery({
    queryKey: ['data', 'one', datasetId],
    enabled: datasetId !== null,
    queryFn: ({ signal }) => svc.data.get(datasetId ?? '', { signal }),
  })
  const trainers = useQuery({ queryKey: ['ml', 'trainers'], queryFn: ({ signal }) => svc.ml.trainers({ signal }) })
  const columns = dataset.data?.columns ?? []
  const fitting = (trainers.data?.items ?? []).filter(({ tasks }) => tasks.includes(task))
  const chosen = fitting.find(each => each.trainer === trainer) ?? fitting[0]
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const [name, register] = [textIn(form, 'name'), textIn(form, 'register_as')]
    const run = await startTraining({
      dataset_id: datasetId ?? '',
      target: target ?? '',
      task,
      trainer: (chosen?.trainer ?? 'gradient_boosting') as Training['trainer'],
      ...(features.length > 0 && { features }),
      ...(name !== '' && { name }),
      ...(register !== '' && { register_as: register }),
    })
    await navigate({ to: '/data', search: mlSearch({ run }) })
  })
  const pickTarget = (next: string | null): void => {
    setTarget(next)
    const type = columns.find(({ name }) => name === next)?.type ?? ''
    setTask(numeric.test(type) ? 'regression' : 'classification')
  }
  return (
    <Modal opened onClose={onClose} title="Train a model">
      <form onSubmit={onSubmit}>
        <Stack gap={16}>
          <Select
            label="Dataset"
            data={(datasets.data ?? []).map(({ dataset_id: value, name: label }) => ({ value, label }))}
            value={datasetId}
            onChange={id => {
              setDataset(id)
              setTarget(null)
              setFeatures([])
            }}
            searchable
            required
            error={refusal.at('/dataset_id')}
            data-autofocus
          />
          <Select
            label="Target"
            description="The column to predict."
            data={columns.map(({ name }) => name)}
            value={target}
            onChange={pickTarget}
            searchable
            required
            disabled={columns.length === 0}
            error={refusal.at('/target')}
          />
          <Select
            label="Task"
            data={[
              { value: 'classification', label: 'Classes' },
              { value: 'regression', label: 'Amounts' },
            ]}
            value={task}
            onChange={next => setTask(next === 'regression' ? 'regression' : 'classification')}
            allowDeselect={false}
          />
          <Select
            label="Trainer"
            data={fitting.map(each => ({ value: each.trainer, label: each.title }))}
            value={chosen?.trainer ?? null}
            onChange={setTrainer}
            allowDeselect={false}
          />
          <MultiSelect
            label="Features"
            description="Without a choice all other columns, but for ids and free text."
            data={columns.flatMap(({ name }) => (name === target ? [] : [name]))}
            value={features}
            onChange={setFeatures}
            searchable
            error={refusal.at('/features')}
          />
          <TextInput label="Name of the run" name="name" maxLength={250} error={refusal.at('/name')} />
          <TextInput
            label="Register as"
            name="register_as"
            description="A model that gets it as a new version; optional."
            maxLength={255}
            error={refusal.at('/register_as')}
          />
          <RefusalPanel refusal={refusal} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton loading={isBusy} disabled={target === null}>
              Start training
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
