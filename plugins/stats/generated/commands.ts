// Generated from plugin.json by npm run generate. Do not edit.
import type { JsonObject } from '@svc/plugin'

export interface Commands {
  'stats methods': {
    arguments: {
      method?: string
    }
    options: object
  }
  'stats run': {
    arguments: {
      method: string
    }
    options: {
      dataset?: string
      variables?: string
      options?: JsonObject
      filter?: string
    }
  }
  'stats export': {
    arguments: {
      file: string
    }
    options: {
      analysis: string[]
      title?: string
      author?: string
    }
  }
}
