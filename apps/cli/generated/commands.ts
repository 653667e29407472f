// Generated from commands.json by npm run generate. Do not edit.
import type { JsonValue } from '@svc/plugin'

export interface Commands {
  'backup create': {
    arguments: object
    options: {
      output?: string
    }
  }
  'backup list': {
    arguments: object
    options: object
  }
  'backup restore': {
    arguments: {
      file: string
    }
    options: {
      home?: string
    }
  }
  'backup rollback': {
    arguments: object
    options: object
  }
  'backup verify': {
    arguments: {
      file: string
    }
    options: object
  }
  'config list': {
    arguments: object
    options: object
  }
  doctor: {
    arguments: object
    options: {
      bundle?: string | true
      log?: string
    }
  }
  health: {
    arguments: object
    options: object
  }
  'jobs cancel': {
    arguments: {
      job_id: string
    }
    options: object
  }
  'jobs enqueue': {
    arguments: {
      kind: string
    }
    options: {
      payload?: JsonValue
      queue?: string
      priority?: number
      runAt?: string
      maxAttempts?: number
      uniqueKey?: string
    }
  }
  'jobs list': {
    arguments: object
    options: {
      state?: 'queued' | 'running' | 'succeeded' | 'cancelled' | 'dead'
      kind?: string
      queue?: string
      limit?: number
      cursor?: string
    }
  }
  'jobs move': {
    arguments: object
    options: {
      to?: 'postgres' | 'sqlite'
    }
  }
  'jobs redrive': {
    arguments: object
    options: {
      kind?: string
      queue?: string
      limit?: number
    }
  }
  'jobs retry': {
    arguments: {
      job_id: string
    }
    options: object
  }
  'jobs schedule': {
    arguments: {
      name: string
    }
    options: {
      cron?: string
      timezone?: string
      kind?: string
      payload?: JsonValue
      queue?: string
      maxAttempts?: number
      skipMissed?: true
      off?: true
    }
  }
  'jobs schedules': {
    arguments: object
    options: object
  }
  'jobs show': {
    arguments: {
      job_id: string
    }
    options: object
  }
  'jobs stats': {
    arguments: object
    options: object
  }
  'jobs unschedule': {
    arguments: {
      name: string
    }
    options: object
  }
  'plugin add': {
    arguments: {
      plugin: string
    }
    options: object
  }
  'plugin disable': {
    arguments: {
      plugin: string
    }
    options: object
  }
  'plugin enable': {
    arguments: {
      plugin: string
    }
    options: object
  }
  'plugin new': {
    arguments: {
      folder: string
    }
    options: object
  }
  'plugin validate': {
    arguments: {
      folder: string
    }
    options: object
  }
  setup: {
    arguments: object
    options: {
      username?: string
      passwordStdin?: true
    }
  }
  start: {
    arguments: object
    options: object
  }
  worker: {
    arguments: object
    options: object
  }
}
