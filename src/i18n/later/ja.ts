// All texts of this language except the first form's, the account's and those of the servers, as one chunk.
const areas = import.meta.glob<Record<string, string>>(
  [
    '../../../locales/ja/*.json',
    '!../../../locales/ja/login.json',
    '!../../../locales/ja/account.json',
    '!../../../locales/ja/exported.json',
    '!../../../locales/ja/messages.json',
    '!../../../locales/ja/pages.json',
  ],
  { eager: true, import: 'default' },
)

export default Object.assign({}, ...Object.values(areas)) as Record<string, string>
