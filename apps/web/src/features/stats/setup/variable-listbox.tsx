import { useEffect, useId, useRef, useState } from 'react'
import type { DragEvent, KeyboardEvent, MouseEvent } from 'react'
import type { Variable } from '../types.ts'
import { MeasureIcon } from './measure-icon.tsx'
import { dragged, dragType } from './drag.ts'
import classes from './setup.module.css'

/**
 * A listbox of variables of which several are selected: arrows move, Space selects, Shift widens, Control+A takes all, letters find, Enter or a double click
 * calls `onOpen`. Variables of other lists of the page may be dropped on it.
 */
export function VariableListbox({
  label,
  variables,
  selected,
  onSelect,
  onOpen,
  onDrop,
  empty,
  describedBy,
}: {
  label: string
  variables: readonly Variable[]
  selected: readonly string[]
  onSelect: (names: string[]) => void
  onOpen: (names: string[]) => void
  onDrop: (names: string[], from: string) => void
  empty: string
  describedBy?: string | undefined
}) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState(0)
  const [anchor, setAnchor] = useState(0)
  const [isOver, setOver] = useState(false)
  const typed = useRef({ text: '', at: 0 })
  const at = Math.min(active, variables.length - 1)
  const names = variables.map(({ name }) => name)
  useEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const range = (from: number, to: number): string[] => names.slice(Math.min(from, to), Math.max(from, to) + 1)
  const move = (to: number, isWider: boolean): void => {
    if (names.length === 0) return
    const next = Math.max(0, Math.min(names.length - 1, to))
    setActive(next)
    if (isWider) return onSelect(range(anchor, next))
    setAnchor(next)
    onSelect(names.slice(next, next + 1))
  }
  const toggle = (index: number): void => {
    const name = names[index]
    if (name === undefined) return
    setActive(index)
    setAnchor(index)
    onSelect(selected.includes(name) ? selected.filter(each => each !== name) : [...selected, name])
  }
  const open = (): void => {
    const opened = selected.length > 0 ? [...selected] : names.slice(at, at + 1)
    if (opened.length > 0) onOpen(opened)
  }
  const find = (letter: string, now: number): void => {
    const isSame = now - typed.current.at < 700
    typed.current = { text: (isSame ? typed.current.text : '') + letter.toLowerCase(), at: now }
    const from = typed.current.text.length === 1 ? at + 1 : at
    const order = [...names.keys()].map(step => (from + step) % names.length)
    const found = order.find(index => names[index]?.toLowerCase().startsWith(typed.current.text))
    if (found !== undefined) move(found, false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    if (key.length > 1 || key === ' ' || isCommand) typed.current.text = ''
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: names.length - 1 }
    const step = steps[key]
    if (step !== undefined) move(step, shiftKey)
    else if (key === ' ') toggle(at)
    else if (key === 'Enter') open()
    else if (isCommand && key.toLowerCase() === 'a') onSelect(names)
    else if (key.length === 1 && !isCommand && !event.altKey) find(key, event.timeStamp)
    else return
    // The single keys of the app do not reach a list in which letters search.
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent, index: number): void => {
    if (event.shiftKey) {
      setActive(index)
      onSelect(range(anchor, index))
    } else if (event.ctrlKey || event.metaKey) toggle(index)
    else {
      setActive(index)
      setAnchor(index)
      onSelect(names.slice(index, index + 1))
    }
  }
  const onDragStart = (event: DragEvent, name: string): void => {
    const moved = selected.includes(name) ? selected : [name]
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData(dragType, JSON.stringify({ names: moved, from: label }))
  }
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
      aria-describedby={describedBy}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      tabIndex={0}
      className={classes.list}
      data-over={isOver || undefined}
      onKeyDown={onKeyDown}
      onDragOver={event => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={event => {
        setOver(false)
        const drop = dragged(event.dataTransfer)
        if (drop === null || drop.from === label) return
        event.preventDefault()
        onDrop(drop.names, drop.from)
      }}
    >
      {variables.map(({ name, label: shown, measure }, index) => (
        <li
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={selected.includes(name)}
          data-active={index === at || undefined}
          className={classes.option}
          draggable
          onDragStart={event => onDragStart(event, name)}
          onClick={event => onClick(event, index)}
          onDoubleClick={() => onOpen([name])}
        >
          <MeasureIcon measure={measure} />
          <span className={classes.name} title={shown === null ? name : `${name}: ${shown}`}>
            {name}
          </span>
        </li>
      ))}
      {variables.length === 0 && (
        <li role="presentation" className={classes.none}>
          {empty}
        </li>
      )}
    </ul>
  )
}
