import type { Clock, DataPlane, Ids, Logger, Migration, Planes } from '@svc/plugin'
import type { ControlPlane } from './control/control-plane.ts'

/** One owner's numbered steps for the data plane, in boot order. */
export interface MigrationSet {
  /** `kernel`, or the plugin's id. */
  owner: string
  migrations: readonly Migration[]
}

/** The home folder, held by this process alone until `release`. */
export interface Home {
  readonly path: string
  readonly homeId: string
  /** From `secrets.json` (0600), made at the first start. base64url, 32 bytes each. */
  readonly secrets: { readonly session_key: string; readonly cursor_key: string; readonly config_key: string }
  release(): Promise<void>
}

export interface OpenPlanesOptions {
  home: Home
  databaseUrl: string | null
  migrations: readonly MigrationSet[]
  clock: Clock
  ids: Ids
  log: Logger
}

/** All four planes behind one opening and one closing. */
export interface OpenedPlanes {
  control: ControlPlane
  data: DataPlane
  planes: Planes
  /** Checkpoints and closes every open file; resolves when a plain copy of the home is complete. */
  close(): Promise<void>
}
