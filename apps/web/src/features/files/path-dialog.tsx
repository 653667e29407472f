import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldErrors } from '../../ui/forms/field-errors.ts'
import { sentenceOf } from '../../ui/states/sentence-of.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'

/** Asks where something goes; stays with the reason when it cannot go there. */
export function PathDialog({
  title,
  label,
  description,
  initial,
  verb,
  check,
  onSubmit,
  onClose,
}: {
  title: string
  label: string
  description?: string
  initial: string
  verb: string
  check: (path: string) => string | null
  onSubmit: (path: string) => Promise<unknown>
  onClose: () => void
}) {
  const [path, setPath] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (): Promise<void> => {
    const fault = check(path)
    setProblem(fault)
    if (fault !== null) return
    setBusy(true)
    try {
      await onSubmit(path.trim())
      onClose()
    } catch (error) {
      setProblem(Object.values(fieldErrors(error))[0] ?? sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap={16}>
          <TextInput
            label={label}
            description={description}
            value={path}
            error={problem}
            onChange={event => setPath(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <SubmitButton loading={isBusy}>{verb}</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
