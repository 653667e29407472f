import { Button, Group } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { AgentAppFailedError } from '@svc/sdk'
import { useId, useState } from 'react'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { defaultsOf } from '../../../ui/schema-form/field-schema.ts'
import type { FieldSchema } from '../../../ui/schema-form/field-schema.ts'
import { SchemaForm } from '../../../ui/schema-form/schema-form.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../agent-apps.module.css'
import { statusWord } from './run-words.ts'
import { RunView } from './run-view.tsx'
import type { App, Inputs } from '../types.ts'
import { useInputs } from '../use-inputs.ts'

/** Whether the address was reached by running the app. */
export function useIsStarted(): boolean {
  return useLocation({ select: ({ state }) => (state as { isStarted?: boolean }).isStarted === true })
}

/** The form of the app, and beside it the run that the address names. */
export function RunApp({ app, runId }: { app: App; runId: string | undefined }) {
  const navigate = useNavigate()
  const formId = useId()
  const isStarted = useIsStarted()
  const [inputs, change] = useInputs(app)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const schema = (app.inputs ?? {}) as FieldSchema
  const show = (run_id: string): Promise<void> =>
    navigate({
      to: '/agent-apps/$name/runs/$run_id',
      params: { name: app.name, run_id },
      state: { isStarted: true },
    } as never)

  const start = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      // In the background where it may: then it goes on when this page is left, and shows how far it is.
      const runner = app.runners.includes('job') ? 'job' : 'ui'
      const { run_id } = await svc.agentApps.run(app.name, { ...inputs }, { runner })
      void queries.invalidateQueries({ queryKey: ['agent-apps'] })
      await show(run_id)
    } catch (problem) {
      if (problem instanceof AgentAppFailedError) await show(problem.run_id)
      else setError(problem)
    } finally {
      setBusy(false)
    }
  }

  const reason = whyNot(app)
  return (
    <div className={classes.app}>
      <form
        id={formId}
        noValidate
        aria-label="Inputs"
        onSubmit={event => {
          event.preventDefault()
          void start()
        }}
      >
        {app.examples.length > 0 && (
          <Group gap={8} mb={16}>
            {app.examples.map((example, index) => (
              <Button
                key={index}
                variant="default"
                size="compact-sm"
                className={classes.example}
                onClick={() => change({ ...defaultsOf(schema), ...(example['inputs'] as Inputs | undefined) })}
              >
                {`Use example: ${String(example['title'] ?? index + 1)}`}
              </Button>
            ))}
          </Group>
        )}
        <SchemaForm schema={schema} values={inputs} onChange={change} error={error} pointer="/inputs" />
        {Object.keys(schema.properties ?? {}).length === 0 && <p className={classes.lead}>It takes no inputs.</p>}
        <SubmitButton loading={isBusy} mt={16} disabled={reason !== null}>
          Run app
        </SubmitButton>
        {reason !== null && <p className={classes.lead}>{reason}</p>}
      </form>
      {runId === undefined ? (
        <NoRun app={app} />
      ) : (
        <RunView key={runId} app={app} runId={runId} formId={formId} takesFocus={isStarted} />
      )}
    </div>
  )
}

function NoRun({ app: { name, last_run: last } }: { app: App }) {
  return (
    <div className={classes.noRun}>
      <p>What the app answers stands here.</p>
      {last !== null && (
        <p>
          <Link to="/agent-apps/$name/runs/$run_id" params={{ name, run_id: last.run_id } as never}>
            Show the last run
          </Link>{' '}
          (<Time at={last.started_at} />, {statusWord(last.status).toLowerCase()})
        </p>
      )}
    </div>
  )
}

/** Why nobody can run it from here; null: one can. */
function whyNot({ enabled, runners }: App): string | null {
  if (!enabled) return 'It is switched off. An administrator can switch it on.'
  if (runners.includes('job') || runners.includes('ui')) return null
  return `Its manifest lets it run by ${runners.join(', ')} only. Add "ui" to runners there.`
}
