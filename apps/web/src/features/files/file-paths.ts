import type { FileRecord } from '@svc/sdk'

/** A line of the table. */
export type Entry = { kind: 'folder'; path: string; name: string } | { kind: 'file'; path: string; file: FileRecord }

/** The folders that lead to a path, the outermost first. */
export function trail(folder: string): { name: string; path: string }[] {
  if (folder === '') return []
  const parts = folder.split('/')
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }))
}

export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** What is wrong with the name of a folder; null: nothing. */
export function folderFault(name: string): string | null {
  if (name.trim() === '') return 'Type a name'
  return name.startsWith('/') || name.includes('\\') ? 'Separate folders with "/", and begin with none' : null
}

export type PreviewKind = 'image' | 'markdown' | 'text' | 'none'

// An SVG may hold a program, so it is no image here.
const images = /^image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)$/
const texts = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|toml|x-ndjson|javascript|sql)$)|\+(?:json|xml)$/

export const mostImageBytes = 20_000_000
export const mostTextBytes = 256 * 1024

/** How a file can be shown here. */
export function previewOf({ content_type, name, size }: FileRecord): PreviewKind {
  const type = content_type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (images.test(type)) return size <= mostImageBytes ? 'image' : 'none'
  if (type === 'text/markdown' || (/\.(?:md|markdown)$/i.test(name) && type.startsWith('text/'))) return 'markdown'
  return texts.test(type) ? 'text' : 'none'
}
