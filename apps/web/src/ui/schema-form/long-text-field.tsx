import { Button, FileButton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { sentenceOf } from '../states/sentence-of.ts'
import classes from './schema-form.module.css'
import { readTextFile } from './read-text-file.ts'

/** Measuring a longer text at each key press would be felt. */
const mostMeasured = 20_000
const mostRows = 14

/** A text of many lines, which can also be read from a file, by a button or by a drop. `maxLength` is in characters. */
export function LongTextField({
  value,
  onChange,
  minRows,
  maxLength,
  takesFiles,
  error,
  ...field
}: {
  label: string
  description: string | undefined
  required: boolean
  withAsterisk: boolean
  placeholder: string | undefined
  onBlur: () => void
  error: string | undefined
  value: string
  onChange: (text: string) => void
  minRows: number
  maxLength: number | undefined
  takesFiles: boolean
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const read = (file: File | null | undefined): void => {
    if (!file) return
    setProblem(null)
    readTextFile(file, maxLength).then(onChange, (fault: unknown) => setProblem(sentenceOf(fault)))
  }
  const size = value.length > mostMeasured ? { rows: mostRows } : { autosize: true, minRows, maxRows: mostRows }
  return (
    <div>
      <Textarea
        {...field}
        {...size}
        error={problem ?? error}
        value={value}
        onChange={event => {
          setProblem(null)
          onChange(event.currentTarget.value)
        }}
        onDrop={event => {
          if (!takesFiles || event.dataTransfer.files.length === 0) return
          event.preventDefault()
          read(event.dataTransfer.files[0])
        }}
      />
      {takesFiles && (
        <FileButton onChange={read}>
          {props => (
            <Button
              {...props}
              variant="subtle"
              size="compact-sm"
              className={classes.read}
              aria-label={`Read from a file: ${field.label}`}
            >
              Read from a file
            </Button>
          )}
        </FileButton>
      )}
    </div>
  )
}
