// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'backup create': {
    arguments: object
    options: {
      output?: string
    }
  }
  'backup download': {
    arguments: {
      file: string
    }
    options: {
      scope?: 'home' | 'workspace'
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
}
