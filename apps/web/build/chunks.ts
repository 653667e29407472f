import type { Plugin } from 'vite'

const parts = 'parts'

function isNoEditor(id: string): boolean {
  return !/\/node_modules\/(?:@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)\//.test(id)
}

/** Few files: HTTP/1.1 fetches six at a time, and over a slow line each costs a round trip. */
export const chunkGroups = [
  { name: 'shell', tags: ['$initial' as const], priority: 2 },
  // What most pages draw with. A large module stays with the page that shows it, and so does the editor in its many small ones.
  { name: parts, test: isNoEditor, minShareCount: 4, maxModuleSize: 40_000, priority: 1 },
]

/** Lets the browser fetch what every page draws with beside the shell, which asks for it only once it runs. */
export function preloadParts(): Plugin {
  return {
    name: 'preload-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find(each => each.type === 'chunk' && each.name === parts)
        if (chunk === undefined) throw new Error(`The build has no chunk named ${parts}; see chunkGroups.`)
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `./${chunk.fileName}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
