// Generated from plugin.json by npm run generate. Do not edit.
import type { JsonValue } from '@svc/plugin'

export interface Commands {
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
}
