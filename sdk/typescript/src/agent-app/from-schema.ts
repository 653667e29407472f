/**
 * The TypeScript type of the values a JSON Schema allows, for the vocabulary that manifests use: `type`, `properties`, `required`,
 * `items`, `enum`, `const`, `anyOf`, `oneOf`, `additionalProperties`. What it does not know becomes `unknown`.
 */
export type FromSchema<S> = S extends { readonly const: infer Value }
  ? Value
  : S extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : S extends { readonly anyOf: readonly (infer Branch)[] }
      ? FromSchema<Branch>
      : S extends { readonly oneOf: readonly (infer Branch)[] }
        ? FromSchema<Branch>
        : S extends { readonly type: infer Type }
          ? FromType<Type, S>
          : unknown

type FromType<Type, S> = Type extends readonly (infer One)[]
  ? FromType<One, S>
  : Type extends 'string'
    ? string
    : Type extends 'number' | 'integer'
      ? number
      : Type extends 'boolean'
        ? boolean
        : Type extends 'null'
          ? null
          : Type extends 'array'
            ? FromArray<S>
            : Type extends 'object'
              ? FromObject<S>
              : unknown

type FromArray<S> = S extends { readonly items: infer Items } ? readonly FromSchema<Items>[] : readonly unknown[]

type FromObject<S> = S extends { readonly properties: infer Properties }
  ? Flat<
      { readonly [K in Present<Properties, S>]: FromSchema<Properties[K]> } & {
        readonly [K in Exclude<keyof Properties, Present<Properties, S>>]?: FromSchema<Properties[K]>
      }
    >
  : S extends { readonly additionalProperties: infer Rest extends object }
    ? { readonly [key: string]: FromSchema<Rest> }
    : { readonly [key: string]: unknown }

/** The names that are always there: required ones, and those with a default, which the server fills in. */
type Present<Properties, S> =
  | Extract<keyof Properties, S extends { readonly required: readonly (infer Name)[] } ? Name : never>
  | { [K in keyof Properties]: Properties[K] extends { readonly default: unknown } ? K : never }[keyof Properties]

type Flat<T> = { [K in keyof T]: T[K] }
