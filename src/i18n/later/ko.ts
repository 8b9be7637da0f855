// All texts of this language except the first form's, the account's and those of the servers, as one chunk.
const areas = import.meta.glob<Record<string, string>>(
  [
    '../../../locales/ko/*.json',
    '!../../../locales/ko/login.json',
    '!../../../locales/ko/account.json',
    '!../../../locales/ko/exported.json',
    '!../../../locales/ko/messages.json',
    '!../../../locales/ko/pages.json',
  ],
  { eager: true, import: 'default' },
)

export default Object.assign({}, ...Object.values(areas)) as Record<string, string>
