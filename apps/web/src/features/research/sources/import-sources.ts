import { svc } from '../../../live/server.ts'
import { putNewFile } from '../../../ui/forms/put-new-file.ts'

type NewSource = Parameters<typeof svc.research.sources.add>[1]

/** What was dropped or chosen, and why it was not added. */
export interface Refused {
  name: string
  error: unknown
}

/** Adds files to a project, one after the other: references by their endings, texts as they are, documents through the workspace's files. */
export async function importFiles(
  projectId: string,
  files: readonly File[],
): Promise<{ added: number; refused: Refused[] }> {
  const refused: Refused[] = []
  let added = 0
  for (const file of files) {
    try {
      const { items } = await svc.research.sources.add(projectId, await sourceOf(file))
      added += items.length
    } catch (error) {
      refused.push({ name: file.name, error })
    }
  }
  return { added, refused }
}

/** What somebody typed: an address, a DOI, or BibTeX. */
export function typedSource(text: string): NewSource {
  if (/^https?:\/\/(?:dx\.)?doi\.org\//i.test(text) || /^(?:doi:\s*)?10\.\d{4,9}\/\S+$/i.test(text))
    return { doi: text }
  if (/^https?:\/\/\S+$/i.test(text)) return { url: text }
  if (text.startsWith('@')) return { bibtex: text }
  if (/^TY {2}- /m.test(text)) return { ris: text }
  const [first = ''] = text.split('\n')
  return { text, title: first.slice(0, 120) }
}

async function sourceOf(file: File): Promise<NewSource> {
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (ending === 'bib' || ending === 'bibtex') return { bibtex: await file.text() }
  if (ending === 'ris') return { ris: await file.text() }
  if (ending === 'json') return { csl: JSON.parse(await file.text()) as NonNullable<NewSource['csl']> }
  if (ending === 'txt' || ending === 'md') return { text: await file.text(), title: file.name.replace(/\.[^.]+$/, '') }
  const { file_id } = await putNewFile(svc.files, 'Research', file)
  return { file_id }
}
