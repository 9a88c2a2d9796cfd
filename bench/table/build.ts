import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Builds both pages as the web client is built; gives the folder. */
export async function buildPages(): Promise<string> {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const outDir = join(process.cwd(), '.tmp', 'bench-table')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react({ compiler: true })],
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: ['ours.html', 'peer.html'].map(page => join(root, page)) },
    },
  })
  return outDir
}
