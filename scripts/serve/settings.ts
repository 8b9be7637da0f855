// The settings that the page is given, read once from the environment at start.
import { isWebUrl, parseSettings, SETTING_NAMES, type Settings } from '../../src/wire/settings'

export type Env = Record<string, string | undefined>

export type ServeSettings = {
  /** As the environment has them: what the page receives, right or wrong, so that it can say what is wrong. */
  raw: Record<string, string>
  /** Parsed, or null when one of them is wrong. */
  settings: Settings | null
  /** One line for each wrong setting, or name that is none: what is expected, never its value. */
  problems: string[]
  /** Further hosts that pictures of partner services come from. */
  assetOrigins: string[]
}

export function readServeSettings(env: Env): ServeSettings {
  const raw: Record<string, string> = {}
  for (const name of SETTING_NAMES) {
    const value = env[name]
    if (value !== undefined) raw[name] = value
  }
  const named = (env.ASSET_ORIGINS ?? '').split(',').map((item) => item.trim())
  const assetOrigins = named.filter(Boolean).filter(isWebUrl)
  const wrong = named.filter(Boolean).length > assetOrigins.length ? ['ASSET_ORIGINS: absolute http(s) URLs'] : []
  const known = new Set<string>(SETTING_NAMES)
  // What begins with VITE_CONFIG_ is Vite's own.
  const misspelt = Object.keys(env).filter((name) => /^VITE_(?!CONFIG_)/.test(name) && !known.has(name))
  const more = [...wrong, ...misspelt.map((name) => `${name}: there is none of this name`)]
  const parsed = parseSettings(raw)
  return 'settings' in parsed
    ? { raw, settings: parsed.settings, problems: more, assetOrigins }
    : { raw, settings: null, problems: [...parsed.problems, ...more], assetOrigins }
}
