/** The format in which variables travel from one list of the page to another. */
export const dragType = 'application/x-svc-variables'

/** What is dropped; null: something else. Another page may have made it. */
export function dragged(data: DataTransfer): { names: string[]; from: string } | null {
  try {
    const value = JSON.parse(data.getData(dragType)) as { names?: unknown; from?: unknown } | null
    if (!Array.isArray(value?.names) || typeof value.from !== 'string') return null
    return { names: value.names.filter(name => typeof name === 'string'), from: value.from }
  } catch {
    return null
  }
}
