import type { FileRecord, RequestOptions } from '@svc/sdk'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import type { Entry } from './file-paths.ts'

/** As many as the server gives at once: a folder of 10,000 files is 50 pages. */
const limit = 200

interface FolderPage {
  items: readonly FileRecord[]
  folders?: readonly { path: string; name: string }[]
  next_cursor: string | null
}

const fileEntry = (file: FileRecord): Entry => ({ kind: 'file', path: file.path, file })

/** What lies in a folder, or in all of them what fits the search. */
export function useEntries(folder: string, search: string | undefined) {
  return useListing<Entry>(['files', 'list', search === undefined ? 'folder' : 'search', search ?? folder], options =>
    search === undefined ? folderPage(folder, options) : searchPage(search, options),
  )
}

async function folderPage(folder: string, options: RequestOptions) {
  const page = (await svc.files.list({ folder, limit }, options)) as FolderPage
  const folders = (page.folders ?? []).map((each): Entry => ({ kind: 'folder', ...each }))
  return { items: [...folders, ...page.items.map(fileEntry)], next_cursor: page.next_cursor }
}

async function searchPage(search: string, options: RequestOptions) {
  const { items, next_cursor } = await svc.files.list({ search, limit }, options)
  return { items: items.map(fileEntry), next_cursor }
}
