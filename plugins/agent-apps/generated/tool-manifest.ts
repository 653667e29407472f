// Generated from schemas/tool.schema.json by npm run generate. Do not edit.

/**
 * What a sandboxed tool is: tool.json or tool.yaml in its folder.
 */
export interface SandboxedToolManifest {
  /**
   * Where this schema is, for editors.
   */
  $schema?: string
  /**
   * The version of the manifest format.
   */
  manifest_version?: '1'
  /**
   * What the folder holds.
   */
  kind: 'tool'
  /**
   * Lower-case letters, digits and -, at most 63; equal to the folder's name. Models and clients call the tool by it.
   */
  name: string
  /**
   * A semantic version, such as 1.0.0.
   */
  version: string
  /**
   * The name for people.
   */
  title?: string
  /**
   * The same as title, as agent apps call it.
   */
  display_name?: string
  /**
   * What it does and when to use it: models choose tools by this text.
   */
  description: string
  /**
   * An SVG file of this folder, or the name of an icon of the web UI; default icon.svg, where it is there.
   */
  icon?: string
  /**
   * Who wrote it.
   */
  author?: string
  /**
   * An SPDX expression, such as MIT.
   */
  license?: string
  /**
   * Words to find it by.
   *
   * @maxItems 20
   */
  keywords?: string[]
  /**
   * Where the tool begins; default tool.ts.
   */
  entry?: {
    /**
     * A tool is always code.
     */
    type?: 'module'
    /**
     * A TypeScript file of this folder that exports defineTool(…) as default.
     */
    file: string
  }
  /**
   * A JSON Schema of the input: an object. It checks calls, and models write their calls by it.
   */
  input_schema: {}
  /**
   * A JSON Schema of the result. A result that does not fit fails the call.
   */
  output_schema?: {}
  /**
   * What a call does to the world; decides whether a person is asked first. No less than what the permissions allow.
   */
  effect: 'read' | 'write' | 'external' | 'destructive'
  /**
   * What the app may do for its caller; by default nothing.
   */
  permissions?: {
    /**
     * True: the app may ask the language model.
     */
    agent?: boolean
    /**
     * Names of the tools it may call.
     *
     * @maxItems 100
     */
    tools?: string[]
    /**
     * The memory of the workspace. write includes read.
     */
    memory?: 'none' | 'read' | 'write'
    /**
     * The files of the workspace. write includes read.
     */
    files?: 'none' | 'read' | 'write'
    /**
     * The tables of the workspace. write includes read.
     */
    datasets?: 'none' | 'read' | 'write'
    /**
     * URL patterns that its tools may fetch, such as https://api.example.com/*, https://*.example.com/* or https://* /*.
     *
     * @maxItems 100
     */
    network?: string[]
  }
  /**
   * What one run may use. The operator's configuration caps each.
   */
  limits?: {
    /**
     * Wall clock.
     */
    timeout_ms?: number
    /**
     * CPU between two awaits.
     */
    cpu_ms?: number
    /**
     * Memory of the isolate, in MiB.
     */
    memory_mb?: number
    /**
     * Of the output as JSON.
     */
    output_bytes?: number
    /**
     * Of the log.
     */
    log_bytes?: number
    /**
     * Calls of tools.
     */
    tool_calls?: number
    /**
     * Prompts and answers together. Checked before each question.
     */
    tokens?: number
    /**
     * Runs of one workspace at one time; more wait.
     */
    concurrency?: number
  }
  /**
   * A JSON Schema of what the operator configures for this tool; x-secret marks secrets.
   */
  config?: {}
  /**
   * Inputs that work, for people and for svc app dev. Files in examples/ are added.
   *
   * @maxItems 50
   */
  examples?: {
    /**
     * One line for people.
     */
    title: string
    /**
     * More of it.
     */
    description?: string
    /**
     * They must fit inputs.
     */
    inputs: {}
  }[]
}
