export { defineAgentApp } from './define-agent-app.ts'
export type { AgentApp, AgentAppWithSchema, Awaitable } from './define-agent-app.ts'
export type {
  Agent,
  AgentAnswer,
  AgentError,
  AgentErrorCode,
  AskOptions,
  Client,
  CompleteRequest,
  Ctx,
  CtxSignal,
  Log,
  Tools,
} from './ctx.ts'
export type {
  Data,
  DataColumn,
  DataImport,
  DataQueryOptions,
  DataRows,
  DatasetProfile,
  DatasetSummary,
  ImportedData,
} from './data.ts'
export { defineTool } from './define-tool.ts'
export type { DefinedTool, Tool, ToolCtx, ToolWithSchema } from './define-tool.ts'
export type { FromSchema } from './from-schema.ts'
export type { Json, JsonObject } from './json.ts'
export type {
  ImportedMemories,
  Memory,
  MemoryDocument,
  MemoryFields,
  MemoryFile,
  MemoryResult,
  MemorySearchOptions,
  MemorySearchResults,
} from './memory.ts'
