import { readFile } from 'node:fs/promises'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups, noCircularChunks } from './chunks.ts'
import { compressAssets } from './compress-assets.ts'
import { themeVariables } from './theme-variables.ts'

const server = 'http://127.0.0.1:3000'

/** The fonts of formulas in one form: every browser that runs the console reads WOFF2. */
const woff2Alone: Plugin = {
  name: 'woff2-alone',
  enforce: 'pre',
  transform: (code, id) =>
    /katex[^/]*\.css$/.test(id) ? code.replaceAll(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, '') : undefined,
}

/** Markdown as its text. */
const markdownTexts: Plugin = {
  name: 'markdown-texts',
  enforce: 'pre',
  load: async (id) =>
    id.endsWith('.md')
      ? { code: `export default ${JSON.stringify(await readFile(id, 'utf8'))}`, moduleType: 'js' }
      : undefined,
}

export default defineConfig({
  root: import.meta.dirname,
  // Relative: the server serves one build below any base path, and completes the page: `platform/static-files.ts`.
  base: './',
  plugins: [react(), themeVariables(), woff2Alone, markdownTexts, noCircularChunks, compressAssets()],
  // The server replaces it by the nonce of each answer: `platform/static-files.ts`.
  html: { cspNonce: '__CSP_NONCE__' },
  server: { host: '127.0.0.1', proxy: { '/api': server, '/v1': server, '/pg': server, '^/docs/.*\\.[a-z]+$': server } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A browser without preloads of modules loads them when they are imported.
    modulePreload: { polyfill: false },
    target: 'es2023',
    // Inlined files would be data: URLs, which the content security policy does not allow for scripts and fonts.
    assetsInlineLimit: 0,
    // The library behind the charts is larger than what is warned of; only pages with a chart load it.
    chunkSizeWarningLimit: 560,
    rolldownOptions: {
      // The parts of the component library do not say that importing them does nothing, so that a page with
      // two fields would carry the validation of every form.
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/@rc-component\/.*\.js$/, sideEffects: false }],
      },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
})
