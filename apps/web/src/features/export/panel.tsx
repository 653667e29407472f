import { hasRole, useMe } from '../../live/me.ts'
import { Certificates } from './certificates.tsx'
import { ExportHistory } from './export-history.tsx'
import { NewDocument } from './new-document.tsx'
import { VerifyFile } from './verify-file.tsx'

/** One document of many records: made, kept, verified. */
export function ExportPanel() {
  const isAdmin = hasRole(useMe(), 'admin')
  return (
    <>
      <NewDocument />
      <ExportHistory />
      <VerifyFile />
      {isAdmin && <Certificates />}
    </>
  )
}
