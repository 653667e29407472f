import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import type { FieldSchema } from '../../ui/schema-form/field-schema.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { useFormDraft } from '../../ui/schema-form/use-form-draft.ts'
import { TaskGraph } from './graph/task-graph.tsx'
import { treeOf } from './graph/task-tree.ts'
import classes from './playbooks.module.css'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import type { Playbook } from './types.ts'

/** The form of the inputs; a start leads to the run. */
export function StartPlaybook({ playbook }: { playbook: Playbook }) {
  const { name, inputs_schema, enabled, graph } = playbook
  const schema = (inputs_schema ?? {}) as FieldSchema
  const navigate = useNavigate()
  const [values, change] = useFormDraft(`playbook:${name}`, schema)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const run = await svc.playbooks.start(name, { ...values })
      void queries.invalidateQueries({ queryKey: ['playbooks'] })
      await navigate({ to: '/playbooks/$name/runs/$run_id', params: { name, run_id: run.id } } as never)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const tasks = useMemo(() => treeOf(graph.nodes, []), [graph])
  return (
    <div className={classes.starting}>
      <form
        noValidate
        aria-label="Inputs"
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          void start()
        }}
      >
        <SchemaForm schema={schema} values={values} onChange={change} error={error} pointer="/inputs" />
        {Object.keys(schema.properties ?? {}).length === 0 && <p className={classes.lead}>It takes no inputs.</p>}
        <SubmitButton loading={isBusy} mt={16} disabled={!enabled}>
          Start
        </SubmitButton>
        {!enabled && <p className={classes.lead}>It is switched off. An administrator can switch it on.</p>}
      </form>
      <section aria-label="Graph">
        <TaskGraph tasks={tasks} edges={graph.edges} />
      </section>
    </div>
  )
}
