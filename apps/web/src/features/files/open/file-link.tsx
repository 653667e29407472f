import { Button, Group, TextInput } from '@mantine/core'
import type { FileRecord } from '@svc/sdk'
import { useState } from 'react'
import { svc } from '../../../live/server.ts'
import { copyText } from '../../../ui/copy/copy-text.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { notice } from '../../../ui/overlays/notices.ts'
import { Time } from '../../../ui/words/time.tsx'
import classes from '../files.module.css'

const daySeconds = 86_400

/** A link that opens the file without an account, for a day. */
export function FileLink({ file }: { file: FileRecord }) {
  const [link, setLink] = useState<{ url: string; expires_at: string; isCopied: boolean } | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const make = async (): Promise<void> => {
    const made = await svc.files.link(file.file_id, { expires_seconds: daySeconds })
    setLink({ ...made, isCopied: await copyText(made.url) })
  }
  const end = async (): Promise<void> => {
    await svc.files.endLinks(file.file_id)
    setLink(null)
    notice(`No link opens ${file.name} any more.`)
  }
  const run = (work: () => Promise<void>) => (): void => {
    setProblem(null)
    work().catch(setProblem)
  }
  return (
    <div className={classes.link}>
      <Group gap={8}>
        <Button variant="default" onClick={run(make)}>
          Copy link
        </Button>
        <Button variant="subtle" onClick={run(end)}>
          End all links
        </Button>
      </Group>
      {problem !== null && <ErrorPanel error={problem} />}
      {link !== null && (
        <>
          <TextInput aria-label="Link" readOnly value={link.url} onFocus={event => event.currentTarget.select()} />
          <p role="status" className={classes.quiet}>
            {link.isCopied ? 'Copied. ' : 'Select it and copy it. '}
            Everybody who has it can open the file; it ends <Time at={link.expires_at} />.
          </p>
        </>
      )}
    </div>
  )
}
