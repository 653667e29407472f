import { ActionIcon } from '@mantine/core'
import { bytes } from '../../../ui/words/bytes.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Attachments } from './attachments.ts'
import classes from './composer.module.css'

/** Files that go with the question, each with how far it is. */
export function AttachmentList({ attachments: { files, remove } }: { attachments: Attachments }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Attached files" className={classes.files}>
      {files.map(({ key, name, size, fileId, problem }) => (
        <li key={key} data-failed={problem !== null || undefined}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          <span
            className={classes.size}
            data-short={problem === null || undefined}
            role={problem === null ? undefined : 'alert'}
          >
            {problem ?? (fileId === null ? 'Sending…' : bytes(size))}
          </span>
          <ActionIcon variant="subtle" size={24} aria-label={`Remove ${name}`} onClick={() => remove(key)}>
            <Icon name="close" size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
