import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { ReactNode } from 'react'

/** A button that opens the browser's own choice of files. */
export function PickFiles({
  children,
  onPick,
  accept,
  isPrimary = false,
}: {
  children: ReactNode
  onPick: (files: File[]) => void
  accept?: string
  isPrimary?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant={isPrimary ? 'filled' : 'default'} onClick={() => field.current?.click()}>
        {children}
      </Button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept={accept}
        onChange={event => {
          onPick([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
