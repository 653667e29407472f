// Generated from plugin.schema.json by npm run generate. Do not edit.

/**
 * A plugin and a name with a dot between, such as notes.store.
 */
export type Reference = string
/**
 * Services that this plugin's setup provides.
 */
export type References = Reference[]
/**
 * Services of other plugins that it cannot do without. Core services need no entry.
 */
export type References1 = Reference[]
/**
 * Services it uses when there is a provider.
 */
export type References2 = Reference[]
/**
 * Points whose contributions this plugin reads.
 */
export type References3 = Reference[]
/**
 * Points to which it adds values.
 */
export type References4 = Reference[]
/**
 * Lower-case words with dots between, such as note.created.
 */
export type EventType = string

/**
 * What a plugin is: plugin.json in its folder. What is declared here must be bound by the plugin's code, and nothing else may be.
 */
export interface PluginManifest {
  /**
   * Where this schema is, for editors.
   */
  $schema?: string
  /**
   * The version of the manifest format.
   */
  manifest: 1
  /**
   * Names the configuration slice, the log label, the routes' prefix and (with _ for -) the tables' prefix.
   */
  id: string
  /**
   * Semantic version.
   */
  version: string
  /**
   * The major version of the plugin interface this plugin is written for, such as ^1.
   */
  kernel: string
  /**
   * For people.
   */
  title: string
  /**
   * One sentence for people.
   */
  description: string
  /**
   * The module that exports `plugin`, made by definePlugin.
   */
  entry: string
  /**
   * Services that it offers to other plugins and asks for.
   */
  services?: {
    provides?: References
    consumes?: References1
    optional?: References2
  }
  /**
   * Points at which plugins add to each other.
   */
  extension_points?: {
    hosts?: References3
    contributes?: References4
  }
  /**
   * Path prefixes below which all of its routes lie; / is the root page alone.
   */
  routes?: string[]
  /**
   * Permissions that its routes and tools ask for; API keys carry them as scopes.
   */
  permissions?: {
    /**
     * A scope, such as notes:read.
     */
    id: string
    /**
     * What it allows, for people.
     */
    title: string
    /**
     * false: the scope * of an API key does not include it; only a sign-in gives it to a key, by name.
     */
    wildcard?: boolean
    /**
     * Fields that hold the id of a record which this permission lets read, such as file_id. A route or tool of another plugin that takes one asks for this permission too.
     */
    records?: string[]
  }[]
  /**
   * Kinds of jobs that its code does.
   */
  jobs?: {
    kind: Reference
    /**
     * A JSON Schema; without one the payload is not checked.
     */
    payload?: string
    /**
     * How long an attempt may take.
     */
    timeout_seconds?: number
    /**
     * How often it is tried before it is dead; default 5.
     */
    max_attempts?: number
    /**
     * Jobs of this kind at a time, over all workers.
     */
    concurrency?: number
    /**
     * any (the default): every worker. home: the handler reads or writes the workspace's files, so only the server and workers on its home run it.
     */
    runs_on?: 'any' | 'home'
    /**
     * anyone (the default): every caller that may write jobs. plugin: the plugin's code alone, because the payload says who the work is done for; such a job is refused over HTTP, its payload is not shown and no external worker is given it.
     */
    enqueue?: 'anyone' | 'plugin'
  }[]
  /**
   * Events that this plugin appends to the log; the catalogue in the documentation is made from these.
   */
  events?: {
    type: EventType
    /**
     * When it happens, in one sentence.
     */
    title: string
    /**
     * A JSON Schema of the event's data.
     */
    data: string
    /**
     * workspace (the default): everyone who may read the workspace's events. admin: admins and owners.
     */
    audience?: 'workspace' | 'admin'
  }[]
  /**
   * Tools that the agent and others can call.
   */
  tools?: {
    /**
     * 1 to 64 lower-case letters, digits or _ and a letter first.
     */
    name: string
    /**
     * The name for people.
     */
    title?: string
    /**
     * What it does and when to use it: models choose tools by this text.
     */
    description?: string
    /**
     * A JSON Schema of the arguments.
     */
    input: string
    /**
     * A JSON Schema of the result.
     */
    output?: string
    /**
     * A scope, such as notes:read.
     */
    permission?: string
    /**
     * What calling it does to the world; decides the default grant.
     */
    effect: 'read' | 'write' | 'external' | 'destructive'
    /**
     * The name of an icon of the web interface, or an SVG as a data: URL.
     */
    icon?: string
    /**
     * True when a call that is made again with the same idempotency_key of its context changes nothing more.
     */
    idempotent?: boolean
    /**
     * True when it changes nothing here; by default only for the effect read.
     */
    read_only?: boolean
  }[]
  /**
   * Pages of the web interface.
   */
  pages?: {
    /**
     * Its address below that of the server, such as /hello; the page has all addresses below it too.
     */
    path: string
    /**
     * Its name in the menu.
     */
    title: string
    /**
     * The name of an icon of the web interface.
     */
    icon?: string
    /**
     * The part of the menu that it stands in; without one it is not in the menu.
     */
    group?: 'main' | 'knowledge' | 'automate' | 'build' | 'instance'
    /**
     * Its place in the group, the smallest first; default 100.
     */
    order?: number
    /**
     * The least role that sees it; default user.
     */
    role?: 'user' | 'admin' | 'owner'
    /**
     * The JavaScript module that draws the page, in a folder of its own, such as ./web/page.js: all files of that folder are served to browsers.
     */
    module?: string
  }[]
  /**
   * Commands that it adds to svc. They are known from here alone; no code of the plugin is loaded to list them.
   */
  commands?: {
    /**
     * As it is written after svc: greeter list.
     */
    name: string
    /**
     * One line for the list of commands.
     */
    summary: string
    /**
     * home: the home on this machine (SVC_HOME, --home) and files here; no server elsewhere is asked. server: the server that SVC_BASE_URL names, else that of the home.
     */
    acts_on: 'home' | 'server'
    /**
     * What is written after the name, in this order.
     */
    arguments?: {
      /**
       * Lower-case letters, digits or _ and a letter first.
       */
      name: string
      /**
       * For the help.
       */
      description: string
      /**
       * True unless it says false.
       */
      required?: boolean
      /**
       * The texts it may be.
       *
       * @minItems 1
       */
      choices?: string[]
    }[]
    /**
     * What is written with two dashes.
     */
    options?: {
      /**
       * Without its dashes.
       */
      name: string
      /**
       * For the help.
       */
      description: string
      /**
       * text (the default); flag: takes no value; duration: seconds, or such as 90s, 5m or 2h; object: a JSON object; optional-text: true when no value follows.
       */
      type?: 'text' | 'flag' | 'integer' | 'number' | 'duration' | 'json' | 'object' | 'optional-text'
      /**
       * What the help calls its value.
       */
      value?: string
      /**
       * The texts it may be.
       *
       * @minItems 1
       */
      choices?: string[]
      /**
       * It may be given again; its values are a list.
       */
      repeatable?: boolean
    }[]
    /**
     * True: it serves a home that no server runs on, so it is there also while the plugin is switched off.
     */
    offline?: boolean
    /**
     * True: options and arguments that are not declared are handed on as they come.
     */
    rest?: boolean
    /**
     * Whole command lines, beginning with svc.
     */
    examples?: string[]
    /**
     * The file and the function in it: ./cli/list-greetings.ts#listGreetings. It is imported when the command runs, and no other.
     */
    run: string
  }[]
  /**
   * Child programs that the plugin brings: they run behind walls, without network, files and environment.
   */
  programs?: {
    /**
     * Its name for childProcesses.pool and childProcesses.spawn; other plugins may have one of the same name.
     */
    id: string
    /**
     * The module that calls serveParent, in a folder of its own with a program.json that says what it needs.
     */
    entry: string
    /**
     * What its process may use.
     */
    limits?: {
      /**
       * Resident memory above which it is killed, where the code names no other limit; default 512.
       */
      memory_mb?: number
      /**
       * Of V8's heap; default three quarters of its memory.
       */
      heap_mb?: number
    }
  }[]
  /**
   * Storage drivers that the plugin brings. One is used only where a setting names it.
   */
  drivers?: {
    /**
     * By which a setting names it: SVC_JOBS_DRIVER=memory-jobs.
     */
    id: string
    /**
     * The file and the driver that it exports, made by defineDriver: ./driver.ts#memoryJobs. It is imported when a setting names it.
     */
    entry: string
    /**
     * What it can keep: all that it provides, and nothing else.
     *
     * @minItems 1
     */
    planes: ('control' | 'data' | 'jobs' | 'memory' | 'analytics')[]
  }[]
  /**
   * A JSON Schema of its configuration slice.
   */
  config?: string
  /**
   * Tables that it keeps for each workspace.
   */
  storage?: {
    /**
     * data: the file of the workspace.
     */
    plane: 'data'
    /**
     * A folder of NNNN-name.ts files, each with a default export made by defineMigration.
     */
    migrations: string
  }[]
  /**
   * degrade (the default): the server starts, this plugin answers 503 and is listed as failed. abort: the server does not start.
   */
  on_failure?: 'degrade' | 'abort'
}
