import type { Waiting } from '../interpreter/frame.ts'
import type { TaskRow } from '../journal/task-row.ts'

/** Of the tasks that wait, those whose tool waits for a person: its approval is one of the plugin tools. */
export function toolApprovalsOf(waiting: readonly TaskRow[]): { approval_id: string; reference: string }[] {
  return waiting.flatMap(({ call, waiting: text, reference }) => {
    const { approval_id } = JSON.parse(text ?? '{}') as Partial<Waiting>
    return approval_id === undefined || call === 'approval' ? [] : [{ approval_id, reference }]
  })
}
