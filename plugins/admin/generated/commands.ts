// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'user list': {
    arguments: object
    options: object
  }
  'user create': {
    arguments: {
      username: string
    }
    options: {
      role?: 'owner' | 'admin' | 'user'
      passwordStdin?: true
    }
  }
  'user role': {
    arguments: {
      username: string
      role: 'owner' | 'admin' | 'user'
    }
    options: object
  }
  'user reset-password': {
    arguments: {
      username: string
    }
    options: {
      passwordStdin?: true
    }
  }
  'user disable': {
    arguments: {
      username: string
    }
    options: object
  }
  'user enable': {
    arguments: {
      username: string
    }
    options: object
  }
  'user invite': {
    arguments: object
    options: {
      role?: 'owner' | 'admin' | 'user'
      days?: number
    }
  }
  'user invites': {
    arguments: object
    options: object
  }
  'user revoke-invite': {
    arguments: {
      id: string
    }
    options: object
  }
  'workspace list': {
    arguments: object
    options: object
  }
  'workspace create': {
    arguments: {
      name: string
    }
    options: object
  }
  'workspace members': {
    arguments: object
    options: object
  }
  'workspace add': {
    arguments: {
      username: string
    }
    options: object
  }
  'workspace remove': {
    arguments: {
      username: string
    }
    options: object
  }
  'workspace delete': {
    arguments: {
      workspace: string
    }
    options: {
      yes?: true
    }
  }
  'cluster status': {
    arguments: object
    options: object
  }
  'cluster drain': {
    arguments: {
      server: string
    }
    options: object
  }
  'cluster move': {
    arguments: {
      workspace: string
      server: string
    }
    options: object
  }
  'cluster join': {
    arguments: object
    options: {
      dryRun?: true
    }
  }
  'plugin list': {
    arguments: object
    options: object
  }
}
