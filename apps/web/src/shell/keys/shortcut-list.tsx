import { Kbd } from '@mantine/core'
import { useMe } from '../../live/me.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { showDialog } from '../shell-dialog.ts'
import { goes, lettersOff } from './shortcuts.ts'
import classes from './keys.module.css'

const anywhere = [
  { keys: ['Ctrl', 'K'], does: 'Search or jump to a page, an action or a record' },
  { keys: ['Escape'], does: 'Close what is on top' },
]
const letters = [
  { keys: ['?'], does: 'Show these keys' },
  { keys: ['n'], does: 'Make a new one of what is shown' },
  { keys: ['/'], does: 'Search on the page' },
  ...Object.entries(goes).map(([key, { title }]) => ({ keys: ['g', key], does: `Go to ${title}` })),
]

/** Which keys do what. */
export function ShortcutList() {
  const isOff = useMe().preferences[lettersOff] === true
  return (
    <Modal opened onClose={() => showDialog(null)} title="Keyboard shortcuts" size={480}>
      <KeyTable rows={anywhere} />
      <p className={classes.note}>
        {isOff
          ? 'Single letters are switched off in Settings.'
          : 'Single letters work outside of fields. Settings switches them off.'}
      </p>
      {!isOff && <KeyTable rows={letters} />}
    </Modal>
  )
}

function KeyTable({ rows }: { rows: readonly { keys: readonly string[]; does: string }[] }) {
  return (
    <dl className={classes.keys}>
      {rows.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map(key => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
