import { useEffect, useMemo, useState } from 'react'
import { previewOf } from './table-preview.ts'
import type { PreviewOptions, TablePreview } from './table-preview.ts'

/** As much of a table is read for its preview. */
const mostBytes = 256 * 1024

const formats: Readonly<Record<string, PreviewOptions['format']>> = {
  csv: 'delimited',
  tsv: 'delimited',
  txt: 'delimited',
  json: 'json',
  ndjson: 'json',
  jsonl: 'json',
}

/** The beginning of a file or of what was pasted; null: there is none, or its format is read by the server alone. */
export function usePreview(
  file: File | null,
  pasted: string | null,
  isHeader: boolean | undefined,
): TablePreview | null {
  const [head, setHead] = useState<{ file: File; text: string } | null>(null)
  const format = file === null ? undefined : formatOf(file)
  useEffect(() => {
    if (file === null || format === undefined) return
    let isGone = false
    // A file that changed or went meanwhile has no preview; its import says why.
    void textOfHead(file).then(
      text => !isGone && setHead({ file, text }),
      () => !isGone && setHead(null),
    )
    return () => {
      isGone = true
    }
  }, [file, format])
  return useMemo(() => {
    if (pasted !== null) {
      const text = pasted.slice(0, mostBytes)
      return previewOf(text, { format: 'delimited', isCut: text.length < pasted.length, isHeader })
    }
    if (file === null || format === undefined || head?.file !== file) return null
    return previewOf(head.text, { format, isCut: file.size > mostBytes, isHeader })
  }, [file, format, head, pasted, isHeader])
}

/** Whether a format has no preview. */
export function isReadByServer(file: File): boolean {
  return formatOf(file) === undefined
}

function formatOf({ name }: File): PreviewOptions['format'] | undefined {
  return formats[name.split('.').at(-1)?.toLowerCase() ?? '']
}

async function textOfHead(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, mostBytes).arrayBuffer())
  const mark = `${bytes[0]} ${bytes[1]}`
  const encoding = { '255 254': 'utf-16le', '254 255': 'utf-16be' }[mark] ?? 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
