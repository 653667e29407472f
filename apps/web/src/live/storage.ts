/** What a storage holds; null where it holds nothing, or the browser refuses it. */
export function remembered(storage: Storage, name: string): string | null {
  try {
    return storage.getItem(name)
  } catch {
    return null
  }
}

/** Keeps it, or with null forgets it. False: the storage is full, or the browser refuses it. */
export function remember(storage: Storage, name: string, text: string | null): boolean {
  try {
    if (text === null) storage.removeItem(name)
    else storage.setItem(name, text)
    return true
  } catch {
    return false
  }
}
