import { expect, it } from 'vitest'
import type { Shell } from '../shell.ts'
import { withTemporaryHome } from './temporary-home.ts'

it('has nothing of the usual home, its database, its bucket and its servers', async () => {
  const usual = {
    SVC_HOME: '/var/lib/svc',
    SVC_BACKUP_SCHEDULE: '0 3 * * *',
    SVC_CLUSTER_SECRET_FILE: '/run/secrets/cluster',
    SVC_CONTENT_URL: 's3://bucket/prefix',
    SVC_CONTENT_SECRET_ACCESS_KEY: 'secret',
    SVC_DATA_DRIVER: 'sqlite',
    SVC_JOBS_DRIVER: 'postgres',
    SVC_MEMORY_DRIVER: 'pgvector',
    DATABASE_URL: 'postgres://127.0.0.1/svc',
  }
  const kept = { PATH: '/usr/bin', SVC_MODEL_NAME: 'qwen3', SVC_DATA_QUOTA_MB: '5' }
  const shell = { env: { ...usual, ...kept } } as Partial<Shell> as Shell
  await withTemporaryHome(shell, ({ env }) => Promise.resolve(expect(env).toEqual(kept)))
})
