// Spec §2, /identify/myid and /identify/password: two tabs of one page. The form of each loads apart, because only one of them needs the
// plans of phone numbers.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '../../rules/visit/paths.ts'
import { Tabs } from '../../ui/Tabs.tsx'

const tabPaths = { myid: paths.identifyMyId, password: paths.identifyPassword } as const

export default function IdentifyPage({ form }: { form: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const selected = pathname.startsWith(paths.identifyPassword) ? 'password' : 'myid'
  return (
    <Tabs
      label={t('title.identify')}
      tabs={[
        { name: 'myid', text: t('title.identifyMyId') },
        { name: 'password', text: t('title.identifyPassword') },
      ]}
      selected={selected}
      // Back leads out of the tabs, not through them.
      onSelect={(name) => void navigate(tabPaths[name], { replace: true })}
    >
      {form}
    </Tabs>
  )
}
