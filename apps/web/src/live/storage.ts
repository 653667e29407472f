/** What a storage holds; null where it holds nothing, or the browser refuses it. */
export function remembered(storage: Storage, name: string): string | null {
  try {
    return storage.getItem(name)
  } catch {
    return null
  }
}
