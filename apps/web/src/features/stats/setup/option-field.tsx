import { Checkbox, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { titleOf } from '../words.ts'

/** What a method's schema says of an option. */
export interface OptionSchema {
  type?: string
  enum?: readonly (string | number)[]
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  items?: OptionSchema
}

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
  schema: OptionSchema
  value: unknown
  isRequired: boolean
  error: string | undefined
  onChange: (value: unknown) => void
}) {
  const label = titleOf(name)
  const shown = value ?? schema.default
  const common = { label, description: schema.description, error, required: isRequired, withAsterisk: false }
  if (schema.type === 'boolean') {
    return (
      <Checkbox
        label={label}
        description={schema.description}
        error={error}
        checked={shown === true}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    )
  }
  if (schema.enum !== undefined) {
    const data = schema.enum.map(each => ({ value: String(each), label: titleOf(String(each)) }))
    const isOpen = schema.default === undefined
    const pick = (next: string | null): void => onChange(schema.enum?.find(each => String(each) === next))
    return (
      <Select
        {...common}
        placeholder={isOpen && !isRequired ? 'As the method chooses' : 'Choose'}
        clearable={isOpen && !isRequired}
        allowDeselect={false}
        data={data}
        value={shown === undefined ? null : String(shown)}
        onChange={pick}
      />
    )
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    return (
      <NumberInput
        {...common}
        allowDecimal={schema.type === 'number'}
        step={stepOf(schema)}
        placeholder="As the method chooses"
        value={typeof shown === 'number' ? shown : ''}
        onChange={next => onChange(typeof next === 'number' ? next : undefined)}
      />
    )
  }
  if (schema.type === 'array' && (schema.items?.type === 'string' || schema.items?.type === 'array')) {
    const isProducts = schema.items.type === 'array'
    const words = Array.isArray(shown) ? shown.map(each => (Array.isArray(each) ? each.join(':') : String(each))) : []
    const write = (next: string[]): void => {
      const values = isProducts ? next.map(word => word.split(':').map(part => part.trim())) : next
      onChange(values.length > 0 ? values : undefined)
    }
    return <TagsInput {...common} {...(isProducts && { placeholder: 'a:b' })} value={words} onChange={write} />
  }
  if (schema.type === 'string') {
    const text = typeof shown === 'string' ? shown : ''
    return <TextInput {...common} value={text} onChange={event => onChange(event.currentTarget.value || undefined)} />
  }
  return <WrittenField {...common} isList={schema.type === 'array'} value={shown} onChange={onChange} />
}

/** A list of numbers, or values with names, as people write them: `2, 1, 0` and `Vm = 200, K = 0.1`. */
function WrittenField({
  isList,
  value,
  error,
  onChange,
  ...field
}: {
  label: string
  description: string | undefined
  error: string | undefined
  required: boolean
  withAsterisk: boolean
  isList: boolean
  value: unknown
  onChange: (value: unknown) => void
}) {
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

function stepOf({ type, minimum = 0, maximum = 100 }: OptionSchema): number {
  return type === 'integer' || maximum - minimum > 1 ? 1 : 0.01
}
