import type { SpaceRow } from '../vector-store.ts'
import type { SearchFile } from './search-file.ts'
import type { SearchState } from './search-store.ts'
import { SketchIndex } from './sketch-index.ts'

const defaultBytes = 256 * 1024 * 1024

/** The sketches of the workspaces that were searched last. */
export class SketchIndexes {
  readonly #indexes = new Map<string, SketchIndex>()
  readonly #mostBytes: number

  /** How much is kept is given by tests alone. */
  constructor(mostBytes = defaultBytes) {
    this.#mostBytes = mostBytes
  }

  /** That of a space, up to date with the file. */
  of(file: SearchFile, path: string, space: SpaceRow, state: SearchState): SketchIndex {
    const key = `${path} ${file.inode} ${state.instance} ${space.space_id}`
    const index = this.#known(key, state) ?? new SketchIndex(space.space_id, space.dimensions)
    index.update(file, state.seq)
    // The last one used stands last.
    this.#indexes.delete(key)
    this.#indexes.set(key, index)
    this.#makeRoom(key)
    return index
  }

  /** Null when it cannot be brought up to date: the file is an older one, or what was removed is no longer known. */
  #known(key: string, state: SearchState): SketchIndex | null {
    const known = this.#indexes.get(key)
    if (known === undefined) return null
    return known.seq <= state.seq && known.seq >= state.removals_pruned ? known : null
  }

  #makeRoom(needed: string): void {
    let bytes = [...this.#indexes.values()].reduce((sum, index) => sum + index.bytes, 0)
    for (const [key, index] of this.#indexes) {
      if (bytes <= this.#mostBytes) return
      if (key === needed) continue
      this.#indexes.delete(key)
      bytes -= index.bytes
    }
  }
}
