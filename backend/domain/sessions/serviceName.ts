// Spec §9: a service's name in the language of a page or a mail.
import { type Locale, NAME_IN } from '../../../contract/locale.ts'
import type { Ctx } from '../../context.ts'
import type { Service } from '../../db/schema.ts'

const NAMES = ['rp_name', 'display_name', 'display_name_en', 'display_name_cn'] as const
type Named = Pick<Service, (typeof NAMES)[number]>

export function nameOf(service: Named, locale: Locale): string {
  const { rp_name, display_name: ko, display_name_en: en, display_name_cn: cn } = service
  return { ko, en, cn }[NAME_IN[locale]] ?? ko ?? rp_name
}

/** The name of the service of a visit. Null where there is no visit, as in the account. */
export async function serviceOfVisit({ db }: Ctx, transaction_id: string, locale: Locale): Promise<string | null> {
  const service = await db
    .selectFrom('transactions')
    .innerJoin('services', 'services.client_id', 'transactions.client_id')
    .select(NAMES)
    .where('transactions.id', '=', transaction_id)
    .executeTakeFirst()
  return service ? nameOf(service, locale) : null
}

/** The name of a service. Null for an ID that no service has. */
export async function serviceOfClient({ db }: Ctx, client_id: string, locale: Locale): Promise<string | null> {
  const service = await db.selectFrom('services').select(NAMES).where('client_id', '=', client_id).executeTakeFirst()
  return service ? nameOf(service, locale) : null
}
