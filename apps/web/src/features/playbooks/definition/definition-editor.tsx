import { Button, Group, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { APIError } from '@svc/sdk'
import { useRef, useState } from 'react'
import { useDraft } from '../../../live/drafts.ts'
import { hasRole, useMe } from '../../../live/me.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import classes from '../playbooks.module.css'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import type { PlaybookMistake } from '../types.ts'
import { Mistakes } from './mistakes.tsx'

interface Checked {
  errors: readonly PlaybookMistake[]
  warnings: readonly PlaybookMistake[]
}

/** The text of a definition, in YAML or JSON: checked, and saved as a version of its own. `draft` names what is typed and not saved. */
export function DefinitionEditor({ draft, text: initial }: { draft: string; text: string }) {
  const me = useMe()
  const navigate = useNavigate()
  const [text, setText, forget] = useDraft(draft, initial)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState<'check' | 'save' | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const attempt = async (what: 'check' | 'save', work: () => Promise<void>): Promise<void> => {
    setBusy(what)
    setError(null)
    setChecked(null)
    try {
      await work()
    } catch (problem) {
      const mistakes = mistakesOf(problem)
      if (mistakes === null) setError(problem)
      else setChecked({ errors: mistakes, warnings: [] })
    } finally {
      setBusy(null)
    }
  }
  const check = () => attempt('check', async () => setChecked(await svc.playbooks.validate({ source: text })))
  const save = () =>
    attempt('save', async () => {
      const { name } = await svc.playbooks.create({ source: text })
      forget()
      await queries.invalidateQueries({ queryKey: ['playbooks'] })
      await navigate({ to: '/playbooks/$name', params: { name }, search: {} } as never)
    })
  const show = ({ line, column, end_line, end_column }: PlaybookMistake): void => {
    if (line === null) return
    const from = offsetOf(text, line, column ?? 1)
    const to = end_line === null ? from : offsetOf(text, end_line, end_column ?? 1)
    field.current?.focus()
    field.current?.setSelectionRange(from, Math.max(from + 1, to))
  }
  return (
    <form
      className={classes.editor}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Textarea
        ref={field}
        label="Definition"
        description="YAML or JSON in the Serverless Workflow DSL 1.0. A version that is saved never changes: give an edit a higher document.version."
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        autosize
        minRows={16}
        maxRows={32}
        spellCheck={false}
        classNames={{ input: classes.source ?? '' }}
      />
      {error !== null && <ErrorPanel error={error} />}
      {checked !== null && <Outcome checked={checked} onShow={show} />}
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
  )
}

function Outcome({
  checked: { errors, warnings },
  onShow,
}: {
  checked: Checked
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
  return (problem.problem as unknown as { errors: readonly PlaybookMistake[] }).errors
}

/** Lines and columns count from 1. */
function offsetOf(text: string, line: number, column: number): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1
}
