import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { cellText, isNumeric } from './cell-text.ts'
import classes from './data-grid.module.css'

export interface GridColumn {
  name: string
  /** Of SQL, such as BIGINT. */
  type: string
}

const rowPx = 32
const headPx = 48
const leastColumnPx = 152
const mostColumnPx = 320
const numberPx = 72

/**
 * A table of any size: only what is in view is drawn. Arrow keys, Page Up and Down, Home and End move, and what a cell holds stands below when it is cut.
 * `row` gives the cells, or undefined while they are read; `onShow` says which rows are in view.
 */
export function DataGrid({
  label,
  columns,
  count,
  row,
  onShow,
}: {
  label: string
  columns: readonly GridColumn[]
  count: number
  row: (index: number) => readonly unknown[] | undefined
  onShow?: (first: number, last: number) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState({ row: 0, column: 0 })
  const columnPx = useColumnWidth(box, columns.length)
  const rows = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
  })
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: () => columnPx,
    overscan: 2,
    scrollMargin: numberPx,
    scrollPaddingStart: numberPx,
  })
  useLayoutEffect(() => across.measure(), [across, columnPx])
  const shownRows = rows.getVirtualItems()
  const shownColumns = across.getVirtualItems()
  const first = shownRows[0]?.index ?? 0
  const last = shownRows.at(-1)?.index ?? 0
  useEffect(() => onShow?.(first, last), [first, last, onShow])

  const go = (to: { row: number; column: number }): void => {
    const next = { row: clamp(to.row, count), column: clamp(to.column, columns.length) }
    setAt(next)
    rows.scrollToIndex(next.row)
    across.scrollToIndex(next.column)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowPx) - 2)
    const isFar = event.ctrlKey || event.metaKey
    const steps: Record<string, { row: number; column: number }> = {
      ArrowDown: { row: at.row + 1, column: at.column },
      ArrowUp: { row: at.row - 1, column: at.column },
      ArrowRight: { row: at.row, column: at.column + 1 },
      ArrowLeft: { row: at.row, column: at.column - 1 },
      PageDown: { row: at.row + page, column: at.column },
      PageUp: { row: at.row - page, column: at.column },
      Home: { row: isFar ? 0 : at.row, column: 0 },
      End: { row: isFar ? count - 1 : at.row, column: columns.length - 1 },
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    go(to)
  }
  const chosen = row(at.row)?.[at.column]
  const width = numberPx + across.getTotalSize()
  return (
    <div className={classes.frame}>
      <div
        ref={box}
        role="table"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-colcount={columns.length}
        tabIndex={0}
        className={classes.grid}
        onKeyDown={onKeyDown}
      >
        <div role="rowgroup" className={classes.head} style={{ width }}>
          <div role="row" aria-rowindex={1}>
            <span className={classes.corner} />
            {shownColumns.map(({ index, start }) => (
              <span
                key={index}
                role="columnheader"
                aria-colindex={index + 1}
                className={classes.name}
                style={{ left: start, width: columnPx }}
                data-number={isNumeric(columns[index]?.type ?? '') || undefined}
                title={columns[index]?.name}
              >
                {columns[index]?.name}
                <span className={classes.type}>{columns[index]?.type.toLowerCase()}</span>
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={classes.body} style={{ width, height: rows.getTotalSize() }}>
          {shownRows.map(({ index, start }) => {
            const cells = row(index)
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                aria-busy={cells === undefined || undefined}
                className={classes.row}
                style={{ transform: `translateY(${start - headPx}px)` }}
              >
                <span className={classes.number} aria-hidden="true">
                  {(index + 1).toLocaleString('en')}
                </span>
                {shownColumns.map(({ index: column, start: left }) => {
                  const value = cells?.[column]
                  return (
                    <span
                      key={column}
                      role="cell"
                      aria-colindex={column + 1}
                      className={classes.cell}
                      style={{ left, width: columnPx }}
                      data-number={isNumeric(columns[column]?.type ?? '') || undefined}
                      data-empty={value === null || undefined}
                      data-chosen={(index === at.row && column === at.column) || undefined}
                      onClick={() => setAt({ row: index, column })}
                    >
                      {cells === undefined ? '' : cellText(value)}
                    </span>
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
      <p className={classes.foot} role="status">
        {count === 0
          ? 'No rows.'
          : `Row ${(at.row + 1).toLocaleString('en')} of ${count.toLocaleString('en')}, ${columns[at.column]?.name ?? ''}: ${chosen === undefined ? '' : cellText(chosen, 1000)}`}
      </p>
    </div>
  )
}

/** Few columns share the room that there is; many have the least and scroll. */
function useColumnWidth(box: RefObject<HTMLDivElement | null>, count: number): number {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = (): void => setRoom(element.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [box])
  return Math.max(leastColumnPx, Math.min(mostColumnPx, Math.floor((room - numberPx) / Math.max(1, count))))
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(value, count - 1))
}
