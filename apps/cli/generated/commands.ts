// Generated from commands.json by npm run generate. Do not edit.
export interface Commands {
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
  'plugin add': {
    arguments: {
      plugin: string
    }
    options: object
  }
  'plugin dev': {
    arguments: {
      folder: string
    }
    options: {
      port?: number
      home?: string
    }
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
  'plugin test': {
    arguments: {
      folder?: string
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
