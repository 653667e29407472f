import { Group, NumberInput, Select, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { printedP } from '../../../ui/words/p-value.ts'
import { TableHead } from '../../../ui/table-head.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import classes from '../ml.module.css'
import { figure } from '../../../ui/ml-run/run-words.ts'
import type { Model, ModelVersion } from '../types.ts'

type Answer = Awaited<ReturnType<typeof svc.ml.models.drift>>
type Report = Extract<Answer, { features: unknown }>

const usualThreshold = 0.2

/** Whether the rows of a dataset are still those that the version was trained on. */
export function CheckDrift({ model, version }: { model: Model; version: ModelVersion }) {
  const [datasetId, setDataset] = useState<string | null>(null)
  const [threshold, setThreshold] = useState<string | number>(usualThreshold)
  const [report, setReport] = useState<Report | null>(null)
  const datasets = useQuery({
    queryKey: ['data', 'list', 'to-compare'],
    queryFn: async ({ signal }) => (await svc.data.catalog({ limit: 200 }, { signal })).items,
  })
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    const body = { dataset_id: datasetId ?? '', version: version.version, threshold: Number(threshold) }
    setReport(await svc.ml.models.drift(model.model_id, { ...body, mode: 'wait' }))
  })
  return (
    <section aria-label="Drift">
      <h2>Drift</h2>
      <p className={classes.about}>
        Compares the rows of a dataset with those of the training. Above the threshold of the population stability index
        a feature has drifted.
      </p>
      <form onSubmit={onSubmit}>
        <Group align="end" gap={8}>
          <Select
            label="Compare with"
            data={(datasets.data ?? []).map(({ dataset_id: value, name: label }) => ({ value, label }))}
            value={datasetId}
            onChange={setDataset}
            searchable
            required
            style={{ flex: 1, minWidth: 180 }}
          />
          <NumberInput
            label="Threshold"
            value={threshold}
            onChange={setThreshold}
            min={0.01}
            max={10}
            step={0.05}
            w={110}
            required
          />
          <SubmitButton variant="default" loading={isBusy} disabled={datasetId === null}>
            Check drift
          </SubmitButton>
        </Group>
      </form>
      <RefusalPanel refusal={refusal} />
      {report !== null && <DriftTable report={report} />}
    </section>
  )
}

function DriftTable({ report: { features, prediction, performance, drifted } }: { report: Report }) {
  const changed = features.filter(each => each.drifted).length
  return (
    <div className={classes.answer}>
      <p role="status">
        <strong>{drifted ? 'Drift' : 'No drift'}</strong>: {changed} of {features.length} features have drifted; the
        predictions have {prediction.drifted ? '' : 'not '}(PSI {figure(prediction.psi)}).
      </p>
      {performance !== null && (
        <Table aria-label="Then and now" mb={24}>
          <TableHead columns={['Figure', { number: 'Then' }, { number: 'Now' }]} />
          <Table.Tbody>
            {Object.entries(performance).map(([name, { baseline, now }]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right">{figure(baseline)}</Table.Td>
                <Table.Td ta="right">{figure(now)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Table aria-label="Drift of features">
        <TableHead columns={['Feature', { number: 'PSI' }, 'Test', { number: 'p' }, 'Drifted']} />
        <Table.Tbody>
          {features.map(({ feature, psi, test, p_value, drifted: isDrifted }) => (
            <Table.Tr key={feature}>
              <Table.Td className={classes.cell}>{feature}</Table.Td>
              <Table.Td ta="right">{figure(psi)}</Table.Td>
              <Table.Td>{test === 'ks' ? 'KS' : 'Chi-square'}</Table.Td>
              <Table.Td ta="right">{printedP(p_value)}</Table.Td>
              <Table.Td className={classes.status} data-status={isDrifted ? 'failed' : 'finished'}>
                {isDrifted ? 'Yes' : 'No'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
