import { Button, NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { useRecords } from '../../../ui/forms/record-kinds.ts'
import type { PickedRecord } from '../../../ui/forms/record-kinds.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { changed, titleOf } from '../records.ts'
import type { Claim } from '../records.ts'
import classes from '../research.module.css'

type NewEvidence = Parameters<typeof svc.research.claims.addEvidence>[2]
type EvidenceType = NewEvidence['type']

const types: readonly { value: EvidenceType; label: string }[] = [
  { value: 'quote', label: 'A quote of a source' },
  { value: 'dataset', label: 'A version of a dataset' },
  { value: 'analysis', label: 'An analysis' },
  { value: 'query', label: 'The receipt of a query' },
  { value: 'run', label: 'A run of machine learning' },
  { value: 'note', label: 'A note' },
  { value: 'file', label: 'A file' },
]

/** What else a claim rests on: each of the seven kinds of evidence, with the fields of its kind. */
export function AddEvidence({ projectId, claim, onClose }: { projectId: string; claim: Claim; onClose: () => void }) {
  const [type, setType] = useState<EvidenceType>('quote')
  const [record, setRecord] = useState<PickedRecord | null>(null)
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const relation = textIn(form, 'relation') as 'supports'
    const given = { ...fieldsOf(form, type, record), type, relation } as NewEvidence
    await svc.research.claims.addEvidence(projectId, claim.claim_id, given)
    await changed()
    onClose()
  })
  const fault = (name: string): string | undefined => refusal.at(`/${name}`)
  return (
    <form onSubmit={onSubmit} aria-label="Add evidence" className={classes.newClaim}>
      <div className={classes.bar}>
        <NativeSelect
          label="It rests on"
          value={type}
          data={[...types]}
          onChange={event => {
            setType(event.currentTarget.value as EvidenceType)
            setRecord(null)
          }}
        />
        <NativeSelect
          name="relation"
          label="Which"
          data={[
            { value: 'supports', label: 'supports it' },
            { value: 'contradicts', label: 'contradicts it' },
            { value: 'context', label: 'is context' },
          ]}
        />
      </div>
      {type !== 'query' && <PickRecord key={type} projectId={projectId} type={type} onPick={setRecord} />}
      {(type === 'quote' || type === 'note') && (
        <Textarea
          name="quote"
          label="Quote"
          description="Word for word"
          autosize
          minRows={2}
          required
          error={fault('quote')}
        />
      )}
      {type === 'dataset' && (
        <div className={classes.bar}>
          <TextInput
            key={record?.id}
            name="version"
            label="Version"
            inputMode="numeric"
            defaultValue={record?.version ?? ''}
            required
            error={fault('version')}
          />
          <TextInput
            name="columns"
            label="Columns"
            description="With commas between; none: all"
            error={fault('columns')}
          />
        </div>
      )}
      {type === 'analysis' && (
        <TextInput
          name="pointer"
          label="Figure"
          description="A JSON pointer into the analysis, such as /result/p_value; none: the analysis as a whole"
          error={fault('pointer')}
        />
      )}
      {type === 'run' && (
        <TextInput name="metric" label="Metric" description="None: the run as a whole" error={fault('metric')} />
      )}
      {type === 'query' && (
        <Textarea
          name="receipt"
          label="Receipt"
          description="As Copy receipt gives it beneath the result of a query in Data"
          autosize
          minRows={3}
          maxRows={8}
          required
          error={fault('receipt')}
        />
      )}
      <RefusalPanel refusal={refusal} />
      <div className={classes.bar}>
        <SubmitButton loading={isBusy} disabled={type !== 'query' && record === null}>
          Add evidence
        </SubmitButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function PickRecord({
  projectId,
  type,
  onPick,
}: {
  projectId: string
  type: EvidenceType
  onPick: (record: PickedRecord | null) => void
}) {
  const records = useRecords(type)
  const sources = useQuery({
    queryKey: ['research', 'choices', projectId],
    queryFn: async ({ signal }) =>
      (await svc.research.sources.list(projectId, { limit: 200 }, { signal })).items
        .filter(({ text }) => text !== null)
        .map((source): PickedRecord => ({ type, id: source.source_id, title: titleOf(source) })),
    enabled: type === 'quote',
  })
  const offered = type === 'quote' ? sources : records
  const choices = offered.data ?? []
  return (
    <>
      <Select
        label="Record"
        placeholder={offered.isSuccess && choices.length === 0 ? 'There is none' : 'Search by its name'}
        searchable
        onSearchChange={records.onSearch}
        data={choices.map(({ id: value, title: label }) => ({ value, label }))}
        onChange={id => onPick(choices.find(each => each.id === id) ?? null)}
      />
      {offered.isError && <ErrorPanel error={offered.error} onRetry={() => void offered.refetch()} />}
    </>
  )
}

/** What was typed and picked, in the fields of the kind; what was left empty is left out. */
function fieldsOf(form: HTMLFormElement, type: EvidenceType, record: PickedRecord | null): Record<string, unknown> {
  const id = record?.id ?? ''
  const optional = (name: string): Record<string, string> => {
    const text = textIn(form, name)
    return text === '' ? {} : { [name]: text }
  }
  const columns = textIn(form, 'columns')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  switch (type) {
    case 'quote':
      return { source_id: id, quote: textIn(form, 'quote') }
    case 'note':
      return { note_id: id, quote: textIn(form, 'quote') }
    case 'dataset':
      return {
        dataset_id: id,
        version: Number(textIn(form, 'version')),
        ...(columns.length > 0 && { columns }),
      }
    case 'analysis':
      return { analysis_id: id, ...optional('pointer') }
    case 'run':
      return { run_id: id, ...optional('metric') }
    case 'file':
      return { file_id: id }
    case 'query':
      return { receipt: receiptIn(textIn(form, 'receipt')) }
    default:
      throw new Error(`There is no evidence of the kind ${String(type)}.`)
  }
}

function receiptIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error('The receipt is no JSON. Copy it whole with Copy receipt.', { cause })
  }
}
