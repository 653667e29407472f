// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'app new': {
    arguments: {
      name: string
    }
    options: {
      prompt?: true
      description?: string
    }
  }
  'app validate': {
    arguments: {
      folder?: string
    }
    options: {
      types?: 'error' | 'warn' | 'off'
    }
  }
  'app test': {
    arguments: {
      folder?: string
    }
    options: object
  }
  'app dev': {
    arguments: {
      folder: string
    }
    options: {
      types?: 'error' | 'warn' | 'off'
    }
  }
  'app types': {
    arguments: {
      folder: string
    }
    options: object
  }
  'app list': {
    arguments: object
    options: object
  }
  'app show': {
    arguments: {
      app: string
    }
    options: object
  }
  'app runs': {
    arguments: {
      app?: string
    }
    options: {
      status?: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
      limit?: number
      cursor?: string
    }
  }
  'app run show': {
    arguments: {
      run_id: string
    }
    options: object
  }
  'app run': {
    arguments: {
      app: string
    }
    options: {
      inputs?: string
    }
  }
  'tool new': {
    arguments: {
      name: string
    }
    options: {
      description?: string
    }
  }
  'tool validate': {
    arguments: {
      folder?: string
    }
    options: {
      types?: 'error' | 'warn' | 'off'
    }
  }
  'tool test': {
    arguments: {
      folder?: string
    }
    options: object
  }
  'tool dev': {
    arguments: {
      folder: string
    }
    options: {
      types?: 'error' | 'warn' | 'off'
    }
  }
  'tool types': {
    arguments: {
      folder: string
    }
    options: object
  }
  'tool list': {
    arguments: object
    options: object
  }
  'tool call': {
    arguments: {
      tool: string
    }
    options: {
      arguments?: string
    }
  }
}
