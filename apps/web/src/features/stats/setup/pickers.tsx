import { Select } from '@mantine/core'
import { firstSentence, groupedMethods } from '../words.ts'
import type { Method } from '../types.ts'
import classes from './setup.module.css'

interface Dataset {
  dataset_id: string
  name: string
  rows: number
}

/** Chooses what is analysed. A dataset of the address that the list does not reach stays by its id. */
export function DatasetPicker({
  datasets,
  value,
  onChange,
}: {
  datasets: readonly Dataset[]
  value: string | null
  onChange: (datasetId: string) => void
}) {
  const known = datasets.map(({ dataset_id, name }) => ({ value: dataset_id, label: name }))
  const isKnown = value === null || datasets.some(({ dataset_id }) => dataset_id === value)
  return (
    <Select
      label="Dataset"
      placeholder="Choose a dataset"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No dataset has this name"
      data={isKnown ? known : [...known, { value, label: value }]}
      value={value}
      onChange={next => next !== null && onChange(next)}
    />
  )
}

/** Chooses how: methods under headings, each with its sentence. */
export function MethodPicker({
  methods,
  value,
  onChange,
}: {
  methods: readonly Method[]
  value: string | null
  onChange: (method: string) => void
}) {
  const sentences = new Map(methods.map(({ method, description }) => [method, firstSentence(description)]))
  const data = groupedMethods(methods).map(({ group, items }) => ({
    group,
    items: items.map(({ method, title }) => ({ value: method, label: title })),
  }))
  return (
    <Select
      label="Method"
      placeholder="Choose a method"
      searchable
      allowDeselect={false}
      nothingFoundMessage="No method has this name"
      maxDropdownHeight={400}
      data={data}
      value={value}
      onChange={next => next !== null && onChange(next)}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <br />
          <span className={classes.sentence}>{sentences.get(option.value)}</span>
        </span>
      )}
    />
  )
}
