/** Saves what an address answers to this computer; with a name, under that. */
export function saveFrom(href: string, name = ''): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

const keptMs = 60_000

/** Saves bytes that are here to this computer. */
export function saveBytes(content: Uint8Array, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }))
  saveFrom(url, name)
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
