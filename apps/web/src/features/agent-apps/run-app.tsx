import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keepDraft, draftOf } from '../../live/drafts.ts'
import { queries } from '../../live/query-client.ts'
import { svc } from '../../live/server.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { fieldErrors } from '../../ui/field-errors.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { saveBytes } from '../../ui/save-file.ts'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import type { FieldSchema } from '../../ui/schema-form/schema-form.tsx'
import classes from './agent-apps.module.css'

export type App = Awaited<ReturnType<typeof svc.agentApps.get>> & { readonly examples?: readonly Values[] }
type Run = Awaited<ReturnType<typeof svc.agentApps.run.get>>
type Values = Readonly<Record<string, unknown>>

const isLive = (status: string | undefined): boolean => status === 'queued' || status === 'running'

/** The form of the app, and beside it the run that the address names. */
export function RunApp({ app, runId }: { app: App; runId: string | undefined }) {
  const navigate = useNavigate()
  const draft = `agent-app:${app.name}`
  const [values, setValues] = useState<Values>(() => JSON.parse(draftOf(draft) ?? '{}') as Values)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const faults = fieldErrors(error)
  const { examples = [] } = app
  const change = (next: Values): void => {
    setValues(next)
    keepDraft(draft, JSON.stringify(next))
  }

  const start = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const { run_id } = await svc.agentApps.run(app.name, { ...values }, { runner: 'job' })
      void queries.invalidateQueries({ queryKey: ['agent-apps'] })
      await navigate({ to: '/agent-apps/$name/runs/$run_id', params: { name: app.name, run_id } as never })
    } catch (problem) {
      setError(problem)
      const field = Object.keys(fieldErrors(problem))[0]?.split('/')[2]
      if (field !== undefined) form.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)?.focus()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.app}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void start(event.currentTarget)
        }}
      >
        {examples.length > 0 && (
          <Group gap={8} mb={16}>
            {examples.map((example, index) => (
              <Button
                key={index}
                variant="default"
                size="compact-sm"
                onClick={() => change((example['inputs'] ?? {}) as Values)}
              >
                {`Use example: ${String(example['title'] ?? index + 1)}`}
              </Button>
            ))}
          </Group>
        )}
        <SchemaForm
          schema={(app.inputs ?? {}) as FieldSchema}
          values={values}
          onChange={change}
          errors={faults}
          pointer="/inputs"
        />
        {error !== null && Object.keys(faults).length === 0 && <ErrorPanel error={error} />}
        <Button type="submit" loading={isBusy} mt={16} disabled={!app.enabled}>
          Run app
        </Button>
      </form>
      {runId !== undefined && <RunView runId={runId} />}
    </div>
  )
}

/** A run as it goes on, and what came of it. */
function RunView({ runId }: { runId: string }) {
  const query = useQuery({
    queryKey: ['agent-apps', 'run', runId],
    queryFn: ({ signal }) => svc.agentApps.run.get(runId, { signal }),
    // The log of a run is no event of the workspace.
    refetchInterval: ({ state }) => (isLive(state.data?.status) ? 500 : false),
  })
  return (
    <Loaded query={query}>
      {run => (
        <section aria-label="Result" className={classes.result} aria-busy={isLive(run.status)}>
          <h2 aria-live="polite">{run.status.replace(/^./, letter => letter.toUpperCase())}</h2>
          {isLive(run.status) && (
            <Group>
              <Button variant="default" onClick={() => void svc.agentApps.run.cancel(runId)}>
                Cancel run
              </Button>
            </Group>
          )}
          {run.error !== null && (
            <div role="alert">
              <p>{run.error.message}</p>
              <CodeBlock copies="Copy stack">{run.error.stack}</CodeBlock>
            </div>
          )}
          {run.status === 'succeeded' && <Output run={run} />}
          {run.logs.length > 0 && (
            <div role="log" aria-label="Log" className={classes.log} tabIndex={0}>
              {run.logs.map(({ at, level, message }, index) => (
                <div key={`${at} ${index}`}>
                  {level}: {message}
                </div>
              ))}
            </div>
          )}
        </section>
      )}
    </Loaded>
  )
}

function Output({ run }: { run: Run }) {
  const text = JSON.stringify(run.output, null, 2)
  const save = (): void => saveBytes(new TextEncoder().encode(text), `${run.app}.json`, 'application/json')
  return (
    <>
      <CodeBlock copies="Copy result">{text}</CodeBlock>
      <Group>
        <Button variant="default" onClick={save}>
          Download
        </Button>
      </Group>
    </>
  )
}
