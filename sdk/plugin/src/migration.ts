/** One forward step of a plugin's tables. Its checksum is kept; a step that has run may never change. */
export interface Migration {
  /** `NNNN-what-it-does`, equal to the file's name without its ending. */
  readonly id: string
  /** One SQL statement an entry, run in order inside one transaction. */
  readonly statements: readonly string[]
}

/** Declares a migration; the default export of a file in the folder named by the manifest's `storage[].migrations`. */
export function defineMigration(migration: Migration): Migration {
  return Object.freeze(migration)
}
