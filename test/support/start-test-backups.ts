export { startTestBackups } from '../../kernel/backup/start-test-backups.ts'
export type { TestBackups } from '../../kernel/backup/start-test-backups.ts'
