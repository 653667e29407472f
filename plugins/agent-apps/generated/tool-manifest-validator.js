// Generated from schemas/tool.schema.json by npm run generate. Do not edit.
'use strict'
export const validateSandboxedToolManifest = validate10
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'tool.schema.json',
  title: 'SandboxedToolManifest',
  description: 'What a sandboxed tool is: tool.json or tool.yaml in its folder.',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'name', 'version', 'description', 'input_schema', 'effect'],
  properties: {
    $schema: { type: 'string', description: 'Where this schema is, for editors.' },
    manifest_version: { const: '1', description: 'The version of the manifest format.' },
    kind: { const: 'tool', description: 'What the folder holds.' },
    name: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{0,62}$',
      description:
        "Lower-case letters, digits and -, at most 63; equal to the folder's name. Models and clients call the tool by it.",
    },
    version: {
      type: 'string',
      pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$',
      description: 'A semantic version, such as 1.0.0.',
    },
    title: { type: 'string', minLength: 1, maxLength: 100, description: 'The name for people.' },
    display_name: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'The same as title, as agent apps call it.',
    },
    description: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'What it does and when to use it: models choose tools by this text.',
    },
    icon: {
      type: 'string',
      pattern: '^([a-z][a-z0-9-]{0,62}|[A-Za-z0-9._/-]{1,200}\\.svg)$',
      description:
        'An SVG file of this folder, or the name of an icon of the web UI; default icon.svg, where it is there.',
    },
    author: { type: 'string', maxLength: 200, description: 'Who wrote it.' },
    license: { type: 'string', maxLength: 100, description: 'An SPDX expression, such as MIT.' },
    keywords: {
      type: 'array',
      maxItems: 20,
      items: { type: 'string', maxLength: 50 },
      description: 'Words to find it by.',
    },
    entry: {
      type: 'object',
      additionalProperties: false,
      required: ['file'],
      description: 'Where the tool begins; default tool.ts.',
      properties: {
        type: { const: 'module', description: 'A tool is always code.' },
        file: {
          type: 'string',
          minLength: 1,
          maxLength: 300,
          description: 'A TypeScript file of this folder that exports defineTool(…) as default.',
        },
      },
    },
    input_schema: {
      type: 'object',
      description: 'A JSON Schema of the input: an object. It checks calls, and models write their calls by it.',
    },
    output_schema: {
      type: 'object',
      description: 'A JSON Schema of the result. A result that does not fit fails the call.',
    },
    effect: {
      enum: ['read', 'write', 'external', 'destructive'],
      description:
        'What a call does to the world; decides whether a person is asked first. No less than what the permissions allow.',
    },
    permissions: {
      type: 'object',
      additionalProperties: false,
      description: 'What the app may do for its caller; by default nothing.',
      properties: {
        agent: { type: 'boolean', description: 'True: the app may ask the language model.', default: false },
        tools: {
          type: 'array',
          maxItems: 100,
          uniqueItems: true,
          items: { type: 'string', maxLength: 128 },
          description: 'Names of the tools it may call.',
          default: [],
        },
        memory: {
          enum: ['none', 'read', 'write'],
          description: 'The memory of the workspace. write includes read.',
          default: 'none',
        },
        files: {
          enum: ['none', 'read', 'write'],
          description: 'The files of the workspace. write includes read.',
          default: 'none',
        },
        datasets: {
          enum: ['none', 'read', 'write'],
          description: 'The tables of the workspace. write includes read.',
          default: 'none',
        },
        network: {
          type: 'array',
          maxItems: 100,
          uniqueItems: true,
          items: {
            type: 'string',
            maxLength: 500,
            pattern:
              '^(https?|\\*)://(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|\\[[0-9A-Fa-f:.]+\\])(:(\\d{1,5}|\\*))?/\\S*$',
            description: 'A URL pattern: scheme, host and path, each may be *, such as https://api.example.com/*.',
          },
          description:
            'URL patterns that its tools may fetch, such as https://api.example.com/*, https://*.example.com/* or https://*/*.',
          default: [],
        },
      },
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      description: "What one run may use. The operator's configuration caps each.",
      properties: {
        timeout_ms: { type: 'integer', minimum: 100, description: 'Wall clock.', default: 30000 },
        cpu_ms: { type: 'integer', minimum: 10, description: 'CPU between two awaits.', default: 1000 },
        memory_mb: { type: 'integer', minimum: 8, description: 'Memory of the isolate, in MiB.', default: 64 },
        output_bytes: { type: 'integer', minimum: 2, description: 'Of the output as JSON.', default: 1048576 },
        log_bytes: { type: 'integer', minimum: 0, description: 'Of the log.', default: 262144 },
        tool_calls: { type: 'integer', minimum: 0, description: 'Calls of tools.', default: 50 },
        tokens: {
          type: 'integer',
          minimum: 0,
          description: 'Prompts and answers together. Checked before each question.',
          default: 20000,
        },
        concurrency: {
          type: 'integer',
          minimum: 1,
          description: 'Runs of one workspace at one time; more wait.',
          default: 4,
        },
      },
    },
    config: {
      type: 'object',
      description: 'A JSON Schema of what the operator configures for this tool; x-secret marks secrets.',
    },
    examples: {
      type: 'array',
      maxItems: 50,
      description: 'Inputs that work, for people and for svc app dev. Files in examples/ are added.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'inputs'],
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 200, description: 'One line for people.' },
          description: { type: 'string', maxLength: 1000, description: 'More of it.' },
          inputs: { type: 'object', description: 'They must fit inputs.' },
        },
      },
    },
  },
}
const func2 = Object.prototype.hasOwnProperty
const pattern0 = new RegExp('^[a-z][a-z0-9-]{0,62}$', 'u')
const pattern1 = new RegExp('^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$', 'u')
const pattern2 = new RegExp('^([a-z][a-z0-9-]{0,62}|[A-Za-z0-9._/-]{1,200}\\.svg)$', 'u')
const pattern3 = new RegExp(
  '^(https?|\\*)://(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|\\[[0-9A-Fa-f:.]+\\])(:(\\d{1,5}|\\*))?/\\S*$',
  'u',
)

function validate10(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  /*# sourceURL="tool.schema.json" */ let vErrors = null
  let errors = 0
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.kind === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'kind' },
        message: "must have required property '" + 'kind' + "'",
        schema: schema11.required,
        parentSchema: schema11,
        data,
      }
      if (vErrors === null) {
        vErrors = [err0]
      } else {
        vErrors.push(err0)
      }
      errors++
    }
    if (data.name === undefined) {
      const err1 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'name' },
        message: "must have required property '" + 'name' + "'",
        schema: schema11.required,
        parentSchema: schema11,
        data,
      }
      if (vErrors === null) {
        vErrors = [err1]
      } else {
        vErrors.push(err1)
      }
      errors++
    }
    if (data.version === undefined) {
      const err2 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'version' },
        message: "must have required property '" + 'version' + "'",
        schema: schema11.required,
        parentSchema: schema11,
        data,
      }
      if (vErrors === null) {
        vErrors = [err2]
      } else {
        vErrors.push(err2)
      }
      errors++
    }
    if (data.description === undefined) {
      const err3 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'description' },
        message: "must have required property '" + 'description' + "'",
        schema: schema11.required,
        parentSchema: schema11,
        data,
      }
      if (vErrors === null) {
        vErrors = [err3]
      } else {
        vErrors.push(err3)
      }
      errors++
    }
    if (data.input_schema === undefined) {
      const err4 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'input_schema' },
        message: "must have required property '" + 'input_schema' + "'",
        schema: schema11.required,
        parentSchema: schema11,
        data,
      }
      if (vErrors === null) {
        vErrors = [err4]
      } else {
        vErrors.push(err4)
      }
      errors++
    }
    if (data.effect === undefined) {
      const err5 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'effect' },
        message: "must have required property '" + 'effect' + "'",
        schema: schema11.required,
        parentSchema: schema11,
        data,
      }
      if (vErrors === null) {
        vErrors = [err5]
      } else {
        vErrors.push(err5)
      }
      errors++
    }
    for (const key0 in data) {
      if (!func2.call(schema11.properties, key0)) {
        const err6 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
          schema: false,
          parentSchema: schema11,
          data,
        }
        if (vErrors === null) {
          vErrors = [err6]
        } else {
          vErrors.push(err6)
        }
        errors++
      }
    }
    if (data.$schema !== undefined) {
      let data0 = data.$schema
      if (typeof data0 !== 'string') {
        const err7 = {
          instancePath: instancePath + '/$schema',
          schemaPath: '#/properties/%24schema/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.$schema.type,
          parentSchema: schema11.properties.$schema,
          data: data0,
        }
        if (vErrors === null) {
          vErrors = [err7]
        } else {
          vErrors.push(err7)
        }
        errors++
      }
    }
    if (data.manifest_version !== undefined) {
      let data1 = data.manifest_version
      if ('1' !== data1) {
        const err8 = {
          instancePath: instancePath + '/manifest_version',
          schemaPath: '#/properties/manifest_version/const',
          keyword: 'const',
          params: { allowedValue: '1' },
          message: 'must be equal to constant',
          schema: '1',
          parentSchema: schema11.properties.manifest_version,
          data: data1,
        }
        if (vErrors === null) {
          vErrors = [err8]
        } else {
          vErrors.push(err8)
        }
        errors++
      }
    }
    if (data.kind !== undefined) {
      let data2 = data.kind
      if ('tool' !== data2) {
        const err9 = {
          instancePath: instancePath + '/kind',
          schemaPath: '#/properties/kind/const',
          keyword: 'const',
          params: { allowedValue: 'tool' },
          message: 'must be equal to constant',
          schema: 'tool',
          parentSchema: schema11.properties.kind,
          data: data2,
        }
        if (vErrors === null) {
          vErrors = [err9]
        } else {
          vErrors.push(err9)
        }
        errors++
      }
    }
    if (data.name !== undefined) {
      let data3 = data.name
      if (typeof data3 === 'string') {
        if (!pattern0.test(data3)) {
          const err10 = {
            instancePath: instancePath + '/name',
            schemaPath: '#/properties/name/pattern',
            keyword: 'pattern',
            params: { pattern: '^[a-z][a-z0-9-]{0,62}$' },
            message: 'must match pattern "' + '^[a-z][a-z0-9-]{0,62}$' + '"',
            schema: '^[a-z][a-z0-9-]{0,62}$',
            parentSchema: schema11.properties.name,
            data: data3,
          }
          if (vErrors === null) {
            vErrors = [err10]
          } else {
            vErrors.push(err10)
          }
          errors++
        }
      } else {
        const err11 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.name.type,
          parentSchema: schema11.properties.name,
          data: data3,
        }
        if (vErrors === null) {
          vErrors = [err11]
        } else {
          vErrors.push(err11)
        }
        errors++
      }
    }
    if (data.version !== undefined) {
      let data4 = data.version
      if (typeof data4 === 'string') {
        if (!pattern1.test(data4)) {
          const err12 = {
            instancePath: instancePath + '/version',
            schemaPath: '#/properties/version/pattern',
            keyword: 'pattern',
            params: { pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$' },
            message: 'must match pattern "' + '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$' + '"',
            schema: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$',
            parentSchema: schema11.properties.version,
            data: data4,
          }
          if (vErrors === null) {
            vErrors = [err12]
          } else {
            vErrors.push(err12)
          }
          errors++
        }
      } else {
        const err13 = {
          instancePath: instancePath + '/version',
          schemaPath: '#/properties/version/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.version.type,
          parentSchema: schema11.properties.version,
          data: data4,
        }
        if (vErrors === null) {
          vErrors = [err13]
        } else {
          vErrors.push(err13)
        }
        errors++
      }
    }
    if (data.title !== undefined) {
      let data5 = data.title
      if (typeof data5 === 'string') {
        if (data5.length > 100) {
          const err14 = {
            instancePath: instancePath + '/title',
            schemaPath: '#/properties/title/maxLength',
            keyword: 'maxLength',
            params: { limit: 100 },
            message: 'must NOT have more than 100 characters',
            schema: 100,
            parentSchema: schema11.properties.title,
            data: data5,
          }
          if (vErrors === null) {
            vErrors = [err14]
          } else {
            vErrors.push(err14)
          }
          errors++
        }
        if (data5.length < 1) {
          const err15 = {
            instancePath: instancePath + '/title',
            schemaPath: '#/properties/title/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
            schema: 1,
            parentSchema: schema11.properties.title,
            data: data5,
          }
          if (vErrors === null) {
            vErrors = [err15]
          } else {
            vErrors.push(err15)
          }
          errors++
        }
      } else {
        const err16 = {
          instancePath: instancePath + '/title',
          schemaPath: '#/properties/title/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.title.type,
          parentSchema: schema11.properties.title,
          data: data5,
        }
        if (vErrors === null) {
          vErrors = [err16]
        } else {
          vErrors.push(err16)
        }
        errors++
      }
    }
    if (data.display_name !== undefined) {
      let data6 = data.display_name
      if (typeof data6 === 'string') {
        if (data6.length > 100) {
          const err17 = {
            instancePath: instancePath + '/display_name',
            schemaPath: '#/properties/display_name/maxLength',
            keyword: 'maxLength',
            params: { limit: 100 },
            message: 'must NOT have more than 100 characters',
            schema: 100,
            parentSchema: schema11.properties.display_name,
            data: data6,
          }
          if (vErrors === null) {
            vErrors = [err17]
          } else {
            vErrors.push(err17)
          }
          errors++
        }
        if (data6.length < 1) {
          const err18 = {
            instancePath: instancePath + '/display_name',
            schemaPath: '#/properties/display_name/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
            schema: 1,
            parentSchema: schema11.properties.display_name,
            data: data6,
          }
          if (vErrors === null) {
            vErrors = [err18]
          } else {
            vErrors.push(err18)
          }
          errors++
        }
      } else {
        const err19 = {
          instancePath: instancePath + '/display_name',
          schemaPath: '#/properties/display_name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.display_name.type,
          parentSchema: schema11.properties.display_name,
          data: data6,
        }
        if (vErrors === null) {
          vErrors = [err19]
        } else {
          vErrors.push(err19)
        }
        errors++
      }
    }
    if (data.description !== undefined) {
      let data7 = data.description
      if (typeof data7 === 'string') {
        if (data7.length > 1000) {
          const err20 = {
            instancePath: instancePath + '/description',
            schemaPath: '#/properties/description/maxLength',
            keyword: 'maxLength',
            params: { limit: 1000 },
            message: 'must NOT have more than 1000 characters',
            schema: 1000,
            parentSchema: schema11.properties.description,
            data: data7,
          }
          if (vErrors === null) {
            vErrors = [err20]
          } else {
            vErrors.push(err20)
          }
          errors++
        }
        if (data7.length < 1) {
          const err21 = {
            instancePath: instancePath + '/description',
            schemaPath: '#/properties/description/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
            schema: 1,
            parentSchema: schema11.properties.description,
            data: data7,
          }
          if (vErrors === null) {
            vErrors = [err21]
          } else {
            vErrors.push(err21)
          }
          errors++
        }
      } else {
        const err22 = {
          instancePath: instancePath + '/description',
          schemaPath: '#/properties/description/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.description.type,
          parentSchema: schema11.properties.description,
          data: data7,
        }
        if (vErrors === null) {
          vErrors = [err22]
        } else {
          vErrors.push(err22)
        }
        errors++
      }
    }
    if (data.icon !== undefined) {
      let data8 = data.icon
      if (typeof data8 === 'string') {
        if (!pattern2.test(data8)) {
          const err23 = {
            instancePath: instancePath + '/icon',
            schemaPath: '#/properties/icon/pattern',
            keyword: 'pattern',
            params: { pattern: '^([a-z][a-z0-9-]{0,62}|[A-Za-z0-9._/-]{1,200}\\.svg)$' },
            message: 'must match pattern "' + '^([a-z][a-z0-9-]{0,62}|[A-Za-z0-9._/-]{1,200}\\.svg)$' + '"',
            schema: '^([a-z][a-z0-9-]{0,62}|[A-Za-z0-9._/-]{1,200}\\.svg)$',
            parentSchema: schema11.properties.icon,
            data: data8,
          }
          if (vErrors === null) {
            vErrors = [err23]
          } else {
            vErrors.push(err23)
          }
          errors++
        }
      } else {
        const err24 = {
          instancePath: instancePath + '/icon',
          schemaPath: '#/properties/icon/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.icon.type,
          parentSchema: schema11.properties.icon,
          data: data8,
        }
        if (vErrors === null) {
          vErrors = [err24]
        } else {
          vErrors.push(err24)
        }
        errors++
      }
    }
    if (data.author !== undefined) {
      let data9 = data.author
      if (typeof data9 === 'string') {
        if (data9.length > 200) {
          const err25 = {
            instancePath: instancePath + '/author',
            schemaPath: '#/properties/author/maxLength',
            keyword: 'maxLength',
            params: { limit: 200 },
            message: 'must NOT have more than 200 characters',
            schema: 200,
            parentSchema: schema11.properties.author,
            data: data9,
          }
          if (vErrors === null) {
            vErrors = [err25]
          } else {
            vErrors.push(err25)
          }
          errors++
        }
      } else {
        const err26 = {
          instancePath: instancePath + '/author',
          schemaPath: '#/properties/author/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.author.type,
          parentSchema: schema11.properties.author,
          data: data9,
        }
        if (vErrors === null) {
          vErrors = [err26]
        } else {
          vErrors.push(err26)
        }
        errors++
      }
    }
    if (data.license !== undefined) {
      let data10 = data.license
      if (typeof data10 === 'string') {
        if (data10.length > 100) {
          const err27 = {
            instancePath: instancePath + '/license',
            schemaPath: '#/properties/license/maxLength',
            keyword: 'maxLength',
            params: { limit: 100 },
            message: 'must NOT have more than 100 characters',
            schema: 100,
            parentSchema: schema11.properties.license,
            data: data10,
          }
          if (vErrors === null) {
            vErrors = [err27]
          } else {
            vErrors.push(err27)
          }
          errors++
        }
      } else {
        const err28 = {
          instancePath: instancePath + '/license',
          schemaPath: '#/properties/license/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.license.type,
          parentSchema: schema11.properties.license,
          data: data10,
        }
        if (vErrors === null) {
          vErrors = [err28]
        } else {
          vErrors.push(err28)
        }
        errors++
      }
    }
    if (data.keywords !== undefined) {
      let data11 = data.keywords
      if (Array.isArray(data11)) {
        if (data11.length > 20) {
          const err29 = {
            instancePath: instancePath + '/keywords',
            schemaPath: '#/properties/keywords/maxItems',
            keyword: 'maxItems',
            params: { limit: 20 },
            message: 'must NOT have more than 20 items',
            schema: 20,
            parentSchema: schema11.properties.keywords,
            data: data11,
          }
          if (vErrors === null) {
            vErrors = [err29]
          } else {
            vErrors.push(err29)
          }
          errors++
        }
        const len0 = data11.length
        for (let i0 = 0; i0 < len0; i0++) {
          let data12 = data11[i0]
          if (typeof data12 === 'string') {
            if (data12.length > 50) {
              const err30 = {
                instancePath: instancePath + '/keywords/' + i0,
                schemaPath: '#/properties/keywords/items/maxLength',
                keyword: 'maxLength',
                params: { limit: 50 },
                message: 'must NOT have more than 50 characters',
                schema: 50,
                parentSchema: schema11.properties.keywords.items,
                data: data12,
              }
              if (vErrors === null) {
                vErrors = [err30]
              } else {
                vErrors.push(err30)
              }
              errors++
            }
          } else {
            const err31 = {
              instancePath: instancePath + '/keywords/' + i0,
              schemaPath: '#/properties/keywords/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              schema: schema11.properties.keywords.items.type,
              parentSchema: schema11.properties.keywords.items,
              data: data12,
            }
            if (vErrors === null) {
              vErrors = [err31]
            } else {
              vErrors.push(err31)
            }
            errors++
          }
        }
      } else {
        const err32 = {
          instancePath: instancePath + '/keywords',
          schemaPath: '#/properties/keywords/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
          schema: schema11.properties.keywords.type,
          parentSchema: schema11.properties.keywords,
          data: data11,
        }
        if (vErrors === null) {
          vErrors = [err32]
        } else {
          vErrors.push(err32)
        }
        errors++
      }
    }
    if (data.entry !== undefined) {
      let data13 = data.entry
      if (data13 && typeof data13 == 'object' && !Array.isArray(data13)) {
        if (data13.file === undefined) {
          const err33 = {
            instancePath: instancePath + '/entry',
            schemaPath: '#/properties/entry/required',
            keyword: 'required',
            params: { missingProperty: 'file' },
            message: "must have required property '" + 'file' + "'",
            schema: schema11.properties.entry.required,
            parentSchema: schema11.properties.entry,
            data: data13,
          }
          if (vErrors === null) {
            vErrors = [err33]
          } else {
            vErrors.push(err33)
          }
          errors++
        }
        for (const key1 in data13) {
          if (!(key1 === 'type' || key1 === 'file')) {
            const err34 = {
              instancePath: instancePath + '/entry',
              schemaPath: '#/properties/entry/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key1 },
              message: 'must NOT have additional properties',
              schema: false,
              parentSchema: schema11.properties.entry,
              data: data13,
            }
            if (vErrors === null) {
              vErrors = [err34]
            } else {
              vErrors.push(err34)
            }
            errors++
          }
        }
        if (data13.type !== undefined) {
          let data14 = data13.type
          if ('module' !== data14) {
            const err35 = {
              instancePath: instancePath + '/entry/type',
              schemaPath: '#/properties/entry/properties/type/const',
              keyword: 'const',
              params: { allowedValue: 'module' },
              message: 'must be equal to constant',
              schema: 'module',
              parentSchema: schema11.properties.entry.properties.type,
              data: data14,
            }
            if (vErrors === null) {
              vErrors = [err35]
            } else {
              vErrors.push(err35)
            }
            errors++
          }
        }
        if (data13.file !== undefined) {
          let data15 = data13.file
          if (typeof data15 === 'string') {
            if (data15.length > 300) {
              const err36 = {
                instancePath: instancePath + '/entry/file',
                schemaPath: '#/properties/entry/properties/file/maxLength',
                keyword: 'maxLength',
                params: { limit: 300 },
                message: 'must NOT have more than 300 characters',
                schema: 300,
                parentSchema: schema11.properties.entry.properties.file,
                data: data15,
              }
              if (vErrors === null) {
                vErrors = [err36]
              } else {
                vErrors.push(err36)
              }
              errors++
            }
            if (data15.length < 1) {
              const err37 = {
                instancePath: instancePath + '/entry/file',
                schemaPath: '#/properties/entry/properties/file/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                schema: 1,
                parentSchema: schema11.properties.entry.properties.file,
                data: data15,
              }
              if (vErrors === null) {
                vErrors = [err37]
              } else {
                vErrors.push(err37)
              }
              errors++
            }
          } else {
            const err38 = {
              instancePath: instancePath + '/entry/file',
              schemaPath: '#/properties/entry/properties/file/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              schema: schema11.properties.entry.properties.file.type,
              parentSchema: schema11.properties.entry.properties.file,
              data: data15,
            }
            if (vErrors === null) {
              vErrors = [err38]
            } else {
              vErrors.push(err38)
            }
            errors++
          }
        }
      } else {
        const err39 = {
          instancePath: instancePath + '/entry',
          schemaPath: '#/properties/entry/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.entry.type,
          parentSchema: schema11.properties.entry,
          data: data13,
        }
        if (vErrors === null) {
          vErrors = [err39]
        } else {
          vErrors.push(err39)
        }
        errors++
      }
    }
    if (data.input_schema !== undefined) {
      let data16 = data.input_schema
      if (!(data16 && typeof data16 == 'object' && !Array.isArray(data16))) {
        const err40 = {
          instancePath: instancePath + '/input_schema',
          schemaPath: '#/properties/input_schema/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.input_schema.type,
          parentSchema: schema11.properties.input_schema,
          data: data16,
        }
        if (vErrors === null) {
          vErrors = [err40]
        } else {
          vErrors.push(err40)
        }
        errors++
      }
    }
    if (data.output_schema !== undefined) {
      let data17 = data.output_schema
      if (!(data17 && typeof data17 == 'object' && !Array.isArray(data17))) {
        const err41 = {
          instancePath: instancePath + '/output_schema',
          schemaPath: '#/properties/output_schema/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.output_schema.type,
          parentSchema: schema11.properties.output_schema,
          data: data17,
        }
        if (vErrors === null) {
          vErrors = [err41]
        } else {
          vErrors.push(err41)
        }
        errors++
      }
    }
    if (data.effect !== undefined) {
      let data18 = data.effect
      if (!(data18 === 'read' || data18 === 'write' || data18 === 'external' || data18 === 'destructive')) {
        const err42 = {
          instancePath: instancePath + '/effect',
          schemaPath: '#/properties/effect/enum',
          keyword: 'enum',
          params: { allowedValues: schema11.properties.effect.enum },
          message: 'must be equal to one of the allowed values',
          schema: schema11.properties.effect.enum,
          parentSchema: schema11.properties.effect,
          data: data18,
        }
        if (vErrors === null) {
          vErrors = [err42]
        } else {
          vErrors.push(err42)
        }
        errors++
      }
    }
    if (data.permissions !== undefined) {
      let data19 = data.permissions
      if (data19 && typeof data19 == 'object' && !Array.isArray(data19)) {
        for (const key2 in data19) {
          if (!(
            key2 === 'agent' ||
            key2 === 'tools' ||
            key2 === 'memory' ||
            key2 === 'files' ||
            key2 === 'datasets' ||
            key2 === 'network'
          )) {
            const err43 = {
              instancePath: instancePath + '/permissions',
              schemaPath: '#/properties/permissions/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key2 },
              message: 'must NOT have additional properties',
              schema: false,
              parentSchema: schema11.properties.permissions,
              data: data19,
            }
            if (vErrors === null) {
              vErrors = [err43]
            } else {
              vErrors.push(err43)
            }
            errors++
          }
        }
        if (data19.agent !== undefined) {
          let data20 = data19.agent
          if (typeof data20 !== 'boolean') {
            const err44 = {
              instancePath: instancePath + '/permissions/agent',
              schemaPath: '#/properties/permissions/properties/agent/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
              schema: schema11.properties.permissions.properties.agent.type,
              parentSchema: schema11.properties.permissions.properties.agent,
              data: data20,
            }
            if (vErrors === null) {
              vErrors = [err44]
            } else {
              vErrors.push(err44)
            }
            errors++
          }
        }
        if (data19.tools !== undefined) {
          let data21 = data19.tools
          if (Array.isArray(data21)) {
            if (data21.length > 100) {
              const err45 = {
                instancePath: instancePath + '/permissions/tools',
                schemaPath: '#/properties/permissions/properties/tools/maxItems',
                keyword: 'maxItems',
                params: { limit: 100 },
                message: 'must NOT have more than 100 items',
                schema: 100,
                parentSchema: schema11.properties.permissions.properties.tools,
                data: data21,
              }
              if (vErrors === null) {
                vErrors = [err45]
              } else {
                vErrors.push(err45)
              }
              errors++
            }
            const len1 = data21.length
            for (let i1 = 0; i1 < len1; i1++) {
              let data22 = data21[i1]
              if (typeof data22 === 'string') {
                if (data22.length > 128) {
                  const err46 = {
                    instancePath: instancePath + '/permissions/tools/' + i1,
                    schemaPath: '#/properties/permissions/properties/tools/items/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 128 },
                    message: 'must NOT have more than 128 characters',
                    schema: 128,
                    parentSchema: schema11.properties.permissions.properties.tools.items,
                    data: data22,
                  }
                  if (vErrors === null) {
                    vErrors = [err46]
                  } else {
                    vErrors.push(err46)
                  }
                  errors++
                }
              } else {
                const err47 = {
                  instancePath: instancePath + '/permissions/tools/' + i1,
                  schemaPath: '#/properties/permissions/properties/tools/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.permissions.properties.tools.items.type,
                  parentSchema: schema11.properties.permissions.properties.tools.items,
                  data: data22,
                }
                if (vErrors === null) {
                  vErrors = [err47]
                } else {
                  vErrors.push(err47)
                }
                errors++
              }
            }
            let i2 = data21.length
            let j0
            if (i2 > 1) {
              const indices0 = {}
              for (; i2--;) {
                let item0 = data21[i2]
                if (typeof item0 !== 'string') {
                  continue
                }
                if (typeof indices0[item0] == 'number') {
                  j0 = indices0[item0]
                  const err48 = {
                    instancePath: instancePath + '/permissions/tools',
                    schemaPath: '#/properties/permissions/properties/tools/uniqueItems',
                    keyword: 'uniqueItems',
                    params: { i: i2, j: j0 },
                    message: 'must NOT have duplicate items (items ## ' + j0 + ' and ' + i2 + ' are identical)',
                    schema: true,
                    parentSchema: schema11.properties.permissions.properties.tools,
                    data: data21,
                  }
                  if (vErrors === null) {
                    vErrors = [err48]
                  } else {
                    vErrors.push(err48)
                  }
                  errors++
                  break
                }
                indices0[item0] = i2
              }
            }
          } else {
            const err49 = {
              instancePath: instancePath + '/permissions/tools',
              schemaPath: '#/properties/permissions/properties/tools/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
              schema: schema11.properties.permissions.properties.tools.type,
              parentSchema: schema11.properties.permissions.properties.tools,
              data: data21,
            }
            if (vErrors === null) {
              vErrors = [err49]
            } else {
              vErrors.push(err49)
            }
            errors++
          }
        }
        if (data19.memory !== undefined) {
          let data23 = data19.memory
          if (!(data23 === 'none' || data23 === 'read' || data23 === 'write')) {
            const err50 = {
              instancePath: instancePath + '/permissions/memory',
              schemaPath: '#/properties/permissions/properties/memory/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.permissions.properties.memory.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.permissions.properties.memory.enum,
              parentSchema: schema11.properties.permissions.properties.memory,
              data: data23,
            }
            if (vErrors === null) {
              vErrors = [err50]
            } else {
              vErrors.push(err50)
            }
            errors++
          }
        }
        if (data19.files !== undefined) {
          let data24 = data19.files
          if (!(data24 === 'none' || data24 === 'read' || data24 === 'write')) {
            const err51 = {
              instancePath: instancePath + '/permissions/files',
              schemaPath: '#/properties/permissions/properties/files/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.permissions.properties.files.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.permissions.properties.files.enum,
              parentSchema: schema11.properties.permissions.properties.files,
              data: data24,
            }
            if (vErrors === null) {
              vErrors = [err51]
            } else {
              vErrors.push(err51)
            }
            errors++
          }
        }
        if (data19.datasets !== undefined) {
          let data25 = data19.datasets
          if (!(data25 === 'none' || data25 === 'read' || data25 === 'write')) {
            const err52 = {
              instancePath: instancePath + '/permissions/datasets',
              schemaPath: '#/properties/permissions/properties/datasets/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.permissions.properties.datasets.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.permissions.properties.datasets.enum,
              parentSchema: schema11.properties.permissions.properties.datasets,
              data: data25,
            }
            if (vErrors === null) {
              vErrors = [err52]
            } else {
              vErrors.push(err52)
            }
            errors++
          }
        }
        if (data19.network !== undefined) {
          let data26 = data19.network
          if (Array.isArray(data26)) {
            if (data26.length > 100) {
              const err53 = {
                instancePath: instancePath + '/permissions/network',
                schemaPath: '#/properties/permissions/properties/network/maxItems',
                keyword: 'maxItems',
                params: { limit: 100 },
                message: 'must NOT have more than 100 items',
                schema: 100,
                parentSchema: schema11.properties.permissions.properties.network,
                data: data26,
              }
              if (vErrors === null) {
                vErrors = [err53]
              } else {
                vErrors.push(err53)
              }
              errors++
            }
            const len2 = data26.length
            for (let i3 = 0; i3 < len2; i3++) {
              let data27 = data26[i3]
              if (typeof data27 === 'string') {
                if (data27.length > 500) {
                  const err54 = {
                    instancePath: instancePath + '/permissions/network/' + i3,
                    schemaPath: '#/properties/permissions/properties/network/items/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 500 },
                    message: 'must NOT have more than 500 characters',
                    schema: 500,
                    parentSchema: schema11.properties.permissions.properties.network.items,
                    data: data27,
                  }
                  if (vErrors === null) {
                    vErrors = [err54]
                  } else {
                    vErrors.push(err54)
                  }
                  errors++
                }
                if (!pattern3.test(data27)) {
                  const err55 = {
                    instancePath: instancePath + '/permissions/network/' + i3,
                    schemaPath: '#/properties/permissions/properties/network/items/pattern',
                    keyword: 'pattern',
                    params: {
                      pattern:
                        '^(https?|\\*)://(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|\\[[0-9A-Fa-f:.]+\\])(:(\\d{1,5}|\\*))?/\\S*$',
                    },
                    message:
                      'must match pattern "' +
                      '^(https?|\\*)://(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|\\[[0-9A-Fa-f:.]+\\])(:(\\d{1,5}|\\*))?/\\S*$' +
                      '"',
                    schema:
                      '^(https?|\\*)://(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|\\[[0-9A-Fa-f:.]+\\])(:(\\d{1,5}|\\*))?/\\S*$',
                    parentSchema: schema11.properties.permissions.properties.network.items,
                    data: data27,
                  }
                  if (vErrors === null) {
                    vErrors = [err55]
                  } else {
                    vErrors.push(err55)
                  }
                  errors++
                }
              } else {
                const err56 = {
                  instancePath: instancePath + '/permissions/network/' + i3,
                  schemaPath: '#/properties/permissions/properties/network/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.permissions.properties.network.items.type,
                  parentSchema: schema11.properties.permissions.properties.network.items,
                  data: data27,
                }
                if (vErrors === null) {
                  vErrors = [err56]
                } else {
                  vErrors.push(err56)
                }
                errors++
              }
            }
            let i4 = data26.length
            let j1
            if (i4 > 1) {
              const indices1 = {}
              for (; i4--;) {
                let item1 = data26[i4]
                if (typeof item1 !== 'string') {
                  continue
                }
                if (typeof indices1[item1] == 'number') {
                  j1 = indices1[item1]
                  const err57 = {
                    instancePath: instancePath + '/permissions/network',
                    schemaPath: '#/properties/permissions/properties/network/uniqueItems',
                    keyword: 'uniqueItems',
                    params: { i: i4, j: j1 },
                    message: 'must NOT have duplicate items (items ## ' + j1 + ' and ' + i4 + ' are identical)',
                    schema: true,
                    parentSchema: schema11.properties.permissions.properties.network,
                    data: data26,
                  }
                  if (vErrors === null) {
                    vErrors = [err57]
                  } else {
                    vErrors.push(err57)
                  }
                  errors++
                  break
                }
                indices1[item1] = i4
              }
            }
          } else {
            const err58 = {
              instancePath: instancePath + '/permissions/network',
              schemaPath: '#/properties/permissions/properties/network/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
              schema: schema11.properties.permissions.properties.network.type,
              parentSchema: schema11.properties.permissions.properties.network,
              data: data26,
            }
            if (vErrors === null) {
              vErrors = [err58]
            } else {
              vErrors.push(err58)
            }
            errors++
          }
        }
      } else {
        const err59 = {
          instancePath: instancePath + '/permissions',
          schemaPath: '#/properties/permissions/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.permissions.type,
          parentSchema: schema11.properties.permissions,
          data: data19,
        }
        if (vErrors === null) {
          vErrors = [err59]
        } else {
          vErrors.push(err59)
        }
        errors++
      }
    }
    if (data.limits !== undefined) {
      let data28 = data.limits
      if (data28 && typeof data28 == 'object' && !Array.isArray(data28)) {
        for (const key3 in data28) {
          if (!(
            key3 === 'timeout_ms' ||
            key3 === 'cpu_ms' ||
            key3 === 'memory_mb' ||
            key3 === 'output_bytes' ||
            key3 === 'log_bytes' ||
            key3 === 'tool_calls' ||
            key3 === 'tokens' ||
            key3 === 'concurrency'
          )) {
            const err60 = {
              instancePath: instancePath + '/limits',
              schemaPath: '#/properties/limits/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key3 },
              message: 'must NOT have additional properties',
              schema: false,
              parentSchema: schema11.properties.limits,
              data: data28,
            }
            if (vErrors === null) {
              vErrors = [err60]
            } else {
              vErrors.push(err60)
            }
            errors++
          }
        }
        if (data28.timeout_ms !== undefined) {
          let data29 = data28.timeout_ms
          if (!(typeof data29 == 'number' && !(data29 % 1) && !isNaN(data29) && isFinite(data29))) {
            const err61 = {
              instancePath: instancePath + '/limits/timeout_ms',
              schemaPath: '#/properties/limits/properties/timeout_ms/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.timeout_ms.type,
              parentSchema: schema11.properties.limits.properties.timeout_ms,
              data: data29,
            }
            if (vErrors === null) {
              vErrors = [err61]
            } else {
              vErrors.push(err61)
            }
            errors++
          }
          if (typeof data29 == 'number' && isFinite(data29)) {
            if (data29 < 100 || isNaN(data29)) {
              const err62 = {
                instancePath: instancePath + '/limits/timeout_ms',
                schemaPath: '#/properties/limits/properties/timeout_ms/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 100 },
                message: 'must be >= 100',
                schema: 100,
                parentSchema: schema11.properties.limits.properties.timeout_ms,
                data: data29,
              }
              if (vErrors === null) {
                vErrors = [err62]
              } else {
                vErrors.push(err62)
              }
              errors++
            }
          }
        }
        if (data28.cpu_ms !== undefined) {
          let data30 = data28.cpu_ms
          if (!(typeof data30 == 'number' && !(data30 % 1) && !isNaN(data30) && isFinite(data30))) {
            const err63 = {
              instancePath: instancePath + '/limits/cpu_ms',
              schemaPath: '#/properties/limits/properties/cpu_ms/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.cpu_ms.type,
              parentSchema: schema11.properties.limits.properties.cpu_ms,
              data: data30,
            }
            if (vErrors === null) {
              vErrors = [err63]
            } else {
              vErrors.push(err63)
            }
            errors++
          }
          if (typeof data30 == 'number' && isFinite(data30)) {
            if (data30 < 10 || isNaN(data30)) {
              const err64 = {
                instancePath: instancePath + '/limits/cpu_ms',
                schemaPath: '#/properties/limits/properties/cpu_ms/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 10 },
                message: 'must be >= 10',
                schema: 10,
                parentSchema: schema11.properties.limits.properties.cpu_ms,
                data: data30,
              }
              if (vErrors === null) {
                vErrors = [err64]
              } else {
                vErrors.push(err64)
              }
              errors++
            }
          }
        }
        if (data28.memory_mb !== undefined) {
          let data31 = data28.memory_mb
          if (!(typeof data31 == 'number' && !(data31 % 1) && !isNaN(data31) && isFinite(data31))) {
            const err65 = {
              instancePath: instancePath + '/limits/memory_mb',
              schemaPath: '#/properties/limits/properties/memory_mb/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.memory_mb.type,
              parentSchema: schema11.properties.limits.properties.memory_mb,
              data: data31,
            }
            if (vErrors === null) {
              vErrors = [err65]
            } else {
              vErrors.push(err65)
            }
            errors++
          }
          if (typeof data31 == 'number' && isFinite(data31)) {
            if (data31 < 8 || isNaN(data31)) {
              const err66 = {
                instancePath: instancePath + '/limits/memory_mb',
                schemaPath: '#/properties/limits/properties/memory_mb/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 8 },
                message: 'must be >= 8',
                schema: 8,
                parentSchema: schema11.properties.limits.properties.memory_mb,
                data: data31,
              }
              if (vErrors === null) {
                vErrors = [err66]
              } else {
                vErrors.push(err66)
              }
              errors++
            }
          }
        }
        if (data28.output_bytes !== undefined) {
          let data32 = data28.output_bytes
          if (!(typeof data32 == 'number' && !(data32 % 1) && !isNaN(data32) && isFinite(data32))) {
            const err67 = {
              instancePath: instancePath + '/limits/output_bytes',
              schemaPath: '#/properties/limits/properties/output_bytes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.output_bytes.type,
              parentSchema: schema11.properties.limits.properties.output_bytes,
              data: data32,
            }
            if (vErrors === null) {
              vErrors = [err67]
            } else {
              vErrors.push(err67)
            }
            errors++
          }
          if (typeof data32 == 'number' && isFinite(data32)) {
            if (data32 < 2 || isNaN(data32)) {
              const err68 = {
                instancePath: instancePath + '/limits/output_bytes',
                schemaPath: '#/properties/limits/properties/output_bytes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 2 },
                message: 'must be >= 2',
                schema: 2,
                parentSchema: schema11.properties.limits.properties.output_bytes,
                data: data32,
              }
              if (vErrors === null) {
                vErrors = [err68]
              } else {
                vErrors.push(err68)
              }
              errors++
            }
          }
        }
        if (data28.log_bytes !== undefined) {
          let data33 = data28.log_bytes
          if (!(typeof data33 == 'number' && !(data33 % 1) && !isNaN(data33) && isFinite(data33))) {
            const err69 = {
              instancePath: instancePath + '/limits/log_bytes',
              schemaPath: '#/properties/limits/properties/log_bytes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.log_bytes.type,
              parentSchema: schema11.properties.limits.properties.log_bytes,
              data: data33,
            }
            if (vErrors === null) {
              vErrors = [err69]
            } else {
              vErrors.push(err69)
            }
            errors++
          }
          if (typeof data33 == 'number' && isFinite(data33)) {
            if (data33 < 0 || isNaN(data33)) {
              const err70 = {
                instancePath: instancePath + '/limits/log_bytes',
                schemaPath: '#/properties/limits/properties/log_bytes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
                schema: 0,
                parentSchema: schema11.properties.limits.properties.log_bytes,
                data: data33,
              }
              if (vErrors === null) {
                vErrors = [err70]
              } else {
                vErrors.push(err70)
              }
              errors++
            }
          }
        }
        if (data28.tool_calls !== undefined) {
          let data34 = data28.tool_calls
          if (!(typeof data34 == 'number' && !(data34 % 1) && !isNaN(data34) && isFinite(data34))) {
            const err71 = {
              instancePath: instancePath + '/limits/tool_calls',
              schemaPath: '#/properties/limits/properties/tool_calls/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.tool_calls.type,
              parentSchema: schema11.properties.limits.properties.tool_calls,
              data: data34,
            }
            if (vErrors === null) {
              vErrors = [err71]
            } else {
              vErrors.push(err71)
            }
            errors++
          }
          if (typeof data34 == 'number' && isFinite(data34)) {
            if (data34 < 0 || isNaN(data34)) {
              const err72 = {
                instancePath: instancePath + '/limits/tool_calls',
                schemaPath: '#/properties/limits/properties/tool_calls/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
                schema: 0,
                parentSchema: schema11.properties.limits.properties.tool_calls,
                data: data34,
              }
              if (vErrors === null) {
                vErrors = [err72]
              } else {
                vErrors.push(err72)
              }
              errors++
            }
          }
        }
        if (data28.tokens !== undefined) {
          let data35 = data28.tokens
          if (!(typeof data35 == 'number' && !(data35 % 1) && !isNaN(data35) && isFinite(data35))) {
            const err73 = {
              instancePath: instancePath + '/limits/tokens',
              schemaPath: '#/properties/limits/properties/tokens/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.tokens.type,
              parentSchema: schema11.properties.limits.properties.tokens,
              data: data35,
            }
            if (vErrors === null) {
              vErrors = [err73]
            } else {
              vErrors.push(err73)
            }
            errors++
          }
          if (typeof data35 == 'number' && isFinite(data35)) {
            if (data35 < 0 || isNaN(data35)) {
              const err74 = {
                instancePath: instancePath + '/limits/tokens',
                schemaPath: '#/properties/limits/properties/tokens/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
                schema: 0,
                parentSchema: schema11.properties.limits.properties.tokens,
                data: data35,
              }
              if (vErrors === null) {
                vErrors = [err74]
              } else {
                vErrors.push(err74)
              }
              errors++
            }
          }
        }
        if (data28.concurrency !== undefined) {
          let data36 = data28.concurrency
          if (!(typeof data36 == 'number' && !(data36 % 1) && !isNaN(data36) && isFinite(data36))) {
            const err75 = {
              instancePath: instancePath + '/limits/concurrency',
              schemaPath: '#/properties/limits/properties/concurrency/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.concurrency.type,
              parentSchema: schema11.properties.limits.properties.concurrency,
              data: data36,
            }
            if (vErrors === null) {
              vErrors = [err75]
            } else {
              vErrors.push(err75)
            }
            errors++
          }
          if (typeof data36 == 'number' && isFinite(data36)) {
            if (data36 < 1 || isNaN(data36)) {
              const err76 = {
                instancePath: instancePath + '/limits/concurrency',
                schemaPath: '#/properties/limits/properties/concurrency/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
                schema: 1,
                parentSchema: schema11.properties.limits.properties.concurrency,
                data: data36,
              }
              if (vErrors === null) {
                vErrors = [err76]
              } else {
                vErrors.push(err76)
              }
              errors++
            }
          }
        }
      } else {
        const err77 = {
          instancePath: instancePath + '/limits',
          schemaPath: '#/properties/limits/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.limits.type,
          parentSchema: schema11.properties.limits,
          data: data28,
        }
        if (vErrors === null) {
          vErrors = [err77]
        } else {
          vErrors.push(err77)
        }
        errors++
      }
    }
    if (data.config !== undefined) {
      let data37 = data.config
      if (!(data37 && typeof data37 == 'object' && !Array.isArray(data37))) {
        const err78 = {
          instancePath: instancePath + '/config',
          schemaPath: '#/properties/config/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.config.type,
          parentSchema: schema11.properties.config,
          data: data37,
        }
        if (vErrors === null) {
          vErrors = [err78]
        } else {
          vErrors.push(err78)
        }
        errors++
      }
    }
    if (data.examples !== undefined) {
      let data38 = data.examples
      if (Array.isArray(data38)) {
        if (data38.length > 50) {
          const err79 = {
            instancePath: instancePath + '/examples',
            schemaPath: '#/properties/examples/maxItems',
            keyword: 'maxItems',
            params: { limit: 50 },
            message: 'must NOT have more than 50 items',
            schema: 50,
            parentSchema: schema11.properties.examples,
            data: data38,
          }
          if (vErrors === null) {
            vErrors = [err79]
          } else {
            vErrors.push(err79)
          }
          errors++
        }
        const len3 = data38.length
        for (let i5 = 0; i5 < len3; i5++) {
          let data39 = data38[i5]
          if (data39 && typeof data39 == 'object' && !Array.isArray(data39)) {
            if (data39.title === undefined) {
              const err80 = {
                instancePath: instancePath + '/examples/' + i5,
                schemaPath: '#/properties/examples/items/required',
                keyword: 'required',
                params: { missingProperty: 'title' },
                message: "must have required property '" + 'title' + "'",
                schema: schema11.properties.examples.items.required,
                parentSchema: schema11.properties.examples.items,
                data: data39,
              }
              if (vErrors === null) {
                vErrors = [err80]
              } else {
                vErrors.push(err80)
              }
              errors++
            }
            if (data39.inputs === undefined) {
              const err81 = {
                instancePath: instancePath + '/examples/' + i5,
                schemaPath: '#/properties/examples/items/required',
                keyword: 'required',
                params: { missingProperty: 'inputs' },
                message: "must have required property '" + 'inputs' + "'",
                schema: schema11.properties.examples.items.required,
                parentSchema: schema11.properties.examples.items,
                data: data39,
              }
              if (vErrors === null) {
                vErrors = [err81]
              } else {
                vErrors.push(err81)
              }
              errors++
            }
            for (const key4 in data39) {
              if (!(key4 === 'title' || key4 === 'description' || key4 === 'inputs')) {
                const err82 = {
                  instancePath: instancePath + '/examples/' + i5,
                  schemaPath: '#/properties/examples/items/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key4 },
                  message: 'must NOT have additional properties',
                  schema: false,
                  parentSchema: schema11.properties.examples.items,
                  data: data39,
                }
                if (vErrors === null) {
                  vErrors = [err82]
                } else {
                  vErrors.push(err82)
                }
                errors++
              }
            }
            if (data39.title !== undefined) {
              let data40 = data39.title
              if (typeof data40 === 'string') {
                if (data40.length > 200) {
                  const err83 = {
                    instancePath: instancePath + '/examples/' + i5 + '/title',
                    schemaPath: '#/properties/examples/items/properties/title/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 200 },
                    message: 'must NOT have more than 200 characters',
                    schema: 200,
                    parentSchema: schema11.properties.examples.items.properties.title,
                    data: data40,
                  }
                  if (vErrors === null) {
                    vErrors = [err83]
                  } else {
                    vErrors.push(err83)
                  }
                  errors++
                }
                if (data40.length < 1) {
                  const err84 = {
                    instancePath: instancePath + '/examples/' + i5 + '/title',
                    schemaPath: '#/properties/examples/items/properties/title/minLength',
                    keyword: 'minLength',
                    params: { limit: 1 },
                    message: 'must NOT have fewer than 1 characters',
                    schema: 1,
                    parentSchema: schema11.properties.examples.items.properties.title,
                    data: data40,
                  }
                  if (vErrors === null) {
                    vErrors = [err84]
                  } else {
                    vErrors.push(err84)
                  }
                  errors++
                }
              } else {
                const err85 = {
                  instancePath: instancePath + '/examples/' + i5 + '/title',
                  schemaPath: '#/properties/examples/items/properties/title/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.examples.items.properties.title.type,
                  parentSchema: schema11.properties.examples.items.properties.title,
                  data: data40,
                }
                if (vErrors === null) {
                  vErrors = [err85]
                } else {
                  vErrors.push(err85)
                }
                errors++
              }
            }
            if (data39.description !== undefined) {
              let data41 = data39.description
              if (typeof data41 === 'string') {
                if (data41.length > 1000) {
                  const err86 = {
                    instancePath: instancePath + '/examples/' + i5 + '/description',
                    schemaPath: '#/properties/examples/items/properties/description/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 1000 },
                    message: 'must NOT have more than 1000 characters',
                    schema: 1000,
                    parentSchema: schema11.properties.examples.items.properties.description,
                    data: data41,
                  }
                  if (vErrors === null) {
                    vErrors = [err86]
                  } else {
                    vErrors.push(err86)
                  }
                  errors++
                }
              } else {
                const err87 = {
                  instancePath: instancePath + '/examples/' + i5 + '/description',
                  schemaPath: '#/properties/examples/items/properties/description/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.examples.items.properties.description.type,
                  parentSchema: schema11.properties.examples.items.properties.description,
                  data: data41,
                }
                if (vErrors === null) {
                  vErrors = [err87]
                } else {
                  vErrors.push(err87)
                }
                errors++
              }
            }
            if (data39.inputs !== undefined) {
              let data42 = data39.inputs
              if (!(data42 && typeof data42 == 'object' && !Array.isArray(data42))) {
                const err88 = {
                  instancePath: instancePath + '/examples/' + i5 + '/inputs',
                  schemaPath: '#/properties/examples/items/properties/inputs/type',
                  keyword: 'type',
                  params: { type: 'object' },
                  message: 'must be object',
                  schema: schema11.properties.examples.items.properties.inputs.type,
                  parentSchema: schema11.properties.examples.items.properties.inputs,
                  data: data42,
                }
                if (vErrors === null) {
                  vErrors = [err88]
                } else {
                  vErrors.push(err88)
                }
                errors++
              }
            }
          } else {
            const err89 = {
              instancePath: instancePath + '/examples/' + i5,
              schemaPath: '#/properties/examples/items/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
              schema: schema11.properties.examples.items.type,
              parentSchema: schema11.properties.examples.items,
              data: data39,
            }
            if (vErrors === null) {
              vErrors = [err89]
            } else {
              vErrors.push(err89)
            }
            errors++
          }
        }
      } else {
        const err90 = {
          instancePath: instancePath + '/examples',
          schemaPath: '#/properties/examples/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
          schema: schema11.properties.examples.type,
          parentSchema: schema11.properties.examples,
          data: data38,
        }
        if (vErrors === null) {
          vErrors = [err90]
        } else {
          vErrors.push(err90)
        }
        errors++
      }
    }
  } else {
    const err91 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
      schema: schema11.type,
      parentSchema: schema11,
      data,
    }
    if (vErrors === null) {
      vErrors = [err91]
    } else {
      vErrors.push(err91)
    }
    errors++
  }
  validate10.errors = vErrors
  return errors === 0
}
