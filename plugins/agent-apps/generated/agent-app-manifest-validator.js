// Generated from schemas/agent-app.schema.json by npm run generate. Do not edit.
'use strict'
export const validateAgentAppManifest = validate10
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'agent-app.schema.json',
  title: 'AgentAppManifest',
  description: 'What an agent app is: manifest.json or manifest.yaml in its folder.',
  type: 'object',
  additionalProperties: false,
  required: ['manifest_version', 'name', 'version', 'description', 'entry', 'inputs'],
  properties: {
    $schema: { type: 'string', description: 'Where this schema is, for editors.' },
    manifest_version: { const: '1', description: 'The version of the manifest format.' },
    name: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{0,62}$',
      description: "Lower-case letters, digits and -, at most 63; equal to the folder's name.",
    },
    version: {
      type: 'string',
      pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$',
      description: 'A semantic version, such as 1.0.0.',
    },
    display_name: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'The name for people; without it they see `name`.',
    },
    description: {
      type: 'string',
      minLength: 1,
      maxLength: 1000,
      description: 'One sentence for people: what it does.',
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
      required: ['type', 'file'],
      description: 'Where the app begins.',
      properties: {
        type: {
          enum: ['module', 'prompt', 'playbook'],
          description:
            'module: TypeScript that exports defineAgentApp(…) as default. prompt: a Markdown text with {{inputs.name}} in it. playbook: the playbook.yaml of the folder.',
        },
        file: {
          type: 'string',
          minLength: 1,
          maxLength: 300,
          description: 'A file of this folder, such as main.ts or prompt.md.',
        },
      },
    },
    inputs: { type: 'object', description: 'A JSON Schema of the inputs: an object.' },
    outputs: {
      type: 'object',
      description:
        'A JSON Schema of the output. An output that does not fit fails the run. Without it any JSON value fits.',
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
    runners: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: ['api', 'ui', 'cli', 'job', 'playbook'] },
      description: 'Who may start it. An app with a schedule needs job.',
      default: ['api', 'ui', 'cli', 'job', 'playbook'],
    },
    config: {
      type: 'object',
      description:
        'A JSON Schema of what the operator configures for this app in plugins.agent-apps.apps.<name>, and the code reads as ctx.config; x-secret marks secrets.',
    },
    schedule: {
      type: 'object',
      additionalProperties: false,
      required: ['cron'],
      description:
        "Runs the app by the clock, as a job, in the first owner's workspace. Times that pass while the server is down are not made up for.",
      properties: {
        cron: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'Five fields, minute hour day month weekday; or six, with seconds first.',
        },
        timezone: {
          type: 'string',
          minLength: 1,
          maxLength: 60,
          description: 'An IANA time zone, such as Europe/London.',
          default: 'UTC',
        },
        inputs: { type: 'object', description: 'The inputs of each run; they must fit inputs.', default: {} },
      },
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
const pattern2 = new RegExp(
  '^(https?|\\*)://(\\*|(\\*\\.)?[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*|\\[[0-9A-Fa-f:.]+\\])(:(\\d{1,5}|\\*))?/\\S*$',
  'u',
)

function validate10(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  /*# sourceURL="agent-app.schema.json" */ let vErrors = null
  let errors = 0
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    if (data.manifest_version === undefined) {
      const err0 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'manifest_version' },
        message: "must have required property '" + 'manifest_version' + "'",
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
    if (data.entry === undefined) {
      const err4 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'entry' },
        message: "must have required property '" + 'entry' + "'",
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
    if (data.inputs === undefined) {
      const err5 = {
        instancePath,
        schemaPath: '#/required',
        keyword: 'required',
        params: { missingProperty: 'inputs' },
        message: "must have required property '" + 'inputs' + "'",
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
    if (data.name !== undefined) {
      let data2 = data.name
      if (typeof data2 === 'string') {
        if (!pattern0.test(data2)) {
          const err9 = {
            instancePath: instancePath + '/name',
            schemaPath: '#/properties/name/pattern',
            keyword: 'pattern',
            params: { pattern: '^[a-z][a-z0-9-]{0,62}$' },
            message: 'must match pattern "' + '^[a-z][a-z0-9-]{0,62}$' + '"',
            schema: '^[a-z][a-z0-9-]{0,62}$',
            parentSchema: schema11.properties.name,
            data: data2,
          }
          if (vErrors === null) {
            vErrors = [err9]
          } else {
            vErrors.push(err9)
          }
          errors++
        }
      } else {
        const err10 = {
          instancePath: instancePath + '/name',
          schemaPath: '#/properties/name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.name.type,
          parentSchema: schema11.properties.name,
          data: data2,
        }
        if (vErrors === null) {
          vErrors = [err10]
        } else {
          vErrors.push(err10)
        }
        errors++
      }
    }
    if (data.version !== undefined) {
      let data3 = data.version
      if (typeof data3 === 'string') {
        if (!pattern1.test(data3)) {
          const err11 = {
            instancePath: instancePath + '/version',
            schemaPath: '#/properties/version/pattern',
            keyword: 'pattern',
            params: { pattern: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$' },
            message: 'must match pattern "' + '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$' + '"',
            schema: '^\\d{1,9}\\.\\d{1,9}\\.\\d{1,9}([-+][0-9A-Za-z.+-]{1,100})?$',
            parentSchema: schema11.properties.version,
            data: data3,
          }
          if (vErrors === null) {
            vErrors = [err11]
          } else {
            vErrors.push(err11)
          }
          errors++
        }
      } else {
        const err12 = {
          instancePath: instancePath + '/version',
          schemaPath: '#/properties/version/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.version.type,
          parentSchema: schema11.properties.version,
          data: data3,
        }
        if (vErrors === null) {
          vErrors = [err12]
        } else {
          vErrors.push(err12)
        }
        errors++
      }
    }
    if (data.display_name !== undefined) {
      let data4 = data.display_name
      if (typeof data4 === 'string') {
        if (data4.length > 100) {
          const err13 = {
            instancePath: instancePath + '/display_name',
            schemaPath: '#/properties/display_name/maxLength',
            keyword: 'maxLength',
            params: { limit: 100 },
            message: 'must NOT have more than 100 characters',
            schema: 100,
            parentSchema: schema11.properties.display_name,
            data: data4,
          }
          if (vErrors === null) {
            vErrors = [err13]
          } else {
            vErrors.push(err13)
          }
          errors++
        }
        if (data4.length < 1) {
          const err14 = {
            instancePath: instancePath + '/display_name',
            schemaPath: '#/properties/display_name/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
            schema: 1,
            parentSchema: schema11.properties.display_name,
            data: data4,
          }
          if (vErrors === null) {
            vErrors = [err14]
          } else {
            vErrors.push(err14)
          }
          errors++
        }
      } else {
        const err15 = {
          instancePath: instancePath + '/display_name',
          schemaPath: '#/properties/display_name/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.display_name.type,
          parentSchema: schema11.properties.display_name,
          data: data4,
        }
        if (vErrors === null) {
          vErrors = [err15]
        } else {
          vErrors.push(err15)
        }
        errors++
      }
    }
    if (data.description !== undefined) {
      let data5 = data.description
      if (typeof data5 === 'string') {
        if (data5.length > 1000) {
          const err16 = {
            instancePath: instancePath + '/description',
            schemaPath: '#/properties/description/maxLength',
            keyword: 'maxLength',
            params: { limit: 1000 },
            message: 'must NOT have more than 1000 characters',
            schema: 1000,
            parentSchema: schema11.properties.description,
            data: data5,
          }
          if (vErrors === null) {
            vErrors = [err16]
          } else {
            vErrors.push(err16)
          }
          errors++
        }
        if (data5.length < 1) {
          const err17 = {
            instancePath: instancePath + '/description',
            schemaPath: '#/properties/description/minLength',
            keyword: 'minLength',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 characters',
            schema: 1,
            parentSchema: schema11.properties.description,
            data: data5,
          }
          if (vErrors === null) {
            vErrors = [err17]
          } else {
            vErrors.push(err17)
          }
          errors++
        }
      } else {
        const err18 = {
          instancePath: instancePath + '/description',
          schemaPath: '#/properties/description/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.description.type,
          parentSchema: schema11.properties.description,
          data: data5,
        }
        if (vErrors === null) {
          vErrors = [err18]
        } else {
          vErrors.push(err18)
        }
        errors++
      }
    }
    if (data.author !== undefined) {
      let data6 = data.author
      if (typeof data6 === 'string') {
        if (data6.length > 200) {
          const err19 = {
            instancePath: instancePath + '/author',
            schemaPath: '#/properties/author/maxLength',
            keyword: 'maxLength',
            params: { limit: 200 },
            message: 'must NOT have more than 200 characters',
            schema: 200,
            parentSchema: schema11.properties.author,
            data: data6,
          }
          if (vErrors === null) {
            vErrors = [err19]
          } else {
            vErrors.push(err19)
          }
          errors++
        }
      } else {
        const err20 = {
          instancePath: instancePath + '/author',
          schemaPath: '#/properties/author/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.author.type,
          parentSchema: schema11.properties.author,
          data: data6,
        }
        if (vErrors === null) {
          vErrors = [err20]
        } else {
          vErrors.push(err20)
        }
        errors++
      }
    }
    if (data.license !== undefined) {
      let data7 = data.license
      if (typeof data7 === 'string') {
        if (data7.length > 100) {
          const err21 = {
            instancePath: instancePath + '/license',
            schemaPath: '#/properties/license/maxLength',
            keyword: 'maxLength',
            params: { limit: 100 },
            message: 'must NOT have more than 100 characters',
            schema: 100,
            parentSchema: schema11.properties.license,
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
          instancePath: instancePath + '/license',
          schemaPath: '#/properties/license/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
          schema: schema11.properties.license.type,
          parentSchema: schema11.properties.license,
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
    if (data.keywords !== undefined) {
      let data8 = data.keywords
      if (Array.isArray(data8)) {
        if (data8.length > 20) {
          const err23 = {
            instancePath: instancePath + '/keywords',
            schemaPath: '#/properties/keywords/maxItems',
            keyword: 'maxItems',
            params: { limit: 20 },
            message: 'must NOT have more than 20 items',
            schema: 20,
            parentSchema: schema11.properties.keywords,
            data: data8,
          }
          if (vErrors === null) {
            vErrors = [err23]
          } else {
            vErrors.push(err23)
          }
          errors++
        }
        const len0 = data8.length
        for (let i0 = 0; i0 < len0; i0++) {
          let data9 = data8[i0]
          if (typeof data9 === 'string') {
            if (data9.length > 50) {
              const err24 = {
                instancePath: instancePath + '/keywords/' + i0,
                schemaPath: '#/properties/keywords/items/maxLength',
                keyword: 'maxLength',
                params: { limit: 50 },
                message: 'must NOT have more than 50 characters',
                schema: 50,
                parentSchema: schema11.properties.keywords.items,
                data: data9,
              }
              if (vErrors === null) {
                vErrors = [err24]
              } else {
                vErrors.push(err24)
              }
              errors++
            }
          } else {
            const err25 = {
              instancePath: instancePath + '/keywords/' + i0,
              schemaPath: '#/properties/keywords/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              schema: schema11.properties.keywords.items.type,
              parentSchema: schema11.properties.keywords.items,
              data: data9,
            }
            if (vErrors === null) {
              vErrors = [err25]
            } else {
              vErrors.push(err25)
            }
            errors++
          }
        }
      } else {
        const err26 = {
          instancePath: instancePath + '/keywords',
          schemaPath: '#/properties/keywords/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
          schema: schema11.properties.keywords.type,
          parentSchema: schema11.properties.keywords,
          data: data8,
        }
        if (vErrors === null) {
          vErrors = [err26]
        } else {
          vErrors.push(err26)
        }
        errors++
      }
    }
    if (data.entry !== undefined) {
      let data10 = data.entry
      if (data10 && typeof data10 == 'object' && !Array.isArray(data10)) {
        if (data10.type === undefined) {
          const err27 = {
            instancePath: instancePath + '/entry',
            schemaPath: '#/properties/entry/required',
            keyword: 'required',
            params: { missingProperty: 'type' },
            message: "must have required property '" + 'type' + "'",
            schema: schema11.properties.entry.required,
            parentSchema: schema11.properties.entry,
            data: data10,
          }
          if (vErrors === null) {
            vErrors = [err27]
          } else {
            vErrors.push(err27)
          }
          errors++
        }
        if (data10.file === undefined) {
          const err28 = {
            instancePath: instancePath + '/entry',
            schemaPath: '#/properties/entry/required',
            keyword: 'required',
            params: { missingProperty: 'file' },
            message: "must have required property '" + 'file' + "'",
            schema: schema11.properties.entry.required,
            parentSchema: schema11.properties.entry,
            data: data10,
          }
          if (vErrors === null) {
            vErrors = [err28]
          } else {
            vErrors.push(err28)
          }
          errors++
        }
        for (const key1 in data10) {
          if (!(key1 === 'type' || key1 === 'file')) {
            const err29 = {
              instancePath: instancePath + '/entry',
              schemaPath: '#/properties/entry/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key1 },
              message: 'must NOT have additional properties',
              schema: false,
              parentSchema: schema11.properties.entry,
              data: data10,
            }
            if (vErrors === null) {
              vErrors = [err29]
            } else {
              vErrors.push(err29)
            }
            errors++
          }
        }
        if (data10.type !== undefined) {
          let data11 = data10.type
          if (!(data11 === 'module' || data11 === 'prompt' || data11 === 'playbook')) {
            const err30 = {
              instancePath: instancePath + '/entry/type',
              schemaPath: '#/properties/entry/properties/type/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.entry.properties.type.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.entry.properties.type.enum,
              parentSchema: schema11.properties.entry.properties.type,
              data: data11,
            }
            if (vErrors === null) {
              vErrors = [err30]
            } else {
              vErrors.push(err30)
            }
            errors++
          }
        }
        if (data10.file !== undefined) {
          let data12 = data10.file
          if (typeof data12 === 'string') {
            if (data12.length > 300) {
              const err31 = {
                instancePath: instancePath + '/entry/file',
                schemaPath: '#/properties/entry/properties/file/maxLength',
                keyword: 'maxLength',
                params: { limit: 300 },
                message: 'must NOT have more than 300 characters',
                schema: 300,
                parentSchema: schema11.properties.entry.properties.file,
                data: data12,
              }
              if (vErrors === null) {
                vErrors = [err31]
              } else {
                vErrors.push(err31)
              }
              errors++
            }
            if (data12.length < 1) {
              const err32 = {
                instancePath: instancePath + '/entry/file',
                schemaPath: '#/properties/entry/properties/file/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                schema: 1,
                parentSchema: schema11.properties.entry.properties.file,
                data: data12,
              }
              if (vErrors === null) {
                vErrors = [err32]
              } else {
                vErrors.push(err32)
              }
              errors++
            }
          } else {
            const err33 = {
              instancePath: instancePath + '/entry/file',
              schemaPath: '#/properties/entry/properties/file/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              schema: schema11.properties.entry.properties.file.type,
              parentSchema: schema11.properties.entry.properties.file,
              data: data12,
            }
            if (vErrors === null) {
              vErrors = [err33]
            } else {
              vErrors.push(err33)
            }
            errors++
          }
        }
      } else {
        const err34 = {
          instancePath: instancePath + '/entry',
          schemaPath: '#/properties/entry/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.entry.type,
          parentSchema: schema11.properties.entry,
          data: data10,
        }
        if (vErrors === null) {
          vErrors = [err34]
        } else {
          vErrors.push(err34)
        }
        errors++
      }
    }
    if (data.inputs !== undefined) {
      let data13 = data.inputs
      if (!(data13 && typeof data13 == 'object' && !Array.isArray(data13))) {
        const err35 = {
          instancePath: instancePath + '/inputs',
          schemaPath: '#/properties/inputs/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.inputs.type,
          parentSchema: schema11.properties.inputs,
          data: data13,
        }
        if (vErrors === null) {
          vErrors = [err35]
        } else {
          vErrors.push(err35)
        }
        errors++
      }
    }
    if (data.outputs !== undefined) {
      let data14 = data.outputs
      if (!(data14 && typeof data14 == 'object' && !Array.isArray(data14))) {
        const err36 = {
          instancePath: instancePath + '/outputs',
          schemaPath: '#/properties/outputs/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.outputs.type,
          parentSchema: schema11.properties.outputs,
          data: data14,
        }
        if (vErrors === null) {
          vErrors = [err36]
        } else {
          vErrors.push(err36)
        }
        errors++
      }
    }
    if (data.permissions !== undefined) {
      let data15 = data.permissions
      if (data15 && typeof data15 == 'object' && !Array.isArray(data15)) {
        for (const key2 in data15) {
          if (!(
            key2 === 'agent' ||
            key2 === 'tools' ||
            key2 === 'memory' ||
            key2 === 'files' ||
            key2 === 'datasets' ||
            key2 === 'network'
          )) {
            const err37 = {
              instancePath: instancePath + '/permissions',
              schemaPath: '#/properties/permissions/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key2 },
              message: 'must NOT have additional properties',
              schema: false,
              parentSchema: schema11.properties.permissions,
              data: data15,
            }
            if (vErrors === null) {
              vErrors = [err37]
            } else {
              vErrors.push(err37)
            }
            errors++
          }
        }
        if (data15.agent !== undefined) {
          let data16 = data15.agent
          if (typeof data16 !== 'boolean') {
            const err38 = {
              instancePath: instancePath + '/permissions/agent',
              schemaPath: '#/properties/permissions/properties/agent/type',
              keyword: 'type',
              params: { type: 'boolean' },
              message: 'must be boolean',
              schema: schema11.properties.permissions.properties.agent.type,
              parentSchema: schema11.properties.permissions.properties.agent,
              data: data16,
            }
            if (vErrors === null) {
              vErrors = [err38]
            } else {
              vErrors.push(err38)
            }
            errors++
          }
        }
        if (data15.tools !== undefined) {
          let data17 = data15.tools
          if (Array.isArray(data17)) {
            if (data17.length > 100) {
              const err39 = {
                instancePath: instancePath + '/permissions/tools',
                schemaPath: '#/properties/permissions/properties/tools/maxItems',
                keyword: 'maxItems',
                params: { limit: 100 },
                message: 'must NOT have more than 100 items',
                schema: 100,
                parentSchema: schema11.properties.permissions.properties.tools,
                data: data17,
              }
              if (vErrors === null) {
                vErrors = [err39]
              } else {
                vErrors.push(err39)
              }
              errors++
            }
            const len1 = data17.length
            for (let i1 = 0; i1 < len1; i1++) {
              let data18 = data17[i1]
              if (typeof data18 === 'string') {
                if (data18.length > 128) {
                  const err40 = {
                    instancePath: instancePath + '/permissions/tools/' + i1,
                    schemaPath: '#/properties/permissions/properties/tools/items/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 128 },
                    message: 'must NOT have more than 128 characters',
                    schema: 128,
                    parentSchema: schema11.properties.permissions.properties.tools.items,
                    data: data18,
                  }
                  if (vErrors === null) {
                    vErrors = [err40]
                  } else {
                    vErrors.push(err40)
                  }
                  errors++
                }
              } else {
                const err41 = {
                  instancePath: instancePath + '/permissions/tools/' + i1,
                  schemaPath: '#/properties/permissions/properties/tools/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.permissions.properties.tools.items.type,
                  parentSchema: schema11.properties.permissions.properties.tools.items,
                  data: data18,
                }
                if (vErrors === null) {
                  vErrors = [err41]
                } else {
                  vErrors.push(err41)
                }
                errors++
              }
            }
            let i2 = data17.length
            let j0
            if (i2 > 1) {
              const indices0 = {}
              for (; i2--;) {
                let item0 = data17[i2]
                if (typeof item0 !== 'string') {
                  continue
                }
                if (typeof indices0[item0] == 'number') {
                  j0 = indices0[item0]
                  const err42 = {
                    instancePath: instancePath + '/permissions/tools',
                    schemaPath: '#/properties/permissions/properties/tools/uniqueItems',
                    keyword: 'uniqueItems',
                    params: { i: i2, j: j0 },
                    message: 'must NOT have duplicate items (items ## ' + j0 + ' and ' + i2 + ' are identical)',
                    schema: true,
                    parentSchema: schema11.properties.permissions.properties.tools,
                    data: data17,
                  }
                  if (vErrors === null) {
                    vErrors = [err42]
                  } else {
                    vErrors.push(err42)
                  }
                  errors++
                  break
                }
                indices0[item0] = i2
              }
            }
          } else {
            const err43 = {
              instancePath: instancePath + '/permissions/tools',
              schemaPath: '#/properties/permissions/properties/tools/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
              schema: schema11.properties.permissions.properties.tools.type,
              parentSchema: schema11.properties.permissions.properties.tools,
              data: data17,
            }
            if (vErrors === null) {
              vErrors = [err43]
            } else {
              vErrors.push(err43)
            }
            errors++
          }
        }
        if (data15.memory !== undefined) {
          let data19 = data15.memory
          if (!(data19 === 'none' || data19 === 'read' || data19 === 'write')) {
            const err44 = {
              instancePath: instancePath + '/permissions/memory',
              schemaPath: '#/properties/permissions/properties/memory/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.permissions.properties.memory.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.permissions.properties.memory.enum,
              parentSchema: schema11.properties.permissions.properties.memory,
              data: data19,
            }
            if (vErrors === null) {
              vErrors = [err44]
            } else {
              vErrors.push(err44)
            }
            errors++
          }
        }
        if (data15.files !== undefined) {
          let data20 = data15.files
          if (!(data20 === 'none' || data20 === 'read' || data20 === 'write')) {
            const err45 = {
              instancePath: instancePath + '/permissions/files',
              schemaPath: '#/properties/permissions/properties/files/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.permissions.properties.files.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.permissions.properties.files.enum,
              parentSchema: schema11.properties.permissions.properties.files,
              data: data20,
            }
            if (vErrors === null) {
              vErrors = [err45]
            } else {
              vErrors.push(err45)
            }
            errors++
          }
        }
        if (data15.datasets !== undefined) {
          let data21 = data15.datasets
          if (!(data21 === 'none' || data21 === 'read' || data21 === 'write')) {
            const err46 = {
              instancePath: instancePath + '/permissions/datasets',
              schemaPath: '#/properties/permissions/properties/datasets/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.permissions.properties.datasets.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.permissions.properties.datasets.enum,
              parentSchema: schema11.properties.permissions.properties.datasets,
              data: data21,
            }
            if (vErrors === null) {
              vErrors = [err46]
            } else {
              vErrors.push(err46)
            }
            errors++
          }
        }
        if (data15.network !== undefined) {
          let data22 = data15.network
          if (Array.isArray(data22)) {
            if (data22.length > 100) {
              const err47 = {
                instancePath: instancePath + '/permissions/network',
                schemaPath: '#/properties/permissions/properties/network/maxItems',
                keyword: 'maxItems',
                params: { limit: 100 },
                message: 'must NOT have more than 100 items',
                schema: 100,
                parentSchema: schema11.properties.permissions.properties.network,
                data: data22,
              }
              if (vErrors === null) {
                vErrors = [err47]
              } else {
                vErrors.push(err47)
              }
              errors++
            }
            const len2 = data22.length
            for (let i3 = 0; i3 < len2; i3++) {
              let data23 = data22[i3]
              if (typeof data23 === 'string') {
                if (data23.length > 500) {
                  const err48 = {
                    instancePath: instancePath + '/permissions/network/' + i3,
                    schemaPath: '#/properties/permissions/properties/network/items/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 500 },
                    message: 'must NOT have more than 500 characters',
                    schema: 500,
                    parentSchema: schema11.properties.permissions.properties.network.items,
                    data: data23,
                  }
                  if (vErrors === null) {
                    vErrors = [err48]
                  } else {
                    vErrors.push(err48)
                  }
                  errors++
                }
                if (!pattern2.test(data23)) {
                  const err49 = {
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
                    data: data23,
                  }
                  if (vErrors === null) {
                    vErrors = [err49]
                  } else {
                    vErrors.push(err49)
                  }
                  errors++
                }
              } else {
                const err50 = {
                  instancePath: instancePath + '/permissions/network/' + i3,
                  schemaPath: '#/properties/permissions/properties/network/items/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.permissions.properties.network.items.type,
                  parentSchema: schema11.properties.permissions.properties.network.items,
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
            let i4 = data22.length
            let j1
            if (i4 > 1) {
              const indices1 = {}
              for (; i4--;) {
                let item1 = data22[i4]
                if (typeof item1 !== 'string') {
                  continue
                }
                if (typeof indices1[item1] == 'number') {
                  j1 = indices1[item1]
                  const err51 = {
                    instancePath: instancePath + '/permissions/network',
                    schemaPath: '#/properties/permissions/properties/network/uniqueItems',
                    keyword: 'uniqueItems',
                    params: { i: i4, j: j1 },
                    message: 'must NOT have duplicate items (items ## ' + j1 + ' and ' + i4 + ' are identical)',
                    schema: true,
                    parentSchema: schema11.properties.permissions.properties.network,
                    data: data22,
                  }
                  if (vErrors === null) {
                    vErrors = [err51]
                  } else {
                    vErrors.push(err51)
                  }
                  errors++
                  break
                }
                indices1[item1] = i4
              }
            }
          } else {
            const err52 = {
              instancePath: instancePath + '/permissions/network',
              schemaPath: '#/properties/permissions/properties/network/type',
              keyword: 'type',
              params: { type: 'array' },
              message: 'must be array',
              schema: schema11.properties.permissions.properties.network.type,
              parentSchema: schema11.properties.permissions.properties.network,
              data: data22,
            }
            if (vErrors === null) {
              vErrors = [err52]
            } else {
              vErrors.push(err52)
            }
            errors++
          }
        }
      } else {
        const err53 = {
          instancePath: instancePath + '/permissions',
          schemaPath: '#/properties/permissions/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.permissions.type,
          parentSchema: schema11.properties.permissions,
          data: data15,
        }
        if (vErrors === null) {
          vErrors = [err53]
        } else {
          vErrors.push(err53)
        }
        errors++
      }
    }
    if (data.limits !== undefined) {
      let data24 = data.limits
      if (data24 && typeof data24 == 'object' && !Array.isArray(data24)) {
        for (const key3 in data24) {
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
            const err54 = {
              instancePath: instancePath + '/limits',
              schemaPath: '#/properties/limits/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key3 },
              message: 'must NOT have additional properties',
              schema: false,
              parentSchema: schema11.properties.limits,
              data: data24,
            }
            if (vErrors === null) {
              vErrors = [err54]
            } else {
              vErrors.push(err54)
            }
            errors++
          }
        }
        if (data24.timeout_ms !== undefined) {
          let data25 = data24.timeout_ms
          if (!(typeof data25 == 'number' && !(data25 % 1) && !isNaN(data25) && isFinite(data25))) {
            const err55 = {
              instancePath: instancePath + '/limits/timeout_ms',
              schemaPath: '#/properties/limits/properties/timeout_ms/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.timeout_ms.type,
              parentSchema: schema11.properties.limits.properties.timeout_ms,
              data: data25,
            }
            if (vErrors === null) {
              vErrors = [err55]
            } else {
              vErrors.push(err55)
            }
            errors++
          }
          if (typeof data25 == 'number' && isFinite(data25)) {
            if (data25 < 100 || isNaN(data25)) {
              const err56 = {
                instancePath: instancePath + '/limits/timeout_ms',
                schemaPath: '#/properties/limits/properties/timeout_ms/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 100 },
                message: 'must be >= 100',
                schema: 100,
                parentSchema: schema11.properties.limits.properties.timeout_ms,
                data: data25,
              }
              if (vErrors === null) {
                vErrors = [err56]
              } else {
                vErrors.push(err56)
              }
              errors++
            }
          }
        }
        if (data24.cpu_ms !== undefined) {
          let data26 = data24.cpu_ms
          if (!(typeof data26 == 'number' && !(data26 % 1) && !isNaN(data26) && isFinite(data26))) {
            const err57 = {
              instancePath: instancePath + '/limits/cpu_ms',
              schemaPath: '#/properties/limits/properties/cpu_ms/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.cpu_ms.type,
              parentSchema: schema11.properties.limits.properties.cpu_ms,
              data: data26,
            }
            if (vErrors === null) {
              vErrors = [err57]
            } else {
              vErrors.push(err57)
            }
            errors++
          }
          if (typeof data26 == 'number' && isFinite(data26)) {
            if (data26 < 10 || isNaN(data26)) {
              const err58 = {
                instancePath: instancePath + '/limits/cpu_ms',
                schemaPath: '#/properties/limits/properties/cpu_ms/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 10 },
                message: 'must be >= 10',
                schema: 10,
                parentSchema: schema11.properties.limits.properties.cpu_ms,
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
        }
        if (data24.memory_mb !== undefined) {
          let data27 = data24.memory_mb
          if (!(typeof data27 == 'number' && !(data27 % 1) && !isNaN(data27) && isFinite(data27))) {
            const err59 = {
              instancePath: instancePath + '/limits/memory_mb',
              schemaPath: '#/properties/limits/properties/memory_mb/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.memory_mb.type,
              parentSchema: schema11.properties.limits.properties.memory_mb,
              data: data27,
            }
            if (vErrors === null) {
              vErrors = [err59]
            } else {
              vErrors.push(err59)
            }
            errors++
          }
          if (typeof data27 == 'number' && isFinite(data27)) {
            if (data27 < 8 || isNaN(data27)) {
              const err60 = {
                instancePath: instancePath + '/limits/memory_mb',
                schemaPath: '#/properties/limits/properties/memory_mb/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 8 },
                message: 'must be >= 8',
                schema: 8,
                parentSchema: schema11.properties.limits.properties.memory_mb,
                data: data27,
              }
              if (vErrors === null) {
                vErrors = [err60]
              } else {
                vErrors.push(err60)
              }
              errors++
            }
          }
        }
        if (data24.output_bytes !== undefined) {
          let data28 = data24.output_bytes
          if (!(typeof data28 == 'number' && !(data28 % 1) && !isNaN(data28) && isFinite(data28))) {
            const err61 = {
              instancePath: instancePath + '/limits/output_bytes',
              schemaPath: '#/properties/limits/properties/output_bytes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.output_bytes.type,
              parentSchema: schema11.properties.limits.properties.output_bytes,
              data: data28,
            }
            if (vErrors === null) {
              vErrors = [err61]
            } else {
              vErrors.push(err61)
            }
            errors++
          }
          if (typeof data28 == 'number' && isFinite(data28)) {
            if (data28 < 2 || isNaN(data28)) {
              const err62 = {
                instancePath: instancePath + '/limits/output_bytes',
                schemaPath: '#/properties/limits/properties/output_bytes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 2 },
                message: 'must be >= 2',
                schema: 2,
                parentSchema: schema11.properties.limits.properties.output_bytes,
                data: data28,
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
        if (data24.log_bytes !== undefined) {
          let data29 = data24.log_bytes
          if (!(typeof data29 == 'number' && !(data29 % 1) && !isNaN(data29) && isFinite(data29))) {
            const err63 = {
              instancePath: instancePath + '/limits/log_bytes',
              schemaPath: '#/properties/limits/properties/log_bytes/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.log_bytes.type,
              parentSchema: schema11.properties.limits.properties.log_bytes,
              data: data29,
            }
            if (vErrors === null) {
              vErrors = [err63]
            } else {
              vErrors.push(err63)
            }
            errors++
          }
          if (typeof data29 == 'number' && isFinite(data29)) {
            if (data29 < 0 || isNaN(data29)) {
              const err64 = {
                instancePath: instancePath + '/limits/log_bytes',
                schemaPath: '#/properties/limits/properties/log_bytes/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
                schema: 0,
                parentSchema: schema11.properties.limits.properties.log_bytes,
                data: data29,
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
        if (data24.tool_calls !== undefined) {
          let data30 = data24.tool_calls
          if (!(typeof data30 == 'number' && !(data30 % 1) && !isNaN(data30) && isFinite(data30))) {
            const err65 = {
              instancePath: instancePath + '/limits/tool_calls',
              schemaPath: '#/properties/limits/properties/tool_calls/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.tool_calls.type,
              parentSchema: schema11.properties.limits.properties.tool_calls,
              data: data30,
            }
            if (vErrors === null) {
              vErrors = [err65]
            } else {
              vErrors.push(err65)
            }
            errors++
          }
          if (typeof data30 == 'number' && isFinite(data30)) {
            if (data30 < 0 || isNaN(data30)) {
              const err66 = {
                instancePath: instancePath + '/limits/tool_calls',
                schemaPath: '#/properties/limits/properties/tool_calls/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
                schema: 0,
                parentSchema: schema11.properties.limits.properties.tool_calls,
                data: data30,
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
        if (data24.tokens !== undefined) {
          let data31 = data24.tokens
          if (!(typeof data31 == 'number' && !(data31 % 1) && !isNaN(data31) && isFinite(data31))) {
            const err67 = {
              instancePath: instancePath + '/limits/tokens',
              schemaPath: '#/properties/limits/properties/tokens/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.tokens.type,
              parentSchema: schema11.properties.limits.properties.tokens,
              data: data31,
            }
            if (vErrors === null) {
              vErrors = [err67]
            } else {
              vErrors.push(err67)
            }
            errors++
          }
          if (typeof data31 == 'number' && isFinite(data31)) {
            if (data31 < 0 || isNaN(data31)) {
              const err68 = {
                instancePath: instancePath + '/limits/tokens',
                schemaPath: '#/properties/limits/properties/tokens/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 0 },
                message: 'must be >= 0',
                schema: 0,
                parentSchema: schema11.properties.limits.properties.tokens,
                data: data31,
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
        if (data24.concurrency !== undefined) {
          let data32 = data24.concurrency
          if (!(typeof data32 == 'number' && !(data32 % 1) && !isNaN(data32) && isFinite(data32))) {
            const err69 = {
              instancePath: instancePath + '/limits/concurrency',
              schemaPath: '#/properties/limits/properties/concurrency/type',
              keyword: 'type',
              params: { type: 'integer' },
              message: 'must be integer',
              schema: schema11.properties.limits.properties.concurrency.type,
              parentSchema: schema11.properties.limits.properties.concurrency,
              data: data32,
            }
            if (vErrors === null) {
              vErrors = [err69]
            } else {
              vErrors.push(err69)
            }
            errors++
          }
          if (typeof data32 == 'number' && isFinite(data32)) {
            if (data32 < 1 || isNaN(data32)) {
              const err70 = {
                instancePath: instancePath + '/limits/concurrency',
                schemaPath: '#/properties/limits/properties/concurrency/minimum',
                keyword: 'minimum',
                params: { comparison: '>=', limit: 1 },
                message: 'must be >= 1',
                schema: 1,
                parentSchema: schema11.properties.limits.properties.concurrency,
                data: data32,
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
      } else {
        const err71 = {
          instancePath: instancePath + '/limits',
          schemaPath: '#/properties/limits/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.limits.type,
          parentSchema: schema11.properties.limits,
          data: data24,
        }
        if (vErrors === null) {
          vErrors = [err71]
        } else {
          vErrors.push(err71)
        }
        errors++
      }
    }
    if (data.runners !== undefined) {
      let data33 = data.runners
      if (Array.isArray(data33)) {
        if (data33.length < 1) {
          const err72 = {
            instancePath: instancePath + '/runners',
            schemaPath: '#/properties/runners/minItems',
            keyword: 'minItems',
            params: { limit: 1 },
            message: 'must NOT have fewer than 1 items',
            schema: 1,
            parentSchema: schema11.properties.runners,
            data: data33,
          }
          if (vErrors === null) {
            vErrors = [err72]
          } else {
            vErrors.push(err72)
          }
          errors++
        }
        const len3 = data33.length
        for (let i5 = 0; i5 < len3; i5++) {
          let data34 = data33[i5]
          if (typeof data34 !== 'string') {
            const err73 = {
              instancePath: instancePath + '/runners/' + i5,
              schemaPath: '#/properties/runners/items/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              schema: schema11.properties.runners.items.type,
              parentSchema: schema11.properties.runners.items,
              data: data34,
            }
            if (vErrors === null) {
              vErrors = [err73]
            } else {
              vErrors.push(err73)
            }
            errors++
          }
          if (!(data34 === 'api' || data34 === 'ui' || data34 === 'cli' || data34 === 'job' || data34 === 'playbook')) {
            const err74 = {
              instancePath: instancePath + '/runners/' + i5,
              schemaPath: '#/properties/runners/items/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.runners.items.enum },
              message: 'must be equal to one of the allowed values',
              schema: schema11.properties.runners.items.enum,
              parentSchema: schema11.properties.runners.items,
              data: data34,
            }
            if (vErrors === null) {
              vErrors = [err74]
            } else {
              vErrors.push(err74)
            }
            errors++
          }
        }
        let i6 = data33.length
        let j2
        if (i6 > 1) {
          const indices2 = {}
          for (; i6--;) {
            let item2 = data33[i6]
            if (typeof item2 !== 'string') {
              continue
            }
            if (typeof indices2[item2] == 'number') {
              j2 = indices2[item2]
              const err75 = {
                instancePath: instancePath + '/runners',
                schemaPath: '#/properties/runners/uniqueItems',
                keyword: 'uniqueItems',
                params: { i: i6, j: j2 },
                message: 'must NOT have duplicate items (items ## ' + j2 + ' and ' + i6 + ' are identical)',
                schema: true,
                parentSchema: schema11.properties.runners,
                data: data33,
              }
              if (vErrors === null) {
                vErrors = [err75]
              } else {
                vErrors.push(err75)
              }
              errors++
              break
            }
            indices2[item2] = i6
          }
        }
      } else {
        const err76 = {
          instancePath: instancePath + '/runners',
          schemaPath: '#/properties/runners/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
          schema: schema11.properties.runners.type,
          parentSchema: schema11.properties.runners,
          data: data33,
        }
        if (vErrors === null) {
          vErrors = [err76]
        } else {
          vErrors.push(err76)
        }
        errors++
      }
    }
    if (data.config !== undefined) {
      let data35 = data.config
      if (!(data35 && typeof data35 == 'object' && !Array.isArray(data35))) {
        const err77 = {
          instancePath: instancePath + '/config',
          schemaPath: '#/properties/config/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.config.type,
          parentSchema: schema11.properties.config,
          data: data35,
        }
        if (vErrors === null) {
          vErrors = [err77]
        } else {
          vErrors.push(err77)
        }
        errors++
      }
    }
    if (data.schedule !== undefined) {
      let data36 = data.schedule
      if (data36 && typeof data36 == 'object' && !Array.isArray(data36)) {
        if (data36.cron === undefined) {
          const err78 = {
            instancePath: instancePath + '/schedule',
            schemaPath: '#/properties/schedule/required',
            keyword: 'required',
            params: { missingProperty: 'cron' },
            message: "must have required property '" + 'cron' + "'",
            schema: schema11.properties.schedule.required,
            parentSchema: schema11.properties.schedule,
            data: data36,
          }
          if (vErrors === null) {
            vErrors = [err78]
          } else {
            vErrors.push(err78)
          }
          errors++
        }
        for (const key4 in data36) {
          if (!(key4 === 'cron' || key4 === 'timezone' || key4 === 'inputs')) {
            const err79 = {
              instancePath: instancePath + '/schedule',
              schemaPath: '#/properties/schedule/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key4 },
              message: 'must NOT have additional properties',
              schema: false,
              parentSchema: schema11.properties.schedule,
              data: data36,
            }
            if (vErrors === null) {
              vErrors = [err79]
            } else {
              vErrors.push(err79)
            }
            errors++
          }
        }
        if (data36.cron !== undefined) {
          let data37 = data36.cron
          if (typeof data37 === 'string') {
            if (data37.length > 100) {
              const err80 = {
                instancePath: instancePath + '/schedule/cron',
                schemaPath: '#/properties/schedule/properties/cron/maxLength',
                keyword: 'maxLength',
                params: { limit: 100 },
                message: 'must NOT have more than 100 characters',
                schema: 100,
                parentSchema: schema11.properties.schedule.properties.cron,
                data: data37,
              }
              if (vErrors === null) {
                vErrors = [err80]
              } else {
                vErrors.push(err80)
              }
              errors++
            }
            if (data37.length < 1) {
              const err81 = {
                instancePath: instancePath + '/schedule/cron',
                schemaPath: '#/properties/schedule/properties/cron/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                schema: 1,
                parentSchema: schema11.properties.schedule.properties.cron,
                data: data37,
              }
              if (vErrors === null) {
                vErrors = [err81]
              } else {
                vErrors.push(err81)
              }
              errors++
            }
          } else {
            const err82 = {
              instancePath: instancePath + '/schedule/cron',
              schemaPath: '#/properties/schedule/properties/cron/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              schema: schema11.properties.schedule.properties.cron.type,
              parentSchema: schema11.properties.schedule.properties.cron,
              data: data37,
            }
            if (vErrors === null) {
              vErrors = [err82]
            } else {
              vErrors.push(err82)
            }
            errors++
          }
        }
        if (data36.timezone !== undefined) {
          let data38 = data36.timezone
          if (typeof data38 === 'string') {
            if (data38.length > 60) {
              const err83 = {
                instancePath: instancePath + '/schedule/timezone',
                schemaPath: '#/properties/schedule/properties/timezone/maxLength',
                keyword: 'maxLength',
                params: { limit: 60 },
                message: 'must NOT have more than 60 characters',
                schema: 60,
                parentSchema: schema11.properties.schedule.properties.timezone,
                data: data38,
              }
              if (vErrors === null) {
                vErrors = [err83]
              } else {
                vErrors.push(err83)
              }
              errors++
            }
            if (data38.length < 1) {
              const err84 = {
                instancePath: instancePath + '/schedule/timezone',
                schemaPath: '#/properties/schedule/properties/timezone/minLength',
                keyword: 'minLength',
                params: { limit: 1 },
                message: 'must NOT have fewer than 1 characters',
                schema: 1,
                parentSchema: schema11.properties.schedule.properties.timezone,
                data: data38,
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
              instancePath: instancePath + '/schedule/timezone',
              schemaPath: '#/properties/schedule/properties/timezone/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
              schema: schema11.properties.schedule.properties.timezone.type,
              parentSchema: schema11.properties.schedule.properties.timezone,
              data: data38,
            }
            if (vErrors === null) {
              vErrors = [err85]
            } else {
              vErrors.push(err85)
            }
            errors++
          }
        }
        if (data36.inputs !== undefined) {
          let data39 = data36.inputs
          if (!(data39 && typeof data39 == 'object' && !Array.isArray(data39))) {
            const err86 = {
              instancePath: instancePath + '/schedule/inputs',
              schemaPath: '#/properties/schedule/properties/inputs/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
              schema: schema11.properties.schedule.properties.inputs.type,
              parentSchema: schema11.properties.schedule.properties.inputs,
              data: data39,
            }
            if (vErrors === null) {
              vErrors = [err86]
            } else {
              vErrors.push(err86)
            }
            errors++
          }
        }
      } else {
        const err87 = {
          instancePath: instancePath + '/schedule',
          schemaPath: '#/properties/schedule/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
          schema: schema11.properties.schedule.type,
          parentSchema: schema11.properties.schedule,
          data: data36,
        }
        if (vErrors === null) {
          vErrors = [err87]
        } else {
          vErrors.push(err87)
        }
        errors++
      }
    }
    if (data.examples !== undefined) {
      let data40 = data.examples
      if (Array.isArray(data40)) {
        if (data40.length > 50) {
          const err88 = {
            instancePath: instancePath + '/examples',
            schemaPath: '#/properties/examples/maxItems',
            keyword: 'maxItems',
            params: { limit: 50 },
            message: 'must NOT have more than 50 items',
            schema: 50,
            parentSchema: schema11.properties.examples,
            data: data40,
          }
          if (vErrors === null) {
            vErrors = [err88]
          } else {
            vErrors.push(err88)
          }
          errors++
        }
        const len4 = data40.length
        for (let i7 = 0; i7 < len4; i7++) {
          let data41 = data40[i7]
          if (data41 && typeof data41 == 'object' && !Array.isArray(data41)) {
            if (data41.title === undefined) {
              const err89 = {
                instancePath: instancePath + '/examples/' + i7,
                schemaPath: '#/properties/examples/items/required',
                keyword: 'required',
                params: { missingProperty: 'title' },
                message: "must have required property '" + 'title' + "'",
                schema: schema11.properties.examples.items.required,
                parentSchema: schema11.properties.examples.items,
                data: data41,
              }
              if (vErrors === null) {
                vErrors = [err89]
              } else {
                vErrors.push(err89)
              }
              errors++
            }
            if (data41.inputs === undefined) {
              const err90 = {
                instancePath: instancePath + '/examples/' + i7,
                schemaPath: '#/properties/examples/items/required',
                keyword: 'required',
                params: { missingProperty: 'inputs' },
                message: "must have required property '" + 'inputs' + "'",
                schema: schema11.properties.examples.items.required,
                parentSchema: schema11.properties.examples.items,
                data: data41,
              }
              if (vErrors === null) {
                vErrors = [err90]
              } else {
                vErrors.push(err90)
              }
              errors++
            }
            for (const key5 in data41) {
              if (!(key5 === 'title' || key5 === 'description' || key5 === 'inputs')) {
                const err91 = {
                  instancePath: instancePath + '/examples/' + i7,
                  schemaPath: '#/properties/examples/items/additionalProperties',
                  keyword: 'additionalProperties',
                  params: { additionalProperty: key5 },
                  message: 'must NOT have additional properties',
                  schema: false,
                  parentSchema: schema11.properties.examples.items,
                  data: data41,
                }
                if (vErrors === null) {
                  vErrors = [err91]
                } else {
                  vErrors.push(err91)
                }
                errors++
              }
            }
            if (data41.title !== undefined) {
              let data42 = data41.title
              if (typeof data42 === 'string') {
                if (data42.length > 200) {
                  const err92 = {
                    instancePath: instancePath + '/examples/' + i7 + '/title',
                    schemaPath: '#/properties/examples/items/properties/title/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 200 },
                    message: 'must NOT have more than 200 characters',
                    schema: 200,
                    parentSchema: schema11.properties.examples.items.properties.title,
                    data: data42,
                  }
                  if (vErrors === null) {
                    vErrors = [err92]
                  } else {
                    vErrors.push(err92)
                  }
                  errors++
                }
                if (data42.length < 1) {
                  const err93 = {
                    instancePath: instancePath + '/examples/' + i7 + '/title',
                    schemaPath: '#/properties/examples/items/properties/title/minLength',
                    keyword: 'minLength',
                    params: { limit: 1 },
                    message: 'must NOT have fewer than 1 characters',
                    schema: 1,
                    parentSchema: schema11.properties.examples.items.properties.title,
                    data: data42,
                  }
                  if (vErrors === null) {
                    vErrors = [err93]
                  } else {
                    vErrors.push(err93)
                  }
                  errors++
                }
              } else {
                const err94 = {
                  instancePath: instancePath + '/examples/' + i7 + '/title',
                  schemaPath: '#/properties/examples/items/properties/title/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.examples.items.properties.title.type,
                  parentSchema: schema11.properties.examples.items.properties.title,
                  data: data42,
                }
                if (vErrors === null) {
                  vErrors = [err94]
                } else {
                  vErrors.push(err94)
                }
                errors++
              }
            }
            if (data41.description !== undefined) {
              let data43 = data41.description
              if (typeof data43 === 'string') {
                if (data43.length > 1000) {
                  const err95 = {
                    instancePath: instancePath + '/examples/' + i7 + '/description',
                    schemaPath: '#/properties/examples/items/properties/description/maxLength',
                    keyword: 'maxLength',
                    params: { limit: 1000 },
                    message: 'must NOT have more than 1000 characters',
                    schema: 1000,
                    parentSchema: schema11.properties.examples.items.properties.description,
                    data: data43,
                  }
                  if (vErrors === null) {
                    vErrors = [err95]
                  } else {
                    vErrors.push(err95)
                  }
                  errors++
                }
              } else {
                const err96 = {
                  instancePath: instancePath + '/examples/' + i7 + '/description',
                  schemaPath: '#/properties/examples/items/properties/description/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                  schema: schema11.properties.examples.items.properties.description.type,
                  parentSchema: schema11.properties.examples.items.properties.description,
                  data: data43,
                }
                if (vErrors === null) {
                  vErrors = [err96]
                } else {
                  vErrors.push(err96)
                }
                errors++
              }
            }
            if (data41.inputs !== undefined) {
              let data44 = data41.inputs
              if (!(data44 && typeof data44 == 'object' && !Array.isArray(data44))) {
                const err97 = {
                  instancePath: instancePath + '/examples/' + i7 + '/inputs',
                  schemaPath: '#/properties/examples/items/properties/inputs/type',
                  keyword: 'type',
                  params: { type: 'object' },
                  message: 'must be object',
                  schema: schema11.properties.examples.items.properties.inputs.type,
                  parentSchema: schema11.properties.examples.items.properties.inputs,
                  data: data44,
                }
                if (vErrors === null) {
                  vErrors = [err97]
                } else {
                  vErrors.push(err97)
                }
                errors++
              }
            }
          } else {
            const err98 = {
              instancePath: instancePath + '/examples/' + i7,
              schemaPath: '#/properties/examples/items/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
              schema: schema11.properties.examples.items.type,
              parentSchema: schema11.properties.examples.items,
              data: data41,
            }
            if (vErrors === null) {
              vErrors = [err98]
            } else {
              vErrors.push(err98)
            }
            errors++
          }
        }
      } else {
        const err99 = {
          instancePath: instancePath + '/examples',
          schemaPath: '#/properties/examples/type',
          keyword: 'type',
          params: { type: 'array' },
          message: 'must be array',
          schema: schema11.properties.examples.type,
          parentSchema: schema11.properties.examples,
          data: data40,
        }
        if (vErrors === null) {
          vErrors = [err99]
        } else {
          vErrors.push(err99)
        }
        errors++
      }
    }
  } else {
    const err100 = {
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
      vErrors = [err100]
    } else {
      vErrors.push(err100)
    }
    errors++
  }
  validate10.errors = vErrors
  return errors === 0
}
