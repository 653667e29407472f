import { Checkbox, MultiSelect, PasswordInput, Radio, Select, TagsInput } from '@mantine/core'
import { Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LongTextField } from './long-text-field.tsx'
import { NumberField } from './number-field.tsx'
import { readJson, UnreadJson } from './field-faults.ts'
import { choicesOf, resolved, typeOf } from './field-schema.ts'
import type { FieldKind, FieldSchema } from './field-schema.ts'
import classes from './schema-form.module.css'

/** A field that holds a value by itself. `onChange` gets undefined where the field was emptied. */
export function LeafField({
  kind,
  schema,
  root,
  label,
  isRequired,
  value,
  error,
  onChange,
  onBlur,
}: {
  kind: FieldKind
  schema: FieldSchema
  root: FieldSchema
  label: string
  isRequired: boolean
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  onBlur: () => void
}) {
  const { description, format, minimum, maximum } = schema
  const { widget, placeholder = exampleOf(schema) } = schema['x-ui'] ?? {}
  const common = { label, description, error, required: isRequired, withAsterisk: isRequired, placeholder, onBlur }
  const text = typeof value === 'string' ? value : ''
  const write = (next: string): void => onChange(next === '' && !isRequired ? undefined : next)
  switch (kind) {
    case 'boolean':
      return (
        <Checkbox
          {...{ label, description, error, onBlur }}
          checked={value === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      )
    case 'choice':
    case 'radio': {
      const choices = choicesOf(schema) ?? []
      // What has a value of its own is never without one.
      const isOpen = !isRequired && schema.default === undefined
      const picked = choices.findIndex(choice => choice.value === value)
      const pick = (next: string | null): void => onChange(next === null ? undefined : choices[Number(next)]?.value)
      const chosen = picked === -1 ? null : String(picked)
      const data = choices.map((choice, index) => ({ value: String(index), label: choice.label }))
      if (kind === 'choice') {
        return (
          <Select
            {...common}
            placeholder={placeholder ?? 'Choose'}
            data={data}
            value={chosen}
            clearable={isOpen}
            clearButtonProps={{ size: 'md', 'aria-label': `Clear ${label}` }}
            allowDeselect={isOpen}
            searchable={data.length > 12}
            onChange={pick}
          />
        )
      }
      return (
        <Radio.Group {...{ label, description, error }} withAsterisk={isRequired} value={chosen} onChange={pick}>
          <Stack gap={8} mt={8}>
            {data.map(each => (
              <Radio key={each.value} {...each} />
            ))}
          </Stack>
        </Radio.Group>
      )
    }
    case 'choices': {
      const choices = choicesOf(resolved(schema.items, root)) ?? []
      const data = choices.map(choice => ({ value: String(choice.value), label: choice.label }))
      return <MultiSelect {...common} data={data} value={textsOf(value)} onChange={onChange} />
    }
    case 'texts':
      return <TagsInput {...common} splitChars={[]} value={textsOf(value)} onChange={onChange} />
    case 'numbers':
      return <TagsInput {...common} value={textsOf(value)} onChange={next => onChange(next.map(numberOr))} />
    case 'integer':
    case 'number':
      return (
        <NumberField
          {...common}
          min={minimum}
          max={maximum}
          clampBehavior="none"
          allowDecimal={kind === 'number'}
          value={typeof value === 'number' ? value : undefined}
          onChange={onChange}
        />
      )
    case 'long-text':
      return (
        <LongTextField
          {...common}
          minRows={widget === 'textarea' ? 4 : 1}
          maxLength={schema.maxLength}
          takesFiles={widget === 'textarea' && (schema.maxLength ?? Infinity) >= lengthOfFiles}
          value={text}
          onChange={write}
        />
      )
    case 'text': {
      const change = (event: { currentTarget: { value: string } }): void => write(event.currentTarget.value)
      if (widget === 'password' || format === 'password') {
        return <PasswordInput {...common} autoComplete="off" value={text} onChange={change} />
      }
      return <TextInput {...common} type={inputTypes[format ?? ''] ?? 'text'} value={text} onChange={change} />
    }
    default:
      return <JsonField {...common} placeholder={placeholder ?? shapeOf(schema)} value={value} onChange={onChange} />
  }
}

function exampleOf({ examples = [] }: FieldSchema): string | undefined {
  const [first] = examples
  return typeof first === 'string' || typeof first === 'number' ? `Such as ${first}` : undefined
}

/** A field of so many characters may as well be filled from a file. */
const lengthOfFiles = 5000

const inputTypes: Readonly<Record<string, string>> = { date: 'date', email: 'email', uri: 'url', url: 'url' }

/** A part that has no field of its own. What is typed stays as it is typed. */
function JsonField({
  value,
  onChange,
  ...field
}: {
  label: string
  description: string | undefined
  error: string | undefined
  required: boolean
  withAsterisk: boolean
  placeholder: string | undefined
  onBlur: () => void
  value: unknown
  onChange: (value: unknown) => void
}) {
  const [typed, setTyped] = useState({ text: writtenOf(value), value })
  // An example or a draft brings a value that was not typed here.
  const text = Object.is(typed.value, value) ? typed.text : writtenOf(value)
  const write = (next: string): void => {
    const read = readJson(next)
    setTyped({ text: next, value: read })
    onChange(read)
  }
  return (
    <Textarea
      {...field}
      classNames={{ input: classes.json }}
      spellCheck={false}
      autosize
      minRows={2}
      maxRows={16}
      value={text}
      onChange={event => write(event.currentTarget.value)}
    />
  )
}

/** What JSON of this schema looks like. */
function shapeOf(schema: FieldSchema): string {
  const type = typeOf(schema)
  if (type === 'object') return 'JSON: {"name": "value"}'
  return type === 'array' ? 'JSON: ["first", "second"]' : 'JSON: "text", 12, {} or []'
}

function writtenOf(value: unknown): string {
  if (value instanceof UnreadJson) return value.text
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function numberOr(text: string): unknown {
  const read = Number(text)
  return text.trim() === '' || Number.isNaN(read) ? text : read
}
