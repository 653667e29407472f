import { Button } from '@mantine/core'
import { useState } from 'react'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import type { NoteText } from './note-editing.ts'
import classes from './notes.module.css'

/** Two people wrote at once: both texts, and which of them stays. */
export function NoteConflict({
  mine,
  theirs,
  onKeepMine,
  onUseTheirs,
  onKeepBoth,
}: {
  mine: NoteText
  theirs: NoteText
  onKeepMine: () => Promise<void>
  onUseTheirs: () => void
  onKeepBoth: () => Promise<void>
}) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <AlertDialog
      title="This note changed elsewhere"
      actions={
        <>
          <Button variant="default" disabled={isBusy} onClick={onUseTheirs}>
            Use theirs
          </Button>
          <Button variant="default" disabled={isBusy} onClick={() => void run(onKeepMine)}>
            Keep mine
          </Button>
          <Button disabled={isBusy} onClick={() => void run(onKeepBoth)}>
            Keep both
          </Button>
        </>
      }
    >
      <p>Somebody saved another text while you were writing. Keep both makes a second note of yours.</p>
      <div className={classes.texts}>
        <Version name="Yours" text={mine} />
        <Version name="Theirs" text={theirs} />
      </div>
      {error !== null && <ErrorPanel error={error} />}
    </AlertDialog>
  )
}

function Version({ name, text }: { name: string; text: NoteText }) {
  return (
    <section aria-label={name} className={classes.version}>
      <h3>{name}</h3>
      <p className={classes.versionTitle}>{text.title}</p>
      <div className={classes.versionBody} tabIndex={0}>
        {text.body}
      </div>
      {text.tags.length > 0 && <p className={classes.versionTags}>{text.tags.join(', ')}</p>}
    </section>
  )
}
