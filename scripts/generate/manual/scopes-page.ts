import type { PluginManifest } from '../../../kernel/manifest/index.ts'
import { pageText, table } from './page.ts'

const head = `What a developer key may be given, and what the agent, MCP clients and apps can call. \`svc key create NAME --scopes a,b\`
makes a key with some scopes; without \`--scopes\` it has \`*\`, which is every scope but those marked below. [Tools](tools.md) says
who may call a tool, and when a person is asked first.`

/** The manual's page of scopes and tools, from the manifests of the built-in plugins. */
export function scopesPage(plugins: readonly PluginManifest[]): string {
  const scopes = plugins.flatMap(({ permissions = [], title }) =>
    permissions.map(({ id, title: what, wildcard = true }): string[] => [
      `\`${id}\``,
      what,
      title,
      wildcard ? '' : 'not with `*`',
    ]),
  )
  const tools = plugins.flatMap(({ tools: own = [] }) =>
    own.map(({ name, description, effect, permission }): string[] => [
      `\`${name}\``,
      description ?? '',
      effect,
      permission === undefined ? '' : `\`${permission}\``,
    ]),
  )
  const byName = (a: readonly string[], b: readonly string[]) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1)
  return pageText({
    title: 'Scopes and tools',
    source: "the plugins' manifests",
    head,
    sections: [
      { heading: 'Scopes of a key', text: table(['scope', 'lets', 'part', ''], scopes.toSorted(byName)) },
      { heading: 'Tools', text: table(['tool', 'what it does', 'effect', 'scope'], tools.toSorted(byName)) },
    ],
  })
}
