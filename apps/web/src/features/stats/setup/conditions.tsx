import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FieldSchema } from '../../../ui/schema-form/field-schema.ts'
import type { Method, Options } from '../types.ts'
import type { FaultPlaces } from './fault-places.ts'
import { OptionField } from './option-field.tsx'
import classes from './setup.module.css'

/** The options of a method, and which rows are analysed. */
export function Conditions({
  method,
  options,
  filter,
  faults,
  onOptions,
  onFilter,
}: {
  method: Method
  options: Options
  filter: string
  faults: FaultPlaces
  onOptions: (options: Options) => void
  /** Null: the method takes no rows. */
  onFilter: ((filter: string) => void) | null
}) {
  const { properties = {}, required = [] } = method.options as FieldSchema
  const fields = Object.entries(properties)
  if (fields.length === 0 && onFilter === null) return null
  return (
    <div className={classes.options}>
      <h3>Options</h3>
      {fields.map(([name, schema]) => (
        <OptionField
          key={name}
          name={name}
          schema={schema}
          value={options[name]}
          isRequired={required.includes(name)}
          error={faults.options[name]}
          onChange={value => onOptions({ ...options, [name]: value })}
        />
      ))}
      {onFilter !== null && <FilterField filter={filter} error={faults.filter} onFilter={onFilter} />}
    </div>
  )
}

/** Half a condition is none: it counts when the field is left, or at Enter. */
function FilterField({
  filter,
  error,
  onFilter,
}: {
  filter: string
  error: string | null
  onFilter: (filter: string) => void
}) {
  const [text, setText] = useState(filter)
  const [shown, setShown] = useState(filter)
  if (shown !== filter) {
    setShown(filter)
    setText(filter)
  }
  const commit = (): void => {
    if (text.trim() !== filter) onFilter(text.trim())
  }
  return (
    <TextInput
      label="Filter"
      description="A condition in SQL, such as dose > 1. Rows for which it is true are analysed."
      error={error}
      value={text}
      onChange={event => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit()
      }}
      spellCheck={false}
    />
  )
}
