import { defineService } from '../../service.ts'

export interface PlaneStatus {
  /** `registry` | `postgres` | `sqlite` | `duckdb` | `pgvector` | `none`. */
  driver: string
  healthy: boolean
  /** Where it is, without credentials. */
  location: string
  version: string | null
  /** A sentence: what was checked, what is wrong, or `not in use yet`. */
  detail: string
}

export interface PlanesStatus {
  control: PlaneStatus
  data: PlaneStatus
  analytics: PlaneStatus
  memory: PlaneStatus
}

/** The state of the storage planes: each call asks them. */
export interface Planes {
  status(): Promise<PlanesStatus>
}

export const planes = defineService<Planes>('core.planes')

/** The folder that holds everything this server keeps. */
export interface HomeFolder {
  readonly id: string
  readonly path: string
}

export const homeFolder = defineService<HomeFolder>('core.home')
