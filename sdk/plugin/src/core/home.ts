import { defineService } from '../service.ts'

/** The folder that holds everything this server keeps. */
export interface HomeFolder {
  readonly id: string
  readonly path: string
}

export const homeFolder = defineService<HomeFolder>('core.home')
