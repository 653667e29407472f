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
  'plugin list': {
    arguments: object
    options: object
  }
}
