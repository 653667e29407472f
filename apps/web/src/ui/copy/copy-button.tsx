import { Button } from '@mantine/core'
import { useState } from 'react'
import { copyText } from './copy-text.ts'

const shownMs = 2000

/** Copies `text`; says so in its own place. `children` is its name, such as "Copy key". */
export function CopyButton({
  text,
  children,
  size = 'compact-sm',
  isQuiet = false,
}: {
  text: string | (() => string)
  children: string
  size?: 'compact-sm' | 'sm'
  isQuiet?: boolean
}) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = async (): Promise<void> => {
    setState((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'failed')
    setTimeout(setState, shownMs, 'ready')
  }
  return (
    <Button
      variant={isQuiet ? 'subtle' : 'default'}
      color="gray"
      size={size}
      onClick={() => void copy()}
      aria-label={children}
    >
      <span aria-live="polite">
        {{ ready: children, copied: 'Copied', failed: 'Select it and copy it yourself' }[state]}
      </span>
    </Button>
  )
}
