import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'

const example = "metrics.cv_r2_mean > 0.8 AND params.trainer = 'random_forest'"

/** A condition in MLflow's grammar. It counts at Enter or when the field is left: half of a condition is an error. */
export function FilterBox({
  filter = '',
  onFilter,
}: {
  filter: string | undefined
  onFilter: (filter: string | undefined) => void
}) {
  const [text, setText] = useState(filter)
  useEffect(() => setText(filter), [filter])
  const apply = (): void => {
    const next = text.trim()
    if (next !== filter) onFilter(next === '' ? undefined : next)
  }
  return (
    <form
      role="search"
      style={{ flex: '1 1 260px' }}
      onSubmit={event => {
        event.preventDefault()
        apply()
      }}
    >
      <TextInput
        label="Filter runs"
        type="search"
        data-key="/"
        placeholder={example}
        spellCheck={false}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={apply}
      />
    </form>
  )
}
