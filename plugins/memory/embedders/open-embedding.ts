import type {
  AuditLog,
  Callers,
  ChildProcesses,
  DataPlane,
  EventLog,
  JobContext,
  JobQueue,
  MemoryPlane,
  Metrics,
  PluginEnv,
  WorkspaceMarks,
} from '@svc/plugin'
import type { Models } from '@svc/plugin/contracts/models'
import { builtIn, builtInInt8 } from './embedder.ts'
import { EmbedderChoices } from './embedder-choices.ts'
import { embedderRoutes } from './embedder-routes.ts'
import { EmbedderSettings } from './embedder-settings.ts'
import { EmbedderSource } from './embedder-source.ts'
import { embedJob, EmbeddingWork } from './embedding-work.ts'
import type { EmbedPayload } from './embedding-work.ts'
import { FreshDocuments } from './fresh-documents.ts'
import { WorkspaceEmbeddings } from './workspace-embeddings.ts'

export interface EmbeddingServices {
  data: DataPlane
  plane: MemoryPlane
  marks: WorkspaceMarks
  jobs: JobQueue
  events: EventLog
  audit: AuditLog
  callers: Callers
  children: ChildProcesses
  models: Models | undefined
  metrics: Metrics
}

/** Sets up everything about embedders: the service for the rest of the plugin, its routes, its job, its start and its end. */
export function openEmbedding(
  services: EmbeddingServices,
  configured: string,
  env: PluginEnv<unknown>,
): WorkspaceEmbeddings {
  const { clock, log, signal } = env
  const source = new EmbedderSource(services)
  measureTokenCache(services.metrics, source)
  measureRuntimes(services.metrics, source)
  const choices = new EmbedderChoices({ ...services, source, configured })
  const fresh = new FreshDocuments()
  const later = (workspaceId: string): void => embedding.later(workspaceId)
  const work = new EmbeddingWork({ ...services, choices, source, fresh, later, clock, log })
  const embedding = new WorkspaceEmbeddings({ ...services, choices, source, work, fresh, clock, log, signal })
  const settings = new EmbedderSettings({ ...services, choices, source, embedding, configured })
  env.job<EmbedPayload>(embedJob, job => work.run(job as JobContext<EmbedPayload>))
  env.routes(app => embedderRoutes(app, settings))
  // Not waited for: a start does not open every workspace's file.
  if (env.role === 'server') env.onStart(() => void embedding.recover())
  env.onStop(() => source.close())
  env.onWorkspaceClosed(workspaceId => embedding.forget(workspaceId))
  return embedding
}

function measureRuntimes(metrics: Metrics, source: EmbedderSource): void {
  const help = 'What runs each built-in embedder that was used; `none`: nothing can, and search uses words alone'
  metrics.gauge('svc_memory_embedder_runtime', help, () =>
    [builtIn, builtInInt8].flatMap(embedder => {
      const { runtime, problem } = source.stateOf(embedder) ?? { runtime: null, problem: null }
      if (runtime === null && problem === null) return []
      return [{ value: 1, labels: { embedder, runtime: problem === null && runtime !== null ? runtime : 'none' } }]
    }),
  )
}

function measureTokenCache(metrics: Metrics, source: EmbedderSource): void {
  metrics.gauge('svc_memory_token_cache_bytes', "Vectors of passages' pieces that are kept, in bytes", () => [
    { value: source.tokenCache().bytes },
  ])
  metrics.gauge(
    'svc_memory_token_cache_lookups',
    "Passages that questions were compared with since the model was loaded, by whether their pieces' vectors were kept",
    () => {
      const { hits, misses } = source.tokenCache()
      return [
        { value: hits, labels: { found: 'true' } },
        { value: misses, labels: { found: 'false' } },
      ]
    },
  )
}
