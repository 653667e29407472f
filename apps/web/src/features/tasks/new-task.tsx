import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { svc } from '../../live/server.ts'
import { sentenceOf } from '../../ui/states/sentence-of.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { refreshTasks } from './task-actions.ts'
import classes from './tasks.module.css'

const mostTitle = 300

/** One line at the top: a title and Enter. */
export function NewTask() {
  const [title, setTitle, forget] = useDraft('task:new')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const add = async (): Promise<void> => {
    if (title.trim() === '') {
      setProblem('Type what there is to do')
      field.current?.focus()
      return
    }
    setBusy(true)
    setProblem(null)
    try {
      await svc.workspace.tasks.create({ title: title.trim() })
      forget()
      await refreshTasks()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
      field.current?.focus()
    }
  }
  return (
    <form
      className={classes.add}
      onSubmit={event => {
        event.preventDefault()
        if (!isBusy) void add()
      }}
    >
      <TextInput
        ref={field}
        aria-label="New task"
        placeholder="New task"
        data-key="n"
        value={title}
        maxLength={mostTitle}
        error={problem}
        onChange={event => {
          setTitle(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <SubmitButton loading={isBusy}>Add task</SubmitButton>
    </form>
  )
}
