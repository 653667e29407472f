/** A JSON value, as it crosses HTTP, IPC and the isolate's border. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue }

export type JsonObject = { [key: string]: JsonValue }

/** What `JSON.stringify` turns into a {@link JsonValue}: unlike that, it takes objects whose types are interfaces. */
export type JsonLike = JsonValue | object

/** A JSON Schema (2020-12 vocabulary as ajv understands it), as plain data. No validator's type appears in a public signature. */
export interface JsonSchema {
  // `any`, and not `unknown`: schemas that are typed by interfaces (TypeBox) then fit without a cast.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly [keyword: string]: any
}
