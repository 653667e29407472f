export const file = { name: 'file', description: 'the archive, svc-backup-….tar.gz', required: true }
