// Screens, "Join", last page: why a membership is not approved, and whom to ask about an approval, as far as the portal knows.
import { useTranslation } from 'react-i18next'
import { joinState } from '../../api/portal'
import { useList } from '../resolve/useList'
import './join.css'

const ask = () => joinState({ quiet: true })

export function Approval() {
  const { t } = useTranslation()
  const { list: state } = useList(ask)
  const known = [
    { name: t('member.reason'), value: state?.join_status === 'UNAPPROVED' ? state.reason : '' },
    { name: t('member.contact'), value: state?.contact },
  ].filter(({ value }) => value)
  if (known.length === 0) return null
  return (
    <dl className="known">
      {known.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
