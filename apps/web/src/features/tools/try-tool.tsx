import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { Result } from '../../ui/result/result.tsx'
import type { FieldSchema } from '../../ui/schema-form/field-schema.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { useFormDraft } from '../../ui/schema-form/use-form-draft.ts'
import { SubmitButton } from '../../ui/forms/submit-button.tsx'
import { ApprovalCard } from './approvals/approval-card.tsx'
import type { ToolManifest } from './queries.ts'
import classes from './tools.module.css'

type Answer = Awaited<ReturnType<typeof svc.tools.call>>

/** The form of a tool; a call by the person of the page, and what came of it. */
export function TryTool({ tool }: { tool: ToolManifest }) {
  const schema = tool.input_schema as FieldSchema
  const [values, change] = useFormDraft(`tool:${tool.name}`, schema)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const call = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    setAnswer(null)
    try {
      const came = await svc.tools.call(tool.name, { ...values })
      setAnswer(came)
      if ('approval_id' in came) void queries.invalidateQueries({ queryKey: ['approvals'] })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-label="Try the tool" className={classes.body}>
      <h2>Try the tool</h2>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void call()
        }}
      >
        <SchemaForm schema={schema} values={values} onChange={change} error={error} pointer="/arguments" />
        {Object.keys(schema.properties ?? {}).length === 0 && <p className={classes.quiet}>It takes no arguments.</p>}
        <SubmitButton mt={16} loading={isBusy}>
          Call tool
        </SubmitButton>
      </form>
      {answer !== null && 'approval_id' in answer && <Asked approvalId={answer.approval_id} tool={tool} />}
      {answer !== null && !('approval_id' in answer) && (
        <section aria-label="Result">
          <Result value={answer.result} name={tool.name} schema={tool.output_schema ?? null} />
        </section>
      )}
    </section>
  )
}

/** The call waits for a person, who may be the one that made it. */
function Asked({ approvalId, tool }: { approvalId: string; tool: ToolManifest }) {
  const query = useQuery({
    queryKey: ['approvals', 'one', approvalId],
    queryFn: ({ signal }) => svc.tools.approvals.get(approvalId, { signal }),
  })
  return (
    <Loaded query={query}>
      {approval => (
        <div>
          <p className={classes.lead}>Nothing ran yet: calls of this tool wait for a decision.</p>
          {approval.kind === 'tool' && <ApprovalCard approval={approval} tool={tool} />}
        </div>
      )}
    </Loaded>
  )
}
