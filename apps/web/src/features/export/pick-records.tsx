import { Button, Group, NativeSelect, Select } from '@mantine/core'
import { useState } from 'react'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { recordKinds, useRecords } from '../../ui/forms/record-kinds.ts'
import type { PickedRecord } from '../../ui/forms/record-kinds.ts'
import classes from './export.module.css'

/** The records of the document, in the order of its chapters. */
export function PickRecords({
  records,
  onChange,
}: {
  records: readonly PickedRecord[]
  onChange: (records: PickedRecord[]) => void
}) {
  const [type, setType] = useState('note')
  const offered = useRecords(type)
  const isPicked = (id: string): boolean => records.some(record => record.id === id)
  const others = (offered.data ?? []).filter(({ id }) => !isPicked(id))
  const add = (id: string | null): void => {
    const record = others.find(each => each.id === id)
    if (record !== undefined) onChange([...records, record])
  }
  const move = (index: number, by: number): void => {
    const changed = [...records]
    const [record] = changed.splice(index, 1)
    if (record === undefined) return
    changed.splice(index + by, 0, record)
    onChange(changed)
  }
  return (
    <div>
      <Group gap={8} align="end" wrap="wrap">
        <NativeSelect
          label="Kind"
          value={type}
          data={recordKinds.map(({ type: value, title: label }) => ({ value, label }))}
          onChange={event => setType(event.currentTarget.value)}
        />
        <Select
          label="Add a record"
          placeholder={others.length === 0 ? 'There is none' : 'Search by its name'}
          searchable
          onSearchChange={offered.onSearch}
          value={null}
          data={others.map(({ id: value, title: label }) => ({ value, label }))}
          onChange={add}
          style={{ flex: 1, minWidth: 200 }}
        />
      </Group>
      {offered.isError && <ErrorPanel error={offered.error} onRetry={() => void offered.refetch()} />}
      <ol aria-label="Chapters" className={classes.chapters}>
        {records.map((record, index) => (
          <li key={record.id}>
            <span className={classes.kind}>{recordKinds.find(each => each.type === record.type)?.title}</span>
            <span className={classes.name}>{record.title}</span>
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={index === 0}
              aria-label={`Move ${record.title} up`}
              onClick={() => move(index, -1)}
            >
              Up
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Remove ${record.title}`}
              onClick={() => onChange(records.filter(({ id }) => id !== record.id))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
    </div>
  )
}
