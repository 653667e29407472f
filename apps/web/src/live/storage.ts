type Kind = 'session' | 'local'

/** What a storage of the browser holds; null where it holds nothing, or the browser refuses it. */
export function remembered(kind: Kind, name: string): string | null {
  try {
    return storage(kind).getItem(name)
  } catch {
    return null
  }
}

/** Keeps it, or with null forgets it. False: the storage is full, or the browser refuses it. */
export function remember(kind: Kind, name: string, text: string | null): boolean {
  try {
    if (text === null) storage(kind).removeItem(name)
    else storage(kind).setItem(name, text)
    return true
  } catch {
    return false
  }
}

/** The names of all that is kept. */
export function rememberedNames(kind: Kind): string[] {
  try {
    return Object.keys(storage(kind))
  } catch {
    return []
  }
}

/** A browser that refuses cookies refuses even to name it. */
function storage(kind: Kind): Storage {
  return kind === 'session' ? sessionStorage : localStorage
}
