/** JSON Schema of `mcp.json`: around the servers, and of one server. */
export const fileSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['mcpServers'],
  properties: {
    $schema: { type: 'string' },
    mcpServers: { type: 'object', maxProperties: 100 },
  },
}

const texts = { type: 'object', maxProperties: 100, additionalProperties: { type: 'string' } }

export const serverSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    type: { enum: ['http', 'streamable-http', 'streamableHttp', 'stdio'] },
    description: { type: 'string' },
    disabled: { type: 'boolean' },
    url: { type: 'string', minLength: 1, maxLength: 2048 },
    headers: texts,
    command: { type: 'string', minLength: 1 },
    args: { type: 'array', maxItems: 1000, items: { type: 'string' } },
    env: texts,
    cwd: { type: 'string', minLength: 1 },
  },
}
