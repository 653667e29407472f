import { BootError, exitCodes } from '../boot-error.ts'
import { ConfigReader } from './config-reader.ts'
import type { ConfigReaderOptions } from './config-reader.ts'
import type { KernelConfig } from './kernel-settings.ts'

/** The kernel's own part alone, paths absolute: it can be known whatever the plugins are. @throws BootError */
export async function readKernelConfiguration({
  flags = {},
  env,
  cwd,
}: Pick<ConfigReaderOptions, 'env' | 'cwd'> & Partial<Pick<ConfigReaderOptions, 'flags'>>): Promise<KernelConfig> {
  const reader = new ConfigReader({ flags, env, cwd })
  const config = await reader.kernel()
  if (reader.problems.length > 0) throw new BootError(exitCodes.configuration, reader.problems)
  return config
}
