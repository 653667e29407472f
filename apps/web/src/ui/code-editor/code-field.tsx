import type { Extension } from '@codemirror/state'
import { Textarea } from '@mantine/core'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import type { Ref } from 'react'
import { flushSync } from 'react-dom'
import { fetchPart } from '../../live/fetch-part.ts'
import { ErrorPanel } from '../states/error-panel.tsx'
import type { CodeEditor, Mark } from './code-editor.ts'
import classes from './code-field.module.css'

type Create = typeof import('./code-editor.ts').createCodeEditor

/** What a page does with the editor in a field. */
export type CodeHandle = Pick<CodeEditor, 'focus'>

/** A field for code. The editor is loaded when the first one is shown; until then, what is typed goes into a plain field. */
export function CodeField({
  label,
  value,
  language,
  isTall = false,
  marks,
  onChange,
  onRun,
  ref,
}: {
  label: string
  value: string
  /** Loads what knows the language; another function loads it anew. */
  language: () => Promise<Extension>
  isTall?: boolean
  marks: readonly Mark[]
  onChange: (text: string) => void
  onRun: () => void
  ref?: Ref<CodeHandle>
}) {
  const place = useRef<HTMLDivElement>(null)
  const plain = useRef<HTMLTextAreaElement>(null)
  const [editor, setEditor] = useState<CodeEditor | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const change = useEffectEvent(onChange)
  const run = useEffectEvent(onRun)
  const load = useEffectEvent(language)
  const make = useEffectEvent((create: Create, element: HTMLElement, known: Extension) =>
    create(element, {
      label,
      text: value,
      language: known,
      isTall,
      onChange: text => change(text),
      onRun: () => run(),
    }),
  )
  useEffect(() => {
    let made: CodeEditor | null = null
    let isGone = false
    const begin = async (): Promise<void> => {
      try {
        const [{ createCodeEditor }, known] = await Promise.all([fetchPart(() => import('./code-editor.ts')), load()])
        if (isGone || place.current === null) return
        const field = plain.current
        const cursor = document.activeElement === field ? field?.selectionStart : undefined
        const shown = make(createCodeEditor, place.current, known)
        made = shown
        // The plain field goes at once: two fields of one name would confuse a screen reader, and what fills the first would be lost.
        flushSync(() => setEditor(shown))
        if (cursor !== undefined) shown.focus(cursor)
      } catch (error) {
        if (!isGone) setProblem(error)
      }
    }
    void begin()
    return () => {
      isGone = true
      made?.destroy()
      setEditor(null)
    }
  }, [])
  useEffect(() => editor?.setText(value), [editor, value])
  useEffect(() => {
    let isOld = false
    language().then(
      known => isOld || editor?.setLanguage(known),
      (error: unknown) => isOld || setProblem(error),
    )
    return () => void (isOld = true)
  }, [editor, language])
  useImperativeHandle(ref, () => ({
    focus(at, to) {
      if (editor) return editor.focus(at, to)
      plain.current?.focus()
      if (at !== undefined) plain.current?.setSelectionRange(at, to ?? at)
    },
  }))
  useEffect(() => editor?.setMarks(marks), [editor, marks])
  return (
    <>
      <div ref={place} />
      {editor === null && (
        <Textarea
          ref={plain}
          aria-label={label}
          autosize
          minRows={isTall ? 18 : 4}
          maxRows={isTall ? 32 : 20}
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
