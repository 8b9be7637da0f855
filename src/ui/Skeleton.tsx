import { useTexts } from '../i18n/texts'

/** A loading page: the outline of a form, without a service. */
export function Skeleton() {
  const { t } = useTexts()
  return (
    <div className="stack" aria-busy="true">
      <h1 className="hidden">{t('common.loading')}</h1>
      <div className="bone title" />
      <div className="bone" />
      <div className="bone" />
      <div className="bone" />
    </div>
  )
}
