// Generated from schemas/agent-app.schema.json by npm run generate. Do not edit.

/**
 * What an agent app is: manifest.json or manifest.yaml in its folder.
 */
export interface AgentAppManifest {
  /**
   * Where this schema is, for editors.
   */
  $schema?: string
  /**
   * The version of the manifest format.
   */
  manifest_version: '1'
  /**
   * Lower-case letters, digits and -, at most 63; equal to the folder's name.
   */
  name: string
  /**
   * A semantic version, such as 1.0.0.
   */
  version: string
  /**
   * The name for people; without it they see `name`.
   */
  display_name?: string
  /**
   * One sentence for people: what it does.
   */
  description: string
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
   * Where the app begins.
   */
  entry: {
    /**
     * module: TypeScript that exports defineAgentApp(…) as default. prompt: a Markdown text with {{inputs.name}} in it. playbook: the playbook.yaml of the folder.
     */
    type: 'module' | 'prompt' | 'playbook'
    /**
     * A file of this folder, such as main.ts or prompt.md.
     */
    file: string
  }
  /**
   * A JSON Schema of the inputs: an object.
   */
  inputs: {}
  /**
   * A JSON Schema of the output. An output that does not fit fails the run. Without it any JSON value fits.
   */
  outputs?: {}
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
   * Who may start it. An app with a schedule needs job.
   *
   * @minItems 1
   */
  runners?: ('api' | 'ui' | 'cli' | 'job' | 'playbook')[]
  /**
   * A JSON Schema of what the operator configures for this app in plugins.agent-apps.apps.<name>, and the code reads as ctx.config; x-secret marks secrets.
   */
  config?: {}
  /**
   * Runs the app by the clock, as a job, in the first owner's workspace. Times that pass while the server is down are not made up for.
   */
  schedule?: {
    /**
     * Five fields, minute hour day month weekday; or six, with seconds first.
     */
    cron: string
    /**
     * An IANA time zone, such as Europe/London.
     */
    timezone?: string
    /**
     * The inputs of each run; they must fit inputs.
     */
    inputs?: {}
  }
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
