import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunkGroups, preloadParts } from './build/chunks.ts'
import { manualFiles } from './build/manual-files.ts'
import { packFiles } from './build/pack-files.ts'

/** `SVC_DEV_SERVER` names a running svc that answers the API while this serves the pages, edits and all. */
const server = process.env['SVC_DEV_SERVER'] ?? 'http://127.0.0.1:8420'

export default defineConfig({
  base: './',
  plugins: [
    react(),
    manualFiles(new URL('../../docs/', import.meta.url).pathname),
    packFiles(),
    preloadParts(),
    {
      name: 'base-of-the-dev-server',
      apply: 'serve',
      // The server writes it into the page that it serves.
      transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
    },
  ],
  worker: { format: 'es' },
  resolve: { conditions: ['svc-source', ...defaultClientConditions] },
  build: {
    outDir: process.env['SVC_WEB_OUTPUT'] ?? 'dist',
    assetsDir: 'web',
    emptyOutDir: true,
    target: 'es2023',
    manifest: true,
    // The policy of the pages allows no `data:` font, and a worker or an icon of its own is cached for good.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: { proxy: { '/api': server, '/v1': server, '/healthz': server } },
})
