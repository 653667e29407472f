import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { APIError } from '@svc/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDraft } from '../../../live/drafts.ts'
import { hasRole, useMe } from '../../../live/me.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import type { CodeHandle } from '../../../ui/code-editor/code-field.tsx'
import { YamlEditor } from '../../../ui/code-editor/editors.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { TaskGraph } from '../graph/task-graph.tsx'
import { treeOf } from '../graph/task-tree.ts'
import classes from '../playbooks.module.css'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import type { PlaybookMistake } from '../types.ts'
import { Mistakes } from './mistakes.tsx'

type Checked = Awaited<ReturnType<typeof svc.playbooks.validate>>
type Found = Pick<Checked, 'errors' | 'warnings'>

const pauseMs = 600

/** The text of a definition, in YAML or JSON: checked as it is written, drawn, and saved as a version of its own. `draft` names what is typed and not saved. */
export function DefinitionEditor({ draft, text: initial }: { draft: string; text: string }) {
  const me = useMe()
  const navigate = useNavigate()
  const [text, setText, forget] = useDraft(draft, initial)
  const written = useChecked(text)
  const [shown, setShown] = useState<Found | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState<'check' | 'save' | null>(null)
  const field = useRef<CodeHandle>(null)
  const attempt = async (what: 'check' | 'save', work: () => Promise<void>): Promise<void> => {
    setBusy(what)
    setError(null)
    setShown(null)
    try {
      await work()
    } catch (problem) {
      const mistakes = mistakesOf(problem)
      if (mistakes === null) setError(problem)
      else setShown({ errors: [...mistakes], warnings: [] })
    } finally {
      setBusy(null)
    }
  }
  const check = () => attempt('check', async () => setShown(await svc.playbooks.validate({ source: text })))
  const save = () =>
    attempt('save', async () => {
      const { name } = await svc.playbooks.create({ source: text })
      forget()
      await queries.invalidateQueries({ queryKey: ['playbooks'] })
      await navigate({ to: '/playbooks/$name', params: { name }, search: {} } as never)
    })
  const marks = useMemo(
    () => [...(written?.errors ?? []), ...(written?.warnings ?? [])].flatMap(mistake => markOf(text, mistake) ?? []),
    [text, written],
  )
  const tasks = useMemo(() => treeOf(written?.graph.nodes ?? [], []), [written])
  return (
    <div className={classes.editing}>
      <form
        className={classes.editor}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <p className={classes.hint}>
          YAML or JSON in the Serverless Workflow DSL 1.0. A version that is saved never changes: give an edit a higher
          document.version.
        </p>
        <YamlEditor
          ref={field}
          label="Definition"
          value={text}
          marks={marks}
          onChange={setText}
          onRun={() => void check()}
        />
        {error !== null && <ErrorPanel error={error} />}
        {shown !== null && (
          <Outcome
            found={shown}
            onShow={mistake => {
              const place = markOf(text, mistake)
              if (place) field.current?.focus(place.from, place.to)
            }}
          />
        )}
        <Group gap={8}>
          {hasRole(me, 'admin') && (
            <SubmitButton loading={busy === 'save'} disabled={busy === 'check'}>
              Save as new version
            </SubmitButton>
          )}
          <Button variant="default" loading={busy === 'check'} disabled={busy === 'save'} onClick={() => void check()}>
            Check
          </Button>
        </Group>
        {!hasRole(me, 'admin') && <p className={classes.lead}>Administrators save definitions.</p>}
      </form>
      {tasks.length > 0 && (
        <section aria-label="Graph">
          <TaskGraph tasks={tasks} edges={written?.graph.edges ?? []} />
        </section>
      )}
    </div>
  )
}

/** What the server says of the text once the person pauses; of the one before until then. What cannot be asked now is asked with the next change. */
function useChecked(source: string): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    const over = new AbortController()
    const timer = setTimeout(() => {
      svc.playbooks.validate({ source }, { signal: over.signal }).then(setChecked, () => undefined)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [source])
  return checked
}

function Outcome({
  found: { errors, warnings },
  onShow,
}: {
  found: Found
  onShow: (mistake: PlaybookMistake) => void
}) {
  return (
    <div role={errors.length > 0 ? 'alert' : 'status'} className={classes.outcome}>
      <p>{sentence(errors.length, warnings.length)}</p>
      <Mistakes mistakes={[...errors, ...warnings]} onShow={onShow} />
    </div>
  )
}

function sentence(errors: number, warnings: number): string {
  const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
  if (errors > 0) return `${counted(errors, 'mistake')}. Nothing was saved.`
  return warnings > 0 ? `It can be run. ${counted(warnings, 'warning')}:` : 'It can be run.'
}

/** The mistakes that a refusal names; null: it is about something else. */
function mistakesOf(problem: unknown): readonly PlaybookMistake[] | null {
  if (!(problem instanceof APIError) || problem.code !== 'playbook_invalid') return null
  return problem.problem?.errors as readonly PlaybookMistake[]
}

/** Where it is in the text, at least one character; null: nowhere. */
function markOf(text: string, { line, column, end_line, end_column, message }: PlaybookMistake) {
  if (line === null) return null
  const from = offsetOf(text, line, column ?? 1)
  const to = end_line === null ? from : offsetOf(text, end_line, end_column ?? 1)
  return { from, to: Math.max(from + 1, to), message }
}

/** Lines and columns count from 1. */
function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
