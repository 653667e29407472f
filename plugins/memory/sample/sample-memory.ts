import { sampleTag, stateByVersion } from '@svc/plugin/contracts/samples'
import type { WorkspaceSample } from '@svc/plugin/contracts/samples'
import { handbookText, handbookTitle } from '@svc/plugin/library/sample-handbook'
import { callerProvenance } from '../documents/caller-provenance.ts'
import type { MemoryDocuments } from '../documents/memory-documents.ts'

const memory = { content: handbookText, source: handbookTitle, tags: [sampleTag] }

/** The document that memory adds to the sample data. */
export function sampleMemory(documents: MemoryDocuments): WorkspaceSample {
  return {
    id: 'memory.handbook',
    kind: 'memory',
    title: handbookTitle,
    permission: 'memory:write',
    async add(principal, signal) {
      const remembering = { principal, provenance: callerProvenance(principal, 'plugin'), signal }
      // Forced: that the workspace has similar documents must not keep the sample away.
      const { document } = await documents.add(memory, remembering, { force: true })
      return document.id
    },
    async find({ workspace_id }) {
      const { items } = documents.list(workspace_id, { limit: 10, source: handbookTitle, tag: sampleTag })
      return items.find(({ version }) => version === 1)?.id ?? null
    },
    state: (workspaceId, id) => stateByVersion(() => documents.get(workspaceId, id)),
    async remove({ workspace_id }, id) {
      await documents.delete(workspace_id, id)
    },
  }
}
