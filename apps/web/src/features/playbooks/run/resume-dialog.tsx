import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import type { TreeTask } from '../graph/task-tree.ts'
import type { PlaybookRun } from '../types.ts'

/** Asks before a run goes on from a task, and in which version: the one that was repaired meanwhile is offered first. */
export function ResumeDialog({ run, task, onClose }: { run: PlaybookRun; task: TreeTask; onClose: () => void }) {
  const newest = useQuery({
    queryKey: ['playbooks', 'one', run.name],
    queryFn: ({ signal }) => svc.playbooks.get(run.name, {}, { signal }),
  })
  const [chosen, choose] = useState<string | null>(null)
  const isChanged = newest.data !== undefined && newest.data.revision !== run.revision
  const target = chosen ?? (isChanged ? 'newest' : 'own')
  const resume = async (): Promise<void> => {
    const version = target === 'newest' ? newest.data?.version : undefined
    await svc.playbooks.resume(run.id, { from_task: task.reference, ...(version !== undefined && { version }) })
    await queries.invalidateQueries({ queryKey: ['playbooks'] })
  }
  return (
    <Confirm verb="Resume from here" onConfirm={resume} onClose={onClose}>
      The task <b>{task.name}</b> and all tasks after it run again. Their earlier records are kept. The tasks before it
      are not run again.
      {isChanged && (
        <Select
          mt={12}
          label="Version"
          description="Tasks that have finished must be the same in this version."
          data={[
            { value: 'newest', label: labelOf(newest.data, run) },
            { value: 'own', label: `${run.version}, with which it began` },
          ]}
          allowDeselect={false}
          value={target}
          onChange={choose}
        />
      )}
    </Confirm>
  )
}

function labelOf({ version }: { version: string }, run: PlaybookRun): string {
  return version === run.version ? `${version}, as it is now` : `${version}, the newest`
}
