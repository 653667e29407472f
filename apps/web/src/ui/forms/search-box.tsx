import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'

const pauseMs = 250

/** A field that narrows the page down; what is typed stands in the address as `?q=`. */
export function SearchBox({ label }: { label: string }) {
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const navigate = useNavigate()
  const [text, setText] = useState(q)
  const sent = useRef(q)
  // Back and forward change the address, and the field follows.
  useEffect(() => {
    if (q !== sent.current) setText(q)
    sent.current = q
  }, [q])
  const go = useDebouncedCallback((next: string) => {
    sent.current = next
    const search = (before: Record<string, unknown>) => ({ ...before, q: next === '' ? undefined : next })
    void navigate({ to: '.', search, replace: true } as never)
  }, pauseMs)
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      data-key="/"
      leftSection={<Icon name="search" size={16} />}
      value={text}
      onChange={event => {
        setText(event.currentTarget.value)
        go(event.currentTarget.value.trim())
      }}
    />
  )
}

/** What the page's `SearchBox` holds; undefined: nothing. */
export function useSearchText(): string | undefined {
  const { q } = useSearch({ strict: false }) as { q?: string }
  return q === '' ? undefined : q
}
