import { NativeSelect, Stack, Switch, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { saveBytes } from '../../../ui/copy/save-file.ts'
import { SubmitButton } from '../../../ui/forms/submit-button.tsx'
import { textIn, useSubmit } from '../../../ui/forms/use-submit.ts'
import { AppLink } from '../../../ui/page/app-link.tsx'
import { RefusalPanel } from '../../../ui/forms/refusal-panel.tsx'
import type { Report } from '../records.ts'
import classes from '../research.module.css'

const types = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  md: 'text/markdown',
  zip: 'application/zip',
}
type Format = keyof typeof types

/** A report as a document: verified first, and refused while a claim does not hold. */
export function ExportReport({ report, isSaved }: { report: Report; isSaved: boolean }) {
  const { research_project_id: projectId, report_id: reportId } = report
  const [isSigned, setSigned] = useState(false)
  const [allowsUnverified, setAllows] = useState(false)
  const styles = useQuery({
    queryKey: ['research', 'styles'],
    queryFn: async ({ signal }) => (await svc.research.styles.list({ signal })).items,
  })
  const { onSubmit, isBusy, refusal } = useSubmit(async form => {
    const format = textIn(form, 'format') as Format
    const style = textIn(form, 'style')
    const signatories = textIn(form, 'signatories')
      .split('\n')
      .map(line => line.split(',').map(part => part.trim()))
      .flatMap(([name = '', role = '']) => (name === '' ? [] : [{ name, ...(role !== '' && { role }) }]))
    const content = await svc.research.reports.export(projectId, reportId, {
      format,
      cover: true,
      ...(style !== '' && { style }),
      ...(signatories.length > 0 && { signatories }),
      ...(isSigned && { sign: format === 'pdf' ? { pdf: true } : { manifest: true } }),
      ...(allowsUnverified && { allow_unverified: true }),
    })
    saveBytes(
      content,
      `${report.title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'report'}.${format}`,
      types[format],
    )
  })
  return (
    <section aria-label="Export" className={classes.export}>
      <h2>Export</h2>
      <form onSubmit={onSubmit}>
        <Stack gap={12}>
          <NativeSelect
            name="format"
            label="Format"
            data={[
              { value: 'pdf', label: 'PDF' },
              { value: 'docx', label: 'Word' },
              { value: 'html', label: 'HTML' },
              { value: 'md', label: 'Markdown' },
              { value: 'zip', label: 'ZIP' },
            ]}
          />
          <NativeSelect
            name="style"
            label="Citation style"
            data={[
              { value: '', label: "The project's" },
              ...(styles.data ?? []).map(({ style, title }) => ({ value: style, label: title })),
            ]}
          />
          <p className={classes.small}>
            Citations are made by citeproc-js by Frank Bennett, under the CPAL 1.0:{' '}
            <AppLink address="/docs/licences">Licences</AppLink>
          </p>
          <Textarea
            name="signatories"
            label="Signatories"
            description="One a line: name, role"
            autosize
            minRows={2}
            maxRows={12}
          />
          <Switch
            label="Sign it"
            checked={isSigned && !allowsUnverified}
            disabled={allowsUnverified}
            onChange={event => setSigned(event.currentTarget.checked)}
          />
          <Switch
            label="Allow claims without evidence"
            description="They are named on the cover, and the document is not signed."
            checked={allowsUnverified}
            onChange={event => {
              setAllows(event.currentTarget.checked)
              if (event.currentTarget.checked) setSigned(false)
            }}
          />
          <RefusalPanel refusal={refusal} />
          {!isSaved && <p className={classes.small}>The saved version is exported: save first what you changed.</p>}
          <SubmitButton variant="default" loading={isBusy}>
            Export report
          </SubmitButton>
        </Stack>
      </form>
    </section>
  )
}
