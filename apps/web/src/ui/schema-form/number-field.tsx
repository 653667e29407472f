import { NumberInput } from '@mantine/core'
import type { NumberInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange' | 'onBlur'> {
  value: number | undefined
  /** Gets undefined where the field holds no number. */
  onChange: (value: number | undefined) => void
  onBlur?: () => void
}

/** A field for a number. What stands between two numbers while one is typed, such as `0.` and `1.0`, stays as it is typed until the field is left. */
export function NumberField({ value, onChange, onBlur, ...props }: Props) {
  const [typed, setTyped] = useState<string | number | null>(null)
  return (
    <NumberInput
      {...props}
      hideControls
      value={typed ?? value ?? ''}
      onChange={next => {
        const read = Number(next)
        setTyped(next)
        onChange(next === '' || Number.isNaN(read) ? undefined : read)
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
    />
  )
}
