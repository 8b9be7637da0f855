// Puts the stylesheet and the early fetch into index.html, so that the page is one request. In development also the settings.
import type { Plugin } from 'vite'
import { bundleEarly } from './early.ts'
import { fillSettings, insertEarly, startAsync, tightenSettings } from '../../server/app/html.ts'

export function page(): Plugin {
  let root = ''
  let serving = false
  /** The content of the stylesheet in the page's head. */
  let styles = ''
  return {
    name: 'daemun:page',
    configResolved(config) {
      root = config.root
      serving = config.command === 'serve'
    },
    // NOTE: Vite loads the stylesheets of all chunks that a lazy chunk imports, before it runs that chunk. It does not see a `<style>`, so
    // it would load this one again, and the sign-in would wait for it.
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.isEntry) continue
          for (const file of chunk.viteMetadata?.importedCss ?? []) {
            const asset = bundle[file]
            if (asset?.type !== 'asset') throw new Error(`no stylesheet ${file} in the build`)
            styles += asset.source.toString().trim()
            delete bundle[file]
          }
          chunk.viteMetadata?.importedCss.clear()
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const early = insertEarly(tightenSettings(html), await bundleEarly(root, !serving))
        if (!bundle) {
          // Only in development: a built or served page must not depend on the backend's settings.
          const { localSettings } = await import('../local.ts')
          return fillSettings(early, localSettings(process.env))
        }
        return startAsync(early).replace(
          '</head>',
          () => `<style>${styles.replace(/\s*\/\*\$vite\$:\d+\*\/\s*$/, '').trim()}</style></head>`,
        )
      },
    },
  }
}
