import { Checkbox, JsonInput, NumberInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { titleFromName } from './title-from-name.ts'

/** The parts of a JSON Schema that are drawn as fields; all else is edited as JSON. */
export interface FieldSchema {
  type?: string | readonly string[]
  title?: string
  description?: string
  enum?: readonly unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
  items?: FieldSchema
  properties?: Readonly<Record<string, FieldSchema>>
  required?: readonly string[]
  'x-ui'?: { widget?: string }
}

type Values = Readonly<Record<string, unknown>>

const longText = 200

/**
 * A form for an object of this schema. `values` holds what was filled in, a JSON text where a part is edited as JSON; `errors` are by JSON Pointer, below
 * `pointer`.
 */
export function SchemaForm({
  schema,
  values,
  onChange,
  errors,
  pointer = '',
}: {
  schema: FieldSchema
  values: Values
  onChange: (values: Values) => void
  errors: Readonly<Record<string, string>>
  pointer?: string
}) {
  return (
    <Stack gap={16}>
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          isRequired={schema.required?.includes(name) === true}
          value={values[name]}
          error={errorOf(errors, `${pointer}/${name}`)}
          onChange={value => onChange({ ...values, [name]: value })}
        />
      ))}
    </Stack>
  )
}

/** The first fault of the field or of a part of it. */
function errorOf(errors: Readonly<Record<string, string>>, pointer: string): string | undefined {
  return Object.entries(errors).find(([path]) => path === pointer || path.startsWith(`${pointer}/`))?.[1]
}

function Field({
  name,
  schema,
  isRequired,
  value,
  error,
  onChange,
}: {
  name: string
  schema: FieldSchema
  isRequired: boolean
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
}) {
  const label = schema.title ?? titleFromName(name)
  const common = { name, label, description: schema.description, error, required: isRequired, withAsterisk: isRequired }
  const shown = value ?? schema.default
  if (schema.enum !== undefined && schema.enum.every(each => typeof each === 'string')) {
    return (
      <Select
        {...common}
        data={schema.enum as string[]}
        value={typeof shown === 'string' ? shown : null}
        clearable={!isRequired}
        onChange={next => onChange(next ?? undefined)}
      />
    )
  }
  switch (schema.type) {
    case 'boolean':
      return (
        <Checkbox
          name={name}
          label={label}
          description={schema.description}
          error={error}
          checked={shown === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      )
    case 'integer':
    case 'number':
      return (
        <NumberInput
          {...common}
          min={schema.minimum}
          max={schema.maximum}
          allowDecimal={schema.type === 'number'}
          value={typeof shown === 'number' ? shown : ''}
          onChange={next => onChange(typeof next === 'number' ? next : undefined)}
        />
      )
    case 'string': {
      const isLong = schema['x-ui']?.widget === 'textarea' || (schema.maxLength ?? longText + 1) > longText
      const text = { value: typeof shown === 'string' ? shown : '' }
      const change = (next: string): void => onChange(next === '' && !isRequired ? undefined : next)
      return isLong ? (
        <Textarea {...common} {...text} autosize maxRows={12} onChange={event => change(event.currentTarget.value)} />
      ) : (
        <TextInput {...common} {...text} onChange={event => change(event.currentTarget.value)} />
      )
    }
    case 'array':
      if (schema.items?.type === 'string' && schema.items.enum === undefined) {
        const tags = Array.isArray(shown) ? (shown as string[]) : []
        return <TagsInput {...common} value={tags} onChange={onChange} />
      }
      break
    default:
  }
  return <JsonField common={common} value={shown} onChange={onChange} />
}

/** A part that is not drawn: JSON, which stays as it is typed until it can be read. */
function JsonField({
  common,
  value,
  onChange,
}: {
  common: Record<string, unknown>
  value: unknown
  onChange: (value: unknown) => void
}) {
  const written = value === undefined ? '' : JSON.stringify(value, null, 2)
  const text = value instanceof UnreadJson ? value.text : written
  return (
    <JsonInput
      {...common}
      value={text}
      autosize
      minRows={3}
      maxRows={16}
      validationError="This is not JSON yet."
      onChange={next => onChange(next.trim() === '' ? undefined : read(next))}
    />
  )
}

/** Text that is no JSON yet; it is sent as it is, so that the server says what is wrong with it. */
export class UnreadJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): string {
    return this.text
  }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return new UnreadJson(text)
  }
}
