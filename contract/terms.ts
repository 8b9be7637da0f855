// Spec §5, the platform's own texts: a join asks for each of them, so a platform has all of them in force. The app and the backend share the list.

type PlatformText = {
  terms_code: string
  required: boolean
  /** The text above an optional one, without which it has no meaning. */
  parent?: string
}

export const PLATFORM_TERMS: readonly PlatformText[] = [
  { terms_code: 'SERVICE', required: true },
  { terms_code: 'CUSTOM', required: true },
  { terms_code: 'PRIVACY', required: true },
  { terms_code: 'MARKETING', required: false },
  { terms_code: 'AD_EMAIL', required: false, parent: 'MARKETING' },
  { terms_code: 'AD_SMS', required: false, parent: 'MARKETING' },
]

/** The group's members have the same texts, whose codes begin with this. */
export const GROUP_PREFIX = 'SK_'
