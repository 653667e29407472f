import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { bytes } from '../../ui/words/bytes.ts'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/words/time.tsx'
import type { Entry } from './file-paths.ts'
import classes from './files.module.css'

export interface EntryActions {
  move: (entry: Entry) => void
  remove: (entry: Entry) => void
  download: (entry: Entry & { kind: 'file' }) => void
}

/** A finger needs more room than a pointer. */
const rowHeight = matchMedia('(pointer: coarse)').matches ? 44 : 36
/** Rows from the end at which the next page is read. */
const ahead = 40

/** Folders and files. Only the rows in view are drawn, and further pages come as they are scrolled to. */
export function FileTable({
  entries,
  isWhole,
  onMore,
  showPaths,
  actions,
}: {
  entries: readonly Entry[]
  isWhole: boolean
  onMore: () => void
  showPaths: boolean
  actions: EntryActions
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (!isWhole && lastShown >= entries.length - ahead) onMore()
  }, [isWhole, lastShown, entries.length, onMore])
  return (
    <div
      role="table"
      aria-label="Files"
      aria-rowcount={isWhole ? entries.length + 1 : -1}
      className={classes.table}
      ref={scroller}
      tabIndex={0}
    >
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        <span role="columnheader">Name</span>
        <span role="columnheader" className={classes.number}>
          Size
        </span>
        <span role="columnheader">Changed</span>
        <span role="columnheader">
          <span className="visually-hidden">Actions</span>
        </span>
      </div>
      <div role="rowgroup" style={{ position: 'relative', height: rows.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const entry = entries[index] as Entry
          return (
            <div
              key={entry.path}
              role="row"
              aria-rowindex={index + 2}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span role="cell" className={classes.name}>
                <Icon name={entry.kind === 'folder' ? 'folder' : 'file'} />
                <EntryLink entry={entry} showPath={showPaths} />
              </span>
              <span role="cell" className={classes.number}>
                {entry.kind === 'file' ? bytes(entry.file.size) : ''}
              </span>
              <span role="cell" className={classes.changed}>
                {entry.kind === 'file' ? <Time at={entry.file.updated_at} /> : 'Folder'}
              </span>
              <span role="cell">
                <EntryMenu entry={entry} actions={actions} />
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function EntryLink({ entry, showPath }: { entry: Entry; showPath: boolean }) {
  if (entry.kind === 'folder') {
    return (
      <Link to="." search={{ folder: entry.path } as never}>
        {entry.name}
      </Link>
    )
  }
  const { file_id, name, path } = entry.file
  return (
    <Link to="." search={(before: Record<string, unknown>) => ({ ...before, file: file_id }) as never} title={path}>
      {showPath ? path : name}
    </Link>
  )
}

function EntryMenu({ entry, actions }: { entry: Entry; actions: EntryActions }) {
  const name = entry.kind === 'folder' ? entry.name : entry.file.name
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label="Actions">
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <Icon name="more" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {entry.kind === 'file' && <Menu.Item onClick={() => actions.download(entry)}>Download file</Menu.Item>}
        <Menu.Item onClick={() => actions.move(entry)}>Rename or move</Menu.Item>
        <Menu.Item color="bad" onClick={() => actions.remove(entry)}>
          {entry.kind === 'folder' ? 'Delete folder' : 'Delete file'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
