import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery, Query } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import type { Transport } from '../core/transport/transport.ts'

const one = '/api/tools/{name}'
const oneApproval = '/api/approvals/{approval_id}'

/** Who may call which tool. */
class Grants extends Resource {
  list(query?: ListQuery<'listToolGrants'>, options?: RequestOptions): Pages<Item<'listToolGrants'>> {
    return this.pages<'listToolGrants'>('/api/tools/grants', { query, options })
  }

  set(name: string, body: Body<'putToolGrant'>, options?: RequestOptions): Call<Answer<'putToolGrant'>> {
    return this.ask<'putToolGrant'>('PUT', `${one}/grant`, { path: { name }, body, options })
  }

  delete(name: string, query: Query<'deleteToolGrant'> = {}, options?: RequestOptions): Call<void> {
    return this.done('DELETE', `${one}/grant`, { path: { name }, query, options })
  }
}

/** Calls that wait for a person's decision. */
class Approvals extends Resource {
  list(query?: ListQuery<'listApprovals'>, options?: RequestOptions): Pages<Item<'listApprovals'>> {
    return this.pages<'listApprovals'>('/api/approvals', { query, options })
  }

  get(approval_id: string, options?: RequestOptions): Call<Answer<'getApproval'>> {
    return this.ask<'getApproval'>('GET', oneApproval, { path: { approval_id }, options })
  }

  /** Runs the call that waits, once. */
  approve(approval_id: string, body: Body<'approveCall'> = {}, options?: RequestOptions): Call<Answer<'approveCall'>> {
    return this.ask<'approveCall'>('POST', `${oneApproval}/approve`, { path: { approval_id }, body, options })
  }

  deny(approval_id: string, body: Body<'denyCall'> = {}, options?: RequestOptions): Call<Answer<'denyCall'>> {
    return this.ask<'denyCall'>('POST', `${oneApproval}/deny`, { path: { approval_id }, body, options })
  }
}

/** Tools that developers drop into the folder of manifests. */
class SandboxedTools extends Resource {
  list(query?: ListQuery<'listSandboxedTools'>, options?: RequestOptions): Pages<Item<'listSandboxedTools'>> {
    return this.pages<'listSandboxedTools'>('/api/sandboxed-tools', { query, options })
  }

  get(name: string, options?: RequestOptions): Call<Answer<'getSandboxedTool'>> {
    return this.ask<'getSandboxedTool'>('GET', '/api/sandboxed-tools/{name}', { path: { name }, options })
  }
}

/** Servers of the Model Context Protocol whose tools are offered here. */
class McpServers extends Resource {
  list(options?: RequestOptions): Call<Answer<'listMcpServers'>> {
    return this.ask<'listMcpServers'>('GET', '/api/mcp/servers', { options })
  }

  reconnect(name: string, options?: RequestOptions): Call<Answer<'reconnectMcpServer'>> {
    return this.ask<'reconnectMcpServer'>('POST', '/api/mcp/servers/{name}/reconnect', { path: { name }, options })
  }
}

/** Tools, grants and approvals. */
export class Tools extends Resource {
  readonly grants: Grants
  readonly approvals: Approvals
  readonly sandboxed: SandboxedTools
  readonly mcpServers: McpServers

  constructor(transport: Transport) {
    super(transport)
    this.grants = new Grants(transport)
    this.approvals = new Approvals(transport)
    this.sandboxed = new SandboxedTools(transport)
    this.mcpServers = new McpServers(transport)
  }

  list(query?: ListQuery<'listTools'>, options?: RequestOptions): Pages<Item<'listTools'>> {
    return this.pages<'listTools'>('/api/tools', { query, options })
  }

  get(name: string, options?: RequestOptions): Call<Answer<'getTool'>> {
    return this.ask<'getTool'>('GET', one, { path: { name }, options })
  }

  /** Calls a tool. `status: "pending"`: a person is asked first, and nothing ran yet. */
  call(name: string, args: Body<'callTool'>['arguments'] = {}, options?: RequestOptions): Call<Answer<'callTool'>> {
    return this.ask<'callTool'>('POST', `${one}/call`, { path: { name }, body: { arguments: args }, options })
  }

  /** The calls that were made. */
  calls(query?: ListQuery<'listToolCalls'>, options?: RequestOptions): Pages<Item<'listToolCalls'>> {
    return this.pages<'listToolCalls'>('/api/tools/calls', { query, options })
  }
}
