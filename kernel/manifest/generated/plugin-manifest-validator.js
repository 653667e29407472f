// Generated from plugin.schema.json by npm run generate. Do not edit.
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// <stdin>
var validatePluginManifest = validate10;
var schema11 = { "$schema": "http://json-schema.org/draft-07/schema#", "$id": "plugin.schema.json", "title": "PluginManifest", "description": "What a plugin is: plugin.json in its folder. What is declared here must be bound by the plugin's code, and nothing else may be.", "type": "object", "additionalProperties": false, "required": ["manifest", "id", "version", "kernel", "title", "description", "entry"], "properties": { "$schema": { "type": "string", "description": "Where this schema is, for editors." }, "manifest": { "const": 1, "description": "The version of the manifest format." }, "id": { "type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "description": "Names the configuration slice, the log label, the routes' prefix and (with _ for -) the tables' prefix." }, "version": { "type": "string", "pattern": "^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$", "description": "Semantic version." }, "kernel": { "type": "string", "pattern": "^\\^\\d+(\\.\\d+){0,2}$", "description": "The major version of the plugin interface this plugin is written for, such as ^1." }, "title": { "type": "string", "pattern": "\\S", "description": "For people." }, "description": { "type": "string", "pattern": "\\S", "description": "One sentence for people." }, "entry": { "$ref": "#/definitions/path", "description": "The module that exports `plugin`, made by definePlugin." }, "services": { "type": "object", "additionalProperties": false, "properties": { "provides": { "$ref": "#/definitions/references", "description": "Services that this plugin's setup provides." }, "consumes": { "$ref": "#/definitions/references", "description": "Services of other plugins that it cannot do without. Core services need no entry." }, "optional": { "$ref": "#/definitions/references", "description": "Services it uses when there is a provider." } }, "description": "Services that it offers to other plugins and asks for." }, "extension_points": { "type": "object", "additionalProperties": false, "properties": { "hosts": { "$ref": "#/definitions/references", "description": "Points whose contributions this plugin reads." }, "contributes": { "$ref": "#/definitions/references", "description": "Points to which it adds values." } }, "description": "Points at which plugins add to each other." }, "routes": { "type": "array", "items": { "type": "string", "pattern": "^(/|(/[A-Za-z0-9._~:-]+)+)$", "description": "A path that begins with /, such as /api/notes, and has no / at its end." }, "description": "Path prefixes below which all of its routes lie; / is the root page alone." }, "permissions": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["id", "title"], "properties": { "id": { "type": "string", "pattern": "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$", "description": "A scope, such as notes:read." }, "title": { "type": "string", "pattern": "\\S", "description": "What it allows, for people." }, "wildcard": { "type": "boolean", "description": "false: the scope * of an API key does not include it; only a sign-in gives it to a key, by name." }, "records": { "type": "array", "items": { "type": "string", "pattern": "^[a-z][a-z0-9_]*_ids?$", "description": "The name of a field that holds an id or ids, such as note_id or note_ids." }, "uniqueItems": true, "description": "Fields that hold the id of a record which this permission lets read, such as file_id. A route or tool of another plugin that takes one asks for this permission too." } } }, "description": "Permissions that its routes and tools ask for; API keys carry them as scopes." }, "jobs": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["kind"], "properties": { "kind": { "$ref": "#/definitions/reference" }, "payload": { "$ref": "#/definitions/path", "description": "A JSON Schema; without one the payload is not checked." }, "timeout_seconds": { "type": "integer", "minimum": 1, "maximum": 86400, "description": "How long an attempt may take." }, "max_attempts": { "type": "integer", "minimum": 1, "maximum": 100, "description": "How often it is tried before it is dead; default 5." }, "concurrency": { "type": "integer", "minimum": 1, "maximum": 1e4, "description": "Jobs of this kind at a time, over all workers." }, "runs_on": { "enum": ["any", "home"], "description": "any (the default): every worker. home: the handler reads or writes the workspace's files, so only the server and workers on its home run it." }, "enqueue": { "enum": ["anyone", "plugin"], "description": "anyone (the default): every caller that may write jobs. plugin: the plugin's code alone, because the payload says who the work is done for; such a job is refused over HTTP, its payload is not shown and no external worker is given it." } } }, "description": "Kinds of jobs that its code does." }, "events": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["type", "title", "data"], "properties": { "type": { "$ref": "#/definitions/eventType" }, "title": { "type": "string", "pattern": "\\S", "description": "When it happens, in one sentence." }, "data": { "$ref": "#/definitions/path", "description": "A JSON Schema of the event's data." }, "audience": { "enum": ["workspace", "admin"], "description": "workspace (the default): everyone who may read the workspace's events. admin: admins and owners." } } }, "description": "Events that this plugin appends to the log; the catalogue in the documentation is made from these." }, "tools": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["name", "input", "effect"], "properties": { "name": { "type": "string", "pattern": "^[a-z][a-z0-9_]{0,63}$", "description": "1 to 64 lower-case letters, digits or _ and a letter first." }, "title": { "type": "string", "pattern": "\\S", "description": "The name for people." }, "description": { "type": "string", "pattern": "\\S", "description": "What it does and when to use it: models choose tools by this text." }, "input": { "$ref": "#/definitions/path", "description": "A JSON Schema of the arguments." }, "output": { "$ref": "#/definitions/path", "description": "A JSON Schema of the result." }, "permission": { "type": "string", "pattern": "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$", "description": "A scope, such as notes:read." }, "effect": { "enum": ["read", "write", "external", "destructive"], "description": "What calling it does to the world; decides the default grant." }, "icon": { "type": "string", "pattern": "^([a-z][a-z0-9-]{0,62}|data:image/svg\\+xml[;,].{1,16384})$", "description": "The name of an icon of the web interface, or an SVG as a data: URL." }, "idempotent": { "type": "boolean", "description": "True when a call that is made again with the same idempotency_key of its context changes nothing more." }, "read_only": { "type": "boolean", "description": "True when it changes nothing here; by default only for the effect read." } } }, "description": "Tools that the agent and others can call." }, "pages": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["path", "title"], "properties": { "path": { "type": "string", "pattern": "^(/|(/[a-z0-9-]+)+)$", "description": "Its address below that of the server, such as /hello; the page has all addresses below it too." }, "title": { "type": "string", "pattern": "\\S", "maxLength": 60, "description": "Its name in the menu." }, "icon": { "type": "string", "pattern": "^[a-z][a-z0-9-]*$", "description": "The name of an icon of the web interface." }, "group": { "enum": ["main", "knowledge", "automate", "build", "instance"], "description": "The part of the menu that it stands in; without one it is not in the menu." }, "order": { "type": "integer", "minimum": 0, "description": "Its place in the group, the smallest first; default 100." }, "role": { "enum": ["user", "admin", "owner"], "description": "The least role that sees it; default user." }, "module": { "type": "string", "pattern": "^\\./([A-Za-z0-9_-]+/)+[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.js$", "description": "The JavaScript module that draws the page, in a folder of its own, such as ./web/page.js: all files of that folder are served to browsers." } } }, "description": "Pages of the web interface." }, "commands": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["name", "summary", "acts_on", "run"], "properties": { "name": { "type": "string", "pattern": "^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*){0,2}$", "description": "As it is written after svc: greeter list." }, "summary": { "type": "string", "pattern": "\\S", "description": "One line for the list of commands." }, "acts_on": { "enum": ["home", "server"], "description": "home: the home on this machine (SVC_HOME, --home) and files here; no server elsewhere is asked. server: the server that SVC_BASE_URL names, else that of the home." }, "arguments": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["name", "description"], "properties": { "name": { "type": "string", "pattern": "^[a-z][a-z0-9_]*$", "description": "Lower-case letters, digits or _ and a letter first." }, "description": { "type": "string", "pattern": "\\S", "description": "For the help." }, "required": { "type": "boolean", "description": "True unless it says false." }, "choices": { "type": "array", "minItems": 1, "items": { "type": "string" }, "description": "The texts it may be." } } }, "description": "What is written after the name, in this order." }, "options": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["name", "description"], "properties": { "name": { "type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "description": "Without its dashes." }, "description": { "type": "string", "pattern": "\\S", "description": "For the help." }, "type": { "enum": ["text", "flag", "integer", "number", "duration", "json", "object", "optional-text"], "description": "text (the default); flag: takes no value; duration: seconds, or such as 90s, 5m or 2h; object: a JSON object; optional-text: true when no value follows." }, "value": { "type": "string", "pattern": "\\S", "description": "What the help calls its value." }, "choices": { "type": "array", "minItems": 1, "items": { "type": "string" }, "description": "The texts it may be." }, "repeatable": { "type": "boolean", "description": "It may be given again; its values are a list." } } }, "description": "What is written with two dashes." }, "offline": { "type": "boolean", "description": "True: it serves a home that no server runs on, so it is there also while the plugin is switched off." }, "rest": { "type": "boolean", "description": "True: options and arguments that are not declared are handed on as they come." }, "examples": { "type": "array", "items": { "type": "string", "pattern": "\\S" }, "description": "Whole command lines, beginning with svc." }, "run": { "type": "string", "pattern": "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$", "description": "The file and the function in it: ./cli/list-greetings.ts#listGreetings. It is imported when the command runs, and no other." } } }, "description": "Commands that it adds to svc. They are known from here alone; no code of the plugin is loaded to list them." }, "programs": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["id", "entry"], "properties": { "id": { "type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "description": "Its name for childProcesses.pool and childProcesses.spawn; other plugins may have one of the same name." }, "entry": { "$ref": "#/definitions/path", "description": "The module that calls serveParent, in a folder of its own with a program.json that says what it needs." }, "limits": { "type": "object", "additionalProperties": false, "properties": { "memory_mb": { "type": "integer", "minimum": 64, "description": "Resident memory above which it is killed, where the code names no other limit; default 512." }, "heap_mb": { "type": "integer", "minimum": 16, "description": "Of V8's heap; default three quarters of its memory." } }, "description": "What its process may use." } } }, "description": "Child programs that the plugin brings: they run behind walls, without network, files and environment." }, "drivers": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["id", "entry", "planes"], "properties": { "id": { "type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "description": "By which a setting names it: SVC_JOBS_DRIVER=memory-jobs." }, "entry": { "type": "string", "pattern": "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$", "description": "The file and the driver that it exports, made by defineDriver: ./driver.ts#memoryJobs. It is imported when a setting names it." }, "planes": { "type": "array", "minItems": 1, "items": { "enum": ["control", "data", "jobs", "memory", "analytics"] }, "description": "What it can keep: all that it provides, and nothing else." } } }, "description": "Storage drivers that the plugin brings. One is used only where a setting names it." }, "config": { "$ref": "#/definitions/path", "description": "A JSON Schema of its configuration slice." }, "storage": { "type": "array", "items": { "type": "object", "additionalProperties": false, "required": ["plane", "migrations"], "properties": { "plane": { "enum": ["data"], "description": "data: the file of the workspace." }, "migrations": { "$ref": "#/definitions/path", "description": "A folder of NNNN-name.ts files, each with a default export made by defineMigration." } } }, "description": "Tables that it keeps for each workspace." }, "on_failure": { "enum": ["degrade", "abort"], "description": "degrade (the default): the server starts, this plugin answers 503 and is listed as failed. abort: the server does not start." } }, "definitions": { "path": { "type": "string", "pattern": "^\\./[^\\\\]+$", "description": "A path inside the plugin that begins with ./" }, "reference": { "type": "string", "pattern": "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$", "description": "A plugin and a name with a dot between, such as notes.store." }, "eventType": { "type": "string", "pattern": "^[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_-]*)+$", "description": "Lower-case words with dots between, such as note.created." }, "references": { "type": "array", "items": { "$ref": "#/definitions/reference" } } } };
var schema12 = { "type": "string", "pattern": "^\\./[^\\\\]+$", "description": "A path inside the plugin that begins with ./" };
var schema14 = { "type": "string", "pattern": "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$", "description": "A plugin and a name with a dot between, such as notes.store." };
var schema17 = { "type": "string", "pattern": "^[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_-]*)+$", "description": "Lower-case words with dots between, such as note.created." };
var func2 = Object.prototype.hasOwnProperty;
var func4 = require_ucs2length().default;
var pattern0 = new RegExp("^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "u");
var pattern1 = new RegExp("^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$", "u");
var pattern2 = new RegExp("^\\^\\d+(\\.\\d+){0,2}$", "u");
var pattern3 = new RegExp("\\S", "u");
var pattern5 = new RegExp("^\\./[^\\\\]+$", "u");
var pattern7 = new RegExp("^(/|(/[A-Za-z0-9._~:-]+)+)$", "u");
var pattern8 = new RegExp("^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$", "u");
var pattern10 = new RegExp("^[a-z][a-z0-9_]*_ids?$", "u");
var pattern6 = new RegExp("^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$", "u");
var pattern13 = new RegExp("^[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_-]*)+$", "u");
var pattern16 = new RegExp("^[a-z][a-z0-9_]{0,63}$", "u");
var pattern22 = new RegExp("^([a-z][a-z0-9-]{0,62}|data:image/svg\\+xml[;,].{1,16384})$", "u");
var pattern23 = new RegExp("^(/|(/[a-z0-9-]+)+)$", "u");
var pattern25 = new RegExp("^[a-z][a-z0-9-]*$", "u");
var pattern26 = new RegExp("^\\./([A-Za-z0-9_-]+/)+[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.js$", "u");
var pattern27 = new RegExp("^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*){0,2}$", "u");
var pattern29 = new RegExp("^[a-z][a-z0-9_]*$", "u");
var pattern35 = new RegExp("^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$", "u");
var schema13 = { "type": "array", "items": { "$ref": "#/definitions/reference" } };
function validate11(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (Array.isArray(data)) {
    const len0 = data.length;
    for (let i0 = 0; i0 < len0; i0++) {
      let data0 = data[i0];
      if (typeof data0 === "string") {
        if (!pattern6.test(data0)) {
          const err0 = { instancePath: instancePath + "/" + i0, schemaPath: "#/definitions/reference/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$" }, message: 'must match pattern "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$"', schema: "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$", parentSchema: schema14, data: data0 };
          if (vErrors === null) {
            vErrors = [err0];
          } else {
            vErrors.push(err0);
          }
          errors++;
        }
      } else {
        const err1 = { instancePath: instancePath + "/" + i0, schemaPath: "#/definitions/reference/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema14.type, parentSchema: schema14, data: data0 };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
  } else {
    const err2 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema13.type, parentSchema: schema13, data };
    if (vErrors === null) {
      vErrors = [err2];
    } else {
      vErrors.push(err2);
    }
    errors++;
  }
  validate11.errors = vErrors;
  return errors === 0;
}
function validate10(data, { instancePath = "", parentData, parentDataProperty, rootData = data } = {}) {
  ;
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.manifest === void 0) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "manifest" }, message: "must have required property 'manifest'", schema: schema11.required, parentSchema: schema11, data };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.id === void 0) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema11.required, parentSchema: schema11, data };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.version === void 0) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "version" }, message: "must have required property 'version'", schema: schema11.required, parentSchema: schema11, data };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.kernel === void 0) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "kernel" }, message: "must have required property 'kernel'", schema: schema11.required, parentSchema: schema11, data };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.title === void 0) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'", schema: schema11.required, parentSchema: schema11, data };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.description === void 0) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'", schema: schema11.required, parentSchema: schema11, data };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.entry === void 0) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "entry" }, message: "must have required property 'entry'", schema: schema11.required, parentSchema: schema11, data };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    for (const key0 in data) {
      if (!func2.call(schema11.properties, key0)) {
        const err7 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11, data };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.$schema !== void 0) {
      let data0 = data.$schema;
      if (typeof data0 !== "string") {
        const err8 = { instancePath: instancePath + "/$schema", schemaPath: "#/properties/%24schema/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.$schema.type, parentSchema: schema11.properties.$schema, data: data0 };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.manifest !== void 0) {
      let data1 = data.manifest;
      if (1 !== data1) {
        const err9 = { instancePath: instancePath + "/manifest", schemaPath: "#/properties/manifest/const", keyword: "const", params: { allowedValue: 1 }, message: "must be equal to constant", schema: 1, parentSchema: schema11.properties.manifest, data: data1 };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.id !== void 0) {
      let data2 = data.id;
      if (typeof data2 === "string") {
        if (!pattern0.test(data2)) {
          const err10 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" }, message: 'must match pattern "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"', schema: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", parentSchema: schema11.properties.id, data: data2 };
          if (vErrors === null) {
            vErrors = [err10];
          } else {
            vErrors.push(err10);
          }
          errors++;
        }
      } else {
        const err11 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.id.type, parentSchema: schema11.properties.id, data: data2 };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.version !== void 0) {
      let data3 = data.version;
      if (typeof data3 === "string") {
        if (!pattern1.test(data3)) {
          const err12 = { instancePath: instancePath + "/version", schemaPath: "#/properties/version/pattern", keyword: "pattern", params: { pattern: "^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$" }, message: 'must match pattern "^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$"', schema: "^\\d+\\.\\d+\\.\\d+([-+][0-9A-Za-z.+-]+)?$", parentSchema: schema11.properties.version, data: data3 };
          if (vErrors === null) {
            vErrors = [err12];
          } else {
            vErrors.push(err12);
          }
          errors++;
        }
      } else {
        const err13 = { instancePath: instancePath + "/version", schemaPath: "#/properties/version/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.version.type, parentSchema: schema11.properties.version, data: data3 };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.kernel !== void 0) {
      let data4 = data.kernel;
      if (typeof data4 === "string") {
        if (!pattern2.test(data4)) {
          const err14 = { instancePath: instancePath + "/kernel", schemaPath: "#/properties/kernel/pattern", keyword: "pattern", params: { pattern: "^\\^\\d+(\\.\\d+){0,2}$" }, message: 'must match pattern "^\\^\\d+(\\.\\d+){0,2}$"', schema: "^\\^\\d+(\\.\\d+){0,2}$", parentSchema: schema11.properties.kernel, data: data4 };
          if (vErrors === null) {
            vErrors = [err14];
          } else {
            vErrors.push(err14);
          }
          errors++;
        }
      } else {
        const err15 = { instancePath: instancePath + "/kernel", schemaPath: "#/properties/kernel/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.kernel.type, parentSchema: schema11.properties.kernel, data: data4 };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.title !== void 0) {
      let data5 = data.title;
      if (typeof data5 === "string") {
        if (!pattern3.test(data5)) {
          const err16 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.title, data: data5 };
          if (vErrors === null) {
            vErrors = [err16];
          } else {
            vErrors.push(err16);
          }
          errors++;
        }
      } else {
        const err17 = { instancePath: instancePath + "/title", schemaPath: "#/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.title.type, parentSchema: schema11.properties.title, data: data5 };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.description !== void 0) {
      let data6 = data.description;
      if (typeof data6 === "string") {
        if (!pattern3.test(data6)) {
          const err18 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.description, data: data6 };
          if (vErrors === null) {
            vErrors = [err18];
          } else {
            vErrors.push(err18);
          }
          errors++;
        }
      } else {
        const err19 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.description.type, parentSchema: schema11.properties.description, data: data6 };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.entry !== void 0) {
      let data7 = data.entry;
      if (typeof data7 === "string") {
        if (!pattern5.test(data7)) {
          const err20 = { instancePath: instancePath + "/entry", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data7 };
          if (vErrors === null) {
            vErrors = [err20];
          } else {
            vErrors.push(err20);
          }
          errors++;
        }
      } else {
        const err21 = { instancePath: instancePath + "/entry", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data7 };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
    }
    if (data.services !== void 0) {
      let data8 = data.services;
      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
        for (const key1 in data8) {
          if (!(key1 === "provides" || key1 === "consumes" || key1 === "optional")) {
            const err22 = { instancePath: instancePath + "/services", schemaPath: "#/properties/services/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.services, data: data8 };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
        if (data8.provides !== void 0) {
          if (!validate11(data8.provides, { instancePath: instancePath + "/services/provides", parentData: data8, parentDataProperty: "provides", rootData })) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
        if (data8.consumes !== void 0) {
          if (!validate11(data8.consumes, { instancePath: instancePath + "/services/consumes", parentData: data8, parentDataProperty: "consumes", rootData })) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
        if (data8.optional !== void 0) {
          if (!validate11(data8.optional, { instancePath: instancePath + "/services/optional", parentData: data8, parentDataProperty: "optional", rootData })) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err23 = { instancePath: instancePath + "/services", schemaPath: "#/properties/services/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.services.type, parentSchema: schema11.properties.services, data: data8 };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
    if (data.extension_points !== void 0) {
      let data12 = data.extension_points;
      if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
        for (const key2 in data12) {
          if (!(key2 === "hosts" || key2 === "contributes")) {
            const err24 = { instancePath: instancePath + "/extension_points", schemaPath: "#/properties/extension_points/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.extension_points, data: data12 };
            if (vErrors === null) {
              vErrors = [err24];
            } else {
              vErrors.push(err24);
            }
            errors++;
          }
        }
        if (data12.hosts !== void 0) {
          if (!validate11(data12.hosts, { instancePath: instancePath + "/extension_points/hosts", parentData: data12, parentDataProperty: "hosts", rootData })) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
        if (data12.contributes !== void 0) {
          if (!validate11(data12.contributes, { instancePath: instancePath + "/extension_points/contributes", parentData: data12, parentDataProperty: "contributes", rootData })) {
            vErrors = vErrors === null ? validate11.errors : vErrors.concat(validate11.errors);
            errors = vErrors.length;
          }
        }
      } else {
        const err25 = { instancePath: instancePath + "/extension_points", schemaPath: "#/properties/extension_points/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.extension_points.type, parentSchema: schema11.properties.extension_points, data: data12 };
        if (vErrors === null) {
          vErrors = [err25];
        } else {
          vErrors.push(err25);
        }
        errors++;
      }
    }
    if (data.routes !== void 0) {
      let data15 = data.routes;
      if (Array.isArray(data15)) {
        const len0 = data15.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data16 = data15[i0];
          if (typeof data16 === "string") {
            if (!pattern7.test(data16)) {
              const err26 = { instancePath: instancePath + "/routes/" + i0, schemaPath: "#/properties/routes/items/pattern", keyword: "pattern", params: { pattern: "^(/|(/[A-Za-z0-9._~:-]+)+)$" }, message: 'must match pattern "^(/|(/[A-Za-z0-9._~:-]+)+)$"', schema: "^(/|(/[A-Za-z0-9._~:-]+)+)$", parentSchema: schema11.properties.routes.items, data: data16 };
              if (vErrors === null) {
                vErrors = [err26];
              } else {
                vErrors.push(err26);
              }
              errors++;
            }
          } else {
            const err27 = { instancePath: instancePath + "/routes/" + i0, schemaPath: "#/properties/routes/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.routes.items.type, parentSchema: schema11.properties.routes.items, data: data16 };
            if (vErrors === null) {
              vErrors = [err27];
            } else {
              vErrors.push(err27);
            }
            errors++;
          }
        }
      } else {
        const err28 = { instancePath: instancePath + "/routes", schemaPath: "#/properties/routes/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.routes.type, parentSchema: schema11.properties.routes, data: data15 };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.permissions !== void 0) {
      let data17 = data.permissions;
      if (Array.isArray(data17)) {
        const len1 = data17.length;
        for (let i1 = 0; i1 < len1; i1++) {
          let data18 = data17[i1];
          if (data18 && typeof data18 == "object" && !Array.isArray(data18)) {
            if (data18.id === void 0) {
              const err29 = { instancePath: instancePath + "/permissions/" + i1, schemaPath: "#/properties/permissions/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema11.properties.permissions.items.required, parentSchema: schema11.properties.permissions.items, data: data18 };
              if (vErrors === null) {
                vErrors = [err29];
              } else {
                vErrors.push(err29);
              }
              errors++;
            }
            if (data18.title === void 0) {
              const err30 = { instancePath: instancePath + "/permissions/" + i1, schemaPath: "#/properties/permissions/items/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'", schema: schema11.properties.permissions.items.required, parentSchema: schema11.properties.permissions.items, data: data18 };
              if (vErrors === null) {
                vErrors = [err30];
              } else {
                vErrors.push(err30);
              }
              errors++;
            }
            for (const key3 in data18) {
              if (!(key3 === "id" || key3 === "title" || key3 === "wildcard" || key3 === "records")) {
                const err31 = { instancePath: instancePath + "/permissions/" + i1, schemaPath: "#/properties/permissions/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.permissions.items, data: data18 };
                if (vErrors === null) {
                  vErrors = [err31];
                } else {
                  vErrors.push(err31);
                }
                errors++;
              }
            }
            if (data18.id !== void 0) {
              let data19 = data18.id;
              if (typeof data19 === "string") {
                if (!pattern8.test(data19)) {
                  const err32 = { instancePath: instancePath + "/permissions/" + i1 + "/id", schemaPath: "#/properties/permissions/items/properties/id/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$" }, message: 'must match pattern "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$"', schema: "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$", parentSchema: schema11.properties.permissions.items.properties.id, data: data19 };
                  if (vErrors === null) {
                    vErrors = [err32];
                  } else {
                    vErrors.push(err32);
                  }
                  errors++;
                }
              } else {
                const err33 = { instancePath: instancePath + "/permissions/" + i1 + "/id", schemaPath: "#/properties/permissions/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.permissions.items.properties.id.type, parentSchema: schema11.properties.permissions.items.properties.id, data: data19 };
                if (vErrors === null) {
                  vErrors = [err33];
                } else {
                  vErrors.push(err33);
                }
                errors++;
              }
            }
            if (data18.title !== void 0) {
              let data20 = data18.title;
              if (typeof data20 === "string") {
                if (!pattern3.test(data20)) {
                  const err34 = { instancePath: instancePath + "/permissions/" + i1 + "/title", schemaPath: "#/properties/permissions/items/properties/title/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.permissions.items.properties.title, data: data20 };
                  if (vErrors === null) {
                    vErrors = [err34];
                  } else {
                    vErrors.push(err34);
                  }
                  errors++;
                }
              } else {
                const err35 = { instancePath: instancePath + "/permissions/" + i1 + "/title", schemaPath: "#/properties/permissions/items/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.permissions.items.properties.title.type, parentSchema: schema11.properties.permissions.items.properties.title, data: data20 };
                if (vErrors === null) {
                  vErrors = [err35];
                } else {
                  vErrors.push(err35);
                }
                errors++;
              }
            }
            if (data18.wildcard !== void 0) {
              let data21 = data18.wildcard;
              if (typeof data21 !== "boolean") {
                const err36 = { instancePath: instancePath + "/permissions/" + i1 + "/wildcard", schemaPath: "#/properties/permissions/items/properties/wildcard/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema11.properties.permissions.items.properties.wildcard.type, parentSchema: schema11.properties.permissions.items.properties.wildcard, data: data21 };
                if (vErrors === null) {
                  vErrors = [err36];
                } else {
                  vErrors.push(err36);
                }
                errors++;
              }
            }
            if (data18.records !== void 0) {
              let data22 = data18.records;
              if (Array.isArray(data22)) {
                const len2 = data22.length;
                for (let i2 = 0; i2 < len2; i2++) {
                  let data23 = data22[i2];
                  if (typeof data23 === "string") {
                    if (!pattern10.test(data23)) {
                      const err37 = { instancePath: instancePath + "/permissions/" + i1 + "/records/" + i2, schemaPath: "#/properties/permissions/items/properties/records/items/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9_]*_ids?$" }, message: 'must match pattern "^[a-z][a-z0-9_]*_ids?$"', schema: "^[a-z][a-z0-9_]*_ids?$", parentSchema: schema11.properties.permissions.items.properties.records.items, data: data23 };
                      if (vErrors === null) {
                        vErrors = [err37];
                      } else {
                        vErrors.push(err37);
                      }
                      errors++;
                    }
                  } else {
                    const err38 = { instancePath: instancePath + "/permissions/" + i1 + "/records/" + i2, schemaPath: "#/properties/permissions/items/properties/records/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.permissions.items.properties.records.items.type, parentSchema: schema11.properties.permissions.items.properties.records.items, data: data23 };
                    if (vErrors === null) {
                      vErrors = [err38];
                    } else {
                      vErrors.push(err38);
                    }
                    errors++;
                  }
                }
                let i3 = data22.length;
                let j0;
                if (i3 > 1) {
                  const indices0 = {};
                  for (; i3--; ) {
                    let item0 = data22[i3];
                    if (typeof item0 !== "string") {
                      continue;
                    }
                    if (typeof indices0[item0] == "number") {
                      j0 = indices0[item0];
                      const err39 = { instancePath: instancePath + "/permissions/" + i1 + "/records", schemaPath: "#/properties/permissions/items/properties/records/uniqueItems", keyword: "uniqueItems", params: { i: i3, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i3 + " are identical)", schema: true, parentSchema: schema11.properties.permissions.items.properties.records, data: data22 };
                      if (vErrors === null) {
                        vErrors = [err39];
                      } else {
                        vErrors.push(err39);
                      }
                      errors++;
                      break;
                    }
                    indices0[item0] = i3;
                  }
                }
              } else {
                const err40 = { instancePath: instancePath + "/permissions/" + i1 + "/records", schemaPath: "#/properties/permissions/items/properties/records/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.permissions.items.properties.records.type, parentSchema: schema11.properties.permissions.items.properties.records, data: data22 };
                if (vErrors === null) {
                  vErrors = [err40];
                } else {
                  vErrors.push(err40);
                }
                errors++;
              }
            }
          } else {
            const err41 = { instancePath: instancePath + "/permissions/" + i1, schemaPath: "#/properties/permissions/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.permissions.items.type, parentSchema: schema11.properties.permissions.items, data: data18 };
            if (vErrors === null) {
              vErrors = [err41];
            } else {
              vErrors.push(err41);
            }
            errors++;
          }
        }
      } else {
        const err42 = { instancePath: instancePath + "/permissions", schemaPath: "#/properties/permissions/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.permissions.type, parentSchema: schema11.properties.permissions, data: data17 };
        if (vErrors === null) {
          vErrors = [err42];
        } else {
          vErrors.push(err42);
        }
        errors++;
      }
    }
    if (data.jobs !== void 0) {
      let data24 = data.jobs;
      if (Array.isArray(data24)) {
        const len3 = data24.length;
        for (let i4 = 0; i4 < len3; i4++) {
          let data25 = data24[i4];
          if (data25 && typeof data25 == "object" && !Array.isArray(data25)) {
            if (data25.kind === void 0) {
              const err43 = { instancePath: instancePath + "/jobs/" + i4, schemaPath: "#/properties/jobs/items/required", keyword: "required", params: { missingProperty: "kind" }, message: "must have required property 'kind'", schema: schema11.properties.jobs.items.required, parentSchema: schema11.properties.jobs.items, data: data25 };
              if (vErrors === null) {
                vErrors = [err43];
              } else {
                vErrors.push(err43);
              }
              errors++;
            }
            for (const key4 in data25) {
              if (!(key4 === "kind" || key4 === "payload" || key4 === "timeout_seconds" || key4 === "max_attempts" || key4 === "concurrency" || key4 === "runs_on" || key4 === "enqueue")) {
                const err44 = { instancePath: instancePath + "/jobs/" + i4, schemaPath: "#/properties/jobs/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.jobs.items, data: data25 };
                if (vErrors === null) {
                  vErrors = [err44];
                } else {
                  vErrors.push(err44);
                }
                errors++;
              }
            }
            if (data25.kind !== void 0) {
              let data26 = data25.kind;
              if (typeof data26 === "string") {
                if (!pattern6.test(data26)) {
                  const err45 = { instancePath: instancePath + "/jobs/" + i4 + "/kind", schemaPath: "#/definitions/reference/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$" }, message: 'must match pattern "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$"', schema: "^[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*$", parentSchema: schema14, data: data26 };
                  if (vErrors === null) {
                    vErrors = [err45];
                  } else {
                    vErrors.push(err45);
                  }
                  errors++;
                }
              } else {
                const err46 = { instancePath: instancePath + "/jobs/" + i4 + "/kind", schemaPath: "#/definitions/reference/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema14.type, parentSchema: schema14, data: data26 };
                if (vErrors === null) {
                  vErrors = [err46];
                } else {
                  vErrors.push(err46);
                }
                errors++;
              }
            }
            if (data25.payload !== void 0) {
              let data27 = data25.payload;
              if (typeof data27 === "string") {
                if (!pattern5.test(data27)) {
                  const err47 = { instancePath: instancePath + "/jobs/" + i4 + "/payload", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data27 };
                  if (vErrors === null) {
                    vErrors = [err47];
                  } else {
                    vErrors.push(err47);
                  }
                  errors++;
                }
              } else {
                const err48 = { instancePath: instancePath + "/jobs/" + i4 + "/payload", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data27 };
                if (vErrors === null) {
                  vErrors = [err48];
                } else {
                  vErrors.push(err48);
                }
                errors++;
              }
            }
            if (data25.timeout_seconds !== void 0) {
              let data28 = data25.timeout_seconds;
              if (!(typeof data28 == "number" && (!(data28 % 1) && !isNaN(data28)) && isFinite(data28))) {
                const err49 = { instancePath: instancePath + "/jobs/" + i4 + "/timeout_seconds", schemaPath: "#/properties/jobs/items/properties/timeout_seconds/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema11.properties.jobs.items.properties.timeout_seconds.type, parentSchema: schema11.properties.jobs.items.properties.timeout_seconds, data: data28 };
                if (vErrors === null) {
                  vErrors = [err49];
                } else {
                  vErrors.push(err49);
                }
                errors++;
              }
              if (typeof data28 == "number" && isFinite(data28)) {
                if (data28 > 86400 || isNaN(data28)) {
                  const err50 = { instancePath: instancePath + "/jobs/" + i4 + "/timeout_seconds", schemaPath: "#/properties/jobs/items/properties/timeout_seconds/maximum", keyword: "maximum", params: { comparison: "<=", limit: 86400 }, message: "must be <= 86400", schema: 86400, parentSchema: schema11.properties.jobs.items.properties.timeout_seconds, data: data28 };
                  if (vErrors === null) {
                    vErrors = [err50];
                  } else {
                    vErrors.push(err50);
                  }
                  errors++;
                }
                if (data28 < 1 || isNaN(data28)) {
                  const err51 = { instancePath: instancePath + "/jobs/" + i4 + "/timeout_seconds", schemaPath: "#/properties/jobs/items/properties/timeout_seconds/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema11.properties.jobs.items.properties.timeout_seconds, data: data28 };
                  if (vErrors === null) {
                    vErrors = [err51];
                  } else {
                    vErrors.push(err51);
                  }
                  errors++;
                }
              }
            }
            if (data25.max_attempts !== void 0) {
              let data29 = data25.max_attempts;
              if (!(typeof data29 == "number" && (!(data29 % 1) && !isNaN(data29)) && isFinite(data29))) {
                const err52 = { instancePath: instancePath + "/jobs/" + i4 + "/max_attempts", schemaPath: "#/properties/jobs/items/properties/max_attempts/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema11.properties.jobs.items.properties.max_attempts.type, parentSchema: schema11.properties.jobs.items.properties.max_attempts, data: data29 };
                if (vErrors === null) {
                  vErrors = [err52];
                } else {
                  vErrors.push(err52);
                }
                errors++;
              }
              if (typeof data29 == "number" && isFinite(data29)) {
                if (data29 > 100 || isNaN(data29)) {
                  const err53 = { instancePath: instancePath + "/jobs/" + i4 + "/max_attempts", schemaPath: "#/properties/jobs/items/properties/max_attempts/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100", schema: 100, parentSchema: schema11.properties.jobs.items.properties.max_attempts, data: data29 };
                  if (vErrors === null) {
                    vErrors = [err53];
                  } else {
                    vErrors.push(err53);
                  }
                  errors++;
                }
                if (data29 < 1 || isNaN(data29)) {
                  const err54 = { instancePath: instancePath + "/jobs/" + i4 + "/max_attempts", schemaPath: "#/properties/jobs/items/properties/max_attempts/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema11.properties.jobs.items.properties.max_attempts, data: data29 };
                  if (vErrors === null) {
                    vErrors = [err54];
                  } else {
                    vErrors.push(err54);
                  }
                  errors++;
                }
              }
            }
            if (data25.concurrency !== void 0) {
              let data30 = data25.concurrency;
              if (!(typeof data30 == "number" && (!(data30 % 1) && !isNaN(data30)) && isFinite(data30))) {
                const err55 = { instancePath: instancePath + "/jobs/" + i4 + "/concurrency", schemaPath: "#/properties/jobs/items/properties/concurrency/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema11.properties.jobs.items.properties.concurrency.type, parentSchema: schema11.properties.jobs.items.properties.concurrency, data: data30 };
                if (vErrors === null) {
                  vErrors = [err55];
                } else {
                  vErrors.push(err55);
                }
                errors++;
              }
              if (typeof data30 == "number" && isFinite(data30)) {
                if (data30 > 1e4 || isNaN(data30)) {
                  const err56 = { instancePath: instancePath + "/jobs/" + i4 + "/concurrency", schemaPath: "#/properties/jobs/items/properties/concurrency/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e4 }, message: "must be <= 10000", schema: 1e4, parentSchema: schema11.properties.jobs.items.properties.concurrency, data: data30 };
                  if (vErrors === null) {
                    vErrors = [err56];
                  } else {
                    vErrors.push(err56);
                  }
                  errors++;
                }
                if (data30 < 1 || isNaN(data30)) {
                  const err57 = { instancePath: instancePath + "/jobs/" + i4 + "/concurrency", schemaPath: "#/properties/jobs/items/properties/concurrency/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1", schema: 1, parentSchema: schema11.properties.jobs.items.properties.concurrency, data: data30 };
                  if (vErrors === null) {
                    vErrors = [err57];
                  } else {
                    vErrors.push(err57);
                  }
                  errors++;
                }
              }
            }
            if (data25.runs_on !== void 0) {
              let data31 = data25.runs_on;
              if (!(data31 === "any" || data31 === "home")) {
                const err58 = { instancePath: instancePath + "/jobs/" + i4 + "/runs_on", schemaPath: "#/properties/jobs/items/properties/runs_on/enum", keyword: "enum", params: { allowedValues: schema11.properties.jobs.items.properties.runs_on.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.jobs.items.properties.runs_on.enum, parentSchema: schema11.properties.jobs.items.properties.runs_on, data: data31 };
                if (vErrors === null) {
                  vErrors = [err58];
                } else {
                  vErrors.push(err58);
                }
                errors++;
              }
            }
            if (data25.enqueue !== void 0) {
              let data32 = data25.enqueue;
              if (!(data32 === "anyone" || data32 === "plugin")) {
                const err59 = { instancePath: instancePath + "/jobs/" + i4 + "/enqueue", schemaPath: "#/properties/jobs/items/properties/enqueue/enum", keyword: "enum", params: { allowedValues: schema11.properties.jobs.items.properties.enqueue.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.jobs.items.properties.enqueue.enum, parentSchema: schema11.properties.jobs.items.properties.enqueue, data: data32 };
                if (vErrors === null) {
                  vErrors = [err59];
                } else {
                  vErrors.push(err59);
                }
                errors++;
              }
            }
          } else {
            const err60 = { instancePath: instancePath + "/jobs/" + i4, schemaPath: "#/properties/jobs/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.jobs.items.type, parentSchema: schema11.properties.jobs.items, data: data25 };
            if (vErrors === null) {
              vErrors = [err60];
            } else {
              vErrors.push(err60);
            }
            errors++;
          }
        }
      } else {
        const err61 = { instancePath: instancePath + "/jobs", schemaPath: "#/properties/jobs/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.jobs.type, parentSchema: schema11.properties.jobs, data: data24 };
        if (vErrors === null) {
          vErrors = [err61];
        } else {
          vErrors.push(err61);
        }
        errors++;
      }
    }
    if (data.events !== void 0) {
      let data33 = data.events;
      if (Array.isArray(data33)) {
        const len4 = data33.length;
        for (let i5 = 0; i5 < len4; i5++) {
          let data34 = data33[i5];
          if (data34 && typeof data34 == "object" && !Array.isArray(data34)) {
            if (data34.type === void 0) {
              const err62 = { instancePath: instancePath + "/events/" + i5, schemaPath: "#/properties/events/items/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'", schema: schema11.properties.events.items.required, parentSchema: schema11.properties.events.items, data: data34 };
              if (vErrors === null) {
                vErrors = [err62];
              } else {
                vErrors.push(err62);
              }
              errors++;
            }
            if (data34.title === void 0) {
              const err63 = { instancePath: instancePath + "/events/" + i5, schemaPath: "#/properties/events/items/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'", schema: schema11.properties.events.items.required, parentSchema: schema11.properties.events.items, data: data34 };
              if (vErrors === null) {
                vErrors = [err63];
              } else {
                vErrors.push(err63);
              }
              errors++;
            }
            if (data34.data === void 0) {
              const err64 = { instancePath: instancePath + "/events/" + i5, schemaPath: "#/properties/events/items/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'", schema: schema11.properties.events.items.required, parentSchema: schema11.properties.events.items, data: data34 };
              if (vErrors === null) {
                vErrors = [err64];
              } else {
                vErrors.push(err64);
              }
              errors++;
            }
            for (const key5 in data34) {
              if (!(key5 === "type" || key5 === "title" || key5 === "data" || key5 === "audience")) {
                const err65 = { instancePath: instancePath + "/events/" + i5, schemaPath: "#/properties/events/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.events.items, data: data34 };
                if (vErrors === null) {
                  vErrors = [err65];
                } else {
                  vErrors.push(err65);
                }
                errors++;
              }
            }
            if (data34.type !== void 0) {
              let data35 = data34.type;
              if (typeof data35 === "string") {
                if (!pattern13.test(data35)) {
                  const err66 = { instancePath: instancePath + "/events/" + i5 + "/type", schemaPath: "#/definitions/eventType/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_-]*)+$" }, message: 'must match pattern "^[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_-]*)+$"', schema: "^[a-z][a-z0-9_-]*(\\.[a-z][a-z0-9_-]*)+$", parentSchema: schema17, data: data35 };
                  if (vErrors === null) {
                    vErrors = [err66];
                  } else {
                    vErrors.push(err66);
                  }
                  errors++;
                }
              } else {
                const err67 = { instancePath: instancePath + "/events/" + i5 + "/type", schemaPath: "#/definitions/eventType/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema17.type, parentSchema: schema17, data: data35 };
                if (vErrors === null) {
                  vErrors = [err67];
                } else {
                  vErrors.push(err67);
                }
                errors++;
              }
            }
            if (data34.title !== void 0) {
              let data36 = data34.title;
              if (typeof data36 === "string") {
                if (!pattern3.test(data36)) {
                  const err68 = { instancePath: instancePath + "/events/" + i5 + "/title", schemaPath: "#/properties/events/items/properties/title/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.events.items.properties.title, data: data36 };
                  if (vErrors === null) {
                    vErrors = [err68];
                  } else {
                    vErrors.push(err68);
                  }
                  errors++;
                }
              } else {
                const err69 = { instancePath: instancePath + "/events/" + i5 + "/title", schemaPath: "#/properties/events/items/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.events.items.properties.title.type, parentSchema: schema11.properties.events.items.properties.title, data: data36 };
                if (vErrors === null) {
                  vErrors = [err69];
                } else {
                  vErrors.push(err69);
                }
                errors++;
              }
            }
            if (data34.data !== void 0) {
              let data37 = data34.data;
              if (typeof data37 === "string") {
                if (!pattern5.test(data37)) {
                  const err70 = { instancePath: instancePath + "/events/" + i5 + "/data", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data37 };
                  if (vErrors === null) {
                    vErrors = [err70];
                  } else {
                    vErrors.push(err70);
                  }
                  errors++;
                }
              } else {
                const err71 = { instancePath: instancePath + "/events/" + i5 + "/data", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data37 };
                if (vErrors === null) {
                  vErrors = [err71];
                } else {
                  vErrors.push(err71);
                }
                errors++;
              }
            }
            if (data34.audience !== void 0) {
              let data38 = data34.audience;
              if (!(data38 === "workspace" || data38 === "admin")) {
                const err72 = { instancePath: instancePath + "/events/" + i5 + "/audience", schemaPath: "#/properties/events/items/properties/audience/enum", keyword: "enum", params: { allowedValues: schema11.properties.events.items.properties.audience.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.events.items.properties.audience.enum, parentSchema: schema11.properties.events.items.properties.audience, data: data38 };
                if (vErrors === null) {
                  vErrors = [err72];
                } else {
                  vErrors.push(err72);
                }
                errors++;
              }
            }
          } else {
            const err73 = { instancePath: instancePath + "/events/" + i5, schemaPath: "#/properties/events/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.events.items.type, parentSchema: schema11.properties.events.items, data: data34 };
            if (vErrors === null) {
              vErrors = [err73];
            } else {
              vErrors.push(err73);
            }
            errors++;
          }
        }
      } else {
        const err74 = { instancePath: instancePath + "/events", schemaPath: "#/properties/events/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.events.type, parentSchema: schema11.properties.events, data: data33 };
        if (vErrors === null) {
          vErrors = [err74];
        } else {
          vErrors.push(err74);
        }
        errors++;
      }
    }
    if (data.tools !== void 0) {
      let data39 = data.tools;
      if (Array.isArray(data39)) {
        const len5 = data39.length;
        for (let i6 = 0; i6 < len5; i6++) {
          let data40 = data39[i6];
          if (data40 && typeof data40 == "object" && !Array.isArray(data40)) {
            if (data40.name === void 0) {
              const err75 = { instancePath: instancePath + "/tools/" + i6, schemaPath: "#/properties/tools/items/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema11.properties.tools.items.required, parentSchema: schema11.properties.tools.items, data: data40 };
              if (vErrors === null) {
                vErrors = [err75];
              } else {
                vErrors.push(err75);
              }
              errors++;
            }
            if (data40.input === void 0) {
              const err76 = { instancePath: instancePath + "/tools/" + i6, schemaPath: "#/properties/tools/items/required", keyword: "required", params: { missingProperty: "input" }, message: "must have required property 'input'", schema: schema11.properties.tools.items.required, parentSchema: schema11.properties.tools.items, data: data40 };
              if (vErrors === null) {
                vErrors = [err76];
              } else {
                vErrors.push(err76);
              }
              errors++;
            }
            if (data40.effect === void 0) {
              const err77 = { instancePath: instancePath + "/tools/" + i6, schemaPath: "#/properties/tools/items/required", keyword: "required", params: { missingProperty: "effect" }, message: "must have required property 'effect'", schema: schema11.properties.tools.items.required, parentSchema: schema11.properties.tools.items, data: data40 };
              if (vErrors === null) {
                vErrors = [err77];
              } else {
                vErrors.push(err77);
              }
              errors++;
            }
            for (const key6 in data40) {
              if (!func2.call(schema11.properties.tools.items.properties, key6)) {
                const err78 = { instancePath: instancePath + "/tools/" + i6, schemaPath: "#/properties/tools/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.tools.items, data: data40 };
                if (vErrors === null) {
                  vErrors = [err78];
                } else {
                  vErrors.push(err78);
                }
                errors++;
              }
            }
            if (data40.name !== void 0) {
              let data41 = data40.name;
              if (typeof data41 === "string") {
                if (!pattern16.test(data41)) {
                  const err79 = { instancePath: instancePath + "/tools/" + i6 + "/name", schemaPath: "#/properties/tools/items/properties/name/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9_]{0,63}$" }, message: 'must match pattern "^[a-z][a-z0-9_]{0,63}$"', schema: "^[a-z][a-z0-9_]{0,63}$", parentSchema: schema11.properties.tools.items.properties.name, data: data41 };
                  if (vErrors === null) {
                    vErrors = [err79];
                  } else {
                    vErrors.push(err79);
                  }
                  errors++;
                }
              } else {
                const err80 = { instancePath: instancePath + "/tools/" + i6 + "/name", schemaPath: "#/properties/tools/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.tools.items.properties.name.type, parentSchema: schema11.properties.tools.items.properties.name, data: data41 };
                if (vErrors === null) {
                  vErrors = [err80];
                } else {
                  vErrors.push(err80);
                }
                errors++;
              }
            }
            if (data40.title !== void 0) {
              let data42 = data40.title;
              if (typeof data42 === "string") {
                if (!pattern3.test(data42)) {
                  const err81 = { instancePath: instancePath + "/tools/" + i6 + "/title", schemaPath: "#/properties/tools/items/properties/title/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.tools.items.properties.title, data: data42 };
                  if (vErrors === null) {
                    vErrors = [err81];
                  } else {
                    vErrors.push(err81);
                  }
                  errors++;
                }
              } else {
                const err82 = { instancePath: instancePath + "/tools/" + i6 + "/title", schemaPath: "#/properties/tools/items/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.tools.items.properties.title.type, parentSchema: schema11.properties.tools.items.properties.title, data: data42 };
                if (vErrors === null) {
                  vErrors = [err82];
                } else {
                  vErrors.push(err82);
                }
                errors++;
              }
            }
            if (data40.description !== void 0) {
              let data43 = data40.description;
              if (typeof data43 === "string") {
                if (!pattern3.test(data43)) {
                  const err83 = { instancePath: instancePath + "/tools/" + i6 + "/description", schemaPath: "#/properties/tools/items/properties/description/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.tools.items.properties.description, data: data43 };
                  if (vErrors === null) {
                    vErrors = [err83];
                  } else {
                    vErrors.push(err83);
                  }
                  errors++;
                }
              } else {
                const err84 = { instancePath: instancePath + "/tools/" + i6 + "/description", schemaPath: "#/properties/tools/items/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.tools.items.properties.description.type, parentSchema: schema11.properties.tools.items.properties.description, data: data43 };
                if (vErrors === null) {
                  vErrors = [err84];
                } else {
                  vErrors.push(err84);
                }
                errors++;
              }
            }
            if (data40.input !== void 0) {
              let data44 = data40.input;
              if (typeof data44 === "string") {
                if (!pattern5.test(data44)) {
                  const err85 = { instancePath: instancePath + "/tools/" + i6 + "/input", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data44 };
                  if (vErrors === null) {
                    vErrors = [err85];
                  } else {
                    vErrors.push(err85);
                  }
                  errors++;
                }
              } else {
                const err86 = { instancePath: instancePath + "/tools/" + i6 + "/input", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data44 };
                if (vErrors === null) {
                  vErrors = [err86];
                } else {
                  vErrors.push(err86);
                }
                errors++;
              }
            }
            if (data40.output !== void 0) {
              let data45 = data40.output;
              if (typeof data45 === "string") {
                if (!pattern5.test(data45)) {
                  const err87 = { instancePath: instancePath + "/tools/" + i6 + "/output", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data45 };
                  if (vErrors === null) {
                    vErrors = [err87];
                  } else {
                    vErrors.push(err87);
                  }
                  errors++;
                }
              } else {
                const err88 = { instancePath: instancePath + "/tools/" + i6 + "/output", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data45 };
                if (vErrors === null) {
                  vErrors = [err88];
                } else {
                  vErrors.push(err88);
                }
                errors++;
              }
            }
            if (data40.permission !== void 0) {
              let data46 = data40.permission;
              if (typeof data46 === "string") {
                if (!pattern8.test(data46)) {
                  const err89 = { instancePath: instancePath + "/tools/" + i6 + "/permission", schemaPath: "#/properties/tools/items/properties/permission/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$" }, message: 'must match pattern "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$"', schema: "^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$", parentSchema: schema11.properties.tools.items.properties.permission, data: data46 };
                  if (vErrors === null) {
                    vErrors = [err89];
                  } else {
                    vErrors.push(err89);
                  }
                  errors++;
                }
              } else {
                const err90 = { instancePath: instancePath + "/tools/" + i6 + "/permission", schemaPath: "#/properties/tools/items/properties/permission/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.tools.items.properties.permission.type, parentSchema: schema11.properties.tools.items.properties.permission, data: data46 };
                if (vErrors === null) {
                  vErrors = [err90];
                } else {
                  vErrors.push(err90);
                }
                errors++;
              }
            }
            if (data40.effect !== void 0) {
              let data47 = data40.effect;
              if (!(data47 === "read" || data47 === "write" || data47 === "external" || data47 === "destructive")) {
                const err91 = { instancePath: instancePath + "/tools/" + i6 + "/effect", schemaPath: "#/properties/tools/items/properties/effect/enum", keyword: "enum", params: { allowedValues: schema11.properties.tools.items.properties.effect.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.tools.items.properties.effect.enum, parentSchema: schema11.properties.tools.items.properties.effect, data: data47 };
                if (vErrors === null) {
                  vErrors = [err91];
                } else {
                  vErrors.push(err91);
                }
                errors++;
              }
            }
            if (data40.icon !== void 0) {
              let data48 = data40.icon;
              if (typeof data48 === "string") {
                if (!pattern22.test(data48)) {
                  const err92 = { instancePath: instancePath + "/tools/" + i6 + "/icon", schemaPath: "#/properties/tools/items/properties/icon/pattern", keyword: "pattern", params: { pattern: "^([a-z][a-z0-9-]{0,62}|data:image/svg\\+xml[;,].{1,16384})$" }, message: 'must match pattern "^([a-z][a-z0-9-]{0,62}|data:image/svg\\+xml[;,].{1,16384})$"', schema: "^([a-z][a-z0-9-]{0,62}|data:image/svg\\+xml[;,].{1,16384})$", parentSchema: schema11.properties.tools.items.properties.icon, data: data48 };
                  if (vErrors === null) {
                    vErrors = [err92];
                  } else {
                    vErrors.push(err92);
                  }
                  errors++;
                }
              } else {
                const err93 = { instancePath: instancePath + "/tools/" + i6 + "/icon", schemaPath: "#/properties/tools/items/properties/icon/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.tools.items.properties.icon.type, parentSchema: schema11.properties.tools.items.properties.icon, data: data48 };
                if (vErrors === null) {
                  vErrors = [err93];
                } else {
                  vErrors.push(err93);
                }
                errors++;
              }
            }
            if (data40.idempotent !== void 0) {
              let data49 = data40.idempotent;
              if (typeof data49 !== "boolean") {
                const err94 = { instancePath: instancePath + "/tools/" + i6 + "/idempotent", schemaPath: "#/properties/tools/items/properties/idempotent/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema11.properties.tools.items.properties.idempotent.type, parentSchema: schema11.properties.tools.items.properties.idempotent, data: data49 };
                if (vErrors === null) {
                  vErrors = [err94];
                } else {
                  vErrors.push(err94);
                }
                errors++;
              }
            }
            if (data40.read_only !== void 0) {
              let data50 = data40.read_only;
              if (typeof data50 !== "boolean") {
                const err95 = { instancePath: instancePath + "/tools/" + i6 + "/read_only", schemaPath: "#/properties/tools/items/properties/read_only/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema11.properties.tools.items.properties.read_only.type, parentSchema: schema11.properties.tools.items.properties.read_only, data: data50 };
                if (vErrors === null) {
                  vErrors = [err95];
                } else {
                  vErrors.push(err95);
                }
                errors++;
              }
            }
          } else {
            const err96 = { instancePath: instancePath + "/tools/" + i6, schemaPath: "#/properties/tools/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.tools.items.type, parentSchema: schema11.properties.tools.items, data: data40 };
            if (vErrors === null) {
              vErrors = [err96];
            } else {
              vErrors.push(err96);
            }
            errors++;
          }
        }
      } else {
        const err97 = { instancePath: instancePath + "/tools", schemaPath: "#/properties/tools/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.tools.type, parentSchema: schema11.properties.tools, data: data39 };
        if (vErrors === null) {
          vErrors = [err97];
        } else {
          vErrors.push(err97);
        }
        errors++;
      }
    }
    if (data.pages !== void 0) {
      let data51 = data.pages;
      if (Array.isArray(data51)) {
        const len6 = data51.length;
        for (let i7 = 0; i7 < len6; i7++) {
          let data52 = data51[i7];
          if (data52 && typeof data52 == "object" && !Array.isArray(data52)) {
            if (data52.path === void 0) {
              const err98 = { instancePath: instancePath + "/pages/" + i7, schemaPath: "#/properties/pages/items/required", keyword: "required", params: { missingProperty: "path" }, message: "must have required property 'path'", schema: schema11.properties.pages.items.required, parentSchema: schema11.properties.pages.items, data: data52 };
              if (vErrors === null) {
                vErrors = [err98];
              } else {
                vErrors.push(err98);
              }
              errors++;
            }
            if (data52.title === void 0) {
              const err99 = { instancePath: instancePath + "/pages/" + i7, schemaPath: "#/properties/pages/items/required", keyword: "required", params: { missingProperty: "title" }, message: "must have required property 'title'", schema: schema11.properties.pages.items.required, parentSchema: schema11.properties.pages.items, data: data52 };
              if (vErrors === null) {
                vErrors = [err99];
              } else {
                vErrors.push(err99);
              }
              errors++;
            }
            for (const key7 in data52) {
              if (!(key7 === "path" || key7 === "title" || key7 === "icon" || key7 === "group" || key7 === "order" || key7 === "role" || key7 === "module")) {
                const err100 = { instancePath: instancePath + "/pages/" + i7, schemaPath: "#/properties/pages/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key7 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.pages.items, data: data52 };
                if (vErrors === null) {
                  vErrors = [err100];
                } else {
                  vErrors.push(err100);
                }
                errors++;
              }
            }
            if (data52.path !== void 0) {
              let data53 = data52.path;
              if (typeof data53 === "string") {
                if (!pattern23.test(data53)) {
                  const err101 = { instancePath: instancePath + "/pages/" + i7 + "/path", schemaPath: "#/properties/pages/items/properties/path/pattern", keyword: "pattern", params: { pattern: "^(/|(/[a-z0-9-]+)+)$" }, message: 'must match pattern "^(/|(/[a-z0-9-]+)+)$"', schema: "^(/|(/[a-z0-9-]+)+)$", parentSchema: schema11.properties.pages.items.properties.path, data: data53 };
                  if (vErrors === null) {
                    vErrors = [err101];
                  } else {
                    vErrors.push(err101);
                  }
                  errors++;
                }
              } else {
                const err102 = { instancePath: instancePath + "/pages/" + i7 + "/path", schemaPath: "#/properties/pages/items/properties/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.pages.items.properties.path.type, parentSchema: schema11.properties.pages.items.properties.path, data: data53 };
                if (vErrors === null) {
                  vErrors = [err102];
                } else {
                  vErrors.push(err102);
                }
                errors++;
              }
            }
            if (data52.title !== void 0) {
              let data54 = data52.title;
              if (typeof data54 === "string") {
                if (func4(data54) > 60) {
                  const err103 = { instancePath: instancePath + "/pages/" + i7 + "/title", schemaPath: "#/properties/pages/items/properties/title/maxLength", keyword: "maxLength", params: { limit: 60 }, message: "must NOT have more than 60 characters", schema: 60, parentSchema: schema11.properties.pages.items.properties.title, data: data54 };
                  if (vErrors === null) {
                    vErrors = [err103];
                  } else {
                    vErrors.push(err103);
                  }
                  errors++;
                }
                if (!pattern3.test(data54)) {
                  const err104 = { instancePath: instancePath + "/pages/" + i7 + "/title", schemaPath: "#/properties/pages/items/properties/title/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.pages.items.properties.title, data: data54 };
                  if (vErrors === null) {
                    vErrors = [err104];
                  } else {
                    vErrors.push(err104);
                  }
                  errors++;
                }
              } else {
                const err105 = { instancePath: instancePath + "/pages/" + i7 + "/title", schemaPath: "#/properties/pages/items/properties/title/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.pages.items.properties.title.type, parentSchema: schema11.properties.pages.items.properties.title, data: data54 };
                if (vErrors === null) {
                  vErrors = [err105];
                } else {
                  vErrors.push(err105);
                }
                errors++;
              }
            }
            if (data52.icon !== void 0) {
              let data55 = data52.icon;
              if (typeof data55 === "string") {
                if (!pattern25.test(data55)) {
                  const err106 = { instancePath: instancePath + "/pages/" + i7 + "/icon", schemaPath: "#/properties/pages/items/properties/icon/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9-]*$" }, message: 'must match pattern "^[a-z][a-z0-9-]*$"', schema: "^[a-z][a-z0-9-]*$", parentSchema: schema11.properties.pages.items.properties.icon, data: data55 };
                  if (vErrors === null) {
                    vErrors = [err106];
                  } else {
                    vErrors.push(err106);
                  }
                  errors++;
                }
              } else {
                const err107 = { instancePath: instancePath + "/pages/" + i7 + "/icon", schemaPath: "#/properties/pages/items/properties/icon/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.pages.items.properties.icon.type, parentSchema: schema11.properties.pages.items.properties.icon, data: data55 };
                if (vErrors === null) {
                  vErrors = [err107];
                } else {
                  vErrors.push(err107);
                }
                errors++;
              }
            }
            if (data52.group !== void 0) {
              let data56 = data52.group;
              if (!(data56 === "main" || data56 === "knowledge" || data56 === "automate" || data56 === "build" || data56 === "instance")) {
                const err108 = { instancePath: instancePath + "/pages/" + i7 + "/group", schemaPath: "#/properties/pages/items/properties/group/enum", keyword: "enum", params: { allowedValues: schema11.properties.pages.items.properties.group.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.pages.items.properties.group.enum, parentSchema: schema11.properties.pages.items.properties.group, data: data56 };
                if (vErrors === null) {
                  vErrors = [err108];
                } else {
                  vErrors.push(err108);
                }
                errors++;
              }
            }
            if (data52.order !== void 0) {
              let data57 = data52.order;
              if (!(typeof data57 == "number" && (!(data57 % 1) && !isNaN(data57)) && isFinite(data57))) {
                const err109 = { instancePath: instancePath + "/pages/" + i7 + "/order", schemaPath: "#/properties/pages/items/properties/order/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema11.properties.pages.items.properties.order.type, parentSchema: schema11.properties.pages.items.properties.order, data: data57 };
                if (vErrors === null) {
                  vErrors = [err109];
                } else {
                  vErrors.push(err109);
                }
                errors++;
              }
              if (typeof data57 == "number" && isFinite(data57)) {
                if (data57 < 0 || isNaN(data57)) {
                  const err110 = { instancePath: instancePath + "/pages/" + i7 + "/order", schemaPath: "#/properties/pages/items/properties/order/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0", schema: 0, parentSchema: schema11.properties.pages.items.properties.order, data: data57 };
                  if (vErrors === null) {
                    vErrors = [err110];
                  } else {
                    vErrors.push(err110);
                  }
                  errors++;
                }
              }
            }
            if (data52.role !== void 0) {
              let data58 = data52.role;
              if (!(data58 === "user" || data58 === "admin" || data58 === "owner")) {
                const err111 = { instancePath: instancePath + "/pages/" + i7 + "/role", schemaPath: "#/properties/pages/items/properties/role/enum", keyword: "enum", params: { allowedValues: schema11.properties.pages.items.properties.role.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.pages.items.properties.role.enum, parentSchema: schema11.properties.pages.items.properties.role, data: data58 };
                if (vErrors === null) {
                  vErrors = [err111];
                } else {
                  vErrors.push(err111);
                }
                errors++;
              }
            }
            if (data52.module !== void 0) {
              let data59 = data52.module;
              if (typeof data59 === "string") {
                if (!pattern26.test(data59)) {
                  const err112 = { instancePath: instancePath + "/pages/" + i7 + "/module", schemaPath: "#/properties/pages/items/properties/module/pattern", keyword: "pattern", params: { pattern: "^\\./([A-Za-z0-9_-]+/)+[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.js$" }, message: 'must match pattern "^\\./([A-Za-z0-9_-]+/)+[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.js$"', schema: "^\\./([A-Za-z0-9_-]+/)+[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.js$", parentSchema: schema11.properties.pages.items.properties.module, data: data59 };
                  if (vErrors === null) {
                    vErrors = [err112];
                  } else {
                    vErrors.push(err112);
                  }
                  errors++;
                }
              } else {
                const err113 = { instancePath: instancePath + "/pages/" + i7 + "/module", schemaPath: "#/properties/pages/items/properties/module/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.pages.items.properties.module.type, parentSchema: schema11.properties.pages.items.properties.module, data: data59 };
                if (vErrors === null) {
                  vErrors = [err113];
                } else {
                  vErrors.push(err113);
                }
                errors++;
              }
            }
          } else {
            const err114 = { instancePath: instancePath + "/pages/" + i7, schemaPath: "#/properties/pages/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.pages.items.type, parentSchema: schema11.properties.pages.items, data: data52 };
            if (vErrors === null) {
              vErrors = [err114];
            } else {
              vErrors.push(err114);
            }
            errors++;
          }
        }
      } else {
        const err115 = { instancePath: instancePath + "/pages", schemaPath: "#/properties/pages/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.pages.type, parentSchema: schema11.properties.pages, data: data51 };
        if (vErrors === null) {
          vErrors = [err115];
        } else {
          vErrors.push(err115);
        }
        errors++;
      }
    }
    if (data.commands !== void 0) {
      let data60 = data.commands;
      if (Array.isArray(data60)) {
        const len7 = data60.length;
        for (let i8 = 0; i8 < len7; i8++) {
          let data61 = data60[i8];
          if (data61 && typeof data61 == "object" && !Array.isArray(data61)) {
            if (data61.name === void 0) {
              const err116 = { instancePath: instancePath + "/commands/" + i8, schemaPath: "#/properties/commands/items/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema11.properties.commands.items.required, parentSchema: schema11.properties.commands.items, data: data61 };
              if (vErrors === null) {
                vErrors = [err116];
              } else {
                vErrors.push(err116);
              }
              errors++;
            }
            if (data61.summary === void 0) {
              const err117 = { instancePath: instancePath + "/commands/" + i8, schemaPath: "#/properties/commands/items/required", keyword: "required", params: { missingProperty: "summary" }, message: "must have required property 'summary'", schema: schema11.properties.commands.items.required, parentSchema: schema11.properties.commands.items, data: data61 };
              if (vErrors === null) {
                vErrors = [err117];
              } else {
                vErrors.push(err117);
              }
              errors++;
            }
            if (data61.acts_on === void 0) {
              const err118 = { instancePath: instancePath + "/commands/" + i8, schemaPath: "#/properties/commands/items/required", keyword: "required", params: { missingProperty: "acts_on" }, message: "must have required property 'acts_on'", schema: schema11.properties.commands.items.required, parentSchema: schema11.properties.commands.items, data: data61 };
              if (vErrors === null) {
                vErrors = [err118];
              } else {
                vErrors.push(err118);
              }
              errors++;
            }
            if (data61.run === void 0) {
              const err119 = { instancePath: instancePath + "/commands/" + i8, schemaPath: "#/properties/commands/items/required", keyword: "required", params: { missingProperty: "run" }, message: "must have required property 'run'", schema: schema11.properties.commands.items.required, parentSchema: schema11.properties.commands.items, data: data61 };
              if (vErrors === null) {
                vErrors = [err119];
              } else {
                vErrors.push(err119);
              }
              errors++;
            }
            for (const key8 in data61) {
              if (!func2.call(schema11.properties.commands.items.properties, key8)) {
                const err120 = { instancePath: instancePath + "/commands/" + i8, schemaPath: "#/properties/commands/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key8 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.commands.items, data: data61 };
                if (vErrors === null) {
                  vErrors = [err120];
                } else {
                  vErrors.push(err120);
                }
                errors++;
              }
            }
            if (data61.name !== void 0) {
              let data62 = data61.name;
              if (typeof data62 === "string") {
                if (!pattern27.test(data62)) {
                  const err121 = { instancePath: instancePath + "/commands/" + i8 + "/name", schemaPath: "#/properties/commands/items/properties/name/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*){0,2}$" }, message: 'must match pattern "^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*){0,2}$"', schema: "^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*){0,2}$", parentSchema: schema11.properties.commands.items.properties.name, data: data62 };
                  if (vErrors === null) {
                    vErrors = [err121];
                  } else {
                    vErrors.push(err121);
                  }
                  errors++;
                }
              } else {
                const err122 = { instancePath: instancePath + "/commands/" + i8 + "/name", schemaPath: "#/properties/commands/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.name.type, parentSchema: schema11.properties.commands.items.properties.name, data: data62 };
                if (vErrors === null) {
                  vErrors = [err122];
                } else {
                  vErrors.push(err122);
                }
                errors++;
              }
            }
            if (data61.summary !== void 0) {
              let data63 = data61.summary;
              if (typeof data63 === "string") {
                if (!pattern3.test(data63)) {
                  const err123 = { instancePath: instancePath + "/commands/" + i8 + "/summary", schemaPath: "#/properties/commands/items/properties/summary/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.commands.items.properties.summary, data: data63 };
                  if (vErrors === null) {
                    vErrors = [err123];
                  } else {
                    vErrors.push(err123);
                  }
                  errors++;
                }
              } else {
                const err124 = { instancePath: instancePath + "/commands/" + i8 + "/summary", schemaPath: "#/properties/commands/items/properties/summary/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.summary.type, parentSchema: schema11.properties.commands.items.properties.summary, data: data63 };
                if (vErrors === null) {
                  vErrors = [err124];
                } else {
                  vErrors.push(err124);
                }
                errors++;
              }
            }
            if (data61.acts_on !== void 0) {
              let data64 = data61.acts_on;
              if (!(data64 === "home" || data64 === "server")) {
                const err125 = { instancePath: instancePath + "/commands/" + i8 + "/acts_on", schemaPath: "#/properties/commands/items/properties/acts_on/enum", keyword: "enum", params: { allowedValues: schema11.properties.commands.items.properties.acts_on.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.commands.items.properties.acts_on.enum, parentSchema: schema11.properties.commands.items.properties.acts_on, data: data64 };
                if (vErrors === null) {
                  vErrors = [err125];
                } else {
                  vErrors.push(err125);
                }
                errors++;
              }
            }
            if (data61.arguments !== void 0) {
              let data65 = data61.arguments;
              if (Array.isArray(data65)) {
                const len8 = data65.length;
                for (let i9 = 0; i9 < len8; i9++) {
                  let data66 = data65[i9];
                  if (data66 && typeof data66 == "object" && !Array.isArray(data66)) {
                    if (data66.name === void 0) {
                      const err126 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9, schemaPath: "#/properties/commands/items/properties/arguments/items/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema11.properties.commands.items.properties.arguments.items.required, parentSchema: schema11.properties.commands.items.properties.arguments.items, data: data66 };
                      if (vErrors === null) {
                        vErrors = [err126];
                      } else {
                        vErrors.push(err126);
                      }
                      errors++;
                    }
                    if (data66.description === void 0) {
                      const err127 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9, schemaPath: "#/properties/commands/items/properties/arguments/items/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'", schema: schema11.properties.commands.items.properties.arguments.items.required, parentSchema: schema11.properties.commands.items.properties.arguments.items, data: data66 };
                      if (vErrors === null) {
                        vErrors = [err127];
                      } else {
                        vErrors.push(err127);
                      }
                      errors++;
                    }
                    for (const key9 in data66) {
                      if (!(key9 === "name" || key9 === "description" || key9 === "required" || key9 === "choices")) {
                        const err128 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9, schemaPath: "#/properties/commands/items/properties/arguments/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key9 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.commands.items.properties.arguments.items, data: data66 };
                        if (vErrors === null) {
                          vErrors = [err128];
                        } else {
                          vErrors.push(err128);
                        }
                        errors++;
                      }
                    }
                    if (data66.name !== void 0) {
                      let data67 = data66.name;
                      if (typeof data67 === "string") {
                        if (!pattern29.test(data67)) {
                          const err129 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/name", schemaPath: "#/properties/commands/items/properties/arguments/items/properties/name/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9_]*$" }, message: 'must match pattern "^[a-z][a-z0-9_]*$"', schema: "^[a-z][a-z0-9_]*$", parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.name, data: data67 };
                          if (vErrors === null) {
                            vErrors = [err129];
                          } else {
                            vErrors.push(err129);
                          }
                          errors++;
                        }
                      } else {
                        const err130 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/name", schemaPath: "#/properties/commands/items/properties/arguments/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.arguments.items.properties.name.type, parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.name, data: data67 };
                        if (vErrors === null) {
                          vErrors = [err130];
                        } else {
                          vErrors.push(err130);
                        }
                        errors++;
                      }
                    }
                    if (data66.description !== void 0) {
                      let data68 = data66.description;
                      if (typeof data68 === "string") {
                        if (!pattern3.test(data68)) {
                          const err131 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/description", schemaPath: "#/properties/commands/items/properties/arguments/items/properties/description/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.description, data: data68 };
                          if (vErrors === null) {
                            vErrors = [err131];
                          } else {
                            vErrors.push(err131);
                          }
                          errors++;
                        }
                      } else {
                        const err132 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/description", schemaPath: "#/properties/commands/items/properties/arguments/items/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.arguments.items.properties.description.type, parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.description, data: data68 };
                        if (vErrors === null) {
                          vErrors = [err132];
                        } else {
                          vErrors.push(err132);
                        }
                        errors++;
                      }
                    }
                    if (data66.required !== void 0) {
                      let data69 = data66.required;
                      if (typeof data69 !== "boolean") {
                        const err133 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/required", schemaPath: "#/properties/commands/items/properties/arguments/items/properties/required/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema11.properties.commands.items.properties.arguments.items.properties.required.type, parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.required, data: data69 };
                        if (vErrors === null) {
                          vErrors = [err133];
                        } else {
                          vErrors.push(err133);
                        }
                        errors++;
                      }
                    }
                    if (data66.choices !== void 0) {
                      let data70 = data66.choices;
                      if (Array.isArray(data70)) {
                        if (data70.length < 1) {
                          const err134 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/choices", schemaPath: "#/properties/commands/items/properties/arguments/items/properties/choices/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.choices, data: data70 };
                          if (vErrors === null) {
                            vErrors = [err134];
                          } else {
                            vErrors.push(err134);
                          }
                          errors++;
                        }
                        const len9 = data70.length;
                        for (let i10 = 0; i10 < len9; i10++) {
                          let data71 = data70[i10];
                          if (typeof data71 !== "string") {
                            const err135 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/choices/" + i10, schemaPath: "#/properties/commands/items/properties/arguments/items/properties/choices/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.arguments.items.properties.choices.items.type, parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.choices.items, data: data71 };
                            if (vErrors === null) {
                              vErrors = [err135];
                            } else {
                              vErrors.push(err135);
                            }
                            errors++;
                          }
                        }
                      } else {
                        const err136 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9 + "/choices", schemaPath: "#/properties/commands/items/properties/arguments/items/properties/choices/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.commands.items.properties.arguments.items.properties.choices.type, parentSchema: schema11.properties.commands.items.properties.arguments.items.properties.choices, data: data70 };
                        if (vErrors === null) {
                          vErrors = [err136];
                        } else {
                          vErrors.push(err136);
                        }
                        errors++;
                      }
                    }
                  } else {
                    const err137 = { instancePath: instancePath + "/commands/" + i8 + "/arguments/" + i9, schemaPath: "#/properties/commands/items/properties/arguments/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.commands.items.properties.arguments.items.type, parentSchema: schema11.properties.commands.items.properties.arguments.items, data: data66 };
                    if (vErrors === null) {
                      vErrors = [err137];
                    } else {
                      vErrors.push(err137);
                    }
                    errors++;
                  }
                }
              } else {
                const err138 = { instancePath: instancePath + "/commands/" + i8 + "/arguments", schemaPath: "#/properties/commands/items/properties/arguments/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.commands.items.properties.arguments.type, parentSchema: schema11.properties.commands.items.properties.arguments, data: data65 };
                if (vErrors === null) {
                  vErrors = [err138];
                } else {
                  vErrors.push(err138);
                }
                errors++;
              }
            }
            if (data61.options !== void 0) {
              let data72 = data61.options;
              if (Array.isArray(data72)) {
                const len10 = data72.length;
                for (let i11 = 0; i11 < len10; i11++) {
                  let data73 = data72[i11];
                  if (data73 && typeof data73 == "object" && !Array.isArray(data73)) {
                    if (data73.name === void 0) {
                      const err139 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11, schemaPath: "#/properties/commands/items/properties/options/items/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'", schema: schema11.properties.commands.items.properties.options.items.required, parentSchema: schema11.properties.commands.items.properties.options.items, data: data73 };
                      if (vErrors === null) {
                        vErrors = [err139];
                      } else {
                        vErrors.push(err139);
                      }
                      errors++;
                    }
                    if (data73.description === void 0) {
                      const err140 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11, schemaPath: "#/properties/commands/items/properties/options/items/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'", schema: schema11.properties.commands.items.properties.options.items.required, parentSchema: schema11.properties.commands.items.properties.options.items, data: data73 };
                      if (vErrors === null) {
                        vErrors = [err140];
                      } else {
                        vErrors.push(err140);
                      }
                      errors++;
                    }
                    for (const key10 in data73) {
                      if (!(key10 === "name" || key10 === "description" || key10 === "type" || key10 === "value" || key10 === "choices" || key10 === "repeatable")) {
                        const err141 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11, schemaPath: "#/properties/commands/items/properties/options/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key10 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.commands.items.properties.options.items, data: data73 };
                        if (vErrors === null) {
                          vErrors = [err141];
                        } else {
                          vErrors.push(err141);
                        }
                        errors++;
                      }
                    }
                    if (data73.name !== void 0) {
                      let data74 = data73.name;
                      if (typeof data74 === "string") {
                        if (!pattern0.test(data74)) {
                          const err142 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/name", schemaPath: "#/properties/commands/items/properties/options/items/properties/name/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" }, message: 'must match pattern "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"', schema: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", parentSchema: schema11.properties.commands.items.properties.options.items.properties.name, data: data74 };
                          if (vErrors === null) {
                            vErrors = [err142];
                          } else {
                            vErrors.push(err142);
                          }
                          errors++;
                        }
                      } else {
                        const err143 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/name", schemaPath: "#/properties/commands/items/properties/options/items/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.options.items.properties.name.type, parentSchema: schema11.properties.commands.items.properties.options.items.properties.name, data: data74 };
                        if (vErrors === null) {
                          vErrors = [err143];
                        } else {
                          vErrors.push(err143);
                        }
                        errors++;
                      }
                    }
                    if (data73.description !== void 0) {
                      let data75 = data73.description;
                      if (typeof data75 === "string") {
                        if (!pattern3.test(data75)) {
                          const err144 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/description", schemaPath: "#/properties/commands/items/properties/options/items/properties/description/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.commands.items.properties.options.items.properties.description, data: data75 };
                          if (vErrors === null) {
                            vErrors = [err144];
                          } else {
                            vErrors.push(err144);
                          }
                          errors++;
                        }
                      } else {
                        const err145 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/description", schemaPath: "#/properties/commands/items/properties/options/items/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.options.items.properties.description.type, parentSchema: schema11.properties.commands.items.properties.options.items.properties.description, data: data75 };
                        if (vErrors === null) {
                          vErrors = [err145];
                        } else {
                          vErrors.push(err145);
                        }
                        errors++;
                      }
                    }
                    if (data73.type !== void 0) {
                      let data76 = data73.type;
                      if (!(data76 === "text" || data76 === "flag" || data76 === "integer" || data76 === "number" || data76 === "duration" || data76 === "json" || data76 === "object" || data76 === "optional-text")) {
                        const err146 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/type", schemaPath: "#/properties/commands/items/properties/options/items/properties/type/enum", keyword: "enum", params: { allowedValues: schema11.properties.commands.items.properties.options.items.properties.type.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.commands.items.properties.options.items.properties.type.enum, parentSchema: schema11.properties.commands.items.properties.options.items.properties.type, data: data76 };
                        if (vErrors === null) {
                          vErrors = [err146];
                        } else {
                          vErrors.push(err146);
                        }
                        errors++;
                      }
                    }
                    if (data73.value !== void 0) {
                      let data77 = data73.value;
                      if (typeof data77 === "string") {
                        if (!pattern3.test(data77)) {
                          const err147 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/value", schemaPath: "#/properties/commands/items/properties/options/items/properties/value/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.commands.items.properties.options.items.properties.value, data: data77 };
                          if (vErrors === null) {
                            vErrors = [err147];
                          } else {
                            vErrors.push(err147);
                          }
                          errors++;
                        }
                      } else {
                        const err148 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/value", schemaPath: "#/properties/commands/items/properties/options/items/properties/value/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.options.items.properties.value.type, parentSchema: schema11.properties.commands.items.properties.options.items.properties.value, data: data77 };
                        if (vErrors === null) {
                          vErrors = [err148];
                        } else {
                          vErrors.push(err148);
                        }
                        errors++;
                      }
                    }
                    if (data73.choices !== void 0) {
                      let data78 = data73.choices;
                      if (Array.isArray(data78)) {
                        if (data78.length < 1) {
                          const err149 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/choices", schemaPath: "#/properties/commands/items/properties/options/items/properties/choices/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema11.properties.commands.items.properties.options.items.properties.choices, data: data78 };
                          if (vErrors === null) {
                            vErrors = [err149];
                          } else {
                            vErrors.push(err149);
                          }
                          errors++;
                        }
                        const len11 = data78.length;
                        for (let i12 = 0; i12 < len11; i12++) {
                          let data79 = data78[i12];
                          if (typeof data79 !== "string") {
                            const err150 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/choices/" + i12, schemaPath: "#/properties/commands/items/properties/options/items/properties/choices/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.options.items.properties.choices.items.type, parentSchema: schema11.properties.commands.items.properties.options.items.properties.choices.items, data: data79 };
                            if (vErrors === null) {
                              vErrors = [err150];
                            } else {
                              vErrors.push(err150);
                            }
                            errors++;
                          }
                        }
                      } else {
                        const err151 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/choices", schemaPath: "#/properties/commands/items/properties/options/items/properties/choices/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.commands.items.properties.options.items.properties.choices.type, parentSchema: schema11.properties.commands.items.properties.options.items.properties.choices, data: data78 };
                        if (vErrors === null) {
                          vErrors = [err151];
                        } else {
                          vErrors.push(err151);
                        }
                        errors++;
                      }
                    }
                    if (data73.repeatable !== void 0) {
                      let data80 = data73.repeatable;
                      if (typeof data80 !== "boolean") {
                        const err152 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11 + "/repeatable", schemaPath: "#/properties/commands/items/properties/options/items/properties/repeatable/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema11.properties.commands.items.properties.options.items.properties.repeatable.type, parentSchema: schema11.properties.commands.items.properties.options.items.properties.repeatable, data: data80 };
                        if (vErrors === null) {
                          vErrors = [err152];
                        } else {
                          vErrors.push(err152);
                        }
                        errors++;
                      }
                    }
                  } else {
                    const err153 = { instancePath: instancePath + "/commands/" + i8 + "/options/" + i11, schemaPath: "#/properties/commands/items/properties/options/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.commands.items.properties.options.items.type, parentSchema: schema11.properties.commands.items.properties.options.items, data: data73 };
                    if (vErrors === null) {
                      vErrors = [err153];
                    } else {
                      vErrors.push(err153);
                    }
                    errors++;
                  }
                }
              } else {
                const err154 = { instancePath: instancePath + "/commands/" + i8 + "/options", schemaPath: "#/properties/commands/items/properties/options/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.commands.items.properties.options.type, parentSchema: schema11.properties.commands.items.properties.options, data: data72 };
                if (vErrors === null) {
                  vErrors = [err154];
                } else {
                  vErrors.push(err154);
                }
                errors++;
              }
            }
            if (data61.offline !== void 0) {
              let data81 = data61.offline;
              if (typeof data81 !== "boolean") {
                const err155 = { instancePath: instancePath + "/commands/" + i8 + "/offline", schemaPath: "#/properties/commands/items/properties/offline/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema11.properties.commands.items.properties.offline.type, parentSchema: schema11.properties.commands.items.properties.offline, data: data81 };
                if (vErrors === null) {
                  vErrors = [err155];
                } else {
                  vErrors.push(err155);
                }
                errors++;
              }
            }
            if (data61.rest !== void 0) {
              let data82 = data61.rest;
              if (typeof data82 !== "boolean") {
                const err156 = { instancePath: instancePath + "/commands/" + i8 + "/rest", schemaPath: "#/properties/commands/items/properties/rest/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean", schema: schema11.properties.commands.items.properties.rest.type, parentSchema: schema11.properties.commands.items.properties.rest, data: data82 };
                if (vErrors === null) {
                  vErrors = [err156];
                } else {
                  vErrors.push(err156);
                }
                errors++;
              }
            }
            if (data61.examples !== void 0) {
              let data83 = data61.examples;
              if (Array.isArray(data83)) {
                const len12 = data83.length;
                for (let i13 = 0; i13 < len12; i13++) {
                  let data84 = data83[i13];
                  if (typeof data84 === "string") {
                    if (!pattern3.test(data84)) {
                      const err157 = { instancePath: instancePath + "/commands/" + i8 + "/examples/" + i13, schemaPath: "#/properties/commands/items/properties/examples/items/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"', schema: "\\S", parentSchema: schema11.properties.commands.items.properties.examples.items, data: data84 };
                      if (vErrors === null) {
                        vErrors = [err157];
                      } else {
                        vErrors.push(err157);
                      }
                      errors++;
                    }
                  } else {
                    const err158 = { instancePath: instancePath + "/commands/" + i8 + "/examples/" + i13, schemaPath: "#/properties/commands/items/properties/examples/items/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.examples.items.type, parentSchema: schema11.properties.commands.items.properties.examples.items, data: data84 };
                    if (vErrors === null) {
                      vErrors = [err158];
                    } else {
                      vErrors.push(err158);
                    }
                    errors++;
                  }
                }
              } else {
                const err159 = { instancePath: instancePath + "/commands/" + i8 + "/examples", schemaPath: "#/properties/commands/items/properties/examples/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.commands.items.properties.examples.type, parentSchema: schema11.properties.commands.items.properties.examples, data: data83 };
                if (vErrors === null) {
                  vErrors = [err159];
                } else {
                  vErrors.push(err159);
                }
                errors++;
              }
            }
            if (data61.run !== void 0) {
              let data85 = data61.run;
              if (typeof data85 === "string") {
                if (!pattern35.test(data85)) {
                  const err160 = { instancePath: instancePath + "/commands/" + i8 + "/run", schemaPath: "#/properties/commands/items/properties/run/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$" }, message: 'must match pattern "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$"', schema: "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$", parentSchema: schema11.properties.commands.items.properties.run, data: data85 };
                  if (vErrors === null) {
                    vErrors = [err160];
                  } else {
                    vErrors.push(err160);
                  }
                  errors++;
                }
              } else {
                const err161 = { instancePath: instancePath + "/commands/" + i8 + "/run", schemaPath: "#/properties/commands/items/properties/run/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.commands.items.properties.run.type, parentSchema: schema11.properties.commands.items.properties.run, data: data85 };
                if (vErrors === null) {
                  vErrors = [err161];
                } else {
                  vErrors.push(err161);
                }
                errors++;
              }
            }
          } else {
            const err162 = { instancePath: instancePath + "/commands/" + i8, schemaPath: "#/properties/commands/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.commands.items.type, parentSchema: schema11.properties.commands.items, data: data61 };
            if (vErrors === null) {
              vErrors = [err162];
            } else {
              vErrors.push(err162);
            }
            errors++;
          }
        }
      } else {
        const err163 = { instancePath: instancePath + "/commands", schemaPath: "#/properties/commands/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.commands.type, parentSchema: schema11.properties.commands, data: data60 };
        if (vErrors === null) {
          vErrors = [err163];
        } else {
          vErrors.push(err163);
        }
        errors++;
      }
    }
    if (data.programs !== void 0) {
      let data86 = data.programs;
      if (Array.isArray(data86)) {
        const len13 = data86.length;
        for (let i14 = 0; i14 < len13; i14++) {
          let data87 = data86[i14];
          if (data87 && typeof data87 == "object" && !Array.isArray(data87)) {
            if (data87.id === void 0) {
              const err164 = { instancePath: instancePath + "/programs/" + i14, schemaPath: "#/properties/programs/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema11.properties.programs.items.required, parentSchema: schema11.properties.programs.items, data: data87 };
              if (vErrors === null) {
                vErrors = [err164];
              } else {
                vErrors.push(err164);
              }
              errors++;
            }
            if (data87.entry === void 0) {
              const err165 = { instancePath: instancePath + "/programs/" + i14, schemaPath: "#/properties/programs/items/required", keyword: "required", params: { missingProperty: "entry" }, message: "must have required property 'entry'", schema: schema11.properties.programs.items.required, parentSchema: schema11.properties.programs.items, data: data87 };
              if (vErrors === null) {
                vErrors = [err165];
              } else {
                vErrors.push(err165);
              }
              errors++;
            }
            for (const key11 in data87) {
              if (!(key11 === "id" || key11 === "entry" || key11 === "limits")) {
                const err166 = { instancePath: instancePath + "/programs/" + i14, schemaPath: "#/properties/programs/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key11 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.programs.items, data: data87 };
                if (vErrors === null) {
                  vErrors = [err166];
                } else {
                  vErrors.push(err166);
                }
                errors++;
              }
            }
            if (data87.id !== void 0) {
              let data88 = data87.id;
              if (typeof data88 === "string") {
                if (!pattern0.test(data88)) {
                  const err167 = { instancePath: instancePath + "/programs/" + i14 + "/id", schemaPath: "#/properties/programs/items/properties/id/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" }, message: 'must match pattern "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"', schema: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", parentSchema: schema11.properties.programs.items.properties.id, data: data88 };
                  if (vErrors === null) {
                    vErrors = [err167];
                  } else {
                    vErrors.push(err167);
                  }
                  errors++;
                }
              } else {
                const err168 = { instancePath: instancePath + "/programs/" + i14 + "/id", schemaPath: "#/properties/programs/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.programs.items.properties.id.type, parentSchema: schema11.properties.programs.items.properties.id, data: data88 };
                if (vErrors === null) {
                  vErrors = [err168];
                } else {
                  vErrors.push(err168);
                }
                errors++;
              }
            }
            if (data87.entry !== void 0) {
              let data89 = data87.entry;
              if (typeof data89 === "string") {
                if (!pattern5.test(data89)) {
                  const err169 = { instancePath: instancePath + "/programs/" + i14 + "/entry", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data89 };
                  if (vErrors === null) {
                    vErrors = [err169];
                  } else {
                    vErrors.push(err169);
                  }
                  errors++;
                }
              } else {
                const err170 = { instancePath: instancePath + "/programs/" + i14 + "/entry", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data89 };
                if (vErrors === null) {
                  vErrors = [err170];
                } else {
                  vErrors.push(err170);
                }
                errors++;
              }
            }
            if (data87.limits !== void 0) {
              let data90 = data87.limits;
              if (data90 && typeof data90 == "object" && !Array.isArray(data90)) {
                for (const key12 in data90) {
                  if (!(key12 === "memory_mb" || key12 === "heap_mb")) {
                    const err171 = { instancePath: instancePath + "/programs/" + i14 + "/limits", schemaPath: "#/properties/programs/items/properties/limits/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key12 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.programs.items.properties.limits, data: data90 };
                    if (vErrors === null) {
                      vErrors = [err171];
                    } else {
                      vErrors.push(err171);
                    }
                    errors++;
                  }
                }
                if (data90.memory_mb !== void 0) {
                  let data91 = data90.memory_mb;
                  if (!(typeof data91 == "number" && (!(data91 % 1) && !isNaN(data91)) && isFinite(data91))) {
                    const err172 = { instancePath: instancePath + "/programs/" + i14 + "/limits/memory_mb", schemaPath: "#/properties/programs/items/properties/limits/properties/memory_mb/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema11.properties.programs.items.properties.limits.properties.memory_mb.type, parentSchema: schema11.properties.programs.items.properties.limits.properties.memory_mb, data: data91 };
                    if (vErrors === null) {
                      vErrors = [err172];
                    } else {
                      vErrors.push(err172);
                    }
                    errors++;
                  }
                  if (typeof data91 == "number" && isFinite(data91)) {
                    if (data91 < 64 || isNaN(data91)) {
                      const err173 = { instancePath: instancePath + "/programs/" + i14 + "/limits/memory_mb", schemaPath: "#/properties/programs/items/properties/limits/properties/memory_mb/minimum", keyword: "minimum", params: { comparison: ">=", limit: 64 }, message: "must be >= 64", schema: 64, parentSchema: schema11.properties.programs.items.properties.limits.properties.memory_mb, data: data91 };
                      if (vErrors === null) {
                        vErrors = [err173];
                      } else {
                        vErrors.push(err173);
                      }
                      errors++;
                    }
                  }
                }
                if (data90.heap_mb !== void 0) {
                  let data92 = data90.heap_mb;
                  if (!(typeof data92 == "number" && (!(data92 % 1) && !isNaN(data92)) && isFinite(data92))) {
                    const err174 = { instancePath: instancePath + "/programs/" + i14 + "/limits/heap_mb", schemaPath: "#/properties/programs/items/properties/limits/properties/heap_mb/type", keyword: "type", params: { type: "integer" }, message: "must be integer", schema: schema11.properties.programs.items.properties.limits.properties.heap_mb.type, parentSchema: schema11.properties.programs.items.properties.limits.properties.heap_mb, data: data92 };
                    if (vErrors === null) {
                      vErrors = [err174];
                    } else {
                      vErrors.push(err174);
                    }
                    errors++;
                  }
                  if (typeof data92 == "number" && isFinite(data92)) {
                    if (data92 < 16 || isNaN(data92)) {
                      const err175 = { instancePath: instancePath + "/programs/" + i14 + "/limits/heap_mb", schemaPath: "#/properties/programs/items/properties/limits/properties/heap_mb/minimum", keyword: "minimum", params: { comparison: ">=", limit: 16 }, message: "must be >= 16", schema: 16, parentSchema: schema11.properties.programs.items.properties.limits.properties.heap_mb, data: data92 };
                      if (vErrors === null) {
                        vErrors = [err175];
                      } else {
                        vErrors.push(err175);
                      }
                      errors++;
                    }
                  }
                }
              } else {
                const err176 = { instancePath: instancePath + "/programs/" + i14 + "/limits", schemaPath: "#/properties/programs/items/properties/limits/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.programs.items.properties.limits.type, parentSchema: schema11.properties.programs.items.properties.limits, data: data90 };
                if (vErrors === null) {
                  vErrors = [err176];
                } else {
                  vErrors.push(err176);
                }
                errors++;
              }
            }
          } else {
            const err177 = { instancePath: instancePath + "/programs/" + i14, schemaPath: "#/properties/programs/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.programs.items.type, parentSchema: schema11.properties.programs.items, data: data87 };
            if (vErrors === null) {
              vErrors = [err177];
            } else {
              vErrors.push(err177);
            }
            errors++;
          }
        }
      } else {
        const err178 = { instancePath: instancePath + "/programs", schemaPath: "#/properties/programs/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.programs.type, parentSchema: schema11.properties.programs, data: data86 };
        if (vErrors === null) {
          vErrors = [err178];
        } else {
          vErrors.push(err178);
        }
        errors++;
      }
    }
    if (data.drivers !== void 0) {
      let data93 = data.drivers;
      if (Array.isArray(data93)) {
        const len14 = data93.length;
        for (let i15 = 0; i15 < len14; i15++) {
          let data94 = data93[i15];
          if (data94 && typeof data94 == "object" && !Array.isArray(data94)) {
            if (data94.id === void 0) {
              const err179 = { instancePath: instancePath + "/drivers/" + i15, schemaPath: "#/properties/drivers/items/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'", schema: schema11.properties.drivers.items.required, parentSchema: schema11.properties.drivers.items, data: data94 };
              if (vErrors === null) {
                vErrors = [err179];
              } else {
                vErrors.push(err179);
              }
              errors++;
            }
            if (data94.entry === void 0) {
              const err180 = { instancePath: instancePath + "/drivers/" + i15, schemaPath: "#/properties/drivers/items/required", keyword: "required", params: { missingProperty: "entry" }, message: "must have required property 'entry'", schema: schema11.properties.drivers.items.required, parentSchema: schema11.properties.drivers.items, data: data94 };
              if (vErrors === null) {
                vErrors = [err180];
              } else {
                vErrors.push(err180);
              }
              errors++;
            }
            if (data94.planes === void 0) {
              const err181 = { instancePath: instancePath + "/drivers/" + i15, schemaPath: "#/properties/drivers/items/required", keyword: "required", params: { missingProperty: "planes" }, message: "must have required property 'planes'", schema: schema11.properties.drivers.items.required, parentSchema: schema11.properties.drivers.items, data: data94 };
              if (vErrors === null) {
                vErrors = [err181];
              } else {
                vErrors.push(err181);
              }
              errors++;
            }
            for (const key13 in data94) {
              if (!(key13 === "id" || key13 === "entry" || key13 === "planes")) {
                const err182 = { instancePath: instancePath + "/drivers/" + i15, schemaPath: "#/properties/drivers/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key13 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.drivers.items, data: data94 };
                if (vErrors === null) {
                  vErrors = [err182];
                } else {
                  vErrors.push(err182);
                }
                errors++;
              }
            }
            if (data94.id !== void 0) {
              let data95 = data94.id;
              if (typeof data95 === "string") {
                if (!pattern0.test(data95)) {
                  const err183 = { instancePath: instancePath + "/drivers/" + i15 + "/id", schemaPath: "#/properties/drivers/items/properties/id/pattern", keyword: "pattern", params: { pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" }, message: 'must match pattern "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"', schema: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", parentSchema: schema11.properties.drivers.items.properties.id, data: data95 };
                  if (vErrors === null) {
                    vErrors = [err183];
                  } else {
                    vErrors.push(err183);
                  }
                  errors++;
                }
              } else {
                const err184 = { instancePath: instancePath + "/drivers/" + i15 + "/id", schemaPath: "#/properties/drivers/items/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.drivers.items.properties.id.type, parentSchema: schema11.properties.drivers.items.properties.id, data: data95 };
                if (vErrors === null) {
                  vErrors = [err184];
                } else {
                  vErrors.push(err184);
                }
                errors++;
              }
            }
            if (data94.entry !== void 0) {
              let data96 = data94.entry;
              if (typeof data96 === "string") {
                if (!pattern35.test(data96)) {
                  const err185 = { instancePath: instancePath + "/drivers/" + i15 + "/entry", schemaPath: "#/properties/drivers/items/properties/entry/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$" }, message: 'must match pattern "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$"', schema: "^\\./[^\\\\#]+#[A-Za-z_$][A-Za-z0-9_$]*$", parentSchema: schema11.properties.drivers.items.properties.entry, data: data96 };
                  if (vErrors === null) {
                    vErrors = [err185];
                  } else {
                    vErrors.push(err185);
                  }
                  errors++;
                }
              } else {
                const err186 = { instancePath: instancePath + "/drivers/" + i15 + "/entry", schemaPath: "#/properties/drivers/items/properties/entry/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema11.properties.drivers.items.properties.entry.type, parentSchema: schema11.properties.drivers.items.properties.entry, data: data96 };
                if (vErrors === null) {
                  vErrors = [err186];
                } else {
                  vErrors.push(err186);
                }
                errors++;
              }
            }
            if (data94.planes !== void 0) {
              let data97 = data94.planes;
              if (Array.isArray(data97)) {
                if (data97.length < 1) {
                  const err187 = { instancePath: instancePath + "/drivers/" + i15 + "/planes", schemaPath: "#/properties/drivers/items/properties/planes/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items", schema: 1, parentSchema: schema11.properties.drivers.items.properties.planes, data: data97 };
                  if (vErrors === null) {
                    vErrors = [err187];
                  } else {
                    vErrors.push(err187);
                  }
                  errors++;
                }
                const len15 = data97.length;
                for (let i16 = 0; i16 < len15; i16++) {
                  let data98 = data97[i16];
                  if (!(data98 === "control" || data98 === "data" || data98 === "jobs" || data98 === "memory" || data98 === "analytics")) {
                    const err188 = { instancePath: instancePath + "/drivers/" + i15 + "/planes/" + i16, schemaPath: "#/properties/drivers/items/properties/planes/items/enum", keyword: "enum", params: { allowedValues: schema11.properties.drivers.items.properties.planes.items.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.drivers.items.properties.planes.items.enum, parentSchema: schema11.properties.drivers.items.properties.planes.items, data: data98 };
                    if (vErrors === null) {
                      vErrors = [err188];
                    } else {
                      vErrors.push(err188);
                    }
                    errors++;
                  }
                }
              } else {
                const err189 = { instancePath: instancePath + "/drivers/" + i15 + "/planes", schemaPath: "#/properties/drivers/items/properties/planes/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.drivers.items.properties.planes.type, parentSchema: schema11.properties.drivers.items.properties.planes, data: data97 };
                if (vErrors === null) {
                  vErrors = [err189];
                } else {
                  vErrors.push(err189);
                }
                errors++;
              }
            }
          } else {
            const err190 = { instancePath: instancePath + "/drivers/" + i15, schemaPath: "#/properties/drivers/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.drivers.items.type, parentSchema: schema11.properties.drivers.items, data: data94 };
            if (vErrors === null) {
              vErrors = [err190];
            } else {
              vErrors.push(err190);
            }
            errors++;
          }
        }
      } else {
        const err191 = { instancePath: instancePath + "/drivers", schemaPath: "#/properties/drivers/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.drivers.type, parentSchema: schema11.properties.drivers, data: data93 };
        if (vErrors === null) {
          vErrors = [err191];
        } else {
          vErrors.push(err191);
        }
        errors++;
      }
    }
    if (data.config !== void 0) {
      let data99 = data.config;
      if (typeof data99 === "string") {
        if (!pattern5.test(data99)) {
          const err192 = { instancePath: instancePath + "/config", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data99 };
          if (vErrors === null) {
            vErrors = [err192];
          } else {
            vErrors.push(err192);
          }
          errors++;
        }
      } else {
        const err193 = { instancePath: instancePath + "/config", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data99 };
        if (vErrors === null) {
          vErrors = [err193];
        } else {
          vErrors.push(err193);
        }
        errors++;
      }
    }
    if (data.storage !== void 0) {
      let data100 = data.storage;
      if (Array.isArray(data100)) {
        const len16 = data100.length;
        for (let i17 = 0; i17 < len16; i17++) {
          let data101 = data100[i17];
          if (data101 && typeof data101 == "object" && !Array.isArray(data101)) {
            if (data101.plane === void 0) {
              const err194 = { instancePath: instancePath + "/storage/" + i17, schemaPath: "#/properties/storage/items/required", keyword: "required", params: { missingProperty: "plane" }, message: "must have required property 'plane'", schema: schema11.properties.storage.items.required, parentSchema: schema11.properties.storage.items, data: data101 };
              if (vErrors === null) {
                vErrors = [err194];
              } else {
                vErrors.push(err194);
              }
              errors++;
            }
            if (data101.migrations === void 0) {
              const err195 = { instancePath: instancePath + "/storage/" + i17, schemaPath: "#/properties/storage/items/required", keyword: "required", params: { missingProperty: "migrations" }, message: "must have required property 'migrations'", schema: schema11.properties.storage.items.required, parentSchema: schema11.properties.storage.items, data: data101 };
              if (vErrors === null) {
                vErrors = [err195];
              } else {
                vErrors.push(err195);
              }
              errors++;
            }
            for (const key14 in data101) {
              if (!(key14 === "plane" || key14 === "migrations")) {
                const err196 = { instancePath: instancePath + "/storage/" + i17, schemaPath: "#/properties/storage/items/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key14 }, message: "must NOT have additional properties", schema: false, parentSchema: schema11.properties.storage.items, data: data101 };
                if (vErrors === null) {
                  vErrors = [err196];
                } else {
                  vErrors.push(err196);
                }
                errors++;
              }
            }
            if (data101.plane !== void 0) {
              let data102 = data101.plane;
              if (!(data102 === "data")) {
                const err197 = { instancePath: instancePath + "/storage/" + i17 + "/plane", schemaPath: "#/properties/storage/items/properties/plane/enum", keyword: "enum", params: { allowedValues: schema11.properties.storage.items.properties.plane.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.storage.items.properties.plane.enum, parentSchema: schema11.properties.storage.items.properties.plane, data: data102 };
                if (vErrors === null) {
                  vErrors = [err197];
                } else {
                  vErrors.push(err197);
                }
                errors++;
              }
            }
            if (data101.migrations !== void 0) {
              let data103 = data101.migrations;
              if (typeof data103 === "string") {
                if (!pattern5.test(data103)) {
                  const err198 = { instancePath: instancePath + "/storage/" + i17 + "/migrations", schemaPath: "#/definitions/path/pattern", keyword: "pattern", params: { pattern: "^\\./[^\\\\]+$" }, message: 'must match pattern "^\\./[^\\\\]+$"', schema: "^\\./[^\\\\]+$", parentSchema: schema12, data: data103 };
                  if (vErrors === null) {
                    vErrors = [err198];
                  } else {
                    vErrors.push(err198);
                  }
                  errors++;
                }
              } else {
                const err199 = { instancePath: instancePath + "/storage/" + i17 + "/migrations", schemaPath: "#/definitions/path/type", keyword: "type", params: { type: "string" }, message: "must be string", schema: schema12.type, parentSchema: schema12, data: data103 };
                if (vErrors === null) {
                  vErrors = [err199];
                } else {
                  vErrors.push(err199);
                }
                errors++;
              }
            }
          } else {
            const err200 = { instancePath: instancePath + "/storage/" + i17, schemaPath: "#/properties/storage/items/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.properties.storage.items.type, parentSchema: schema11.properties.storage.items, data: data101 };
            if (vErrors === null) {
              vErrors = [err200];
            } else {
              vErrors.push(err200);
            }
            errors++;
          }
        }
      } else {
        const err201 = { instancePath: instancePath + "/storage", schemaPath: "#/properties/storage/type", keyword: "type", params: { type: "array" }, message: "must be array", schema: schema11.properties.storage.type, parentSchema: schema11.properties.storage, data: data100 };
        if (vErrors === null) {
          vErrors = [err201];
        } else {
          vErrors.push(err201);
        }
        errors++;
      }
    }
    if (data.on_failure !== void 0) {
      let data104 = data.on_failure;
      if (!(data104 === "degrade" || data104 === "abort")) {
        const err202 = { instancePath: instancePath + "/on_failure", schemaPath: "#/properties/on_failure/enum", keyword: "enum", params: { allowedValues: schema11.properties.on_failure.enum }, message: "must be equal to one of the allowed values", schema: schema11.properties.on_failure.enum, parentSchema: schema11.properties.on_failure, data: data104 };
        if (vErrors === null) {
          vErrors = [err202];
        } else {
          vErrors.push(err202);
        }
        errors++;
      }
    }
  } else {
    const err203 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object", schema: schema11.type, parentSchema: schema11, data };
    if (vErrors === null) {
      vErrors = [err203];
    } else {
      vErrors.push(err203);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
export {
  validatePluginManifest
};
