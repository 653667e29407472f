import { ActionIcon, Button, Fieldset, Stack, Tooltip } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../forms/refusal.ts'
import { RefusalPanel } from '../forms/refusal-panel.tsx'
import { Icon } from '../icon.tsx'
import { faultOf } from './field-faults.ts'
import { defaultsOf, isObject, kindOf, propertiesOf, resolved } from './field-schema.ts'
import type { FieldSchema, Values } from './field-schema.ts'
import { LeafField } from './leaf-field.tsx'
import classes from './schema-form.module.css'
import { titleFromName } from './title-from-name.ts'

/** What all fields of a form share. */
interface Form {
  root: FieldSchema
  refusal: Refusal
}

/**
 * A form for an object of this schema; a part that has no field is edited as JSON. What the server refused below `pointer` stands at its fields until these
 * change, and the first of them takes the focus; the rest of `error` stands below the fields. Begin with the values of `defaultsOf`.
 */
export function SchemaForm({
  schema,
  values,
  onChange,
  error,
  pointer = '',
}: {
  schema: FieldSchema
  values: Values
  onChange: (values: Values) => void
  error: unknown
  pointer?: string
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (new Refusal(error).isOfFields) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  const refusal = new Refusal(error)
  const form = { root: schema, refusal }
  return (
    <Stack ref={place} gap={16} className={classes.form}>
      <Fields {...{ form, schema, values, onChange, pointer }} depth={0} />
      <RefusalPanel refusal={refusal} />
    </Stack>
  )
}

function Fields({
  form,
  schema,
  values,
  onChange,
  pointer,
  depth,
}: {
  form: Form
  schema: FieldSchema
  values: Values
  onChange: (values: Values) => void
  pointer: string
  depth: number
}) {
  return (
    <Stack gap={16}>
      {propertiesOf(schema).map(([name, part]) => (
        <Field
          key={name}
          form={form}
          label={part.title ?? titleFromName(name)}
          schema={resolved(part, form.root)}
          isRequired={schema.required?.includes(name) === true}
          pointer={`${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`}
          depth={depth}
          value={values[name]}
          onChange={value => onChange({ ...values, [name]: value })}
        />
      ))}
    </Stack>
  )
}

interface FieldProps {
  form: Form
  label: string
  schema: FieldSchema
  isRequired: boolean
  pointer: string
  depth: number
  value: unknown
  onChange: (value: unknown) => void
}

function Field(field: FieldProps) {
  const kind = kindOf(field.schema, field.form.root, field.depth)
  if (kind === 'group') return <Group {...field} />
  if (kind === 'list') return <List {...field} />
  return <OneField {...field} />
}

function OneField({ form, label, schema, isRequired, pointer, depth, value, onChange }: FieldProps) {
  const kind = kindOf(schema, form.root, depth)
  const [isLeft, setLeft] = useState(false)
  const refusal = form.refusal.at(pointer)
  const [refused, setRefused] = useState({ refusal, value })
  if (refused.refusal !== refusal) setRefused({ refusal, value })
  // What the server refused is judged anew once it was changed.
  const said = Object.is(refused.value, value) ? refusal : undefined
  // After a refusal all that is seen here is said at once.
  const isJudged = isLeft || form.refusal.isOfFields
  const seen = isJudged ? faultOf(schema, kind, value, isRequired) : undefined
  return (
    <LeafField
      {...{ kind, schema, label, isRequired, value, onChange }}
      root={form.root}
      error={said ?? seen}
      onBlur={() => setLeft(true)}
    />
  )
}

/** An object: its fields, in a frame. */
function Group({ form, label, schema, isRequired, pointer, depth, value, onChange }: FieldProps) {
  // A group that may be left out asks for its parts once one of them is filled in.
  const asked = isRequired || value !== undefined ? schema : { ...schema, required: [] }
  return (
    <Fieldset legend={label} className={classes.group}>
      <Head schema={schema} error={form.refusal.of(pointer)} />
      <Fields
        {...{ form, pointer }}
        schema={asked}
        depth={depth + 1}
        values={isObject(value) ? value : {}}
        onChange={next => onChange(Object.values(next).every(each => each === undefined) ? undefined : next)}
      />
    </Fieldset>
  )
}

/** Objects one after the other, each in a frame. */
function List({ form, label, schema, pointer, depth, value, onChange }: FieldProps) {
  const items = Array.isArray(value) ? (value as unknown[]) : []
  const item = resolved(schema.items, form.root)
  const add = (): void => onChange([...items, defaultsOf(item, form.root)])
  return (
    <Fieldset legend={label} className={classes.group}>
      <Head schema={schema} error={form.refusal.of(pointer)} />
      <Stack gap={12}>
        {items.map((each, index) => (
          <div key={index} className={classes.item} role="group" aria-label={`${label} ${index + 1}`}>
            <Fields
              form={form}
              schema={item}
              pointer={`${pointer}/${index}`}
              depth={depth + 1}
              values={isObject(each) ? each : {}}
              onChange={next => onChange(items.with(index, next))}
            />
            <Tooltip label="Remove">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${label} ${index + 1}`}
                onClick={() => onChange(items.toSpliced(index, 1))}
              >
                <Icon name="trash" size={16} />
              </ActionIcon>
            </Tooltip>
          </div>
        ))}
        <Button variant="default" size="compact-sm" className={classes.add} onClick={add}>
          {`Add to ${label}`}
        </Button>
      </Stack>
    </Fieldset>
  )
}

function Head({ schema, error }: { schema: FieldSchema; error: string | undefined }) {
  return (
    <>
      {schema.description !== undefined && <p className={classes.description}>{schema.description}</p>}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
