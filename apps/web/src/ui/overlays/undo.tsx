import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { sentenceOf } from '../states/sentence-of.ts'

export function Undo({ id, message, undo }: { id: string; message: string; undo: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string | null>(null)
  const back = async (): Promise<void> => {
    try {
      await undo()
      notifications.hide(id)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return (
    <Group justify="space-between" gap={8} wrap="nowrap">
      <span>{problem ?? message}</span>
      {problem === null && (
        <Button variant="subtle" size="compact-sm" onClick={() => void back()}>
          Undo
        </Button>
      )}
    </Group>
  )
}
