export { ConfigReader, readKernelConfiguration } from './config-reader.ts'
export type { KernelConfig } from './generated/kernel-config.ts'
export { enabledSetting } from './setting.ts'
export type { SettingsSchema } from './setting.ts'
