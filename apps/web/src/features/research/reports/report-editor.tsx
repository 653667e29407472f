import { Button, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PreconditionFailedError } from '@svc/sdk'
import { useCallback, useMemo, useRef, useState } from 'react'
import { draftOf, useDraft } from '../../../live/drafts.ts'
import { fetchPart } from '../../../live/fetch-part.ts'
import { queries } from '../../../live/query-client.ts'
import { svc } from '../../../live/server.ts'
import { CodeField } from '../../../ui/code-editor/code-field.tsx'
import type { CodeHandle } from '../../../ui/code-editor/code-field.tsx'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { useSubmit } from '../../../ui/forms/use-submit.ts'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import { ExportReport } from './export-report.tsx'
import { Findings } from './findings.tsx'
import { placeIn } from '../passages.ts'
import { changed, titleOf } from '../records.ts'
import type { Finding, LintResult, Report } from '../records.ts'
import classes from '../research.module.css'

const mostOffered = 200

/** What was typed, over which version. */
interface Typed {
  etag: string
  title?: string
  text?: string
}

/** A report in Markdown: keys and claims are completed, and what is wrong is said at its line once it is saved. */
export function ReportEditor({ report }: { report: Report }) {
  const { research_project_id: projectId, report_id: reportId } = report
  const draft = `report:${reportId}`
  const [typed, setTyped, forget] = useDraft(draft, JSON.stringify({ etag: report.etag }))
  // The version that the changes were made over stays with them, so that nobody's version is overwritten unseen.
  const { etag, title = report.title, text = report.body } = JSON.parse(typed) as Typed
  const set = (change: Omit<Typed, 'etag'>): void => {
    const next = { etag, title, text, ...change }
    if (next.title === report.title && next.text === report.body) forget()
    else setTyped(JSON.stringify(next))
  }
  const setText = (next: string): void => set({ text: next })
  const write = async ({ title, text, over }: { title: string; text: string; over: string }): Promise<Report> => {
    const { style, authors } = report
    const locale = report.locale as 'en-US' | null
    try {
      const body = { title, body: text, style, locale, authors }
      return await svc.research.reports.update(projectId, reportId, body, { ifMatch: over })
    } catch (error) {
      // What somebody else wrote is read, so that it can be looked at or written over.
      if (error instanceof PreconditionFailedError) await changed()
      throw error
    }
  }
  const [lint, setLint] = useState<{ body: string; result: LintResult } | null>(null)
  const editor = useRef<CodeHandle>(null)
  const offered = useOffered(projectId)
  const language = useCallback(
    async () => (await fetchPart(() => import('./report-language.ts'))).reportLanguage(offered),
    [offered],
  )
  const { onSubmit, isBusy, refusal } = useSubmit(async () => {
    const unchanged = text === report.body && title.trim() === report.title
    const saved = unchanged ? report : await write({ title: title.trim(), text, over: isStale ? report.etag : etag })
    queries.setQueryData(['research', 'report', projectId, reportId], saved)
    // What is typed meanwhile stays.
    const now = draftOf(draft)
    if (now === null || now === typed) forget()
    else setTyped(JSON.stringify({ ...(JSON.parse(now) as Typed), etag: saved.etag }))
    setLint({ body: saved.body, result: await svc.research.reports.lint(projectId, reportId) })
    if (!unchanged) await changed()
  })
  const isStale = refusal.error instanceof PreconditionFailedError
  const isCurrent = lint?.body === text
  const findings = lint === null ? [] : [...lint.result.errors, ...lint.result.warnings]
  const marks = useMemo(
    () => (lint === null || lint.body !== text ? [] : lint.result.errors.map(each => markOf(text, each))),
    [lint, text],
  )
  const fix = ({ fix: offer }: Finding): void => {
    if (offer === undefined) return
    const from = placeIn(text, offer.line, offer.column)
    const to = placeIn(text, offer.line, offer.column + offer.length)
    setText(text.slice(0, from) + offer.text + text.slice(to))
  }
  return (
    <div className={classes.report}>
      <form onSubmit={onSubmit} className={classes.write}>
        <TextInput
          label="Title"
          required
          maxLength={300}
          value={title}
          onChange={event => set({ title: event.currentTarget.value })}
        />
        <CodeField
          ref={editor}
          label="Report"
          value={text}
          language={language}
          isTall
          marks={marks}
          onChange={setText}
          onRun={() => document.querySelector<HTMLFormElement>(`form.${classes.write ?? ''}`)?.requestSubmit()}
        />
        <p className={classes.small}>
          @ offers sources, [[ offers claims. Ctrl-Enter saves and checks. Version {report.version}
          {text === report.body ? '' : ', not saved'}
        </p>
        <RefusalPanel refusal={refusal} />
        <Group gap={8}>
          <SubmitButton loading={isBusy}>{isStale ? 'Save over it' : 'Save and check'}</SubmitButton>
          {text !== report.body && (
            <Button variant="default" onClick={forget}>
              Take back changes
            </Button>
          )}
        </Group>
      </form>
      <div className={classes.beside}>
        {lint !== null && (
          <Findings
            result={lint.result}
            findings={findings}
            isCurrent={isCurrent}
            onGo={({ line, column }) => editor.current?.focus(placeIn(text, line, column))}
            onFix={fix}
          />
        )}
        <ExportReport report={report} isSaved={text === report.body} />
      </div>
    </div>
  )
}

function markOf(text: string, { line, column, message }: Finding) {
  const from = placeIn(text, line, column)
  const rest = /^[^\s\]]*\]{0,2}/.exec(text.slice(from))?.[0].length ?? 1
  return { from, to: Math.min(from + Math.max(rest, 1), text.length), message }
}

/** What the editor completes: keys of sources and claims. */
function useOffered(projectId: string) {
  const { data } = useQuery({
    queryKey: ['research', 'offered', projectId],
    queryFn: async ({ signal }) => {
      const [sources, claims] = await Promise.all([
        svc.research.sources.list(projectId, { limit: mostOffered }, { signal }),
        svc.research.claims.list(projectId, { limit: mostOffered }, { signal }),
      ])
      return {
        keys: sources.items.map(source => ({ key: source.key, title: titleOf(source) })),
        claims: claims.items.map(({ claim_id, text }) => ({ claim_id, text })),
      }
    },
  })
  return useMemo(() => data ?? { keys: [], claims: [] }, [data])
}
