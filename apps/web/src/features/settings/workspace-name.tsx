import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { meQuery, useMe } from '../../live/me.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { fieldErrors } from '../../ui/forms/field-errors.ts'
import { notice } from '../../ui/overlays/notices.ts'
import { sentenceOf } from '../../ui/states/sentence-of.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import classes from './settings.module.css'

/** What everybody calls the workspace. */
export function WorkspaceName() {
  const { workspace } = useMe()
  const [name, setName] = useState(workspace.name)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    setProblem(null)
    try {
      await svc.admin.workspaces.rename(workspace.id, { name: name.trim() })
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      await queries.invalidateQueries({ queryKey: ['workspace'] })
      notice('The workspace has its new name.')
    } catch (error) {
      setProblem(fieldErrors(error)['/name'] ?? sentenceOf(error))
    }
  }
  return (
    <section>
      <h2>Workspace</h2>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <TextInput
          label="Name of the workspace"
          value={name}
          maxLength={200}
          error={problem}
          onChange={event => setName(event.currentTarget.value)}
        />
        <SubmitButton variant="default" disabled={name.trim() === '' || name.trim() === workspace.name}>
          Rename workspace
        </SubmitButton>
      </form>
    </section>
  )
}
