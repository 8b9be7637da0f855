// Screens, /account/services: the services used, what each may read, and the terms agreed to. A consent can be withdrawn.
import { useTranslation } from 'react-i18next'
import { accountServices, withdrawService } from '../../api/account.ts'
import { now } from '../../effects/browser/clock.ts'
import { formatAgo, formatDay } from '../../i18n/dates.ts'
import { formatList } from '../../i18n/formats.ts'
import { useLocale } from '../../i18n/texts.tsx'
import { readableData } from '../../rules/account/scopes.ts'
import { isSafeAddress } from '../../rules/fields/webAddress.ts'
import { initialOf } from '../../rules/texts/initial.ts'
import { openModal, showToast } from '../../stores/screen.ts'
import type { ServiceRow } from '../../../contract/shapes/account.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { Slow } from '../../ui/Slow.tsx'
import { SupportedImage } from '../../ui/SupportedImage.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { Facts, Listed } from './Rows.tsx'
import { useAction } from './useAction.ts'
import { useList } from './useList.ts'

function Terms({ terms }: Pick<ServiceRow, 'terms'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  if (terms.length === 0) return null
  return (
    <div>
      <p className="item-label">{t('account.terms')}</p>
      <ul className="agreed">
        {terms.map(({ name, url, version, agreed_at, required }) => (
          <li key={`${name} ${String(version)}`}>
            <p>
              {isSafeAddress(url) ? (
                <TextLink href={url} newTab>
                  {name}
                </TextLink>
              ) : (
                <span>{name}</span>
              )}{' '}
              <span className="badge">{t(required ? 'account.required' : 'account.optional')}</span>
            </p>
            <Facts
              facts={[
                { name: t('account.version'), value: String(version) },
                { name: t('account.agreedOn'), value: formatDay(locale, agreed_at) },
              ]}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Service({ row, onChanged }: { row: ServiceRow; onChanged: () => void }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const { busy, error, remove, press } = useAction()
  const { client_id, rp_name, icon_image_url, domain, first_used_at, last_used_at } = row

  async function withdraw() {
    if ((await openModal({ name: 'confirm', text: 'account.withdrawConfirm' })) !== 'ok') return
    await remove(
      (session) => withdrawService(session, client_id),
      () => {
        showToast('account.withdrawn', 'success')
        document.getElementById('title')?.focus()
        onChanged()
      },
    )
  }

  const facts = [
    { name: t('account.firstUsed'), value: first_used_at && formatDay(locale, first_used_at) },
    { name: t('account.lastUsed'), value: last_used_at && formatAgo(locale, last_used_at, now()) },
    {
      name: t('account.reads'),
      value: formatList(
        locale,
        readableData(row).map((name) => t(name)),
      ),
    },
  ]
  return (
    <li className="item">
      <p className="item-title with-logo">
        {isSafeAddress(icon_image_url) ? (
          <SupportedImage src={icon_image_url} />
        ) : (
          <span className="initial" aria-hidden="true">
            {initialOf(rp_name)}
          </span>
        )}
        <bdi id={`service-${client_id}`}>{rp_name}</bdi>
      </p>
      <Facts facts={facts} />
      <Terms terms={row.terms} />
      <div className="item-head">
        {isSafeAddress(domain) && (
          <TextLink href={domain} newTab>
            {t('account.openService')}
          </TextLink>
        )}
        <Button
          id={`withdraw-${client_id}`}
          plain
          small
          {...press}
          aria-labelledby={`withdraw-${client_id} service-${client_id}`}
          onClick={() => void withdraw()}
        >
          {t('account.withdraw')}
        </Button>
      </div>
      <FormAlert error={error} />
      {busy && <Slow busy />}
    </li>
  )
}

export function ServicesPage() {
  const { t } = useTranslation()
  const list = useList(accountServices)
  return (
    <>
      <p>{t('account.servicesText')}</p>
      <Listed list={list} empty={t('account.servicesNone')}>
        {(rows) => (
          <ul className="items">
            {rows.map((row) => (
              <Service key={row.client_id} row={row} onChanged={list.retry} />
            ))}
          </ul>
        )}
      </Listed>
    </>
  )
}
