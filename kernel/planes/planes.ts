import type { Clock, DataPlane, Ids, Logger, Migration, Planes, WorkspaceDatabase } from '@svc/plugin'
import type { ControlPlane } from './control/control-plane.ts'

/** One owner's numbered steps for the data plane, in boot order. */
export interface MigrationSet {
  /** `kernel`, or the plugin's id. */
  owner: string
  migrations: readonly Migration[]
}

/** `home.json`: which home this is, and where its control plane was when it was last opened. */
export interface HomeMarker {
  readonly home_id: string
  readonly created_at: string
  readonly control: 'registry' | 'postgres'
  /** When its first user was seen; from then on an empty control database is a lost one. */
  readonly set_up_at: string | null
}

/** The home folder, held by this process alone until `release`. */
export interface Home {
  readonly path: string
  readonly homeId: string
  /** From `secrets.json` (0600), made at the first start. base64url, 32 bytes each. */
  readonly secrets: { readonly session_key: string; readonly cursor_key: string; readonly config_key: string }
  /** As last written; null in a new home until its planes have been opened. */
  readonly marker: HomeMarker | null
  mark(change: Pick<HomeMarker, 'control' | 'set_up_at'>): Promise<void>
  release(): Promise<void>
}

export interface OpenPlanesOptions {
  home: Home
  databaseUrl: string | null
  /** The sets, or how to find them once the control plane is open: which plugins run is recorded there. */
  migrations: readonly MigrationSet[] | ((control: ControlPlane) => Promise<readonly MigrationSet[]>)
  clock: Clock
  ids: Ids
  log: Logger
}

/** The data plane as the kernel's own rooms see it. */
export interface KernelDataPlane extends DataPlane {
  /** Runs `work` on the home's `kernel.sqlite`, for what spans workspaces, such as which of them have live jobs. */
  useKernelFile<T>(work: (db: WorkspaceDatabase) => T): T
}

/** All four planes behind one opening and one closing. */
export interface OpenedPlanes {
  control: ControlPlane
  data: KernelDataPlane
  planes: Planes
  /** Checkpoints and closes every open file; resolves when a plain copy of the home is complete. */
  close(): Promise<void>
}
