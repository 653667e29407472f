import { Button, Progress } from '@mantine/core'
import { bytes } from '../../../ui/words/bytes.ts'
import { cancelUpload, hideUploads, uploadAgain, useUploads } from './uploads.ts'
import type { Upload } from './uploads.ts'
import classes from '../files.module.css'

const mostShown = 50

/** What is under way, and what became of it; what needs somebody comes first. */
export function UploadList() {
  const uploads = useUploads()
  if (uploads.length === 0) return null
  const isBusy = uploads.some(isUnderWay)
  const ranks = { failed: 0, sending: 1, waiting: 2, cancelled: 3, done: 4 } as const
  const shown = uploads.toSorted((a, b) => ranks[a.state] - ranks[b.state]).slice(0, mostShown)
  const done = uploads.filter(({ state }) => state === 'done').length
  return (
    <section aria-label="Uploads" aria-busy={isBusy} className={classes.uploads}>
      <div className={classes.uploadsHead}>
        <span role="status">
          {done} of {uploads.length} uploaded
        </span>
        {!isBusy && (
          <Button variant="subtle" size="compact-sm" onClick={hideUploads}>
            Hide these
          </Button>
        )}
      </div>
      <ul className={classes.plain}>
        {shown.map(each => (
          <UploadRow key={each.id} upload={each} />
        ))}
      </ul>
      {uploads.length > shown.length && <p className={classes.quiet}>And {uploads.length - shown.length} more.</p>}
    </section>
  )
}

function isUnderWay({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending'
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, path, size, sent, state, words } = upload
  const part = size === 0 ? 0 : (sent / size) * 100
  return (
    <li className={classes.upload}>
      <span className={classes.uploadName}>{path}</span>
      <span className={classes.quiet} data-state={state}>
        {state === 'sending' ? `${bytes(sent)} of ${bytes(size)}` : words}
      </span>
      {isUnderWay(upload) && (
        <Button variant="subtle" size="compact-sm" aria-label={`Cancel ${path}`} onClick={() => cancelUpload(id)}>
          Cancel
        </Button>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <Button variant="subtle" size="compact-sm" aria-label={`Try again: ${path}`} onClick={() => uploadAgain(id)}>
          Try again
        </Button>
      )}
      {state === 'sending' && (
        <Progress className={classes.bar} value={part} size={4} aria-label={`Upload of ${path}`} />
      )}
    </li>
  )
}
