export { deriveVersion } from './export/derive-version.ts'
export { exportRows } from './export/export-rows.ts'
export { importFile } from './import/import-file.ts'
