// All texts of this language except the first form's and the account's, as one chunk.
const areas = import.meta.glob<Record<string, string>>(
  [
    '../../../locales/zh/*.json',
    '!../../../locales/zh/login.json',
    '!../../../locales/zh/account.json',
    '!../../../locales/zh/exported.json',
  ],
  { eager: true, import: 'default' },
)

export default Object.assign({}, ...Object.values(areas)) as Record<string, string>
