import type { ControlTransaction, FactRecord } from '@svc/plugin'

const prefix = 'file:'

/** Stands in the control plane for a file that was removed, so that no home's own comes back in its place. */
export const removedFile = ''

/** The id of the fact that keeps a file of the home. */
export function idOfFile(path: string): string {
  return prefix + path
}

/** Null for a fact that is no file. */
export function pathOfFact(id: string): string | null {
  return id.startsWith(prefix) ? id.slice(prefix.length) : null
}

export async function putFile(tx: ControlTransaction, path: string, value: string): Promise<void> {
  const fact: FactRecord = { id: idOfFile(path), value }
  if ((await tx.update('facts', fact.id, { value })) === null) await tx.insert('facts', fact)
}
