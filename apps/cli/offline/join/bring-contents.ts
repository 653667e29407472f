import { forEachAtOnce } from '@svc/plugin'
import type { ObjectStore } from '@svc/plugin'
import type { HomeContent } from './home-contents.ts'

const atOnce = 8

export interface BringContentsOptions {
  store: ObjectStore
  signal: AbortSignal
  /** After each of them. */
  onStored(content: HomeContent): void
}

/** Stores the contents of a home as objects of the same names; those that are there already are not stored again. */
export async function bringContents(
  contents: readonly HomeContent[],
  { store, signal, onStored }: BringContentsOptions,
): Promise<void> {
  for (const [folder, inFolder] of Map.groupBy(contents, folderOf)) {
    const there = new Map<string, number>()
    for await (const { name, size } of store.list(folder, signal)) there.set(name, size)
    await forEachAtOnce(
      inFolder,
      async content => {
        const { path, name, size } = content
        signal.throwIfAborted()
        if (there.get(name) !== size) await store.put(name, { path, size }, signal)
        onStored(content)
      },
      atOnce,
    )
  }
}

/** Of its workspace. */
function folderOf({ name }: HomeContent): string {
  return `${name.split('/', 2).join('/')}/`
}
