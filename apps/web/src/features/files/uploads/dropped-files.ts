/** A file, and where it lay in what was dropped: `photos/2026/a.jpg`. */
export interface DroppedFile {
  file: File
  path: string
}

/** Everything that was dropped, whole folders too. */
export async function droppedFiles(data: DataTransfer): Promise<DroppedFile[]> {
  // The list is empty once the event is over.
  const entries = [...data.items].flatMap(item => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...data.files].map(file => ({ file, path: file.name }))
  return (await Promise.all(entries.map(filesOf))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<DroppedFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))
    return [{ file, path: path === '' ? file.name : path }]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: DroppedFile[] = []
  // A reader gives some entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (some.length === 0) return found
    found.push(...(await Promise.all(some.map(filesOf))).flat())
  }
}
