import { useEffect, useRef, useState } from 'react'
import classes from './drop-area.module.css'

/** While it is shown, files may be dropped anywhere on the page; `label` says what then happens, such as "Drop files to import them". */
export function DropArea({ label, onDrop }: { label: string; onDrop: (data: DataTransfer) => void }) {
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  })
  useEffect(() => {
    // Each element below the pointer says enter and leave of its own.
    let depth = 0
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
    const on: Record<string, (event: DragEvent) => void> = {
      dragenter: () => setOver(++depth > 0),
      dragleave: () => setOver(--depth > 0),
      dragover: event => event.preventDefault(),
      drop(event) {
        event.preventDefault()
        depth = 0
        setOver(false)
        if (event.dataTransfer) drop.current(event.dataTransfer)
      },
    }
    const stop = new AbortController()
    for (const [type, handle] of Object.entries(on)) {
      const listen = (event: Event): void => {
        if (hasFiles(event as DragEvent)) handle(event as DragEvent)
      }
      document.addEventListener(type, listen, { signal: stop.signal })
    }
    return () => stop.abort()
  }, [])
  return isOver ? <div className={classes.over}>{label}</div> : null
}
