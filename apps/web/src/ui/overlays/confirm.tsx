import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorPanel } from '../states/error-panel.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Modal } from './modal.tsx'

/**
 * Asks before what cannot be undone. With `name` the person types it first. `verb` is the button, such as "Delete dataset"; the dialog closes when
 * `onConfirm` has ended, and stays with the error when it failed.
 */
export function Confirm({
  verb,
  name,
  children,
  onConfirm,
  onClose,
}: {
  verb: string
  name?: string
  children: ReactNode
  onConfirm: () => Promise<unknown>
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isMeant = name === undefined || typed.trim() === name.trim()
  const confirm = async (): Promise<void> => {
    if (!isMeant) return
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      onClose()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={verb}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void confirm()
        }}
      >
        <Stack gap={16}>
          <div>{children}</div>
          {name !== undefined && (
            <TextInput
              label={`Type ${name} to confirm`}
              value={typed}
              onChange={event => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error !== null && <ErrorPanel error={error} />}
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Keep it
            </Button>
            <SubmitButton color="bad" variant="outline" loading={isBusy} disabled={!isMeant}>
              {verb}
            </SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
