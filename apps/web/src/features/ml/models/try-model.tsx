import { Table } from '@mantine/core'
import { useMemo } from 'react'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import type { FieldSchema } from '../../../ui/schema-form/field-schema.ts'
import { SchemaForm } from '../../../ui/schema-form/schema-form.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import classes from '../ml.module.css'
import { figure } from '../../../ui/ml-run/run-words.ts'
import { fieldsOf } from '../types.ts'
import type { Model, ModelField, ModelVersion } from '../types.ts'

type Answer = Awaited<ReturnType<typeof svc.ml.models.predict>>
type Predicted = Extract<Answer, { predictions: unknown }>

/** A row as a form, made from what the model takes. An empty field is a missing value. */
export function TryModel({ model, version }: { model: Model; version: ModelVersion }) {
  const schema = useMemo(() => rowSchema(fieldsOf(version.inputs)), [version.inputs])
  const [row, setRow] = useState<Readonly<Record<string, unknown>>>({})
  const [answer, setAnswer] = useState<Predicted | null>(null)
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    const names = Object.keys(schema.properties ?? {})
    const whole = Object.fromEntries(names.map(name => [name, (row[name] as string | undefined) ?? null]))
    const said = await svc.ml.models.predict(model.model_id, { rows: [whole], version: version.version, mode: 'wait' })
    setAnswer(said)
  })
  return (
    <section aria-label="Try it">
      <h2>Try version {version.version}</h2>
      {Object.keys(schema.properties ?? {}).length === 0 ? (
        <p className={classes.about}>
          This version does not say what it takes. Ask it through the API with rows of your own.
        </p>
      ) : (
        <form onSubmit={onSubmit}>
          <SchemaForm schema={schema} values={row} onChange={setRow} error={refusal.error} pointer="/rows/0" />
          <SubmitButton mt={16} loading={isBusy}>
            Predict
          </SubmitButton>
        </form>
      )}
      {answer !== null && <Prediction answer={answer} outputs={fieldsOf(version.outputs)} />}
    </section>
  )
}

function Prediction({ answer, outputs }: { answer: Predicted; outputs: readonly ModelField[] }) {
  const [prediction] = answer.predictions
  const probabilities = Object.entries(answer.probabilities?.[0] ?? {})
  return (
    <div role="status" className={classes.answer}>
      <p>
        {outputs[0]?.name ?? 'Prediction'}:{' '}
        <strong>{typeof prediction === 'number' ? figure(prediction) : String(prediction)}</strong>
      </p>
      {probabilities.length > 0 && (
        <Table aria-label="Probabilities">
          <TableHead columns={['Class', { number: 'Probability' }]} />
          <Table.Tbody>
            {probabilities
              .toSorted(([, a], [, b]) => (b ?? 0) - (a ?? 0))
              .map(([name, value]) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ta="right">{figure(value)}</Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
      {answer.warnings.map(({ code, message }) => (
        <p key={`${code} ${message}`} className={classes.warning}>
          {message}
        </p>
      ))}
    </div>
  )
}

function rowSchema(inputs: readonly ModelField[]): FieldSchema {
  return { type: 'object', properties: Object.fromEntries(inputs.map(input => [input.name, fieldSchema(input)])) }
}

function fieldSchema({ name: title, type, values, range }: ModelField): FieldSchema {
  const from = range ? ` ${figure(range[0])} to ${figure(range[1])}` : ''
  switch (type) {
    case 'number':
      return { title, type: 'number', ...(from !== '' && { description: `Trained on${from}.` }) }
    case 'boolean':
      return { title, enum: [true, false] }
    case 'date':
      return { title, type: 'string', 'x-ui': { placeholder: '2026-01-31' } }
    default:
      return values === undefined ? { title, type: 'string' } : { title, enum: values }
  }
}
