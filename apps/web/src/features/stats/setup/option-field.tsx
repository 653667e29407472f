import { TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { kindOf } from '../../../ui/schema-form/field-schema.ts'
import type { FieldSchema } from '../../../ui/schema-form/field-schema.ts'
import { LeafField } from '../../../ui/schema-form/leaf-field.tsx'
import { titleOf } from '../words.ts'

/** One option as a field of its kind. `onChange` gets undefined when the method's own value is to count again. */
export function OptionField({
  name,
  schema,
  value,
  isRequired,
  error,
  onChange,
}: {
  name: string
  schema: FieldSchema
  value: unknown
  isRequired: boolean
  error: string | undefined
  onChange: (value: unknown) => void
}) {
  const label = titleOf(name)
  const shown = value ?? schema.default
  const { description, type, items } = schema
  const isList = type === 'array'
  const common = { label, description, error, required: isRequired, withAsterisk: isRequired }
  if (isList && (items as FieldSchema | undefined)?.type === 'array') {
    return <ProductsField {...common} value={shown} onChange={onChange} />
  }
  const kind = kindOf(schema, schema)
  if (kind === 'json' || kind === 'numbers') {
    return <WrittenField {...common} isList={isList} value={shown} onChange={onChange} />
  }
  return (
    <LeafField
      {...{ kind, label, isRequired, error }}
      onChange={next => onChange(Array.isArray(next) && next.length === 0 ? undefined : next)}
      schema={inWords(schema)}
      root={schema}
      value={shown}
      onBlur={() => undefined}
    />
  )
}

/** The same with choices as people say them, and what an empty field means. */
function inWords({ enum: choices, ...schema }: FieldSchema): FieldSchema {
  return {
    'x-ui': { placeholder: 'As the method chooses' },
    ...schema,
    ...(choices && { oneOf: choices.map(each => ({ const: each, title: titleOf(String(each)) })) }),
  }
}

interface Written {
  label: string
  description: string | undefined
  error: string | undefined
  required: boolean
  withAsterisk: boolean
  value: unknown
  onChange: (value: unknown) => void
}

/** Terms of a model that count together: `a:b`. */
function ProductsField({ value, onChange, ...field }: Written) {
  const words = Array.isArray(value) ? value.map(each => (Array.isArray(each) ? each.join(':') : String(each))) : []
  const write = (next: string[]): void => {
    const products = next.map(word => word.split(':').map(part => part.trim()))
    onChange(products.length > 0 ? products : undefined)
  }
  return <TagsInput {...field} placeholder="a:b" value={words} onChange={write} />
}

/** A list of numbers, or values with names, as people write them: `2, 1, 0` and `Vm = 200, K = 0.1`. */
function WrittenField({ isList, value, error, onChange, ...field }: Written & { isList: boolean }) {
  const [text, setText] = useState(() => writtenOf(value))
  const [problem, setProblem] = useState<string>()
  const write = (next: string): void => {
    setText(next)
    const read = isList ? numbersIn(next) : valuesIn(next)
    const isNothing = next.trim() === ''
    const example = isList ? 'numbers, such as 2, 1, 0' : 'values, such as a = 1, b = 0.5'
    setProblem(read === null && !isNothing ? `Write ${example}.` : undefined)
    if (isNothing) onChange(undefined)
    else if (read !== null) onChange(read)
  }
  return (
    <TextInput {...field} error={problem ?? error} value={text} onChange={event => write(event.currentTarget.value)} />
  )
}

function writtenOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([name, each]) => `${name} = ${String(each)}`)
    .join(', ')
}

function numbersIn(text: string): number[] | null {
  const numbers = text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(Number)
  return numbers.every(Number.isFinite) ? numbers : null
}

function valuesIn(text: string): Record<string, number> | null {
  const pairs = text.split(/[,;]/).map(part => part.split('=').map(side => side.trim()))
  const isRight = pairs.every(
    ([name, value, ...rest]) => name && value && Number.isFinite(Number(value)) && rest.length === 0,
  )
  return isRight ? Object.fromEntries(pairs.map(([name = '', value]) => [name, Number(value)])) : null
}
