import { defineService } from '../../service.ts'

/**
 * Small text files of the home, such as keys: mode 0600, whole or not at all. Servers that share their workspaces all have the same ones:
 * they are kept in the control plane then, sealed with a key of the home, and what lies in a home is taken over when it is first asked for.
 * A path is relative to the home, with `/`.
 */
export interface InstallationFiles {
  /** Whether other servers may have the same files. */
  readonly isShared: boolean
  /** Null when there is none. */
  read(path: string): Promise<string | null>
  /** The texts of the files in a folder, by their names. */
  list(folder: string): Promise<Map<string, string>>
  write(path: string, text: string): Promise<void>
  /** Writes it where there is none, also to this home, and returns what is there. */
  create(path: string, text: string): Promise<string>
  remove(path: string): Promise<void>
  /**
   * For a file that people edit in a home: a change that was made here since the last call goes to the other servers, and one of theirs comes
   * here. Costs one look at the file while nothing was changed. A file that lies outside of the home is left alone.
   */
  follow(path: string): Promise<void>
}

export const installationFiles = defineService<InstallationFiles>('core.installation-files')
