import { Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ErrorPanel } from '../states/error-panel.tsx'
import type { CodeEditor, Mark, Tables } from './code-editor.ts'
import classes from './sql-editor.module.css'

/** A field for SQL. The editor is loaded when the first one is shown; until then, what is typed goes into a plain field. */
export function SqlEditor({
  label,
  value,
  tables,
  marks,
  onChange,
  onRun,
}: {
  label: string
  value: string
  tables: Tables
  marks: readonly Mark[]
  onChange: (text: string) => void
  onRun: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const change = useEffectEvent(onChange)
  const run = useEffectEvent(onRun)
  const make = useEffectEvent((create: typeof import('./code-editor.ts').createCodeEditor, element: HTMLElement) =>
    create(element, { label, text: value, tables, onChange: text => change(text), onRun: () => run() }),
  )
  useEffect(() => {
    let made: CodeEditor | null = null
    let isGone = false
    const load = async (): Promise<void> => {
      try {
        const { createCodeEditor } = await import('./code-editor.ts')
        if (isGone || place.current === null) return
        const field = plain.current
        const cursor = document.activeElement === field ? field?.selectionStart : undefined
        made = make(createCodeEditor, place.current)
        setEditor(made)
        if (cursor !== undefined) made.focus(cursor)
      } catch (error) {
        if (!isGone) setProblem(error)
      }
    }
    void load()
    return () => {
      isGone = true
      made?.destroy()
      setEditor(null)
    }
  }, [])
  useEffect(() => editor?.setText(value), [editor, value])
  useEffect(() => editor?.setTables(tables), [editor, tables])
  useEffect(() => editor?.setMarks(marks), [editor, marks])
  return (
    <>
      <div ref={place} />
      {editor === null && (
        <Textarea
          ref={plain}
          aria-label={label}
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          classNames={{ input: classes.plain ?? '' }}
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onRun()
          }}
        />
      )}
      {problem !== null && <ErrorPanel error={problem} />}
    </>
  )
}
