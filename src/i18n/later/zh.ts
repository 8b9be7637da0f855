// All texts of this language except the first form's, the account's and those of the servers, as one chunk.
const areas = import.meta.glob<Record<string, string>>(
  [
    '../../../locales/zh/*.json',
    '!../../../locales/zh/login.json',
    '!../../../locales/zh/account.json',
    '!../../../locales/zh/exported.json',
    '!../../../locales/zh/messages.json',
    '!../../../locales/zh/pages.json',
  ],
  { eager: true, import: 'default' },
)

export default Object.assign({}, ...Object.values(areas)) as Record<string, string>
