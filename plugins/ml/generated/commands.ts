// Generated from plugin.json by npm run generate. Do not edit.
import type { JsonObject } from '@svc/plugin'

export interface Commands {
  'ml train': {
    arguments: object
    options: {
      dataset?: string
      target?: string
      trainer?: string
      task?: string
      features?: string
      params?: JsonObject
      folds?: number
      register?: string
      name?: string
    }
  }
  'ml predict': {
    arguments: {
      model: string
    }
    options: {
      file?: string
      version?: number
      alias?: string
    }
  }
  'ml drift': {
    arguments: {
      model: string
    }
    options: {
      dataset?: string
      threshold?: number
      version?: number
    }
  }
  'ml experiments list': {
    arguments: object
    options: {
      limit?: number
    }
  }
  'ml runs list': {
    arguments: object
    options: {
      experiment?: string
      filter?: string
      order: string[]
      limit?: number
    }
  }
  'ml models list': {
    arguments: object
    options: {
      limit?: number
    }
  }
  'import mlflow': {
    arguments: {
      url: string
    }
    options: {
      dryRun?: true
      experiment?: string
      secretFile?: string
      username?: string
      withoutFiles?: true
    }
  }
  'ml env': {
    arguments: object
    options: object
  }
}
