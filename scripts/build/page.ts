// Puts the stylesheet and the early fetch into index.html, so that the page is one request. In development also the settings.
import type { Plugin } from 'vite'
import { bundleEarly } from './early'
import { fillSettings, insertEarly, tightenSettings } from './html'

const STYLESHEET = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

export function page(): Plugin {
  let root = ''
  let serving = false
  return {
    name: 'daemun:page',
    configResolved(config) {
      root = config.root
      serving = config.command === 'serve'
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const early = insertEarly(tightenSettings(html), await bundleEarly(root, !serving))
        if (!bundle) {
          // Only in development: a built or served page must not depend on the backend's settings.
          const { localSettings } = await import('../local')
          return fillSettings(early, localSettings(process.env))
        }
        // NOTE: the file stays beside the page, because a later chunk that depends on the first one lists it.
        return early.replace(STYLESHEET, (_link, file: string) => {
          const asset = bundle[file]
          if (asset?.type !== 'asset') throw new Error(`no stylesheet ${file} in the build`)
          return `<style>${asset.source
            .toString()
            .replace(/\s*\/\*\$vite\$:\d+\*\/\s*$/, '')
            .trim()}</style>`
        })
      },
    },
  }
}
