import { Button, Group, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { Task } from '@svc/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useDraft } from '../../live/drafts.ts'
import { svc } from '../../live/server.ts'
import { RefusalPanel } from '../../ui/forms/refusal-panel.tsx'
import { Refusal } from '../../ui/forms/refusal.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { RowsSketch } from '../../ui/states/sketch.tsx'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { deleteTask, saveTask } from './task-actions.ts'
import type { TaskChange } from './task-actions.ts'
import { dueField, dueOfField, priorityWords, statusWords } from './task-words.ts'

const options = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** The task of the address, in full. */
export function TaskDialog({ taskId }: { taskId: string }) {
  const navigate = useNavigate()
  const close = (): void =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, task: undefined }),
    } as never)
  const query = useQuery({
    queryKey: ['tasks', 'one', taskId],
    queryFn: async ({ signal }) => svc.workspace.tasks.get(taskId, { signal }),
  })
  return (
    <Modal opened onClose={close} title="Task" size="lg">
      <Loaded query={query} sketch={<RowsSketch rows={4} />}>
        {task => <TaskForm key={task.task_id} task={task} onDone={close} />}
      </Loaded>
    </Modal>
  )
}

function TaskForm({ task, onDone }: { task: Task; onDone: () => void }) {
  // Only what is changed here is kept and sent: what somebody else changes meanwhile, or between two visits, stays.
  const [draft, setDraft, forget] = useDraft(`task:${task.task_id}`, '{}')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const changes = JSON.parse(draft) as TaskChange
  const values = { ...task, ...changes }
  const set = (change: TaskChange): void => setDraft(JSON.stringify({ ...changes, ...change }))
  const refusal = new Refusal(error)
  const isBlank = values.title.trim() === ''

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await work()
      forget()
      onDone()
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (isBlank) first.current?.focus()
        else void run(() => saveTask(task, changes))
      }}
    >
      <Stack gap={16}>
        <TextInput
          ref={first}
          label="Title"
          value={values.title}
          maxLength={300}
          error={isBlank ? 'A task needs a title' : refusal.at('/title')}
          onChange={event => set({ title: event.currentTarget.value })}
          data-autofocus
        />
        <Textarea
          label="Details"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={20_000}
          value={values.body}
          error={refusal.at('/body')}
          onChange={event => set({ body: event.currentTarget.value })}
        />
        <Group gap={16} grow preventGrowOverflow={false}>
          <Select
            label="Status"
            data={options(statusWords)}
            value={values.status}
            allowDeselect={false}
            onChange={value => set({ status: value as Task['status'] })}
          />
          <Select
            label="Priority"
            data={options(priorityWords)}
            value={values.priority}
            allowDeselect={false}
            onChange={value => set({ priority: value as Task['priority'] })}
          />
          <TextInput
            label="Due"
            type={dueField(task.due).type}
            value={dueField(values.due).value}
            error={refusal.at('/due')}
            onChange={event => set({ due: dueOfField(event.currentTarget.value) })}
          />
        </Group>
        <TagsInput
          label="Tags"
          placeholder={values.tags.length === 0 ? 'Type a tag and press Enter' : undefined}
          value={[...values.tags]}
          error={refusal.at('/tags')}
          onChange={next => set({ tags: next })}
        />
        <RefusalPanel refusal={refusal} />
        <Group justify="space-between" gap={8}>
          <Button variant="outline" color="bad" disabled={isBusy} onClick={() => void run(() => deleteTask(task))}>
            Delete task
          </Button>
          <Group gap={8}>
            <Button variant="default" onClick={onDone}>
              Close
            </Button>
            <SubmitButton loading={isBusy}>Save task</SubmitButton>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
