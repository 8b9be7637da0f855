// Makes index.html one request: the stylesheet and the early fetch stand in it. In development it also gets its settings.
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
          // In development alone: what the sandbox is asked for here, nothing that is built or served may lean on.
          const { localSettings } = await import('../local')
          return fillSettings(early, localSettings(process.env))
        }
        // @note The file stays beside the page: a later chunk that leans on the first one names it among what it needs.
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
