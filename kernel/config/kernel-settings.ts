import type { SettingsSchema } from './setting.ts'

/** The kernel's own part of the configuration, read before anything else is known. */
export interface KernelConfig {
  home: string
  host: string
  port: number
  public_url?: string
  base_path: string
  trust_proxy: boolean | string
  plugin_folders: string[]
  plugin_packages: string[]
  registration_enabled: boolean
  egress_allow: string[]
  log_level: string
  metrics_enabled: boolean
  database_url?: string
  rate_limit_per_minute: number
  admin_username?: string
  admin_password?: string
}

export const kernelSettings: SettingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    home: {
      type: 'string',
      format: 'path',
      default: '~/.svc',
      description: 'The folder that holds everything this server keeps.',
    },
    host: { type: 'string', minLength: 1, default: '127.0.0.1', description: 'The address to listen on.' },
    port: {
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 8420,
      description: 'The port to listen on; 0 takes a free one.',
    },
    public_url: {
      type: 'string',
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      description:
        'The address under which clients reach the server, when a proxy stands before it: https://svc.example.com',
    },
    base_path: {
      type: 'string',
      pattern: '^(/[A-Za-z0-9._~-]+)*/?$',
      default: '',
      description: 'The path below which everything is served, such as /svc.',
    },
    trust_proxy: {
      type: ['boolean', 'string'],
      default: false,
      description: 'Whose X-Forwarded-For to believe: true, false, or addresses and networks, separated by commas.',
    },
    plugin_folders: {
      type: 'array',
      items: { type: 'string', format: 'path' },
      default: [],
      'x-env': 'SVC_PLUGINS',
      description: 'More plugins: folders with a plugin.json, or folders of such folders.',
    },
    plugin_packages: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description:
        'Installed npm packages that are plugins: their package.json has "svc": { "plugin": "./plugin.json" }.',
    },
    registration_enabled: {
      type: 'boolean',
      default: false,
      description: 'Whether anybody who reaches the server may register.',
    },
    egress_allow: {
      type: 'array',
      items: { type: 'string', format: 'host-port' },
      default: [],
      description: 'Private addresses that may be reached from here, as host:port.',
    },
    log_level: { enum: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info', description: 'What is logged.' },
    metrics_enabled: { type: 'boolean', default: false, description: 'Serve /metrics for Prometheus.' },
    database_url: {
      type: 'string',
      pattern: '^postgres(ql)?://',
      'x-env': 'DATABASE_URL',
      'x-secret': true,
      description: 'A PostgreSQL database for users, workspaces and keys: postgres://user:password@host:5432/name',
    },
    rate_limit_per_minute: {
      type: 'integer',
      minimum: 1,
      default: 1200,
      description: 'Requests a minute that one caller may make.',
    },
    admin_username: {
      type: 'string',
      minLength: 1,
      description: 'Makes the first owner at start; needs admin_password.',
    },
    admin_password: {
      type: 'string',
      minLength: 8,
      maxLength: 256,
      'x-secret': true,
      description: 'The password of that first owner.',
    },
  },
}
