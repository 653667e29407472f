import { useCallback, useEffect, useRef, useState } from 'react'
import { draftOf, keepDraft } from '../../../live/drafts.ts'
import { svc } from '../../../live/server.ts'
import { putNewFile } from '../../../ui/forms/put-new-file.ts'
import { bytes } from '../../../ui/words/bytes.ts'
import { sentenceOf } from '../../../ui/states/sentence-of.ts'

/** What the server takes as one attachment. */
const mostBytes = 5 * 1024 * 1024
/** They are files of the workspace, so that others find them, too. */
const folder = 'Attachments'

export interface Attachment {
  key: string
  name: string
  size: number
  /** Null while it is sent, or when that failed. */
  fileId: string | null
  problem: string | null
}

/** Files that go with the next question. Those that were sent to the server survive a reload. */
export function useAttachments(draft: string) {
  const name = `${draft}:files`
  const [files, setFiles] = useState<readonly Attachment[]>(() => kept(name))
  const open = useRef(true)
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [])
  useEffect(() => {
    keep(name, files)
  }, [name, files])

  const change = useCallback((key: string, to: Partial<Attachment>) => {
    if (open.current) setFiles(before => before.map(each => (each.key === key ? { ...each, ...to } : each)))
  }, [])
  const add = useCallback(
    (added: readonly File[]) => {
      for (const file of added) {
        const key = `${Date.now()} ${Math.random()}`
        const isLarge = file.size > mostBytes
        const problem = isLarge ? `${bytes(file.size)} is too large: at most 5 MiB can be attached.` : null
        setFiles(before => [...before, { key, name: file.name, size: file.size, fileId: null, problem }])
        if (isLarge) continue
        putNewFile(svc.files, folder, file).then(
          stored => change(key, { fileId: stored.file_id }),
          (error: unknown) => change(key, { problem: sentenceOf(error) }),
        )
      }
    },
    [change],
  )
  const remove = useCallback((key: string) => setFiles(before => before.filter(each => each.key !== key)), [])
  // The first question of a conversation leads to its page, where another composer stands when the server has taken it.
  const forget = useCallback(
    (sent: readonly Attachment[]) => {
      const rest = (all: readonly Attachment[]) => all.filter(({ key }) => !sent.some(each => each.key === key))
      keep(name, rest(kept(name)))
      if (open.current) setFiles(rest)
    },
    [name],
  )
  const isSending = files.some(({ fileId, problem }) => fileId === null && problem === null)
  return { files, isSending, add, remove, forget }
}

export type Attachments = ReturnType<typeof useAttachments>

function keep(name: string, files: readonly Attachment[]): void {
  const ready = files.filter(({ fileId }) => fileId !== null)
  keepDraft(name, ready.length === 0 ? null : JSON.stringify(ready))
}

function kept(name: string): readonly Attachment[] {
  const text = draftOf(name)
  return text === null ? [] : (JSON.parse(text) as Attachment[])
}
