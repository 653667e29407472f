// Generated from plugin.json by npm run generate. Do not edit.
export interface Commands {
  'playbooks list': {
    arguments: object
    options: object
  }
  'playbooks show': {
    arguments: {
      playbook: string
    }
    options: object
  }
  'playbooks new': {
    arguments: {
      name: string
    }
    options: object
  }
  'playbooks validate': {
    arguments: {
      file: string
    }
    options: object
  }
  'playbooks add': {
    arguments: {
      file: string
    }
    options: object
  }
  'playbooks dry-run': {
    arguments: {
      playbook: string
    }
    options: {
      inputs?: string
      mocks?: string
    }
  }
  'playbooks start': {
    arguments: {
      playbook: string
    }
    options: {
      input: string[]
      inputs?: string
      release?: string
      watch?: true
    }
  }
  'playbooks runs': {
    arguments: {
      playbook?: string
    }
    options: {
      status?: 'pending' | 'running' | 'waiting' | 'suspended' | 'completed' | 'faulted' | 'cancelled'
      limit?: number
    }
  }
  'playbooks watch': {
    arguments: {
      run: string
    }
    options: object
  }
  'playbooks approve': {
    arguments: {
      run: string
    }
    options: {
      approval?: string
      form?: string
      reason?: string
    }
  }
  'playbooks deny': {
    arguments: {
      run: string
    }
    options: {
      approval?: string
      reason?: string
    }
  }
  'playbooks cancel': {
    arguments: {
      run: string
    }
    options: {
      reason?: string
    }
  }
  'playbooks suspend': {
    arguments: {
      run: string
    }
    options: {
      reason?: string
    }
  }
  'playbooks resume': {
    arguments: {
      run: string
    }
    options: {
      release?: string
      from?: string
      reason?: string
    }
  }
  'playbooks secret set': {
    arguments: {
      name: string
    }
    options: {
      file?: string
    }
  }
  'playbooks secret list': {
    arguments: object
    options: object
  }
  'playbooks secret rm': {
    arguments: {
      name: string
    }
    options: object
  }
}
