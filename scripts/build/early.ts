// The inline early fetch: src/api/earlyScript.ts as one classic script, small enough for the page's head.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** The script's text, or '' if the project has none. */
export async function bundleEarly(root: string, minify: boolean): Promise<string> {
  const entry = join(root, 'src/api/earlyScript.ts')
  if (!existsSync(entry)) return ''
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      minify,
      modulePreload: false,
      // The script also runs in browsers that are too old for the app.
      target: 'es2015',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap((output) => ('output' in output ? output.output : []))
  const chunk = chunks.find((item) => item.type === 'chunk')
  if (!chunk || chunk.type !== 'chunk') throw new Error('src/api/earlyScript.ts built to nothing')
  if (chunk.code.includes('</script')) throw new Error('src/api/earlyScript.ts may not contain a closing script tag')
  return chunk.code.trim()
}
