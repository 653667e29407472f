declare const contributionType: unique symbol

/** Names a place where other plugins add values, such as the model providers; one plugin hosts it. */
export interface ExtensionPoint<T> {
  readonly kind: 'extension-point'
  readonly id: string
  readonly [contributionType]?: T
}

/** A value with the plugin it came from, in boot order. */
export interface Contribution<T> {
  readonly plugin: string
  readonly value: T
}

/** Declares an extension point; its id stands in `extension_points.hosts` of one manifest and `contributes` of the others. */
export function defineExtensionPoint<T>(id: string): ExtensionPoint<T> {
  return Object.freeze({ kind: 'extension-point' as const, id })
}
