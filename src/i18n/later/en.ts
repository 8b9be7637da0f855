// All texts of this language except the first form's, the account's and those of the servers, as one chunk.
const areas = import.meta.glob<Record<string, string>>(
  [
    '../../../locales/en/*.json',
    '!../../../locales/en/login.json',
    '!../../../locales/en/account.json',
    '!../../../locales/en/exported.json',
    '!../../../locales/en/messages.json',
    '!../../../locales/en/pages.json',
  ],
  { eager: true, import: 'default' },
)

export default Object.assign({}, ...Object.values(areas)) as Record<string, string>
