// The words of the member's account in English, for what operators read about it.
import texts from '../locales/en/account.json' with { type: 'json' }

export const ACCOUNT_WORDS: Readonly<Record<keyof typeof texts, string>> = texts
