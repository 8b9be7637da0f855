// The two partner services of the demo. A is open to everyone and has a banner; B is for group members only.

/** What the partner must know of a service. Without a secret it is a public client, held by PKCE alone. */
export type PartnerService = {
  key: ServiceKey
  client_id: string
  client_secret?: string
  /** Checks the webhooks. Without it the partner takes none. */
  webhook_secret?: string | undefined
  name: string
  name_en: string
  name_cn: string
  about: string
  color: string
}
export type ServiceKey = 'a' | 'b'

export const SERVICES: readonly PartnerService[] = [
  {
    key: 'a',
    client_id: 'service-a',
    name: '한걸음 러닝',
    name_en: 'Step Learning',
    name_cn: '一步学堂',
    about: 'Open to every member. Has a banner in three languages.',
    color: '#1B5FCC',
  },
  {
    key: 'b',
    client_id: 'service-b',
    name: '구성원 아카데미',
    name_en: 'Group Academy',
    name_cn: '集团学院',
    about: 'For group members only. Sign in at the other service first to see single sign-on.',
    color: '#12754F',
  },
]

export const isServiceKey = (value: string | undefined): value is ServiceKey => value === 'a' || value === 'b'
